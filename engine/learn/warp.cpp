// Mappings of formats of rows and of single non-zeros, and what a step touches.
#include "engine/learn/warp_builder.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace sparsescope::learn {

namespace {

struct Place {
    std::int64_t memory = 0, element = 0; // of values: where it stands, which element of the encoded array it is
};
// What one thread does for one row.
struct RowWork {
    std::int64_t row = -1;
    std::vector<Place> places;
    std::vector<std::pair<const char*, std::int64_t>> first, last; // read before and after the sum
};
struct RowLines {
    int first, multiply, store; // lines of the listing
};

// A thread a row: every thread of a warp takes its next place in the same step, and waits when it has none left.
void threadRows(WarpBuilder& b, const std::vector<RowWork>& rows, RowLines lines)
{
    for (std::size_t begin = 0; begin < rows.size(); begin += static_cast<std::size_t>(b.lanes())) {
        b.warp(static_cast<int>(begin / static_cast<std::size_t>(b.lanes())));
        const std::size_t count = std::min(rows.size() - begin, static_cast<std::size_t>(b.lanes()));
        std::size_t longest = 0;
        bool reads = false;
        for (std::size_t l = 0; l < count; ++l) {
            longest = std::max(longest, rows[begin + l].places.size());
            reads = reads || !rows[begin + l].first.empty();
        }
        if (reads) {
            WarpStep& s = b.step(lines.first, "Every thread reads where its row begins and ends.");
            for (std::size_t l = 0; l < count; ++l) {
                for (const auto& [name, element] : rows[begin + l].first)
                    b.read(s, static_cast<int>(l), name, element);
                WarpBuilder::works(s, static_cast<int>(l), rows[begin + l].row < 0 ? "-" : fmt::format("y{}", rows[begin + l].row), "begins");
            }
        }
        for (std::size_t k = 0; k < longest; ++k) {
            WarpStep& s = b.step(lines.multiply, "");
            int work = 0, padding = 0;
            for (std::size_t l = 0; l < count; ++l) {
                const RowWork& r = rows[begin + l];
                if (k >= r.places.size())
                    continue;
                const Place place = r.places[k];
                const std::int64_t col = b.number("colIdx", place.element);
                b.multiply(s, static_cast<int>(l), place.memory, place.element, std::max<std::int64_t>(r.row, 0), col, true);
                ++(s.lanes[l].work == LaneWork::Padding ? padding : work);
            }
            s.text = fmt::format("Place {} of every row: {} multiply{}{}.", k, plural(work, "lane"),
                                 padding > 0 ? fmt::format(", {} on padding", padding) : "",
                                 work + padding < b.lanes() ? fmt::format(", {} wait", b.lanes() - work - padding) : "");
        }
        WarpStep& s = b.step(lines.store, "Every thread writes the sum of its row.");
        for (std::size_t l = 0; l < count; ++l) {
            const RowWork& r = rows[begin + l];
            for (const auto& [name, element] : r.last)
                b.read(s, static_cast<int>(l), name, element);
            if (r.row < 0)
                continue;
            b.write(s, static_cast<int>(l), "y", r.row);
            WarpBuilder::works(s, static_cast<int>(l), fmt::format("y{}", r.row), "stores");
        }
    }
}

// Rows of the matrix that the stored rows of CSR stand for.
std::int64_t storedRow(const WarpBuilder& b, std::size_t i)
{
    return b.array("rowPtr").elements[i].about.rowBegin;
}

void csrThreads(WarpBuilder& b)
{
    b.addDense(1);
    std::vector<RowWork> rows;
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        RowWork r;
        r.row = storedRow(b, i);
        for (std::int64_t p = ranges[i].first; p < ranges[i].second; ++p)
            r.places.push_back({p, p});
        r.first = beginAndEnd("rowPtr", static_cast<std::int64_t>(i));
        rows.push_back(std::move(r));
    }
    threadRows(b, rows, {1, 4, 5});
}

void csrWarps(WarpBuilder& b)
{
    b.addDense(1);
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        b.warp(static_cast<int>(i));
        const std::int64_t row = storedRow(b, i);
        WarpStep& first = b.step(1, fmt::format("All lanes read where row {} begins and ends: one address for all.", row));
        for (int l = 0; l < b.lanes(); ++l) {
            for (const auto& [name, element] : beginAndEnd("rowPtr", static_cast<std::int64_t>(i)))
                b.read(first, l, name, element);
            WarpBuilder::works(first, l, fmt::format("y{}", row), "begins");
        }
        for (std::int64_t p = ranges[i].first; p < ranges[i].second; p += b.lanes()) {
            const auto count = static_cast<int>(std::min<std::int64_t>(b.lanes(), ranges[i].second - p));
            WarpStep& s = b.step(4, fmt::format("{} of row {} side by side{}.", plural(count, "non-zero"), row,
                                                count < b.lanes() ? fmt::format(", {} wait", plural(b.lanes() - count, "lane")) : ""));
            for (int l = 0; l < count; ++l)
                b.multiply(s, l, p + l, p + l, row, b.number("colIdx", p + l), true);
        }
        for (int d = b.lanes() / 2; d > 0; d /= 2) {
            WarpStep& s = b.step(6, fmt::format("Each lane adds the sum of the lane {} further on; only the first {} matter.", d, d));
            for (int l = 0; l < d; ++l)
                WarpBuilder::works(s, l, fmt::format("y{}", row), fmt::format("+lane{}", l + d));
        }
        WarpStep& s = b.step(7, fmt::format("Lane 0 writes the sum of row {}.", row));
        WarpBuilder::works(s, 0, fmt::format("y{}", row), "stores");
        b.write(s, 0, "y", row);
    }
}

void csrColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        b.warp(static_cast<int>(i));
        const std::int64_t row = storedRow(b, i);
        WarpStep& first = b.step(1, fmt::format("All lanes read where row {} begins and ends.", row));
        const auto every = [&](WarpStep& s, const std::string& what, const auto& body) {
            for (int l = 0; l < b.lanes(); ++l) {
                WarpBuilder::works(s, l, fmt::format("C{},{}", row, l), what);
                body(l);
            }
        };
        every(first, "begins", [&](int l) {
            for (const auto& [name, element] : beginAndEnd("rowPtr", static_cast<std::int64_t>(i)))
                b.read(first, l, name, element);
        });
        for (std::int64_t p = ranges[i].first; p < ranges[i].second; ++p) {
            const std::int64_t col = b.number("colIdx", p);
            WarpStep& s = b.step(4, fmt::format("All lanes take {} of row {}, column {}, each against its own column of B.", b.value(p).text, row, col));
            every(s, fmt::format("{}*B{}", b.value(p).text, col), [&](int l) {
                b.read(s, l, "values", p);
                b.read(s, l, "colIdx", p);
                b.read(s, l, "B", col * b.lanes() + l);
            });
            s.products.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col), b.value(p).position});
        }
        WarpStep& s = b.step(5, fmt::format("All lanes write row {} of C side by side.", row));
        every(s, "stores", [&](int l) { b.write(s, l, "C", row * b.lanes() + l); });
    }
}

void cooThreads(WarpBuilder& b)
{
    b.addDense(1);
    const auto n = static_cast<std::int64_t>(b.array("values").elements.size());
    for (std::int64_t p = 0; p < n; p += b.lanes()) {
        b.warp(static_cast<int>(p / b.lanes()));
        const int count = static_cast<int>(std::min<std::int64_t>(b.lanes(), n - p));
        WarpStep& s = b.step(1, fmt::format("{} side by side: every thread reads row and column of its own.", plural(count, "non-zero")));
        std::map<std::int64_t, int> threads;
        for (int l = 0; l < count; ++l) {
            b.read(s, l, "rowIdx", p + l);
            b.read(s, l, "colIdx", p + l);
            ++threads[b.number("rowIdx", p + l)];
            WarpBuilder::works(s, l, fmt::format("y{}", b.number("rowIdx", p + l)), "reads");
        }
        int most = 0;
        for (const auto& [row, count2] : threads)
            most = std::max(most, count2);
        WarpStep& t = b.step(2, fmt::format("Every thread multiplies and adds to y: {} to one address, one after another.", plural(most, "thread")));
        for (int l = 0; l < count; ++l) {
            const std::int64_t row = b.number("rowIdx", p + l);
            b.multiply(t, l, p + l, p + l, row, b.number("colIdx", p + l), false);
            b.write(t, l, "y", row);
        }
    }
}

void ellThreads(WarpBuilder& b, bool columnMajor)
{
    b.addDense(1);
    const auto rows = static_cast<std::int64_t>(b.encoded().rowOfLine.size());
    const auto n = static_cast<std::int64_t>(b.array("values").elements.size());
    const std::int64_t width = n / rows;
    const auto place = [&](std::int64_t r, std::int64_t k) { return columnMajor ? k * rows + r : r * width + k; };
    for (const char* name : {"values", "colIdx"}) {
        std::vector<std::int64_t>& element = b.memoryOf(name).element;
        element.resize(static_cast<std::size_t>(n));
        for (std::int64_t e = 0; e < n; ++e)
            element[static_cast<std::size_t>(place(e / width, e % width))] = e;
    }
    std::vector<RowWork> work;
    for (std::int64_t r = 0; r < rows; ++r) {
        RowWork w;
        w.row = b.encoded().rowOfLine[static_cast<std::size_t>(r)];
        for (std::int64_t k = 0; k < width; ++k)
            w.places.push_back({place(r, k), r * width + k});
        if (b.names("rowIds"))
            w.last = {{"rowIds", r}};
        work.push_back(std::move(w));
    }
    threadRows(b, work, {1, 3, 5});
}

void sellThreads(WarpBuilder& b)
{
    b.addDense(1);
    const auto c = b.encoded().format->parameters().at("c").get<std::int64_t>();
    std::vector<RowWork> work;
    // Ends begin anew in every tile.
    std::int64_t tileBegin = 0, begin = 0, rowIndex = 0;
    int tile = -1;
    const std::vector<EncodedElement>& ends = b.array("sliceEnd").elements;
    for (std::size_t s = 0; s < ends.size(); ++s) {
        if (ends[s].tile != tile) {
            tile = ends[s].tile;
            tileBegin = begin;
        }
        const std::int64_t end = tileBegin + static_cast<std::int64_t>(ends[s].value);
        for (std::int64_t r = 0; r < c; ++r, ++rowIndex) {
            RowWork w;
            w.row = b.encoded().rowOfLine[static_cast<std::size_t>(rowIndex)];
            for (std::int64_t p = begin + r; p < end; p += c)
                w.places.push_back({p, p});
            w.first = beginAndEnd("sliceEnd", static_cast<std::int64_t>(s));
            if (rowIndex < static_cast<std::int64_t>(b.array("rowIds").elements.size()))
                w.last = {{"rowIds", rowIndex}};
            work.push_back(std::move(w));
        }
        begin = end;
    }
    threadRows(b, work, {2, 5, 6});
}

} // namespace

WarpProgram warpProgram(const Encoded& e, const std::string& mapping, int lanes)
{
    if (lanes != 8 && lanes != 32)
        failInput(fmt::format("a warp has 8 or 32 lanes here, not {}", lanes));
    const std::vector<LearnMapping> known = mappingsOf(e.name);
    if (known.empty())
        failInput(fmt::format("{} is not stepped by hand", e.label));
    const std::string chosen = mapping.empty() ? known.front().name : mapping;
    std::string names;
    for (const LearnMapping& m : known)
        names += (names.empty() ? "" : ", ") + m.name;
    if (std::none_of(known.begin(), known.end(), [&](const LearnMapping& m) { return m.name == chosen; }))
        failInput(fmt::format("mapping \"{}\" of {} is none of {}", mapping, e.name, names));
    WarpBuilder b(e, chosen, lanes);
    if (e.name == "csr")
        chosen == "thread a row" ? csrThreads(b) : chosen == "warp a row" ? csrWarps(b) : csrColumns(b);
    else if (e.name == "coo")
        cooThreads(b);
    else if (e.name == "ell")
        ellThreads(b, chosen == known.front().name);
    else if (e.name == "sell")
        sellThreads(b);
    else if (e.name == "dia")
        diaThreads(b);
    else if (e.name == "bsr")
        bsrThreads(b);
    else
        tensorStripes(b);
    return b.take();
}

SectorCount sectorsOf(const WarpProgram& program, const WarpStep& step)
{
    std::map<std::pair<int, bool>, std::pair<std::set<std::int64_t>, std::set<std::int64_t>>> seen; // sectors, elements
    for (const Access& a : step.accesses) {
        auto& [sectors, elements] = seen[{a.memory, a.write}];
        sectors.insert((program.memories[static_cast<std::size_t>(a.memory)].base + 4 * a.element) / sectorBytes);
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
    return std::count_if(step.lanes.begin(), step.lanes.end(), [](const LaneStep& l) { return l.work != LaneWork::Works; });
}

} // namespace sparsescope::learn
