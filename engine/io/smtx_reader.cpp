// SMTX, the text form of the Deep Learning Matrix Collection: "rows, columns, non-zeros", then rows + 1 row offsets,
// then the column indices, all from 0; a pattern. Two parallel passes over fixed chunks: what a number means depends on
// how many are before it, so that they are counted first.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/formats.h"
#include "engine/io/numbers.h"
#include "engine/io/text_chunks.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace sparsescope {

namespace {

bool isSpace(char c)
{
    return isBlank(c) || c == '\n' || c == '\r';
}

const char* skipSpace(const char* p, const char* end)
{
    while (p < end && isSpace(*p))
        ++p;
    return p;
}

const char* skipWord(const char* p, const char* end)
{
    while (p < end && !isSpace(*p))
        ++p;
    return p;
}

std::array<std::string_view, 3> headerWords(std::string_view line)
{
    std::array<std::string_view, 3> found;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t end = i < 2 ? line.find(',') : line.size();
        if (end == std::string_view::npos)
            return {};
        const std::vector<std::string_view> word = words(line.substr(0, end));
        if (word.size() != 1)
            return {};
        found[i] = word[0];
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return found;
}

std::int64_t countWords(std::string_view text, std::vector<TextChunk>& chunks, Progress& progress)
{
    overTextChunks(static_cast<std::int64_t>(chunks.size()), progress, "counting entries", 0.0, 0.1,
                   [&](std::int64_t i) {
                       TextChunk& chunk = chunks[static_cast<std::size_t>(i)];
                       bool before = true;
                       for (std::size_t at = chunk.begin; at < chunk.end; ++at) {
                           const bool space = isSpace(text[at]);
                           chunk.items += before && !space ? 1 : 0;
                           before = space;
                       }
                       return Defect{};
                   });
    std::int64_t total = 0;
    for (TextChunk& chunk : chunks)
        total += std::exchange(chunk.items, total);
    return total;
}

std::size_t positionOfWord(std::string_view text, const std::vector<TextChunk>& chunks, std::int64_t index)
{
    std::size_t k = chunks.size() - 1;
    while (chunks[k].items > index)
        --k;
    const char* const end = text.data() + chunks[k].end;
    const char* p = skipSpace(text.data() + chunks[k].begin, end);
    for (std::int64_t i = chunks[k].items; i < index; ++i)
        p = skipSpace(skipWord(p, end), end);
    return static_cast<std::size_t>(p - text.data());
}

Where placeOf(std::string_view text, std::size_t position, const std::string& file, const Progress& progress)
{
    position = std::min(position, text.size() - 1);
    std::size_t start = position;
    for (; start > 0 && text[start - 1] != '\n'; --start)
        if (start % (1u << 20) == 0)
            progress.check();
    return {.file = file,
            .line = lineOf(text, position, progress),
            .column = static_cast<std::int64_t>(position - start) + 1};
}

struct Shape {
    std::int64_t rows = 0, cols = 0, nnz = 0;
};

Defect parseChunk(std::string_view text, const TextChunk& chunk, const Shape& shape, Csr& csr)
{
    const char* const end = text.data() + chunk.end;
    std::int64_t index = chunk.items;
    for (const char* p = skipSpace(text.data() + chunk.begin, end); p < end; ++index) {
        std::uint64_t value = 0;
        const char* q = parseWhole(p, end, value);
        const bool offset = index <= shape.rows;
        const auto most = static_cast<std::uint64_t>(offset ? shape.nnz : shape.cols - 1);
        if (!q || (q < end && !isSpace(*q)) || value > most || (!offset && shape.cols == 0)) {
            const std::string_view word = wordAt(p, end);
            const char* const what = offset ? "row offset" : "column index";
            std::string reason =
                word.find_first_not_of("0123456789", word.starts_with('-') && word.size() > 1 ? 1 : 0) !=
                        std::string_view::npos
                    ? fmt::format("{} {} is not a whole number", what, quoted(word))
                    : fmt::format("{} {} is out of range: it runs from 0 to {}", what, quoted(word),
                                  offset ? shape.nnz : shape.cols - 1);
            return {static_cast<std::size_t>(p - text.data()), std::move(reason)};
        }
        if (offset)
            csr.rowPtr[static_cast<std::size_t>(index)] = static_cast<std::int64_t>(value);
        else
            csr.colIdx[static_cast<std::size_t>(index - shape.rows - 1)] = static_cast<std::int32_t>(value);
        p = skipSpace(q, end);
    }
    return {};
}

void checkOffsets(std::string_view text, const std::vector<TextChunk>& chunks, const Shape& shape, const Csr& csr,
                  const std::string& file, const Progress& progress)
{
    const auto fail = [&](std::int64_t index, std::string reason) {
        failInput(std::move(reason), placeOf(text, positionOfWord(text, chunks, index), file, progress));
    };
    if (csr.rowPtr.front() != 0)
        fail(0, fmt::format("the first row offset is {}, not 0", csr.rowPtr.front()));
    for (std::int64_t r = 0; r < shape.rows; ++r)
        if (csr.rowPtr[static_cast<std::size_t>(r) + 1] < csr.rowPtr[static_cast<std::size_t>(r)])
            fail(r + 1,
                 fmt::format("row offset {} is below {}, the one before it",
                             csr.rowPtr[static_cast<std::size_t>(r) + 1], csr.rowPtr[static_cast<std::size_t>(r)]));
    if (csr.rowPtr.back() != shape.nnz)
        fail(shape.rows,
             fmt::format("the last row offset is {}, but line 1 declares {} non-zeros", csr.rowPtr.back(), shape.nnz));
}

} // namespace

bool looksLikeSmtx(std::string_view bytes)
{
    std::string_view line;
    Lines lines(bytes.substr(0, 200));
    if (!lines.next(line))
        return false;
    for (const std::string_view word : headerWords(line))
        if (word.empty() || word.find_first_not_of("0123456789") != std::string_view::npos)
            return false;
    return true;
}

MatrixPtr readSmtx(Opened opened)
{
    const std::string_view text = opened.bytes;
    const Where first{.file = opened.file, .line = 1};
    Lines lines(text);
    std::string_view line;
    lines.next(line);
    if (line.find('\r') != std::string_view::npos)
        failInput("lines end with a bare carriage return (old Macintosh): convert the file to \"\\n\" first", first);
    const std::array<std::string_view, 3> word = headerWords(line);
    if (word[0].empty() || word[1].empty() || word[2].empty())
        failInput(fmt::format("{} is not \"rows, columns, non-zeros\"", quoted(line)), first);
    const Shape shape{parseExtent(word[0], "rows", first), parseExtent(word[1], "columns", first),
                      parseCount(word[2], first)};

    std::vector<TextChunk> chunks = cutText(text, lines.position(), " \t\n", opened.progress);
    const std::int64_t found = countWords(text, chunks, opened.progress);
    const std::int64_t expected = shape.rows + 1 + shape.nnz;
    if (found <= shape.rows)
        failInput(fmt::format("the file ends after {} of {} row offsets", found, shape.rows + 1),
                  placeOf(text, text.size(), opened.file, opened.progress));
    if (found < expected)
        failInput(fmt::format("the file ends after {} of {} column indices", found - shape.rows - 1, shape.nnz),
                  placeOf(text, text.size(), opened.file, opened.progress));
    if (found > expected)
        failInput(fmt::format("the file goes on after the {} column indices that line 1 declares", shape.nnz),
                  placeOf(text, positionOfWord(text, chunks, expected), opened.file, opened.progress));

    requireMemory(8 * static_cast<std::uint64_t>(shape.rows) + 4 * static_cast<std::uint64_t>(shape.nnz), opened.file,
                  "the matrix");
    Csr csr;
    csr.rowPtr = zeros<std::int64_t>(shape.rows + 1, opened.progress);
    csr.colIdx = zeros<std::int32_t>(shape.nnz, opened.progress);
    const Defect defect = overTextChunks(
        static_cast<std::int64_t>(chunks.size()), opened.progress, "reading entries", 0.1, 0.9,
        [&](std::int64_t i) { return parseChunk(text, chunks[static_cast<std::size_t>(i)], shape, csr); });
    if (defect.position != std::string_view::npos)
        failInput(defect.reason, placeOf(text, defect.position, opened.file, opened.progress));
    checkOffsets(text, chunks, shape, csr, opened.file, opened.progress);
    canonicalise(csr, opened.progress);

    MatrixSource& source = opened.source;
    source.format = "SMTX";
    source.field = "pattern";
    source.symmetry = "general";
    source.storedEntries = shape.nnz;
    return finishMatrix(shape.rows, shape.cols, std::move(csr), std::move(source), opened.progress);
}

} // namespace sparsescope
