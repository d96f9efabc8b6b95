// The window and the command line give the same answers: which plan wins a race, and which planner is the fastest.
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/io/writer.h"
#include "engine/matrix/patterns.h"
#include "engine/search/stile/plain_csr.h"
#include "engine/work/local_worker.h"
#include "tests/support/catch.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/pages/compare/sweep_model.h"
#include "views/workspace/workspace.h"

#include <QTest>

#include <filesystem>

using namespace sparsescope;

namespace {

nlohmann::json cli(const std::vector<std::string>& arguments)
{
    std::string out;
    const ProcessResult result = runProcess(
        programFile("sparsescope-cli"), arguments, [&](const std::string& line) { out += line + "\n"; }, noProgress());
    if (result.exitStatus != 0)
        qWarning("%s", result.standardError.c_str());
    return nlohmann::json::parse(out, nullptr, false);
}

} // namespace

class TestSameAnswers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRaceAgainstPlainCsr();
    void theFastestPlanner();
};

// A script stands in for the worker: it answers with the run that was made up for plain CSR, or for any other plan.
void TestSameAnswers::theRaceAgainstPlainCsr()
{
    const TemporaryFolder folder;
    const std::string file = folder / "m.mtx";
    writeMatrix(*crossing(512, 1), file, "", noProgress());
    const MatrixPtr matrix = session::openMatrix(file, noProgress());
    SearchRequest request;
    request.op = {OperatorKind::SpMM, DataType::Float16, 32};
    for (const double csrNs : {1000.0, 3000.0}) {
        for (const bool csr : {true, false}) {
            SearchRequest one = request;
            if (csr)
                one.options["formats"] = "csr";
            SearchResult found = searchPlan(*matrix, one, noProgress());
            QCOMPARE(stile::isPlainCsr(found.plan), csr);
            session::Session session;
            session.matrix = matrix;
            session.runs.push_back({0, *fake::profile(found.plan)});
            session.runs.front().profile.kernel.medianNs = csr ? csrNs : 2000;
            session.plans.push_back({std::move(found.plan), {}});
            session::writeSession(session, folder / (csr ? "csr.sscope" : "other.sscope"));
        }
        writeText(
            folder / "worker",
            "#!/bin/sh\n"
            "[ \"$1\" = run ] || { echo '{\"devices\":[{\"id\":0,\"name\":\"a GPU\",\"status\":\"\"}]}'; exit 0; }\n"
            "cd \"${2%/*}\"; answer=other; grep -q '\"name\": \"csr\"' plan0.json && answer=csr\n"
            "cp '" +
                folder / "" + "'$answer.sscope result.sscope\n");
        std::filesystem::permissions(folder / "worker", std::filesystem::perms::owner_all);
        qputenv("SPARSESCOPE_WORKER", QByteArray::fromStdString(folder / "worker"));

        const nlohmann::json said = cli({"profile", file, "--planner", "stile", "--json", "-o", folder / "r.sscope"});
        Hooks hooks;
        hooks.worker = localWorker();
        Workspace w(hooks);
        w.document().setMatrix(matrix);
        w.setup().setOperator(request.op);
        w.operations().search();
        QTRY_VERIFY_WITH_TIMEOUT(w.attention().plan() && !w.operations().busy(), 20'000);
        w.operations().runOnGpu();
        QTRY_VERIFY_WITH_TIMEOUT(w.attention().run() && !w.operations().busy(), 20'000);
        qunsetenv("SPARSESCOPE_WORKER");

        const session::Session kept = session::readSession(folder / "r.sscope", noProgress());
        QCOMPARE(w.attention().run()->profile->kernel.medianNs, said.at("kernelNs").get<double>());
        QCOMPARE(w.attention().run()->profile->kernel.medianNs, std::min(csrNs, 2000.0));
        QCOMPARE(said.contains("searchedNs"), csrNs < 2000); // what lost
        QCOMPARE(said.contains("plainCsrNs"), csrNs > 2000);
        QCOMPARE(stile::isPlainCsr(kept.plans.at(0).plan), csrNs < 2000);
        QCOMPARE(stile::isPlainCsr(*w.attention().plan()), csrNs < 2000);
        QCOMPARE(w.attention().plan()->tiling().tiles.size(), kept.plans.at(0).plan.tiling().tiles.size());
    }
}

void TestSameAnswers::theFastestPlanner()
{
    const std::string file = sourceFile("samples/crossing-2048.mtx.gz");
    const std::string names = "stile,hyb,cell,fixed:hyb,fixed:ell";
    const nlohmann::json rows = cli({"compare", file, "--planners", names, "--json"}).at("rows");
    Sweep sweep;
    sweep.base.op = {OperatorKind::SpMM, DataType::Float16, 32};
    sweep.axes = {parseSweepAxis("planner=" + names)};
    SweepModel model;
    model.setDeviceCode([](const std::string&, OperatorKind) { return true; });
    model.start(sweep, nullptr);
    const std::vector<SweepPoint> points = runSweep(
        *session::openMatrix(file, noProgress()), sweep,
        [&](std::size_t index, const SweepPoint& point) { model.setPoint(index, point); }, noProgress());
    QCOMPARE(rows.size(), points.size());
    int best = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const nlohmann::json& row = rows[i];
        QCOMPARE(QString::fromStdString(row.at("name")), model.name(i));
        QCOMPARE(row.at("predictedNs").get<double>(), model.figure(i, SweepFigure::Predicted));
        QCOMPARE(row.at("runsOnGpu").get<bool>(), !model.cpuOnly(i));
        const bool bold =
            model.index(static_cast<int>(i), 1 + static_cast<int>(SweepFigure::Predicted)).data(Qt::FontRole).isValid();
        QCOMPARE(row.value("ofBest", 0.0) == 1.0, bold);
        best += bold;
    }
    QCOMPARE(best, 1);
}

VIEW_TEST(TestSameAnswers)
#include "tst_same_answers.moc"
