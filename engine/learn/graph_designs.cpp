// Designs that the view of graphs offers: those that a search begins with (engine/search/alphasparse/seeds.h), with
// sizes for a small matrix, and what a lesson shows between them.
#include "engine/learn/graph_steps.h"

namespace sparsescope::learn {

namespace {

// Nodes from COMPRESS to GMEM_ATOM_RED, given what is between.
std::string leaf(const std::string& mapping, const std::string& reductions = R"({"op": "THREAD_TOTAL_RED"})")
{
    return R"({"op": "COMPRESS"}, )" + mapping + ", " + reductions + R"(, {"op": "GMEM_ATOM_RED"})";
}

} // namespace

const std::vector<GraphDesign>& graphDesigns()
{
    static const std::string sort = R"({"op": "SORT"}, )";
    static const std::string slices = R"({"op": "BMTB_ROW_BLOCK", "rows": 4}, )";
    static const std::string rowOfThread = R"({"op": "BMT_ROW_BLOCK", "rows": 1})";
    static const std::string pairs = R"({"op": "BMT_COL_BLOCK", "nnz": 2})";
    static const std::string one = R"({"op": "BMT_COL_BLOCK", "nnz": 1})";
    static const std::string padBranch = R"(, {"op": "BMT_PAD", "to": "branch"})";
    static const std::string padBmtb = R"(, {"op": "BMT_PAD", "to": "bmtb"})";
    static const std::string interleave = R"(, {"op": "INTERLEAVE"})";
    static const std::string total = R"({"op": "THREAD_TOTAL_RED"})";
    static const std::string warpTotal = total + R"(, {"op": "WARP_TOTAL_RED"})";
    static const std::string warpSeg = total + R"(, {"op": "WARP_SEG_RED"})";
    static const std::string offsets = total + R"(, {"op": "SHMEM_OFFSET_RED"})";
    static const std::string ell = leaf(rowOfThread + padBranch + interleave);
    static const std::string coo = leaf(R"({"op": "BMT_NNZ_BLOCK", "nnz": 1})", warpSeg);
    static const std::string sell = leaf(slices + rowOfThread + padBmtb + interleave);
    static const std::string fours = R"({"op": "BMT_NNZ_BLOCK", "nnz": 4})";
    static const std::vector<GraphDesign> all = {
        {"csr-scalar", "CSR, a thread a row", leaf(rowOfThread)},
        {"csr-vector", "CSR, a warp a row", leaf(R"({"op": "BMW_ROW_BLOCK", "rows": 1}, )" + one, warpTotal)},
        {"csr-padded", "CSR, rows padded", leaf(rowOfThread + padBranch)},
        {"ell", "ELL", ell},
        {"sell", "SELL-4", sell},
        {"sell-sorted", "SELL-4, rows sorted", sort + sell},
        {"coo", "COO", coo},
        {"csr5", "CSR5", leaf(fours + padBranch, R"({"op": "THREAD_BITMAP_RED"}, {"op": "WARP_SEG_RED"})")},
        {"grouped-atomic", "row-grouped CSR, added in global memory", leaf(slices + pairs + padBmtb + interleave)},
        {"row-grouped", "row-grouped CSR", leaf(slices + pairs + padBmtb + interleave, offsets)},
        {"hyb", "HYB", R"({"op": "ROW_SPLIT", "width": 2, "branches": [[)" + ell + "], [" + coo + "]]}"},
        {"diagonals", "diagonals (DIA)",
         R"({"op": "DIAG_SPLIT", "fill": 50, "branches": [[)" + leaf(rowOfThread + interleave) + "], [" + coo + "]]}"},
        {"figure14a", "AlphaSparse figure 14a",
         sort + leaf(slices + R"({"op": "ROW_PAD", "multiple": 4}, )" + pairs + padBmtb + interleave, offsets)},
        {"figure5", "AlphaSparse figure 5",
         sort + leaf(R"({"op": "BMTB_ROW_BLOCK", "rows": 2}, )" + rowOfThread + padBmtb)},
        {"unmet", "A need that is not met", leaf(fours)}};
    return all;
}

} // namespace sparsescope::learn
