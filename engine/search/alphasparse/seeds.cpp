#include "engine/search/alphasparse/seeds.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace sparsescope::alphasparse {

namespace {

using nlohmann::json;

json op(const char* name, const char* parameter = nullptr, const json& value = nullptr)
{
    json node = {{"op", name}};
    if (parameter != nullptr)
        node[parameter] = value;
    return node;
}

// From COMPRESS to GMEM_ATOM_RED.
json leaf(std::vector<json> nodes)
{
    nodes.insert(nodes.begin(), op("COMPRESS"));
    nodes.push_back(op("GMEM_ATOM_RED"));
    return nodes;
}

json after(std::vector<json> before, json chain)
{
    json nodes = std::move(before);
    nodes.insert(nodes.end(), chain.begin(), chain.end());
    return nodes;
}

json withThreads(json chain, int threads)
{
    chain.push_back(op("SET_RESOURCES", "threads", threads));
    return chain;
}

Seed seed(std::string name, json nodes)
{
    const json document = {
        {"schema", "sparsescope-graph"}, {"version", graph::graphVersion}, {"nodes", std::move(nodes)}};
    return {std::move(name), graph::readGraph(document, {})};
}

} // namespace

std::vector<Seed> seeds(DataType dtype)
{
    const json total = op("THREAD_TOTAL_RED"), interleave = op("INTERLEAVE");
    const json rowOfThread = op("BMT_ROW_BLOCK", "rows", 1), padBmtb = op("BMT_PAD", "to", "bmtb");
    const json scalar = leaf({rowOfThread, total});
    const json vector =
        leaf({op("BMW_ROW_BLOCK", "rows", 1), op("BMT_COL_BLOCK", "nnz", 1), total, op("WARP_TOTAL_RED")});
    const json pieces =
        leaf({op("BMW_COL_BLOCK", "nnz", 64), op("BMT_COL_BLOCK", "nnz", 1), total, op("WARP_TOTAL_RED")});
    const json stream =
        leaf({op("BMTB_ROW_BLOCK", "nnz", 1024), op("BMT_COL_BLOCK", "nnz", 1), total, op("SHMEM_OFFSET_RED")});
    const json longRows =
        leaf({op("BMTB_COL_BLOCK", "nnz", 8192), op("BMT_COL_BLOCK", "nnz", 4), total, op("SHMEM_TOTAL_RED")});
    const json coo = leaf({op("BMT_NNZ_BLOCK", "nnz", 1), total, op("WARP_SEG_RED")});
    const json padBranch = op("BMT_PAD", "to", "branch");
    const json csr5 =
        leaf({op("BMT_NNZ_BLOCK", "nnz", 16), padBranch, interleave, op("THREAD_BITMAP_RED"), op("WARP_SEG_RED")});
    const json ell = leaf({rowOfThread, padBranch, interleave, total});
    const json sell = withThreads(
        leaf({op("BMTB_ROW_BLOCK", "rows", 32), rowOfThread, padBmtb, op("BMTB_PAD", "bmts", 32), interleave, total}),
        32);
    const json sellP = leaf({op("BMTB_ROW_BLOCK", "rows", 128),
                             rowOfThread,
                             {{"op", "BMT_PAD"}, {"to", "bmtb"}, {"multiple", 4}},
                             op("BMTB_PAD", "bmts", 32),
                             op("INTERLEAVE", "width", 4),
                             total});
    const json grouped = leaf({op("BMTB_ROW_BLOCK", "rows", 64), op("BMT_COL_BLOCK", "nnz", 4), padBmtb, interleave,
                               total, op("SHMEM_OFFSET_RED")});
    const json figure14a =
        leaf({op("BMTB_ROW_BLOCK", "rows", 64), op("ROW_PAD", "multiple", 32), op("BMT_COL_BLOCK", "nnz", 2), padBmtb,
              interleave, total, op("SHMEM_OFFSET_RED", "lanes", 4)});
    const json byLength = {{"op", "ROW_DIV"}, {"by", "length"}, {"from", 32},
                           {"times", 16},     {"to", 512},      {"branches", {scalar, vector, longRows}}};
    const json split = {{"op", "ROW_SPLIT"}, {"width", 4}, {"branches", {ell, coo}}};
    const json diagonals = {
        {"op", "DIAG_SPLIT"}, {"fill", 50}, {"branches", {leaf({rowOfThread, interleave, total}), coo}}};
    // Two blocks an SM, each with 80 KB of x and about 30 KB of sums; of 8 places few are padding.
    const auto stripes = [&](json chain) {
        return json{
            {"op", "COL_DIV"}, {"width", 81920 / bytesOf(dtype)}, {"each", withThreads(std::move(chain), 1024)}};
    };
    const json byFour = op("INTERLEAVE", "width", 4);
    const json padByFour = {{"op", "BMT_PAD"}, {"to", "bmtb"}, {"multiple", 4}};
    const json sumsOfX = leaf({op("BMTB_ROW_BLOCK", "nnz", 196608 / sumBytesOf(dtype)), op("BMT_COL_BLOCK", "nnz", 8),
                               padByFour, byFour, op("X_SHARED"), total, op("SHMEM_OFFSET_RED")});
    const json csr5OfX = leaf({op("BMTB_ROW_BLOCK", "nnz", 65536), op("BMT_NNZ_BLOCK", "nnz", 16), padByFour, byFour,
                               op("X_SHARED"), op("THREAD_BITMAP_RED"), op("WARP_SEG_RED")});
    std::vector<Seed> all;
    all.push_back(seed("CSR, a thread a row", scalar));
    all.push_back(seed("CSR, a warp a row", vector));
    all.push_back(seed("CSR, a warp a piece of a row", pieces));
    all.push_back(seed("CSR, staged in shared memory", stream));
    all.push_back(seed("CSR, a block a piece of a row", longRows));
    all.push_back(seed("COO", coo));
    all.push_back(seed("CSR5", csr5));
    all.push_back(seed("ELL", ell));
    all.push_back(seed("SELL-32", sell));
    all.push_back(seed("SELL-32, windows of 1,024 sorted", after({op("SORT_SUB", "window", 1024)}, sell)));
    all.push_back(seed("SELL-P", after({op("SORT_SUB", "window", 1024)}, sellP)));
    all.push_back(seed("row-grouped CSR", grouped));
    all.push_back(seed("rows by length", json::array({op("SORT"), byLength})));
    all.push_back(seed("HYB", json::array({split})));
    all.push_back(seed("diagonals", json::array({diagonals})));
    all.push_back(seed("figure 14a", after({op("SORT")}, figure14a)));
    all.push_back(seed("x and sums in shared memory", json::array({stripes(sumsOfX)})));
    all.push_back(seed("x in shared memory, CSR5", json::array({stripes(csr5OfX)})));
    return all;
}

} // namespace sparsescope::alphasparse
