// ir: what it prints, lowers, checks and refuses.
#include "engine/core/files.h"
#include "engine/plan/kept_program.h"
#include "engine/plan/operators/operator.h"
#include "tests/app/cli_run.h"

using namespace sparsescope;

namespace {

const std::string figureOne = sourceFile("samples/figure1.mtx");
const std::string& ofSpmm = definitionOf(OperatorKind::SpMM).program;

} // namespace

TEST_CASE("ir prints the operator's own program, or a plan's, in the stage that is asked for")
{
    const TemporaryFolder folder;
    CHECK(cli({"ir", figureOne, "--dtype", "f32"}).out == ofSpmm);
    CHECK_THAT(cli({"ir", figureOne}).out, Catch::Contains("buffer C(I, K): f16"));
    CHECK_THAT(cli({"ir", figureOne, "--op", "sddmm", "--stage", "2"}).out,
               Catch::StartsWith("program sddmm stage 2\n"));
    CHECK_THAT(cli({"ir", figureOne, "--stage", "3"}).out, Catch::Contains("array J_indptr[m + 1]: i32"));

    REQUIRE(cli({"plan", figureOne, "--planner", "hyb", "-o", folder / "p.json"}).status == 0);
    const std::string planned = cli({"ir", figureOne, "--planner", "hyb"}).out;
    CHECK_THAT(planned, Catch::Contains("copy_A_1"));
    CHECK(cli({"ir", figureOne, "--plan", folder / "p.json"}).out == planned);

    CHECK(cli({"ir", figureOne, "--planner", "hyb", "-o", folder / "p.ir"}).out.empty());
    CHECK(readText(folder / "p.ir") == planned);
    CHECK(cli({"ir", figureOne, "--planner", "hyb", "--program", folder / "p.ir", "--stage", "3"}).out ==
          cli({"ir", figureOne, "--planner", "hyb", "--stage", "3"}).out);
    CHECK_THAT(planned, Catch::Contains("axis I_1 = sparse_fixed(T_1, m, 16, I_1_indices) holes"));
    CHECK_THAT(cli({"ir", figureOne, "--planner", "hyb", "--untiled"}).out, // one tile has as many rows as there are
               !Catch::Contains("sparse_fixed(T_1, m, 16,"));
}

TEST_CASE("ir --check runs each stage from the program's own on, and exits with 4 where one is wrong")
{
    const TemporaryFolder folder;
    const Run all = cli({"ir", figureOne, "--planner", "hyb", "--check"});
    CHECK(all.status == 0);
    REQUIRE(linesOf(all.out).size() == 3);
    CHECK_THAT(linesOf(all.out)[0], Catch::StartsWith("stage 1: exact, 256 elements"));
    CHECK(linesOf(cli({"ir", figureOne, "--stage", "2", "--check"}).out).size() == 2);
    CHECK(cli({"ir", figureOne, "--planner", "hyb", "--untiled", "--check"}).status == 0);

    std::string wrong = ofSpmm;
    wrong.replace(wrong.find("* B[j, k]"), 9, "+ B[j, k]");
    writeText(folder / "wrong.ir", wrong);
    const Run differs = cli({"ir", figureOne, "--program", folder / "wrong.ir", "--check"});
    CHECK(differs.status == 4);
    CHECK_THAT(differs.out, Catch::Contains("elements differ, the first in row "));

    // All of it would take too long: a part is checked.
    const Run large = cli({"ir", sample, "--dense", "1024", "--check"});
    CHECK(large.status == 0);
    REQUIRE(linesOf(large.out).size() == 4);
    CHECK_THAT(linesOf(large.out)[0], Catch::Contains("a part of 24 x 24 from row 0, "));
}

TEST_CASE("ir refuses what has no program, and says where a text has none")
{
    const TemporaryFolder folder;
    writeText(folder / "bad.ir", "program spmm stage 1\nparam m, m\n");
    checkFails({"ir", figureOne, "--program", folder / "bad.ir"}, 2, "bad.ir:2:");
    checkFails({"ir", figureOne, "--op", "spmv", "--dtype", "f32", "--planner", "graph"}, 2, "the plan has no program");
    checkFails({"ir", figureOne, "--untiled"}, 1, "--untiled joins the tiles of a plan");
    checkFails({"ir", figureOne, "--planner", "hyb", "--plan", folder / "p.json"}, 1, "give one of them");
    checkFails({"ir", figureOne, "--stage", "4"}, 1, "--stage");
    REQUIRE(cli({"ir", figureOne, "--stage", "3", "-o", folder / "three.ir"}).status == 0);
    checkFails({"ir", figureOne, "--program", folder / "three.ir", "--stage", "1"}, 2, "stage 3 already");
}

TEST_CASE("ir --plan takes the program and the schedule that the plan keeps, unless others are given")
{
    const TemporaryFolder folder;
    const std::string plan = folder / "p.json";
    REQUIRE(cli({"plan", figureOne, "--planner", "fixed:csr", "-o", plan}).status == 0);
    const std::string own = cli({"ir", figureOne, "--plan", plan}).out;
    const auto keep = [&](const KeptPrograms& programs) {
        nlohmann::json file = nlohmann::json::parse(readText(plan));
        keepPrograms(file["options"], programs);
        writeText(plan, file.dump());
    };
    std::string written = own;
    written.replace(written.find("* B[j, k]"), 9, "+ B[j, k]");
    keep({{written, "lower\nko, ki = split k 8\n"}, {{}, "lower\nko, ki = split k 16\n"}});
    const std::string kept = cli({"ir", figureOne, "--plan", plan}).out;
    CHECK_THAT(kept, Catch::StartsWith("program spmm stage 2\n"));
    CHECK_THAT(kept, Catch::Contains("for ki: S in 8"));
    CHECK_THAT(kept, Catch::Contains(" + B["));
    CHECK(cli({"ir", figureOne, "--plan", plan, "--check"}).status == 4);
    writeText(folder / "none.sched", "");
    CHECK(cli({"ir", figureOne, "--plan", plan, "--schedule", folder / "none.sched"}).out == written);
    writeText(folder / "own.ir", own);
    CHECK_THAT(cli({"ir", figureOne, "--plan", plan, "--program", folder / "own.ir"}).out,
               Catch::Contains("for ki: S in 8") && Catch::Contains(" * B["));
    // What is kept for one tile of each format is another one.
    CHECK_THAT(cli({"ir", figureOne, "--plan", plan, "--untiled"}).out, Catch::Contains("for ki: S in 16"));

    keep({{"program spmm stage 1\nparam m, m\n", {}}, {}});
    checkFails({"ir", figureOne, "--plan", plan}, 2, "p.json: options.program:2:10: ");
    keep({{{}, "lower\n  split q 3"}, {}});
    checkFails({"ir", figureOne, "--plan", plan}, 2, "p.json: options.schedule:2:9: split q 3: there is no loop q");
    keep({{{}, "lower\n  spilt k 3"}, {}});
    checkFails({"ir", figureOne, "--plan", plan}, 2, "p.json: options.schedule:2:3: there is no step \"spilt\"");
    writeText(folder / "wrong.sched", "split q 3");
    checkFails({"ir", figureOne, "--plan", plan, "--schedule", folder / "wrong.sched"}, 2,
               "wrong.sched:1:1: split q 3: ");
    // A program of other tiles.
    REQUIRE(cli({"ir", figureOne, "--planner", "hyb", "-o", folder / "hyb.ir"}).status == 0);
    checkFails({"ir", figureOne, "--plan", plan, "--program", folder / "hyb.ir"}, 2,
               "hyb.ir: the program is of the tiles of another plan: ");
}

TEST_CASE("ir --stage cuda prints a plan's kernel: with what the plan keeps or is given, else by default schedules")
{
    const TemporaryFolder folder;
    const std::string plan = folder / "p.json";
    REQUIRE(cli({"plan", figureOne, "--planner", "fixed:csr", "-o", plan}).status == 0);
    const std::vector<std::string> cuda{"ir", figureOne, "--plan", plan, "--stage", "cuda"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = cuda;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    const std::string kernel = cli(cuda).out;
    CHECK_THAT(kernel, Catch::Contains("struct Program1 {") && Catch::Contains("__global__"));
    CHECK(cli(with({"--schedule", "default"})).out == kernel);
    const std::string unbound = "t, the loop over the tiles CSR 32, is not bound to blockIdx.x";
    writeText(folder / "lower.sched", "lower\n");
    checkFails(with({"--schedule", folder / "lower.sched"}), 2, unbound);
    nlohmann::json file = nlohmann::json::parse(readText(plan));
    keepPrograms(file["options"], {{{}, "lower\nko, ki = split k 8\n"}, {}});
    writeText(plan, file.dump());
    checkFails(cuda, 2, unbound);
    CHECK(cli(with({"--schedule", "default"})).out == kernel);
    checkFails(with({"--untiled"}), 1, "and no --untiled");
    checkFails({"ir", figureOne, "--stage", "cuda"}, 1, "give --plan or --planner");
}

TEST_CASE("ir --check takes a part of a large matrix, whichever plan and program are given")
{
    const TemporaryFolder folder;
    const std::string plan = folder / "p.json";
    REQUIRE(cli({"plan", sample, "--dense", "1024", "--planner", "hyb", "-o", plan}).status == 0);
    REQUIRE(cli({"ir", sample, "--plan", plan, "-o", folder / "p.ir"}).status == 0);
    for (const bool given : {false, true}) {
        std::vector<std::string> arguments{"ir", sample, "--plan", plan, "--check"};
        if (given)
            arguments.insert(arguments.end(), {"--program", folder / "p.ir"});
        const Run run = cli(arguments);
        CHECK(run.status == 0);
        REQUIRE(linesOf(run.out).size() == 4);
        CHECK_THAT(linesOf(run.out)[0], Catch::Contains("a part of 24 x 24 from row 0, "));
        CHECK_THAT(linesOf(run.out)[3], Catch::StartsWith("stage 3: exact, 24,576 elements"));
    }
}
