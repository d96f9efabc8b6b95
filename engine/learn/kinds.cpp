// The formats that the Learn page teaches, with the parameters that a student turns.
#include "engine/core/error.h"
#include "engine/learn/encoded.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

using Values = std::vector<std::int64_t>;

std::int64_t powerFrom(std::int64_t n)
{
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1))));
}

Values powers(std::int64_t from, std::int64_t to)
{
    Values values;
    for (std::int64_t v = from; v <= to; v *= 2)
        values.push_back(v);
    return values;
}

Values multiples(std::int64_t of, std::int64_t to)
{
    Values values;
    for (std::int64_t v = of; v <= to; v += of)
        values.push_back(v);
    return values;
}

std::int64_t longestRow(const Matrix& m)
{
    std::int64_t longest = 1;
    for (std::int64_t r = 0; r < m.rows(); ++r)
        longest = std::max(longest, m.rowLength(r));
    return longest;
}

// The initial value is the closest legal one.
LearnParameter parameter(std::string name, std::string label, std::string help, Values values, std::int64_t initial)
{
    const auto closest = std::min_element(values.begin(), values.end(), [&](std::int64_t a, std::int64_t b) {
        return std::abs(a - initial) < std::abs(b - initial);
    });
    initial = *closest;
    return {std::move(name), std::move(label), std::move(help), std::move(values), initial};
}

bool known(const std::string& name)
{
    return std::any_of(formatKinds().begin(), formatKinds().end(), [&](const FormatKind& k) { return k.name == name; });
}

} // namespace

std::vector<LearnKind> learnKinds(const Matrix& m)
{
    const std::int64_t longest = longestRow(m);
    const std::int64_t side = std::min<std::int64_t>(16, powerFrom(std::max(m.rows(), m.cols())));
    const LearnParameter height = parameter("height", "height", "Rows of a block.", powers(1, side), 2);
    const LearnParameter width = parameter("width", "width", "Columns of a block.", powers(1, side), 2);
    std::vector<LearnKind> kinds = {
        {"coo",
         "COO",
         "Of every non-zero its row, its column, its value. Nothing is padded, but every non-zero names its row again.",
         {},
         {}},
        {"csr",
         "CSR",
         "Row after row: the column and the value of each non-zero, and where each row ends. Nothing is padded.",
         {},
         {}},
        {"dcsr",
         "DCSR",
         "CSR of those rows that hold something, and which rows these are. Good when most rows are empty.",
         {},
         {}},
        {"ell",
         "ELL",
         "The same number of places for every row; short rows are padded. No row pointers, and a thread finds its "
         "places by counting.",
         {},
         {}},
        {"sell",
         "SELL-C-σ",
         "Rows are sorted by length within windows of σ, cut into slices of C rows, and each slice is padded to its "
         "own longest row. In a slice "
         "the first places of all rows come first, then the second ones: threads side by side read addresses side by "
         "side.",
         {parameter("c", "C", "Rows of a slice: the threads that work side by side.", powers(2, 32), 4),
          parameter(
              "sigma", "σ",
              "Rows that are sorted by length together, a multiple of C. More: less padding, rows farther from home.",
              powers(2, powerFrom(std::max<std::int64_t>(m.rows(), 32))), 8)},
         {}},
        {"hyb",
         "HYB",
         "An ELL part of a fixed width, and what does not fit as COO. A few long rows no longer pad all the others.",
         {parameter("width", "width", "Places of a row in the ELL part.", multiples(1, longest),
                    std::max<std::int64_t>(1, (m.nnz() + m.rows() - 1) / std::max<std::int64_t>(1, m.rows())))},
         {}},
        {"dia",
         "DIA",
         "Every diagonal that holds something, whole. No column is stored: it follows from the diagonal.",
         {},
         {}},
        {"bsr",
         "BSR",
         "Small dense blocks on a grid: one column for a whole block, and its zeros are stored.",
         {height, width},
         {}},
        {"dbsr", "DBSR", "BSR of those block rows that hold something.", {height, width}, {}},
        {"bell", "Blocked ELL", "The same number of blocks for every block row.", {height, width}, {}},
        {"srbcrs",
         "SR-BCRS",
         "Stripes of t rows; in a stripe only the columns that hold something, as vectors of t values, one column "
         "number each. The vectors of a "
         "stripe are padded to groups of q, which a tensor core takes at once.",
         {parameter("t", "t", "Rows of a stripe: the length of a vector.", powers(1, 16), 4),
          parameter("q", "q", "Vectors of a group.", powers(1, 16), 4)},
         {}},
        {"1d",
         "1D",
         "Non-zeros one after another, each with its row and its column, in pieces of one size; only the last is "
         "padded.",
         {},
         {}},
        {"block",
         "block",
         "Rows of a window and the columns that hold something there, stored dense, for tensor cores.",
         {parameter("rows", "rows", "Rows of a tile.", {8, 16}, 8)},
         {}},
    };
    std::erase_if(kinds, [](const LearnKind& k) { return !known(k.name); });
    const std::int64_t mean = (m.nnz() + m.rows() - 1) / std::max<std::int64_t>(1, m.rows());
    kinds.push_back(
        {"hyb(c,k)",
         "hyb(c, k)",
         "SparseTIR: columns in c partitions, the rows of each by length into buckets of widths 1, 2, 4 ... 2^k, each "
         "an ELL. Longer rows "
         "are folded. Every block of 2^k places is one thread block.",
         {parameter("c", "c", "Partitions of the columns.", powers(1, powerFrom(m.cols())), 1),
          parameter(
              "k", "k", "The widest bucket holds rows of 2^k places; the paper takes ceil(log2(non-zeros a row)).",
              {0, 1, 2, 3, 4, 5}, std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(mean - 1, 0))))},
         {}});
    kinds.push_back(
        {"cell",
         "CELL",
         "LiteForm: partitions of the columns, in each buckets of rows of like length, the widest chosen by a cost "
         "model.",
         {parameter("partitions", "partitions", "Partitions of the columns.", powers(1, powerFrom(m.cols())), 1),
          parameter("width", "W", "Width of the widest bucket.", powers(1, powerFrom(longest)), 4)},
         {}});
    for (LearnKind& kind : kinds)
        kind.mappings = mappingsOf(kind.name);
    return kinds;
}

const LearnKind& kindOf(const std::vector<LearnKind>& kinds, const std::string& name)
{
    std::string all;
    for (const LearnKind& kind : kinds) {
        if (kind.name == name)
            return kind;
        all += (all.empty() ? "" : ", ") + kind.name;
    }
    failInput(fmt::format("format \"{}\" is none of {}", name, all));
}

nlohmann::json completeParameters(const Matrix&, const LearnKind& kind, const nlohmann::json& given)
{
    nlohmann::json complete = nlohmann::json::object();
    if (!given.is_object())
        failInput(fmt::format("parameters of {} are an object", kind.name));
    for (const LearnParameter& p : kind.parameters) {
        const auto found = given.find(p.name);
        if (found == given.end()) {
            complete[p.name] = p.initial;
            continue;
        }
        if (!found->is_number_integer() ||
            std::find(p.values.begin(), p.values.end(), found->get<std::int64_t>()) == p.values.end()) {
            std::string legal;
            for (const std::int64_t v : p.values)
                legal += (legal.empty() ? "" : ", ") + std::to_string(v);
            failInput(fmt::format("{} of {} is one of {}, not {}", p.name, kind.name, legal, found->dump()));
        }
        complete[p.name] = *found;
    }
    for (const auto& [key, value] : given.items())
        if (!complete.contains(key))
            failInput(fmt::format("{} has no parameter \"{}\"", kind.name, key));
    return complete;
}

FormatPtr engineFormat(const Matrix& m, const LearnFormat& format)
{
    const std::vector<LearnKind> kinds = learnKinds(m);
    const LearnKind& kind = kindOf(kinds, format.name);
    nlohmann::json p = completeParameters(m, kind, format.parameters);
    const std::int64_t rows = powerFrom(m.rows()), longest = powerFrom(longestRow(m));
    // Room for the whole matrix in one tile, dense at worst and rounded up to whole blocks.
    const std::int64_t room = 1 << 14;
    if (kind.name == "1d")
        p["size"] = std::min<std::int64_t>(powerFrom(std::max<std::int64_t>(m.nnz(), 32)), 1024);
    else if (kind.name == "ell")
        p["rows"] = std::max(rows, 8 / std::min<std::int64_t>(8, longest)), p["width"] = longest;
    else if (kind.name == "sell")
        p["sigma"] = std::max(p["sigma"].get<std::int64_t>(), p["c"].get<std::int64_t>());
    else if (kind.name == "hyb" || kind.name == "dia")
        p["rows"] = rows;
    else if (kind.name == "block")
        p["width"] = (m.cols() + 15) / 16 * 16;
    else if (kind.name == "coo" || kind.name == "csr" || kind.name == "dcsr" || kind.name == "bsr" ||
             kind.name == "dbsr" || kind.name == "srbcrs")
        p["places"] = room;
    else if (kind.name == "bell") {
        const std::int64_t h = p["height"].get<std::int64_t>(), w = p["width"].get<std::int64_t>();
        std::int64_t most = 1;
        for (std::int64_t r = 0; r < m.rows(); r += h) {
            std::int64_t here = 0;
            for (std::int64_t c = 0; c < m.cols(); c += w)
                here += m.countIn(r, r + h, c, c + w) > 0 ? 1 : 0;
            most = std::max(most, here);
        }
        p["blocks"] = most, p["places"] = room;
    }
    return makeFormat(kind.name, p);
}

} // namespace sparsescope::learn
