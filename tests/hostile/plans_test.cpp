// Plans that say what is not so: refused, or run as what they are.
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/io/npy.h"
#include "engine/plan/format.h"
#include "engine/search/planner.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/hostile/numbers.h"
#include "tests/hostile/plan_use.h"

#include <fmt/format.h>
#include <random>

using namespace sparsescope;
using nlohmann::json;

namespace {

// A plan with tiles of several formats.
Plan examplePlan(const Matrix& matrix, const Operator& op, const std::string& name)
{
    const auto model = makeCostModel(readCalibration(defaultCalibration), op);
    const Planner& by = planner(name);
    Trace trace;
    return by.search(matrix, op, ModelEvaluator(*model), completeOptions(by, json::object()), trace, noProgress());
}

std::string hashOf(const std::string& bytes)
{
    return hex64(hashArray(std::span<const char>(bytes)));
}

// Its arrays are what the JSON says they are, so that nothing but the reader's checks refuses it.
Taken take(const std::string& what, json header, const NpzArrays& arrays, const Matrix& matrix)
{
    return tryHostile(what, [&] {
        PlanBlob blob{{}, writeNpz(arrays, false)};
        if (header.is_object() && header.contains("arrays") && header["arrays"].is_object())
            header["arrays"]["hash"] = hashOf(blob.arrays);
        blob.json = header.dump();
        usePlan(planFromBlob(blob, matrix, "plan.json"), matrix);
    });
}

struct Example {
    Example(const MatrixPtr& of, const Operator& op, const std::string& planner) : matrix(of)
    {
        const PlanBlob blob = planToBlob(examplePlan(*matrix, op, planner));
        header = json::parse(blob.json);
        arrays = readNpz(blob.arrays, "plan.npz");
    }
    MatrixPtr matrix;
    json header;
    NpzArrays arrays;
};

std::vector<Example> examples()
{
    const MatrixPtr matrix = randomUniform(40, 56, 0.12, 3);
    std::vector<Example> all;
    for (const char* planner : {"stile", "hyb", "cell"})
        all.emplace_back(matrix, spmm(DataType::Float32, 40), planner);
    all.emplace_back(matrix, Operator{OperatorKind::SDDMM, DataType::Float16, 40}, "stile");
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

void setElement(NpyArray& array, std::size_t i, std::int64_t value)
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

} // namespace

TEST_CASE("a plan with any of its numbers replaced is refused, or runs")
{
    for (const Example& plan : examples()) {
        const Taken whole = take("as it is", plan.header, plan.arrays, *plan.matrix);
        INFO(lastRefusal);
        REQUIRE(whole == Taken::Accepted);
        for (const auto& way : waysToNumbers(plan.header))
            for (const json& number : hostileNumbers()) {
                json header = plan.header;
                header[way] = number;
                take(fmt::format("{} = {}", way.to_string(), number.dump()), header, plan.arrays, *plan.matrix);
            }
    }
}

TEST_CASE("a plan says of its matrix what the matrix says, or is refused")
{
    const Example plan = examples().front();
    for (const char* size : {"rows", "cols", "nnz"})
        for (const json& number : hostileNumbers()) {
            json header = plan.header;
            header["matrix"][size] = number;
            CHECK(take(fmt::format("{} = {}", size, number.dump()), header, plan.arrays, *plan.matrix) ==
                  Taken::Refused);
        }
}

TEST_CASE("what a plan may ask for has an end")
{
    const Example plan = examples().front();
    for (const char* size : {"dense", "densePart"})
        for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, mostOf::dense + 1, INT64_MAX}) {
            json header = plan.header;
            header["operator"][size] = number;
            CHECK(take(fmt::format("{} = {}", size, number), header, plan.arrays, *plan.matrix) == Taken::Refused);
        }
    json parts = plan.header;
    parts["operator"]["dense"] = mostOf::dense; // 1,048,576 parts of each of a few dozen tiles, without a schedule
    parts["operator"]["densePart"] = 1;
    NpzArrays unscheduled = plan.arrays;
    unscheduled.erase("task_sm");
    REQUIRE(plan.arrays.at("tile_format").elements() * mostOf::dense <= mostOf::tasks);
    take("as many parts as can be", parts, unscheduled, *plan.matrix);
}

TEST_CASE("a plan with any element of its arrays out of range is refused, or runs")
{
    for (const Example& plan : examples())
        for (const auto& [name, array] : plan.arrays)
            for (const std::int64_t value :
                 {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 31, std::int64_t{1} << 62, INT64_MAX}) {
                const auto n = static_cast<std::size_t>(array.elements());
                for (const std::size_t i : {std::size_t{0}, n / 2, n - 1}) {
                    if (i >= n)
                        continue;
                    NpzArrays arrays = plan.arrays;
                    setElement(arrays.at(name), i, value);
                    take(fmt::format("{}[{}] = {}", name, i, value), plan.header, arrays, *plan.matrix);
                }
            }
}

TEST_CASE("of plans that were changed anywhere none reaches a kernel out of bounds")
{
    const std::vector<Example> all = examples();
    std::mt19937_64 random(20);
    const int tries = cases(2000);
    int accepted = 0;
    for (int i = 0; i < tries; ++i) {
        const Example& plan = all[random() % all.size()];
        json header = plan.header;
        NpzArrays arrays = plan.arrays;
        std::string what;
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            auto array = std::next(arrays.begin(), static_cast<std::ptrdiff_t>(random() % arrays.size()));
            const auto n = static_cast<std::uint64_t>(array->second.elements());
            const auto ways = waysToNumbers(header);
            if (random() % 4 == 0 && !ways.empty()) {
                const auto& way = ways[random() % ways.size()];
                header[way] = random() % 2 == 0 ? json(static_cast<std::int64_t>(random() % 70))
                                                : hostileNumbers()[random() % hostileNumbers().size()];
                what += fmt::format("{} = {}; ", way.to_string(), header[way].dump());
            } else if (n > 0) {
                // Small steps pass more of the checks than what is far off.
                const auto at = random() % n, from = random() % n;
                const auto bytes = static_cast<std::size_t>(array->second.elementBytes());
                what += fmt::format("{}[{}] from {}; ", array->first, at, from);
                if (random() % 2 == 0)
                    std::memcpy(array->second.data.data() + at * bytes, array->second.data.data() + from * bytes,
                                bytes);
                else
                    setElement(array->second, at, static_cast<std::int64_t>(random() % 70));
            }
        }
        accepted += take(what, header, arrays, *plan.matrix) == Taken::Accepted ? 1 : 0;
    }
    CHECK(accepted > 0);
    CHECK(accepted < tries);
}
