// Whole-buffer compression with zlib.
#include "engine/io/gzip.h"

#include "engine/core/files.h"

#include <algorithm>
#include <fmt/format.h>
#include <zlib.h>

namespace sparsescope {

namespace {

// Pieces in which zlib is fed: below the 32-bit counters of its stream, and short enough to check for cancellation.
constexpr std::size_t piece = 4u << 20;

constexpr int gzipWindow = 15 + 16;
constexpr int zlibWindow = 15;

// A stream of zlib that is always ended.
struct Inflater {
    z_stream stream{};
    explicit Inflater(int window)
    {
        if (inflateInit2(&stream, window) != Z_OK)
            throw Error(ErrorKind::Internal, "cannot start", {.call = "inflateInit2"});
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
};

std::string deflateWith(std::string_view bytes, int level, int window)
{
    z_stream stream{};
    if (deflateInit2(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error(ErrorKind::Internal, "cannot start", {.call = "deflateInit2"});
    std::string out;
    std::size_t taken = 0;
    std::size_t written = 0;
    int status = Z_OK;
    while (status == Z_OK || status == Z_BUF_ERROR) {
        if (stream.avail_in == 0 && taken < bytes.size()) {
            const std::size_t n = std::min(piece, bytes.size() - taken);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
            stream.avail_in = static_cast<uInt>(n);
            taken += n;
        }
        if (written == out.size())
            out.resize(std::max<std::size_t>(bytes.size() / 4 + 64, out.size() * 2));
        const std::size_t room = std::min(piece, out.size() - written);
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
        stream.avail_out = static_cast<uInt>(room);
        status = deflate(&stream, taken == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
        written += room - stream.avail_out;
    }
    deflateEnd(&stream);
    if (status != Z_STREAM_END)
        throw Error(ErrorKind::Internal, fmt::format("status {}", status), {.call = "deflate"});
    out.resize(written);
    return out;
}

// The size that the last member of a .gz declares, modulo 2^32: a hint for the first allocation only.
std::size_t declaredSize(std::string_view bytes)
{
    if (bytes.size() < 18)
        return 0;
    std::size_t size = 0;
    for (int i = 0; i < 4; ++i)
        size |=
            static_cast<std::size_t>(static_cast<unsigned char>(bytes[bytes.size() - 4 + static_cast<std::size_t>(i)]))
            << (8 * i);
    return size;
}

} // namespace

bool isGzip(std::string_view bytes)
{
    return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

// Where text is asked to reserve less than twice what it has, it takes twice as much.
void makeRoom(std::string& text, std::uint64_t size, const std::string& file)
{
    requireMemory(size, file, "the uncompressed text");
    std::string larger;
    larger.reserve(size);
    larger.append(text);
    text.swap(larger);
}

std::string inflateGzip(std::string_view bytes, const std::string& file, Progress& progress, std::uint64_t limit)
{
    constexpr std::size_t mostRatio = 1032; // of deflate: no honest size hint is larger
    const auto grow = [&](std::string& text, std::size_t size) {
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, limit));
        makeRoom(text, size, file);
    };
    std::string text;
    grow(text, std::max<std::size_t>(std::min(declaredSize(bytes), bytes.size() * mostRatio), 1024));

    Inflater inflater(gzipWindow);
    z_stream& stream = inflater.stream;
    std::size_t taken = 0;
    while (true) {
        progress.check();
        if (stream.avail_in == 0 && taken < bytes.size()) {
            const std::size_t n = std::min(piece, bytes.size() - taken);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
            stream.avail_in = static_cast<uInt>(n);
            taken += n;
        }
        if (text.size() == text.capacity()) {
            if (text.size() >= limit)
                failInput(fmt::format("holds more than {} bytes when uncompressed", limit), {.file = file});
            grow(text, text.size() + text.size() / 2 + piece);
        }
        const std::size_t written = text.size();
        const std::size_t room = std::min(piece, text.capacity() - written);
        text.resize(written + room);
        stream.next_out = reinterpret_cast<Bytef*>(text.data() + written);
        stream.avail_out = static_cast<uInt>(room);
        const int status = inflate(&stream, Z_NO_FLUSH);
        text.resize(written + room - stream.avail_out);
        const std::size_t at = taken - stream.avail_in;
        progress.report("uncompressing", static_cast<double>(at) / static_cast<double>(bytes.size()));
        if (status == Z_STREAM_END) {
            const std::string_view rest = bytes.substr(at);
            if (rest.find_first_not_of('\0') == std::string_view::npos)
                return text; // tapes pad with zeros
            if (!isGzip(rest))
                failInput(fmt::format("has {} bytes behind its compressed data", rest.size()), {.file = file});
            inflateReset(&stream);
        } else if (status == Z_BUF_ERROR || (status == Z_OK && stream.avail_out > 0 && at == bytes.size())) {
            if (at == bytes.size() && stream.avail_out > 0)
                failInput(fmt::format("is truncated: its compressed data ends after {} bytes without an end mark",
                                      bytes.size()),
                          {.file = file});
        } else if (status != Z_OK) {
            failInput(fmt::format("is damaged: {} near byte {} of its compressed data",
                                  stream.msg ? stream.msg : "no valid stream", at),
                      {.file = file});
        }
    }
}

void withTextFile(const std::string& path, Progress& progress, const std::function<void(std::string_view text)>& read)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    withMappedFile(path, [&](std::string_view bytes) {
        if (isGzip(bytes))
            read(inflateGzip(bytes, path, progress, most));
        else
            read(bytes);
        return 0;
    });
}

std::string deflateGzip(std::string_view bytes, int level)
{
    return deflateWith(bytes, level, gzipWindow);
}

std::string deflateBytes(std::string_view bytes, int level)
{
    return deflateWith(bytes, level, zlibWindow);
}

std::string inflateBytes(std::string_view compressed, std::uint64_t size, const Where& where, Progress& progress)
{
    constexpr std::uint64_t mostRatio = 1032;
    if (size > compressed.size() * mostRatio)
        failInput(fmt::format("{} compressed bytes cannot hold the {} that are declared", compressed.size(), size),
                  where);
    requireMemory(size, where.file, where.call.empty() ? "the data" : where.call);
    std::string out(size, '\0');
    Inflater inflater(zlibWindow);
    z_stream& stream = inflater.stream;
    std::size_t taken = 0;
    std::size_t written = 0;
    char beyond = 0; // takes the byte that must not come
    while (true) {
        if (stream.avail_in == 0 && taken < compressed.size()) {
            const std::size_t n = std::min(piece, compressed.size() - taken);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data() + taken));
            stream.avail_in = static_cast<uInt>(n);
            taken += n;
        }
        progress.check();
        const bool full = written == out.size();
        const std::size_t room = full ? 1 : std::min(piece, out.size() - written);
        stream.next_out = reinterpret_cast<Bytef*>(full ? &beyond : out.data() + written);
        stream.avail_out = static_cast<uInt>(room);
        const int status = inflate(&stream, Z_NO_FLUSH);
        const std::size_t got = room - stream.avail_out;
        if (full && got > 0)
            failInput(fmt::format("holds more than the {} bytes that are declared", size), where);
        written += full ? 0 : got;
        if (status == Z_STREAM_END) {
            if (written != size)
                failInput(fmt::format("holds {} bytes where {} are declared", written, size), where);
            if (taken != compressed.size() || stream.avail_in != 0)
                failInput("has bytes behind its end", where);
            return out;
        }
        if (status != Z_OK || (got == 0 && stream.avail_in == 0 && taken == compressed.size()))
            failInput(fmt::format("is damaged: {}", stream.msg ? stream.msg : "its compressed data ends too early"),
                      where);
    }
}

} // namespace sparsescope
