#include "engine/search/alphasparse/pruning.h"

#include "engine/core/at.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace sparsescope::alphasparse {

namespace {

using graph::Node;

bool is(const Node& node, const char* kind)
{
    return node.kind->name == kind;
}

constexpr const char* code = "public code of AlphaSparse";
constexpr const char* ours = "ours";

// Rows are thought to be whole: what a cut has left of them may be of any length.
constexpr std::array rules = {
    PruningRule{"x in shared memory", ours, "X_SHARED only where x has over 64 KB, and a column 16 non-zeros.",
                [](const Node& node, const RowFacts& facts, const RowsBefore&) {
                    return is(node, "X_SHARED") &&
                           (facts.cols * facts.bytesOfX <= 64 << 10 || facts.nnz < 16 * facts.cols);
                },
                true},
    PruningRule{"thread a row", code, "BMT_ROW_BLOCK only where no row is longer than 512.",
                [](const Node& node, const RowFacts& facts, const RowsBefore& rows) {
                    return !rows.cut && is(node, "BMT_ROW_BLOCK") && facts.longest > 512;
                }},
    // There the shortest row has to have 32: one short row of many would rule it out.
    PruningRule{"warp a row", code, "A warp a row only where rows have 16 non-zeros on average and 1,024 at most.",
                [](const Node& node, const RowFacts& facts, const RowsBefore& rows) {
                    return !rows.cut && is(node, "BMW_ROW_BLOCK") && node.number("rows") == 1 &&
                           (facts.mean < 16 || facts.longest > 1024);
                }},
    PruningRule{"block a row", code, "A block a piece of a row only where no row is shorter than 128.",
                [](const Node& node, const RowFacts& facts, const RowsBefore& rows) {
                    return !rows.cut && is(node, "BMTB_COL_BLOCK") && facts.shortest < 128;
                }},
    // CSR5's blocks are balanced whatever the order is, and places of the file's order share more of x.
    PruningRule{"places in file order", code, "BMT_NNZ_BLOCK only on rows in the file's order.",
                [](const Node& node, const RowFacts&, const RowsBefore& rows) {
                    return rows.ordered && is(node, "BMT_NNZ_BLOCK");
                }},
    PruningRule{"order rows", ours, "SORT, BIN and ROW_DIV only where the longest row is over twice the mean.",
                [](const Node& node, const RowFacts& facts, const RowsBefore& rows) {
                    return !rows.cut && (is(node, "SORT") || is(node, "BIN") || is(node, "ROW_DIV")) &&
                           static_cast<double>(facts.longest) <= 2 * facts.mean;
                }},
    PruningRule{"classes of length", ours, "ROW_DIV only where two classes of length hold 1 % of the non-zeros each.",
                [](const Node& node, const RowFacts& facts, const RowsBefore&) {
                    return is(node, "ROW_DIV") && node.has("by") && node.word("by") == "length" &&
                           std::count_if(facts.classes.begin(), facts.classes.end(),
                                         [](double share) { return share >= 0.01; }) < 2;
                }},
    PruningRule{"split rows", ours,
                "ROW_SPLIT only where the longest row is over four times the 99th percentile, or "
                "over four times the mean.",
                [](const Node& node, const RowFacts& facts, const RowsBefore&) {
                    return is(node, "ROW_SPLIT") && facts.longest <= 4 * facts.percentile99 &&
                           static_cast<double>(facts.longest) <= 4 * facts.mean;
                }},
    PruningRule{"split diagonals", ours, "DIAG_SPLIT only where 20 diagonals hold half of the non-zeros.",
                [](const Node& node, const RowFacts& facts, const RowsBefore&) {
                    return is(node, "DIAG_SPLIT") && facts.diagonals < 0.5;
                },
                true}};

double shareOfDiagonals(const Matrix& matrix, const Progress& progress)
{
    std::vector<std::int32_t> counts(at(matrix.rows() + matrix.cols()));
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        if (r % 65536 == 0)
            progress.check();
        for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r + 1)]; ++p)
            ++counts[at(matrix.rows() - 1 - r + matrix.colIdx()[at(p)])];
    }
    const auto end = counts.begin() + std::min<std::ptrdiff_t>(20, std::ssize(counts));
    std::partial_sort(counts.begin(), end, counts.end(), std::greater<>());
    return static_cast<double>(std::accumulate(counts.begin(), end, std::int64_t{0})) /
           static_cast<double>(matrix.nnz());
}

bool orders(const Node& node)
{
    return is(node, "SORT") || is(node, "SORT_SUB") || is(node, "BIN") || is(node, "SORT_BMTB");
}

bool prunes(const PruningRule& rule, const graph::Chain& nodes, const RowFacts& facts, RowsBefore rows)
{
    for (const Node& node : nodes) {
        if (rule.prunes(node, facts, rows))
            return true;
        rows.cut = rows.cut || node.kind->slot == graph::Slot::Cut;
        rows.ordered = rows.ordered || orders(node);
        if (std::any_of(node.branches.begin(), node.branches.end(),
                        [&](const graph::Chain& branch) { return prunes(rule, branch, facts, rows); }))
            return true;
    }
    return false;
}

} // namespace

RowFacts rowFacts(const Matrix& matrix, DataType dtype, const Progress& progress)
{
    RowFacts facts;
    facts.nnz = matrix.nnz();
    facts.cols = matrix.cols();
    facts.bytesOfX = bytesOf(dtype);
    std::vector<std::int64_t> lengths;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        if (r % 65536 == 0)
            progress.check();
        if (const std::int64_t length = matrix.rowPtr()[at(r + 1)] - matrix.rowPtr()[at(r)]; length > 0)
            lengths.push_back(length);
    }
    if (lengths.empty())
        return facts;
    std::sort(lengths.begin(), lengths.end());
    facts.diagonals = shareOfDiagonals(matrix, progress);
    facts.shortest = lengths.front();
    facts.longest = lengths.back();
    facts.mean = static_cast<double>(facts.nnz) / static_cast<double>(lengths.size());
    facts.percentile99 = lengths[lengths.size() * 99 / 100];
    for (const std::int64_t length : lengths)
        facts.classes[length <= 32     ? 0
                      : length <= 512  ? 1
                      : length <= 8192 ? 2
                                       : 3] += static_cast<double>(length) / static_cast<double>(facts.nnz);
    return facts;
}

std::span<const PruningRule> pruningRules()
{
    return rules;
}

const PruningRule* prunedBy(const graph::Chain& nodes, const RowFacts& facts)
{
    const auto rule =
        std::find_if(rules.begin(), rules.end(), [&](const PruningRule& one) { return prunes(one, nodes, facts, {}); });
    return rule == rules.end() ? nullptr : &*rule;
}

} // namespace sparsescope::alphasparse
