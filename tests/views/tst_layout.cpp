// The frame at the sizes of real screens: nothing is cut, and what belongs together is seen together.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/measure/counter_model.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/measure/overview_page.h"
#include "views/pages/measure/scatter_view.h"
#include "views/pages/measure/schedule_page.h"
#include "views/pages/measure/table_pages.h"
#include "views/pages/pages.h"
#include "views/parts/bars_view.h"
#include "views/workspace/workspace.h"

#include <QAbstractButton>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace sparsescope;

class TestLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsCut_data();
    void nothingIsCut();
    void measuredAndPredictedAreReadAtOnce_data() { sizes(); }
    void measuredAndPredictedAreReadAtOnce();

private:
    static void sizes();
    std::unique_ptr<MainWindow> windowWithRun(QSize size);
    fake::Data m_data = fake::searched();
};

namespace {

// A run with as many counters and baselines as the worker has.
ProfilePtr fullProfile(const Plan& plan)
{
    auto profile = std::make_shared<Profile>(*fake::profile(plan));
    profile->messages.clear();
    profile->counters.clear();
    for (const char* name :
         {"gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_bytes.sum",
          "lts__t_sector_hit_rate.pct", "l1tex__t_sector_hit_rate.pct",
          "sm__warps_active.avg.pct_of_peak_sustained_active", "sm__throughput.avg.pct_of_peak_sustained_elapsed",
          "dram__throughput.avg.pct_of_peak_sustained_elapsed", "smsp__inst_executed.sum",
          "smsp__inst_executed_pipe_tensor.sum", "lts__t_sectors_op_red.sum", "lts__t_sectors_op_atom.sum"})
        profile->counters.push_back({name, 123456, std::string(name).find("bytes") < 99 ? "B" : "", "What it means."});
    return profile;
}

bool seenWhole(const QWidget& widget, const QWidget& inside)
{
    return widget.isVisible() && inside.rect().contains(QRect(widget.mapTo(&inside, QPoint()), widget.size())) &&
           widget.visibleRegion().boundingRect() == widget.rect();
}

} // namespace

std::unique_ptr<MainWindow> TestLayout::windowWithRun(QSize size)
{
    auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    window->resize(size);
    window->show();
    Workspace& w = window->workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, fullProfile(*m_data.plan), true);
    [&] { QTRY_VERIFY(window->settled()); }();
    return window;
}

void TestLayout::sizes()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080), QSize(2560, 1440)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

void TestLayout::nothingIsCut_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QByteArray>("page");
    for (const QSize size : {QSize(1280, 800), QSize(1440, 900), QSize(2560, 1440)})
        for (const PageDefinition* page : allPages())
            QTest::addRow("%dx%d, %s", size.width(), size.height(), page->key) << size << QByteArray(page->key);
}

void TestLayout::nothingIsCut()
{
    QFETCH(QSize, size);
    QFETCH(QByteArray, page);
    const auto window = windowWithRun(size);
    window->showPage(page.constData());
    QTRY_VERIFY(window->settled());
    QTest::qWait(20);
    int seen = 0;
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (!widget->isVisible() || (!label && !button) || (label && label->text().isEmpty()))
            continue;
        const QString text = label ? label->text() : button->text();
        const int height =
            label && label->wordWrap() ? label->heightForWidth(label->width()) : widget->minimumSizeHint().height();
        QVERIFY2(widget->height() >= height, qPrintable(text));
        // The rail's words stand below icons; its buttons are all as wide as the widest.
        if ((!label || !label->wordWrap()) && !qobject_cast<const QToolButton*>(widget))
            QVERIFY2(widget->width() >= widget->minimumSizeHint().width(), qPrintable(text));
        ++seen;
    }
    QVERIFY(seen > 10);
}

void TestLayout::measuredAndPredictedAreReadAtOnce()
{
    QFETCH(QSize, size);
    const auto window = windowWithRun(size);
    window->showPage("measure");
    QTRY_VERIFY(window->settled());
    QTest::qWait(20);
    MeasurePage& page = part<MeasurePage>(*window);
    QStringList conditions;
    for (int i = 0; i < measureViews; ++i) {
        page.setView(static_cast<MeasureView>(i));
        QTest::qWait(10);
        // The heading stays where it is above every view.
        QStringList heading;
        for (const QLabel* label : page.findChildren<QLabel*>())
            if (label->isVisible() && label->mapTo(&page, QPoint()).y() < page.tabs().mapTo(&page, QPoint()).y())
                heading << label->text();
        QVERIFY(heading.join(QLatin1Char(' ')).contains(QStringLiteral("NVIDIA H200")));
        QVERIFY(heading.join(QLatin1Char(' ')).contains(QStringLiteral("recorded")));
        if (i == 0)
            conditions = heading;
        QCOMPARE(heading, conditions);
    }
    page.setView(MeasureView::Model);
    QTest::qWait(10);
    QVERIFY(seenWhole(page.scatter(), page));
    QVERIFY(page.scatter().width() >= 500 && page.scatter().height() >= 260);
    page.setView(MeasureView::Schedule);
    QTest::qWait(10);
    QVERIFY(seenWhole(page.schedule().view(), page));
    QVERIFY(page.schedule().view().width() >= 500 && page.schedule().view().height() >= 260);
    page.setView(MeasureView::Overview);
    QTest::qWait(10);
    QVERIFY(seenWhole(page.overview().call(), page));
    page.setView(MeasureView::Counters);
    QTest::qWait(10);
    QTableView& table = page.counterPage().table();
    QVERIFY(seenWhole(table, page));
    QVERIFY(table.verticalScrollBar()->maximum() <= (size.height() < 900 ? 3 : 0)); // rows
    QVERIFY(page.counters().rowCount() >= 14);
    for (int row = 0; row < page.counters().rowCount(); ++row)
        for (int column = 0; column < CounterModel::Meaning; ++column) {
            const QString text = page.counters().index(row, column).data().toString();
            QVERIFY2(table.isColumnHidden(column) ||
                         QFontMetrics(table.font()).horizontalAdvance(text) <= table.columnWidth(column) - 8,
                     qPrintable(text));
        }
}

VIEW_TEST(TestLayout)
#include "tst_layout.moc"
