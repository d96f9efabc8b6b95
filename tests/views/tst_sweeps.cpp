// Sweeps on the Compare page: they grow, open plans, are cancelled and come back; every planner in turn.
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

class TestSweeps : public CompareFixture {
    Q_OBJECT
private Q_SLOTS:
    void aSweepGrowsAndOpensPlans();
    void everyPlannerInTurn();
    void whatTheGpuCannotRunIsNeverTheFastest();
    void barsOfWhatTheGpuCannotRunAreLegible();
    void aPlanThatTheGpuCannotRunSaysSo();
    void theCostOfMemoryAccessesIsShownWhereItIsKnown();
    void theAblationOfASearchAmongGraphsIsReady();
    void hitRatesOfPartitionsAreMissingUntilTheyAreCounted();
    void aSweepCanBeCancelledAndGoneWithItsWindow();
    void sweepsAreInTheSessionAndComeBack();
    void whatIsVariedFollowsThePlanner();
    void wrongValuesAreSaidInPlace();

private:
    // Every planner in turn, to the end.
    SweepsView& sweptPlanners(MainWindow& window);
    static Hooks withoutCodeOfHybAndCoo()
    {
        Hooks hooks;
        hooks.hasDeviceCode = [](const std::string& format, OperatorKind) {
            return format != "hyb" && format != "coo";
        };
        return hooks;
    }
};

void TestSweeps::aSweepGrowsAndOpensPlans()
{
    auto window = open();
    Workspace& w = window->workspace();
    w.setup().setOperator({OperatorKind::SpMM, DataType::Float16, 64});
    w.setup().setCalibration(QStringLiteral("a100-stile"));
    window->showPage("compare");
    part<ComparePage>(*window).showSweeps();
    SweepsView& sweeps = part<ComparePage>(*window).sweeps();
    const QAbstractItemModelTester tester(&sweeps.model());
    sweeps.form().axisBox(0)->setCurrentIndex(sweeps.form().axisBox(0)->findData(QStringLiteral("ratio")));
    sweeps.form().valuesEdit(0)->setText(QStringLiteral("0.5, 1, 1.5"));
    sweeps.form().axisBox(1)->setCurrentIndex(sweeps.form().axisBox(1)->findData(QStringLiteral("dense")));
    sweeps.form().valuesEdit(1)->setText(QStringLiteral("32,512"));
    QTest::mouseClick(sweeps.findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(sweeps.model().rowCount(), 6); // all rows are there, and fill
    settle(*window);
    QCOMPARE(sweeps.model().donePoints().size(), 6u);
    QVERIFY(!sweeps.model().points()[0].problem.empty());
    QVERIFY(std::isnan(sweeps.model().figure(0, SweepFigure::Predicted)));
    QVERIFY(w.document().plans().isEmpty()); // a sweep leaves no plans behind

    // A click on a point searches again and opens exactly that plan.
    QTRY_VERIFY(sweeps.plot().positionOf(5).has_value());
    QTest::qWait(50);
    QTest::mouseClick(&sweeps.plot(), Qt::LeftButton, {}, sweeps.plot().positionOf(5)->toPoint());
    settle(*window);
    QCOMPARE(w.document().plans().size(), 1);
    QCOMPARE(w.attention().plan()->predictedNs, sweeps.model().points()[5].predictedNs);
    QCOMPARE(w.document().plans()[0].title, QStringLiteral("stile, ratio 1.5, dense 512"));
    // Again: it is open already. From the table with the keyboard: another one.
    sweeps.openPoint(5);
    settle(*window);
    QCOMPARE(w.document().plans().size(), 1);
    sweeps.table().setCurrentIndex(sweeps.table().model()->index(2, 0));
    Q_EMIT sweeps.table().activated(sweeps.table().model()->index(2, 0));
    settle(*window);
    QCOMPARE(w.document().plans().size(), 2);
    // The plot by keyboard: from point to point, over those without a number, and Enter.
    sweeps.plot().setFocus();
    sweeps.plot().setCurrent(-1);
    QTest::keyClick(&sweeps.plot(), Qt::Key_Right);
    QCOMPARE(sweeps.table().currentIndex().row(), 2); // 0 and 1 failed
    QTest::keyClick(&sweeps.plot(), Qt::Key_Left);
    QCOMPARE(sweeps.table().currentIndex().row(), 2);
    QTest::keyClick(&sweeps.plot(), Qt::Key_Down);
    QCOMPARE(sweeps.table().currentIndex().row(), 3);
    QVERIFY(sweeps.plot().accessibleDescription().startsWith(QStringLiteral("ratio 1, dense 512: predicted")));
    QTest::keyClick(&sweeps.plot(), Qt::Key_Right);
    QTest::keyClick(&sweeps.plot(), Qt::Key_Up);
    QCOMPARE(sweeps.table().currentIndex().row(), 4);
    QTest::keyClick(&sweeps.plot(), Qt::Key_Return);
    settle(*window);
    QCOMPARE(w.document().plans().size(), 3);
    QCOMPARE(w.attention().plan()->predictedNs, sweeps.model().points()[4].predictedNs);
    // Measured times are those of runs of the same plans.
    QVERIFY(!sweeps.model().hasMeasured());
    w.document().addRun(w.document().plans()[0].plan, fake::profile(*w.document().plans()[0].plan), false);
    QCOMPARE(sweeps.model().figure(5, SweepFigure::Measured), 12300.0);
    QVERIFY(std::isnan(sweeps.model().figure(2, SweepFigure::Measured)));
    // So are counters, each a figure of the plot and a column of the table.
    const ProfilePtr counted = w.document().runs().back().profile;
    QCOMPARE(sweeps.model().counters().size(), counted->counters.size());
    QCOMPARE(sweeps.model().columnCount(), 2 + sweepFigureCount + static_cast<int>(counted->counters.size()) + 3);
    auto* offered = sweeps.findChild<QComboBox*>(QStringLiteral("figure"));
    for (std::size_t c = 0; c < counted->counters.size(); ++c) {
        const auto figure = static_cast<SweepFigure>(sweepFigureCount + static_cast<int>(c));
        const QString name = sweeps.model().figureName(figure);
        offered->setCurrentIndex(offered->findText(name));
        QCOMPARE(sweeps.plot().figure(), figure);
        QCOMPARE(sweeps.model().figure(5, figure), counted->counters[c].value);
        QVERIFY(std::isnan(sweeps.model().figure(2, figure)));
        sweeps.plot().setCurrent(5);
        QVERIFY2(sweeps.plot().accessibleDescription().contains(name),
                 qPrintable(sweeps.plot().accessibleDescription()));
        const int column = 2 + static_cast<int>(figure);
        QCOMPARE(sweeps.model().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), name);
        QCOMPARE(sweeps.model().index(5, column).data().toString(),
                 sweeps.model().figureText(figure, counted->counters[c].value));
    }
    for (int figure = 0; figure < static_cast<int>(SweepFigure::MemoryCost); ++figure) {
        sweeps.setFigure(static_cast<SweepFigure>(figure));
        QCOMPARE(sweeps.plot().figure(), static_cast<SweepFigure>(figure));
    }
    const QString file = inOutput("sweep.csv");
    QVERIFY(sweeps.saveCsv(file));
    const std::string csv = readText(file.toStdString());
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 7);
}

// Rows as they come, sorted by any column, run one after the other, and in the session like every sweep.
void TestSweeps::everyPlannerInTurn()
{
    Hooks hooks;
    int runs = 0;
    hooks.worker = fakeWorker([&](const GpuJob& job, Progress&, const Worker::Listener&) {
        session::Session session;
        session::SessionRun run;
        run.profile = *fake::profile(*job.plans.front());
        run.profile.kernel.medianNs = 1000.0 * ++runs;
        session.runs.push_back(std::move(run));
        return session;
    });
    MainWindow window(hooks, nullptr);
    window.setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
    window.resize(1440, 900);
    window.show();
    window.workspace().document().setMatrix(m_data.matrix);
    for (QAction* action : window.findChildren<QAction*>())
        if (action->text().remove(QLatin1Char('&')) == QStringLiteral("Compare planners"))
            action->trigger();
    SweepsView& view = part<ComparePage>(window).sweeps();
    QVERIFY(view.isVisible());
    std::vector<const Planner*> all(planners().begin(), planners().end());
    std::erase(all, &planner("fastest")); // which asks the others
    QCOMPARE(view.model().rowCount(), static_cast<int>(all.size()));
    settle(window);
    QCOMPARE(view.model().donePoints().size(), all.size());
    QCOMPARE(window.workspace().document().sweeps().size(), 1);
    std::size_t good = 0;
    for (std::size_t i = 0; i < view.model().points().size(); ++i) {
        const SweepPoint& point = view.model().points()[i];
        QCOMPARE(point.request.planner, all[i]->name());
        QVERIFY(point.problem.empty() == std::isfinite(view.model().figure(i, SweepFigure::Predicted)));
        good += point.problem.empty();
    }
    QVERIFY(good > 0);
    // Sorted by what is predicted, those without a number last, both ways.
    const int predicted = 1;
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        view.table().sortByColumn(predicted, order);
        double last = order == Qt::AscendingOrder ? 0 : INFINITY;
        for (std::size_t row = 0; row < view.model().points().size(); ++row) {
            const double value =
                view.table().model()->index(static_cast<int>(row), predicted).data(SweepModel::sortRole).toDouble();
            QCOMPARE(std::isfinite(value), row < good);
            if (row < good) {
                QVERIFY(order == Qt::AscendingOrder ? value >= last : value <= last);
                last = value;
            }
        }
    }
    const QModelIndex best = view.table().model()->index(static_cast<int>(good) - 1, predicted);
    QCOMPARE(best.data(Qt::FontRole).isValid(), good > 1);
    // All of them on the GPU.
    for (QToolButton* button : view.findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Run all")) {
            QTRY_VERIFY(button->isVisible());
            button->click();
        }
    QTRY_COMPARE_WITH_TIMEOUT(runs, static_cast<int>(good), 60'000);
    settle(window);
    for (std::size_t i = 0; i < view.model().points().size(); ++i)
        QCOMPARE(std::isfinite(view.model().figure(i, SweepFigure::Measured)),
                 view.model().points()[i].problem.empty());
}

SweepsView& TestSweeps::sweptPlanners(MainWindow& window)
{
    window.setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
    window.resize(1440, 900);
    window.show();
    window.workspace().document().setMatrix(m_data.matrix);
    window.showPage("compare");
    SweepsView& view = part<ComparePage>(window).sweeps();
    view.startPlanners();
    settle(window);
    return view;
}

void TestSweeps::whatTheGpuCannotRunIsNeverTheFastest()
{
    MainWindow window(withoutCodeOfHybAndCoo(), nullptr);
    SweepsView& view = sweptPlanners(window);
    SweepModel& model = view.model();
    const QAbstractItemModelTester tester(&model);
    const int last = model.columnCount() - 1;
    double fastest = INFINITY;
    std::size_t best = 0, cpu = 0;
    for (std::size_t i = 0; i < model.points().size(); ++i) {
        const SweepPoint& point = model.points()[i];
        const bool expected = point.request.planner == "fixed:hyb" || point.request.planner == "fixed:coo";
        QCOMPARE(model.cpuOnly(i), expected);
        cpu += expected;
        const int row = static_cast<int>(i);
        const QString note = model.index(row, last).data().toString();
        if (point.request.planner == "fixed:hyb")
            QCOMPARE(note, QStringLiteral("predicted with ELL's costs; runs on the CPU only"));
        if (point.request.planner == "fixed:coo")
            QCOMPARE(note, QStringLiteral("predicted with 1D's costs; runs on the CPU only"));
        if (point.request.planner == "fixed:ell")
            QCOMPARE(note, QString());
        if (expected) {
            QVERIFY(!model.index(row, 1).data(Qt::FontRole).isValid());
            QVERIFY(model.index(row, 1).data().toString().startsWith(QLatin1Char('('))); // marked in its column
            QCOMPARE(model.index(row, 2).data().toString(), QStringLiteral("CPU only"));
            QVERIFY(model.index(row, 1).data(Qt::ToolTipRole).toString().contains(note));
        } else if (model.figure(i, SweepFigure::Predicted) < fastest) {
            fastest = model.figure(i, SweepFigure::Predicted);
            best = i;
        }
    }
    QCOMPARE(cpu, 2u);
    QVERIFY(model.index(static_cast<int>(best), 1).data(Qt::FontRole).isValid());
    const QString summary = model.summary();
    QVERIFY2(summary.contains(QStringLiteral("fastest on the GPU: %1, ").arg(model.name(best))), qPrintable(summary));
    QVERIFY2(summary.contains(QStringLiteral("2 on the CPU only")), qPrintable(summary));
    QVERIFY(!view.table().isColumnHidden(last));
    // In the plot they stand apart, and say why.
    for (std::size_t i = 0; i < model.points().size(); ++i)
        if (model.cpuOnly(i)) {
            view.plot().setCurrent(static_cast<int>(i));
            QVERIFY(view.plot().accessibleDescription().contains(QStringLiteral("runs on the CPU only")));
        }
    QVERIFY(view.plot().legend->visible());
    const QTemporaryDir folder;
    const QString csv = folder.filePath(QStringLiteral("planners.csv"));
    QVERIFY(view.saveCsv(csv));
    const QString table = QString::fromStdString(readText(csv.toStdString()));
    QVERIFY(table.contains(QStringLiteral(",no,predicted with ELL's costs; runs on the CPU only,")));
    // As stored with the session.
    const SweepPtr stored = window.workspace().document().sweeps().back();
    for (const auto& [place, point] : session::sweepFromText(session::sweepToText(*stored), {}).points)
        QVERIFY(point.borrowed == model.points()[place].borrowed);
}

void TestSweeps::barsOfWhatTheGpuCannotRunAreLegible()
{
    MainWindow window(withoutCodeOfHybAndCoo(), nullptr);
    SweepsView& view = sweptPlanners(window);
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        window.setTheme(theme);
        settle(window);
        SweepPlot& plot = view.plot();
        const QImage image = plot.toPixmap(plot.width(), plot.height()).toImage();
        const auto background = image.pixel(1, 1);
        for (std::size_t i = 0; i < view.model().points().size(); ++i) {
            const auto top = plot.positionOf(i);
            QCOMPARE(top.has_value(), view.model().points()[i].problem.empty());
            if (!top)
                continue; // it does not plan this operator
            const double bottom = plot.yAxis->coordToPixel(0);
            if (bottom - top->y() < 16)
                continue;
            int clear = 0, all = 0;
            for (int y = static_cast<int>(top->y()) + 4; y < bottom - 4; ++y)
                for (int x = -8; x < 8; ++x, ++all)
                    clear += raster::contrast(image.pixel(static_cast<int>(top->x()) + x, y), background) >= 3;
            const QVariant words = view.model().index(static_cast<int>(i), 1).data(Qt::ForegroundRole);
            if (words.isValid())
                QVERIFY(raster::contrast(words.value<QColor>().rgb(), background) >= 4.5);
            // The others are filled.
            if (view.model().cpuOnly(i))
                QVERIFY2(clear > all / 12 && clear < all / 2, qPrintable(QString::number(1.0 * clear / all)));
            else
                QVERIFY2(clear > 0.9 * all, qPrintable(QString::number(1.0 * clear / all)));
            // The outline.
            int edge = 0;
            for (int x = -12; x < -7; ++x)
                edge += raster::contrast(
                            image.pixel(static_cast<int>(top->x()) + x, static_cast<int>(bottom + top->y()) / 2),
                            background) >= 3;
            QVERIFY(edge > 0);
        }
    }
}

void TestSweeps::aPlanThatTheGpuCannotRunSaysSo()
{
    MainWindow window(withoutCodeOfHybAndCoo(), nullptr);
    window.setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
    window.resize(1440, 900);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    SearchRequest request{{OperatorKind::SpMM, DataType::Float16, 64}, "fixed:hyb", {}, "a100-stile", {}};
    request.options = nlohmann::json::object();
    const auto hyb = std::make_shared<const Plan>(searchPlan(*m_data.matrix, request, noProgress()).plan);
    w.attention().show({hyb, {}, QStringLiteral("hyb")});
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    window.showPage("compare");
    settle(window);
    const PlansView& view = part<ComparePage>(window).plans();
    QVERIFY2(view.words().contains(QStringLiteral("B runs on the CPU only.")), qPrintable(view.words()));
    for (const QLabel* label : window.twin().findChildren<QLabel*>())
        QCOMPARE(label->text().contains(QStringLiteral("runs on the CPU only")),
                 label->text().contains(QStringLiteral("<b>B</b>")));
    const QString note = QStringLiteral("runs on the CPU only");
    QVERIFY(!part<Inspector>(window).text().contains(note));
    w.attention().setCurrentPlan(0);
    settle(window);
    QVERIFY(view.words().contains(QStringLiteral("A runs on the CPU only.")));
    QVERIFY2(part<Inspector>(window).text().contains(note), qPrintable(part<Inspector>(window).text()));
    Selection tile;
    tile.tile = 0;
    w.attention().select(tile);
    QVERIFY(part<Inspector>(window).text().contains(QStringLiteral("Tile 0")));
    QVERIFY2(part<Inspector>(window).text().contains(note), qPrintable(part<Inspector>(window).text()));
    w.attention().setCurrentPlan(1);
    w.attention().select(tile);
    QVERIFY(part<Inspector>(window).text().contains(QStringLiteral("Tile 0")));
    QVERIFY(!part<Inspector>(window).text().contains(note));
}

void TestSweeps::theCostOfMemoryAccessesIsShownWhereItIsKnown()
{
    auto window = open();
    window->showPage("compare");
    part<ComparePage>(*window).showSweeps();
    SweepsView& view = part<ComparePage>(*window).sweeps();
    auto* figures = view.findChild<QComboBox*>(QStringLiteral("figure"));
    QVERIFY(figures);
    const int place = static_cast<int>(SweepFigure::MemoryCost);
    view.form().valuesEdit(0)->setText(QStringLiteral("1, 1.5")); // of stile
    view.start();
    settle(*window);
    const int column = 1 + place;
    QVERIFY(view.table().isColumnHidden(column));
    QCOMPARE(figures->findText(sweepFigureName(SweepFigure::MemoryCost)), -1);
    // LiteForm's plot: its cost over the widest bucket.
    window->workspace().setup().setPlanner(QStringLiteral("cell"));
    view.form().axisBox(0)->setCurrentIndex(view.form().axisBox(0)->findData(QStringLiteral("width")));
    view.form().valuesEdit(0)->setText(QStringLiteral("1, 4, 16"));
    view.start();
    settle(*window);
    QCOMPARE(view.model().donePoints().size(), 3u);
    QVERIFY(!view.table().isColumnHidden(column));
    QCOMPARE(figures->findText(sweepFigureName(SweepFigure::MemoryCost)), place);
    for (std::size_t i = 0; i < 3; ++i) {
        const double wanted = numbersIn(view.model().points()[i].figures).at("memoryCost");
        QCOMPARE(view.model().figure(i, SweepFigure::MemoryCost), wanted);
        QCOMPARE(view.model().index(static_cast<int>(i), column).data().toString(),
                 sweepFigureText(SweepFigure::MemoryCost, wanted));
    }
    view.setFigure(SweepFigure::MemoryCost);
    QCOMPARE(view.plot().figure(), SweepFigure::MemoryCost);
    QVERIFY(view.plot().positionOf(2).has_value());
}

void TestSweeps::theAblationOfASearchAmongGraphsIsReady()
{
    auto window = open();
    Setup& setup = window->workspace().setup();
    setup.setOperator({OperatorKind::SpMV, DataType::Float32, 1});
    setup.setPlanner(QStringLiteral("alphasparse"));
    setup.setPlannerOptions({{"evaluations", 20}});
    window->showPage("compare");
    part<ComparePage>(*window).showSweeps();
    SweepsView& view = part<ComparePage>(*window).sweeps();
    QComboBox* ready = view.form().readyBox();
    ready->setCurrentIndex(ready->findData(QStringLiteral("pruning")));
    view.start();
    settle(*window);
    QCOMPARE(view.model().donePoints().size(), 3u);
    auto* figures = view.findChild<QComboBox*>(QStringLiteral("figure"));
    for (const SweepFigure figure :
         {SweepFigure::Evaluated, SweepFigure::PredictedOverDefault, SweepFigure::SearchOverDefault}) {
        QVERIFY2(figures->findText(sweepFigureName(figure)) >= 0, qPrintable(sweepFigureName(figure)));
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(view.model().figure(i, figure) > 0);
    }
    QVERIFY(view.model().figure(0, SweepFigure::Evaluated) <= 20);
    QCOMPARE(view.model().figure(0, SweepFigure::PredictedOverDefault), 1.0);
}

void TestSweeps::hitRatesOfPartitionsAreMissingUntilTheyAreCounted()
{
    auto window = open();
    Workspace& w = window->workspace();
    w.setup().setPlanner(QStringLiteral("hyb"));
    window->showPage("compare");
    part<ComparePage>(*window).showSweeps();
    SweepsView& view = part<ComparePage>(*window).sweeps();
    QComboBox* ready = view.form().readyBox();
    ready->setCurrentIndex(ready->findData(QStringLiteral("partitions")));
    const auto says = [&](const QString& words) {
        const QList<QLabel*> labels = view.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* l) { return l->isVisible() && l->text().contains(words); });
    };
    view.start();
    settle(*window);
    QCOMPARE(view.model().donePoints().size(), 6u);
    QVERIFY(says(QStringLiteral("The L1 hit rate and the L2 hit rate are not counted.")));
    auto* figures = view.findChild<QComboBox*>(QStringLiteral("figure"));
    QCOMPARE(figures->findText(QStringLiteral("L1 hit rate")), -1);
    view.openPoint(1);
    settle(*window);
    auto counted = std::make_shared<Profile>(*fake::profile(*w.attention().plan()));
    counted->counters = {{"l1tex__t_sector_hit_rate.pct", 43.5, "%", ""}, {"lts__t_sector_hit_rate.pct", 71, "%", ""}};
    w.document().addRun(w.attention().plan(), counted, false);
    QVERIFY(says(QStringLiteral("The L1 hit rate and the L2 hit rate of 5 of 6 points are not counted.")));
    const int rate = figures->findText(QStringLiteral("L1 hit rate"));
    QVERIFY(rate >= 0);
    QCOMPARE(view.model().figure(1, static_cast<SweepFigure>(figures->itemData(rate).toInt())), 43.5);
    QCOMPARE(view.model().donePoints()[1].counted.at("lts__t_sector_hit_rate.pct"), 71.0);
}

void TestSweeps::aSweepCanBeCancelledAndGoneWithItsWindow()
{
    auto window = open();
    window->showPage("compare");
    part<ComparePage>(*window).showSweeps();
    SweepsView& sweeps = part<ComparePage>(*window).sweeps();
    QString many;
    for (int i = 0; i < 400; ++i)
        many += QStringLiteral("%1%2").arg(i == 0 ? QString() : QStringLiteral(",")).arg(1 + i / 1000.0);
    sweeps.form().valuesEdit(0)->setText(many);
    sweeps.start();
    QVERIFY(window->workspace().operations().busy());
    QTRY_VERIFY(!sweeps.model().donePoints().empty());
    sweeps.start(); // the button says Cancel now
    QTRY_VERIFY_WITH_TIMEOUT(!window->workspace().jobs().busy(Lane::Sweep), 100);
    const std::size_t done = sweeps.model().donePoints().size();
    QVERIFY(done > 0 && done < 400); // what was found stays
    QCOMPARE(window->workspace().document().sweeps().size(), 1);
    QCOMPARE(window->workspace().document().sweeps().front()->points.size(), done);
    sweeps.start();
    // Its points are in no file.
    QString unsaved;
    window->setAsk([&](const QString&, const QString& what) {
        unsaved = what;
        return MainWindow::Answer::Discard;
    });
    window->close();
    QVERIFY2(!unsaved.isEmpty(), "a sweep is worth a question");
    window.reset();
}

void TestSweeps::sweepsAreInTheSessionAndComeBack()
{
    const QString path = inOutput("sweeps.sscope");
    auto window = open();
    Workspace& w = window->workspace();
    window->showPage("compare");
    part<ComparePage>(*window).showSweeps();
    SweepsView& sweeps = part<ComparePage>(*window).sweeps();
    const auto run = [&](const QString& values) {
        sweeps.form().valuesEdit(0)->setText(values);
        sweeps.start();
        QTRY_VERIFY_WITH_TIMEOUT(!w.operations().busy(), 60'000);
    };
    run(QStringLiteral("1,1.5"));
    run(QStringLiteral("1,1.2,1.4"));
    QCOMPARE(w.document().sweeps().size(), 2);
    QCOMPARE(sweeps.model().rowCount(), 3);
    w.operations().saveSession(path);
    QTRY_VERIFY_WITH_TIMEOUT(!w.operations().busy(), 20'000);

    MainWindow again(Hooks{}, nullptr);
    again.show();
    again.openFiles({path});
    QTRY_VERIFY_WITH_TIMEOUT(
        again.workspace().document().sweeps().size() == 2 && !again.workspace().operations().busy(), 20'000);
    again.showPage("compare");
    part<ComparePage>(again).showSweeps();
    SweepsView& back = part<ComparePage>(again).sweeps();
    // The last one is shown, and the other can be chosen.
    const auto equal = [&](const FinishedSweep& sweep) {
        std::vector<SweepPoint> points;
        for (const auto& [place, point] : sweep.points)
            points.push_back(point);
        return sweepCsv("", back.model().sweep(), back.model().donePoints(), {}) ==
               sweepCsv("", sweep.sweep, points, {});
    };
    QCOMPARE(back.model().rowCount(), 3);
    QVERIFY(equal(*w.document().sweeps()[1]));
    auto* stored = [&]() -> QComboBox* {
        for (auto* box : back.findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("Sweeps of this session"))
                return box;
        return nullptr;
    }();
    QVERIFY(stored && stored->isVisible());
    QCOMPARE(stored->count(), 2);
    QCOMPARE(stored->currentIndex(), 1);
    stored->setFocus();
    QTest::keyClick(stored, Qt::Key_Up);
    QCOMPARE(back.model().rowCount(), 2);
    QVERIFY(equal(*w.document().sweeps()[0]));
    // Another matrix has none.
    again.workspace().document().setMatrix(fake::searched().matrix);
    QVERIFY(again.workspace().document().sweeps().isEmpty());
    QCOMPARE(back.model().rowCount(), 0);
}

void TestSweeps::whatIsVariedFollowsThePlanner()
{
    SweepForm form;
    SearchRequest base;
    base.calibration = "a100-stile";
    form.setBase(base);
    for (const PlannerOption& option : planner("stile").options()) {
        const int index = form.axisBox(0)->findData(QString::fromStdString(option.name));
        QVERIFY(index >= 0);
        form.axisBox(0)->setCurrentIndex(index);
        if (!form.valuesEdit(0)->text().isEmpty()) // a text option may have nothing to suggest
            QVERIFY(form.sweep().axes.front().values.size() >= std::max<std::size_t>(1, option.choices.size()));
    }
    for (int i = 1; i < form.readyBox()->count(); ++i) {
        form.readyBox()->setCurrentIndex(i);
        QVERIFY(sweepPoints(form.sweep()).size() >= std::min<std::size_t>(2, planners().size()));
    }
    base.op = {OperatorKind::SpMV, DataType::Float32, 1};
    form.setBase(base);
    QCOMPARE(form.readyBox()->count(), 2); // one's own, and every planner
    QCOMPARE(form.axisBox(0)->findData(QStringLiteral("dense")), -1);
}

void TestSweeps::wrongValuesAreSaidInPlace()
{
    auto window = open();
    window->showPage("compare");
    part<ComparePage>(*window).showSweeps();
    SweepsView& sweeps = part<ComparePage>(*window).sweeps();
    for (const auto& [values, reason] : {std::pair("", "give values of ratio"), std::pair("much", "takes a number")}) {
        sweeps.form().valuesEdit(0)->setText(QString::fromLatin1(values));
        sweeps.start();
        QVERIFY(!window->workspace().jobs().busy(Lane::Sweep));
        QVERIFY2(sweeps.problem().contains(QString::fromLatin1(reason)), qPrintable(sweeps.problem()));
    }
}

VIEW_TEST(TestSweeps)
#include "tst_sweeps.moc"
