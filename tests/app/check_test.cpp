// check and generate on plans that another program made, of both operators and all data types.
#include "engine/core/files.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"
#include "tests/app/cli_run.h"
#include "tests/engine/plans_by_hand.h"

#include <fmt/format.h>

using namespace sparsescope;

namespace {

// Writes a random matrix and gives it back as the program will read it.
MatrixPtr writtenMatrix(const std::string& file)
{
    const MatrixPtr random = randomWithEmptyRows(90, 140, 0.1, 21);
    std::string text = fmt::format("%%MatrixMarket matrix coordinate real general\n90 140 {}\n", random->nnz());
    for (std::int64_t p = 0; p < random->nnz(); ++p)
        text += fmt::format("{} {} {}\n", random->rowOf(p) + 1, random->colIdx()[static_cast<std::size_t>(p)] + 1,
                            random->value(p));
    writeText(file, text);
    return session::openMatrix(file, noProgress());
}

} // namespace

TEST_CASE("check accepts plans of both operators in all data types")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = writtenMatrix(folder / "m.mtx");
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM})
        for (const DataType dtype : dataTypes) {
            INFO(label(kind) << " " << name(dtype));
            writePlan(mixedPlan(*matrix, {kind, dtype, 64}, dtype == DataType::BFloat16 ? 32 : 64, 21),
                      folder / "p.json");
            const Run run = cli({"check", folder / "p.json", folder / "m.mtx", "--json"});
            INFO(run.err);
            REQUIRE(run.status == 0);
            const nlohmann::json report = nlohmann::json::parse(run.out);
            CHECK(report["accepted"] == true);
            CHECK(report["maxRelativeError"] > 0);
        }
}

TEST_CASE("check says that sums are beyond what the type holds, though every value is not")
{
    const TemporaryFolder folder;
    std::string text = "%%MatrixMarket matrix coordinate real general\n2 40 41\n2 1 1\n";
    for (int c = 1; c <= 40; ++c)
        text += fmt::format("1 {} {}\n", c, 60000);
    writeText(folder / "m.mtx", text);
    REQUIRE(cli({"plan", folder / "m.mtx", "--planner", "fixed:csr", "--dtype", "f16", "--dense", "512", "-o",
                 folder / "p.json"})
                .status == 0);
    const std::vector<std::string> check = {"check", folder / "p.json", folder / "m.mtx"};
    const auto with = [&](const std::string& values) {
        std::vector<std::string> all = check;
        all.insert(all.end(), {"--values", values});
        return all;
    };
    const Run run = cli(with("file"));
    CHECK(run.status == 4);
    CHECK_THAT(run.err, Catch::Contains("results are beyond the largest finite f16"));
    // Unasked, random values are taken, and it is said.
    const Run chosen = cli(check);
    CHECK(chosen.status == 0);
    CHECK_THAT(chosen.out, Catch::Contains("The results with the file's values do not fit f16 (largest ") &&
                               Catch::Contains("): random ones are taken in their place."));
    CHECK_THAT(cli(with("ones")).out, Catch::Contains("values        ones"));
    checkFails(with("zeros"), 1, "values \"zeros\" are none of file, random, ones");
    // So does plan, before anything is run.
    const Run planned = cli({"plan", folder / "m.mtx", "--dtype", "f16"});
    CHECK(planned.status == 0);
    CHECK_THAT(planned.out, Catch::Contains("1 of 2 sums of rows can go beyond the largest finite f16"));
    const nlohmann::json numbers =
        nlohmann::json::parse(cli({"plan", folder / "m.mtx", "--dtype", "f16", "--json"}).out).at("beyondRange");
    CHECK(numbers.at("values") == 0);
    CHECK(numbers.at("results") == 1);
    CHECK_THAT(cli({"plan", folder / "m.mtx", "--dtype", "bf16"}).out, !Catch::Contains("beyond the largest"));
}

TEST_CASE("generate writes templates, and prints programs of what has none")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = writtenMatrix(folder / "m.mtx");
    const std::string kernel = folder / "k.cu";
    const auto generate = [&](const Plan& plan) {
        writePlan(plan, folder / "p.json");
        return cli({"generate", folder / "p.json", folder / "m.mtx", "-o", kernel});
    };
    PlanByHand spmv(*matrix, {OperatorKind::SpMV, DataType::Float16, 1}, 1);
    spmv.blocks({0, 1, 2, 3, 4, 5, 6, 7}, 8, 64);
    spmv.rest(64);
    CHECK(generate(spmv.finish()).status == 0);
    CHECK_THAT(readText(kernel), Catch::Contains("block 8x64 tiles, printed from the plan's program"));

    for (const auto& [kind, text] : {std::pair{OperatorKind::SpMM, "RunTile<Bf16, 64, 32, added>"},
                                     {OperatorKind::SDDMM, "SampledRun<Bf16, 64, 32, whole>"}}) {
        PlanByHand runs(*matrix, {kind, DataType::BFloat16, 32}, 32);
        runs.rest(64);
        CHECK(generate(runs.finish()).status == 0);
        CHECK_THAT(readText(kernel), Catch::Contains(text));
    }
}
