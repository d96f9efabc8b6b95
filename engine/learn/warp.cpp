// Steps that mappings of several formats share, of rows and of single non-zeros; and what a step touches.
#include "engine/core/at.h"
#include "engine/learn/columns.h"
#include "engine/learn/formats/taught_format.h"
#include "engine/learn/formats/tensor_core.h"
#include "engine/learn/warp_builder.h"

#include <map>
#include <set>

namespace sparsescope::learn {

std::string lanesThat(int lanes, const char* many, const char* one)
{
    return fmt::format("{} {}", plural(lanes, "lane"), lanes == 1 ? one : many);
}

int mostAlike(const std::vector<std::int64_t>& rows)
{
    std::map<std::int64_t, int> counts;
    int most = 0;
    for (const std::int64_t row : rows)
        most = std::max(most, ++counts[row]);
    return most;
}

int threadRows(WarpBuilder& b, const std::vector<RowWork>& rows, RowKernel kernel, int warp)
{
    for (std::size_t begin = 0; begin < rows.size(); begin += static_cast<std::size_t>(b.lanes()), ++warp) {
        b.warp(warp);
        const std::size_t count = std::min(rows.size() - begin, static_cast<std::size_t>(b.lanes()));
        std::size_t longest = 0;
        bool reads = false;
        for (std::size_t l = 0; l < count; ++l) {
            longest = std::max(longest, rows[begin + l].places.size());
            reads = reads || !rows[begin + l].first.empty();
        }
        if (reads) {
            WarpStep& s = b.step(kernel.first, "Every thread reads where its row begins and ends.");
            for (std::size_t l = 0; l < count; ++l) {
                for (const auto& [name, element] : rows[begin + l].first)
                    b.read(s, static_cast<int>(l), name, element);
                WarpBuilder::works(s, static_cast<int>(l), fmt::format("y{}", rows[begin + l].row), "begins");
            }
        }
        for (std::size_t k = 0; k < longest; ++k) {
            WarpStep& s = b.step(kernel.multiply, "");
            int work = 0, padding = 0;
            for (std::size_t l = 0; l < count; ++l) {
                const RowWork& r = rows[begin + l];
                if (k >= r.places.size())
                    continue;
                b.read(s, static_cast<int>(l), kernel.cols, r.places[k]);
                b.multiply(s, static_cast<int>(l), r.places[k], r.row, b.element(kernel.cols, r.places[k]));
                ++(s.lanes[l].work == LaneWork::Padding ? padding : work);
            }
            const int waiting = b.lanes() - work - padding;
            s.text = fmt::format("Place {} of every row: {}{}{}.", k, lanesThat(work, "multiply", "multiplies"),
                                 padding > 0 ? fmt::format(", {} on padding", padding) : "",
                                 waiting > 0 ? fmt::format(", {} {}", waiting, waiting == 1 ? "waits" : "wait") : "");
        }
        WarpStep& s = b.step(kernel.store, kernel.adds ? "Every thread adds the sum of its row to y."
                                                       : "Every thread writes the sum of its row.");
        std::vector<std::int64_t> written;
        for (std::size_t l = 0; l < count; ++l) {
            const RowWork& r = rows[begin + l];
            for (const auto& [name, element] : r.last)
                b.read(s, static_cast<int>(l), name, element);
            written.push_back(r.row);
            b.write(s, static_cast<int>(l), "y", r.row);
            WarpBuilder::works(s, static_cast<int>(l), fmt::format("y{}", r.row), kernel.adds ? "adds" : "stores");
        }
        if (const int most = mostAlike(written); most > 1)
            s.text += fmt::format(" Pieces of one long row go to one address, one after another: {} threads do.", most);
    }
    return warp;
}

int columnsOfRows(WarpBuilder& b, const std::vector<RowWork>& rows, RowKernel kernel, int warp)
{
    const auto all = [&](WarpStep& s, const std::vector<std::pair<const char*, std::int64_t>>& reads) {
        for (int l = 0; l < b.lanes(); ++l)
            for (const auto& [name, element] : reads)
                b.read(s, l, name, element);
    };
    for (const RowWork& r : rows) {
        b.warp(warp++);
        if (!r.first.empty()) {
            WarpStep& s = b.step(kernel.first, fmt::format("All lanes read where row {} begins and ends.", r.row));
            b.everyLane(s, r.row, "begins");
            all(s, r.first);
        }
        for (const std::int64_t place : r.places)
            b.takeTogether(kernel.multiply, kernel.cols, place, r.row);
        WarpStep& s = b.step(kernel.store, fmt::format("All lanes write row {} of C side by side.", r.row));
        all(s, r.last);
        b.storeRow(s, r.row);
    }
    return warp;
}

std::vector<RowWork> rowsOfOneWidth(const WarpBuilder& b, std::int64_t firstLine, std::int64_t firstValue,
                                    std::int64_t rows, std::int64_t width)
{
    std::vector<RowWork> work;
    for (std::int64_t r = 0; r < rows; ++r) {
        RowWork w;
        w.row = b.encoded().rowOfLine[at(firstLine + r)];
        for (std::int64_t k = 0; k < width; ++k)
            w.places.push_back(firstValue + (b.encoded().byColumns ? k * rows + r : r * width + k));
        if (b.names("rowIds"))
            w.last = {{"rowIds", firstLine + r}};
        work.push_back(std::move(w));
    }
    return work;
}

void threadNonZeros(WarpBuilder& b, const char* rowNames, const char* cols, std::int64_t firstValue, int line, int warp)
{
    const auto n = static_cast<std::int64_t>(b.array(cols).elements.size());
    for (std::int64_t p = 0; p < n; p += b.lanes()) {
        b.warp(warp++);
        const int count = static_cast<int>(std::min<std::int64_t>(b.lanes(), n - p));
        WarpStep& s = b.step(line, {});
        std::vector<std::int64_t> rows;
        for (int l = 0; l < count; ++l) {
            const std::int64_t row = b.element(rowNames, p + l);
            b.read(s, l, rowNames, p + l);
            b.read(s, l, cols, p + l);
            WarpBuilder::works(s, l, row < 0 ? "-" : fmt::format("y{}", row), "reads", row < 0);
            if (row >= 0)
                rows.push_back(row);
        }
        const auto padding = count - static_cast<std::int64_t>(rows.size());
        s.text = fmt::format("{}{} side by side: every thread reads row and column of its own.",
                             plural(count - padding, "non-zero"),
                             padding > 0 ? fmt::format(" and {} padded", plural(padding, "place")) : "");
        const int most = mostAlike(rows);
        WarpStep& t = b.step(
            line + 1, "Every thread multiplies and adds to y: " +
                          (most > 1 ? fmt::format("{} to one address, one after another.", plural(most, "thread"))
                                    : "each to an address of its own."));
        for (int l = 0; l < count; ++l) {
            const std::int64_t row = b.element(rowNames, p + l), v = firstValue + p + l;
            if (row < 0)
                continue;
            b.multiply(t, l, v, row, b.element(cols, p + l));
            b.write(t, l, "y", row);
        }
    }
}

void columnsOfNonZeros(WarpBuilder& b, const char* rowNames, const char* cols, std::int64_t firstValue, int line,
                       int warp)
{
    for (std::int64_t p = 0; p < static_cast<std::int64_t>(b.array(cols).elements.size()); ++p) {
        b.warp(warp++);
        const std::int64_t row = b.element(rowNames, p);
        WarpStep& first = b.step(line, "All lanes read row and column of one non-zero: one address for all.");
        b.everyLane(first, row, "reads");
        for (int l = 0; l < b.lanes(); ++l) {
            b.read(first, l, rowNames, p);
            b.read(first, l, cols, p);
        }
        WarpStep& s =
            b.step(line + 1, fmt::format("All lanes multiply {} with row {} of B and add to row {} of C, side "
                                         "by side: once for every non-zero.",
                                         b.value(firstValue + p).text, b.element(cols, p), row));
        b.multiplyRow(s, firstValue + p, row, b.element(cols, p));
        for (int l = 0; l < b.lanes(); ++l)
            b.write(s, l, "C", row * b.lanes() + l);
    }
}

WarpProgram warpProgram(const Encoded& e, int lanes)
{
    return warpProgram(e, lanes, usualColumns(e.name, e.mapping, lanes));
}

WarpProgram warpProgram(const Encoded& e, int lanes, std::int64_t columns)
{
    if (lanes != 8 && lanes != 32)
        failInput(fmt::format("a warp has 8 or 32 lanes here, not {}", lanes));
    if (columns < 1 || columns > lanes)
        failInput(fmt::format("J is 1 to {}, the lanes of the warp, not {}", lanes, columns));
    const Columns how = columnsOf(e);
    if (how == Columns::Tensor)
        columns = tensorColumns;
    WarpBuilder b(e, lanes, columns);
    const std::vector<TaughtKernel>& kernels = taughtFormat(e.name).kernels;
    std::find_if(kernels.begin(), kernels.end(), [&](const TaughtKernel& k) { return k.mapping == e.mapping; })->run(b);
    WarpProgram program = b.take();
    program.how = how;
    if (how == Columns::Loop || how == Columns::Lanes) {
        program.code = listingOf(e, columns, lanes);
        takeColumns(program, withColumns(listingOf(e), how, columns, lanes), columns, lanes);
    }
    return program;
}

double operand(const std::string& name, std::int64_t row, std::int64_t column)
{
    return static_cast<double>(1 + (name == "X"   ? (row + 2 * column) % 4
                                    : name == "Y" ? (2 * row + column) % 3
                                                  : (2 * row + 3 * column) % 5));
}

Summed outputAfter(const Encoded& e, const WarpProgram& program, int steps)
{
    const bool sampled = program.how == Columns::Sampled;
    const auto count = static_cast<std::size_t>(program.memories.back().elements);
    Summed output{std::vector<double>(count, 0), std::vector<char>(count, 0), std::vector<char>(count, 0)};
    std::vector<std::size_t> placeOf(static_cast<std::size_t>(e.matrix->nnz()));
    const std::vector<EncodedElement>& values = e.arrays[at(e.values())].elements;
    for (std::size_t v = 0; v < values.size(); ++v)
        if (values[v].position >= 0)
            placeOf[at(values[v].position)] = v;
    for (int s = 0; s < std::min(steps, static_cast<int>(program.steps.size())); ++s) {
        const WarpStep& step = program.steps[at(s)];
        for (const Product& p : step.products)
            for (std::int64_t j = 0; j < program.columns; ++j) {
                if (p.column >= 0 && p.column != j)
                    continue;
                const std::size_t place = sampled ? placeOf[at(p.position)] : at(p.row * program.columns + j);
                output.sums[place] += sampled ? operand("X", p.row, j) * operand("Y", p.col, j)
                                              : e.matrix->value(p.position) * operand("B", p.col, j);
                output.begun[place] = 1;
            }
        for (const Access& a : step.accesses)
            if (a.write)
                output.begun[at(a.element)] = output.written[at(a.element)] = 1;
    }
    for (std::size_t v = 0; sampled && v < count; ++v)
        if (output.written[v])
            output.sums[v] *= values[v].value;
    return output;
}

SectorCount sectorsOf(const WarpProgram& program, const WarpStep& step)
{
    std::map<std::pair<int, bool>, std::pair<std::set<std::int64_t>, std::set<std::int64_t>>> seen; // sectors, elements
    for (const Access& a : step.accesses) {
        auto& [sectors, elements] = seen[{a.memory, a.write}];
        sectors.insert((program.memories[at(a.memory)].base + 4 * a.element) / sectorBytes);
        elements.insert(a.element);
    }
    SectorCount count;
    for (const auto& [memory, sets] : seen) {
        count.touched += static_cast<std::int64_t>(sets.first.size());
        count.fewest += (static_cast<std::int64_t>(sets.second.size()) * 4 + sectorBytes - 1) / sectorBytes;
    }
    return count;
}

std::int64_t idleLanes(const WarpStep& step)
{
    return std::count_if(step.lanes.begin(), step.lanes.end(),
                         [](const LaneStep& l) { return l.work != LaneWork::Works; });
}

} // namespace sparsescope::learn
