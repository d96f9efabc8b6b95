// FROSTT's text form of a tensor of three modes, read as slices that stand side by side: "slice row column" or "slice
// row column value" a line, all from 1, and comments behind '#'. Nothing says how large it is: the largest index of
// each mode does.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/formats.h"
#include "engine/io/numbers.h"
#include "engine/io/text_chunks.h"
#include "engine/matrix/patterns/build.h"
#include "engine/matrix/slices.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::size_t modes = 3; // slice, row, column
constexpr std::array<const char*, modes> modeNames = {"slice", "row", "column"};
constexpr std::uint64_t mostIndex = (std::uint64_t{1} << 31) - 1;

struct Places {
    std::array<std::vector<std::int32_t>, modes> indices; // from 0
    std::vector<double> values;
};

std::vector<std::string_view> wordsOf(std::string_view line)
{
    return words(line.substr(0, line.find('#')));
}

// The words of the first line that holds an entry: 3 of a pattern, else 4.
std::size_t wordsOfEntry(std::string_view text, const std::string& file)
{
    Lines lines(text);
    std::string_view line;
    while (lines.next(line)) {
        const std::size_t count = wordsOf(line).size();
        if (count == modes || count == modes + 1)
            return count;
        if (count > 0)
            failInput(fmt::format("has {} word{} where three or four are expected: slice, row, column and value "
                                  "(tensors of other than three modes are not read)",
                                  count, count == 1 ? "" : "s"),
                      {.file = file, .line = lines.number()});
    }
    failInput("the file holds no entry", {.file = file, .line = lines.number()});
}

// Why an entry cannot be read; empty where it was.
std::string readEntry(const std::vector<std::string_view>& word, std::size_t expected, Places& out)
{
    if (word.size() != expected)
        return fmt::format("has {} word{} where the first entry has {}", word.size(), word.size() == 1 ? "" : "s",
                           expected);
    for (std::size_t mode = 0; mode < modes; ++mode) {
        std::uint64_t index = 0;
        const char* const end = word[mode].data() + word[mode].size();
        if (parseWhole(word[mode].data(), end, index) != end || index - 1 >= mostIndex)
            return fmt::format("{} {} is not a whole number from 1 to {}", modeNames[mode], quoted(word[mode]),
                               mostIndex);
        out.indices[mode].push_back(static_cast<std::int32_t>(index - 1));
    }
    if (expected == modes)
        return {};
    double value = 0;
    const char* const end = word[modes].data() + word[modes].size();
    if (parseReal(word[modes].data(), end, value) != end)
        return fmt::format("value {} is not a number", quoted(word[modes]));
    out.values.push_back(value);
    return {};
}

Defect readChunk(std::string_view text, const TextChunk& chunk, std::size_t expected, Places& out)
{
    Lines lines(text.substr(chunk.begin, chunk.end - chunk.begin));
    std::string_view line;
    while (lines.next(line)) {
        const std::vector<std::string_view> word = wordsOf(line);
        if (word.empty())
            continue;
        if (std::string reason = readEntry(word, expected, out); !reason.empty())
            return {static_cast<std::size_t>(line.data() - text.data()), std::move(reason)};
    }
    return {};
}

std::int64_t extentOf(const std::vector<Places>& chunks, std::size_t mode)
{
    std::int64_t extent = 0;
    for (const Places& chunk : chunks)
        for (const std::int32_t index : chunk.indices[mode])
            extent = std::max(extent, std::int64_t{index} + 1);
    return extent;
}

} // namespace

MatrixPtr readTns(Opened opened)
{
    const std::string_view text = opened.bytes;
    const std::size_t expected = wordsOfEntry(text, opened.file);
    requireMemory(2 * static_cast<std::uint64_t>(text.size()), opened.file, "the tensor");
    const std::vector<TextChunk> cuts = cutText(text, 0, "\n", opened.progress);
    std::vector<Places> chunks(cuts.size());
    const Defect defect =
        overTextChunks(static_cast<std::int64_t>(cuts.size()), opened.progress, "reading entries", 0.0, 0.6,
                       [&](std::int64_t i) { return readChunk(text, cuts[at(i)], expected, chunks[at(i)]); });
    if (defect.position != std::string_view::npos)
        failInput(defect.reason, {.file = opened.file, .line = lineOf(text, defect.position, opened.progress)});

    const std::int64_t slices = extentOf(chunks, 0), rows = extentOf(chunks, 1), sliceCols = extentOf(chunks, 2);
    if (slices > mostSlices)
        failInput(fmt::format("{} slices: at most {} can be read", slices, mostSlices), {.file = opened.file});
    if (slices * sliceCols > static_cast<std::int64_t>(mostIndex))
        failInput(fmt::format("{} slices of {} columns are {} side by side, more than {}", slices, sliceCols,
                              slices * sliceCols, mostIndex),
                  {.file = opened.file});
    Coordinates entries{rows, slices * sliceCols, {}, {}, {}};
    for (Places& chunk : chunks) {
        opened.progress.check();
        for (std::size_t i = 0; i < chunk.indices[0].size(); ++i)
            chunk.indices[2][i] += static_cast<std::int32_t>(chunk.indices[0][i] * sliceCols);
        entries.row.insert(entries.row.end(), chunk.indices[1].begin(), chunk.indices[1].end());
        entries.col.insert(entries.col.end(), chunk.indices[2].begin(), chunk.indices[2].end());
        entries.value.insert(entries.value.end(), chunk.values.begin(), chunk.values.end());
        chunk = {};
    }
    const auto stored = static_cast<std::int64_t>(entries.row.size());
    requireRowsInUse(rows, stored, opened.file);
    const std::int64_t cols = entries.cols;
    Csr csr = assemble(std::move(entries), opened.file, opened.progress);

    MatrixSource& source = opened.source;
    source.format = "FROSTT tensor";
    source.field = expected == modes ? "pattern" : "real";
    source.symmetry = "general";
    source.storedEntries = stored;
    source.notes.push_back(
        fmt::format("A tensor of {} slices of {} x {}, the largest indices of the file; slices stand "
                    "side by side.",
                    slices, rows, sliceCols));
    return finishMatrix(rows, cols, std::move(csr), std::move(source), opened.progress, slices);
}

} // namespace sparsescope
