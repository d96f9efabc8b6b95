// Parts of the user's own in the window: cost models, planners, published times; nothing is started that nobody chose.
#include "engine/core/files.h"
#include "engine/measure/published.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"
#include "tests/engine/own_parts.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/compare/plans_view.h"
#include "views/pages/measure/baseline_model.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/measure/scatter_page.h"
#include "views/parts/bars_view.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/plan_editor.h"

#include <QComboBox>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace sparsescope;

class TestOwnParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theyAreRememberedWhereTheyAreWhatTheySay();
    void aCostModelPricesSearchesAndStandsBesideMeasurements();
    void aPlannerIsStartedOnlyOnceItWasChosen();
    void aSessionThatNamesProgramsStartsNothing();
    void publishedTimesAreDrawnOpenAndKept();

private:
    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QTemporaryDir m_folder;
    fake::Data m_data = fake::searched();
};

void TestOwnParts::theyAreRememberedWhereTheyAreWhatTheySay()
{
    const auto settings = std::make_shared<QSettings>(file("settings.ini"), QSettings::IniFormat);
    OwnParts parts(settings);
    QVERIFY(parts.choose(OwnParts::Planners, file("none")).contains(QStringLiteral("No such file")));
    writeText(file("bad.json").toStdString(), "{}");
    QVERIFY(parts.choose(OwnParts::CostModels, file("bad.json")).contains(QStringLiteral("schema")));
    QVERIFY(parts.known(OwnParts::Planners).isEmpty() && parts.known(OwnParts::CostModels).isEmpty());
    const QString sample = inSource("samples/own/roofline.json");
    QCOMPARE(parts.choose(OwnParts::CostModels, sample), QString());
    QCOMPARE(OwnParts(settings).known(OwnParts::CostModels), QStringList{sample});
}

void TestOwnParts::aCostModelPricesSearchesAndStandsBesideMeasurements()
{
    Hooks hooks;
    hooks.own = std::make_shared<OwnParts>(nullptr);
    const QString sample = inSource("samples/own/roofline.json");
    QCOMPARE(hooks.own->choose(OwnParts::CostModels, sample), QString());
    Workspace w(hooks);
    PlanEditor editor(w);
    MeasurePage page(w, editor);
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
    QTRY_VERIFY(w.attention().run() && w.attention().run()->facts);
    auto& scatter = part<ScatterPage>(page);
    QComboBox* costs = nullptr;
    for (QComboBox* box : scatter.findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Whose costs"))
            costs = box;
    QVERIFY(costs);
    QCOMPARE(costs->itemText(costs->count() - 1), QStringLiteral("costs of roofline.json"));
    const Agreement planned = scatter.view().agreementOf(true);
    costs->setCurrentIndex(costs->count() - 1);
    Q_EMIT costs->activated(costs->count() - 1);
    QTRY_VERIFY(scatter.view().agreementOf(true).rmse != planned.rmse);
    QCOMPARE(scatter.view().xAxis->label(), QStringLiteral("cost of a sub-task by roofline by hand"));
    costs->setCurrentIndex(0);
    Q_EMIT costs->activated(0);
    QCOMPARE(scatter.view().agreementOf(true).rmse, planned.rmse);
    w.setup().setCostModel(sample);
    w.operations().search();
    QTRY_COMPARE(w.document().plans().size(), 2);
    QCOMPARE(w.attention().plan()->calibration, "h200, costs of roofline by hand");
}

void TestOwnParts::aPlannerIsStartedOnlyOnceItWasChosen()
{
    writePlan(*m_data.plan, file("plan.json").toStdString());
    const QString program =
        QString::fromStdString(script(file("mine").toStdString(), "cp " + file("plan").toStdString() + "* \"$1\""));
    Hooks hooks;
    hooks.own = std::make_shared<OwnParts>(nullptr);
    Workspace w(hooks);
    w.document().setMatrix(m_data.matrix);
    w.setup().setOperator(m_data.plan->op);
    w.setup().setPlanner(QStringLiteral("program:") + program);
    QSignalSpy failed(&w.operations(), &Operations::failed);
    QSignalSpy failures(&w.jobs(), &Jobs::failed);
    w.operations().search();
    QTRY_VERIFY(!failed.isEmpty() || !failures.isEmpty());
    QVERIFY(w.document().plans().isEmpty());
    QCOMPARE(hooks.own->choose(OwnParts::Planners, program), QString());
    w.operations().search();
    QTRY_COMPARE(w.document().plans().size(), 1);
    QCOMPARE(w.attention().plan()->planner, "program:" + program.toStdString());
    QCOMPARE(w.attention().plan()->tiling().tiles.size(), m_data.plan->tiling().tiles.size());
}

void TestOwnParts::aSessionThatNamesProgramsStartsNothing()
{
    const std::string mark = file("started").toStdString();
    const std::string program = script(file("evil").toStdString(), "touch " + mark);
    session::Session session;
    session.matrix = m_data.matrix;
    Plan plan = *m_data.plan;
    plan.planner = "program:" + program;
    plan.calibration = "h200, costs of " + program;
    plan.options = {{"with", "a=1"}, {"program-seconds", 5}};
    session.plans.push_back({plan, *m_data.trace, {}});
    session.runs.push_back({0, *fake::profile(plan)});
    session::writeSession(session, file("evil.sscope").toStdString());
    MainWindow window({}, nullptr);
    window.resize(1280, 800);
    window.show();
    window.workspace().operations().open({file("evil.sscope")});
    QTRY_COMPARE(window.workspace().document().plans().size(), 1);
    for (const char* page : {"search", "measure", "compare", "explore"}) {
        window.showPage(page);
        QTRY_VERIFY(window.settled());
    }
    QCOMPARE(window.workspace().attention().plan()->planner, plan.planner);
    QVERIFY(!window.workspace().setup().plannerName().startsWith(QStringLiteral("program:")));
    window.workspace().setup().setPlanner(QString::fromStdString(plan.planner)); // nor by a search
    window.workspace().operations().search();
    QTRY_VERIFY(window.settled());
    QVERIFY(!std::filesystem::exists(mark));
}

void TestOwnParts::publishedTimesAreDrawnOpenAndKept()
{
    const std::string name = m_data.matrix->source().name;
    writeText(file("p.csv").toStdString(), "matrix,op,dense,dtype,gpu,us,source\n" + name +
                                               ",spmm,64,f16,A100,12.5,Paper\ncora,spmm,32,f16,A100,3,Paper\n");
    MainWindow window({}, nullptr);
    window.resize(1280, 800);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
    QSignalSpy told(&w.operations(), &Operations::message);
    w.operations().addPublished(file("p.csv"));
    QTRY_COMPARE(w.document().published().size(), std::size_t{1});
    QVERIFY(told.last().first().toString().contains(QStringLiteral("1 of 2 published times is of this matrix")));
    QVERIFY(w.document().unsaved().contains(QStringLiteral("published times")));
    QCOMPARE(w.document().sessionMaker()().published.size(), std::size_t{1});
    w.operations().addPublished(file("p.csv")); // no second one of each
    QTRY_VERIFY(window.settled());
    QCOMPARE(w.document().published().size(), std::size_t{1});
    window.showPage("compare");
    QTRY_VERIFY(window.settled());
    const auto& bars = part<PlansView>(window).findChild<BarsView*>()->bars();
    QCOMPARE(std::count_if(bars.begin(), bars.end(), [](const Bar& bar) { return bar.open && !bar.ours; }), 1);
    QCOMPARE(bars.back().name, QStringLiteral("published, Paper, A100"));
    auto& baselines = part<BaselineModel>(window);
    int published = 0;
    for (int row = 0; row < baselines.rowCount(); ++row)
        published += baselines.row(row).published && !baselines.row(row).verified ? 1 : 0;
    QCOMPARE(published, 1);
}

VIEW_TEST(TestOwnParts)

#include "tst_own_parts.moc"
