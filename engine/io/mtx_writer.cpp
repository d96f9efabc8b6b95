// Matrix Market text, formatted in parallel: waves of chunks of equally many non-zeros, written in their order.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/io/formats.h"
#include "engine/io/gzip.h"
#include "engine/io/writer.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace sparsescope {

namespace {

constexpr std::int64_t textEntries = 1 << 16; // about 1 MB of text
constexpr std::int64_t waveChunks = 32;

constexpr std::size_t mostIndex = 11; // digits and what follows them
constexpr std::size_t mostValue = 26;

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string header(const Matrix& matrix, std::string comment)
{
    std::replace_if(
        comment.begin(), comment.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }, ' ');
    return fmt::format("%%MatrixMarket matrix coordinate {} general\n{}{}{} {} {}\n",
                       matrix.hasValues() ? "real" : "pattern", comment.empty() ? "" : fmt::format("% {}\n", comment),
                       matrix.slices() > 1 ? fmt::format("% slices {}\n", matrix.slices()) : "", matrix.rows(),
                       matrix.cols(), matrix.nnz());
}

// The lines of non-zeros [begin, end).
void format(const Matrix& matrix, std::int64_t begin, std::int64_t end, std::string& out)
{
    const bool valued = matrix.hasValues();
    out.resize(static_cast<std::size_t>(end - begin) * (2 * mostIndex + (valued ? mostValue : 0)));
    char* p = out.data();
    char* const last = p + out.size();
    char row[mostIndex] = {};
    std::size_t rowLength = 0;
    std::int64_t r = matrix.rowOf(begin) - 1;
    std::int64_t rowEnd = begin;
    for (std::int64_t i = begin; i < end; ++i) {
        while (i == rowEnd) { // empty rows are passed over
            rowEnd = matrix.rowPtr()[static_cast<std::size_t>(++r) + 1];
            char* const digits = std::to_chars(row, row + mostIndex, r + 1).ptr;
            *digits = ' ';
            rowLength = static_cast<std::size_t>(digits - row) + 1;
        }
        std::memcpy(p, row, mostIndex); // a fixed length is quicker; what is too much is overwritten
        p = std::to_chars(p + rowLength, last, matrix.colIdx()[at(i)] + std::int64_t{1}).ptr;
        if (valued) {
            *p++ = ' ';
            p = std::to_chars(p, last, matrix.values()[at(i)]).ptr;
        }
        *p++ = '\n';
    }
    out.resize(static_cast<std::size_t>(p - out.data()));
}

bool compressed(const std::string& path)
{
    return path.ends_with(".gz");
}

} // namespace

void requireWritable(const std::string& path)
{
    if (path.ends_with(".h5"))
        return requireBinsparseWriter(path);
    if (!path.ends_with(".mtx") && !path.ends_with(".mtx.gz") && !path.ends_with(".npz"))
        failUsage(fmt::format("\"{}\": a matrix is written as .mtx, .mtx.gz, .npz or .bsp.h5", path));
}

std::int64_t writeMatrix(const Matrix& matrix, const std::string& path, const std::string& comment, Progress& progress)
{
    requireWritable(path);
    if (path.ends_with(".npz"))
        return writeScipy(matrix, path, comment, progress);
    if (path.ends_with(".h5"))
        return writeBinsparse(matrix, path, comment, progress);
    std::int64_t bytes = 0;
    writeAtomically(
        path,
        [&](const std::string& temporary) {
            const auto fail = [&] { failInput(fmt::format("cannot write: {}", std::strerror(errno)), {.file = path}); };
            std::unique_ptr<std::FILE, FileCloser> file(std::fopen(temporary.c_str(), "wb"));
            if (!file)
                fail();
            const auto put = [&](std::string_view text) {
                if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size())
                    fail();
                bytes += static_cast<std::int64_t>(text.size());
            };
            const std::string head = header(matrix, comment);
            put(compressed(path) ? deflateGzip(head) : head);
            const std::int64_t chunks = (matrix.nnz() + textEntries - 1) / textEntries;
            std::vector<std::string> texts(static_cast<std::size_t>(std::min(chunks, waveChunks)));
            for (std::int64_t first = 0; first < chunks; first += waveChunks) {
                const std::int64_t count = std::min(waveChunks, chunks - first);
                parallelEach(count, 1, [&](std::int64_t k) {
                    progress.check();
                    std::string& text = texts[at(k)];
                    const std::int64_t begin = (first + k) * textEntries;
                    format(matrix, begin, std::min(matrix.nnz(), begin + textEntries), text);
                    if (compressed(path))
                        text = deflateGzip(text);
                });
                for (std::int64_t k = 0; k < count; ++k) {
                    progress.check();
                    put(texts[at(k)]);
                }
                progress.report("writing", static_cast<double>(first + count) / static_cast<double>(chunks));
            }
            if (std::fclose(file.release()) != 0)
                fail();
        },
        progress);
    return bytes;
}

} // namespace sparsescope
