// Plan files: what is written is read back, what is wrong is refused.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/cost/cost_model.h"
#include "engine/plan/kept_program.h"
#include "engine/plan/plan_file.h"
#include "engine/search/request.h"
#include "tests/engine/plans_by_hand.h"

#include <filesystem>
#include <fstream>

using namespace sparsescope;
namespace fs = std::filesystem;

namespace {

std::string planFileRefusal(const std::string& path, const Matrix& matrix)
{
    try {
        readPlan(path, matrix);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        CHECK_THAT(e.what(), Catch::Contains(fs::path(path).stem().string()));
        return e.what();
    }
    return {};
}

void edit(const std::string& path, const std::function<void(nlohmann::json&)>& change)
{
    nlohmann::json header = nlohmann::json::parse(readText(path));
    change(header);
    writeText(path, header.dump());
}

} // namespace

TEST_CASE("a plan survives its files byte for byte")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = rmat(256, 4000, 11);
    const Plan plan = searched(*matrix, spmm(DataType::Float16, 128)).plan;
    writePlan(plan, folder / "p.json");
    const Plan back = readPlan(folder / "p.json", *matrix);
    CHECK(back.tiling().rowIds == plan.tiling().rowIds);
    CHECK(back.tiling().colIds == plan.tiling().colIds);
    CHECK(back.tiling().entries == plan.tiling().entries);
    CHECK(back.op == plan.op);
    CHECK(back.predictedNs == plan.predictedNs);
    REQUIRE(back.tiling().tiles.size() == plan.tiling().tiles.size());
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        CHECK(back.tiling().tiles[t].atomic == plan.tiling().tiles[t].atomic);
        CHECK(back.tiling().tiles[t].cost == plan.tiling().tiles[t].cost);
        CHECK(back.tiling().tiles[t].level == plan.tiling().tiles[t].level);
    }
    const PlanBlob first = planToBlob(plan);
    const PlanBlob second = planToBlob(back);
    CHECK(first.json == second.json);
    CHECK(first.arrays == second.arrays);
    int files = 0;
    for ([[maybe_unused]] const auto& file : fs::directory_iterator(folder / ""))
        ++files;
    CHECK(files == 2); // no temporary file is left
}

TEST_CASE("plans of every operator, data type and format survive their files")
{
    const TemporaryFolder folder;
    const std::uint64_t seed = 16;
    INFO("seed " << seed);
    const MatrixPtr matrix = randomWithEmptyRows(130, 170, 0.08, seed);
    for (const OperatorKind kind : operatorKinds())
        for (const DataType dtype : dataTypes)
            for (const std::int64_t part : {32, 64}) {
                const Plan plan = mixedPlan(*matrix, changed({{}, dtype, 64}, kind), part, seed);
                writePlan(plan, folder / "p.json");
                const Plan back = readPlan(folder / "p.json", *matrix);
                CHECK(back.op == plan.op);
                CHECK(back.densePart == (plan.op.hasDenseAxis() ? part : 1));
                CHECK(back.tiling().entries == plan.tiling().entries);
                REQUIRE(back.tiling().formats.size() == plan.tiling().formats.size());
                for (std::size_t f = 0; f < plan.tiling().formats.size(); ++f)
                    CHECK(back.tiling().formats[f]->label() == plan.tiling().formats[f]->label());
                for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t)
                    CHECK(back.tiling().tiles[t].atomic == plan.tiling().tiles[t].atomic);
                CHECK(planToBlob(back).json == planToBlob(plan).json);
                CHECK(checkPlan(back, *matrix, seed, noProgress()).error.accepted(dtype));
            }
}

TEST_CASE("illegal parameters in a plan file are refused with file and reason")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = randomWithEmptyRows(40, 60, 0.1, 17);
    const std::string path = folder / "p.json";
    PlanByHand hand(*matrix, {OperatorKind::SDDMM, DataType::BFloat16, 32}, 32);
    hand.rest(32);
    writePlan(hand.finish(), path);
    SECTION("a size")
    {
        edit(path, [](nlohmann::json& h) { h["formats"][0]["parameters"]["size"] = 33; });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("power of two from 32 to 1024"));
    }
    SECTION("no size")
    {
        edit(path, [](nlohmann::json& h) { h["formats"][0]["parameters"] = {{"rows", 8}}; });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("\"size\""));
    }
    SECTION("another height")
    {
        edit(path, [](nlohmann::json& h) {
            h["formats"][0] = {{"name", "block"}, {"parameters", {{"rows", 32}, {"width", 16}}}};
        });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("8 or 16 rows"));
    }
}

TEST_CASE("an empty matrix has an empty plan")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = matrixFromCoordinates(3, 4, {}, "empty");
    const Plan plan = searched(*matrix, spmm(DataType::Float32, 32)).plan;
    CHECK(plan.tiling().tiles.empty());
    writePlan(plan, folder / "p.json");
    CHECK(readPlan(folder / "p.json", *matrix).tiling().tiles.empty());
    CHECK(executed(plan, *matrix, 1).relative == 0);
}

TEST_CASE("a plan that names far more rows than there are non-zeros survives its files")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = matrixFromCoordinates(100'000, 4, {{7, 1}}, "nearly empty");
    Plan plan = emptyPlan(*matrix, spmm(DataType::Float32, 32), 32);
    std::vector<std::int32_t> rows(60'000);
    std::iota(rows.begin(), rows.end(), 0);
    const std::vector<std::uint32_t> entries = {0};
    plan.tiling().formats.push_back(makeFormat("csr", {{"places", 65536}}));
    appendTile(plan, {}, {rows, {}, entries});
    writePlan(plan, folder / "p.json");
    CHECK(readPlan(folder / "p.json", *matrix).tiling().rowIds == plan.tiling().rowIds);
}

TEST_CASE("a plan's file says how its sub-tasks are launched; one that does not is of the time when that was by cost")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = rmat(128, 900, 2);
    const std::string path = folder / "p.json";
    Plan plan = searched(*matrix, spmm(DataType::Float16, 32)).plan;
    const auto version = [&] { return nlohmann::json::parse(readText(path))["version"].get<int>(); };
    plan.tiling().launchOrder = LaunchOrder::Rows;
    writePlan(plan, path);
    CHECK(version() == 2);
    CHECK(readPlan(path, *matrix).tiling().launchOrder == LaunchOrder::Rows);
    edit(path, [](nlohmann::json& h) { h["launchOrder"] = "sideways"; });
    CHECK_THAT(planFileRefusal(path, *matrix),
               Catch::Contains("launchOrder") && Catch::Contains("\"sideways\" is none of longest and rows"));
    for (const SplitSums sums : {SplitSums::Slots, SplitSums::Atomic}) {
        plan.tiling().splitSums = sums;
        writePlan(plan, path);
        CHECK(readPlan(path, *matrix).tiling().splitSums == sums);
    }
    plan.tiling().launchOrder = LaunchOrder::Longest;
    writePlan(plan, path);
    CHECK(version() == 1);
    CHECK(readPlan(path, *matrix).tiling().launchOrder == LaunchOrder::Longest);
    CHECK(readPlan(path, *matrix).tiling().splitSums == SplitSums::Atomic);
}

TEST_CASE("a plan that is read is predicted in another order of launches as the one that was written")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = rmat(512, 9000, 3); // long rows, whose tiles take long alone
    SearchRequest request;
    request.op = spmm(DataType::Float32, 32);
    request.planner = "fixed:csr";
    Plan plan = searchPlan(*matrix, request, noProgress()).plan;
    writePlan(plan, folder / "p.json");
    Plan back = readPlan(folder / "p.json", *matrix);
    for (const LaunchOrder order : {LaunchOrder::Rows, LaunchOrder::Longest}) {
        setLaunchOrder(plan, order);
        setLaunchOrder(back, order);
        CHECK(back.predictedNs == plan.predictedNs);
    }
    REQUIRE(plan.tiling().tiles.front().chain > 0);
    for (Tile& tile : back.tiling().tiles)
        tile.chain = 0;
    setLaunchOrder(back, LaunchOrder::Rows);
    CHECK(back.predictedNs < plan.predictedNs);
}

TEST_CASE("plan files that are wrong are refused with file and reason")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = rmat(128, 900, 2);
    const std::string path = folder / "p.json";
    writePlan(searched(*matrix, spmm(DataType::Float16, 32)).plan, path);
    const std::string arrays = folder / nlohmann::json::parse(readText(path))["arrays"]["file"].get<std::string>();

    SECTION("another matrix")
    {
        CHECK_THAT(planFileRefusal(path, *rmat(128, 900, 3)), Catch::Contains("belongs to a matrix"));
    }
    SECTION("a newer schema")
    {
        edit(path, [](nlohmann::json& h) { h["version"] = 5; });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("schema version 5"));
    }
    SECTION("another schema")
    {
        edit(path, [](nlohmann::json& h) { h["schema"] = "x"; });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("is not a plan"));
    }
    SECTION("not JSON")
    {
        writeText(path, "{\n\"schema\": oops}");
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains(":2:11: is not valid JSON"));
    }
    SECTION("changed arrays")
    {
        std::string bytes = readText(arrays);
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
        writeText(arrays, bytes);
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("was changed after"));
    }
    SECTION("missing arrays")
    {
        fs::remove(arrays);
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("cannot open"));
    }
    SECTION("a path that leaves the folder")
    {
        edit(path, [](nlohmann::json& h) { h["arrays"]["file"] = "../x.npz"; });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("is not the name of a file beside the plan"));
    }
    SECTION("a missing member")
    {
        edit(path, [](nlohmann::json& h) { h["operator"].erase("dtype"); });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("operator.dtype"));
    }
    SECTION("an unknown format")
    {
        edit(path, [](nlohmann::json& h) { h["formats"][0]["name"] = "magic"; });
        CHECK_THAT(planFileRefusal(path, *matrix), Catch::Contains("\"magic\" is none of"));
    }
}

TEST_CASE("programs that were written for a plan are texts among its options, whatever they say")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = rmat(64, 500, 11);
    Plan plan = searched(*matrix, spmm(DataType::Float16, 32)).plan;
    CHECK(keptPrograms(plan.options) == KeptPrograms());
    const nlohmann::json before = plan.options;
    const KeptPrograms programs{{"no program at all", "lower\n// \xc3\xa9"}, {std::string(), {}}};
    keepPrograms(plan.options, programs);
    CHECK(plan.options.at("schedule") == programs.tiled.schedule);
    writePlan(plan, folder / "p.json");
    CHECK(keptPrograms(readPlan(folder / "p.json", *matrix).options) == programs);
    keepPrograms(plan.options, {{std::string(2'000'001, 'x'), {}}, {}});
    CHECK(plan.options == before);

    for (const char* name : {"program", "schedule", "untiledProgram", "untiledSchedule"}) {
        for (const nlohmann::json& odd :
             {nlohmann::json(3), nlohmann::json::array({"lower"}), nlohmann::json(std::string(2'000'001, 'x'))}) {
            edit(folder / "p.json", [&](nlohmann::json& file) { file["options"][name] = odd; });
            CHECK_THAT(planFileRefusal(folder / "p.json", *matrix),
                       Catch::Contains(std::string("options.") + name + ": is no text of at most 2000000 bytes"));
        }
        edit(folder / "p.json", [&](nlohmann::json& file) { file["options"][name] = std::string(2'000'000, 'x'); });
        CHECK(planFileRefusal(folder / "p.json", *matrix).empty());
        edit(folder / "p.json", [&](nlohmann::json& file) { file["options"].erase(name); });
    }
}

TEST_CASE("a folder that cannot be written leaves nothing behind")
{
    const MatrixPtr matrix = figure1();
    const Plan plan = searched(*matrix, spmm(DataType::Float16, 32)).plan;
    CHECK_THROWS_AS(writePlan(plan, "/nonexistent/folder/p.json"), Error);
}
