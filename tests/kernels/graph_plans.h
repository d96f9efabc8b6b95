// Plans by graphs whose branches have all triples of reductions, for the tests of their kernels.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/search/request.h"
#include "tests/engine/graph_fixtures.h"

#include <nlohmann/json.hpp>

namespace sparsescope {

// A leaf for each triple, in the order of graph::legalReductions(). `variant` changes what else there is: padding,
// interleaved places, BMTs without a row, x in shared memory; `how` results are added.
inline nlohmann::json leafOf(const graph::Reductions& r, int variant, const char* how = "auto")
{
    using graph::BlockRed;
    using graph::op;
    using graph::ThreadRed;
    using graph::WarpRed;
    using nlohmann::json;
    json nodes = json::array({op("COMPRESS")});
    const bool odd = variant % 2 == 1;
    const bool laid = variant % 4 >= 2;
    const bool alone = r == graph::Reductions{ThreadRed::Total, WarpRed::None, BlockRed::None};
    const bool oneRow = r.block == BlockRed::Total;
    if (oneRow)
        nodes.push_back(op("BMTB_COL_BLOCK", {{"nnz", 128}}));
    else if (r.block == BlockRed::Offset) {
        nodes.push_back(op("BMTB_ROW_BLOCK", {{"rows", 7}}));
        if (odd)
            nodes.push_back(op("ROW_PAD", {{"multiple", 4}}));
    }
    const bool bmws = r.warp == WarpRed::Total || (alone && laid);
    if (alone && laid) // rows side by side, as SELL has them
        nodes.push_back(op("BMW_ROW_BLOCK", {{"rows", 8}}));
    else if (bmws)
        nodes.push_back(oneRow || odd ? op("BMW_COL_BLOCK", {{"nnz", 32}}) : op("BMW_ROW_BLOCK", {{"rows", 1}}));
    const bool bits = r.thread == ThreadRed::Bitmap;
    if (bits)
        nodes.push_back(op("BMT_NNZ_BLOCK", {{"nnz", odd ? 8 : 4}}));
    else if (alone && (laid || !odd))
        nodes.push_back(op("BMT_ROW_BLOCK", {{"rows", 1}}));
    else
        nodes.push_back(op("BMT_COL_BLOCK", {{"nnz", odd ? 4 : 2}}));
    if (laid) {
        nodes.push_back(op("BMT_PAD", {{"to", variant % 8 >= 4 ? (alone ? "bmtb" : "branch")
                                              : bmws           ? "bmw"
                                                               : "bmtb"},
                                       {"multiple", 4}}));
        nodes.push_back(bmws ? op("BMW_PAD", {{"bmts", 4}}) : op("BMTB_PAD", {{"bmts", 4}}));
        nodes.push_back(op("INTERLEAVE", {{"width", odd ? 4 : 2}}));
    }
    if (variant % 3 == 1)
        nodes.push_back(op("X_SHARED"));
    nodes.push_back(op(bits ? "THREAD_BITMAP_RED" : "THREAD_TOTAL_RED"));
    if (r.warp != WarpRed::None)
        nodes.push_back(op(r.warp == WarpRed::Total    ? "WARP_TOTAL_RED"
                           : r.warp == WarpRed::Bitmap ? "WARP_BITMAP_RED"
                                                       : "WARP_SEG_RED"));
    if (r.block == BlockRed::Total)
        nodes.push_back(op("SHMEM_TOTAL_RED"));
    if (r.block == BlockRed::Offset)
        nodes.push_back(op("SHMEM_OFFSET_RED", {{"lanes", odd ? 1 : 4}}));
    nodes.push_back(op("GMEM_ATOM_RED", {{"how", how}}));
    nodes.push_back(op("SET_RESOURCES", {{"threads", variant % 5 == 4 || (alone && laid) ? 64 : 32}}));
    return nodes;
}

inline MatrixPtr withoutNonZeros(std::int64_t rows, std::int64_t cols)
{
    return std::make_shared<const Matrix>(rows, cols,
                                          std::vector<std::int64_t>(static_cast<std::size_t>(rows) + 1), // all 0
                                          std::vector<std::int32_t>(), std::vector<double>(), MatrixSource{});
}

// Rows of 0 to 300 non-zeros; those of each tenth of the matrix are alike.
inline MatrixPtr raggedMatrix(std::int64_t rows, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    return graph::matrixOf(
        rows, 330,
        [&](auto r) {
            return r % 9 == 4 ? std::int64_t{0} : r % 23 == 7 ? std::int64_t{300} : 1 + std::int64_t(random() % 12);
        },
        random);
}

// The matrix cut into rows, or columns, for branches: seven of the triples from `first` on.
inline Plan plannedByGraph(const Matrix& matrix, DataType dtype, std::size_t first, int variant,
                           const char* how = "auto", const char* by = "ROW_DIV")
{
    nlohmann::json cut = graph::op(by);
    const std::int64_t extent = by == std::string("ROW_DIV") ? matrix.rows() : matrix.cols();
    const auto triples = graph::legalReductions();
    for (std::size_t i = 0; i < 7; ++i) {
        cut["branches"].push_back(leafOf(triples[first + i], variant + static_cast<int>(i), how));
        if (i > 0)
            cut["at"].push_back(extent * static_cast<std::int64_t>(i) / 7);
    }
    SearchRequest request;
    request.planner = "graph";
    request.op = {OperatorKind::SpMV, dtype, 1};
    request.options = {{"graph", graph::document(nlohmann::json::array({cut})).dump()}, {"padding", 64.0}};
    return searchPlan(matrix, request, noProgress()).plan;
}

// Plans for a matrix without non-zeros, by a graph too.
inline std::vector<Plan> plansWithoutTasks(const Matrix& matrix)
{
    SearchRequest stile, csr, cublas;
    csr.planner = "fixed:csr";
    csr.op = {OperatorKind::SpMV, DataType::Float32, 1};
    cublas.planner = "fixed:dense";
    std::vector<Plan> plans;
    for (const SearchRequest& request : {stile, csr, cublas})
        plans.push_back(searchPlan(matrix, request, noProgress()).plan);
    plans.push_back(plannedByGraph(matrix, DataType::Float64, 0, 0));
    return plans;
}

} // namespace sparsescope
