// The Kernel page: source, what the compiler made of it, and how lines and kinds of tile point at each other.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/pages/kernel/kernel_kinds.h"
#include "views/pages/kernel/kernel_page.h"
#include "views/pages/kernel/listing_view.h"
#include "views/pages/kernel/source_view.h"
#include "views/parts/theme.h"
#include "views/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <array>

using namespace sparsescope;

namespace {

// A source of 40 lines with one kind of tile for each format of the plan: case lines from 31, templates of four lines.
// Of a program five lines more stand before them, and so they do for the second format whatever is asked for.
KernelSource fakeSource(const Plan& plan, const Matrix&, Codegen codegen, Progress&)
{
    KernelSource source;
    const int before = codegen == Codegen::Program ? 5 : 0;
    source.entry = QStringLiteral("fusedSpmm");
    source.threads = 128;
    for (int line = 1; line <= 40 + before; ++line)
        source.text += QStringLiteral("// line %1\n").arg(line);
    for (int f = 0; f < static_cast<int>(plan.tiling().formats.size()); ++f)
        source.links.push_back({QString::fromStdString(plan.tiling().formats[static_cast<std::size_t>(f)]->label()), f,
                                false, 31 + before + f, 1 + before + 4 * f, 4 + before + 4 * f, 0,
                                codegen == Codegen::Program || f == 1});
    return source;
}

// A kernel of two branches: lines 11 to 14 and 21 to 22 have been written by nodes.
KernelSource fakeGraphSource(const Plan&, const Matrix&, Codegen, Progress&)
{
    KernelSource source;
    source.entry = QStringLiteral("graphSpmv");
    source.threads = 128;
    QStringList lines;
    for (int line = 1; line <= 40; ++line)
        lines << QStringLiteral("// line %1").arg(line);
    lines[1] = QStringLiteral("struct Branch0 {");
    lines[2] = QStringLiteral("    int bmt_sizes(int i) const");
    lines[4] = QStringLiteral("};");
    lines[10] = QStringLiteral("const int size = branch.bmt_sizes(0), first = branch.bmt_rows(b);");
    source.text = lines.join(QLatin1Char('\n'));
    source.links = {{QStringLiteral("first"), 0, false, 10, 10, 14, 1},
                    {QStringLiteral("second"), 0, false, 20, 20, 22, 2}};
    source.nodes = {{11, 0, QStringLiteral("BMT_PAD")},          {12, 0, QStringLiteral("BMT_ROW_BLOCK")},
                    {13, 0, QStringLiteral("THREAD_TOTAL_RED")}, {14, 0, QStringLiteral("BMT_ROW_BLOCK")},
                    {21, 1, QStringLiteral("BMT_ROW_BLOCK")},    {22, 1, QStringLiteral("THREAD_TOTAL_RED")}};
    source.functions = {{0, QStringLiteral("bmt_sizes"), QStringLiteral("constant 2"), true},
                        {0, QStringLiteral("bmt_rows"), QStringLiteral("u8"), false}};
    return source;
}

CompiledKernel fakeCompiled(const KernelSource& source, const std::string& architecture, Progress&)
{
    CompiledKernel kernel;
    kernel.entry = source.entry.toStdString();
    kernel.architecture = architecture;
    kernel.threads = source.threads;
    kernel.resources.registers = 64;
    kernel.ptx = ".version 9.0\n";
    for (int line = 1; line <= 40; ++line)
        kernel.ptx += "\t.loc\t1 " + std::to_string(line) + " 5\n\tadd.s32 %r1, %r2, " + std::to_string(line) + ";\n";
    kernel.sassProblem = "SASS needs nvdisasm";
    return kernel;
}

QToolButton* buttonOf(QWidget& page, const QString& text)
{
    for (QToolButton* b : page.findChildren<QToolButton*>())
        if (b->text() == text)
            return b;
    return nullptr;
}

bool saysSomewhere(QWidget& page, const QString& text)
{
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(text))
            return true;
    return false;
}

} // namespace

class TestKernel : public QObject {
    Q_OBJECT
    struct Window {
        Workspace workspace;
        KernelPage page;
        explicit Window(bool compiler, bool graph = false) : workspace(hooks(compiler, graph)), page(workspace)
        {
            const fake::Data data = fake::searched();
            workspace.document().setMatrix(data.matrix);
            workspace.attention().show({data.plan, data.trace, QStringLiteral("fake")});
            workspace.operations().generate();
            page.resize(600, 900);
            page.show();
        }
        static Hooks hooks(bool compiler, bool graph)
        {
            Hooks h;
            h.generateSource = graph ? fakeGraphSource : fakeSource;
            if (compiler)
                h.compileKernel = fakeCompiled;
            h.writeProject = [](const Plan&, const Matrix&, Codegen codegen, const std::string& folder, Progress&) {
                QFile file(QString::fromStdString(folder + "/" + name(codegen)) + QStringLiteral(".cpp"));
                QVERIFY(file.open(QIODevice::WriteOnly));
            };
            return h;
        }
    };

private Q_SLOTS:
    void resourcesSayWhatLimits()
    {
        Window w(true);
        QTRY_VERIFY(w.workspace.operations().compiled() != nullptr);
        QVERIFY(saysSomewhere(w.page, QStringLiteral("sm_90: 64 registers, 0 B shared, no spills. 8 blocks an SM, 50 % "
                                                     "of its threads, limited by registers.")));
        // Another architecture is compiled for when it is chosen.
        w.page.findChild<QComboBox*>()->setCurrentText(QStringLiteral("sm_80"));
        QTRY_COMPARE(w.workspace.operations().compiled()->kernel->architecture, std::string("sm_80"));
    }

    void markedLinesStayInSightWhereTheViewBecomesLower()
    {
        SourceView view;
        view.setPlainText(QStringLiteral("line\n").repeated(800));
        view.resize(400, 900);
        view.show();
        const auto seen = [&](int line) {
            return view.viewport()->rect().contains(
                view.cursorRect(QTextCursor(view.document()->findBlockByNumber(line - 1))));
        };
        view.markLines(500, 510, 500);
        QVERIFY(seen(500));
        view.resize(400, 120);
        QTRY_VERIFY(seen(500));
        // A page that was hidden has its size only when it is shown.
        view.hide();
        view.resize(400, 900);
        view.markLines(790, 791, 790);
        view.resize(400, 120);
        view.show();
        QTRY_VERIFY(seen(790));
        // What the user has scrolled away stays away.
        view.verticalScrollBar()->setValue(0);
        view.resize(400, 200);
        QCoreApplication::processEvents();
        QCOMPARE(view.verticalScrollBar()->value(), 0);
    }

    void listingAndSourcePointAtEachOther()
    {
        Window w(true);
        QTRY_VERIFY(w.workspace.operations().compiled() != nullptr);
        ListingView& listing = w.page.listing();
        const QAbstractItemModelTester tester(&listing.listing(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(!listing.isVisible());
        QTest::mouseClick(buttonOf(w.page, QStringLiteral("PTX")), Qt::LeftButton);
        QVERIFY(listing.isVisible());
        QCOMPARE(listing.listing().rowCount(), 81);

        // A kind of tile marks its template's lines in both.
        w.page.kinds().setCurrentItem(w.page.kinds().topLevelItem(1));
        const QModelIndex inTemplate = listing.listing().index(2 * 6);
        QCOMPARE(inTemplate.data(ListingModel::SourceLine).toInt(), 6);
        QCOMPARE(inTemplate.data(ListingModel::Mark).toInt(), 1);
        QCOMPARE(listing.listing().index(2 * 32).data(ListingModel::Mark).toInt(), 2); // the case itself
        QCOMPARE(listing.listing().index(2 * 25).data(ListingModel::Mark).toInt(), 0);

        // A click on a line of the listing marks the line of the source that it came from.
        const QModelIndex row = listing.listing().index(2 * 7);
        listing.scrollTo(row);
        QTest::mouseClick(listing.viewport(), Qt::LeftButton, {}, listing.visualRect(row).center());
        QCOMPARE(w.page.source().extraSelections().size(), 1);
        QCOMPARE(w.page.source().extraSelections().front().cursor.blockNumber(), 6);

        // Several lines are copied in their order.
        listing.setCurrentIndex(listing.listing().index(1));
        QTest::keyClick(&listing, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keySequence(&listing, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("    .loc    1 1 5\n    add.s32 %r1, %r2, 1;"));
    }

    void linesOfAGraphAndItsNodesPointAtEachOther()
    {
        Window w(true, true);
        QTRY_VERIFY(w.workspace.operations().compiled() != nullptr);
        KernelKinds& kinds = w.page.kinds();
        SourceView& source = w.page.source();
        // Below each branch its nodes in the order of the chain, with all of their lines.
        QCOMPARE(kinds.topLevelItemCount(), 2);
        QStringList names;
        for (int i = 0; i < kinds.topLevelItem(0)->childCount(); ++i)
            names << kinds.topLevelItem(0)->child(i)->text(0);
        QCOMPARE(names, (QStringList{QStringLiteral("BMT_ROW_BLOCK"), QStringLiteral("BMT_PAD"),
                                     QStringLiteral("THREAD_TOTAL_RED")}));
        QCOMPARE(kinds.topLevelItem(0)->child(0)->text(3), QStringLiteral("12, 14"));
        QVERIFY(nodeColor(names[0], lightColors()) != nodeColor(names[1], lightColors()));
        QVERIFY(nodeColor(names[1], lightColors()) != nodeColor(names[2], lightColors()));

        // A node marks its lines and no others, in the source and in what the compiler made of it.
        QTest::mouseClick(buttonOf(w.page, QStringLiteral("PTX")), Qt::LeftButton);
        kinds.setCurrentItem(kinds.topLevelItem(0)->child(0));
        const auto mark = [&](int line) {
            return w.page.listing().listing().index(2 * line).data(ListingModel::Mark).toInt();
        };
        QCOMPARE((std::array{mark(11), mark(12), mark(13), mark(14), mark(15)}), (std::array{0, 2, 0, 1, 0}));

        // A line leads to its node, whatever branch it is of.
        const QTextBlock block = source.document()->findBlockByNumber(21);
        source.setTextCursor(QTextCursor(block));
        source.ensureCursorVisible();
        QTest::mouseClick(source.viewport(), Qt::LeftButton, {}, source.cursorRect(QTextCursor(block)).center());
        QCOMPARE(kinds.currentItem(), kinds.topLevelItem(1)->child(1));
        QCOMPARE(kinds.currentNode(), 4);

        // Words say what is computed in their place; what is read is not underlined.
        const std::vector<SourceNote> notes = functionNotes(*w.workspace.operations().source());
        QCOMPARE(notes.size(), 3U);
        QCOMPARE(notes[0].line, 11);
        QCOMPARE(notes[0].text, QStringLiteral("bmt_sizes: constant 2"));
        QVERIFY(notes[0].underlined && !notes[1].underlined);
        QCOMPARE(notes[2].line, 3);
        QTextCursor word(source.document()->findBlockByNumber(10));
        word.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, notes[0].column + 3);
        source.setTextCursor(word);
        source.ensureCursorVisible();
        QCOMPARE(source.tipAt(source.cursorRect(word).center()), notes[0].text);
        word.movePosition(QTextCursor::StartOfBlock);
        QCOMPARE(source.tipAt(source.cursorRect(word).center()), QStringLiteral("written by BMT_PAD"));
    }

    void theNodeThatIsLookedAtIsMarkedInAllOfItsBranches()
    {
        Window w(false, true);
        QTRY_VERIFY(w.workspace.operations().source() != nullptr);
        KernelKinds& kinds = w.page.kinds();
        const auto marked = [&] {
            QStringList lines;
            for (const QTextEdit::ExtraSelection& mark : w.page.source().extraSelections())
                if (mark.format.hasProperty(QTextFormat::FullWidthSelection))
                    lines << QString::number(mark.cursor.blockNumber() + 1);
            lines.sort();
            return lines.join(QLatin1Char(' '));
        };
        // From elsewhere.
        Attention& attention = w.workspace.attention();
        attention.setNode(PickedNode{"BMT_ROW_BLOCK"});
        QCOMPARE(marked(), QStringLiteral("12 14 21"));
        attention.setNode(PickedNode{"BMT_ROW_BLOCK", {2}});
        QCOMPARE(marked(), QStringLiteral("21"));
        QCOMPARE(kinds.currentItem(), kinds.topLevelItem(1)->child(0));
        // To elsewhere.
        kinds.setCurrentItem(kinds.topLevelItem(0)->child(1));
        QVERIFY((attention.node() == PickedNode{"BMT_PAD", {1}}));
        QCOMPARE(marked(), QStringLiteral("11"));
        // One that wrote nothing is said to.
        attention.setNode(PickedNode{"SORT", {1, 2}});
        QCOMPARE(marked(), QString());
        QVERIFY(saysSomewhere(w.page, QStringLiteral("SORT wrote no line")));
    }

    void whatIsMissingIsSaidInItsPlace()
    {
        Window w(true);
        QTRY_VERIFY(w.workspace.operations().compiled() != nullptr);
        QTest::mouseClick(buttonOf(w.page, QStringLiteral("SASS")), Qt::LeftButton);
        QVERIFY(!w.page.listing().isVisible());
        QVERIFY(saysSomewhere(w.page, QStringLiteral("SASS needs nvdisasm")));

        Window without(false);
        QTRY_VERIFY(without.workspace.operations().source() != nullptr);
        QTest::mouseClick(buttonOf(without.page, QStringLiteral("PTX")), Qt::LeftButton);
        QVERIFY(saysSomewhere(without.page, QStringLiteral("without a compiler")));
    }

    void aProjectIsWritten()
    {
        Window w(true);
        const QTemporaryDir folder;
        w.workspace.operations().writeProject(folder.path());
        QTRY_VERIFY(QFile::exists(folder.filePath(QStringLiteral("template.cpp"))));
        // It is the one that is shown.
        w.page.choice(Codegen::Program).click();
        w.workspace.operations().writeProject(folder.path());
        QTRY_VERIFY(QFile::exists(folder.filePath(QStringLiteral("ir.cpp"))));
    }

    void templatesAndWhatIsPrintedOfProgramsAreChosen()
    {
        Window w(true);
        QTRY_VERIFY(w.workspace.operations().compiled() != nullptr);
        const auto linesSaid = [&](int kind) { return w.page.kinds().topLevelItem(kind)->text(3); };
        const auto labels = [&] {
            QStringList all;
            for (int i = 0; i < w.page.kinds().topLevelItemCount(); ++i)
                all << w.page.kinds().topLevelItem(i)->text(0);
            return all.join(QLatin1Char(' '));
        };
        // A kernel of both says which is which.
        QVERIFY(w.page.choice(Codegen::Template).isChecked());
        QCOMPARE(linesSaid(0), QStringLiteral("1–4"));
        QCOMPARE(labels().count(QStringLiteral(", from IR")), 1);
        QVERIFY(w.page.kinds().topLevelItem(1)->text(0).endsWith(QStringLiteral(", from IR")));

        QTest::mouseClick(&w.page.choice(Codegen::Program), Qt::LeftButton);
        QTRY_COMPARE(linesSaid(0), QStringLiteral("6–9"));
        QCOMPARE(labels().count(QStringLiteral(", from IR")), 0);
        QCOMPARE(w.page.kinds().headerItem()->text(3), QStringLiteral("printed lines"));
        QVERIFY(w.page.choice(Codegen::Program).isChecked() && !w.page.choice(Codegen::Template).isChecked());
        // Tiles and lines find each other in it, and it is what is compiled.
        const std::vector<Tile>& tiles = w.workspace.attention().plan()->tiling().tiles;
        const auto second = std::find_if(tiles.begin(), tiles.end(), [](const Tile& tile) { return tile.format == 1; });
        QVERIFY(second != tiles.end());
        w.workspace.attention().selectTile(second - tiles.begin());
        QCOMPARE(w.page.kinds().currentLink(), 1);
        QStringList marked;
        for (const QTextEdit::ExtraSelection& mark : w.page.source().extraSelections())
            marked << QString::number(mark.cursor.blockNumber() + 1);
        QVERIFY2(marked.contains(QStringLiteral("10")) && marked.contains(QStringLiteral("37")),
                 qPrintable(marked.join(QLatin1Char(' '))));
        const QTextBlock block = w.page.source().document()->findBlockByNumber(35);
        w.page.source().setTextCursor(QTextCursor(block));
        w.page.source().ensureCursorVisible();
        QTest::mouseClick(w.page.source().viewport(), Qt::LeftButton, {},
                          w.page.source().cursorRect(QTextCursor(block)).center());
        QCOMPARE(tiles[static_cast<std::size_t>(w.workspace.attention().selection().tile)].format, 0);
        QTRY_VERIFY(w.workspace.operations().compiled() != nullptr);
        // The choice stays with another plan; one that has no program offers none.
        w.workspace.attention().show(
            {fake::ofGraph(*w.workspace.document().matrix()), nullptr, QStringLiteral("graph")});
        QTRY_VERIFY(!w.page.choice(Codegen::Template).isEnabled() && !w.page.choice(Codegen::Program).isEnabled());
        QVERIFY(w.page.choice(Codegen::Program).toolTip().contains(QStringLiteral("program")));
        w.workspace.attention().setCurrentPlan(0);
        QTRY_VERIFY(w.page.choice(Codegen::Program).isEnabled());
        QVERIFY(w.page.choice(Codegen::Program).isChecked());
    }

    void whatIsWrittenForAPlanIsPrintedUnlessTemplatesAreChosen()
    {
        Window w(true);
        QTRY_VERIFY(w.workspace.operations().source() != nullptr);
        const auto lineOfFirstKind = [&] { return w.page.kinds().topLevelItem(0)->text(3); };
        const PlanPtr plan = w.workspace.attention().plan();
        w.workspace.document().setPrograms(plan, {{.schedule = "lower"}, {}});
        QTRY_COMPARE(lineOfFirstKind(), QStringLiteral("6–9"));
        QVERIFY(w.page.choice(Codegen::Program).isChecked());
        w.workspace.document().setPrograms(plan, {});
        QTRY_COMPARE(lineOfFirstKind(), QStringLiteral("1–4"));
        QVERIFY(w.page.choice(Codegen::Template).isChecked());
        QTest::mouseClick(&w.page.choice(Codegen::Template), Qt::LeftButton);
        w.workspace.document().setPrograms(plan, {{.schedule = "lower"}, {}});
        QTRY_VERIFY(w.workspace.operations().compiled() != nullptr);
        QCOMPARE(lineOfFirstKind(), QStringLiteral("1–4"));
    }
};

VIEW_TEST(TestKernel)
#include "tst_kernel.moc"
