// render: the heat map alone, and what the window draws for it.
#include "engine/core/files.h"
#include "tests/app/cli_run.h"

#include <filesystem>
#include <set>

using namespace sparsescope;

namespace {

const std::string recorded = sourceFile("samples/crossing-2048-h200.sscope");

void needWindow()
{
    if (!std::filesystem::exists(programFile("sparsescope")))
        skipTest("the window was not built");
}

std::string drawn(const std::vector<std::string>& more, const std::string& out)
{
    std::vector<std::string> arguments{"render"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), {"-o", out});
    const Run run = cli(arguments);
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(run.out.empty());
    return readText(out);
}

} // namespace

TEST_CASE("render writes what the name's ending says, and refuses what it does not know")
{
    const TemporaryFolder folder;
    checkFails({"render", sample, "-o", folder / "m.gif"}, 1, ".png, .svg, .pdf, .tex or .pgf");
    checkFails({"render", sample, "-o", folder / "m"}, 1, ".png, .svg, .pdf, .tex or .pgf");
    CHECK_FALSE(std::filesystem::exists(folder / "m.gif"));
    CHECK(drawn({sample, "--size", "200"}, folder / "m.PNG").substr(1, 3) == "PNG");
    needWindow();
    CHECK_THAT(drawn({sample, "--size", "200"}, folder / "m.svg"), Catch::Contains("<svg width=\"85mm\""));
    CHECK_THAT(drawn({sample, "--size", "200"}, folder / "a b_c.tex"),
               Catch::Contains("\\begin{tikzpicture}") && Catch::Contains("{a-b_c-1.png}"));
    CHECK(std::filesystem::exists(folder / "a-b_c-1.png"));
}

TEST_CASE("render draws layers, axes, a legend and pages by the window's program")
{
    needWindow();
    const TemporaryFolder folder;
    const std::string figure =
        drawn({recorded, "--layer", "error", "--axes", "--legend", "below", "--title", "a & b", "--width", "120"},
              folder / "e.svg");
    CHECK_THAT(figure, Catch::Contains("width=\"120mm\"") && Catch::Contains(">a &amp; b</text>") &&
                           Catch::Contains(">column</text>") && Catch::Contains("slower"));
    std::set<std::string> different;
    for (const std::string layer : {"count", "format"})
        different.insert(drawn({recorded, "--layer", layer, "--size", "200"}, folder / "l.png"));
    different.insert(drawn({recorded, "--layer", "count", "--size", "200", "--theme", "dark"}, folder / "l.png"));
    CHECK(different.size() == 3);
    const std::string page = drawn({recorded, "--page", "model", "--size", "640x480"}, folder / "p.png");
    CHECK(page[18] == 640 / 256);
    CHECK(static_cast<unsigned char>(page[19]) == 640 % 256);
    // What the window says to it is said in one line.
    checkFails({"render", sample, "--layer", "error", "-o", folder / "n.png"}, 1, "not measured");
    checkFails({"render", sample, "--page", "teach", "-o", folder / "n.png"}, 1, "there is no page 'teach'");
    checkFails({"render", sample, "--page", "explore", "--axes", "-o", folder / "n.png"}, 1, "--axes");
    checkFails({"render", folder / "none.mtx", "--layer", "any", "-o", folder / "n.png"}, 2, "none.mtx");
}

TEST_CASE("without the window's program render draws the heat map, and says what it cannot")
{
    const TemporaryFolder folder;
    const std::string alone = folder / "sparsescope-cli";
    std::filesystem::copy_file(programFile("sparsescope-cli"), alone);
    const auto ends = [&](const std::string& out) {
        return runProcess(
            alone, {"render", sample, "-o", folder / out, "--size", "100"}, [](const std::string&) {}, noProgress());
    };
    CHECK(ends("m.png").exitStatus == 0);
    const ProcessResult failed = ends("m.svg");
    CHECK(failed.exitStatus == 1);
    CHECK_THAT(failed.standardError, Catch::Contains("no sparsescope beside sparsescope-cli"));
    CHECK(linesOf(failed.standardError).size() == 1);
}
