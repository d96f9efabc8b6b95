// Plans of all formats on one small matrix, and the same with something changed.
#pragma once

#include "engine/core/hash.h"
#include "engine/io/npy.h"
#include "engine/plan/format.h"
#include "engine/plan/plan_file.h"
#include "engine/search/planner.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/hostile/numbers.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <random>

namespace sparsescope {

// A plan with tiles of several formats.
inline Plan examplePlan(const Matrix& matrix, const Operator& op, const std::string& name)
{
    const auto model = makeCostModel(readCalibration(defaultCalibration), op);
    const Planner& by = planner(name);
    Trace trace;
    return by.search(matrix, op, ModelEvaluator(*model), completeOptions(by, nlohmann::json::object()), trace,
                     noProgress());
}

// As a file whose hash is right, so that nothing but the reader's checks refuses it.
inline PlanBlob blobOf(nlohmann::json header, const NpzArrays& arrays)
{
    PlanBlob blob{{}, writeNpz(arrays, false)};
    if (header.is_object() && header.contains("arrays") && header["arrays"].is_object())
        header["arrays"]["hash"] = hex64(hashArray(std::span<const char>(blob.arrays)));
    blob.json = header.dump();
    return blob;
}

// What its file holds.
struct Example {
    Example(const MatrixPtr& of, const Operator& op, const std::string& planner) : matrix(of)
    {
        const PlanBlob blob = planToBlob(examplePlan(*matrix, op, planner));
        header = nlohmann::json::parse(blob.json);
        arrays = readNpz(blob.arrays, "plan.npz");
    }
    MatrixPtr matrix;
    nlohmann::json header;
    NpzArrays arrays;
};

inline std::vector<Example> examples()
{
    const MatrixPtr matrix = randomUniform(40, 56, 0.12, 3);
    std::vector<Example> all;
    for (const char* planner : {"stile", "hyb", "cell"})
        all.emplace_back(matrix, spmm(DataType::Float32, 40), planner);
    all.emplace_back(matrix, Operator{OperatorKind::SDDMM, DataType::Float16, 40}, "stile");
    all.emplace_back(matrix, Operator{OperatorKind::SpMV, DataType::Float32, 1}, "graph");
    for (const FormatKind& kind : formatKinds())
        all.emplace_back(matrix, spmm(DataType::Float16, 8), "fixed:" + kind.name);
    return all;
}

// One element of an array of whole numbers.
template <class T>
void setElement(NpyArray& array, std::size_t i, std::int64_t value)
{
    const T cut = static_cast<T>(value);
    std::memcpy(array.data.data() + i * sizeof(T), &cut, sizeof(T));
}

inline void setElement(NpyArray& array, std::size_t i, std::int64_t value)
{
    if (array.dtype == "<f8") {
        const double values[] = {std::nan(""), HUGE_VAL, -1, -0.0, 1e308};
        std::memcpy(array.data.data() + 8 * i, &values[static_cast<std::uint64_t>(value) % 5], 8);
    } else if (array.elementBytes() == 8) {
        setElement<std::int64_t>(array, i, value);
    } else {
        setElement<std::int32_t>(array, i, value);
    }
}

// One to three changes anywhere; `what` says which. Small steps pass more of the checks than what is far off.
inline Example changed(const Example& plan, std::mt19937_64& random, std::string& what)
{
    Example other = plan;
    what.clear();
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
        auto array = std::next(other.arrays.begin(), static_cast<std::ptrdiff_t>(random() % other.arrays.size()));
        const auto n = static_cast<std::uint64_t>(array->second.elements());
        const auto ways = waysToNumbers(other.header);
        if (random() % 4 == 0 && !ways.empty()) {
            const auto& way = ways[random() % ways.size()];
            other.header[way] = random() % 2 == 0 ? nlohmann::json(static_cast<std::int64_t>(random() % 70))
                                                  : hostileNumbers()[random() % hostileNumbers().size()];
            what += fmt::format("{} = {}; ", way.to_string(), other.header[way].dump());
        } else if (n > 0) {
            const auto at = random() % n, from = random() % n;
            const auto bytes = static_cast<std::size_t>(array->second.elementBytes());
            what += fmt::format("{}[{}] from {}; ", array->first, at, from);
            if (random() % 2 == 0)
                std::memcpy(array->second.data.data() + at * bytes, array->second.data.data() + from * bytes, bytes);
            else
                setElement(array->second, at, static_cast<std::int64_t>(random() % 70));
        }
    }
    return other;
}

} // namespace sparsescope
