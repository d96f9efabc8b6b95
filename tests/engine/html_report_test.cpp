// The exported page: whole in itself, safe against names, bounded, and its script says what the data hold.
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/report/html_report.h"
#include "engine/report/report_steps.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"
#include "tests/support/paths.h"

#include <filesystem>
#include <numeric>

using namespace sparsescope;

namespace {

session::Session exampleSession()
{
    session::Session session;
    session.matrix = crossing(512, 1);
    Searched s = searched(*session.matrix, spmm(DataType::Float16, 32));
    session.plans.push_back({std::move(s.plan), std::move(s.trace), "<b>mine</b> </script>"});
    session.runs.push_back({0, inventedProfile(session.plans[0].plan, 1)});
    session.note = "A & B <img src=x>";
    return session;
}

std::string nodeProgram()
{
    for (const char* path : {"/usr/bin/node", "/usr/bin/nodejs", "/usr/local/bin/node"})
        if (std::filesystem::exists(path))
            return path;
    return {};
}

} // namespace

TEST_CASE("An exported page loads nothing from elsewhere, and names in it are text")
{
    const std::string page = htmlReport(exampleSession(), noProgress());
    for (const char* outside : {"http://", "https://", "<link", "@import", "url(", " href="})
        CHECK(page.find(outside) == std::string::npos);
    for (std::size_t at = page.find("src=\""); at != std::string::npos; at = page.find("src=\"", at + 1))
        CHECK(page.compare(at + 5, 5, "data:") == 0);
    CHECK(page.find("<b>mine") == std::string::npos);
    CHECK(page.find("<img src=x>") == std::string::npos);
    CHECK(page.find("&lt;b&gt;mine&lt;/b&gt;") != std::string::npos);
    CHECK(page.find("A &amp; B") != std::string::npos);
    CHECK(page.find("Invented &quot;GPU&quot;") != std::string::npos);
    CHECK(page.find("cusparse:blocked_ell") != std::string::npos);
    CHECK(page.find("needs blocks") != std::string::npos);
    CHECK(page.find("random values") != std::string::npos);                   // among the conditions
    CHECK(page.find("whole call against predicted by") != std::string::npos); // where the time of the call goes
    CHECK(page.size() < reportMostBytes);
}

TEST_CASE("A page of a matrix alone, an empty one too, has no stepper")
{
    for (const MatrixPtr& matrix : {figure1(), matrixFromCoordinates(3, 4, {}, "empty")}) {
        session::Session session;
        session.matrix = matrix;
        const std::string page = htmlReport(session, noProgress());
        CHECK(page.find("data-part=\"slider\"") == std::string::npos);
        CHECK(page.find(matrix->source().name) != std::string::npos);
    }
}

TEST_CASE("Steps of a page cover every non-zero once, however few of them are allowed")
{
    const MatrixPtr matrix = crossing(512, 1);
    const Searched s = searched(*matrix, spmm(DataType::Float16, 32));
    for (const StepLimits limits :
         {StepLimits{}, StepLimits{256, 10, 500'000}, StepLimits{256, 20'000, 2'000}, StepLimits{64, 5, 100}}) {
        const ReportSteps steps = reportSteps(*matrix, s.plan, limits, noProgress());
        INFO(steps.gridRows << " x " << steps.gridCols << ", " << steps.tile.size() << " steps");
        CHECK(static_cast<std::int64_t>(steps.tile.size()) <= limits.steps);
        CHECK((static_cast<std::int64_t>(steps.cell.size()) <= limits.pairs || steps.tile.size() == 1));
        CHECK(steps.covered.back() == matrix->nnz());
        CHECK(std::is_sorted(steps.covered.begin(), steps.covered.end()));
        CHECK(steps.begin.back() == steps.cell.size());
        CHECK(steps.cost.back() ==
              Approx(std::accumulate(s.plan.tiling().tiles.begin(), s.plan.tiling().tiles.end(), 0.0,
                                     [](double sum, const Tile& t) { return sum + t.cost; })));
    }
}

TEST_CASE("The script of a page tells every step from its data")
{
    const std::string node = nodeProgram();
    if (node.empty())
        skipTest("there is no JavaScript engine");
    const TemporaryFolder folder;
    writeHtmlReport(exampleSession(), folder / "page.html", noProgress());
    std::string out;
    const ProcessResult result = runProcess(
        node, {sourceFile("tests/support/check_report.js"), folder / "page.html"},
        [&](const std::string& line) { out += line + "\n"; }, noProgress());
    INFO(out << result.standardError);
    CHECK(result.exitStatus == 0);
    CHECK(out.find("steps on 256 x 256") != std::string::npos);
}
