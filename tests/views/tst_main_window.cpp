// The whole window, off screen: every page in both themes, keys, failures, selection across pages.
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/search/liteform/features.h"
#include "tests/support/fake_worker.h"
#include "tests/views/fake_data.h"
#include "tests/views/tabs_window.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/banner.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/main_window.h"
#include "views/pages/explore/explore_page.h"
#include "views/pages/kernel/kernel_kinds.h"
#include "views/pages/kernel/kernel_page.h"
#include "views/pages/kernel/source_view.h"
#include "views/parts/fact_list.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace sparsescope;

namespace {

Hooks fakeHooks()
{
    Hooks hooks;
    hooks.generateSource = [](const Plan& plan, const Matrix&, Codegen, Progress&) {
        KernelSource source;
        source.entry = QStringLiteral("fused");
        source.threads = 128;
        source.text = QStringLiteral("// a kernel\nextern \"C\" __global__ void fused()\n{\n    switch (kind) {\n");
        int line = 5;
        for (std::size_t i = 0; i < plan.tiling().formats.size(); ++i) {
            for (const bool atomic : {false, true}) {
                source.links.push_back({QString::fromStdString(plan.tiling().formats[i]->label()),
                                        static_cast<std::int32_t>(i), atomic, line, line, line + 2});
                source.text +=
                    QStringLiteral("    case %1:\n        run<%1>(0x1F, 2.5f);  /* one kind */\n        break;\n")
                        .arg(i);
                line += 3;
            }
        }
        source.text += QStringLiteral("    }\n}\n");
        return source;
    };
    const auto worker = fakeWorker();
    worker->problem = "sparsescope-gpu is not installed: it is built where the CUDA toolkit is found";
    hooks.worker = worker;
    return hooks;
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPageInBothThemes_data();
    void everyPageInBothThemes();
    void aSelectionIsAnsweredEverywhere();
    void kindsAndLinesFollowEachOther();
    void keysStepThroughTheSearch();
    void aFailureIsShownInPlace();
    void whatNobodyAskedForIsNoFailure();
    void theThemeFollowsAndIsKept();
    void theSizeOfTextIsKept();
    void closingWhileJobsRunIsClean();
    void theStructurePanelHasTheFeaturesOfPredictors();
    void everyFileThatDoesNotComeIsTold();
    void aCheckThatFailsSaysSoAboveTheMatrix();
    void aPlanWithAnotherTitleIsNamedByIt();
    void theOperatorMenuOffersWhatTheOperatorHas();
    void aLongNameDoesNotWidenTheWindow();

private:
    fake::Data m_data = fake::searched();
    void load(MainWindow& window)
    {
        window.workspace().document().setMatrix(m_data.matrix);
        window.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        window.workspace().document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
    }
};

void TestMainWindow::aPlanWithAnotherTitleIsNamedByIt()
{
    Workspace workspace;
    const ConditionLine line(workspace);
    workspace.document().setMatrix(m_data.matrix);
    workspace.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile (2)")});
    const auto named = [&](const QString& begin) {
        const auto all = line.findChildren<QToolButton*>();
        return std::any_of(all.begin(), all.end(),
                           [&](const QToolButton* b) { return b->accessibleName().startsWith(begin); });
    };
    QVERIFY(named(QStringLiteral("stile (2), ")));
    workspace.document().replacePlan(m_data.plan, {m_data.plan, m_data.trace, QStringLiteral("stile")});
    QVERIFY(named(QStringLiteral("stile, ")));
}

void TestMainWindow::theOperatorMenuOffersWhatTheOperatorHas()
{
    Workspace workspace;
    const ConditionLine line(workspace);
    // The choice of the second word that begins with a text; null: there is none.
    const auto choice = [&](const QString& text) -> QAction* {
        QMenu* menu = line.findChildren<QToolButton*>()[1]->menu();
        Q_EMIT menu->aboutToShow();
        for (QAction* action : menu->actions())
            if (action->isVisible() && action->isCheckable() && action->text().startsWith(text))
                return action;
        return nullptr;
    };
    const auto choose = [&](const QString& text) {
        QAction* action = choice(text);
        if (action)
            action->trigger();
        return action != nullptr;
    };
    QVERIFY(choose(QStringLiteral("J = 128")));
    QCOMPARE(workspace.setup().op().dense, std::int64_t{128});
    workspace.setup().setOperator({OperatorKind::SpMV, DataType::Float16, 1});
    QVERIFY(line.text().contains(QStringLiteral("SpMV f16")));
    QVERIFY(!choose(QStringLiteral("J = ")));
    QVERIFY(choose(QStringLiteral("f32")));
    QVERIFY((workspace.setup().op() == Operator{OperatorKind::SpMV, DataType::Float32, 1}));
    // Whatever is open, each operator and type can be had again.
    for (const OperatorKind kind : operatorKinds())
        for (const DataType type : dataTypes) {
            QVERIFY(choose(QString::fromStdString(label(kind))));
            QVERIFY(choose(QString::fromStdString(name(type))));
            QCOMPARE(workspace.setup().op().kind, kind);
            QCOMPARE(workspace.setup().op().dtype, type);
        }
    // What cannot be planned is grey and says why.
    workspace.setup().setOperator({OperatorKind::SpMM, DataType::Float16, 32});
    QVERIFY(choice(QStringLiteral("bf16"))->isEnabled());
    workspace.setup().setCalibration(QStringLiteral("a100-stile"));
    QVERIFY(!choice(QStringLiteral("bf16"))->isEnabled());
    QVERIFY(choice(QStringLiteral("bf16"))->text().contains(QStringLiteral("has no numbers for spmm bf16")));
    QVERIFY(choice(QStringLiteral("f32"))->isEnabled());
    const QString wide = QStringLiteral("f64, 64 bits");
    workspace.setup().setCalibration(QString::fromUtf8(defaultCalibration));
    workspace.setup().setOperator({OperatorKind::SpMV, DataType::Float32, 1});
    QVERIFY(!choice(wide)->isEnabled());
    QVERIFY(
        choice(wide)->text().contains(QStringLiteral("for SpMV alone, by the planners fastest, graph, alphasparse")));
    workspace.setup().setPlanner(QStringLiteral("alphasparse"));
    QVERIFY(choice(wide)->isEnabled());
    QVERIFY(choose(wide));
    QVERIFY((workspace.setup().op() == Operator{OperatorKind::SpMV, DataType::Float64, 1}));
}

void TestMainWindow::aLongNameDoesNotWidenTheWindow()
{
    MainWindow window(fakeHooks(), nullptr);
    window.resize(1280, 720);
    window.show();
    const QTemporaryDir folder;
    const QString name = QString(198, QLatin1Char('a')) + QStringLiteral("&b.mtx");
    QVERIFY(QFile::copy(inSource("samples/figure1.mtx"), folder.filePath(name)));
    window.openFiles({folder.filePath(name)});
    QTRY_VERIFY(window.workspace().document().matrix());
    window.workspace().operations().search();
    QTRY_VERIFY(window.workspace().attention().plan() && window.settled());
    for (Page* page : window.pages()) {
        window.showPage(*page);
        QTRY_VERIFY(window.settled());
        QTest::qWait(30);
        QCOMPARE(window.size(), QSize(1280, 720));
        QVERIFY2(window.minimumSizeHint().width() <= 1280, page->key());
    }
    // All of it is there, the ampersand too.
    QVERIFY(part<ConditionLine>(window).text().contains(name));
    const QToolButton* matrix = part<ConditionLine>(window).findChildren<QToolButton*>().front();
    QVERIFY(matrix->text().contains(QStringLiteral("&&b.mtx")));
    QVERIFY(matrix->toolTip().contains(name));
    QMenu* menu = part<ConditionLine>(window).findChildren<QToolButton*>()[1]->menu();
    Q_EMIT menu->aboutToShow();
    QVERIFY(menu->grab().save(inOutput("operator-menu.png")));
}

void TestMainWindow::everyPageInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("measured");
    for (const bool dark : {false, true})
        for (const bool measured : {false, true})
            QTest::addRow("%s-%s", measured ? "run" : "empty", dark ? "dark" : "light") << dark << measured;
}

void TestMainWindow::everyPageInBothThemes()
{
    QFETCH(bool, dark);
    QFETCH(bool, measured);
    MainWindow window(fakeHooks(), nullptr);
    window.setTheme(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    window.resize(1440, 900);
    window.show();
    if (measured)
        load(window);
    else
        window.workspace().document().setMatrix(m_data.matrix);
    for (Page* page : window.pages()) {
        window.showPage(*page);
        if (measured)
            window.workspace().attention().selectTile(3);
        QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 20'000);
        QTest::qWait(30);
        QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 20'000);
        const QImage picture = window.grab().toImage();
        QCOMPARE(picture.size(), QSize(1440, 900));
        QCOMPARE(QColor(picture.pixel(1300, 6)).lightness() < 128, dark); // the frame
        QCOMPARE(window.canvas().colours().dark, dark);                   // and the canvas
        QVERIFY(picture.save(
            inOutput("window-%1-%2.png").arg(QLatin1String(page->key()), QString::fromUtf8(QTest::currentDataTag()))));
    }
}

void TestMainWindow::aSelectionIsAnsweredEverywhere()
{
    MainWindow window(fakeHooks(), nullptr);
    load(window);
    Workspace& w = window.workspace();
    QTRY_VERIFY_WITH_TIMEOUT(!w.operations().busy(), 20'000);
    QVERIFY(part<Inspector>(window).text().contains(QStringLiteral("rows: 512")));
    w.attention().selectTile(2);
    const QString text = part<Inspector>(window).text();
    QVERIFY2(text.contains(QStringLiteral("Tile 2")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("saturated: ")));
    QVERIFY(text.contains(QStringLiteral("recorded")));
    QVERIFY(text.contains(QStringLiteral("Rivals in round")));
    QCOMPARE(window.canvas().selectedTile(), 2);
    Q_EMIT window.canvas().tileSelected(4);
    QCOMPARE(w.attention().selection().tile, 4);
    Q_EMIT window.canvas().rectangleSelected(0, 64, 0, 64);
    QVERIFY(part<Inspector>(window).text().contains(QStringLiteral("Rectangle")));
    QVERIFY(part<Inspector>(window).text().contains(QStringLiteral("rows: 0 to 63")));
    QTest::keyClick(&window, Qt::Key_Escape);
    QVERIFY(w.attention().selection().empty());
}

void TestMainWindow::kindsAndLinesFollowEachOther()
{
    MainWindow window(fakeHooks(), nullptr);
    load(window);
    Workspace& w = window.workspace();
    QTRY_VERIFY_WITH_TIMEOUT(!w.operations().busy() && w.operations().source(), 20'000);
    QTreeWidget& kinds = part<KernelPage>(window).kinds();
    QCOMPARE(kinds.topLevelItemCount(), static_cast<int>(w.operations().source()->links.size()));
    w.attention().selectTile(1);
    const Tile& tile = m_data.plan->tiling().tiles[1];
    const auto& link =
        w.operations().source()->links[static_cast<std::size_t>(kinds.indexOfTopLevelItem(kinds.currentItem()))];
    QCOMPARE(link.format, tile.format);
    QCOMPARE(link.atomic, tile.atomic);
    // A line of another kind picks that kind, and a tile of it.
    const auto& other = w.operations().source()->links.front().format == tile.format
                            ? w.operations().source()->links.back()
                            : w.operations().source()->links.front();
    Q_EMIT part<KernelPage>(window).source().lineClicked(other.caseLine);
    const auto& now =
        w.operations().source()->links[static_cast<std::size_t>(kinds.indexOfTopLevelItem(kinds.currentItem()))];
    QCOMPARE(now.caseLine, other.caseLine);
}

void TestMainWindow::keysStepThroughTheSearch()
{
    MainWindow window(fakeHooks(), nullptr);
    window.show();
    load(window);
    Workspace& w = window.workspace();
    window.setFocus();
    QTest::keyClick(&window, Qt::Key_Home);
    QCOMPARE(w.attention().step(), 0);
    QTest::keyClick(&window, Qt::Key_Period);
    QTest::keyClick(&window, Qt::Key_Period);
    QCOMPARE(w.attention().step(), 2);
    QTest::keyClick(&window, Qt::Key_Comma);
    QCOMPARE(w.attention().step(), 1);
    QTest::keyClick(&window, Qt::Key_End);
    QCOMPARE(w.attention().step(), w.attention().steps());
}

void TestMainWindow::aFailureIsShownInPlace()
{
    MainWindow window(fakeHooks(), nullptr);
    window.show();
    QVERIFY(!part<Banner>(window).isVisible());
    window.openFiles({QStringLiteral("/nowhere/x.mtx")});
    QTRY_VERIFY(part<Banner>(window).isVisible());
    QVERIFY(part<Banner>(window).text().contains(QStringLiteral("/nowhere/x.mtx")));
}

// Where there is no compiler the page says so; a source that does not compile is a failure.
void TestMainWindow::whatNobodyAskedForIsNoFailure()
{
    for (const ErrorKind kind : {ErrorKind::Device, ErrorKind::Internal}) {
        Hooks hooks = fakeHooks();
        hooks.compileKernel = [kind](const KernelSource&, const std::string&, Progress&) -> CompiledKernel {
            throw Error(kind, "no compiler");
        };
        MainWindow window(hooks, nullptr);
        window.show();
        load(window);
        window.showPage("kernel");
        QTRY_VERIFY(window.settled() && !window.workspace().operations().compileProblem().isEmpty());
        QCOMPARE(part<Banner>(window).isVisible(), kind == ErrorKind::Internal);
    }
}

void TestMainWindow::theThemeFollowsAndIsKept()
{
    const QString file = inOutput("settings.ini");
    QFile::remove(file);
    {
        MainWindow window(fakeHooks(), std::make_unique<QSettings>(file, QSettings::IniFormat));
        window.setTheme(ThemeChoice::Dark);
    }
    MainWindow window(fakeHooks(), std::make_unique<QSettings>(file, QSettings::IniFormat));
    QVERIFY(colorsOf(window).dark);
    window.setTheme(ThemeChoice::Light);
    QVERIFY(!colorsOf(window).dark);
    QVERIFY(QApplication::palette().color(QPalette::Window) == lightColors().panel);
}

// What is chosen in one window is marked in the next one, and is what the program starts with.
void TestMainWindow::theSizeOfTextIsKept()
{
    const QString file = inOutput("size.ini");
    QFile::remove(file);
    const auto menuOf = [](MainWindow& window) {
        for (QMenu* menu : window.findChildren<QMenu*>())
            if (menu->title() == QStringLiteral("&Size of text and controls")) {
                Q_EMIT menu->aboutToShow();
                return menu->actions();
            }
        return QList<QAction*>();
    };
    {
        MainWindow window(fakeHooks(), std::make_unique<QSettings>(file, QSettings::IniFormat));
        const QList<QAction*> sizes = menuOf(window);
        QCOMPARE(sizes.size(), static_cast<qsizetype>(MainWindow::scales.size()));
        QVERIFY(sizes.front()->isChecked());
        QSignalSpy said(&window.workspace().operations(), &Operations::message);
        sizes[3]->trigger();
        QVERIFY(said.at(0).at(0).toString().contains(QStringLiteral("150 %")));
        QVERIFY(sizes[3]->isChecked());
    }
    MainWindow window(fakeHooks(), std::make_unique<QSettings>(file, QSettings::IniFormat));
    QVERIFY(menuOf(window).at(3)->isChecked());
    QCOMPARE(MainWindow::keptScale(QSettings(file, QSettings::IniFormat)), 150);
    QSettings(file, QSettings::IniFormat).setValue(QStringLiteral("scale"), 17); // nothing that is offered
    QCOMPARE(MainWindow::keptScale(QSettings(file, QSettings::IniFormat)), 100);
}

void TestMainWindow::closingWhileJobsRunIsClean()
{
    for (const int milliseconds : {0, 10, 60}) {
        auto window = std::make_unique<MainWindow>(fakeHooks(), nullptr);
        window->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; }); // where it is slow
        window->show();
        window->workspace().document().setMatrix(rmat(8192, 200'000, 5));
        window->showPage("search");
        window->workspace().operations().search();
        QVERIFY(window->workspace().jobs().busy());
        QTest::qWait(milliseconds);
        QVERIFY(window->close());
        window.reset();
    }
}

void TestMainWindow::theStructurePanelHasTheFeaturesOfPredictors()
{
    MainWindow window(Hooks{}, nullptr);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(fake::searched().matrix);
    w.setup().setOperator({OperatorKind::SpMM, DataType::Float32, 96});
    QTRY_VERIFY(w.document().features());
    QString text;
    for (FactList* facts : part<ExplorePage>(window).findChildren<FactList*>())
        text += facts->text();
    QVERIFY2(text.contains(QStringLiteral("LiteForm's features")) &&
                 text.contains(QStringLiteral("row density, deviation")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("other dimensions: 96")), qPrintable(text));
    QCOMPARE(w.document().features()->nnz, w.document().matrix()->nnz());
}

void TestMainWindow::everyFileThatDoesNotComeIsTold()
{
    const QTemporaryDir folder;
    QStringList files;
    for (const char* name : {"one.mtx", "two.mtx", "three.npz", "four.smtx", "five.mtx"}) {
        files << folder.filePath(QLatin1String(name));
        QFile file(files.last());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no matrix") > 0);
    }
    const QString good = inSource("samples/figure1.mtx");
    // In one window after the other: what is good in between comes all the same.
    MainWindow window({}, nullptr);
    window.show();
    window.openFiles({files[0], good, files[1], files[2]});
    QTRY_VERIFY(window.workspace().document().matrix() && !window.workspace().operations().busy());
    for (const char* name : {"one.mtx", "two.mtx", "three.npz"})
        QVERIFY2(part<Banner>(window).text().contains(QLatin1String(name)), qPrintable(part<Banner>(window).text()));
    window.openFiles({good}); // another attempt, and what went wrong before it is over
    QVERIFY(!part<Banner>(window).isVisible());
    // As tabs: where they were asked for. Many are counted.
    const auto several = tabs::open({good});
    tabs::settle(*several);
    several->openFiles(files.mid(0, 3));
    QTRY_COMPARE(several->count(), 1);
    tabs::settle(*several);
    const QString text = part<Banner>(several->current()).text();
    QCOMPARE(text.count(QLatin1Char('\n')), 2);
    for (const char* name : {"one.mtx", "two.mtx", "three.npz"})
        QVERIFY2(text.contains(QLatin1String(name)), qPrintable(text));
    several->openFiles(files);
    tabs::settle(*several);
    QTRY_VERIFY(part<Banner>(several->current()).text().endsWith(QStringLiteral("2 more failed: see the details")));
}

// Not in the status line alone, which the next message takes.
void TestMainWindow::aCheckThatFailsSaysSoAboveTheMatrix()
{
    MainWindow window({}, nullptr);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(std::make_shared<const Matrix>(2, 2, std::vector<std::int64_t>{0, 1, 3},
                                                          std::vector<std::int32_t>{0, 0, 1},
                                                          std::vector<double>{70000.0, 1.0, 2.0}, MatrixSource{}));
    const auto searched = [&](DataType type) {
        w.setup().setOperator({OperatorKind::SpMM, type, 32});
        w.operations().search();
        return w.operations().busy();
    };
    QVERIFY(searched(DataType::Float16));
    QTRY_VERIFY(w.attention().plan() && !w.operations().busy());
    // Unasked, random values are checked in place of the file's, and the message says so.
    QSignalSpy messages(&w.operations(), &Operations::message);
    w.operations().checkOnCpu();
    QTRY_VERIFY(w.operations().cpuCheck());
    QVERIFY(w.operations().cpuCheck()->accepted);
    QTRY_VERIFY(!messages.isEmpty());
    QVERIFY(messages.last().first().toString().contains(QStringLiteral(", random values.")));
    QVERIFY(messages.last().first().toString().endsWith(
        QStringLiteral("The file's values do not fit f16 (largest 7e+04): random ones are taken in their place.")));
    Setup::Runs runs = w.setup().runs();
    runs.options.values = MatrixValues::File;
    w.setup().setRuns(runs);
    w.operations().checkOnCpu();
    QTRY_VERIFY(part<Banner>(window).isVisible());
    const QString banner = part<Banner>(window).text();
    QVERIFY2(banner.startsWith(QStringLiteral("The check on the CPU failed: 1 of 3 values is beyond the largest finite "
                                              "f16 (up to 7e+04) and becomes infinite; ")) &&
                 banner.endsWith(QStringLiteral("bf16, tf32, f32 hold them")),
             qPrintable(banner));
    // With a plan that it is not said of, it goes.
    QVERIFY(searched(DataType::Float32));
    QTRY_COMPARE(w.document().plans().size(), 2);
    QTRY_VERIFY(!part<Banner>(window).isVisible());
    w.operations().checkOnCpu();
    QTRY_VERIFY(w.operations().cpuCheck());
    QVERIFY(w.operations().cpuCheck()->accepted);
    QVERIFY(!part<Banner>(window).isVisible());
}

VIEW_TEST(TestMainWindow)
#include "tst_main_window.moc"
