// What if, by hand: tiles changed in the real window, with undo and redo, and what the model says of it.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/edit_panel.h"
#include "views/workspace/plan_editor.h"

#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>

#include <algorithm>
#include <optional>

using namespace sparsescope;

class TestByHand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysSplitTheSelectedTileAndUndoBringsTheOriginalBack();
    void aChangedPlanOwnsEverythingAndTheOriginalStays();
    void mergingTakesTheTileThatIsSelectedNext();
    void everyHearerOfAChangeSeesOneState();
    void undoneChangesAreForgottenAndBookmarksKeepTheirPlan();
    void aMeasuredPlanIsNeverReplacedOrRemoved();
    void requestsThatCannotBeMetAreSaidAndChangeNothing();
    void buttonsAreOffWithoutATileAndSaySo();
    void newMatricesForgetChanges();
    void whatDoesNotChangeThePlanShowsInTheSums();

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
    static QAction* action(MainWindow& window, const QString& text)
    {
        for (QAction* a : window.findChildren<QAction*>())
            if (a->text() == text)
                return a;
        return nullptr;
    }
    template <class Widget>
    static Widget* button(QWidget& parent, const QString& text)
    {
        for (Widget* b : parent.findChildren<Widget*>())
            if (b->text() == text)
                return b;
        return nullptr;
    }
    // A tile of several rows.
    std::int64_t tallTile() const
    {
        std::int64_t t = 0;
        while (m_data.plan->tiling().tiles[static_cast<std::size_t>(t)].rows.size() < 4)
            ++t;
        return t;
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

void TestByHand::keysSplitTheSelectedTileAndUndoBringsTheOriginalBack()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    const std::int64_t tile = tallTile();
    w.attention().selectTile(tile);
    QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
    QTRY_COMPARE(w.document().plans().size(), 2);
    QTRY_VERIFY(window.settled());
    QCOMPARE(w.document().plans()[1].title, QStringLiteral("stile, edited"));
    QCOMPARE(w.attention().plan()->tiling().tiles.size(), m_data.plan->tiling().tiles.size() + 1);
    QCOMPARE(w.attention().selection().tile, tile);
    QVERIFY(w.attention().planFacts()); // with the plan, not after it
    const auto change = part<PlanEditor>(window).last();
    QVERIFY(change);
    QCOMPARE(change->after.plan, w.attention().plan()->predictedNs);
    auto* panel = window.findChild<EditPanel*>();
    QVERIFY(showsText(*panel, changeText(change->before.plan, change->after.plan)));
    const PlanPtr split = w.attention().plan();

    // A second change replaces the first edited plan and leaves two in the list.
    QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(w.attention().plan() != split);
    QCOMPARE(w.document().plans().size(), 2);
    QVERIFY(part<PlanEditor>(window).all());
    const PlanPtr stored = w.attention().plan();
    const Tile& made = stored->tiling().tiles[static_cast<std::size_t>(w.attention().selection().tile)];
    QCOMPARE(stored->tiling().formats[static_cast<std::size_t>(made.format)]->name(), std::string("csr"));

    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(w.attention().plan(), split);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(w.document().plans().size(), 1);
    QCOMPARE(w.attention().plan(), PlanPtr(m_data.plan));
    QCOMPARE(w.attention().selection().tile, tile);
    QVERIFY(w.attention().trace());
    QVERIFY(!part<PlanEditor>(window).last());
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(w.attention().plan(), stored);
    QCOMPARE(w.document().plans().size(), 2);
    QTRY_VERIFY(window.settled());
}

void TestByHand::aChangedPlanOwnsEverythingAndTheOriginalStays()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    const Plan original = *m_data.plan;
    auto* panel = window.findChild<EditPanel*>();
    for (const QString& what : {QStringLiteral("ELL"), QStringLiteral("Delete"), QStringLiteral("block")}) {
        w.attention().selectTile(0);
        const PlanPtr before = w.attention().plan();
        button<QToolButton>(*panel, what)->click();
        QTRY_VERIFY2(w.attention().plan() != before, qPrintable(what));
        validatePlan(*w.attention().plan(), *m_data.matrix);
    }
    QCOMPARE(m_data.plan->tiling().entries, original.tiling().entries);
    QCOMPARE(w.document().plans()[0].plan, PlanPtr(m_data.plan));
    // Changing the original again is another plan; the first stays.
    w.attention().setCurrentPlan(0);
    w.attention().selectTile(tallTile());
    part<PlanEditor>(window).split();
    QTRY_COMPARE(w.document().plans().size(), 3);
}

void TestByHand::mergingTakesTheTileThatIsSelectedNext()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    const std::int64_t tile = tallTile();
    w.attention().selectTile(tile);
    part<PlanEditor>(window).split();
    QTRY_COMPARE(w.document().plans().size(), 2);
    const auto parts = w.attention().plan()->tiling().tiles.size();
    QTest::keyClick(&window, Qt::Key_M, Qt::ControlModifier);
    QCOMPARE(part<PlanEditor>(window).merging(), tile);
    // Escape leaves it.
    QTest::keyClick(&window, Qt::Key_Escape);
    QCOMPARE(part<PlanEditor>(window).merging(), -1);
    w.attention().selectTile(tile);
    QTest::keyClick(&window, Qt::Key_M, Qt::ControlModifier);
    w.attention().selectTile(tile + 1);
    QTRY_COMPARE(w.attention().plan()->tiling().tiles.size(), parts - 1);
    QCOMPARE(w.attention().selection().tile, tile);
    QCOMPARE(part<PlanEditor>(window).merging(), -1);
}

// Whoever hears that the list, the plan or a job has changed, may ask for the selected tile.
void TestByHand::everyHearerOfAChangeSeesOneState()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    int heard = 0;
    const auto look = [&] {
        ++heard;
        QVERIFY(!w.attention().plan() || w.attention().selection().tile <
                                             static_cast<std::int64_t>(w.attention().plan()->tiling().tiles.size()));
        QVERIFY(w.attention().step() <= w.attention().steps());
    };
    listen(w.document(), Document::PlansChanged, this, look);
    listen(w.attention(), Attention::PlanChanged, this, look);
    connect(&w.jobs(), &Jobs::changed, this, look);
    w.attention().selectTile(tallTile());
    part<PlanEditor>(window).split();
    QTRY_COMPARE(w.document().plans().size(), 2);
    QTRY_VERIFY(window.settled());
    const std::int64_t tiles = w.attention().steps();
    // The last tile goes: its number is beyond the plan that follows.
    w.attention().selectTile(tiles - 1);
    part<PlanEditor>(window).remove();
    QTRY_VERIFY(w.attention().steps() != tiles ||
                part<PlanEditor>(window).last()->text.contains(QStringLiteral("deleted")));
    QTRY_VERIFY(window.settled());
    w.attention().selectTile(w.attention().steps() - 1);
    part<PlanEditor>(window).stack().undo();
    w.attention().selectTile(w.attention().steps() - 1);
    // What is told is what was done last.
    QSignalSpy messages(&w.operations(), &Operations::message);
    part<PlanEditor>(window).stack().undo();
    QVERIFY(messages.last().first().toString().startsWith(QStringLiteral("Taken back: ")));
    part<PlanEditor>(window).stack().redo();
    QVERIFY(messages.last().first().toString().startsWith(QStringLiteral("Done again: ")));
    part<PlanEditor>(window).stack().undo();
    w.attention().selectTile(w.attention().steps() - 1);
    w.document().setMatrix(fake::searched().matrix);
    QVERIFY(heard > 6);
}

void TestByHand::undoneChangesAreForgottenAndBookmarksKeepTheirPlan()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    window.showPage("compare"); // which looks at every plan
    w.attention().selectTile(tallTile());
    part<PlanEditor>(window).split();
    QTRY_COMPARE(w.document().plans().size(), 2);
    QTRY_VERIFY(window.settled());
    std::weak_ptr<const Plan> edited = w.attention().plan();
    w.attention().show({std::make_shared<const Plan>(*m_data.plan), nullptr, QStringLiteral("second")});
    QTRY_VERIFY(window.settled());
    session::SavedView ofEdited, ofSecond;
    ofEdited.plan = 1;
    ofSecond.plan = 2;
    w.document().setBookmarks({ofEdited, ofSecond});
    part<PlanEditor>(window).stack().undo();
    QCOMPARE(w.document().plans().size(), 2);
    QCOMPARE(w.document().bookmarks()[0].plan, -1);
    QCOMPARE(w.document().plans()[w.document().bookmarks()[1].plan].title, QStringLiteral("second"));
    part<PlanEditor>(window).stack().clear();
    QTRY_VERIFY(window.settled());
    QTRY_VERIFY(edited.expired());
}

void TestByHand::aMeasuredPlanIsNeverReplacedOrRemoved()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    w.attention().selectTile(tallTile());
    part<PlanEditor>(window).split();
    QTRY_COMPARE(w.document().plans().size(), 2);
    QTRY_VERIFY(window.settled());
    const PlanPtr edited = w.attention().plan();
    w.document().addRun(edited, fake::profile(*edited), false);
    QTRY_VERIFY(window.settled());
    w.attention().selectTile(0);
    part<PlanEditor>(window).remove();
    QTRY_COMPARE(w.document().plans().size(), 3);
    QTRY_VERIFY(window.settled());
    part<PlanEditor>(window).stack().undo();
    part<PlanEditor>(window).stack().undo();
    QCOMPARE(w.document().plans().size(), 2);
    QCOMPARE(w.document().plans()[1].plan, edited);
    QCOMPARE(w.attention().plan(), PlanPtr(m_data.plan));
    QVERIFY(!w.attention().run());
    part<PlanEditor>(window).stack().redo();
    QCOMPARE(w.document().plans().size(), 2);
    QCOMPARE(w.attention().plan(), edited);
    QVERIFY(w.attention().run());
    // Nor by going back from a later change.
    part<PlanEditor>(window).stack().redo();
    w.attention().selectTile(0);
    part<PlanEditor>(window).remove();
    QTRY_COMPARE(part<PlanEditor>(window).stack().count(), 3);
    QTRY_VERIFY(window.settled());
    const PlanPtr last = w.attention().plan();
    w.document().addRun(last, fake::profile(*last), false);
    part<PlanEditor>(window).stack().undo();
    QVERIFY(w.attention().plan() != last);
    QVERIFY(w.document().indexOf(last) >= 0);
    part<PlanEditor>(window).stack().redo();
    QCOMPARE(w.attention().plan(), last);
    QVERIFY(w.attention().run());
    QCOMPARE(w.document().plans().size(), 3);
}

void TestByHand::requestsThatCannotBeMetAreSaidAndChangeNothing()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    QSignalSpy failed(&w.operations(), &Operations::failed);
    w.attention().selectTile(0);
    part<PlanEditor>(window).retype("csr");
    QTRY_COMPARE(w.document().plans().size(), 2);
    const PlanPtr before = w.attention().plan();
    w.attention().selectTile(0); // the CSR tile
    part<PlanEditor>(window).startMerge();
    w.attention().selectTile(static_cast<std::int64_t>(before->tiling().tiles.size()) - 1);
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].value<Failure>().sentence.contains(QStringLiteral("only tiles of one format")));
    QCOMPARE(w.attention().plan(), before);
    QCOMPARE(part<PlanEditor>(window).stack().count(), 1);
    QVERIFY(part<PlanEditor>(window).whyNot().isEmpty()); // and the next change can come
}

void TestByHand::buttonsAreOffWithoutATileAndSaySo()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    auto* panel = window.findChild<EditPanel*>();
    QVERIFY(!button<QToolButton>(*panel, QStringLiteral("Split"))->isEnabled());
    QVERIFY(!action(window, QStringLiteral("&Split the tile by rows"))->isEnabled());
    QVERIFY(showsText(*panel, QStringLiteral("Select a tile")));
    window.workspace().attention().selectTile(0);
    QVERIFY(button<QToolButton>(*panel, QStringLiteral("Split"))->isEnabled());
    QVERIFY(action(window, QStringLiteral("&Split the tile by rows"))->isEnabled());
}

void TestByHand::newMatricesForgetChanges()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    w.attention().selectTile(tallTile());
    part<PlanEditor>(window).split();
    QTRY_COMPARE(w.document().plans().size(), 2);
    w.document().setMatrix(m_data.matrix);
    QVERIFY(!part<PlanEditor>(window).stack().canUndo());
    QVERIFY(!part<PlanEditor>(window).last());
}

// A plan takes as long as its busiest SM: most changes are seen in the sums alone.
void TestByHand::whatDoesNotChangeThePlanShowsInTheSums()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    QString said;
    connect(&w.operations(), &Operations::message, this, [&](const QString& text) { said = text; });
    auto* panel = window.findChild<EditPanel*>();
    const auto tiles = static_cast<std::int64_t>(m_data.plan->tiling().tiles.size());
    std::optional<PlanEditor::Change> quiet;
    for (std::int64_t tile = 0; tile < tiles && !quiet; ++tile) {
        if (m_data.plan->tiling().tiles[static_cast<std::size_t>(tile)].rows.size() < 4)
            continue;
        w.attention().setCurrentPlan(0);
        w.attention().selectTile(tile);
        const auto plans = w.document().plans().size();
        part<PlanEditor>(window).split();
        QTRY_COMPARE(w.document().plans().size(), plans + 1);
        QTRY_VERIFY(window.settled());
        const auto change = part<PlanEditor>(window).last();
        if (sameTime(change->before.plan, change->after.plan))
            quiet = change;
    }
    QVERIFY2(quiet, "no tile of this plan can be split without a change of the whole");
    QVERIFY(!sameTime(quiet->before.all, quiet->after.all));
    QVERIFY(!sameTime(quiet->before.own, quiet->after.own));
    QVERIFY(showsText(*panel, changeText(quiet->before.plan, quiet->after.plan)));
    QVERIFY(showsText(*panel, QStringLiteral("alone: ") + changeText(quiet->before.own, quiet->after.own)));
    QVERIFY(showsText(*panel, QStringLiteral("together: ") + changeText(quiet->before.all, quiet->after.all)));
    QVERIFY(showsText(*panel, QStringLiteral("busiest SM")));
    QVERIFY2(said.contains(changeText(quiet->before.all, quiet->after.all)), qPrintable(said));
}

VIEW_TEST(TestByHand)
#include "tst_by_hand.moc"
