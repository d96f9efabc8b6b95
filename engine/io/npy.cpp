// .npz archives by libzip.
#include "engine/io/npy.h"

#include "engine/core/files.h"
#include "engine/io/npy_header.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <zip.h>

namespace sparsescope {

std::int64_t NpyArray::elements() const
{
    return npyElements(shape);
}

std::int64_t NpyArray::elementBytes() const
{
    return npyElementBytes(dtype);
}

namespace {

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Entry = std::unique_ptr<zip_file_t, Discard>;
using Source = std::unique_ptr<zip_source_t, Discard>;

// The reason of a zip_error_t, which is then freed.
std::string takeReason(zip_error_t& error)
{
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    return reason;
}

void readExactly(zip_file_t* entry, void* to, std::uint64_t n, const Where& where, Progress& progress)
{
    constexpr std::uint64_t piece = 1 << 20; // is unpacked in a few milliseconds
    auto* out = static_cast<std::byte*>(to);
    while (n > 0) {
        progress.check();
        const zip_int64_t got = zip_fread(entry, out, std::min(n, piece));
        if (got < 0)
            failInput(fmt::format("is damaged: {}", zip_file_strerror(entry)), where);
        if (got == 0)
            failInput(fmt::format("ends {} bytes too early", n), where);
        out += got;
        n -= static_cast<std::uint64_t>(got);
    }
}

void swapBytes(NpyArray& array)
{
    // Complex numbers are two of half the size; Unicode strings are many of four bytes.
    std::int64_t unit = array.elementBytes();
    if (array.dtype[1] == 'c')
        unit /= 2;
    if (array.dtype[1] == 'U')
        unit = 4;
    for (auto at = array.data.begin(); at != array.data.end(); at += unit)
        std::reverse(at, at + unit);
}

// From column-major (first axis fastest) to row-major.
void reorder(NpyArray& array)
{
    const auto unit = static_cast<std::size_t>(array.elementBytes());
    const auto n = static_cast<std::size_t>(array.elements());
    std::vector<std::size_t> step(array.shape.size(), 1);
    for (std::size_t axis = 1; axis < step.size(); ++axis)
        step[axis] = step[axis - 1] * static_cast<std::size_t>(array.shape[axis - 1]);
    std::vector<std::byte> rowMajor(array.data.size());
    std::vector<std::int64_t> at(array.shape.size(), 0);
    std::size_t from = 0;
    for (std::size_t i = 0; i < n; ++i) {
        std::memcpy(rowMajor.data() + i * unit, array.data.data() + from * unit, unit);
        for (std::size_t axis = at.size(); axis-- > 0;) {
            from += step[axis];
            if (++at[axis] < array.shape[axis])
                break;
            from -= step[axis] * static_cast<std::size_t>(array.shape[axis]);
            at[axis] = 0;
        }
    }
    array.data = std::move(rowMajor);
}

// Size of the dictionary behind the magic and version.
std::uint64_t headerLength(zip_file_t* entry, const Where& where, Progress& progress)
{
    unsigned char start[8];
    readExactly(entry, start, 8, where, progress);
    if (std::memcmp(start, "\x93NUMPY", 6) != 0)
        failInput("is not a NumPy array", where);
    if (start[6] < 1 || start[6] > 3)
        failInput(fmt::format("has version {}.{} of NumPy's format, which is not known", start[6], start[7]), where);
    unsigned char length[4] = {};
    readExactly(entry, length, start[6] == 1 ? 2 : 4, where, progress);
    return length[0] | length[1] << 8 | length[2] << 16 | static_cast<std::uint64_t>(length[3]) << 24;
}

NpyArray readEntry(zip_t* archive, zip_uint64_t index, std::uint64_t size, const Where& where, Progress& progress)
{
    constexpr std::uint64_t mostHeader = 1u << 16;
    const Entry entry(zip_fopen_index(archive, index, 0));
    if (!entry)
        failInput(fmt::format("cannot be read: {}", zip_strerror(archive)), where);
    const std::uint64_t length = headerLength(entry.get(), where, progress);
    if (length > mostHeader || length > size)
        failInput(fmt::format("has a header of {} bytes", length), where);
    std::string text(length, '\0');
    readExactly(entry.get(), text.data(), length, where, progress);
    const NpyHeader header = parseNpyHeader(text, where);

    NpyArray array{header.dtype, header.shape, {}};
    std::int64_t bytes = 0;
    const std::int64_t elements = array.elements();
    if (elements < 0 || __builtin_mul_overflow(elements, array.elementBytes(), &bytes) ||
        static_cast<std::uint64_t>(bytes) > size)
        failInput(fmt::format("declares more elements than its {} bytes hold", size), where);
    requireMemory(static_cast<std::uint64_t>(bytes), where.file, where.call);
    array.data.resize(static_cast<std::size_t>(bytes));
    readExactly(entry.get(), array.data.data(), array.data.size(), where, progress);
    char beyond = 0; // reading on to the end is what makes libzip compare the checksum
    const zip_int64_t more = zip_fread(entry.get(), &beyond, 1);
    if (more < 0)
        failInput(fmt::format("is damaged: {}", zip_file_strerror(entry.get())), where);
    if (more > 0)
        failInput("is longer than its shape says", where);
    if (header.swapped)
        swapBytes(array);
    if (header.fortranOrder && array.shape.size() > 1)
        reorder(array);
    return array;
}

Archive openArchive(std::string_view bytes, const std::string& file)
{
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    if (!source)
        failInput(fmt::format("is not a zip archive: {}", takeReason(error)), {.file = file});
    Archive archive(zip_open_from_source(source, ZIP_RDONLY, &error));
    if (!archive) {
        zip_source_free(source);
        failInput(fmt::format("is not a whole zip archive: {}", takeReason(error)), {.file = file});
    }
    return archive;
}

} // namespace

std::vector<std::string> namesOf(const NpzArrays& arrays)
{
    std::vector<std::string> names;
    for (const auto& [name, array] : arrays)
        names.push_back(name);
    return names;
}

std::vector<std::string> namesInNpz(std::string_view bytes, const std::string& file)
{
    const Archive archive = openArchive(bytes, file);
    std::vector<std::string> names;
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < entries; ++i) {
        const char* const known = zip_get_name(archive.get(), static_cast<zip_uint64_t>(i), 0);
        std::string name = known ? known : "";
        if (name.ends_with(".npy"))
            name.resize(name.size() - 4);
        names.push_back(std::move(name));
    }
    return names;
}

NpzArrays readNpz(std::string_view bytes, const std::string& file, std::uint64_t mostBytes, Progress& progress)
{
    constexpr std::uint64_t mostRatio = 1032; // of deflate: a larger declared size is a lie
    const Archive archive = openArchive(bytes, file);
    NpzArrays arrays;
    std::uint64_t left = mostBytes;
    const zip_int64_t entries = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t i = 0; i < entries; ++i) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        const auto index = static_cast<zip_uint64_t>(i);
        if (zip_stat_index(archive.get(), index, 0, &stat) != 0 ||
            (stat.valid & (ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE)) !=
                (ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE))
            failInput(fmt::format("entry {} of the archive has no name or size", i), {.file = file});
        std::string name = stat.name;
        if (!name.ends_with(".npy"))
            failInput("is no NumPy array", {.file = file, .call = name});
        name.resize(name.size() - 4);
        const Where where{.file = file, .call = name};
        if (stat.size > (stat.comp_size + 1) * mostRatio)
            failInput(
                fmt::format("{} compressed bytes cannot hold the {} that are declared", stat.comp_size, stat.size),
                where);
        if (stat.size > left)
            failInput(fmt::format("with the arrays before it is larger than the {} bytes that are possible", mostBytes),
                      where);
        left -= stat.size;
        if (!arrays.emplace(name, readEntry(archive.get(), index, stat.size, where, progress)).second)
            failInput("comes twice in the archive", where);
    }
    return arrays;
}

std::string writeNpz(const NpzArrays& arrays, bool deflate, Progress& progress)
{
    const auto fail = [](const char* call, const std::string& reason) {
        throw Error(ErrorKind::Internal, reason, {.call = call});
    };
    zip_error_t error;
    zip_error_init(&error);
    const Source buffer(zip_source_buffer_create(nullptr, 0, 0, &error));
    if (!buffer)
        fail("zip_source_buffer_create", takeReason(error));
    zip_source_keep(buffer.get()); // the archive takes one reference, reading the bytes back needs another
    Archive archive(zip_open_from_source(buffer.get(), ZIP_CREATE | ZIP_TRUNCATE, &error));
    if (!archive) {
        zip_source_free(buffer.get());
        fail("zip_open_from_source", takeReason(error));
    }
    std::vector<zip_buffer_fragment_t> pieces(2 * arrays.size());
    std::vector<std::string> headers;
    headers.reserve(arrays.size());
    for (const auto& [name, array] : arrays) {
        if (array.elementBytes() == 0 ||
            array.elements() * array.elementBytes() != static_cast<std::int64_t>(array.data.size()))
            fail("writeNpz", fmt::format("data of \"{}\" does not fit its type and shape", name));
        headers.push_back(npyHeaderBytes(array.dtype, array.shape));
        zip_buffer_fragment_t* piece = &pieces[2 * (headers.size() - 1)];
        piece[0] = {reinterpret_cast<zip_uint8_t*>(headers.back().data()), headers.back().size()};
        piece[1] = {reinterpret_cast<zip_uint8_t*>(const_cast<std::byte*>(array.data.data())), array.data.size()};
        zip_source_t* data = zip_source_buffer_fragment(archive.get(), piece, array.data.empty() ? 1 : 2, 0);
        if (!data)
            fail("zip_source_buffer_fragment", zip_strerror(archive.get()));
        const zip_int64_t index = zip_file_add(archive.get(), (name + ".npy").c_str(), data, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(data);
            fail("zip_file_add", zip_strerror(archive.get()));
        }
        // Level 1: index arrays shrink no further at 6, which takes seven times as long.
        constexpr zip_uint16_t firstDay = 1 << 5 | 1; // 1 January 1980, the first that an archive can say
        const auto at = static_cast<zip_uint64_t>(index);
        if (zip_set_file_compression(archive.get(), at, deflate ? ZIP_CM_DEFLATE : ZIP_CM_STORE, deflate ? 1 : 0) !=
                0 ||
            zip_file_set_dostime(archive.get(), at, 0, firstDay, 0) != 0)
            fail("zip_file_set_dostime", zip_strerror(archive.get()));
    }
    const auto cancelled = [](zip_t*, void* of) { return static_cast<Progress*>(of)->cancelled() ? 1 : 0; };
    zip_register_cancel_callback_with_state(archive.get(), cancelled, nullptr, &progress);
    if (zip_close(archive.get()) != 0) {
        progress.check();
        fail("zip_close", zip_strerror(archive.get()));
    }
    archive.release(); // zip_close freed it

    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_source_open(buffer.get()) != 0 || zip_source_stat(buffer.get(), &stat) != 0)
        fail("zip_source_open", zip_error_strerror(zip_source_error(buffer.get())));
    std::string bytes(stat.size, '\0');
    std::uint64_t done = 0;
    while (done < bytes.size()) {
        const zip_int64_t got = zip_source_read(buffer.get(), bytes.data() + done, bytes.size() - done);
        if (got <= 0)
            fail("zip_source_read", "the archive in memory cannot be read back");
        done += static_cast<std::uint64_t>(got);
    }
    zip_source_close(buffer.get());
    return bytes;
}

} // namespace sparsescope
