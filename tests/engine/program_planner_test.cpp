// Planners of one's own: programs that are given a matrix and write a plan.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/own_program.h"
#include "engine/plan/plan_file.h"
#include "engine/search/program/program_planner.h"
#include "engine/search/request.h"
#include "tests/engine/own_parts.h"
#include "tests/engine/plan_fixtures.h"

using namespace sparsescope;
using nlohmann::json;

namespace {

// A program that writes the plan that lies in its folder under this name.
struct Writes {
    TemporaryFolder folder;
    MatrixPtr matrix = randomUniform(60, 80, 0.1, 3);
    std::string program;

    Writes()
    {
        std::filesystem::create_directory(folder / "ready");
        program = script(folder / "mine", "cp \"$1/request.json\" " + (folder / "asked.json") + "; cp " +
                                              (folder / "ready") + "/* \"$1\"; echo planned >&2");
    }
    SearchRequest request() const
    {
        SearchRequest request;
        request.op = spmm(DataType::Float16, 32);
        applyChange(request, "planner", "program:" + program);
        return request;
    }
    Plan ready(const std::string& planner)
    {
        SearchRequest other = request();
        applyChange(other, "planner", planner);
        Plan plan = searchPlan(*matrix, other, noProgress()).plan;
        writePlan(plan, folder / "ready/plan.json");
        return plan;
    }
    std::string problem(const SearchRequest& asked) const
    {
        try {
            searchPlan(*matrix, asked, noProgress());
        } catch (const Error& e) {
            const std::string what = e.what();
            const std::size_t at = what.find("mine");
            return at == std::string::npos ? what : what.substr(at);
        }
        return "accepted";
    }
};

} // namespace

TEST_CASE("program planner: nobody starts a program that was not chosen")
{
    const Writes one;
    CHECK_THAT(one.problem(one.request()), Catch::Contains("nobody has chosen here"));
    CHECK_FALSE(std::filesystem::exists(one.folder / "asked.json"));
    CHECK(planner("program:/bin/sh").name() == "program:/bin/sh"); // is but a name
    CHECK_THROWS_AS(planner("program:"), Error);
}

TEST_CASE("program planner: its plan is checked, priced and named; it is told matrix, operator and options")
{
    Writes one;
    const Plan made = one.ready("fixed:ell");
    SearchRequest request = one.request();
    applyChange(request, "width", "4,8");
    applyChange(request, "sort", "rows");
    applyChange(request, "width", "16");
    CHECK(request.options["with"] == "sort=rows,width=16");
    chooseProgramsOf(request);
    const SearchResult found = searchPlan(*one.matrix, request, noProgress());
    CHECK(found.plan.planner == "program:" + one.program);
    CHECK(found.plan.calibration == "h200");
    CHECK(found.plan.predictedNs == Approx(made.predictedNs));
    CHECK(found.plan.tiling().entries == made.tiling().entries);
    CHECK(found.trace.rounds.size() == 1);
    CHECK(found.trace.rounds.back().covered == one.matrix->nnz());
    const json asked = json::parse(readText(one.folder / "asked.json"));
    CHECK(asked["options"] == json{{"sort", "rows"}, {"width", "16"}});
    CHECK(asked["operator"]["kind"] == "spmm");
    CHECK(asked["operator"]["dense"] == 32);
    CHECK(asked["matrix"]["nnz"] == one.matrix->nnz());
    CHECK(asked["matrix"]["fingerprint"] == one.matrix->fingerprint().text());
}

TEST_CASE("program planner: an archive without a hash is taken, and another plan than was asked for refused")
{
    Writes one;
    one.ready("fixed:ell");
    chooseProgram(one.program);
    json plan = json::parse(readText(one.folder / "ready/plan.json"));
    plan["arrays"].erase("hash");
    writeText(one.folder / "ready/plan.json", plan.dump());
    CHECK(one.problem(one.request()) == "accepted");
    SearchRequest wider = one.request();
    wider.op.dense = 64;
    CHECK(one.problem(wider) == "mine: plan.json: operator: is for SpMM f16 32, SpMM f16 64 was asked for");
    json lacking = plan;
    lacking["formats"][0]["name"] = "elll";
    writeText(one.folder / "ready/plan.json", lacking.dump());
    CHECK_THAT(one.problem(one.request()), Catch::StartsWith("mine: plan.json: "));
    one.matrix = randomUniform(60, 80, 0.1, 4);
    writeText(one.folder / "ready/plan.json", plan.dump());
    CHECK_THAT(one.problem(one.request()), Catch::StartsWith("mine: plan.json: "));
}

TEST_CASE("program planner: how it ended is said")
{
    const Writes one;
    chooseProgram(script(one.folder / "mine", "exit 0"));
    CHECK(one.problem(one.request()) == "mine: wrote no plan.json");
    script(one.folder / "mine", "echo no idea >&2; exit 2");
    CHECK(one.problem(one.request()) == "mine: ended with status 2\nno idea");
    script(one.folder / "mine", "sleep 60");
    SearchRequest request = one.request();
    applyChange(request, "program-seconds", "1");
    CHECK(one.problem(request) == "mine: takes longer than 1 s, and was ended");
    applyChange(request, "with", "width");
    CHECK(one.problem(request) == "option with takes NAME=VALUE,NAME=VALUE, not \"width\"");
}
