// What is made of the order that is shown: the next search, statistics, files.
#include "engine/io/npy.h"
#include "engine/io/reader.h"
#include "engine/matrix/patterns.h"
#include "engine/plan/plan.h"
#include "engine/search/planner.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/main_window.h"
#include "views/pages/explore/matrix_panel.h"
#include "views/pages/search/order_box.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace sparsescope;

class TestPlannedOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void theNextSearchPlansTheOrderThatIsShown();
    void theBoxFollowsAndSaysWhatCannotBe();
    void statisticsAreOfTheOrderThatIsShown();
    void matrixAndPermutationBecomeFiles();

private:
    std::unique_ptr<MainWindow> m_window;
    const MatrixPtr m_matrix = rmat(512, 6000, 3);

    Workspace& w() { return m_window->workspace(); }
    OrderBox& box() { return part<OrderBox>(*m_window); }
    void show(MatrixOrder order)
    {
        w().attention().order().show(order);
        QTRY_COMPARE(w().attention().order().order(), order);
        QTRY_VERIFY(m_window->settled());
    }
    MatrixOrder asked() { return orderAsked(w().setup().plannerOptions()); }
    QString words()
    {
        QStringList all;
        for (const QLabel* label : part<MatrixPanel>(*m_window).findChildren<QLabel*>())
            if (label->isVisible())
                all << label->text();
        return all.join(QLatin1Char('\n'));
    }
};

void TestPlannedOrder::init()
{
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->resize(1280, 720);
    m_window->show();
    m_window->canvas().setReducedMotion(true);
    w().document().setMatrix(m_matrix);
    m_window->showPage("search");
    QTRY_VERIFY(m_window->settled());
}

void TestPlannedOrder::theNextSearchPlansTheOrderThatIsShown()
{
    QVERIFY(!box().isVisible()); // nothing to say
    show(MatrixOrder::Both);
    QVERIFY(box().isVisible() && box().isEnabled() && !box().isChecked());
    QVERIFY2(box().accessibleName().contains(QStringLiteral("now: as in the file")),
             qPrintable(box().accessibleName()));
    QCOMPARE(asked(), MatrixOrder::File);
    QTest::mouseClick(&box(), Qt::LeftButton, Qt::NoModifier, {8, box().height() / 2});
    QVERIFY(box().isChecked());
    QCOMPARE(asked(), MatrixOrder::Both);
    QVERIFY(box().accessibleName().contains(ShownOrder::title(MatrixOrder::Both)));
    auto* button = [&]() -> QPushButton* {
        for (QPushButton* one : m_window->findChildren<QPushButton*>())
            if (one->isVisible() && one->text() == QStringLiteral("Search"))
                return one;
        return nullptr;
    }();
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(w().attention().plan() && m_window->settled(), 30'000);
    const PlanPtr plan = w().attention().plan();
    QCOMPARE(orderAsked(plan->options), MatrixOrder::Both);
    validatePlan(*plan, *m_matrix);
    // Titles, inspector and canvas know it.
    QVERIFY(w().document().plans()[0].title.contains(ShownOrder::title(MatrixOrder::Both)));
    QVERIFY(part<Inspector>(*m_window).text().contains(ShownOrder::title(MatrixOrder::Both)));
    const Plan drawn = *m_window->canvas().plan();
    const Tile& first = drawn.tiling().tiles[0];
    const auto lines = w().attention().order().shown().lines;
    for (std::size_t i = 0; i < drawn.tiling().view(first).rowIds.size(); ++i)
        QCOMPARE(std::int64_t{drawn.tiling().view(first).rowIds[i]},
                 lines->rowPlace(plan->tiling().view(first).rowIds[i]));
    // Where it was planned, a plain search has other tiles.
    show(MatrixOrder::File);
    QCOMPARE(m_window->canvas().plan().get(), plan.get());
    QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(w().document().plans().size() == 2 && m_window->settled(), 30'000);
    QCOMPARE(orderAsked(w().attention().plan()->options), MatrixOrder::File);
}

void TestPlannedOrder::theBoxFollowsAndSaysWhatCannotBe()
{
    show(MatrixOrder::Rows);
    box().setFocus();
    QTest::keyClick(&box(), Qt::Key_Space);
    QCOMPARE(asked(), MatrixOrder::Rows);
    show(MatrixOrder::ReverseCuthillMcKee);
    QCOMPARE(asked(), MatrixOrder::ReverseCuthillMcKee);
    w().setup().setPlanner(QStringLiteral("hyb")); // with options of its own
    QCOMPARE(asked(), MatrixOrder::ReverseCuthillMcKee);
    w().setup().setPlanner(QStringLiteral("fixed:bsr"));
    QCOMPARE(asked(), MatrixOrder::File);
    QVERIFY(!box().isEnabled());
    QVERIFY(box().toolTip().contains(QStringLiteral("plans the file's order alone")));
    QVERIFY(box().accessibleName().contains(QStringLiteral("now: as in the file")));
    w().setup().setPlanner(QStringLiteral("stile"));
    QVERIFY(box().isEnabled());
    QCOMPARE(asked(), MatrixOrder::ReverseCuthillMcKee);
    show(MatrixOrder::File);
    QCOMPARE(asked(), MatrixOrder::File);
    QVERIFY(!box().isVisible());
}

void TestPlannedOrder::statisticsAreOfTheOrderThatIsShown()
{
    m_window->showPage("explore");
    const MatrixPtr grid = stencil2d(20);
    const std::vector<std::int32_t> lines = [&] { // so that its order is not the best one already
        std::vector<std::int32_t> mixed(400);
        for (std::int32_t i = 0; i < 400; ++i)
            mixed[static_cast<std::size_t>(i)] = i * 7 % 400;
        return mixed;
    }();
    w().document().setMatrix(permuted(*grid, lineOrder(lines, lines), noProgress()).matrix);
    QTRY_VERIFY(m_window->settled());
    const StatisticsPtr file = w().attention().order().statistics();
    QCOMPARE(file.get(), w().document().statistics().get());
    show(MatrixOrder::ReverseCuthillMcKee);
    QTRY_VERIFY(w().attention().order().statistics());
    const auto shown = w().attention().order().statistics();
    QCOMPARE(shown->bandwidth, computeStatistics(*m_window->canvas().matrix(), noProgress()).bandwidth);
    QVERIFY(shown->bandwidth < file->bandwidth / 4);
    QVERIFY2(words().contains(QStringLiteral("Order: reverse Cuthill-McKee")), qPrintable(words()));
    QVERIFY(words().contains(QString::fromStdString(shown->summary)));
    show(MatrixOrder::File);
    QVERIFY(!words().contains(QStringLiteral("Order:")));
    QVERIFY(words().contains(QString::fromStdString(file->summary)));
}

void TestPlannedOrder::matrixAndPermutationBecomeFiles()
{
    show(MatrixOrder::Both);
    QAction* action = nullptr;
    for (QAction* one : m_window->findChildren<QAction*>())
        if (one->text().contains(QStringLiteral("in the order shown")))
            action = one;
    QVERIFY(action && action->isEnabled());
    const QTemporaryDir folder;
    const auto save = [&](const QString& name, const QString& kind) {
        const QString path = folder.filePath(name);
        QTimer::singleShot(0, m_window.get(), [path, kind] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                for (const QString& one : dialog->nameFilters())
                    if (one.startsWith(kind))
                        dialog->selectNameFilter(one);
                dialog->selectFile(path);
                QMetaObject::invokeMethod(dialog, "accept");
            }
        });
        action->trigger();
        [&] { QTRY_VERIFY(QFile::exists(path)); }();
        return path.toStdString();
    };
    const MatrixPtr read = readMatrix(save(QStringLiteral("m.mtx"), QStringLiteral("Matrix Market")), noProgress());
    QVERIFY(read->fingerprint() == m_window->canvas().matrix()->fingerprint());
    const MatrixPtr scipy = readMatrix(save(QStringLiteral("s.npz"), QStringLiteral("SciPy")), noProgress());
    QVERIFY(scipy->fingerprint() == read->fingerprint());
    const std::string path = save(QStringLiteral("p.npz"), QStringLiteral("Permutation"));
    QTRY_VERIFY(m_window->settled());
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const NpzArrays arrays = readNpz(file.readAll().toStdString(), path);
    const auto lines = w().attention().order().shown().lines;
    QVERIFY(fromArray<std::int32_t>(arrays, "rows", path) == lines->rows);
    QVERIFY(fromArray<std::int32_t>(arrays, "cols", path) == lines->cols);
}

VIEW_TEST(TestPlannedOrder)
#include "tst_planned_order.moc"
