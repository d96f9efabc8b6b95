// The editor of graphs and the arrays after its nodes, in the real window: by mouse and by keyboard.
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "engine/search/alphasparse/seeds.h"
#include "tests/views/view_test.h"
#include "views/graph/arrays_panel.h"
#include "views/graph/function_plot.h"
#include "views/graph/graph_document.h"
#include "views/graph/graph_editor.h"
#include "views/graph/node_card.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/search_page.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace sparsescope;

class TestGraphEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void csrBecomesFigure14aByHand();
    void whatAKernelComputesIsAFunctionOverItsPoints();
    void columnsOfDiagonalsAreOfTheRowAndNotRead();
    void theKeyboardDoesItToo();
    void theNodeThatIsLookedAtIsInSight();
    void aChainIsSeenWhole();
    void whatAnArrayLosesIsSeenToo();
    void whatTheMatrixDoesNotMeetIsSaidAtItsCardAndTheLastPlanStays();
    void whatMayNotStandThereIsGreyWithItsReason();
    void whatTheMatrixDoesNotMeetIsGreyTooAMomentLater();
    void aNodeIsOneForEditorHistoryAndKernel();
    void aPlaceIsMarkedInTheArraysAndOnTheCanvas();
    void aPlansGraphIsEditedAndFilesAreOpened();
    void aSearchThatRunsIsNotThrownAway();
    void needsAreThoseOfTheTypeOfValuesThatIsChosen();

private:
    std::unique_ptr<MainWindow> m_window;
    const MatrixPtr m_matrix = rmat(512, 6000, 3);

    Workspace& w() { return m_window->workspace(); }
    GraphDocument& graph() { return part<GraphDocument>(*m_window); }
    GraphEditor& editor() { return part<GraphEditor>(*m_window); }
    ArraysView& arrays() { return part<ArraysPanel>(*m_window).view(); }
    NodeCard* card(const char* node) { return editor().card(node); }
    QString kind(const char* node) { return card(node) ? card(node)->accessibleName() : QString(); }
    void settle() { QTRY_VERIFY(!graph().planning() && m_window->settled()); }
    // An entry of the menu that is open.
    QAction* entry(const QString& name)
    {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        return menu ? menu->findChild<QAction*>(name) : nullptr;
    }
    void choose(const QString& name)
    {
        QTRY_VERIFY(entry(name));
        QAction* action = entry(name);
        QVERIFY2(action->isEnabled(), qPrintable(name));
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        QTRY_VERIFY(!QApplication::activePopupWidget());
    }
    void add(const char* chain, graph::Stage stage, const QString& name)
    {
        const QString which = QStringLiteral("add %1 %2").arg(QLatin1String(chain)).arg(static_cast<int>(stage));
        QToolButton* button = nullptr;
        for (QToolButton* one : editor().findChildren<QToolButton*>(which))
            if (one->isVisible())
                button = one;
        QVERIFY2(button, qPrintable(which));
        QTest::mouseClick(button, Qt::LeftButton);
        choose(name);
    }
    void type(const char* node, const QString& parameter, const QString& value)
    {
        for (QSpinBox* spin : card(node)->findChildren<QSpinBox*>())
            if (spin->accessibleName().endsWith(QStringLiteral(", ") + parameter)) {
                spin->setFocus();
                spin->selectAll();
                QTest::keyClicks(spin, value);
                QTest::keyClick(spin, Qt::Key_Return);
                return;
            }
        QFAIL(qPrintable(parameter));
    }
    static graph::Graph seed(const std::string& name)
    {
        for (const alphasparse::Seed& seed : alphasparse::seeds(DataType::Float32))
            if (seed.name == name)
                return seed.graph;
        return alphasparse::seeds(DataType::Float32).front().graph;
    }
};

void TestGraphEditor::init()
{
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->resize(1280, 720);
    m_window->show();
    m_window->canvas().setReducedMotion(true);
    w().document().setMatrix(m_matrix);
    w().setup().setOperator({OperatorKind::SpMV, DataType::Float32, 1});
    m_window->showPage("search");
    part<SearchPage>(*m_window).showTab(SearchPage::Tab::Graph);
    QTRY_VERIFY(graph().states());
    settle();
}

void TestGraphEditor::csrBecomesFigure14aByHand()
{
    QVERIFY(w().document().plans().isEmpty()); // looking at it plans nothing
    using graph::Stage;
    add("/nodes", Stage::Converting, QStringLiteral("SORT"));
    for (const char* name : {"BMTB_ROW_BLOCK", "ROW_PAD", "BMT_COL_BLOCK", "BMT_PAD", "INTERLEAVE"})
        add("/nodes", Stage::Mapping, QString::fromLatin1(name));
    add("/nodes", Stage::Implementing, QStringLiteral("SHMEM_OFFSET_RED"));
    QCOMPARE(kind("/nodes/4"), QStringLiteral("BMT_COL_BLOCK")); // in the place of BMT_ROW_BLOCK
    type("/nodes/2", QStringLiteral("rows"), QStringLiteral("64"));
    type("/nodes/3", QStringLiteral("multiple"), QStringLiteral("32"));
    type("/nodes/4", QStringLiteral("nnz"), QStringLiteral("2"));
    auto* lanes = card("/nodes/8")->findChild<QComboBox*>();
    QVERIFY(lanes);
    lanes->setCurrentText(QStringLiteral("4"));
    Q_EMIT lanes->activated(lanes->currentIndex());
    QVERIFY(graph().graph().json() == seed("figure 14a").json());
    settle();
    QVERIFY(graph().planned());
    QCOMPARE(w().document().plans().size(), 1); // the plans on the way are gone
    validatePlan(*w().attention().plan(), *m_matrix);
    // The adapter stands between its reductions.
    bool told = false;
    for (const QLabel* label : editor().findChildren<QLabel*>())
        told = told || (label->isVisible() && label->text() == QStringLiteral("↓ partials[BMT - first]"));
    QVERIFY(told);
    // What the kernel stores of the last state, as which function.
    graph().select("/nodes/9");
    settle();
    const auto functions = [this] {
        return std::count_if(arrays().arrays().begin(), arrays().arrays().end(),
                             [](const ShownArray& a) { return a.kernel != nullptr; });
    };
    QTRY_VERIFY(functions() > 3);
}

void TestGraphEditor::whatAKernelComputesIsAFunctionOverItsPoints()
{
    w().document().setMatrix(banded(2048, 3)); // as many blocks as their rows divide
    graph().replace(seed("figure 14a"), QStringLiteral("begin"));
    settle();
    graph().select("/nodes/9");
    const auto offsets = [this] {
        for (int i = 0; i < static_cast<int>(arrays().arrays().size()); ++i)
            if (const ShownArray& a = arrays().arrays()[static_cast<std::size_t>(i)];
                a.name == QStringLiteral("bmtb_row_offsets") && a.kernel)
                return i;
        return -1;
    };
    QTRY_VERIFY(offsets() >= 0);
    const ShownArray array = arrays().arrays()[static_cast<std::size_t>(offsets())];
    QVERIFY2(array.note.contains(QStringLiteral("linear 0 + 64 i, not read")), qPrintable(array.note));
    arrays().setCurrent(offsets(), 0);
    QVERIFY(part<FunctionPlot>(*m_window).isVisible());
    m_window->grab();
}

void TestGraphEditor::columnsOfDiagonalsAreOfTheRowAndNotRead()
{
    w().document().setMatrix(stencil2d(32));
    graph().replace(seed("diagonals"), QStringLiteral("begin"));
    settle();
    const auto array = [this](const QString& name) {
        for (const ShownArray& a : arrays().arrays())
            if (a.name == name)
                return a;
        return ShownArray();
    };
    graph().select("/nodes/0");
    QTRY_COMPARE(array(QStringLiteral("diagonals")).size(), 5);
    QCOMPARE(array(QStringLiteral("diagonals")).value(1), std::optional<std::int64_t>(-1));
    graph().select("/nodes/0/branches/0/4");
    QTRY_VERIFY(array(QStringLiteral("col_indices")).kernel);
    const ShownArray columns = array(QStringLiteral("col_indices"));
    QVERIFY2(columns.note.contains(QStringLiteral("row linear row + (-32, -1, 0, 1, 32)[k], not read")),
             qPrintable(columns.note));
    m_window->grab();
}

void TestGraphEditor::theKeyboardDoesItToo()
{
    card("/nodes/0")->setFocus(Qt::TabFocusReason);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(graph().selected(), std::string("/nodes/1"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Insert);
    QTRY_VERIFY(entry(QStringLiteral("BIN")));
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
    QTRY_COMPARE(kind("/nodes/0"), QStringLiteral("BIN"));
    QTRY_VERIFY(card("/nodes/0")->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // into its fields, and the grid's next value
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
    QCOMPARE(graph::findNode(graph().graph(), "/nodes/0")->number("least"), 8);
    for (int i = 0; i < 2; ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(graph().graph().json() == seed("").json());
    for (int i = 0; i < 2; ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Y, Qt::ControlModifier);
    QCOMPARE(kind("/nodes/0"), QStringLiteral("BIN"));
    // Where the keyboard is elsewhere on the page, too.
    m_window->canvas().setFocus();
    QTest::keyClick(&m_window->canvas(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(graph::findNode(graph().graph(), "/nodes/0")->number("least"), 1);
    QTest::keyClick(&m_window->canvas(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(graph::findNode(graph().graph(), "/nodes/0")->number("least"), 8);
    card("/nodes/0")->setFocus(Qt::TabFocusReason);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Delete);
    QCOMPARE(kind("/nodes/0"), QStringLiteral("COMPRESS"));
    settle();
    QVERIFY(graph().planned());
}

void TestGraphEditor::theNodeThatIsLookedAtIsInSight()
{
    const auto put = [this](const char* name) {
        graph().change([&](const graph::Graph& g) { return graph::addNode(g, "/nodes", *graph::findNodeKind(name)); });
    };
    for (const char* name : {"SORT", "BMTB_ROW_BLOCK", "ROW_PAD", "BMT_COL_BLOCK", "BMT_PAD", "INTERLEAVE"})
        put(name);
    put("SHMEM_OFFSET_RED");
    const auto inSight = [this] {
        const NodeCard* now = card(graph().selected().c_str());
        return now && now->visibleRegion().boundingRect() == now->rect();
    };
    QTRY_VERIFY(inSight());
    while (graph().edited().canUndo()) {
        graph().undo();
        QTest::qWait(20); // the cards have their places
        QVERIFY(inSight());
    }
    while (graph().edited().canRedo()) {
        graph().redo();
        QTest::qWait(20);
        QVERIFY(inSight());
    }
    QCOMPARE(kind(graph().selected().c_str()), QStringLiteral("SHMEM_OFFSET_RED"));
    QVERIFY(inSight());
    settle();
}

// Beside a history, whose tab takes room, in a window of 1280 pixels.
void TestGraphEditor::aChainIsSeenWhole()
{
    m_window->openFiles({inSource("samples/graphs-2048-h200.sscope")});
    QTRY_VERIFY(w().attention().plan() && w().attention().plan()->planner == "alphasparse");
    for (const char* name : {"figure 14a", "CSR5", "row-grouped CSR", "CSR, a warp a row"}) {
        graph().replace(seed(name), QStringLiteral("begin"));
        settle();
        for (const NodeCard* one : editor().cards()) {
            const QRect seen = one->visibleRegion().boundingRect();
            QVERIFY2(seen.isEmpty() || seen.width() == one->width(), qPrintable(one->accessibleName()));
        }
    }
}

void TestGraphEditor::whatAnArrayLosesIsSeenToo()
{
    graph().select("/nodes/0"); // COMPRESS takes empty rows away
    settle();
    const auto& all = arrays().arrays();
    const auto rows = std::find_if(all.begin(), all.end(),
                                   [](const ShownArray& a) { return a.name == QStringLiteral("origin_rows"); });
    QVERIFY(rows != all.end() && rows->size() < m_matrix->rows());
    QCOMPARE(rows->cells(), m_matrix->rows());
    QVERIFY2(rows->note.endsWith(QStringLiteral("512 old below")), qPrintable(rows->note));
}

void TestGraphEditor::whatTheMatrixDoesNotMeetIsSaidAtItsCardAndTheLastPlanStays()
{
    graph().plan();
    settle();
    const PlanPtr good = w().attention().plan();
    QVERIFY(good);
    QSignalSpy failed(&w().operations(), &Operations::failed);
    add("/nodes", graph::Stage::Implementing, QStringLiteral("WARP_TOTAL_RED")); // rows of a warp are many
    settle();
    QVERIFY(graph().problem());
    QCOMPARE(graph().problem()->node, std::string("/nodes/3"));
    bool said = false;
    for (const QLabel* label : card("/nodes/3")->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text() == graph().problem()->reason);
    QVERIFY(said);
    QCOMPARE(w().attention().plan(), good);
    QCOMPARE(failed.size(), 0);
    graph().undo();
    settle();
    QVERIFY(!graph().problem() && graph().planned());
}

void TestGraphEditor::whatMayNotStandThereIsGreyWithItsReason()
{
    graph().replace(seed("CSR, a warp a row"), QStringLiteral("begin"));
    QMenu menu;
    editor().fillOffers(menu, "/nodes", graph::Stage::Implementing);
    auto* bitmap = menu.findChild<QAction*>(QStringLiteral("THREAD_BITMAP_RED"));
    QVERIFY(bitmap && !bitmap->isEnabled());
    QVERIFY(bitmap->text().contains(QStringLiteral("is no triple of reductions that fit")));
    QMenu more;
    card("/nodes/0")->fillMenu(more);
    auto* remove = more.findChild<QAction*>(QStringLiteral("Remove"));
    QVERIFY(remove && !remove->isEnabled());
    // A cut makes a column of each branch.
    graph().replace(seed("rows by length"), QStringLiteral("begin"));
    QVERIFY(card("/nodes/1/branches/2/0"));
    settle();
    QVERIFY(card("/nodes/1/branches/1/0")->x() > card("/nodes/1/branches/0/0")->x());
    QCOMPARE(card("/nodes/1/branches/1/0")->y(), card("/nodes/1/branches/0/0")->y());
    m_window->grab();
}

void TestGraphEditor::whatTheMatrixDoesNotMeetIsGreyTooAMomentLater()
{
    graph().replace(seed("CSR, a thread a row"), QStringLiteral("begin"));
    settle();
    QMenu menu;
    editor().fillOffers(menu, "/nodes", graph::Stage::Implementing);
    auto* warp = menu.findChild<QAction*>(QStringLiteral("WARP_TOTAL_RED"));
    auto* bitmap = menu.findChild<QAction*>(QStringLiteral("WARP_BITMAP_RED"));
    QVERIFY(warp && warp->isEnabled() && bitmap && bitmap->isEnabled()); // the grammar has both
    QTRY_VERIFY(!warp->isEnabled());                                     // rows of a warp are many
    QVERIFY2(warp->text().contains(QStringLiteral("needs each BMW in one row")), qPrintable(warp->text()));
    QVERIFY(bitmap->isEnabled());
    // In a menu that is open the keyboard is at what can be chosen.
    auto* button = editor().findChild<QToolButton*>(QStringLiteral("add /nodes 2"));
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(entry(QStringLiteral("WARP_TOTAL_RED")));
    QTRY_VERIFY(!entry(QStringLiteral("WARP_TOTAL_RED"))->isEnabled());
    auto* open = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(open->activeAction() && open->activeAction()->isEnabled());
    open->close();
    // In the place of a node that stands there.
    QMenu instead;
    card("/nodes/2")->fillMenu(instead);
    auto* runs = instead.findChild<QAction*>(QStringLiteral("THREAD_BITMAP_RED"));
    QVERIFY(runs && runs->isEnabled());
    QTRY_VERIFY(!runs->isEnabled()); // rows longer than 32
    settle();
}

void TestGraphEditor::aNodeIsOneForEditorHistoryAndKernel()
{
    graph().replace(seed("rows by length"), QStringLiteral("begin"));
    settle();
    QVERIFY(graph().planned());
    const auto branches = static_cast<std::int32_t>(graph().states()->applied.branches.size());
    QVERIFY(branches > 1);
    const auto levels = [&](std::int32_t first, std::int32_t last) {
        std::vector<std::int32_t> all;
        for (; first <= last; ++first)
            all.push_back(first);
        return all;
    };
    // A node above the cut is in all branches, one below it in its own.
    QTest::mouseClick(card("/nodes/1"), Qt::LeftButton, {}, QPoint(2, 2));
    QTest::mouseClick(card("/nodes/0"), Qt::LeftButton, {}, QPoint(2, 2));
    QVERIFY((w().attention().node() == PickedNode{"SORT", levels(1, branches)}));
    const std::string below = graph().states()->applied.branches[1].pointer + "/0";
    QTest::mouseClick(editor().card(below), Qt::LeftButton, {}, QPoint(2, 2));
    QVERIFY((w().attention().node() == PickedNode{"COMPRESS", {2}}));
    // What is picked elsewhere is looked at here, with its arrays, after a change of page too.
    m_window->showPage("kernel");
    w().attention().setNode(PickedNode{"THREAD_TOTAL_RED", {1}});
    m_window->showPage("search");
    settle();
    const graph::Node* node = graph::findNode(graph().graph(), graph().selected());
    QCOMPARE(node->kind->name, std::string("THREAD_TOTAL_RED"));
    QVERIFY(graph().selected().starts_with(graph().states()->applied.branches[0].pointer));
    QVERIFY((w().attention().node() == PickedNode{"THREAD_TOTAL_RED", {1}}));
    // The page gives the focus back to the card that had it, but looks at what was picked.
    editor().card(below)->setFocus(Qt::TabFocusReason);
    QCOMPARE(graph().selected(), below);
    w().attention().setNode(PickedNode{"THREAD_TOTAL_RED", {1}});
    editor().card(below)->setFocus(Qt::OtherFocusReason);
    QCOMPARE(graph::findNode(graph().graph(), graph().selected())->kind->name, std::string("THREAD_TOTAL_RED"));
    // Another graph: the same kind of node; what is changed by hand is looked at from then on.
    graph().replace(seed("CSR, a thread a row"), QStringLiteral("begin"));
    graph().select("/nodes/1");
    settle();
    QVERIFY((w().attention().node() == PickedNode{"BMT_ROW_BLOCK", {1}}));
    w().attention().setCurrentPlan(w().attention().currentPlan());
    QCOMPARE(graph().selected(), std::string("/nodes/1"));
}

void TestGraphEditor::aPlaceIsMarkedInTheArraysAndOnTheCanvas()
{
    graph().replace(seed("figure 14a"), QStringLiteral("begin"));
    settle();
    graph().select("/nodes/5"); // BMT_PAD
    settle();
    const auto at = [this](const char* name) {
        for (std::size_t i = 0; i < arrays().arrays().size(); ++i)
            if (arrays().arrays()[i].name == QLatin1String(name))
                return static_cast<int>(i);
        return -1;
    };
    const int entries = at("entries");
    QVERIFY(entries >= 0 && arrays().arrays()[static_cast<std::size_t>(entries)].changed);
    QVERIFY(arrays().arrays()[static_cast<std::size_t>(entries)].before);
    QVERIFY(!arrays().arrays()[static_cast<std::size_t>(at("origin_rows"))].changed);
    arrays().setCurrent(entries, 0);
    QTest::mouseClick(arrays().viewport(), Qt::LeftButton, {}, arrays().cellRect(entries, 0).center());
    const auto pick = w().attention().pick();
    QVERIFY(pick);
    const auto position = static_cast<std::size_t>(*arrays().arrays()[static_cast<std::size_t>(entries)].value(0));
    QCOMPARE(m_matrix->colIdx()[position], static_cast<std::int32_t>(pick->col));
    QCOMPARE(m_window->canvas().pick(), pick);
    // And the other way: what is picked on the canvas comes into view in the arrays.
    const std::int64_t row = 300;
    QVERIFY(!m_matrix->row(row).empty());
    w().attention().setPick(raster::Element{row, m_matrix->row(row).front()});
    const int origin = at("origin_rows");
    const auto shown = [&] {
        const auto& rows = *arrays().arrays()[static_cast<std::size_t>(origin)].now;
        const auto place = std::find(rows.begin(), rows.end(), static_cast<std::int32_t>(row)) - rows.begin();
        return !arrays().cellRect(origin, place).isEmpty();
    };
    QTRY_VERIFY(shown());
    settle();
}

void TestGraphEditor::aPlansGraphIsEditedAndFilesAreOpened()
{
    w().setup().setPlanner(QStringLiteral("graph"));
    const std::string text = readText(inSource("samples/graphs/by-length.json").toStdString());
    w().setup().setPlannerOptions({{"graph", text}});
    w().operations().search();
    QTRY_VERIFY(w().attention().plan() && m_window->settled());
    QVERIFY(graph().planned()); // its graph is the editor's
    const PlanPtr brought = w().attention().plan();
    graph().select("/nodes/0");
    graph().change([](const graph::Graph& g) { return graph::removeNode(g, "/nodes/1"); });
    settle();
    QVERIFY(graph().planned() && w().attention().plan() != brought);
    QVERIFY(w().document().indexOf(brought) >= 0); // what was not made here stays
    // Through a file and back; what is no graph changes nothing.
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.json"));
    const nlohmann::json saved = graph().graph().json();
    graph().save(file);
    QTRY_VERIFY(GraphDocument::isGraph(file));
    settle();
    graph().undo();
    QVERIFY(graph().graph().json() != saved);
    part<SearchPage>(*m_window).openFile(file);
    QTRY_VERIFY(graph().graph().json() == saved);
    graph().setText(QStringLiteral("{\"schema\": 1}"), QStringLiteral("paste"));
    QVERIFY(graph().graph().json() == saved);
    settle();
}

void TestGraphEditor::aSearchThatRunsIsNotThrownAway()
{
    w().setup().setPlanner(QStringLiteral("alphasparse"));
    w().setup().setPlannerOptions({{"evaluator", "model"}, {"seconds", 60}});
    w().operations().search();
    QTRY_VERIFY(!w().attention().told().empty());
    graph().change([](const graph::Graph& g) { return graph::addNode(g, "/nodes", *graph::findNodeKind("SORT")); });
    const nlohmann::json mine = graph().graph().json();
    QTRY_VERIFY(graph().states());
    QVERIFY(w().operations().searching());
    QVERIFY2(graph().whyNoPlan().contains(QStringLiteral("search that runs")), qPrintable(graph().whyNoPlan()));
    w().jobs().cancelAll();
    settle();
    QCOMPARE(w().attention().plan()->planner, std::string("alphasparse"));
    QVERIFY(graph().planned()); // its graph is shown
    graph().undo();
    QVERIFY(graph().graph().json() == mine);
    settle();
    QVERIFY(graph().planned());
    QCOMPARE(w().attention().plan()->planner, std::string("graph"));
}

void TestGraphEditor::needsAreThoseOfTheTypeOfValuesThatIsChosen()
{
    const auto sumBytes = [&] {
        const GraphStatesPtr states = graph().states();
        return states ? states->applied.branches.front().metadata().sumBytes : 0;
    };
    QCOMPARE(sumBytes(), 4);
    w().setup().setOperator({OperatorKind::SpMV, DataType::Float64, 1}); // sums take twice as much shared memory
    QTRY_COMPARE(sumBytes(), 8);
}

VIEW_TEST(TestGraphEditor)
#include "tst_graph_editor.moc"
