// The Compare page: differences and their noise, two maps that move as one.
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "engine/raster/colour_map.h"
#include "engine/search/planner.h"
#include "engine/session/sweep_json.h"
#include "tests/support/fake_worker.h"
#include "tests/views/compare_window.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/banner.h"
#include "views/main_window/main_window.h"
#include "views/pages/compare/compare_page.h"
#include "views/pages/compare/difference_model.h"
#include "views/pages/compare/plans_view.h"
#include "views/pages/compare/sweep_form.h"
#include "views/pages/compare/sweep_plot.h"
#include "views/pages/compare/sweeps_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace sparsescope;

class TestCompare : public CompareFixture {
    Q_OBJECT
private Q_SLOTS:
    void differencesAreJudgedAgainstNoise();
    void whatOtherCostsPredictIsNotCompared();
    void conditionsNameWhatIsNotInitial();
    void cancelledSearchesAreNamed();
    void sharesOfTheSameFormat();
    void twoPlansStandSideBySide();
    void aSessionOfTheSameMatrixIsAdded();
    void theMapsMoveAsOne();
    void bothPlansAreShownAsFarAsTheReplay();
    void checkBoxesChooseWhatIsCompared();
    void theThresholdTurnsDifferencesSecondary();
};

void TestCompare::differencesAreJudgedAgainstNoise()
{
    DifferenceRow row{
        QStringLiteral("time"), {}, QuantityKind::Duration, true, true, {{100, 98, 103}, {96, 95, 97}}, false, false};
    QCOMPARE(differenceText(row, 1), QStringLiteral("4.17 % faster"));
    QCOMPARE(judgement(row, 1), 1);
    QVERIFY(!isNoise(row, 1, 0.01));
    QVERIFY(isNoise(row, 1, 0.05)); // below the threshold
    row.values[1].high = 99;
    QVERIFY(isNoise(row, 1, 0.01)); // the spreads overlap
    row.values[1] = {125, 125, 125};
    QCOMPARE(differenceText(row, 1), QStringLiteral("25 % slower"));
    QCOMPARE(judgement(row, 1), -1);
    row.values[1] = {250, 250, 250};
    QCOMPARE(differenceText(row, 1), QStringLiteral("2.5x slower"));
    row.values[1] = {40, 40, 40};
    QCOMPARE(differenceText(row, 1), QStringLiteral("2.5x faster"));
    row.values[1].value = std::nan("");
    QVERIFY(isNoise(row, 1, 0));
    QVERIFY(differenceText(row, 1).isEmpty());

    const DifferenceRow share{{},    {},   QuantityKind::Share, true, false, {{0.4, 0.4, 0.4}, {0.28, 0.28, 0.28}},
                              false, false};
    QCOMPARE(differenceText(share, 1), QStringLiteral("12 points less"));
    const DifferenceRow count{{}, {}, QuantityKind::Count, false, false, {{0, 0, 0}, {3, 3, 3}}, false, false};
    QCOMPARE(differenceText(count, 1), QStringLiteral("none before"));
    QCOMPARE(judgement(count, 1), 0);
}

void TestCompare::whatOtherCostsPredictIsNotCompared()
{
    auto dear = std::make_shared<Plan>(*m_data.plan);
    dear->calibration += ", atomic x3";
    dear->predictedNs *= 1.41;
    std::vector<ComparedPlan> plans(2);
    plans[0].plan = m_data.plan;
    plans[0].letter = QStringLiteral("A");
    plans[1].plan = dear;
    plans[1].letter = QStringLiteral("B");
    const std::vector<DifferenceRow> rows = differenceRows(plans);
    QCOMPARE(rows.front().name, QStringLiteral("predicted"));
    QVERIFY(!comparable(rows.front(), 1));
    QVERIFY(std::isnan(difference(rows.front(), 1)));
    QCOMPARE(judgement(rows.front(), 1), 0);
    const QString words = changeWords(plans, rows, 1, 0.05, 0.99).join(QLatin1Char(' '));
    QVERIFY2(!words.contains(QStringLiteral("slower")) && !words.contains(QStringLiteral("faster")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("B: a100-stile, atomic x3")), qPrintable(words));
}

void TestCompare::conditionsNameWhatIsNotInitial()
{
    QCOMPARE(planConditions(*m_data.plan), QStringLiteral("SpMM J=64 f16"));
    QCOMPARE(planConditions(*searched({{"depth", 1}, {"withdraw", false}, {"ratio", 1.5}})),
             QStringLiteral("SpMM J=64 f16, depth 1, ratio 1.5, no withdraw"));
}

void TestCompare::cancelledSearchesAreNamed()
{
    auto cut = std::make_shared<Plan>(*m_data.plan);
    cut->options["cancelled"] = {{"search", "multi-level"}, {"covered", m_data.plan->nnz / 2}};
    const std::vector<ComparedPlan> plans = {{QStringLiteral("A"), {}, m_data.plan, nullptr, {}},
                                             {QStringLiteral("B"), {}, cut, nullptr, {}}};
    const QStringList words = changeWords(plans, differenceRows(plans), 1, 0.05, std::nan(""));
    QVERIFY2(words.join(QLatin1Char(' ')).contains(QStringLiteral("The search of B was cancelled with 50 %")),
             qPrintable(words.join(QLatin1Char(' '))));
    QVERIFY(!words.join(QLatin1Char(' ')).contains(QStringLiteral("search of A")));
}

void TestCompare::sharesOfTheSameFormat()
{
    const PlanPtr ell = searched({{"formats", "ell"}, {"compete", false}});
    const auto ownersA = ownerOfEntries(*m_data.plan), ownersB = ownerOfEntries(*ell);
    QCOMPARE(sameFormatShare(*m_data.plan, ownersA, *m_data.plan, ownersA), 1.0);
    std::int64_t inEll = 0;
    for (const std::uint32_t tile : ownersA)
        inEll += m_data.plan->tiling().formatOf(m_data.plan->tiling().tiles[tile]).name() == "ell";
    QCOMPARE(sameFormatShare(*m_data.plan, ownersA, *ell, ownersB),
             static_cast<double>(inEll) / static_cast<double>(ownersA.size()));
}

void TestCompare::twoPlansStandSideBySide()
{
    auto window = withTwoPlans();
    QCOMPARE(window->page().key(), "compare");
    QVERIFY(window->twin().shown());
    HeatMapView& second = window->twin().second();
    QVERIFY(second.isVisible() && window->canvas().isVisible());
    QCOMPARE(second.size(), window->canvas().size());
    QCOMPARE(second.plan(), window->workspace().document().plans()[0].plan);
    QCOMPARE(window->canvas().plan(), m_data.plan);
    PlansView& plans = part<ComparePage>(*window).plans();
    QVERIFY2(plans.words().contains(QStringLiteral("of the non-zeros are in the same format")),
             qPrintable(plans.words()));
    QVERIFY(plans.words().contains(QStringLiteral("B is predicted")));
    // On any other page, and among sweeps, the canvas has its place back.
    for (const char* page : {"explore", "kernel", "compare"}) {
        window->showPage(page);
        QCOMPARE(window->twin().shown(), std::string_view(page) == "compare");
        QVERIFY(window->canvas().isVisible());
    }
    part<ComparePage>(*window).showSweeps();
    QVERIFY(!window->twin().shown());
    settle(*window);
    QVERIFY(window->canvas().width() > second.width());
    // Another matrix has no plans to compare.
    part<ComparePage>(*window).showPlans();
    window->workspace().document().setMatrix(fake::searched().matrix);
    settle(*window);
    QVERIFY(!window->twin().shown());
}

// What another machine measured stands beside what is open, and is no unsaved work.
void TestCompare::aSessionOfTheSameMatrixIsAdded()
{
    const QTemporaryDir folder;
    const QString same = folder.filePath(QStringLiteral("server.sscope")),
                  other = folder.filePath(QStringLiteral("other.sscope"));
    session::Session session;
    session.matrix = m_data.matrix;
    session.plans.push_back({*m_data.plan, *m_data.trace, "found there"});
    session.runs.push_back({0, *fake::profile(*m_data.plan)});
    session::writeSession(session, same.toStdString());
    session::Session another;
    another.matrix = rmat(64, 300, 9);
    session::writeSession(another, other.toStdString());

    auto window = withTwoPlans();
    Workspace& w = window->workspace();
    const PlanPtr shown = w.attention().plan();
    const qsizetype runs = w.document().runs().size();
    const QStringList unsaved = w.document().unsaved();
    QSignalSpy said(&w.operations(), &Operations::message);
    w.operations().add({same});
    settle(*window);
    QCOMPARE(w.document().plans().size(), 3);
    QCOMPARE(w.document().plans()[2].title, QStringLiteral("found there, server"));
    QCOMPARE(w.attention().plan(), shown);
    QCOMPARE(w.document().runs().size(), runs + 1);
    QVERIFY(w.document().runs().back().recorded);
    QCOMPARE(w.document().runs().back().plan, w.document().plans()[2].plan);
    QCOMPARE(w.document().unsaved(), unsaved);
    QVERIFY(said.back().at(0).toString().contains(QStringLiteral("server.sscope")));
    QCOMPARE(part<ComparePage>(*window).plans().list().count(), 3);
    QVERIFY(part<ComparePage>(*window).plans().plans().back().runs.size() == 1);
    // Nothing is taken of another matrix, nor of a file that is neither.
    w.operations().add({other});
    QTRY_VERIFY(part<Banner>(*window).isVisible());
    QVERIFY2(part<Banner>(*window).text().contains(QStringLiteral("of another matrix, rmat")),
             qPrintable(part<Banner>(*window).text()));
    QCOMPARE(w.document().plans().size(), 3);
    w.operations().add({inSource("samples/crossing-2048.mtx.gz")});
    QTRY_VERIFY(part<Banner>(*window).text().contains(QStringLiteral("crossing-2048")));
    QCOMPARE(w.document().matrix(), m_data.matrix);
}

void TestCompare::theMapsMoveAsOne()
{
    auto window = withTwoPlans();
    HeatMapView& first = window->canvas();
    HeatMapView& second = window->twin().second();
    first.fitAll();
    QCOMPARE(second.view(), first.view());
    first.zoomIn();
    QCOMPARE(second.view(), first.view());
    const raster::ViewBox before = first.view();
    QTest::mousePress(&second, Qt::LeftButton, {}, {200, 150});
    QTest::mouseMove(&second, {180, 140});
    QTest::mouseMove(&second, {150, 120});
    QTest::mouseRelease(&second, Qt::LeftButton, {}, {150, 120});
    QVERIFY(!(second.view() == before));
    // The same place, but for the last bits of the way through another view.
    QVERIFY(std::abs(first.view().row0 - second.view().row0) < 1e-6 * first.view().rowsPerPixel);
    QVERIFY(std::abs(first.view().col0 - second.view().col0) < 1e-6 * first.view().colsPerPixel);
    QCOMPARE(first.view().rowsPerPixel, second.view().rowsPerPixel);
    first.fitAll();
    QVERIFY(first.state().fitted && second.state().fitted);
    window->resize(1200, 760);
    settle(*window);
    QVERIFY(first.state().fitted && second.state().fitted);
    QCOMPARE(second.view(), first.view());
    window->workspace().attention().select({-1, CellRange{10, 40, 20, 60}});
    QVERIFY(second.selectedRectangle() && second.selectedRectangle()->rowEnd == 40);
}

void TestCompare::bothPlansAreShownAsFarAsTheReplay()
{
    auto window = withTwoPlans();
    Workspace& w = window->workspace();
    HeatMapView& second = window->twin().second();
    const auto other = static_cast<std::int64_t>(second.plan()->tiling().tiles.size());
    QVERIFY(other != w.attention().steps());
    QCOMPARE(second.step(), -1);
    w.attention().setStep(0);
    QCOMPARE(second.step(), 0);
    w.attention().setStep(w.attention().steps() / 2);
    QCOMPARE(window->canvas().step(), w.attention().steps() / 2);
    const double share = static_cast<double>(w.attention().steps() / 2) / static_cast<double>(w.attention().steps());
    QVERIFY(std::abs(static_cast<double>(second.step()) - share * static_cast<double>(other)) <= 1);
    // Also when it comes back.
    window->showPage("explore");
    window->showPage("compare");
    settle(*window);
    QVERIFY(second.step() > 0 && second.step() < other);
    w.attention().setStep(w.attention().steps());
    QCOMPARE(second.step(), -1);
}

void TestCompare::checkBoxesChooseWhatIsCompared()
{
    auto window = withTwoPlans();
    Workspace& w = window->workspace();
    PlansView& plans = part<ComparePage>(*window).plans();
    const QAbstractItemModelTester tester(&plans.model());
    w.attention().show({searched({{"depth", 1}, {"compete", false}}), {}, QStringLiteral("one level")});
    settle(*window);
    QCOMPARE(plans.plans().size(), 3u);
    QCOMPARE(plans.model().columnCount(), 6);
    QCOMPARE(plans.plans()[0].title, QStringLiteral("one level")); // what the canvas shows is A
    // Space takes a plan out.
    plans.list().setFocus();
    plans.list().setCurrentRow(1);
    QTRY_COMPARE(plans.plans()[plans.second()].title, QStringLiteral("stile"));
    QTest::keyClick(&plans.list(), Qt::Key_Space);
    QTRY_COMPARE(plans.plans().size(), 2u);
    QCOMPARE(plans.plans()[plans.second()].title, QStringLiteral("ell alone"));
    QTRY_COMPARE(window->twin().second().plan(), w.document().plans()[0].plan);
    // Enter makes one A.
    plans.list().setCurrentRow(0);
    QTest::keyClick(&plans.list(), Qt::Key_Return);
    QTRY_COMPARE(w.attention().currentPlan(), 0);
    settle(*window);
    QCOMPARE(plans.plans()[0].title, QStringLiteral("ell alone"));
    const QString file = inOutput("differences.csv");
    QVERIFY(plans.saveCsv(file));
    const std::string csv = readText(file.toStdString());
    QVERIFY(csv.starts_with("quantity,unit,kind,A ell alone,B one level,B against A\n"));
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 1 + plans.model().rowCount());
}

void TestCompare::theThresholdTurnsDifferencesSecondary()
{
    auto window = withTwoPlans();
    PlansView& plans = part<ComparePage>(*window).plans();
    window->workspace().document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
    settle(*window);
    int predicted = -1, measured = -1, baseline = -1;
    for (int row = 0; row < plans.model().rowCount(); ++row) {
        const QString name = plans.model().index(row, 0).data().toString();
        predicted = name == QStringLiteral("predicted") ? row : predicted;
        measured = name == QStringLiteral("measured, recorded") ? row : measured;
        baseline = name == QStringLiteral("cusparse:csr_alg2, recorded") ? row : baseline;
    }
    QVERIFY(predicted >= 0 && measured >= 0 && baseline >= 0);
    QCOMPARE(plans.model().index(measured, 1).data().toString(), QStringLiteral("12.3 µs"));
    QCOMPARE(plans.model().index(measured, 2).data().toString(), QStringLiteral("–"));
    QVERIFY(plans.words().contains(QStringLiteral("Only A was measured")));
    const auto colour = [&] { return plans.model().index(predicted, 3).data(Qt::ForegroundRole).value<QColor>(); };
    QVERIFY(colour() != colorsOf(plans).secondary);
    plans.threshold().setValue(50);
    const double part = std::abs(difference(plans.model().rows()[static_cast<std::size_t>(predicted)], 1));
    QCOMPARE(colour() == colorsOf(plans).secondary, part < 0.5);
    // A run made now is not recorded, whatever the other plan's is.
    const PlanPtr second = plans.plans()[1].plan;
    window->workspace().document().addRun(second, fake::profile(*second), false);
    settle(*window);
    QCOMPARE(plans.model().index(measured, 0).data().toString(), QStringLiteral("measured"));
    QCOMPARE(plans.model().index(measured, 1).data().toString(), QStringLiteral("12.3 µs, recorded"));
    QCOMPARE(plans.model().index(measured, 2).data().toString(), QStringLiteral("12.3 µs"));
}

VIEW_TEST(TestCompare)
#include "tst_compare.moc"
