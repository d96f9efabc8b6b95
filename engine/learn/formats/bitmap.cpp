// Bitmap: a bit for every place, and the values of those that are set, packed.
#include "engine/core/at.h"
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

constexpr std::int64_t wordBits = 32;

// Where a place of the matrix has its bit, and its value if that is set.
struct BitPlace {
    std::int64_t word = 0, value = -1; // -1: the bit is 0
};

BitPlace bitOf(const WarpBuilder& b, std::int64_t row, std::int64_t col)
{
    const std::int64_t height = b.number("height"), width = b.number("width");
    BitPlace place;
    place.word = row / height * b.number("across") + col / width;
    const auto bits = static_cast<std::uint64_t>(b.array("bits").elements[at(place.word)].value);
    const auto bit = static_cast<std::uint64_t>(row % height * width + col % width);
    if ((bits >> bit & 1) != 0)
        place.value = (place.word > 0 ? b.element("wordEnd", place.word - 1) : 0) +
                      std::popcount(bits & ((std::uint64_t{1} << bit) - 1));
    return place;
}

// A lane looks at a bit and, where it is set, finds its value.
bool look(WarpBuilder& b, WarpStep& s, int lane, std::int64_t row, std::int64_t col)
{
    const BitPlace place = bitOf(b, row, col);
    b.read(s, lane, "bits", place.word);
    if (place.value < 0) {
        WarpBuilder::works(s, lane, fmt::format("y{}", row), "bit 0", true);
        return false;
    }
    if (place.word > 0)
        b.read(s, lane, "wordEnd", place.word - 1);
    b.multiply(s, lane, place.value, row, col);
    return true;
}

std::string looked(int set, int lanes)
{
    return fmt::format("{} found a bit and counted those before it{}", lanesThat(set, "have", "has"),
                       lanes > set ? fmt::format(", {} a 0", lanesThat(lanes - set, "have", "has")) : std::string());
}

void bitThreads(WarpBuilder& b)
{
    b.addDense(1);
    const std::int64_t rows = b.number("rows");
    for (std::int64_t first = 0; first < rows; first += b.lanes()) {
        b.warp(static_cast<int>(first / b.lanes()));
        const auto count = static_cast<int>(std::min<std::int64_t>(b.lanes(), rows - first));
        for (std::int64_t c = 0; c < b.number("cols"); ++c) {
            WarpStep& s = b.step(6, "");
            int set = 0;
            for (int l = 0; l < count; ++l)
                set += look(b, s, l, first + l, c) ? 1 : 0;
            s.text = fmt::format("Column {} of every row: {}.", c, looked(set, count));
            s.line = set > 0 ? 7 : 6;
        }
        WarpStep& s = b.step(10, "Every thread writes the sum of its row.");
        for (int l = 0; l < count; ++l) {
            WarpBuilder::works(s, l, fmt::format("y{}", first + l), "stores");
            b.write(s, l, "y", first + l);
        }
    }
}

void bitWarps(WarpBuilder& b)
{
    b.addDense(1);
    const std::int64_t cols = b.number("cols");
    for (std::int64_t row = 0; row < b.number("rows"); ++row) {
        b.warp(static_cast<int>(row));
        for (std::int64_t c = 0; c < cols; c += b.lanes()) {
            const auto count = static_cast<int>(std::min<std::int64_t>(b.lanes(), cols - c));
            WarpStep& s = b.step(6, "");
            int set = 0;
            for (int l = 0; l < count; ++l)
                set += look(b, s, l, row, c + l) ? 1 : 0;
            s.text =
                fmt::format("Row {}, a column a lane: {}. Their values stand side by side.", row, looked(set, count));
            s.line = set > 0 ? 7 : 6;
        }
        b.addAcrossLanes(11, fmt::format("y{}", row));
        WarpStep& s = b.step(12, fmt::format("Lane 0 writes the sum of row {}.", row));
        WarpBuilder::works(s, 0, fmt::format("y{}", row), "stores");
        b.write(s, 0, "y", row);
    }
}

void bitColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    for (std::int64_t row = 0; row < b.number("rows"); ++row) {
        b.warp(static_cast<int>(row));
        for (std::int64_t c = 0; c < b.number("cols"); ++c) {
            const BitPlace place = bitOf(b, row, c);
            WarpStep& s = b.step(place.value < 0 ? 6 : 7, "");
            for (int l = 0; l < b.lanes(); ++l) {
                b.read(s, l, "bits", place.word);
                if (place.value < 0)
                    WarpBuilder::works(s, l, fmt::format("C{},{}", row, l), "bit 0", true);
                else if (place.word > 0)
                    b.read(s, l, "wordEnd", place.word - 1);
            }
            if (place.value < 0) {
                s.text = fmt::format("Row {}, column {}: the bit is 0, and all lanes go on.", row, c);
                continue;
            }
            s.text = fmt::format("Row {}, column {}: all lanes count the bits before it, take {}, each against its own "
                                 "column of B.",
                                 row, c, b.value(place.value).text);
            b.multiplyRow(s, place.value, row, c);
        }
        b.storeRow(b.step(10, fmt::format("All lanes write row {} of C side by side.", row)), row);
    }
}

void bitSampledThreads(WarpBuilder& b)
{
    std::vector<SampledWork> work;
    for (std::int64_t row = 0; row < b.number("rows"); ++row) {
        SampledWork bits;
        for (std::int64_t c = 0; c < b.number("cols"); ++c) {
            const BitPlace place = bitOf(b, row, c);
            bits.places.push_back({place.value, row, c, {{"bits", place.word}}});
            if (place.value >= 0 && place.word > 0)
                bits.places.back().reads.emplace_back("wordEnd", place.word - 1);
        }
        work.push_back(std::move(bits));
    }
    stepSampledThreads(b, work, 1);
}

std::vector<LearnParameter> bitmapParameters(const Matrix& matrix)
{
    return {parameter("height", "height", "Rows of a word: its 32 bits are so many rows of 32 / height columns.",
                      powers(1, 8),
                      matrix.cols() > 16  ? 1
                      : matrix.cols() > 8 ? 2
                                          : 4)};
}

// Words of the bits of a block each, the bits of a row from the lowest on; the values of a word in the order of its
// bits.
void composeBitmap(Encoded& e)
{
    const Matrix& m = *e.matrix;
    const std::int64_t height = e.number("height"), width = wordBits / height;
    const std::int64_t across = (m.cols() + width - 1) / width, down = (m.rows() + height - 1) / height;
    e.inOrder = true;
    EncodedArray bits = emptyArray("bits", "a bit for each of these places, in hexadecimal, the lowest is the first",
                                   ElementType::Index, e.dtype);
    bits.words = true;
    EncodedArray ends =
        emptyArray("wordEnd", "where the values of the word end; the first begins at 0", ElementType::Index, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    for (std::int64_t word = 0; word < down * across; ++word) {
        const std::int64_t top = word / across * height, left = word % across * width;
        const MatrixArea block{top, std::min(m.rows(), top + height), left, std::min(m.cols(), left + width)};
        std::uint32_t set = 0;
        for (std::int64_t bit = 0; bit < wordBits; ++bit) {
            const std::int64_t row = top + bit / width, col = left + bit % width;
            const std::int64_t position = col < m.cols() ? positionAt(m, row, col) : -1;
            if (position < 0)
                continue;
            set |= std::uint32_t{1} << bit;
            values.elements.push_back(valueElement(m, position, 0));
            e.places.push_back({static_cast<int>(col), static_cast<int>(row)});
        }
        e.frames.push_back({static_cast<int>(left), static_cast<int>(top), static_cast<int>(block.colEnd - left),
                            static_cast<int>(block.rowEnd - top), fmt::format("word {}: {:08x}", word, set)});
        bits.elements.push_back(numberElement(set, block, 0));
        bits.elements.back().text = fmt::format("{:08x}", set);
        ends.elements.push_back(numberElement(static_cast<std::int64_t>(values.elements.size()), block, 0));
    }
    for (std::int64_t r = 0; r < m.rows(); ++r)
        e.rowOfLine.push_back(static_cast<std::int32_t>(r));
    e.numbers["width"] = width;
    e.numbers["across"] = across;
    e.arrays = {std::move(bits), std::move(ends), std::move(values)};
}

// What a thread does with the bit of row i and column c, four lines from the loop on.
std::string theLoop(const char* loop, const char* dense)
{
    return fmt::format(R"(float sum = 0;
{} {{
    int w = i / height * across + c / width; // the word
    int b = i % height * width + c % width;  // and the bit
    if (bits[w] >> b & 1)
        sum += values[(w > 0 ? wordEnd[w - 1] : 0)
             + __popc(bits[w] & (1u << b) - 1)] * {};
}})",
                       loop, dense);
}

} // namespace

TaughtFormat taughtBitmap()
{
    return {.name = "bitmap",
            .label = "bitmap",
            .about = "A bit for every place, 32 to a word, and the values of those that are set, packed. Which value "
                     "belongs to a bit follows from the bits before it: popcount. Good where a tenth of the places or "
                     "more hold something.",
            .parameters = bitmapParameters,
            .kernels = {{"thread a row",
                         "SpMV. Each thread looks at every place of its row: no column is stored, but zeros cost a "
                         "look.",
                         "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i >= rows) return;\n" +
                             theLoop("for (int c = 0; c < cols; ++c)", "x[c]") + "\ny[i] = sum;",
                         bitThreads},
                        {"warp a row",
                         "SpMV. Each lane looks at a column of its own: all read one word, and each counts the bits "
                         "before its own to find its value.",
                         "int i = blockIdx.x, lane = threadIdx.x;\nif (i >= rows) return;\n" +
                             theLoop("for (int c = lane; c < cols; c += warpSize)", "x[c]") +
                             "\nfor (int d = warpSize / 2; d > 0; d /= 2)\n    sum += __shfl_down_sync(~0u, sum, d);\n"
                             "if (lane == 0) y[i] = sum;",
                         bitWarps},
                        {overColumns,
                         "SpMM. All lanes look at the same bit and count the same bits; each has its own column of B.",
                         "int i = blockIdx.x, j = threadIdx.x;\nif (i >= rows) return;\n" +
                             theLoop("for (int c = 0; c < cols; ++c)", "B[c][j]") + "\nC[i][j] = sum;",
                         bitColumns},
                        sampledThreads({.about = "Each thread looks at every place of its row",
                                        .begin = "if (i >= rows) return;",
                                        .loop = "for (int c = 0; c < cols; ++c)",
                                        .each = "int w = i / height * across + c / width; // the word\n"
                                                "int b = i % height * width + c % width;  // and the bit\n"
                                                "if (!(bits[w] >> b & 1)) continue;\n"
                                                "int p = (w > 0 ? wordEnd[w - 1] : 0)\n"
                                                "      + __popc(bits[w] & (1u << b) - 1);",
                                        .row = "i",
                                        .col = "c"},
                                       bitSampledThreads)},
            .inTiles = ofTextbooks,
            .compose = composeBitmap};
}

} // namespace sparsescope::learn
