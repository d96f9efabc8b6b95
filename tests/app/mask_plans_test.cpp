// Dynamic plans on the command line: chosen for a sequence, checked on every mask, refused where they do not belong.
#include "engine/core/files.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "tests/app/cli_run.h"

#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

TEST_CASE("plan chooses a dynamic plan for the masks of every kind, and check finds it right on all of them")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", plan = folder / "rule.json";
    for (const PatternKind& kind : maskKinds())
        for (const char* dtype : {"f16", "f32", "bf16"}) {
            CAPTURE(kind.name, dtype);
            REQUIRE(cli({"generate-masks", kind.name, "--masks", "4", "-o", masks}).status == 0);
            const Run planned = cli({"plan", masks, "--dense", "64", "--dtype", dtype, "-o", plan});
            REQUIRE(planned.status == 0);
            CHECK_THAT(planned.out, Catch::Contains("dynamic, planner sparda") &&
                                        Catch::Contains("chosen by 0, 1, 2, 3") &&
                                        Catch::Contains(std::string(dtype) != "bf16" ? "by calibration h200\n"
                                                                                     : "estimated, not measured") &&
                                        Catch::Contains("members,"));
            const Run checked = cli({"check", plan, masks});
            CHECK(checked.status == 0);
            CHECK_THAT(checked.out, Catch::Contains("in 4 masks every non-zero is owned exactly once") &&
                                        Catch::Contains("accepted"));
        }
}

TEST_CASE("A pairing that is made to win is written, checked by mask, and told in JSON as in text")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", plan = folder / "rule.json";
    REQUIRE(cli({"generate-masks", "pruning", "--block", "32x1", "--end", "0.02", "-o", masks}).status == 0);
    const Run planned = cli({"plan", masks, "--dense", "64", "--cost", "paper", "--index", "ordered", "--input", "bits",
                             "--reselect", "4", "--trace", folder / "trace.jsonl", "-o", plan, "--json"});
    REQUIRE(planned.status == 0);
    const json told = json::parse(planned.out);
    const DynamicPlan read = readDynamicPlan(plan);
    REQUIRE(read.rule.pairing.has_value()); // the paper's costs know no dense product
    CHECK(told["plan"] == json::parse(readText(plan)));
    CHECK(read.rule.order == IndexOrder::Ordered);
    CHECK(read.rule.input == IndexInput::Bits);
    CHECK(read.rule.reselect == 4);
    CHECK(told["pairings"].size() == pairingsOfKernels(read.op, 512).size());
    double least = 1e30;
    for (const json& pairing : told["pairings"])
        if (!pairing.contains("refusal"))
            least = std::min(least, pairing["ns"].get<double>() / 4); // four masks decide
    CHECK(read.predictedNs == Approx(least));
    const std::string lines = readText(folder / "trace.jsonl");
    CHECK(std::count(lines.begin(), lines.end(), '\n') == static_cast<std::ptrdiff_t>(told["pairings"].size()));
    const json one = json::parse(cli({"check", plan, masks, "--mask", "7", "--json"}).out);
    CHECK(one["masks"] == 1);
    CHECK(one["worstMask"] == 7);
    CHECK(one["accepted"] == true);
    REQUIRE(cli({"generate", plan, masks, "-o", folder / "k.cu"}).status == 0);
    CHECK_THAT(readText(folder / "k.cu"), Catch::Contains("extern \"C\" __global__"));
    CHECK_THAT(readText(folder / "k-index.cu"), Catch::Contains("microIndex"));
    const std::string project = folder / "project";
    REQUIRE(cli({"generate", plan, masks, "--mask", "2", "--standalone", project}).status == 0);
    CHECK_THAT(readText(project + "/README"), Catch::Contains("kernel.cu index.cu host.cpp"));
    CHECK_THAT(readText(project + "/kernel.cu"), Catch::Equals(readText(folder / "k.cu")));
    CHECK_THAT(readText(project + "/index.cu"), Catch::Equals(readText(folder / "k-index.cu")));
    // One mask is planned and checked as any matrix.
    CHECK(
        cli({"plan", masks, "--mask", "7", "--planner", "sparda", "--dense", "64", "-o", folder / "one.json"}).status ==
        0);
    CHECK(cli({"check", folder / "one.json", masks, "--mask", "7"}).status == 0);
}

TEST_CASE("Table 2 of SparDA can be asked for without a GPU")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz";
    REQUIRE(cli({"generate-masks", "pruning", "--rows", "4096", "--cols", "4096", "--block", "32x1", "--end", "0.05",
                 "--masks", "1", "-o", masks})
                .status == 0);
    const Run planned = cli({"plan", masks, "--dense", "4096", "--dtype", "f32", "--calibration", "v100-sparda"});
    REQUIRE(planned.status == 0);
    CHECK_THAT(planned.out, Catch::Contains("chosen        32x1 in 32x64x32 by k, columns") &&
                                Catch::Contains("dense         10.2 ms") && !Catch::Contains("estimated"));
}

TEST_CASE("Dynamic plans and masks are refused where they do not belong together, naming the file")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", other = folder / "o.npz", plan = folder / "rule.json";
    REQUIRE(cli({"generate-masks", "relu", "-o", masks}).status == 0);
    REQUIRE(cli({"generate-masks", "relu", "--rows", "256", "-o", other}).status == 0);
    REQUIRE(cli({"generate-matrix", "figure1", "-o", folder / "f.mtx"}).status == 0);
    REQUIRE(cli({"plan", masks, "-o", plan}).status == 0);
    checkFails({"check", plan, other}, 2, "rule.json: the dynamic plan is for masks of 512 x 512 in granules of 1 x 1");
    checkFails({"check", plan, folder / "f.mtx"}, 1, "f.mtx holds no masks, which a dynamic plan is for");
    checkFails({"check", plan, masks, "--mask", "8"}, 1, "masks 0 to 7, not 8");
    for (const char* none : {"-1", "8", "4611686018427387904"})
        checkFails({"check", plan, masks, "--mask", none}, 1, std::string("masks 0 to 7, not ") + none);
    // Masks that have names too.
    const std::string named = folder / "n.npz";
    REQUIRE(cli({"generate-masks", "files", folder / "f.mtx", folder / "f.mtx", "-o", named}).status == 0);
    REQUIRE(cli({"plan", named, "-o", folder / "n.json"}).status == 0);
    for (const char* none : {"-1", "2", "4611686018427387904"})
        checkFails({"check", folder / "n.json", named, "--mask", none}, 1, std::string("masks 0 to 1, not ") + none);
    checkFails({"plan", masks, "--planner", "stile"}, 2, "m.npz: holds 8 masks: choose one with --mask 0 to 7");
    checkFails({"plan", masks, "--op", "spmv", "--dtype", "f32"}, 1, "planner sparda plans SpMM, SDDMM, not SpMV");
    checkFails({"plan", masks, "--samples", "0"}, 1, "samples");
    checkFails({"plan", masks, "--calibration", "v100-sparda"}, 2, "neither times of pairings in f16");
    checkFails({"generate", plan, masks, "--standalone", folder / "k"}, 1, "choose one with --mask 0 to 7");
    checkFails({"generate", plan, masks, "--mask", "8", "--standalone", folder / "k"}, 1, "masks 0 to 7, not 8");
    checkFails({"generate", plan, masks}, 1, "generate needs -o KERNEL.cu or --standalone DIR");
    checkFails({"generate", plan, other, "-o", folder / "k.cu"}, 2, "the dynamic plan is for masks of 512 x 512");
}
