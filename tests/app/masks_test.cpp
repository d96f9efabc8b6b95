// Sequences of masks on the command line: made, told of, and a mask of one wherever a matrix is wanted.
#include "engine/core/files.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/session/session.h"
#include "engine/work/batch_table.h"
#include "tests/app/cli_run.h"

#include <filesystem>
#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

namespace {

json said(const std::vector<std::string>& arguments)
{
    std::vector<std::string> all = arguments;
    all.emplace_back("--json");
    const Run run = cli(all);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return json::parse(run.out);
}

} // namespace

TEST_CASE("generate-masks makes every kind with its defaults, and info tells what came of it")
{
    const TemporaryFolder folder;
    const std::string help = cli({"generate-masks", "--help"}).out;
    for (const PatternKind& kind : maskKinds()) {
        CAPTURE(kind.name);
        CHECK_THAT(help, Catch::Contains("\n  " + kind.name + " "));
        const std::string file = folder / (kind.name + ".npz");
        const json made = said({"generate-masks", kind.name, "-o", file});
        CHECK(made["kind"] == kind.name);
        CHECK(made["parameters"] == completeParameters(kind, json::object()));
        CHECK(made["masks"] == 8);
        CHECK(made["bytes"] == std::filesystem::file_size(file));
        const json told = said({"info", file});
        for (const char* same : {"masks", "rows", "cols", "granularity", "period", "single", "layout", "fingerprint"})
            CHECK(told[same] == made[same]);
        CHECK(told["comment"] == patternCommand(kind, made["parameters"]));
        std::vector<std::int64_t> nnz;
        for (int t = 0; t < 8; ++t)
            nnz.push_back(said({"info", file, "--mask", std::to_string(t)})["nnz"]);
        CHECK(told["first"]["nnz"] == nnz.front());
        CHECK(told["least"]["nnz"] == *std::min_element(nnz.begin(), nnz.end()));
        CHECK(told["most"]["nnz"] == *std::max_element(nnz.begin(), nnz.end()));
        CHECK(nnz[told["most"]["mask"]] == told["most"]["nnz"]);
        const double places = told["rows"].get<double>() * told["cols"].get<double>();
        CHECK(told["least"]["density"].get<double>() == Approx(told["least"]["nnz"].get<double>() / places));
    }
    const std::string text = cli({"info", folder / "moe.npz"}).out;
    CHECK_THAT(text,
               Catch::Contains("masks         8, numbered from 0\nsize          512 x 1,024, in granules of 1 x 128\n"
                               "period        128 columns; every row lies in one\nlayout        row\n"
                               "density       12.5 % in mask 0; "));
    CHECK_THAT(cli({"generate-masks", "pruning", "--block", "32x1", "--masks", "3", "-o", folder / "p.npz"}).out,
               Catch::Contains("pruning --rows 512 --cols 512 --block 32x1 --end 0.05 --masks 3 --seed 1\n") &&
                   Catch::Contains("3 of 512 x 512, in granules of 32 x 1"));
}

TEST_CASE("generate-masks says which parameter is wrong, and writes archives alone")
{
    const TemporaryFolder folder;
    const std::string out = folder / "m.npz";
    checkFails({"generate-masks", "magic", "-o", out}, 1, "\"magic\" is none of ragged, moe, attention, relu, pruning");
    checkFails({"generate-masks", "moe", "--top", "9", "-o", out}, 1, "moe: top takes 1 to 8 (experts), not 9");
    checkFails({"generate-masks", "moe", "--top", "many", "-o", out}, 1, "--top takes a number, not \"many\"");
    checkFails({"generate-masks", "attention", "--pattern", "full", "-o", out}, 1, "one of longformer, bigbird");
    checkFails({"generate-masks", "pruning", "--block", "8", "-o", out}, 1, "as 8x1, not \"8\"");
    checkFails({"generate-masks", "relu", "--tokens", "8", "-o", out}, 1, "relu has no parameter tokens");
    checkFails({"generate-masks", "relu", "--masks", "0", "-o", out}, 1, "masks takes whole numbers from 1");
    checkFails({"generate-masks", "relu", "-o", folder / "m.mtx"}, 1, "masks are written as .npz");
    checkFails({"generate-masks", "relu", sample, "-o", out}, 1, "only generate-masks files takes matrix files");
    checkFails({"generate-masks", "files", "-o", out}, 1, "files takes matrix files of one shape");
    checkFails({"generate-masks", "files", sample, "--seed", "2", "-o", out}, 1, "files has no parameter seed");
    checkFails({"generate-masks", "files", sample, sourceFile("samples/figure1.mtx"), "-o", out}, 2,
               "figure1.mtx: is 8 x 8, not 2,048 x 2,048 as crossing-2048.mtx.gz");
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("A mask of a sequence is taken wherever a matrix is, and one that is not chosen is asked for")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", plan = folder / "p.json", matrix = folder / "m.mtx";
    REQUIRE(cli({"generate-masks", "relu", "--rows", "64", "--cols", "96", "-o", masks}).status == 0);
    const std::string choose = "m.npz: holds 8 masks: choose one with --mask 0 to 7";
    const std::vector<std::string> three = {"--mask", "3"};
    const std::vector<std::vector<std::string>> commands = {
        {"plan", masks, "--planner", "hyb", "-o", plan},
        {"check", plan, masks},
        {"generate", plan, masks, "-o", folder / "k.cu"},
        {"info", masks, "--order", "rows"},
        {"render", masks, "-o", folder / "m.png"},
        {"permute", masks, "--order", "file", "-o", matrix},
        {"compare", masks, "--planners", "hyb,fixed:csr"},
        {"sweep", masks, "--planner", "hyb", "--vary", "k=1,2", "-o", folder / "s.csv"}};
    for (std::vector<std::string> command : commands) {
        CAPTURE(command.front());
        // info of a sequence is about all of its masks; an order is not.
        const bool info = command.front() == "info";
        checkFails(command, info ? 1 : 2, info ? "choose one of the masks with --mask" : choose);
        command.insert(command.end(), three.begin(), three.end());
        const Run run = cli(command);
        INFO(run.err);
        CHECK(run.status == 0);
        command.back() = "8";
        checkFails(command, 1, "m.npz has masks 0 to 7, not 8");
        command.back() = "-1";
        checkFails(command, 1, "m.npz has masks 0 to 7, not -1");
        std::replace(command.begin(), command.end(), masks, sample);
        command.back() = "0";
        checkFails(command, 1, "crossing-2048.mtx.gz: holds no sequence of masks: --mask chooses one of such");
        std::replace(command.begin(), command.end(), sample, folder / "none.npz");
        checkFails(command, 2, "none.npz");
    }
    checkFails({"profile", masks, "--mask", "8", "-o", folder / "r.sscope"}, 1, "m.npz has masks 0 to 7, not 8");
    checkFails({"profile", masks, "--baseline", "packed", "-o", folder / "r.sscope"}, 1,
               "there is no baseline \"packed\" of these masks");
    checkFails({"profile", masks, "--planner", "hyb", "-o", folder / "r.sscope"}, 1, "planner hyb plans a matrix");
    checkFails({"profile", masks, "--plan", plan, "--samples", "2", "-o", folder / "r.sscope"}, 2, "p.json");
    checkFails({"profile", masks, "--mask", "1", "--oracle", "-o", folder / "r.sscope"}, 1,
               "--oracle is for a sequence");
    // Mask 3 is what it was before: a matrix, whose plan is its own and no other mask's.
    const MaskSequencePtr sequence = readMasks(masks, noProgress());
    CHECK(said({"info", matrix})["fingerprint"] == sequence->matrix(3)->fingerprint().text());
    CHECK(said({"info", masks, "--mask", "3"})["fingerprint"] == sequence->matrix(3)->fingerprint().text());
    checkFails({"check", plan, masks, "--mask", "4"}, 2, "p.json");
    // A session holds the mask, as there is no file of it.
    const std::string session = folder / "c.sscope";
    REQUIRE(cli({"compare", masks, "--mask", "3", "--planners", "hyb", "-o", session}).status == 0);
    std::filesystem::remove(masks);
    CHECK(said({"info", session})["fingerprint"] == sequence->matrix(3)->fingerprint().text());
}

TEST_CASE("Masks are made wherever a file of them is taken, and a file of that name wins")
{
    const TemporaryFolder folder;
    const std::string words = "relu --rows 64 --cols 96", plan = folder / "p.json", rule = folder / "rule.json";
    REQUIRE(cli({"generate-masks", "relu", "--rows", "64", "--cols", "96", "-o", folder / "m.npz"}).status == 0);
    json made = said({"info", words}), read = said({"info", folder / "m.npz"});
    CHECK(made["kind"] == "relu");
    CHECK(made["parameters"]["cols"] == 96);
    for (json* each : {&made, &read})
        for (const char* known : {"kind", "parameters"}) // which a file does not say
            each->erase(known);
    CHECK(made == read);
    CHECK(said({"info", words, "--mask", "3"}) == said({"info", folder / "m.npz", "--mask", "3"}));
    CHECK_THAT(cli({"info", words}).out, Catch::StartsWith("format        sequence of masks\ncomment       relu "));
    CHECK_THAT(cli({"info", words, "--mask", "3"}).out, Catch::StartsWith("masks         " + words + "\n"));
    for (const std::vector<std::string>& good : std::vector<std::vector<std::string>>{
             {"plan", words, "-o", rule},
             {"check", rule, words},
             {"check", rule, words, "--mask", "3"},
             {"generate", rule, words, "--mask", "3", "--standalone", folder / "k"}}) {
        const Run run = cli(good);
        INFO(good.front() << ": " << run.err);
        CHECK(run.status == 0);
    }
    for (std::vector<std::string> command :
         std::vector<std::vector<std::string>>{{"plan", words, "--planner", "hyb", "-o", plan},
                                               {"check", plan, words},
                                               {"render", words, "-o", folder / "m.png"},
                                               {"compare", words, "--planners", "hyb"},
                                               {"sweep", words, "--planner", "hyb", "--vary", "k=1,2"}}) {
        if (command.front() != "sweep") // which is over masks
            checkFails(command, 2, words + ": holds 8 masks: choose one with --mask 0 to 7");
        command.insert(command.end(), {"--mask", "3"});
        const Run run = cli(command);
        INFO(command.front() << ": " << run.err);
        CHECK(run.status == 0);
        command.back() = "8";
        checkFails(command, 1, "relu has masks 0 to 7, not 8");
    }
    // Refused as generate-masks refuses it.
    const std::string wrong = "relu --density 2", none = "relu --tokens 8";
    CHECK(cli({"info", wrong}).err == cli({"generate-masks", "relu", "--density", "2", "-o", folder / "n.npz"}).err);
    checkFails({"profile", wrong, "--planner", "sparda", "-o", folder / "r.sscope"}, 1, "density takes 0 to 1, not 2");
    checkFails({"plan", none}, 1, "relu has no parameter tokens");
    checkFails({"check", rule, none}, 1, "relu has no parameter tokens");
    checkFails({"info", "magic --rows 8"}, 2, "magic --rows 8: cannot open");
    std::filesystem::rename(folder / "m.npz", folder / "relu");
    const std::string inFolder = "cd " + (folder / "") + " && " + programFile("sparsescope-cli") + " info relu";
    CHECK(std::system((inFolder + " | grep -q 'file          relu'").c_str()) == 0);
}

TEST_CASE("Matrix files become a sequence that keeps their names")
{
    const TemporaryFolder folder;
    const std::string a = folder / "a.mtx", b = folder / "b.mtx", out = folder / "m.npz";
    for (const auto& [file, seed] : {std::pair(a, "1"), std::pair(b, "2")})
        REQUIRE(cli({"generate-matrix", "pruned", "--rows", "40", "--cols", "70", "--seed", seed, "-o", file}).status ==
                0);
    CHECK(said({"generate-masks", "files", a, b, "-o", out})["masks"] == 2);
    const json told = said({"info", out});
    CHECK(told["names"] == json{"a.mtx", "b.mtx"});
    CHECK(told["layout"] == "either");
    CHECK(told["granularity"] == json{1, 1});
    CHECK(said({"info", out, "--mask", "1"})["nnz"] == said({"info", b})["nnz"]);
    CHECK_THAT(cli({"info", out}).out, Catch::Contains("names         a.mtx to b.mtx\n"));
}

TEST_CASE("A batch takes each mask of a sequence, once")
{
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz", table = folder / "t.sqlite";
    REQUIRE(cli({"generate-masks", "relu", "--rows", "32", "--cols", "32", "--masks", "3", "-o", masks}).status == 0);
    CHECK(said({"batch", masks, "--planners", "hyb", "-o", table})["cases"] == 3);
    std::vector<std::string> names;
    readBatch(
        table,
        [&](const json& row) {
            names.push_back(row.at("matrix"));
            CHECK(row.at("rows") == 32);
            CHECK(row.at("source").get<std::string>().ends_with("m.npz --mask " + names.back().substr(12)));
        },
        noProgress());
    CHECK(names == std::vector<std::string>{"m.npz, mask 0", "m.npz, mask 1", "m.npz, mask 2"});
    CHECK(said({"batch", masks, "--planners", "hyb", "-o", table})["before"] == 3);
}

TEST_CASE("render draws a mask by the window's program too")
{
    if (!std::filesystem::exists(programFile("sparsescope")))
        skipTest("the window was not built");
    const TemporaryFolder folder;
    const std::string masks = folder / "m.npz";
    REQUIRE(cli({"generate-masks", "relu", "--rows", "64", "--cols", "64", "-o", masks}).status == 0);
    const Run run = cli({"render", masks, "--mask", "2", "--axes", "-o", folder / "m.svg"});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK_THAT(readText(folder / "m.svg"), Catch::Contains("<svg"));
    checkFails({"render", masks, "--axes", "-o", folder / "n.svg"}, 2, "holds 8 masks: choose one with --mask 0 to 7");
    // A page shows all of them, in a file or made.
    CHECK(cli({"render", "relu --rows 64", "--page", "explore", "-o", folder / "p.png"}).status == 0);
    CHECK(std::filesystem::file_size(folder / "p.png") > 0);
}

TEST_CASE("The five lines of NumPy in the schema write a sequence")
{
    std::string python;
    for (const char* candidate : {"python3", "/usr/bin/python3"})
        if (python.empty() && std::system((std::string(candidate) + " -c 'import numpy' 2>/dev/null").c_str()) == 0)
            python = candidate;
    if (python.empty())
        skipTest("python3 with numpy is not installed");
    const std::string schema = readText(sourceFile("samples/masks-schema.md"));
    const std::string opens = "```python\n", shortForm = "As a short form: `";
    const std::size_t begin = schema.find(opens) + opens.size();
    const std::string lines = schema.substr(begin, schema.find("```", begin) - begin);
    CHECK(linesOf(lines).size() == 5);
    const std::size_t shortBegin = schema.find(shortForm) + shortForm.size();
    const std::string routes = schema.substr(shortBegin, schema.find('`', shortBegin) - shortBegin);
    std::vector<json> told;
    for (const std::string& more : {std::string(), routes}) {
        const TemporaryFolder folder;
        writeText(folder / "write.py", lines + more + "\n");
        REQUIRE(std::system(("cd " + (folder / "") + " && " + python + " write.py").c_str()) == 0);
        told.push_back(said({"info", folder / "masks.npz"}));
        CHECK(told.back()["masks"] == 3);
        CHECK(told.back()["granularity"] == json{1, 16});
        CHECK(told.back()["period"] == 16);
    }
    CHECK(told[0]["fingerprint"] == told[1]["fingerprint"]);
    CHECK(told[1]["single"] == true);
}
