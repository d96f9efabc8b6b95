// On small screens, and with text at 150 and 200 %: nothing is cut or covered, all can be reached, and every control
// has a name.
#include "tests/views/fake_batch.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "tests/views/walk.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/keys_help.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/pages/batch/batch_page.h"
#include "views/pages/pages.h"
#include "views/parts/habits.h"
#include "views/parts/offer_bar.h"
#include "views/parts/yielding.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/workspace.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QHelpEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

#include <array>

using namespace sparsescope;
using Panel = Panels::Panel;

namespace {

// In logical pixels: 800 x 600 at 100 %, 1280 x 720 at 150 % and at 200 %.
constexpr std::array screens{QSize(800, 600), QSize(853, 480), QSize(640, 360)};

QString longName(const QString& ending)
{
    return QString(200 - ending.size(), QLatin1Char('m')) + ending;
}

// Tab stops at one of them, and arrows go on from there.
bool oneOfSeveral(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return button && (button->autoExclusive() || (button->group() && button->group()->exclusive()));
}

QString named(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return widget.accessibleName().isEmpty() && button ? button->text() : widget.accessibleName();
}

// The same matrix with another name.
MatrixPtr renamed(const Matrix& m, const QString& name)
{
    MatrixSource source = m.source();
    source.name = name.toStdString();
    return std::make_shared<Matrix>(m.rows(), m.cols(), std::vector(m.rowPtr().begin(), m.rowPtr().end()),
                                    std::vector(m.colIdx().begin(), m.colIdx().end()),
                                    std::vector(m.values().begin(), m.values().end()), source);
}

} // namespace

class TestScreens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void nothingIsCutOrOutOfReach_data();
    void nothingIsCutOrOutOfReach();
    void theStartFits_data() { sizes(); }
    void theStartFits();
    void dialogsFit_data();
    void dialogsFit();
    void panelsBecomeDrawersAndComeBack();
    void aDrawerIsOpenedAndClosedByKeyboard();
    void tabReachesEveryControl_data();
    void tabReachesEveryControl();
    void habitsOfEveryWindow();
    void offersWithLongNamesAreInReach_data() { sizes(); }
    void offersWithLongNamesAreInReach();
    void whatIsCutIsSaidByATooltip();
    void aFirstWindowFitsTheScreen();
    void aKeptGeometryFitsTheScreen();
    void everyControlHasAName();
    void theCanvasTellsWhatIsPicked();

private:
    static void sizes();
    static void settle(MainWindow& window)
    {
        QTRY_VERIFY(window.settled());
        QTest::qWait(10);
    }
    static void give(MainWindow& window, QSize size)
    {
        window.resize(size);
        QTest::qWait(10);
    }
    // What `name` opens, looked at by `look`, and closed again.
    void withDialog(const QString& name, const std::function<void(QWidget&)>& look);
    fake::Data m_data = fake::searched();
    std::unique_ptr<MainWindow> m_window;
};

void TestScreens::initTestCase()
{
    QAccessible::setActive(true);
    m_data.matrix = renamed(*m_data.matrix, longName(QStringLiteral(".mtx")));
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->resize(1440, 900);
    m_window->show();
    Workspace& w = m_window->workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, longName(QStringLiteral(" of a plan"))});
    auto profile = std::make_shared<Profile>(*fake::profile(*m_data.plan));
    profile->conditions.device = longName(QStringLiteral(" GPU")).toStdString();
    w.document().addRun(m_data.plan, profile, true);
    const std::string matrix = longName(QStringLiteral(".mtx")).toStdString();
    std::vector<nlohmann::json> rows;
    for (const QString& name : {longName(QStringLiteral(" planner")), QString(QStringLiteral("cu") + longName({}))})
        rows.push_back({{"matrix", matrix},
                        {"source", "/nowhere/" + matrix},
                        {"name", name.toStdString()},
                        {"measuredNs", 10.0},
                        {"searchSeconds", 0.5},
                        {"verified", 1},
                        {"job", 1},
                        {"device", profile->conditions.device}});
    part<BatchPage>(*m_window).openFile(fake::batchTable(inOutput("screens.sqlite"), rows));
    m_window->reduceMotion(true);
    settle(*m_window);
}

void TestScreens::sizes()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : screens)
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

void TestScreens::nothingIsCutOrOutOfReach_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QByteArray>("view");
    for (const QSize size : screens)
        for (const PageDefinition* page : allPages())
            for (const PageView& view : page->views)
                QTest::addRow("%dx%d, %s, %s", size.width(), size.height(), page->key, view.name)
                    << size << QByteArray(page->key) << QByteArray(view.name);
}

void TestScreens::nothingIsCutOrOutOfReach()
{
    QFETCH(QSize, size);
    QFETCH(QByteArray, page);
    QFETCH(QByteArray, view);
    MainWindow& window = *m_window;
    give(window, size);
    window.showPage(page.constData());
    window.page().showView(view.constData());
    settle(window);
    QVERIFY2(window.minimumSizeHint().width() <= size.width() && window.minimumSizeHint().height() <= size.height(),
             qPrintable(QStringLiteral("needs %1x%2")
                            .arg(window.minimumSizeHint().width())
                            .arg(window.minimumSizeHint().height())));
    QCOMPARE(window.size(), size);
    QStringList faults;
    if (window.page().whole()) {
        faults = walk::layoutFaults(window, window);
    } else {
        QVERIFY2(
            window.canvas().width() >= 320 && window.canvas().height() >= 240,
            qPrintable(
                QStringLiteral("the canvas has %1x%2").arg(window.canvas().width()).arg(window.canvas().height())));
        // What a drawer covers is reached when it is closed.
        Panels& panels = part<Panels>(window);
        for (const Panel panel : {Panel::Strip, Panel::Inspector})
            if (panels.drawer(panel)) {
                panels.openDrawer(panel);
                QTest::qWait(10);
                faults += walk::layoutFaults(*window.findChild<QDockWidget*>(panel == Panel::Strip
                                                                                 ? QStringLiteral("stripPanel")
                                                                                 : QStringLiteral("inspectorPanel")),
                                             window);
            }
        panels.closeDrawers();
        QTest::qWait(10);
        faults += walk::layoutFaults(window, window);
    }
    if (!faults.isEmpty())
        window.grab().save(
            inOutput("") +
            QStringLiteral("screens-%1x%2-%3.png").arg(size.width()).arg(size.height()).arg(QString::fromLatin1(view)));
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestScreens::theStartFits()
{
    QFETCH(QSize, size);
    const QString file = inOutput("screens.ini");
    QSettings(file, QSettings::IniFormat)
        .setValue(QStringLiteral("recent"), QStringList{inSource("samples/") + QStringLiteral("figure1.mtx"),
                                                        QStringLiteral("/tmp/") + longName(QStringLiteral(".mtx"))});
    MainWindow window(Hooks{}, std::make_shared<QSettings>(file, QSettings::IniFormat));
    window.resize(size);
    window.show();
    settle(window);
    QCOMPARE(window.size(), size);
    const QStringList faults = walk::layoutFaults(window, window);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    const QStringList nameless = walk::namelessControls(window);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void TestScreens::withDialog(const QString& name, const std::function<void(QWidget&)>& look)
{
    QAction* action = nullptr;
    for (QAction* a : m_window->findChildren<QAction*>())
        if (a->text().remove(QLatin1Char('&')) == name)
            action = a;
    QVERIFY2(action, qPrintable(name));
    bool seen = false;
    const auto find = [&] {
        for (QWidget* top : QApplication::topLevelWidgets())
            if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible() && !seen) {
                seen = true;
                look(*dialog);
                dialog->close();
            }
    };
    QTimer::singleShot(20, m_window.get(), find);
    action->trigger();
    if (!seen)
        QTest::qWait(60);
    QVERIFY2(seen, qPrintable(name));
}

void TestScreens::dialogsFit_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"New from pattern…", "All actions…", "Layouts…", "Bookmarks and note…", "Export…"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TestScreens::dialogsFit()
{
    QFETCH(QString, name);
    m_window->showPage("explore");
    withDialog(name, [&](QWidget& dialog) {
        constexpr QSize least = screens.back() - QSize(8, 36); // with its frame
        const QSize needed = dialog.minimumSizeHint().expandedTo(dialog.minimumSize());
        QVERIFY2(needed.width() <= least.width() && needed.height() <= least.height(),
                 qPrintable(QStringLiteral("needs %1x%2").arg(needed.width()).arg(needed.height())));
        dialog.resize(least);
        QTest::qWait(10);
        QStringList faults = walk::layoutFaults(dialog, dialog) + walk::namelessControls(dialog);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    });
}

void TestScreens::panelsBecomeDrawersAndComeBack()
{
    MainWindow& window = *m_window;
    Panels& panels = part<Panels>(window);
    window.showPage("explore");
    give(window, {1440, 900});
    settle(window);
    QTest::qWait(100); // the layout follows
    auto* strip = window.findChild<QDockWidget*>(QStringLiteral("stripPanel"));
    auto* inspector = window.findChild<QDockWidget*>(QStringLiteral("inspectorPanel"));
    const QRect stripBefore = strip->geometry(), inspectorBefore = inspector->geometry();
    QVERIFY(panels.docked(Panel::Strip) && panels.docked(Panel::Inspector));
    QVERIFY(!panels.handle(Panel::Strip).isVisible());
    give(window, {640, 360});
    settle(window);
    QVERIFY(panels.drawer(Panel::Strip) && panels.drawer(Panel::Inspector));
    QVERIFY(!strip->isVisible() && !inspector->isVisible());
    QTest::qWait(100); // the layout follows
    const QSize canvas = window.canvas().size();
    // A click on a handle opens, the next one closes; one at a time.
    QTest::mouseClick(&panels.handle(Panel::Strip), Qt::LeftButton);
    QVERIFY(strip->isVisible() && panels.handle(Panel::Strip).isChecked());
    QTRY_COMPARE(window.canvas().size(), canvas);
    QTest::mouseClick(&panels.handle(Panel::Inspector), Qt::LeftButton);
    QVERIFY(inspector->isVisible() && !strip->isVisible());
    QTest::mouseClick(&panels.handle(Panel::Inspector), Qt::LeftButton);
    QVERIFY(!inspector->isVisible());
    // A page that is asked for is shown; the first one is the matrix itself.
    window.showPage("measure");
    QVERIFY(strip->isVisible());
    QCOMPARE(panels.handle(Panel::Strip).text(), QStringLiteral("Measure"));
    window.showPage("explore");
    QVERIFY(!strip->isVisible());
    // What is kept for the next window is the layout with room.
    const QByteArray kept = panels.save();
    give(window, {1440, 900});
    settle(window);
    QVERIFY(panels.docked(Panel::Strip) && panels.docked(Panel::Inspector));
    QCOMPARE(strip->geometry(), stripBefore);
    QCOMPARE(inspector->geometry(), inspectorBefore);
    QVERIFY(panels.restore(kept));
    settle(window);
    QVERIFY(panels.docked(Panel::Strip) && panels.docked(Panel::Inspector));
    QCOMPARE(strip->geometry(), stripBefore);
    QCOMPARE(inspector->geometry(), inspectorBefore);
}

void TestScreens::aDrawerIsOpenedAndClosedByKeyboard()
{
    MainWindow& window = *m_window;
    Panels& panels = part<Panels>(window);
    window.showPage("explore");
    give(window, {640, 360});
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto* strip = window.findChild<QDockWidget*>(QStringLiteral("stripPanel"));
    panels.handle(Panel::Strip).setFocus(Qt::TabFocusReason);
    QTest::keyClick(&panels.handle(Panel::Strip), Qt::Key_Space);
    QVERIFY(strip->isVisible());
    QWidget* focus = window.focusWidget();
    QVERIFY(focus && strip->isAncestorOf(focus));
    QTest::keyClick(focus, Qt::Key_Escape);
    QVERIFY(!strip->isVisible());
    QCOMPARE(window.focusWidget(), &window.canvas());
}

void TestScreens::tabReachesEveryControl_data()
{
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QByteArray>("view");
    for (const PageDefinition* page : allPages())
        for (const PageView& view : page->views)
            QTest::addRow("%s, %s", page->key, view.name) << QByteArray(page->key) << QByteArray(view.name);
}

void TestScreens::tabReachesEveryControl()
{
    QFETCH(QByteArray, page);
    QFETCH(QByteArray, view);
    MainWindow& window = *m_window;
    give(window, {1440, 900});
    window.showPage(page.constData());
    window.page().showView(view.constData());
    settle(window);
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab}) {
        QSet<const QWidget*> left;
        for (QWidget* widget : window.findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
                widget->window() == &window && !oneOfSeveral(*widget))
                left << widget;
        QVERIFY(left.size() > 5);
        for (int i = 0; i < 300 && !left.isEmpty(); ++i) {
            QWidget* focus = QApplication::focusWidget();
            QVERIFY(focus);
            left.remove(focus);
            QTest::keyClick(focus, key);
        }
        // A kernel that was compiled meanwhile changes what is there.
        erase_if(left, [](const QWidget* widget) {
            return !widget->isVisible() || !widget->isEnabled() || oneOfSeveral(*widget);
        });
        QStringList names;
        for (const QWidget* widget : left)
            names << QStringLiteral("%1 \"%2\" in %3")
                         .arg(QLatin1String(widget->metaObject()->className()), named(*widget),
                              QLatin1String(widget->parentWidget()->metaObject()->className()));
        QVERIFY2(left.isEmpty(), qPrintable(names.join(QLatin1Char('\n'))));
    }
}

void TestScreens::habitsOfEveryWindow()
{
    keepHabits(*qApp);
    QWidget window;
    auto* list = new QComboBox(&window);
    list->addItems({QStringLiteral("a"), QStringLiteral("b")});
    auto* button = new QToolButton(&window);
    button->move(0, 60);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    int pressed = 0;
    connect(button, &QToolButton::clicked, this, [&] { ++pressed; });
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Return);
    QCOMPARE(pressed, 1);
    const auto scroll = [&] {
        QWheelEvent wheel(QPointF(5, 5), list->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(list, &wheel);
    };
    scroll();
    QCOMPARE(list->currentIndex(), 0);
    list->setFocus(); // now it is meant
    scroll();
    QCOMPARE(list->currentIndex(), 1);
}

void TestScreens::offersWithLongNamesAreInReach()
{
    QFETCH(QSize, size);
    OfferBar bar;
    for (const char* name : {"a", "b"})
        bar.offer(QLatin1String(name),
                  QStringLiteral("Sparsescope ended unexpectedly: %1 with 1 plan, today")
                      .arg(longName(QStringLiteral(".mtx"))),
                  {{QStringLiteral("Restore"), {}}, {QStringLiteral("Discard"), {}}});
    bar.setFixedWidth(size.width());
    bar.show();
    const auto faults = [&bar] { return walk::layoutFaults(bar, bar).join(QLatin1Char('\n')); };
    QTRY_VERIFY2(faults().isEmpty(), qPrintable(faults()));
    for (const auto* area : bar.findChildren<QScrollArea*>())
        QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
}

void TestScreens::whatIsCutIsSaidByATooltip()
{
    ElidedLabel label;
    label.setText(longName(QStringLiteral(".mtx")));
    label.resize(120, 20);
    label.show();
    QVERIFY(label.cut());
    QHelpEvent help(QEvent::ToolTip, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
    QCoreApplication::sendEvent(&label, &help);
    QCOMPARE(QToolTip::text(), label.text());
    QToolTip::hideText();
    label.resize(label.sizeHint());
    QVERIFY(!label.cut());
}

void TestScreens::aFirstWindowFitsTheScreen()
{
    const QString file = inOutput("screens-first.ini");
    QFile::remove(file);
    TabbedWindow window(Hooks{}, std::make_shared<QSettings>(file, QSettings::IniFormat));
    window.show();
    const QSize room = window.screen()->availableSize();
    QVERIFY(room.width() < 1440 || room.height() < 900); // what it would like to have
    QTRY_VERIFY(window.frameGeometry().width() <= room.width() && window.frameGeometry().height() <= room.height());
}

void TestScreens::aKeptGeometryFitsTheScreen()
{
    const QString file = inOutput("screens-geometry.ini");
    QFile::remove(file);
    {
        TabbedWindow window(Hooks{}, std::make_shared<QSettings>(file, QSettings::IniFormat));
        window.setGeometry(300, 200, 3000, 2000);
        window.show();
        window.close();
    }
    TabbedWindow window(Hooks{}, std::make_shared<QSettings>(file, QSettings::IniFormat));
    window.show();
    const QRect room = window.screen()->availableGeometry(), kept = window.frameGeometry();
    QVERIFY(window.width() <= room.width() && window.height() <= room.height());
    QVERIFY(room.contains(kept.topLeft()));
}

void TestScreens::everyControlHasAName()
{
    MainWindow& window = *m_window;
    give(window, {1440, 900});
    QStringList nameless;
    for (const PageDefinition* page : allPages())
        for (const PageView& view : page->views) {
            window.showPage(page->key);
            window.page().showView(view.name);
            settle(window);
            nameless += walk::namelessControls(window);
        }
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void TestScreens::theCanvasTellsWhatIsPicked()
{
    MainWindow& window = *m_window;
    give(window, {1440, 900});
    window.showPage("explore");
    window.workspace().attention().select({});
    window.canvas().clearSelection();
    settle(window);
    QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&window.canvas());
    QVERIFY(canvas);
    QCOMPARE(canvas->role(), QAccessible::Graphic);
    QVERIFY(!canvas->text(QAccessible::Name).isEmpty());
    QCOMPARE(canvas->text(QAccessible::Value), QStringLiteral("nothing is picked"));
    // By the keyboard as by others.
    const auto row = m_data.matrix->rowOf(0);
    window.workspace().attention().setPick(raster::Element{row, m_data.matrix->colIdx()[0]});
    settle(window);
    const QString first = canvas->text(QAccessible::Value);
    QVERIFY2(first.startsWith(QStringLiteral("row %1, column %2, ").arg(row).arg(m_data.matrix->colIdx()[0])),
             qPrintable(first));
    QVERIFY2(first.contains(QStringLiteral("value")) || first.contains(QStringLiteral("non-zero")), qPrintable(first));
    QVERIFY2(first.contains(QStringLiteral("tile ")), qPrintable(first));
    QTest::keyClick(&window.canvas(), Qt::Key_Down);
    QVERIFY(canvas->text(QAccessible::Value) != first);
    window.workspace().attention().selectTile(1);
    settle(window);
    QVERIFY2(canvas->text(QAccessible::Value).contains(QStringLiteral("tile 1, ")),
             qPrintable(canvas->text(QAccessible::Value)));
}

VIEW_TEST(TestScreens)
#include "tst_screens.moc"
