// Plans that say what is not so: refused, or run as what they are.
#include "tests/hostile/plan_mutations.h"
#include "tests/hostile/plan_use.h"

using namespace sparsescope;
using nlohmann::json;

namespace {

Taken take(const std::string& what, const json& header, const NpzArrays& arrays, const Matrix& matrix)
{
    return tryHostile(what, [&] { usePlan(planFromBlob(blobOf(header, arrays), matrix, "plan.json"), matrix); });
}

} // namespace

TEST_CASE("a plan with any of its numbers replaced is refused, or runs")
{
    for (const Example& plan : examples()) {
        const Taken whole = take("as it is", plan.header, plan.arrays, *plan.matrix);
        INFO(lastRefusal);
        REQUIRE(whole == Taken::Accepted);
        const auto ways = waysToNumbers(plan.header);
        const std::vector<json>& numbers = hostileNumbers();
        for (std::size_t w = 0; w < ways.size(); ++w)
            for (std::size_t n = 0;
                 n < std::min<std::size_t>(static_cast<std::size_t>(cases(sanitized ? 1 : 4)), numbers.size()); ++n) {
                const json& number = numbers[(w + 4 * n) % numbers.size()];
                json header = plan.header;
                header[ways[w]] = number;
                take(fmt::format("{} = {}", ways[w].to_string(), number.dump()), header, plan.arrays, *plan.matrix);
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
    const int tries = cases(sanitized ? 400 : 1000);
    int accepted = 0;
    for (int i = 0; i < tries; ++i) {
        std::string what;
        const Example plan = changed(all[random() % all.size()], random, what);
        accepted += take(what, plan.header, plan.arrays, *plan.matrix) == Taken::Accepted ? 1 : 0;
    }
    CHECK(accepted > 0);
    CHECK(accepted < tries);
}
