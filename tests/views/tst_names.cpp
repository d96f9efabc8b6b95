// Names as they are: an ampersand is a letter of them in every menu, tab and button; and the list of all actions finds
// what was typed.
#include "engine/matrix/patterns.h"
#include "tests/support/fake_worker.h"
#include "tests/views/tabs_window.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/main_window.h"
#include "views/main_window/start_view.h"
#include "views/parts/action_palette.h"
#include "views/parts/label_text.h"
#include "views/session/view_keeper.h"
#include "views/tabs/tab_row.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace sparsescope;

class TestNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAmpersandIsALetter();
    void thePaletteFindsWordsFirst();
    void thePaletteTakesLettersInOrder();
    void thePaletteChoosesTheMachineToRunOn();
};

namespace {

QStringList entriesOf(QMenu& menu)
{
    Q_EMIT menu.aboutToShow();
    QStringList texts;
    for (const QAction* action : menu.actions())
        texts << action->text();
    return texts;
}

QMenu& menuOf(MainWindow& window, const QString& title)
{
    for (QMenu* menu : window.menus().findChildren<QMenu*>())
        if (menu->title() == title)
            return *menu;
    qFatal("no such menu");
}

// What the palette lists once this was typed.
QStringList paletteFinds(TabbedWindow& window, const QString& typed)
{
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window))
        return {};
    QStringList names;
    QTimer::singleShot(0, &window, [&] {
        auto* palette = qobject_cast<ActionPalette*>(QApplication::activeModalWidget());
        if (!palette)
            return;
        palette->findChild<QLineEdit*>()->setText(typed);
        for (int i = 0; i < palette->list().count(); ++i)
            names << palette->list().item(i)->text().section(QStringLiteral("    "), 0, 0);
        palette->reject();
    });
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    return names;
}

} // namespace

void TestNames::anAmpersandIsALetter()
{
    const QTemporaryDir folder;
    const QString name = QStringLiteral("R&D & more.mtx"), label = QStringLiteral("R&&D && more.mtx");
    const QString file = folder.filePath(name);
    QVERIFY(QFile::copy(tabs::figure, file));
    TabbedWindow window({},
                        std::make_shared<QSettings>(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat));
    window.resize(1440, 900);
    window.show();
    window.openFiles({file});
    tabs::settle(window);
    MainWindow& tab = window.current();
    QCOMPARE(window.windowTitle(), name + QStringLiteral(" – Sparsescope"));
    QCOMPARE(entriesOf(menuOf(tab, QStringLiteral("Open &recent"))), QStringList{label});
    auto& conditions = part<ConditionLine>(tab);
    QVERIFY(entriesOf(conditions.matrixMenu()).contains(label));
    QVERIFY(conditions.findChildren<QToolButton*>().front()->text().startsWith(label));

    // A plan, a bookmark and another tab that bear such names.
    tab.workspace().operations().search();
    QTRY_VERIFY(tab.workspace().attention().plan());
    tabs::settle(window);
    session::SavedView view = part<ViewKeeper>(tab).now();
    view.name = "here & there";
    tab.workspace().document().setBookmarks({view});
    QVERIFY(entriesOf(menuOf(tab, QStringLiteral("&Bookmarks"))).contains(QStringLiteral("here && there")));
    const OpenPlan first = tab.workspace().document().plans()[0];
    tab.workspace().attention().show({std::make_shared<const Plan>(*first.plan), nullptr, QStringLiteral("a&b.json")});
    const QStringList plans = entriesOf(*conditions.findChildren<QToolButton*>()[2]->menu());
    QVERIFY2(std::any_of(plans.begin(), plans.end(),
                         [](const QString& p) { return p.startsWith(QStringLiteral("a&&b.json")); }),
             qPrintable(plans.join(QLatin1Char('|'))));
    window.newTab();
    bool onStart = false;
    for (const QToolButton* button : part<StartView>(window.current()).findChildren<QToolButton*>())
        onStart = onStart || button->text().startsWith(label);
    QVERIFY(onStart);
    window.current().workspace().document().setMatrix(crossing(256, 1));
    tabs::settle(window);
    QVERIFY(window.row().bar().tabText(0).startsWith(label));
    QVERIFY(paletteFinds(window, QStringLiteral("r&d")).contains(QStringLiteral("Link with ") + name));
    window.setAsk([](const QString&, const QString&) { return BeforeGoing::Discard; });
    for (MainWindow* each : window.tabs())
        each->setAsk([](const QString&, const QString&) { return BeforeGoing::Discard; });
    window.close();
    QCOMPARE(fromLabel(asLabel(name)), name);
    QCOMPARE(fromLabel(QStringLiteral("&Open a & && b&")), QStringLiteral("Open a  & b"));
}

void TestNames::thePaletteChoosesTheMachineToRunOn()
{
    const QTemporaryDir folder;
    const auto worker = fakeWorker();
    Hooks hooks;
    hooks.worker = worker;
    hooks.workerOn = [worker](const std::string&) { return worker; };
    TabbedWindow window(hooks,
                        std::make_shared<QSettings>(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat));
    window.show();
    window.openFiles({tabs::figure});
    tabs::settle(window);
    const QStringList names = paletteFinds(window, QStringLiteral("run on machine"));
    QCOMPARE(names, (QStringList{QStringLiteral("Run on: This machine"), QStringLiteral("Run on: Another machine…")}));
}

void TestNames::thePaletteFindsWordsFirst()
{
    const auto window = tabs::open({tabs::figure});
    tabs::settle(*window);
    QCOMPARE(paletteFinds(*window, QStringLiteral("tour")).value(0), QStringLiteral("Take the tour"));
    const QStringList tour = paletteFinds(*window, QStringLiteral("tour"));
    QVERIFY2(tour.contains(QStringLiteral("Show: Legend of the colours")), qPrintable(tour.join(QLatin1Char('|'))));
    QCOMPARE(paletteFinds(*window, QStringLiteral("legend")).value(0), QStringLiteral("Show: Legend of the colours"));
    QCOMPARE(paletteFinds(*window, QStringLiteral("sea")).value(0), QStringLiteral("Search"));
    QCOMPARE(paletteFinds(*window, QStringLiteral("as save")).value(0), QStringLiteral("Save session as…"));
    const QStringList all = paletteFinds(*window, {});
    QCOMPARE(all.value(0), QStringLiteral("Open…")); // as in the menus
    QVERIFY(all.size() > 60);
}

void TestNames::thePaletteTakesLettersInOrder()
{
    const QString text = QStringLiteral("Save session as…");
    const auto misfit = [&](const char* typed) { return ActionPalette::misfit(text, QString::fromLatin1(typed)); };
    QCOMPARE(misfit(""), std::optional(0));
    QCOMPARE(misfit("SESSION save"), std::optional(0));
    QCOMPARE(misfit("sa sess"), std::optional(1));
    QCOMPARE(misfit("essi"), std::optional(2));
    QCOMPARE(misfit("svss"), std::optional(3));
    QCOMPARE(misfit("zs"), std::nullopt);
}

VIEW_TEST(TestNames)
#include "tst_names.moc"
