// What if: other costs; stops before choices; the arithmetic of a choice; a cancelled search says what became of it.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/costs_panel.h"
#include "views/pages/search/search_curves.h"
#include "views/pages/search/search_page.h"
#include "views/parts/numbers.h"
#include "views/replay/replay.h"
#include "views/replay/round_text.h"
#include "views/workspace/plan_editor.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>

#include <algorithm>
#include <future>
#include <utility>

using namespace sparsescope;

class TestWhatIf : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void otherCostsArePredictedAtOnceAndSearchedWith();
    void stoppingBeforeChoicesTakesTwoStepsATile();
    void theArithmeticOfEveryTileIsWrittenOut();
    void withdrawalsShowBeforeAndAfter();
    void curvesCanBeLeftOut();
    void nothingOfThePageIsCutOff();
    void aCancelledSearchSaysWhyNothingIsKept();

private:
    void open(MainWindow& window)
    {
        window.resize(1280, 800);
        window.show();
        window.workspace().document().setMatrix(m_data.matrix);
        window.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        window.showPage("search");
        QTest::qWait(30);
        QTRY_VERIFY(window.settled());
    }
    template <class Widget>
    static Widget* button(QWidget& parent, const QString& text)
    {
        for (Widget* b : parent.findChildren<Widget*>())
            if (b->text() == text)
                return b;
        return nullptr;
    }
    static bool showsText(QWidget& parent, const QString& part)
    {
        const auto labels = parent.findChildren<QLabel*>();
        const auto texts = parent.findChildren<QTextEdit*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* l) { return l->text().contains(part); }) ||
               std::any_of(texts.begin(), texts.end(),
                           [&](const QTextEdit* t) { return t->toPlainText().contains(part); });
    }
    fake::Data m_data = fake::searched();
};

void TestWhatIf::otherCostsArePredictedAtOnceAndSearchedWith()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    auto* panel = window.findChild<CostsPanel*>();
    auto* effect = panel->findChild<QLabel*>(QStringLiteral("whatIfEffect"));
    auto* launch = panel->findChild<QDoubleSpinBox*>(QStringLiteral("factor-launch"));
    QVERIFY(effect && launch);
    window.findChild<SearchPage*>()->showTab(SearchPage::Tab::Costs);
    QVERIFY(!effect->isVisible());
    launch->setValue(3);
    QCOMPARE(panel->changes(), QStringList{QStringLiteral("launch=3")});
    const Calibration plain = changedCalibration(w.setup().calibrationName().toStdString(), {});
    const Calibration dear =
        changedCalibration(w.setup().calibrationName().toStdString(), {QStringLiteral("launch=3")});
    const Plan& plan = *m_data.plan;
    const auto ns = [&](const Calibration& c) {
        return predictedBy(*makeCostModel(c, plan.op, plan.densePart), plan, *m_data.matrix);
    };
    QTRY_COMPARE(effect->text(), changeText(ns(plain), ns(dear)));
    QVERIFY(effect->isVisible());
    QVERIFY(ns(dear) > ns(plain));
    // Nothing is changed until it is asked for.
    QVERIFY(w.setup().costChanges().isEmpty());
    button<QPushButton>(*panel, QStringLiteral("Search with these"))->click();
    QTRY_COMPARE(w.document().plans().size(), 2);
    QVERIFY(w.attention().plan()->calibration.find("launch x3") != std::string::npos);
    QTRY_VERIFY(window.settled());
    QTRY_VERIFY(showsText(window, QStringLiteral("What if: predicted with"))); // the inspector follows a moment later
    button<QPushButton>(*panel, QStringLiteral("As calibrated"))->click();
    QVERIFY(w.setup().costChanges().isEmpty());
    QCOMPARE(launch->value(), 1.0);
}

void TestWhatIf::stoppingBeforeChoicesTakesTwoStepsATile()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    auto* stops = button<QCheckBox>(window, QStringLiteral("Stop at choices"));
    QVERIFY(stops);
    QTest::keyClick(&window, Qt::Key_Home);
    stops->setChecked(true);
    QTest::keyClick(&window, Qt::Key_Period);
    QCOMPARE(w.attention().step(), 0); // candidates first
    QVERIFY(!window.canvas().candidates().empty());
    QVERIFY(showsText(window, QStringLiteral("is chosen next")));
    QTest::keyClick(&window, Qt::Key_Period);
    QCOMPARE(w.attention().step(), 1); // then the choice, alone
    QVERIFY(window.canvas().candidates().empty());
    QTest::keyClick(&window, Qt::Key_Space); // plays up to the next choice
    QCOMPARE(w.attention().step(), 1);
    QVERIFY(!window.canvas().candidates().empty());
    QTest::keyClick(&window, Qt::Key_Comma);
    QCOMPARE(w.attention().step(), 1);
    QVERIFY(window.canvas().candidates().empty());
    QTest::keyClick(&window, Qt::Key_Comma);
    QCOMPARE(w.attention().step(), 0);
    QVERIFY(!window.canvas().candidates().empty());
    stops->setChecked(false);
    QTest::keyClick(&window, Qt::Key_Period);
    QCOMPARE(w.attention().step(), 1);
    QVERIFY(!window.canvas().candidates().empty());
}

void TestWhatIf::theArithmeticOfEveryTileIsWrittenOut()
{
    const Plan& plan = *m_data.plan;
    const auto& rounds = m_data.trace->rounds;
    for (std::int64_t t = 0; t < static_cast<std::int64_t>(plan.tiling().tiles.size()); ++t) {
        const TraceRound& round = rounds[static_cast<std::size_t>(roundAtStep(rounds, t + 1))];
        const QString text = whyText(round, plan, t, false);
        const Tile& tile = plan.tiling().tiles[static_cast<std::size_t>(t)];
        QVERIFY2(text.contains(durationText(tile.cost)), qPrintable(text));
        QVERIFY2(text.contains(countText(countPlaces(plan, tile).owned)), qPrintable(text));
        if (round.withdrawn.empty())
            QVERIFY2(text.contains(durationText(round.limit)), qPrintable(text));
    }
    const QString text = roundText(rounds.front(), plan, 1);
    for (const TraceCandidate& lost : rounds.front().lost) {
        QVERIFY(text.contains(durationText(lost.average)));
        QVERIFY(text.contains(QString::fromStdString(lost.reason).toHtmlEscaped()));
    }
}

void TestWhatIf::withdrawalsShowBeforeAndAfter()
{
    // A block of rows 0 to 3 that owns 8 took the place of a tile of rows 1 and 2 that owned 3.
    Plan plan;
    plan.rows = plan.cols = 4;
    plan.nnz = 8;
    plan.tiling().formats.push_back(makeFormat("block", {{"rows", 16}, {"width", 16}}));
    plan.tiling().rowIds = {0, 1, 2, 3};
    plan.tiling().colIds = {0, 1};
    plan.tiling().entries = {0, 1, 2, 3, 4, 5, 6, 7};
    Tile tile;
    tile.rows = {0, 4};
    tile.cols = {0, 2};
    tile.entries = {0, 8};
    tile.cost = 300;
    plan.tiling().tiles.push_back(tile);
    TraceRound round;
    round.best = 20;
    round.limit = 24;
    round.tileEnd = 1;
    round.swaps = 1;
    TraceTile gone;
    gone.cost = 200;
    gone.covers = 3;
    gone.rows = {1, 2};
    round.withdrawn = {gone};
    const QString text = whyText(round, plan, 0, false);
    for (const QString& part : {QStringLiteral("1 tile withdrawn"), QStringLiteral("200 ns"), QStringLiteral("300 ns"),
                                QStringLiteral("100 ns / 5 gained"), QStringLiteral("20 ns")})
        QVERIFY2(text.contains(part), qPrintable(part + QLatin1Char('\n') + text));
    // Rows that it does not store were withdrawn for another tile.
    round.withdrawn.front().rows = {1, 9};
    QVERIFY(!whyText(round, plan, 0, false).contains(QStringLiteral("withdrawn")));
}

void TestWhatIf::curvesCanBeLeftOut()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    auto* curves = window.findChild<SearchCurves*>();
    QImage all;
    const auto still = [&] { return std::exchange(all, curves->grab().toImage()) == all; };
    QTRY_VERIFY(still()); // drawn in its final size
    auto* padding = button<QCheckBox>(window, QStringLiteral("padding"));
    QVERIFY(padding && padding->isChecked());
    padding->click();
    QVERIFY(!curves->shown(Curve::Padding));
    QTRY_VERIFY(curves->grab().toImage() != all);
    padding->click();
    QTRY_VERIFY(curves->grab().toImage() == all);
    // A click in the plot scrubs.
    QTest::mouseClick(curves, Qt::LeftButton, {}, curves->rect().center());
    QVERIFY(window.workspace().attention().step() > 0 &&
            window.workspace().attention().step() < window.workspace().attention().steps());
}

void TestWhatIf::nothingOfThePageIsCutOff()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    window.workspace().attention().selectTile(0);
    auto* page = window.findChild<SearchPage*>();
    for (const auto tab : {SearchPage::Tab::Why, SearchPage::Tab::Edit, SearchPage::Tab::Costs,
                           SearchPage::Tab::Planner, SearchPage::Tab::Rules}) {
        page->showTab(tab);
        QTest::qWait(20);
        for (const QLabel* label : page->findChildren<QLabel*>())
            if (label->isVisible() && label->textFormat() != Qt::RichText && !label->wordWrap())
                QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        for (const QToolButton* b : page->findChildren<QToolButton*>())
            if (b->isVisible())
                QVERIFY2(b->width() >= b->sizeHint().width(), qPrintable(b->text()));
        for (const QPushButton* b : page->findChildren<QPushButton*>())
            if (b->isVisible()) {
                const QRect place(b->mapTo(page, QPoint()), b->size());
                QVERIFY2(page->rect().contains(place), qPrintable(b->text()));
                QVERIFY2(b->width() >= b->sizeHint().width(), qPrintable(b->text()));
            }
    }
}

void TestWhatIf::aCancelledSearchSaysWhyNothingIsKept()
{
    Workspace w;
    w.jobs().setMaximumThreads(1);
    std::promise<void> go;
    w.jobs().start(
        Lane::Check, QStringLiteral("before"),
        [wait = go.get_future().share()](Progress&) { return wait.wait(), true; }, [](bool) {});
    w.document().setMatrix(m_data.matrix);
    QString said;
    connect(&w.operations(), &Operations::message, &w.operations(), [&said](const QString& text) { said = text; });
    w.operations().search();
    w.jobs().cancel(Lane::Search);
    go.set_value();
    QTRY_VERIFY(!said.isEmpty());
    QTRY_VERIFY(!w.jobs().busy(Lane::Search));
    // Held up before its first choice, it had nothing yet.
    QVERIFY2(said.contains(QStringLiteral("no plan to keep")), qPrintable(said));
    QVERIFY(!w.attention().live());
    QVERIFY(w.document().plans().isEmpty());
}

VIEW_TEST(TestWhatIf)
#include "tst_what_if.moc"
