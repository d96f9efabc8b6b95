// Graphs at random and matrices for them.
#pragma once

#include "engine/core/error.h"
#include "engine/plan/graph/apply.h"
#include "engine/run/interpret_graph.h"
#include "tests/support/catch.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <set>

namespace sparsescope::graph {

using nlohmann::json;

inline json op(const std::string& name, json parameters = json::object())
{
    parameters["op"] = name;
    return parameters;
}

inline json document(const json& nodes)
{
    return {{"schema", "sparsescope-graph"}, {"version", 1}, {"nodes", nodes}};
}

inline Graph graphOf(const json& nodes)
{
    return readGraph(document(nodes), "g.json");
}

// A thread a row.
inline json rowLeaf()
{
    return {op("COMPRESS"), op("BMT_ROW_BLOCK", {{"rows", 1}}), op("THREAD_TOTAL_RED"), op("GMEM_ATOM_RED")};
}

inline Applied applied(const json& nodes, const Matrix& matrix, Keep keep = Keep::LastState)
{
    return applyGraph(graphOf(nodes), matrix, {}, keep, noProgress());
}

// length(r) non-zeros in each row, at random columns, with values from -1 to 1.
inline MatrixPtr matrixOf(std::int64_t rows, std::int64_t cols, const std::function<std::int64_t(std::int64_t)>& length,
                          std::mt19937_64& random)
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    std::vector<std::int32_t> all(static_cast<std::size_t>(cols));
    std::iota(all.begin(), all.end(), 0);
    std::uniform_real_distribution<double> value(-1, 1);
    for (std::int64_t r = 0; r < rows; ++r) {
        std::sample(all.begin(), all.end(), std::back_inserter(colIdx), std::min(length(r), cols), random);
        rowPtr.push_back(std::ssize(colIdx));
    }
    values.resize(colIdx.size());
    for (double& v : values)
        v = value(random);
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                          MatrixSource());
}

// Rows that have some non-zeros on diagonals (how many columns behind the row each is), one in eight none, and one in
// four another one anywhere.
inline MatrixPtr diagonalMatrix(std::int64_t rows, std::int64_t cols, const std::vector<std::int64_t>& diagonals,
                                std::mt19937_64& random)
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = 0; r < rows; ++r) {
        std::set<std::int64_t> here;
        const bool empty = random() % 8 == 0;
        for (const std::int64_t diagonal : diagonals)
            if (!empty && r + diagonal >= 0 && r + diagonal < cols && random() % 10 < 9)
                here.insert(r + diagonal);
        if (!empty && random() % 4 == 0)
            here.insert(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(cols)));
        colIdx.insert(colIdx.end(), here.begin(), here.end());
        rowPtr.push_back(std::ssize(colIdx));
    }
    std::uniform_real_distribution<double> value(-1, 1);
    values.resize(colIdx.size());
    for (double& v : values)
        v = value(random);
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                          MatrixSource());
}

inline std::vector<MatrixPtr> randomMatrices(std::mt19937_64& random)
{
    const auto below = [&](std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random); };
    const std::int64_t rows = 20 + below(90), cols = 20 + below(90);
    return {matrixOf(
                rows, cols, [&](auto) { return below(9); }, random), // empty rows among them
            matrixOf(
                rows, cols, [&](auto) { return 4; }, random),
            matrixOf(
                3, cols, [](auto) { return 0; }, random),
            matrixOf(
                1, 4 * cols, [&](auto) { return 3 * cols; }, random),
            matrixOf(
                rows, 1, [&](auto) { return below(2); }, random),
            matrixOf(
                rows, cols, [&](auto r) { return r == rows / 2 ? cols : 1 + below(3); }, random),
            matrixOf(
                rows, 300,
                [&](auto) {
                    return static_cast<std::int64_t>(
                        std::pow(1.0 - std::uniform_real_distribution<double>(0, 1)(random), -1.2));
                },
                random),
            matrixOf(
                2 * rows, cols, [&](auto r) { return r < rows ? 12 : r % 3; }, random),
            diagonalMatrix(rows, cols, {-9, -1, 0, 1, 4}, random),
            diagonalMatrix(rows, rows, {-1, 0, 1}, random)};
}

// Chains of nodes that the grammar has, drawn from the registry.
class RandomGraph {
public:
    explicit RandomGraph(std::mt19937_64& random) : m_random(random) {}

    json nodes()
    {
        m_how = chance(0.25) ? "last" : "auto";
        return chain(0);
    }
    // Any leaf for diagonals, and a thread a row for the rest.
    json diagonals()
    {
        m_how = chance(0.25) ? "last" : "auto";
        const json rest = {node("COMPRESS"), op("BMT_ROW_BLOCK", {{"rows", 1}}), node("THREAD_TOTAL_RED"),
                           node("GMEM_ATOM_RED", {{"how", m_how}})};
        return json::array({op("DIAG_SPLIT", {{"fill", 50}, {"branches", {chain(2), rest}}})});
    }

private:
    bool chance(double p) { return std::uniform_real_distribution<double>(0, 1)(m_random) < p; }
    std::int64_t below(std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(m_random); }
    template <class T>
    const T& one(const std::vector<T>& all)
    {
        return all[static_cast<std::size_t>(below(std::ssize(all)))];
    }

    json node(const std::string& name)
    {
        const NodeKind& kind = *findNodeKind(name);
        json made = op(name);
        for (const Parameter& parameter : one(kind.forms)) {
            if (parameter.otherwise && chance(0.3))
                continue;
            if (parameter.type == Parameter::Type::Word) {
                made[parameter.name] = one(parameter.words);
            } else if (parameter.type == Parameter::Type::Places) {
                const std::int64_t first = 1 + below(60);
                made[parameter.name] = {first, first + 1 + below(60)};
            } else if (chance(0.5)) {
                made[parameter.name] = one(parameter.coarse);
            } else { // the matrices are small
                const std::vector<std::int64_t> fine = parameter.fine();
                made[parameter.name] =
                    fine[static_cast<std::size_t>(below(std::min<std::int64_t>(5, std::ssize(fine))))];
            }
        }
        return made;
    }
    json node(const std::string& name, const json& parameters)
    {
        json made = parameters;
        made["op"] = name;
        return made;
    }

    json chain(int depth)
    {
        json nodes = json::array();
        if (chance(0.4))
            nodes.push_back(node(one<std::string>({"SORT", "BIN", "SORT_SUB"})));
        if (chance(0.15))
            nodes.push_back(node(one<std::string>({"BIN", "SORT_SUB"})));
        if (depth < 2 && chance(depth == 0 ? 0.4 : 0.2))
            nodes.push_back(cut(depth));
        else
            leaf(nodes);
        return nodes;
    }

    json cut(int depth)
    {
        json made = node(one<std::string>({"ROW_DIV", "ROW_DIV", "COL_DIV", "ROW_SPLIT", "DIAG_SPLIT", "DIAG_SPLIT"}));
        const bool diagonals = made["op"] == "DIAG_SPLIT"; // with a chain for each part
        if (chance(diagonals ? 0.1 : 0.4)) {
            made["each"] = chain(depth + 1);
        } else {
            const std::int64_t parts = diagonals ? 2 : chance(0.5) ? 3 : 2 + below(7);
            for (std::int64_t i = 0; i < parts; ++i)
                made["branches"].push_back(chain(depth + 1));
        }
        return made;
    }

    void leaf(json& nodes)
    {
        nodes.push_back(node("COMPRESS"));
        if (chance(0.5)) {
            nodes.push_back(node(one<std::string>({"BMTB_ROW_BLOCK", "BMTB_ROW_BLOCK", "BMTB_COL_BLOCK"})));
            const bool rows = nodes.back()["op"] == "BMTB_ROW_BLOCK";
            if (nodes.back().value("rows", 0) > 9 && chance(0.5))
                nodes.back()["rows"] = 1 + below(9);
            if (nodes.back().value("nnz", 0) > 8192)
                nodes.back()["nnz"] = 256;
            if (rows && chance(0.3))
                nodes.push_back(node("SORT_BMTB"));
            if (rows && chance(0.3))
                nodes.push_back(node("ROW_PAD"));
        }
        if (chance(0.4))
            nodes.push_back(node(one<std::string>({"BMW_ROW_BLOCK", "BMW_COL_BLOCK"})));
        nodes.push_back(node(one<std::string>({"BMT_ROW_BLOCK", "BMT_COL_BLOCK", "BMT_COL_BLOCK", "BMT_NNZ_BLOCK"})));
        const bool padded = chance(0.5);
        if (padded)
            nodes.push_back(node("BMT_PAD"));
        if (chance(0.25))
            nodes.push_back(node(one<std::string>({"BMW_PAD", "BMTB_PAD"})));
        if (padded && chance(0.6))
            nodes.push_back(node("INTERLEAVE"));
        if (chance(0.2))
            nodes.push_back(node("X_SHARED"));
        const std::span<const Reductions> triples = legalReductions();
        const Reductions triple = triples[static_cast<std::size_t>(below(std::ssize(triples)))];
        nodes.push_back(node(triple.thread == ThreadRed::Total ? "THREAD_TOTAL_RED" : "THREAD_BITMAP_RED"));
        if (triple.warp != WarpRed::None)
            nodes.push_back(node(triple.warp == WarpRed::Total    ? "WARP_TOTAL_RED"
                                 : triple.warp == WarpRed::Bitmap ? "WARP_BITMAP_RED"
                                                                  : "WARP_SEG_RED"));
        if (triple.block != BlockRed::None)
            nodes.push_back(node(triple.block == BlockRed::Total ? "SHMEM_TOTAL_RED" : "SHMEM_OFFSET_RED"));
        nodes.push_back(node("GMEM_ATOM_RED", {{"how", m_how}}));
        if (chance(0.7))
            nodes.push_back(node("SET_RESOURCES"));
    }

    std::mt19937_64& m_random;
    std::string m_how;
};

// Any graphs on awkward matrices, one in four for diagonals and `each` on every matrix: take(matrix, graph, applied,
// seed) where the matrix is one for the graph.
template <class Take>
void forRandomGraphs(int usual, int each, const Take& take)
{
    for (const std::uint64_t seed : seeds(usual)) {
        std::mt19937_64 random(seed);
        for (const MatrixPtr& matrix : randomMatrices(random))
            for (int i = 0; i < each; ++i) {
                RandomGraph any(random);
                const Graph graph = graphOf(random() % 4 > 0 ? any.nodes() : any.diagonals());
                INFO("seed " << seed << ", " << matrix->rows() << " x " << matrix->cols() << ", "
                             << graph.canonicalText());
                std::optional<Applied> done;
                try {
                    done = applyGraph(graph, *matrix, {.padding = 16}, Keep::LastState, noProgress());
                } catch (const Error&) {
                    continue;
                }
                take(*matrix, graph, *done, seed);
            }
    }
}

// ||y - A x|| / || |A| |x| ||, all in float64; 0 where nothing is multiplied.
template <class T>
double errorOf(const std::vector<T>& y, const Matrix& matrix, const std::vector<double>& x)
{
    double difference = 0, scale = 0;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        double sum = 0, magnitude = 0;
        for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r) + 1]; ++p) {
            const double product = matrix.value(p) * x[at(matrix.colIdx()[at(p)])];
            sum += product;
            magnitude += std::abs(product);
        }
        difference += std::pow(static_cast<double>(y[at(r)]) - sum, 2);
        scale += magnitude * magnitude;
    }
    return difference == 0 ? 0 : std::sqrt(difference) / std::sqrt(scale);
}

inline std::vector<double> randomX(std::int64_t cols, std::mt19937_64& random)
{
    std::vector<double> x(at(cols));
    for (double& value : x)
        value = std::uniform_real_distribution<double>(-1, 1)(random);
    return x;
}

} // namespace sparsescope::graph
