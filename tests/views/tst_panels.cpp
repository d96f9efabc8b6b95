// The panels beside the canvas: torn off, put elsewhere, dragged larger, brought back, and kept between runs.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/layouts.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/parts/action_palette.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTest>
#include <QTimer>

using namespace sparsescope;
using Panel = Panels::Panel;

class TestPanels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QFile::remove(m_file); }
    void tornOffPanelsGoOnAndDefaultLayoutBringsThemBack();
    void theStripStandsWhereThePageWantsIt();
    void aDraggedLineStaysForItsPage();
    void theLayoutIsKeptBetweenRuns();
    void settingsOfAnotherKindAreIgnored();
    void layoutsAreSavedByName();
    void jobsDoNotMoveTheCanvas();

private:
    std::unique_ptr<MainWindow> open()
    {
        auto window = std::make_unique<MainWindow>(Hooks{}, std::make_unique<QSettings>(m_file, QSettings::IniFormat));
        window->resize(1440, 900);
        window->show();
        window->workspace().document().setMatrix(m_data.matrix);
        window->workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        settle(*window);
        return window;
    }
    static void settle(MainWindow& window)
    {
        QTRY_VERIFY(window.settled());
        QTest::qWait(30);
    }
    static QDockWidget* dock(MainWindow& window, const char* name)
    {
        return window.findChild<QDockWidget*>(QString::fromLatin1(name));
    }
    static QAction* action(MainWindow& window, const QString& text)
    {
        for (QAction* a : window.findChildren<QAction*>())
            if (a->text().remove(QLatin1Char('&')) == text)
                return a;
        return nullptr;
    }
    QString m_file = inOutput("panels.ini");
    fake::Data m_data = fake::searched();
};

void TestPanels::tornOffPanelsGoOnAndDefaultLayoutBringsThemBack()
{
    const auto window = open();
    const QRect canvas = window->canvas().geometry();
    const QRect strip = dock(*window, "stripPanel")->geometry();
    const QRect inspector = dock(*window, "inspectorPanel")->geometry();
    action(*window, QStringLiteral("Tear off the inspector"))->trigger();
    action(*window, QStringLiteral("Tear off the page strip"))->trigger();
    settle(*window);
    QVERIFY(part<Panels>(*window).tornOff(Panel::Inspector) && part<Panels>(*window).tornOff(Panel::Strip));
    QVERIFY(dock(*window, "inspectorPanel")->isWindow() && dock(*window, "stripPanel")->isWindow());
    QCOMPARE(window->canvas().parentWidget()->size(),
             part<Panels>(*window).size()); // the canvas and its layers have all of the place
    // They go on answering.
    window->workspace().attention().selectTile(1);
    QVERIFY(part<Inspector>(*window).text().contains(QStringLiteral("level")));
    window->showPage("search");
    QCOMPARE(dock(*window, "stripPanel")->windowTitle(), QStringLiteral("Search"));
    QVERIFY(part<Panels>(*window).tornOff(Panel::Strip));
    window->showPage("explore");

    action(*window, QStringLiteral("Default layout"))->trigger();
    settle(*window);
    QVERIFY(!part<Panels>(*window).tornOff(Panel::Inspector) && !part<Panels>(*window).tornOff(Panel::Strip));
    QVERIFY(!action(*window, QStringLiteral("Tear off the inspector"))->isChecked());
    QCOMPARE(dock(*window, "stripPanel")->geometry(), strip);
    QCOMPARE(dock(*window, "inspectorPanel")->geometry(), inspector);
    QCOMPARE(window->canvas().geometry(), canvas);
}

void TestPanels::theStripStandsWhereThePageWantsIt()
{
    const auto window = open();
    QDockWidget* strip = dock(*window, "stripPanel");
    QDockWidget* inspector = dock(*window, "inspectorPanel");
    const int inspectorWidth = inspector->width();
    for (const char* page : {"kernel", "search", "kernel", "explore"}) {
        window->showPage(page);
        settle(*window);
        const QRect canvas = window->canvas().parentWidget()->geometry(); // with its layers
        if (std::string_view(page) == "kernel") {
            QVERIFY(canvas.right() < strip->x() && strip->geometry().right() < inspector->x());
            QCOMPARE(canvas.height(), strip->height());
        } else {
            QVERIFY(canvas.bottom() < strip->y());
            QCOMPARE(canvas.width(), strip->width());
        }
        QCOMPARE(inspector->width(), inspectorWidth);
        QCOMPARE(inspector->height(), part<Panels>(*window).height());
    }
    // Put at another side by hand, it stays there on every page.
    part<Panels>(*window).addDockWidget(Qt::TopDockWidgetArea, strip);
    for (const char* page : {"kernel", "search"}) {
        window->showPage(page);
        settle(*window);
        QVERIFY(strip->geometry().bottom() < window->canvas().parentWidget()->y());
    }
    part<Panels>(*window).restoreDefaults();
    settle(*window);
    QVERIFY(window->canvas().parentWidget()->geometry().bottom() < strip->y());
}

void TestPanels::aDraggedLineStaysForItsPage()
{
    const auto window = open();
    QDockWidget* strip = dock(*window, "stripPanel");
    const int before = strip->height();
    const QPoint line(strip->x() + 200, strip->y() - 2);
    QTest::mousePress(&part<Panels>(*window), Qt::LeftButton, {}, line);
    QTest::mouseMove(&part<Panels>(*window), line - QPoint(0, 30));
    QTest::mouseMove(&part<Panels>(*window), line - QPoint(0, 80));
    QTest::qWait(30); // lines move with the next round of events
    QTest::mouseRelease(&part<Panels>(*window), Qt::LeftButton, {}, line - QPoint(0, 80));
    settle(*window);
    const int dragged = strip->height();
    QCOMPARE(dragged, before + 80);
    window->showPage("search");
    settle(*window);
    QVERIFY(strip->height() != dragged);
    window->showPage("explore");
    settle(*window);
    QCOMPARE(strip->height(), dragged);
    part<Panels>(*window).restoreDefaults();
    settle(*window);
    QCOMPARE(strip->height(), before);
}

void TestPanels::theLayoutIsKeptBetweenRuns()
{
    {
        const auto window = open();
        part<Panels>(*window).addDockWidget(Qt::LeftDockWidgetArea, dock(*window, "inspectorPanel"));
        part<Panels>(*window).tearOff(Panel::Strip, true);
        settle(*window);
        window->closeUnasked();
    }
    const auto window = open();
    QCOMPARE(part<Panels>(*window).dockWidgetArea(dock(*window, "inspectorPanel")), Qt::LeftDockWidgetArea);
    QVERIFY(part<Panels>(*window).tornOff(Panel::Strip));
    QVERIFY(action(*window, QStringLiteral("Tear off the page strip"))->isChecked());
}

void TestPanels::layoutsAreSavedByName()
{
    const auto names = [](MainWindow& window) {
        QStringList all;
        for (int i = 0; i < part<LayoutsDialog>(window).list().count(); ++i)
            all << part<LayoutsDialog>(window).list().item(i)->text();
        return all;
    };
    {
        const auto window = open();
        part<Panels>(*window).addDockWidget(Qt::LeftDockWidgetArea, dock(*window, "inspectorPanel"));
        part<Panels>(*window).tearOff(Panel::Strip, true);
        settle(*window);
        // Saved under a name of its own, which is typed over.
        action(*window, QStringLiteral("Save this layout…"))->trigger();
        QListWidget& list = part<LayoutsDialog>(*window).list();
        QCOMPARE(names(*window), QStringList{QStringLiteral("Layout 1")});
        auto* edit = list.findChild<QLineEdit*>();
        QVERIFY(edit);
        QTest::keyClicks(edit, QStringLiteral("two screens"));
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE(names(*window), QStringList{QStringLiteral("two screens")});
        // Another one; a name that there is, and no name, are not taken.
        action(*window, QStringLiteral("Default layout"))->trigger();
        settle(*window);
        QVERIFY(!part<Panels>(*window).tornOff(Panel::Strip));
        part<LayoutsDialog>(*window).add();
        QCOMPARE(names(*window), (QStringList{QStringLiteral("Layout 1"), QStringLiteral("two screens")}));
        for (const QString& name : {QStringLiteral("two screens"), QString()}) {
            list.item(0)->setText(name);
            QCOMPARE(names(*window), (QStringList{QStringLiteral("Layout 1"), QStringLiteral("two screens")}));
        }
        part<LayoutsDialog>(*window).grab().save(inOutput("layouts.png"));
        list.setCurrentRow(0);
        for (QPushButton* button : part<LayoutsDialog>(*window).findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Delete"))
                button->click();
        QCOMPARE(names(*window), QStringList{QStringLiteral("two screens")});
    }
    // The next program has it, in the menu and in the palette.
    const auto window = open();
    QVERIFY(!part<Panels>(*window).tornOff(Panel::Strip));
    QTimer::singleShot(0, window.get(), [&] {
        auto* palette = qobject_cast<ActionPalette*>(QApplication::activeModalWidget());
        QVERIFY(palette);
        palette->findChild<QLineEdit*>()->setText(QStringLiteral("layout: two"));
        QCOMPARE(palette->list().count(), 1);
        QCOMPARE(palette->list().item(0)->text(), QStringLiteral("Layout: two screens"));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    });
    action(*window, QStringLiteral("All actions…"))->trigger();
    settle(*window);
    QVERIFY(part<Panels>(*window).tornOff(Panel::Strip));
    QCOMPARE(part<Panels>(*window).dockWidgetArea(dock(*window, "inspectorPanel")), Qt::LeftDockWidgetArea);
    action(*window, QStringLiteral("Default layout"))->trigger();
    settle(*window);
    QVERIFY(!part<Panels>(*window).tornOff(Panel::Strip));
    QCOMPARE(part<Panels>(*window).dockWidgetArea(dock(*window, "inspectorPanel")), Qt::RightDockWidgetArea);
}

void TestPanels::settingsOfAnotherKindAreIgnored()
{
    for (const QByteArray& bytes : {QByteArray("no layout"), QByteArray(), QByteArray(3, '\0'),
                                    QByteArray(4096, '\x01'), QByteArray("\0\0\0\1\0\0\0\1", 8)}) {
        {
            QSettings settings(m_file, QSettings::IniFormat);
            settings.setValue(QStringLiteral("panels"), bytes);
        }
        const auto window = open();
        QVERIFY(!part<Panels>(*window).tornOff(Panel::Strip));
        QVERIFY(window->canvas().parentWidget()->geometry().bottom() < dock(*window, "stripPanel")->y());
    }
}

void TestPanels::jobsDoNotMoveTheCanvas()
{
    const auto window = open();
    const QSize canvas = window->canvas().size();
    bool stop = false;
    window->workspace().jobs().start(
        Lane::Check, QStringLiteral("Waiting"),
        [](Progress& progress) {
            for (int i = 0; i < 200; ++i) {
                progress.check();
                QTest::qSleep(2);
            }
            return 0;
        },
        [&stop](int) { stop = true; });
    while (!stop) {
        QTest::qWait(20);
        QCOMPARE(window->canvas().size(), canvas);
    }
    QTRY_VERIFY(window->settled());
    QCOMPARE(window->canvas().size(), canvas);
}

VIEW_TEST(TestPanels)
#include "tst_panels.moc"
