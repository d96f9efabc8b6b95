// Dynamic plans on the command line: chosen for a sequence, checked on every mask, refused where they do not belong.
#include "engine/core/files.h"
#include "engine/cost/calibration.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "tests/app/cli_run.h"

#include <filesystem>
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
                                        Catch::Contains("by calibration h200\n") && Catch::Contains("members,"));
            const Run checked = cli({"check", plan, masks});
            CHECK(checked.status == 0);
            CHECK_THAT(checked.out, Catch::Contains("in 4 masks every non-zero is owned exactly once") &&
                                        Catch::Contains("accepted"));
        }
}

TEST_CASE("pairings of a type that a calibration has no times of are estimated, and plan says so")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", without = folder / "without.json";
    Calibration calibration = readCalibration("h200");
    std::erase_if(calibration.sparda.pairings, [](const PairingTimes& of) { return of.dtype == DataType::BFloat16; });
    writeText(without, toJson(calibration).dump(), noProgress());
    REQUIRE(cli({"generate-masks", "pruning", "--masks", "4", "-o", masks}).status == 0);
    for (const char* dtype : {"f16", "bf16"}) {
        CAPTURE(dtype);
        const Run planned = cli({"plan", masks, "--dense", "64", "--dtype", dtype, "--calibration", without});
        REQUIRE(planned.status == 0);
        CHECK((planned.out.find("estimated, not measured") != std::string::npos) == (std::string(dtype) == "bf16"));
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
    for (const char* none : {"-1", "8", "4611686018427387904", "9223372036854775807"})
        checkFails({"check", plan, masks, "--mask", none}, 1, std::string("masks 0 to 7, not ") + none);
    for (const char* none : {"", "x", "1.5", "-"})
        checkFails({"check", plan, masks, "--mask", none}, 1,
                   std::string("--mask: takes a whole number, not \"") + none + "\"");
    for (const char* large : {"9223372036854775808", "18446744073709551616"})
        checkFails({"check", plan, masks, "--mask", large}, 1, std::string("--mask: ") + large + " is too large");
    checkFails({"check", plan, masks, "--mask", "-9223372036854775809"}, 1,
               "--mask: -9223372036854775809 is too small");
    checkFails({"check", plan, masks, "--seed", "18446744073709551616"}, 1,
               "--seed: 18446744073709551616 is too large");
    checkFails({"check", plan, masks, "--seed", "-1"}, 1, "--seed: -1 is too small");
    checkFails({"check", plan, masks, "--seed", ""}, 1, "--seed: takes a whole number, not \"\"");
    for (const char* none : {"0", "-1", "4611686018427387904"})
        checkFails({"plan", masks, "--dense", none}, 1, std::string("--dense takes 1 to 1048576, not ") + none);
    checkFails({"plan", masks, "--dense", ""}, 1, "--dense: takes a whole number, not \"\"");
    checkFails({"plan", masks, "--order", "rcm"}, 1, "so that it plans the file's order alone");
    checkFails({"generate-masks", "files", masks, "-o", other}, 2, "m.npz: holds masks itself");
    // A file that is not what it seems is not one without masks.
    const std::string cut = folder / "cut.npz";
    writeText(cut, readText(masks).substr(0, 1000));
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"check", plan, cut}, {"check", plan, cut, "--mask", "0"}, {"info", cut, "--mask", "0"}, {"info", cut}})
        checkFails(command, 2, "cut.npz: is not a whole zip archive");
    checkFails({"check", plan, folder / "none.npz"}, 2, "none.npz: cannot open");
    // What is read stays as it is.
    const std::string before = readText(masks);
    const std::string read = " is read: it is not written over", link = folder / "link.json";
    std::filesystem::create_symlink(masks, link);
    checkFails({"plan", masks, "-o", masks}, 1, "m.npz" + read);
    checkFails({"plan", masks, "--trace", masks}, 1, "m.npz" + read);
    checkFails({"plan", masks, "-o", link}, 1, "link.json" + read);
    checkFails({"plan", masks, "-o", folder / "new.json", "--trace", folder / "new.json"}, 1, "would be written twice");
    checkFails({"generate", plan, masks, "-o", plan}, 1, "rule.json" + read);
    checkFails({"profile", masks, "--plan", plan, "-o", plan}, 1, "rule.json" + read);
    checkFails({"sweep", folder / "f.mtx", "--vary", "depth=1", "-o", folder / "f.mtx"}, 1, "f.mtx" + read);
    CHECK(readText(masks) == before);
    CHECK(readDynamicPlan(plan).rule.shape.rows == 512);
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

TEST_CASE("A dynamic plan that was written by hand is refused by its file, whatever reads it")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", rule = folder / "rule.json";
    REQUIRE(cli({"generate-masks", "relu", "--rows", "64", "--cols", "96", "-o", masks}).status == 0);
    REQUIRE(cli({"plan", masks, "--cost", "paper", "-o", rule}).status == 0);
    const json good = json::parse(readText(rule));
    const auto change = [&](const char* pointer, const json& value) {
        json changed = good;
        changed[json::json_pointer(pointer)] = value;
        writeText(rule, changed.dump());
    };
    // Tiles that no GPU has room for: the CPU says what it cannot hold, and there is no kernel.
    json pairing = good["rule"]["pairing"];
    pairing.update({{"axis", "k"}, {"height", 4096}, {"width", 4096}, {"tile", {4096, 4096, 4096}}});
    change("/rule/pairing", pairing);
    checkFails({"check", rule, masks}, 2, "rule.json: on mask 1: formats[0]: its tiles would store 16777216 places");
    const std::string none = "rule.json: there is no kernel in f16 for 4096x4096 in 4096x4096x4096 by k";
    checkFails({"generate", rule, masks, "-o", folder / "k.cu"}, 2, none);
    checkFails({"generate", rule, masks, "--mask", "0", "--standalone", folder / "project"}, 2, none);
    checkFails({"profile", masks, "--plan", rule, "-o", folder / "r.sscope"}, 2, none);
    // One that the CPU runs.
    pairing.update({{"height", 4}, {"width", 1}, {"tile", {4, 2, 8}}});
    change("/rule/pairing", pairing);
    CHECK(cli({"check", rule, masks}).status == 0);
    checkFails({"generate", rule, masks, "-o", folder / "k.cu"}, 2, "there is no kernel in f16 for 4x1 in 4x2x8 by k");
    change("/rule/samples", json(std::vector<json>(5000, good["rule"]["samples"][0])));
    checkFails({"check", rule, masks}, 2, "rule.json: rule.samples: has 5000 samples, more than 4096");
}

TEST_CASE("A dynamic plan is run over one mask of a sequence where that is chosen")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", other = folder / "o.npz", rule = folder / "rule.json";
    const std::string matrix = folder / "f.mtx", run = folder / "r.sscope";
    REQUIRE(cli({"generate-masks", "relu", "-o", masks}).status == 0);
    REQUIRE(cli({"generate-masks", "relu", "--rows", "256", "-o", other}).status == 0);
    REQUIRE(cli({"generate-matrix", "figure1", "-o", matrix}).status == 0);
    REQUIRE(cli({"plan", masks, "-o", rule}).status == 0);
    // What is wrong is said before a GPU is looked for.
    const auto refused = [&](std::vector<std::string> arguments, int status, const std::string& reason) {
        arguments.insert(arguments.end(), {"-o", run});
        checkFails(arguments, status, reason);
    };
    refused({"profile", masks, "--plan", rule, "--mask", "8"}, 1, "m.npz has masks 0 to 7, not 8");
    refused({"profile", other, "--plan", rule, "--mask", "3"}, 2,
            "rule.json: the dynamic plan is for masks of 512 x 512 in granules of 1 x 1");
    refused({"profile", masks, "--plan", rule, "--mask", "3", "--baseline", "packed"}, 1,
            "there is no baseline \"packed\" of these masks");
    refused({"profile", masks, "--planner", "sparda", "--mask", "3", "--baseline", "packed"}, 1,
            "there is no baseline \"packed\" of these masks");
    refused({"profile", matrix, "--plan", rule}, 1, "f.mtx holds no masks, which a dynamic plan is for");
    refused({"profile", matrix, "--planner", "sparda"}, 1, "f.mtx holds no masks, which a dynamic plan is for");
    refused({"profile", folder / "none.npz", "--plan", rule}, 2, "none.npz: cannot open");
}
