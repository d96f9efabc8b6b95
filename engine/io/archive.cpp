#include "engine/io/archive.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/gzip.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace sparsescope {

namespace {

struct Compression {
    const char* name;
    std::string_view begin; // of every file
    int filter;             // of libarchive
};

constexpr Compression allCompressions[] = {{"gzip", "\x1f\x8b", ARCHIVE_FILTER_GZIP},
                                           {"bzip2", "BZh", ARCHIVE_FILTER_BZIP2},
                                           {"xz", {"\xfd\x37zXZ\0", 6}, ARCHIVE_FILTER_XZ},
                                           {"Zstandard", "\x28\xb5\x2f\xfd", ARCHIVE_FILTER_ZSTD}};

const Compression* compressionOf(std::string_view bytes)
{
    const auto* const found =
        std::ranges::find_if(allCompressions, [&](const Compression& one) { return bytes.starts_with(one.begin); });
    return found == std::end(allCompressions) ? nullptr : found;
}

struct FreeReader {
    void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchiveReader = std::unique_ptr<archive, FreeReader>;

ArchiveReader newReader()
{
    ArchiveReader reader(archive_read_new());
    if (!reader)
        throw Error(ErrorKind::Internal, "cannot start", {.call = "archive_read_new"});
    return reader;
}

[[noreturn]] void failDamaged(const ArchiveReader& reader, const std::string& file)
{
    const char* const reason = archive_error_string(reader.get());
    failInput(fmt::format("is damaged or cut off: {}", reason ? reason : "it ends too early"), {.file = file});
}

// True where there was one more; warnings are of names alone, which are taken as they are.
bool nextEntry(const ArchiveReader& reader, archive_entry*& entry, const std::string& file)
{
    const int status = archive_read_next_header(reader.get(), &entry);
    if (status == ARCHIVE_EOF)
        return false;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        failDamaged(reader, file);
    return true;
}

// Unpacked text that grows as it comes, as far as there is memory.
class GrowingText {
public:
    GrowingText(std::string& text, const std::string& file, std::uint64_t limit)
        : m_text(text), m_file(file), m_limit(limit)
    {
        m_text.clear();
    }

    void append(std::string_view more)
    {
        constexpr std::size_t least = 4u << 20;
        if (more.size() > m_limit - m_text.size())
            failInput(fmt::format("holds more than {} bytes when uncompressed", m_limit), {.file = m_file});
        if (more.size() > m_text.capacity() - m_text.size()) {
            const std::uint64_t size = m_text.size() + m_text.size() / 2 + std::max(more.size(), least);
            makeRoom(m_text, std::min(size, m_limit), m_file);
        }
        m_text.append(more);
    }

private:
    std::string& m_text;
    const std::string& m_file;
    std::uint64_t m_limit;
};

// Calls take(piece) for all of an entry, piece by piece; each follows the one before it.
template <class Take>
void readPieces(const ArchiveReader& reader, const std::string& file, std::size_t packed, Progress& progress,
                const Take& take)
{
    std::int64_t expected = 0;
    while (true) {
        progress.check();
        const void* data = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        const int status = archive_read_data_block(reader.get(), &data, &size, &offset);
        if (status == ARCHIVE_EOF)
            return;
        if (status != ARCHIVE_OK)
            failDamaged(reader, file);
        if (offset != expected)
            failInput("is stored with holes, as no text is", {.file = file});
        expected += static_cast<std::int64_t>(size);
        take(std::string_view(static_cast<const char*>(data), size));
        progress.report("uncompressing", static_cast<double>(archive_filter_bytes(reader.get(), -1)) /
                                             static_cast<double>(std::max<std::size_t>(packed, 1)));
    }
}

ArchiveReader openArchiveOf(std::string_view bytes, const std::string& file)
{
    ArchiveReader reader = newReader();
    archive_read_support_format_tar(reader.get());
    archive_read_support_format_zip_seekable(reader.get());
    if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
        failDamaged(reader, file);
    return reader;
}

bool isRegular(archive_entry* entry)
{
    return archive_entry_filetype(entry) == AE_IFREG && !archive_entry_hardlink(entry);
}

} // namespace

bool isCompressed(std::string_view bytes)
{
    return compressionOf(bytes) != nullptr;
}

// Every header has a sum of its bytes, with blanks where the sum stands.
bool isTar(std::string_view bytes)
{
    constexpr std::size_t header = 512, sumAt = 148, sumLength = 8;
    if (bytes.size() < header || bytes.front() == '\0')
        return false;
    std::uint32_t sum = 0, said = 0;
    for (std::size_t i = 0; i < header; ++i)
        sum += i >= sumAt && i < sumAt + sumLength ? ' ' : static_cast<unsigned char>(bytes[i]);
    for (const char c : bytes.substr(sumAt, sumLength))
        if (c >= '0' && c <= '7')
            said = said * 8 + static_cast<std::uint32_t>(c - '0');
        else if (c != ' ' && c != '\0')
            return false;
    return sum == said;
}

std::string decompress(std::string_view bytes, const std::string& file, Progress& progress, std::uint64_t limit)
{
    const Compression* const compression = compressionOf(bytes);
    if (!compression)
        throw Error(ErrorKind::Internal, "is not compressed", {.file = file, .call = "decompress"});
    if (compression->filter == ARCHIVE_FILTER_GZIP)
        return inflateGzip(bytes, file, progress, limit);
    const ArchiveReader reader = newReader();
    // This one alone, where it would otherwise take off as many as there are. A warning: it would start a program.
    if (archive_read_append_filter(reader.get(), compression->filter) != ARCHIVE_OK)
        failInput(
            fmt::format("is compressed by {}, which the libarchive of this machine does not read", compression->name),
            {.file = file});
    archive_read_support_format_raw(reader.get());
    constexpr std::size_t piece = 1u << 20; // fits the 32-bit counters of bzip2
    archive_entry* entry = nullptr;
    if (archive_read_open_memory2(reader.get(), bytes.data(), bytes.size(), piece) != ARCHIVE_OK ||
        archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK)
        failInput(fmt::format("holds nothing that {} uncompresses: it is empty, damaged or cut off", compression->name),
                  {.file = file});
    std::string text;
    GrowingText growing(text, file, limit);
    readPieces(reader, file, bytes.size(), progress, [&](std::string_view more) { growing.append(more); });
    const auto taken = static_cast<std::size_t>(archive_filter_bytes(reader.get(), -1));
    if (taken < bytes.size() && bytes.substr(taken).find_first_not_of('\0') != std::string_view::npos)
        failInput(fmt::format("has {} bytes behind its compressed data", bytes.size() - taken), {.file = file});
    return text;
}

std::vector<std::string> filesInArchive(std::string_view bytes, const std::string& file, Progress& progress)
{
    const ArchiveReader reader = openArchiveOf(bytes, file);
    std::vector<std::string> names;
    archive_entry* entry = nullptr;
    while (nextEntry(reader, entry, file)) {
        progress.check();
        if (!isRegular(entry))
            continue;
        const char* name = archive_entry_pathname_utf8(entry);
        if (!name)
            name = archive_entry_pathname(entry); // of another encoding
        names.emplace_back(name ? name : "");
    }
    return names;
}

std::string_view contentsInArchive(std::string_view bytes, std::size_t place, const std::string& file,
                                   std::string& kept, Progress& progress, std::uint64_t limit)
{
    const ArchiveReader reader = openArchiveOf(bytes, file);
    archive_entry* entry = nullptr;
    for (std::size_t i = 0; i <= place;) {
        progress.check();
        if (!nextEntry(reader, entry, file))
            throw Error(ErrorKind::Internal, "there is no such file", {.file = file, .call = "contentsInArchive"});
        i += isRegular(entry) ? 1 : 0;
    }
    if (archive_entry_is_encrypted(entry))
        failInput("is encrypted", {.file = file});
    GrowingText growing(kept, file, limit);
    std::string_view whole; // as long as it is one piece of `bytes`
    bool first = true;
    readPieces(reader, file, bytes.size(), progress, [&](std::string_view more) {
        const bool inside = more.data() >= bytes.data() && more.data() + more.size() <= bytes.data() + bytes.size();
        if (first && inside && more.size() <= limit) {
            whole = more;
        } else {
            if (!whole.empty())
                growing.append(std::exchange(whole, {}));
            growing.append(more);
        }
        first = false;
    });
    return whole.empty() ? std::string_view(kept) : whole;
}

} // namespace sparsescope
