// The Program page: a plan as a program in three stages, how their lines and names point at each other, and stage I as
// somebody edits it.
#include "engine/core/error.h"
#include "engine/cost/cost_model.h"
#include "engine/ir/defaults.h"
#include "engine/learn/lesson.h"
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/pages/program/program_model.h"
#include "views/pages/program/program_page.h"
#include "views/pages/program/program_stepper.h"
#include "views/pages/program/schedule_panel.h"
#include "views/pages/program/schedule_text.h"
#include "views/pages/program/stage_columns.h"
#include "views/pages/program/stage_view.h"
#include "views/pages/program/walk_panel.h"
#include "views/scene/scene_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

#include <atomic>
#include <memory>
#include <utility>

using namespace sparsescope;

namespace {

PlanPtr planned(const Matrix& matrix, const char* name, const nlohmann::json& options = nlohmann::json::object())
{
    const Operator op{OperatorKind::SpMM, DataType::Float32, 64};
    Trace trace;
    return std::make_shared<const Plan>(
        planner(name).search(matrix, op, ModelEvaluator(*makeCostModel(readCalibration("h200"), op)),
                             completeOptions(planner(name), options), trace, noProgress()));
}

// The first line of a stage that has this in it, from 1; 0: none has.
int lineWith(StageView& view, const QString& words)
{
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next())
        if (block.text().contains(words))
            return block.blockNumber() + 1;
    return 0;
}

QStringList litLines(StageView& view)
{
    QStringList lines;
    for (QTextBlock block = view.document()->begin(); block.isValid(); block = block.next())
        if (view.lightOf(block.blockNumber() + 1) == StageView::Light::Itself)
            lines << block.text().trimmed();
    return lines;
}

// The middle of a word in a line, in the viewport; it is brought into sight.
QPoint placeOf(StageView& view, int line, const QString& word)
{
    QTextCursor cursor(view.document()->findBlockByNumber(line - 1));
    cursor.setPosition(cursor.position() + static_cast<int>(cursor.block().text().indexOf(word)));
    view.bringIntoSight(line);
    const QRect letter = view.cursorRect(cursor);
    return letter.center() + QPoint(4, 0);
}

void moveTo(StageView& view, const QPoint& place)
{
    QMouseEvent event(QEvent::MouseMove, place, view.viewport()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(view.viewport(), &event);
}

void point(StageView& view, int line, const QString& word)
{
    moveTo(view, placeOf(view, line, word));
}

// Lines of a program as CUDA might have them, between a head and a tail.
void printFake(const ir::Body& body, QStringList& lines, KernelSource& source)
{
    for (const ir::NodePtr& node : body) {
        const auto add = [&, id = node->id](const QString& text) {
            lines << text;
            source.statements.push_back({static_cast<int>(lines.size()), id});
        };
        const auto* store = std::get_if<ir::Store>(&node->what);
        const std::vector<const ir::Body*> inner = ir::bodiesOf(*node);
        if (store)
            add(QStringLiteral("%1[0] %2 1;")
                    .arg(QString::fromStdString(store->target),
                         store->add ? QStringLiteral("+=") : QStringLiteral("=")));
        if (inner.empty())
            continue;
        add(QStringLiteral("for (;;) {"));
        for (const ir::Body* each : inner)
            printFake(*each, lines, source);
        add(QStringLiteral("}"));
    }
}

KernelSource fakeCuda(const Plan&, const Matrix&, const ir::Program& program, Progress&)
{
    bool bound = false;
    ir::forEachNode(program.body, [&](const ir::Node& node) {
        const auto* loop = std::get_if<ir::For>(&node.what);
        bound = bound || (loop && loop->mark == ir::Mark::BlockX);
    });
    if (!bound)
        failInput("no loop is blockIdx.x");
    KernelSource source;
    QStringList lines{QStringLiteral("// head"), QStringLiteral("struct Program1 {")};
    printFake(program.body, lines, source);
    lines << QStringLiteral("};");
    source.links.push_back({{}, 0, false, 1, 2, static_cast<int>(lines.size()), 0, true});
    lines << QStringLiteral("// tail");
    source.text = lines.join(QLatin1Char('\n'));
    return source;
}

Hooks printing(decltype(Hooks::printProgram) print)
{
    Hooks hooks;
    hooks.printProgram = std::move(print);
    return hooks;
}

} // namespace

class TestProgram : public QObject {
    Q_OBJECT
    struct Window {
        Workspace workspace;
        ProgramPage page{workspace};
        MatrixPtr matrix;
        explicit Window(const char* planner, const nlohmann::json& options = nlohmann::json::object(),
                        MatrixPtr ofMatrix = crossing(256, 1), Hooks hooks = printing(fakeCuda))
            : workspace(std::move(hooks)), matrix(std::move(ofMatrix))
        {
            workspace.document().setMatrix(matrix);
            if (*planner)
                workspace.attention().show({planned(*matrix, planner, options), nullptr, QString::fromLatin1(planner)});
            page.resize(1500, 700);
            page.show();
            settle();
        }
        void settle() { QTRY_VERIFY(!page.busy()); }
        StageView& stage(std::size_t i) { return page.stage(i); }
        QString text(std::size_t i) { return stage(i).toPlainText(); }
        QToolButton* button(const QString& text)
        {
            for (QToolButton* b : page.findChildren<QToolButton*>())
                if (b->text() == text)
                    return b;
            return nullptr;
        }
        QString said(const QString& words) // the label that has these words
        {
            for (const QLabel* label : page.findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(words))
                    return label->text();
            return {};
        }
        void write(const QString& text)
        {
            stage(0).selectAll();
            stage(0).insertPlainText(text);
            QTRY_VERIFY(page.busy());
            settle();
        }
    };

private Q_SLOTS:
    void thePlanIsShownInThreeStages()
    {
        Window w("fixed:csr");
        for (int stage : {1, 2, 3})
            QVERIFY(w.text(static_cast<std::size_t>(stage - 1))
                        .startsWith(QStringLiteral("program spmm stage %1\n").arg(stage)));
        QVERIFY(w.text(0).contains(QStringLiteral("iter spmm_1 [")));
        QVERIFY(w.text(1).contains(QStringLiteral("buffer J_1_indices(")));
        QVERIFY(w.text(2).contains(QStringLiteral("array J_1_indices[")));
        QCOMPARE(w.said(QStringLiteral("Program of")), QStringLiteral("Program of fixed:csr"));
        // One tile of each format, and back.
        const QString tiled = w.text(0);
        auto* untiled = w.page.findChild<QCheckBox*>();
        untiled->click();
        w.settle();
        QVERIFY(w.text(0).startsWith(QStringLiteral("program spmm stage 1\n")));
        QVERIFY(w.text(0) != tiled);
        untiled->click();
        w.settle();
        QCOMPARE(w.text(0), tiled);
        // Another plan.
        w.workspace.attention().show({planned(*w.matrix, "fixed:ell"), nullptr, QStringLiteral("other")});
        w.settle();
        QCOMPARE(w.said(QStringLiteral("Program of")), QStringLiteral("Program of other"));
        QVERIFY(w.text(0) != tiled);
        // What a stage says can be copied.
        w.button(QStringLiteral("Copy"))->menu()->actions()[1]->trigger();
        QCOMPARE(QApplication::clipboard()->text(), w.text(1));
    }

    void withoutAPlanItIsTheOperators()
    {
        Window w("");
        QCOMPARE(w.text(0), QString::fromStdString(definitionOf(w.workspace.setup().op().kind).program)
                                .chopped(1)
                                .replace(QStringLiteral("f32"), QStringLiteral("f16")));
        QVERIFY(!w.page.findChild<QCheckBox*>()->isVisible());
        w.workspace.setup().setOperator({OperatorKind::SDDMM, DataType::Float32, 32});
        w.settle();
        QVERIFY(w.text(2).startsWith(QStringLiteral("program sddmm stage 3\n")));
        QCOMPARE(w.said(QStringLiteral("Program of")), QStringLiteral("Program of SDDMM, without a plan"));
    }

    void whereThereIsNoProgramItSaysWhy()
    {
        Window nothing("");
        nothing.workspace.document().setMatrix(nullptr);
        QVERIFY(!nothing.page.columns().isVisible());
        QVERIFY(!nothing.said(QStringLiteral("Open one.")).isEmpty());

        Window w("fixed:csr");
        w.workspace.attention().show({fake::ofGraph(*w.matrix), nullptr, QStringLiteral("graph")});
        w.settle();
        QVERIFY(!w.page.columns().isVisible());
        QVERIFY(!w.said(QStringLiteral("The plan has no program: ")).isEmpty());
        QVERIFY(!w.button(QStringLiteral("Save"))->isEnabled());
    }

    void aLineLightsWhatItCameFromAndBecame()
    {
        Window w("");
        const QString sum = QStringLiteral("] += ");
        for (std::size_t from = 0; from < 3; ++from) {
            point(w.stage(from), lineWith(w.stage(from), sum), QStringLiteral("+="));
            for (std::size_t i = 0; i < 3; ++i) {
                QVERIFY(!litLines(w.stage(i)).isEmpty());
                for (const QString& line : litLines(w.stage(i)))
                    QVERIFY2(line.contains(sum), qPrintable(line));
            }
            const std::size_t other = from == 0 ? 1 : 0;
            QVERIFY(!w.said(QStringLiteral("Line %1; in stage %2: %3")
                                .arg(lineWith(w.stage(from), sum))
                                .arg(QString(static_cast<int>(other) + 1, QLatin1Char('I')))
                                .arg(lineWith(w.stage(other), sum)))
                         .isEmpty());
        }
        // An iteration became loops, and all that is in it is in it.
        const int head = lineWith(w.stage(0), QStringLiteral("iter spmm"));
        point(w.stage(0), head, QStringLiteral("iter"));
        QCOMPARE(w.stage(0).lightOf(head + 1), StageView::Light::Within);
        for (const char* loop : {"for i:", "for j:", "for k:"}) {
            const int line = lineWith(w.stage(1), QString::fromLatin1(loop));
            QVERIFY2(line > 0 && w.stage(1).lightOf(line) == StageView::Light::Itself, loop);
        }
        // Declarations are no nodes.
        point(w.stage(0), 1, QStringLiteral("stage"));
        QVERIFY(litLines(w.stage(1)).isEmpty());
        // The mouse is gone.
        point(w.stage(0), head, QStringLiteral("iter"));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(w.stage(0).viewport(), &leave);
        QVERIFY(litLines(w.stage(1)).isEmpty());
    }

    void aNameLightsWhereverItStandsAndSaysWhatItIs_data()
    {
        QTest::addColumn<int>("stage");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("meaning");
        const auto row = [](int stage, const char* line, const char* name, const char* meaning) {
            QTest::addRow("%s of stage %d", name, stage + 1)
                << stage << QString::fromLatin1(line) << QString::fromLatin1(name) << QString::fromLatin1(meaning);
        };
        row(0, "axis J =", "J",
            "Axis J: sparse, variable: coordinates from J_indices, children of each I counted by J_indptr. Length n = "
            "256, in all nnz = ");
        row(0, "axis K =", "K", "Axis K: dense, fixed: all coordinates from 0 on, one after another. Length d = ");
        row(0, "buffer A", "A", "Buffer A over the axes I, J: values of type f16.");
        row(0, "iter spmm", "j", "Iterator j: a coordinate of axis J; reduced: its turns add to the same elements.");
        row(1, "buffer J_indptr", "J_indptr",
            "J_indptr: where the children of each position of I begin on axis J; the next element is where they end.");
        row(1, "for i", "i", "Loop i from 0 to below m = 256; spatial: its turns write different elements.");
        row(1, "param", "nnz", "nnz = ");
        row(2, "array A", "A", "Array A of nnz = ");
    }
    void aNameLightsWhereverItStandsAndSaysWhatItIs()
    {
        QFETCH(int, stage);
        QFETCH(QString, line);
        QFETCH(QString, name);
        QFETCH(QString, meaning);
        Window w("");
        StageView& view = w.stage(static_cast<std::size_t>(stage));
        const int at = lineWith(view, line);
        QVERIFY(at > 0);
        // The word itself, not a part of another one.
        const QString text = view.document()->findBlockByNumber(at - 1).text();
        const auto column = text.indexOf(QRegularExpression(QStringLiteral("\\b%1\\b").arg(name)));
        QTextCursor cursor(view.document()->findBlockByNumber(at - 1));
        cursor.setPosition(cursor.position() + static_cast<int>(column));
        moveTo(view, view.cursorRect(cursor).center() + QPoint(3, 0));
        QVERIFY2(w.said(meaning).startsWith(meaning), qPrintable(meaning));
        for (std::size_t i = 0; i < 3; ++i)
            for (const StageText::Mention& mention : w.stage(i).litNames()) {
                QCOMPARE(mention.name, name);
                QCOMPARE(w.text(i).mid(mention.begin, mention.end - mention.begin), name);
            }
        QVERIFY(!view.litNames().empty());
    }

    void arraysOfTilesAreNamed()
    {
        Window w("fixed:csr");
        StageView& view = w.stage(1);
        const int line = lineWith(view, QStringLiteral("buffer J_1_indices"));
        point(view, line, QStringLiteral("J_1_indices"));
        QCOMPARE(w.said(QStringLiteral("J_1_indices")),
                 QStringLiteral("J_1_indices: the coordinate of each position of axis J_1; packed tiles CSR 32 call "
                                "it colIdx."));
    }

    void aLineThatIsCutIsSaidByATooltip()
    {
        Window w("");
        StageView& view = w.stage(2);
        const int line = lineWith(view, QStringLiteral("] += "));
        const QString text = view.document()->findBlockByNumber(line - 1).text().trimmed();
        const auto tip = [&] { return view.tipAt(placeOf(view, line, QStringLiteral("C["))); };
        w.page.resize(600, 700);
        w.page.columns().setCurrent(2);
        QTRY_COMPARE(tip(), text);
        w.page.resize(1199, 700); // one stage has all of it
        QTRY_COMPARE(tip(), QString());
    }

    void whatIsWrittenIsLoweredAtOnce()
    {
        Window w("");
        QVERIFY(!w.button(QStringLiteral("Back to the operator's"))->isVisible());
        QString other = w.text(0);
        other.replace(QStringLiteral("A[i, j] * B[j, k]"), QStringLiteral("A[i, j] * B[j, k] * 2"));
        w.write(QStringLiteral("// Twice.\n") + other);
        QVERIFY(w.text(2).contains(QStringLiteral("* 2")));
        QVERIFY(w.text(0).startsWith(QStringLiteral("// Twice."))); // as it was written
        point(w.stage(0), lineWith(w.stage(0), QStringLiteral("+=")), QStringLiteral("+="));
        QVERIFY(litLines(w.stage(2)).front().contains(QStringLiteral("* 2")));
        // It stays with what it is of.
        w.workspace.attention().show({planned(*w.matrix, "fixed:csr"), nullptr, QStringLiteral("csr")});
        w.settle();
        QVERIFY(!w.text(0).contains(QStringLiteral("Twice")));
        w.write(QStringLiteral("// Thrice.\n") + w.text(0));
        const PlanPtr plan = w.workspace.attention().plan();
        w.workspace.attention().show({planned(*w.matrix, "fixed:ell"), nullptr, QStringLiteral("ell")});
        w.settle();
        QVERIFY(!w.text(0).contains(QStringLiteral("Thrice")));
        w.workspace.attention().setCurrentPlan(w.workspace.document().indexOf(plan));
        w.settle();
        QVERIFY(w.text(0).startsWith(QStringLiteral("// Thrice.")) && w.text(2).contains(QStringLiteral("A_1[")));
        QTest::mouseClick(w.button(QStringLiteral("Back to the plan's")), Qt::LeftButton);
        w.settle();
        QVERIFY(w.text(0).startsWith(QStringLiteral("program")));
        QVERIFY(!w.button(QStringLiteral("Back to the plan's"))->isVisible());
    }

    void whatIsWrittenCanBeTakenBack()
    {
        Window w("");
        const QString first = w.text(0), last = w.text(2);
        w.write(QString(first).replace(QStringLiteral("* B[j, k]"), QStringLiteral("* B[j, k] * 2")));
        QVERIFY(w.text(2) != last);
        QTest::mouseClick(w.button(QStringLiteral("Back to the operator's")), Qt::LeftButton);
        w.settle();
        QCOMPARE(w.text(0), first);
        QCOMPARE(w.text(2), last);
        // By hand too: what is there again was never changed.
        w.write(QStringLiteral("// Else.\n") + first);
        w.write(first);
        QVERIFY(!w.button(QStringLiteral("Back to the operator's"))->isVisible());
    }

    void aCheckRunsAllStages()
    {
        Window w("hyb", {{"column-parts", "1"}, {"k", 2}});
        QToolButton* check = w.button(QStringLiteral("Check"));
        QStringList verdicts;
        const auto ask = [&] {
            QTest::mouseClick(check, Qt::LeftButton);
            QTRY_VERIFY(!w.page.model().checking());
            verdicts.clear();
            for (const StageVerdict& verdict : w.page.model().verdicts())
                verdicts << verdict.words;
        };
        ask();
        QCOMPARE(verdicts, QStringList(3, QStringLiteral("same, every bit")));
        QVERIFY(!w.said(QStringLiteral("same, every bit")).isEmpty());
        // What computes something else is found out.
        w.write(w.text(0).replace(QStringLiteral("+= A_1["), QStringLiteral("+= 2 * A_1[")));
        QVERIFY(w.page.model().verdicts().empty());
        ask();
        QCOMPARE(verdicts.size(), 3);
        for (const QString& verdict : verdicts)
            QVERIFY2(verdict.contains(QStringLiteral(" values differ, first row ")), qPrintable(verdict));
        // A mistake cannot be checked.
        w.write(QStringLiteral("program"));
        QVERIFY(!check->isEnabled());
    }

    void aMistakeIsSaidAtItsLineAndTheLastGoodStagesStay()
    {
        Window w("");
        const QString first = w.text(0), second = w.text(1);
        QString wrong = first;
        w.write(wrong.replace(QStringLiteral("+= A["), QStringLiteral("+= Q[")));
        const int line = lineWith(w.stage(0), QStringLiteral("Q["));
        QVERIFY2(w.said(QStringLiteral("Line %1: ").arg(line)).contains(QLatin1Char('Q')), "its line and its name");
        QCOMPARE(w.text(1), second);
        QVERIFY(w.stage(1).faint() && w.stage(2).faint() && !w.stage(0).faint());
        QVERIFY(!w.said(QStringLiteral("Old: ")).isEmpty());
        // Lines of old stages light nothing.
        point(w.stage(1), lineWith(w.stage(1), QStringLiteral("+=")), QStringLiteral("+="));
        QVERIFY(litLines(w.stage(1)).isEmpty());
        w.write(first);
        QVERIFY(w.said(QStringLiteral("Line ")).isEmpty());
        QVERIFY(!w.stage(1).faint());
        QVERIFY(w.said(QStringLiteral("Old: ")).isEmpty());
    }

    void aLineSelectsATileOfItsFormatAndATileLightsItsLines()
    {
        Window w("hyb", {{"column-parts", "1"}, {"k", 2}}, rmat(512, 6000, 3));
        const PlanPtr plan = w.workspace.attention().plan();
        const std::vector<Tile>& tiles = plan->tiling().tiles;
        QVERIFY(plan->tiling().formats.size() > 1);
        Attention& attention = w.workspace.attention();
        for (const char* iteration : {"iter spmm_1 ", "iter spmm_2 "}) {
            StageView& view = w.stage(0);
            const int line = lineWith(view, QString::fromLatin1(iteration));
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, placeOf(view, line, QStringLiteral("iter")));
            QVERIFY(attention.selection().tile >= 0);
            const std::vector<int> iterations =
                w.page.model().made()->iterationsOf(tiles[at(attention.selection().tile)].format);
            QCOMPARE(iterations, std::vector<int>{view.shown().nodeAt(line)->id});
        }
        // A line of a later stage too, by the keyboard.
        attention.selectTile(-1);
        StageView& last = w.stage(2);
        last.setFocus();
        last.setTextCursor(
            QTextCursor(last.document()->findBlockByNumber(lineWith(last, QStringLiteral("+= A_2[")) - 1)));
        QTest::keyClick(&last, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(attention.selection().tile >= 0);
        // The other way round.
        w.page.setFocus();
        for (StageView* view : {&w.stage(0), &w.stage(2)})
            view->verticalScrollBar()->setValue(0);
        attention.selectTile(static_cast<std::int64_t>(tiles.size()) - 1);
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(w.stage(i).firstLit() > 0);
            QVERIFY(w.stage(i).inSight(w.stage(i).firstLit()));
        }
        QVERIFY(!w.said(QStringLiteral("The selected tile is one of ")).isEmpty());
    }

    void stepsChangeTheStagesBehindThem()
    {
        Window w("fixed:csr");
        const QString first = w.text(0);
        w.page.schedule().editor().setPlainText(QStringLiteral("lower\nko, ki = split k 8\nbind t blockIdx.x"));
        w.settle();
        QCOMPARE(w.text(0), first);
        QVERIFY(w.text(1).contains(QStringLiteral("for t: S in tiles_1 @blockIdx.x")));
        QVERIFY(w.text(2).contains(QStringLiteral("for ko: S in ld / 8")));
        // A line that a step made still leads to the iteration that it came from.
        point(w.stage(2), lineWith(w.stage(2), QStringLiteral("for ki")), QStringLiteral("for"));
        QVERIFY(litLines(w.stage(0)).join(QString()).contains(QStringLiteral("iter spmm_1")) ||
                litLines(w.stage(0)).join(QString()).contains(QStringLiteral("iter zero_C")));
        w.button(QStringLiteral("Check"))->click();
        QTRY_VERIFY(!w.page.model().verdicts().empty());
        for (const StageVerdict& verdict : w.page.model().verdicts())
            QCOMPARE(verdict.words, QStringLiteral("same, every bit"));
        QCOMPARE(w.page.model().verdicts().size(), std::size_t{3});
    }

    void aStepThatIsRefusedSaysWhyAndThoseBeforeItStand()
    {
        Window w("fixed:csr");
        w.page.schedule().editor().setPlainText(
            QStringLiteral("lower\nko, ki = split k 8\nsplit l 2\nbind t blockIdx.x"));
        w.settle();
        QCOMPARE(w.said(QStringLiteral("Line 3")), QStringLiteral("Line 3, column 7: split l 2: there is no loop l"));
        QVERIFY(w.text(1).contains(QStringLiteral("for ko: S")));
        QVERIFY(!w.text(1).contains(QStringLiteral("@blockIdx.x")));
        w.page.schedule().editor().setPlainText(QStringLiteral("lower\nspilt k 8"));
        w.settle();
        QVERIFY(w.said(QStringLiteral("Line 2, column 1")).contains(QStringLiteral("there is no step \"spilt\"")));
        QVERIFY(w.text(2).startsWith(QStringLiteral("program spmm stage 3")));
    }

    void aStageIsSteppedThroughStatementByStatement()
    {
        Window w("fixed:csr", nlohmann::json::object(), learn::namedMatrix("hyb8"));
        ProgramStepper& stepper = w.page.stepper();
        w.button(QStringLiteral("Step"))->click();
        QVERIFY(stepper.on());
        w.settle();
        QVERIFY(w.page.walk().isVisible());
        QVERIFY(!w.page.schedule().isVisible());
        QCOMPARE(w.said(QStringLiteral("All of the matrix")),
                 QStringLiteral("All of the matrix, 8 x 8; 2 of 64 columns."));
        QVERIFY(!w.said(QStringLiteral(" statements are carried out here.")).isEmpty());
        QVERIFY(litLines(w.stage(1)).isEmpty());
        QVERIFY(stepper.lastStep() > 50);
        const auto press = [&](Qt::Key key) {
            QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
            return w.page.handleKey(event);
        };
        // The first one copies a value into the tile's array; its line is lit, and what it came from and became.
        QVERIFY(press(Qt::Key_Period));
        QCOMPARE(stepper.step(), 1);
        QCOMPARE(litLines(w.stage(1)).size(), 1);
        QVERIFY(litLines(w.stage(1)).front().startsWith(QStringLiteral("A_1[t, i, j] = ")));
        QVERIFY(litLines(w.stage(0)).join(QString()).contains(QStringLiteral("A_1[t, i, j] = ")));
        QVERIFY(litLines(w.stage(2)).join(QString()).contains(QStringLiteral("A_1[")));
        const std::string& written = stepper.walk()->run->arrays()[stepper.walk()->run->steps()[0].array].name;
        QCOMPARE(written, "A_1");
        QVERIFY(!w.said(QStringLiteral("t = 0, i = 0, j = 0: ")).isEmpty());
        QVERIFY(w.page.walk().picture().scene().find("array 0 A_1 0")->role == learn::Role::Highlight);
        // The last one adds a product.
        QVERIFY(press(Qt::Key_End));
        QCOMPARE(stepper.step(), stepper.lastStep());
        QVERIFY(litLines(w.stage(1)).front().startsWith(QStringLiteral("C[i")) ||
                litLines(w.stage(1)).front().contains(QStringLiteral("+= A_1[t, i, j] * B[")));
        QVERIFY(w.page.walk().picture().scene().find("c 7 1")->role == learn::Role::Highlight);
        QVERIFY(press(Qt::Key_Home));
        QVERIFY(press(Qt::Key_Space) && stepper.playing());
        QTRY_VERIFY(stepper.step() > 0);
        QVERIFY(press(Qt::Key_Comma) && !stepper.playing());
        // Another stage, from its beginning.
        auto* stages = w.page.walk().findChild<QTabBar*>();
        stages->setCurrentIndex(2);
        w.settle();
        QCOMPARE(stepper.stage(), std::size_t{2});
        QVERIFY(press(Qt::Key_Period));
        QCOMPARE(litLines(w.stage(2)).size(), 1);
        // What the mouse is on comes first while it is there.
        point(w.stage(0), lineWith(w.stage(0), QStringLiteral("axis K =")), QStringLiteral("K"));
        QVERIFY(!w.said(QStringLiteral("Axis K: ")).isEmpty());
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(w.stage(0).viewport(), &leave);
        QCOMPARE(litLines(w.stage(2)).size(), 1);
        QVERIFY(w.stage(0).isReadOnly());
        QVERIFY(press(Qt::Key_Escape));
        QVERIFY(!stepper.on() && !w.page.walk().isVisible() && w.page.schedule().isVisible());
        QVERIFY(!w.stage(0).isReadOnly());
        QVERIFY(litLines(w.stage(2)).isEmpty());
        QVERIFY(!press(Qt::Key_Period));
    }

    void aLargeMatrixIsSteppedThroughOnAPart()
    {
        Window w("hyb");
        w.button(QStringLiteral("Step"))->click();
        w.settle();
        QVERIFY(w.said(QStringLiteral("A part of the matrix"))
                    .startsWith(QStringLiteral("A part of the matrix: 24 x 24 from row 0, column ")));
        QVERIFY(w.said(QStringLiteral("A part of the matrix"))
                    .endsWith(QStringLiteral(", in the plan's formats; 2 of 64 columns.")));
        w.page.stepper().setStep(w.page.stepper().lastStep());
        QCOMPARE(litLines(w.stage(1)).size(), 1);
        // Another plan is another program.
        w.workspace.attention().show({planned(*w.matrix, "fixed:ell"), nullptr, QStringLiteral("other")});
        QVERIFY(!w.page.stepper().on());
        // A step may count on all of a part of the columns.
        w.page.schedule().editor().setPlainText(QStringLiteral("lower\nko, ki = split k part"));
        w.settle();
        w.button(QStringLiteral("Step"))->click();
        w.settle();
        QVERIFY2(w.said(QStringLiteral("A part of the matrix")).endsWith(QStringLiteral("; 32 of 64 columns.")),
                 qPrintable(w.said(QStringLiteral("A part of the matrix"))));
        // Who goes on writing leaves it.
        w.page.schedule().editor().setPlainText(QStringLiteral("lower"));
        QVERIFY(!w.page.stepper().on());
        w.settle();
        // Where it cannot be carried out, it says why.
        w.write(w.text(0).replace(QStringLiteral("B[j, k]"), QStringLiteral("B[j + 1000, k]")));
        w.button(QStringLiteral("Step"))->click();
        w.settle();
        QVERIFY(!w.said(QStringLiteral("is out of bounds")).isEmpty());
        w.button(QStringLiteral("Stop"))->click();
        QVERIFY(!w.page.stepper().on());
    }

    void whereThereAreTabsTheStageThatIsSeenIsSteppedThrough()
    {
        Window w("fixed:csr", nlohmann::json::object(), learn::namedMatrix("hyb8"));
        w.page.resize(600, 700);
        QTRY_VERIFY(w.page.columns().tabs());
        w.page.columns().setCurrent(2);
        w.button(QStringLiteral("Step"))->click();
        w.settle();
        QCOMPARE(w.page.stepper().stage(), std::size_t{2});
        QVERIFY(w.page.walk().mapTo(&w.page, QPoint()).y() > w.stage(2).mapTo(&w.page, QPoint()).y() + 50);
        w.page.columns().setCurrent(0);
        w.settle();
        QCOMPARE(w.page.stepper().stage(), std::size_t{0});
        w.page.resize(1500, 700);
        QTRY_VERIFY(!w.page.columns().tabs());
        QVERIFY(w.page.walk().mapTo(&w.page, QPoint()).x() < w.stage(0).mapTo(&w.page, QPoint()).x());
    }

    void anAxisLightsItsSideOfTheMatrixOrTheOperator()
    {
        MainWindow window(Hooks{}, nullptr);
        window.resize(1920, 1080);
        window.show();
        const MatrixPtr matrix = crossing(256, 1);
        window.workspace().document().setMatrix(matrix);
        window.workspace().attention().show({planned(*matrix, "fixed:bsr"), nullptr, QStringLiteral("plan")});
        window.showPage("program");
        QTRY_VERIFY(window.settled());
        auto& page = dynamic_cast<ProgramPage&>(window.page());
        const HeatMapView& canvas = window.canvas();
        const auto lit = [&] {
            QStringList sides;
            if (canvas.rowsLit())
                sides << QStringLiteral("rows");
            if (canvas.columnsLit())
                sides << QStringLiteral("columns");
            for (const QToolButton* word : part<ConditionLine>(window).findChildren<QToolButton*>())
                if (word->property("lit").toBool())
                    sides << word->text().section(QLatin1Char(' '), 0, 0);
            return sides.join(QLatin1Char(' '));
        };
        const auto over = [&](std::size_t stage, const char* line, const char* word) {
            StageView& view = page.stage(stage);
            point(view, lineWith(view, QString::fromLatin1(line)), QString::fromLatin1(word));
            return lit();
        };
        QCOMPARE(over(0, "axis I =", "I"), QStringLiteral("rows crossing"));
        QCOMPARE(over(0, "axis J =", "J"), QStringLiteral("columns crossing"));
        QCOMPARE(over(0, "axis K =", "K"), QStringLiteral("SpMM"));
        // Blocks have an axis of their rows, and one of the rows in them.
        QCOMPARE(over(0, "axis II_1 =", "II_1"), QStringLiteral("rows crossing"));
        QCOMPARE(over(1, "axis JO_1 =", "JO_1"), QStringLiteral("columns crossing"));
        QCOMPARE(over(0, "axis T_1 =", "T_1"), QString());
        QCOMPARE(over(2, "for ji:", "ji"), QStringLiteral("columns crossing"));
        QCOMPARE(over(0, "program", "stage"), QString());
        QCOMPARE(over(1, "for k: S", "k"), QStringLiteral("SpMM"));
        window.showPage("explore");
        QCOMPARE(lit(), QString());
    }

    void aThreadLoopSaysWhichLanesItIs()
    {
        Window w("fixed:csr");
        w.page.schedule().editor().setPlainText(
            QStringLiteral("lower\nko, ki = split k 8\nbind ki threadIdx.x\nio, ii = split i 4\nbind ii threadIdx.y"));
        w.settle();
        QCOMPARE(w.page.model().made()->refused ? w.page.model().made()->refused->sentence : QString(), QString());
        const auto over = [&](const char* loop) {
            const int line = lineWith(w.stage(1), QStringLiteral("for %1: ").arg(QString::fromLatin1(loop)));
            point(w.stage(1), line, QString::fromLatin1(loop));
            return w.said(QStringLiteral("Loop %1 ").arg(QString::fromLatin1(loop)));
        };
        QVERIFY2(
            over("ki").endsWith(QStringLiteral("another threadIdx.x. Turn 1 is lanes 1, 9, 17, 25 of the first warp.")),
            qPrintable(over("ki")));
        QVERIFY2(over("ii").endsWith(QStringLiteral("another threadIdx.y. Turn 1 is lanes 8 to 15 of the first warp.")),
                 qPrintable(over("ii")));
    }

    void aTileLeadsFromTheScheduleToItsIteration()
    {
        Window w("hyb");
        w.page.resize(600, 500);
        QTRY_VERIFY(w.page.columns().tabs());
        w.page.columns().setCurrent(static_cast<int>(w.page.columns().count()));
        w.workspace.attention().selectTile(
            static_cast<std::int64_t>(w.workspace.attention().plan()->tiling().tiles.size()) - 1);
        QCOMPARE(w.page.columns().current(), 0);
        QVERIFY(w.stage(0).inSight(w.stage(0).firstLit()));
    }

    void stagesBehindAStepThatUntilesAreCheckedSo()
    {
        Window w("hyb");
        w.page.schedule().editor().setPlainText(QStringLiteral("untile\nlower"));
        w.settle();
        w.button(QStringLiteral("Check"))->click();
        QTRY_COMPARE(w.page.model().verdicts().size(), std::size_t{3});
        for (const StageVerdict& verdict : w.page.model().verdicts())
            QCOMPARE(verdict.words, QStringLiteral("same, every bit"));
    }

    void aMatrixThatIsTooLargeIsCheckedOnAPart()
    {
        Window w("fixed:csr", nlohmann::json::object(), randomUniform(2000, 2000, 0.05, 1));
        w.button(QStringLiteral("Check"))->click();
        QTRY_COMPARE(w.page.model().verdicts().size(), std::size_t{3});
        for (const StageVerdict& verdict : w.page.model().verdicts())
            QVERIFY2(verdict.good && verdict.words.contains(QStringLiteral(", on 24 x 24 from row 0, column ")),
                     qPrintable(verdict.words));
    }

    void aProgramOfOtherTilesIsToldSo()
    {
        Window w("fixed:csr");
        const QString csr = w.text(0);
        w.workspace.attention().show({planned(*w.matrix, "fixed:ell"), nullptr, QStringLiteral("other")});
        w.settle();
        w.write(csr);
        QVERIFY(!w.said(QStringLiteral("the program is of the tiles of another plan: its axis J_1 ")).isEmpty());
    }

    void whatIsWrittenIsKeptWithThePlan()
    {
        const QTemporaryDir folder;
        const QString schedule = QStringLiteral("lower\nko, ki = split k 8"), note = QStringLiteral("// mine\n");
        QString text;
        {
            Window w("fixed:csr");
            w.workspace.operations().saveSession(folder.filePath(QStringLiteral("old.sscope")));
            QTRY_VERIFY(w.workspace.document().unsaved().isEmpty());
            text = note + w.text(0);
            w.write(text);
            w.page.schedule().editor().setPlainText(schedule);
            w.settle();
            QCOMPARE(w.workspace.document().unsaved(), QStringList{QStringLiteral("1 plan's program")});
            w.page.findChild<QCheckBox*>()->click(); // with one tile of each format it is another program
            w.settle();
            QVERIFY(w.page.schedule().text().isEmpty());
            w.page.schedule().editor().setPlainText(QStringLiteral("lower"));
            w.settle();
            w.workspace.operations().saveSession(folder.filePath(QStringLiteral("a.sscope")));
            QTRY_VERIFY(w.workspace.document().unsaved().isEmpty());
            w.workspace.operations().savePlan(folder.filePath(QStringLiteral("p.json")));
            QTRY_VERIFY(!w.workspace.jobs().busy());
        }
        for (const char* file : {"a.sscope", "p.json"}) {
            Window w("");
            w.workspace.operations().open({folder.filePath(QString::fromLatin1(file))});
            QTRY_VERIFY(w.workspace.attention().plan());
            w.settle();
            QTRY_COMPARE(w.text(0), text);
            QCOMPARE(w.page.schedule().text(), schedule);
            QVERIFY(w.text(1).contains(QStringLiteral("for ki: S in 8")));
            QVERIFY(w.workspace.document().unsaved().isEmpty());
            w.page.findChild<QCheckBox*>()->click();
            w.settle();
            QCOMPARE(w.page.schedule().text(), QStringLiteral("lower"));
            w.page.findChild<QCheckBox*>()->click();
            w.settle();
            w.button(QStringLiteral("Back to the plan's"))->click();
            w.settle();
            QVERIFY(w.text(0) != text && text.endsWith(w.text(0)));
        }
    }

    void cudaIsPrintedOfWhatIsBound()
    {
        Window w("fixed:csr");
        QCOMPARE(w.text(3), QString());
        QCOMPARE(w.stage(3).placeholderText(), QStringLiteral("no loop is blockIdx.x. The default schedule binds it."));
        // From the schedule of the plan's kernels, which an empty one may begin with.
        QToolButton* fill = w.button(QStringLiteral("Default schedule"));
        QVERIFY(fill->isVisible());
        fill->click();
        w.settle();
        QVERIFY(!fill->isVisible());
        const PlanPtr plan = w.workspace.attention().plan();
        QCOMPARE(w.page.schedule().text() + QLatin1Char('\n'),
                 QString::fromStdString(ir::textOf(ir::defaultSteps(*plan))));
        QVERIFY(w.said(QStringLiteral("no loop is blockIdx.x")).isEmpty());
        // Its pieces alone, linked with all stages.
        QVERIFY(w.text(3).startsWith(QStringLiteral("struct Program1 {")) && w.text(3).endsWith(QStringLiteral("};")));
        QVERIFY(!w.stage(3).faint());
        point(w.stage(0), lineWith(w.stage(0), QStringLiteral("C[i, k] +=")), QStringLiteral("+="));
        QVERIFY2(litLines(w.stage(3)).contains(QStringLiteral("C[0] += 1;")),
                 qPrintable(litLines(w.stage(3)).join(QLatin1Char('|'))));
        // However deep it stands, its beginning is seen.
        for (std::size_t i = 1; i < 3; ++i) {
            StageView& view = w.stage(i);
            const QTextBlock block = view.document()->findBlockByNumber(view.firstLit() - 1);
            QTextCursor begin(block);
            begin.movePosition(QTextCursor::NextWord);
            QVERIFY(block.text().startsWith(QStringLiteral("  ")));
            QVERIFY2(view.viewport()
                         ->rect()
                         .adjusted(0, 0, -view.viewport()->width() / 2, 0)
                         .contains(view.cursorRect(begin).center()),
                     qPrintable(block.text()));
        }
        QVERIFY(w.stage(2).horizontalScrollBar()->value() > 0);
        const int line = lineWith(w.stage(3), QStringLiteral("C[0] += 1;"));
        QVERIFY(w.said(QStringLiteral("in CUDA: ")).contains(QString::number(line)));
        point(w.stage(3), line, QStringLiteral("+="));
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY2(litLines(w.stage(i)).join(QString()).contains(QStringLiteral("C[")),
                     qPrintable(litLines(w.stage(i)).join(QLatin1Char('|'))));
        QVERIFY(!w.said(QStringLiteral("Line %1; in stage I: ").arg(line)).isEmpty());
        // A loop lights where it begins, and dimly what is in it.
        const int loop = lineWith(w.stage(3), QStringLiteral("for (;;) {"));
        point(w.stage(3), loop, QStringLiteral("for"));
        QCOMPARE(w.stage(3).lightOf(loop), StageView::Light::Itself);
        QCOMPARE(w.stage(3).lightOf(loop + 1), StageView::Light::Within);
        // A name is the one of stage III.
        point(w.stage(3), line, QStringLiteral("C"));
        QVERIFY(!w.said(QStringLiteral("Array C of ")).isEmpty());
        QVERIFY(!w.stage(2).litNames().empty());
        // A line selects a tile of its format.
        Q_EMIT w.stage(3).chosen(line);
        QVERIFY(w.workspace.attention().selection().tile >= 0);
        // What is no longer bound leaves the last text, grey.
        const QString printed = w.text(3);
        w.page.schedule().editor().setPlainText(QStringLiteral("lower"));
        QTRY_VERIFY(w.page.busy());
        w.settle();
        QCOMPARE(w.text(3), printed);
        QVERIFY(w.stage(3).faint());
        QVERIFY(!w.said(QStringLiteral("which cannot be printed")).isEmpty());
        QVERIFY(!w.said(QStringLiteral("no loop is blockIdx.x")).isEmpty());
        QVERIFY(litLines(w.stage(3)).isEmpty());
        w.write(QStringLiteral("program nonsense"));
        QCOMPARE(w.text(3), printed);
        QVERIFY(w.stage(3).faint());
    }

    void whyThereIsNoCudaIsSaid()
    {
        Window without("");
        QVERIFY(without.stage(3).placeholderText().contains(QStringLiteral("Kernels run the tiles of a plan.")));
        QVERIFY(!without.button(QStringLiteral("Default schedule"))->isVisible());

        Window w("fixed:csr");
        w.page.findChild<QCheckBox*>()->click();
        w.settle();
        QVERIFY(w.stage(3).placeholderText().contains(QStringLiteral("all that a format holds is one")));
        QVERIFY(!w.button(QStringLiteral("Default schedule"))->isVisible());

        Window bare("fixed:csr", nlohmann::json::object(), crossing(256, 1), Hooks{});
        QVERIFY(bare.stage(3).placeholderText().contains(QStringLiteral("built without code generation")));
    }

    void printingEndsWhereSomebodyEdits()
    {
        const auto calls = std::make_shared<std::atomic<int>>(0);
        const auto slow = std::make_shared<std::atomic<bool>>(true);
        Hooks hooks = printing(
            [calls, slow](const Plan& plan, const Matrix& matrix, const ir::Program& program, Progress& progress) {
                ++*calls;
                while (*slow)
                    progress.check();
                return fakeCuda(plan, matrix, program, progress);
            });
        Workspace workspace(std::move(hooks));
        ProgramPage page(workspace);
        const MatrixPtr matrix = crossing(256, 1);
        workspace.document().setMatrix(matrix);
        workspace.attention().show({planned(*matrix, "fixed:csr"), nullptr, QStringLiteral("plan")});
        page.resize(1500, 700);
        page.show();
        QTRY_COMPARE(calls->load(), 1);
        QVERIFY(page.busy() && !page.stage(2).toPlainText().isEmpty());
        page.schedule().editor().setPlainText(QStringLiteral("lower\nbind t blockIdx.x"));
        QTRY_VERIFY(workspace.jobs().busy(Lane::Program) || calls->load() == 2);
        *slow = false;
        QTRY_VERIFY(!page.busy());
        QCOMPARE(calls->load(), 2);
        QVERIFY(page.stage(3).toPlainText().startsWith(QStringLiteral("struct Program1 {")));
    }

    void legalStepsAreOfferedAndStepsMoved()
    {
        Window w("fixed:csr");
        QToolButton* add = w.button(QStringLiteral("Add a step"));
        QTRY_VERIFY(add->isEnabled());
        Q_EMIT add->menu()->aboutToShow();
        QAction* lower = nullptr;
        for (QAction* action : add->menu()->actions())
            if (action->text() == QStringLiteral("lower"))
                lower = action;
        QVERIFY(lower);
        lower->trigger();
        QCOMPARE(w.page.schedule().text(), QStringLiteral("lower"));
        ScheduleText& text = w.page.schedule().editor();
        text.setPlainText(QStringLiteral("lower\nbind t blockIdx.x"));
        w.settle();
        text.setFocus();
        text.moveCursor(QTextCursor::End);
        QTest::keyClick(&text, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(text.toPlainText(), QStringLiteral("bind t blockIdx.x\nlower"));
        QTest::keyClick(&text, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(text.toPlainText(), QStringLiteral("// bind t blockIdx.x\nlower"));
        w.settle();
        QVERIFY(!w.text(1).contains(QStringLiteral("@blockIdx.x")));
        QTest::keyClick(&text, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(text.toPlainText(), QStringLiteral("bind t blockIdx.x\nlower"));
        text.undo();
        QCOMPARE(text.toPlainText(), QStringLiteral("// bind t blockIdx.x\nlower"));
    }

    void whereThereIsNoRoomTheStagesAreTabs()
    {
        Window w("");
        const auto seen = [&] {
            int count = 0;
            for (std::size_t i = 0; i < 4; ++i)
                count += w.stage(i).isVisible();
            return count;
        };
        auto* tabs = w.page.columns().findChild<QTabBar*>();
        QCOMPARE(seen(), 4);
        QVERIFY(!tabs->isVisible());
        w.page.resize(600, 700);
        QTRY_COMPARE(seen(), 1);
        QVERIFY(tabs->isVisible() && w.stage(0).isVisible());
        QTest::keyClick(tabs, Qt::Key_Right);
        QVERIFY(w.stage(1).isVisible() && !w.stage(0).isVisible());
        QTest::keyClick(tabs, Qt::Key_Right);
        QTest::keyClick(tabs, Qt::Key_Right);
        QVERIFY(w.stage(3).isVisible() && !w.stage(2).isVisible());
        w.page.resize(1500, 700);
        QTRY_COMPARE(seen(), 4);
    }

    void theKeyboardReachesAllOfIt()
    {
        MainWindow window(Hooks{}, nullptr);
        window.resize(1920, 1080);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.workspace().document().setMatrix(crossing(256, 1));
        QTest::keyClick(&window, Qt::Key_7, Qt::AltModifier);
        QCOMPARE(window.page().key(), std::string_view("program"));
        auto& page = dynamic_cast<ProgramPage&>(window.page());
        QTRY_VERIFY(window.settled() && !page.stage(0).toPlainText().isEmpty());
        QVERIFY(!page.columns().tabs());
        // Tab leads from stage to stage, and arrows in them light lines as the mouse does.
        page.stage(0).setFocus();
        QTest::keyClick(&page.stage(0), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&page.stage(1)));
        const int line = lineWith(page.stage(1), QStringLiteral("+="));
        page.stage(1).moveCursor(QTextCursor::Start);
        for (int i = 1; i < line; ++i)
            QTest::keyClick(&page.stage(1), Qt::Key_Down);
        QVERIFY(litLines(page.stage(2)).join(QString()).contains(QStringLiteral("+=")));
        // Letters are written, they are no keys of the canvas.
        page.stage(0).setFocus();
        page.stage(0).moveCursor(QTextCursor::Start);
        QTest::keyClicks(&page.stage(0), QStringLiteral("// FG? "));
        QVERIFY(page.stage(0).toPlainText().startsWith(QStringLiteral("// FG? program")));
        QTest::keyClick(&page.stage(0), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(page.stage(0).toPlainText().startsWith(QStringLiteral("program")));
        QTRY_VERIFY(window.settled());
        // In a narrow window the stages stand beside the canvas, in a wide one below it.
        auto& panels = part<Panels>(window);
        const auto below = [&] {
            return page.mapTo(&window, QPoint()).y() > panels.mapTo(&window, QPoint()).y() + 100;
        };
        QTRY_VERIFY(below());
        window.resize(1280, 720);
        QTRY_VERIFY(!below() && page.columns().tabs());
    }
};

VIEW_TEST(TestProgram)
#include "tst_program.moc"
