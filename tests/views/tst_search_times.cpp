// Search against run time of a batch's plans in the window: which pay off, after how many runs, and where.
#include "engine/core/files.h"
#include "tests/views/fake_batch.h"
#include "tests/views/tabs_window.h"
#include "views/export/export_dialog.h"
#include "views/pages/batch/batch_page.h"
#include "views/pages/batch/batch_search_view.h"
#include "views/pages/batch/search_time_plot.h"

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeWidget>

#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

class TestSearchTimes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plannersSayWhenTheirSearchesPayOff();
    void aClickFindsTheCase();
    void thereIsAWordWhereThereIsNothingToShow();
    void plotsAndTimesAreExported();

private:
    std::unique_ptr<TabbedWindow> open(const std::vector<json>& rows) const;
    static std::vector<json> measuredRows();
    static BatchSearchView& view(TabbedWindow& window) { return part<BatchPage>(window.current()).searches(); }
    static QString text(const QTableWidget& table, int row, int column) { return table.item(row, column)->text(); }
    static QString lineOf(const QTreeWidget& list, int row)
    {
        QStringList texts;
        for (int column = 0; column < list.columnCount(); ++column)
            texts << list.topLevelItem(row)->text(column);
        return texts.join(QStringLiteral(" | "));
    }

    QTemporaryDir m_folder;
};

// hyb searches 2 ms and takes 1,000 ns everywhere. stile searches 10 ms and takes 600 ns; 12 ms, 500 ns; 10 ms, 2,000
// ns.
std::vector<json> TestSearchTimes::measuredRows()
{
    std::vector<json> rows;
    int job = 0;
    for (const auto& [matrix, seconds, ns] :
         {std::tuple("a", 0.010, 600.0), {"b", 0.012, 500.0}, {"c", 0.010, 2000.0}}) {
        ++job;
        json row = {{"matrix", matrix}, {"source", std::string("/nowhere/") + matrix},
                    {"job", job},       {"device", "H"},
                    {"verified", 1},    {"fingerprint", matrix}};
        row.update({{"name", "hyb"}, {"searchSeconds", 0.002}, {"measuredNs", 1000}});
        rows.push_back(row);
        row.update({{"name", "stile"}, {"searchSeconds", seconds}, {"measuredNs", ns}});
        rows.push_back(row);
        row.update({{"name", "cusparse:csr"}, {"searchSeconds", nullptr}, {"measuredNs", 1200}});
        rows.push_back(row);
    }
    return rows;
}

std::unique_ptr<TabbedWindow> TestSearchTimes::open(const std::vector<json>& rows) const
{
    auto window = tabs::open({fake::batchTable(m_folder.filePath(QStringLiteral("t.sqlite")), rows)});
    window->resize(1280, 720);
    tabs::settle(*window);
    part<BatchPage>(window->current()).showView("search-times");
    tabs::settle(*window);
    return window;
}

void TestSearchTimes::plannersSayWhenTheirSearchesPayOff()
{
    const auto window = open(measuredRows());
    BatchSearchView& shown = view(*window);
    QVERIFY(shown.plot().isVisible());
    QCOMPARE(shown.plot().times().size(), 6U);
    QCOMPARE(shown.baseline().currentText(), QStringLiteral("hyb")); // whose search is the shortest
    QCOMPARE(shown.planners().topLevelItemCount(), 2);
    QCOMPARE(lineOf(shown.planners(), 0), QStringLiteral("hyb | 3 | 2 ms | 1.67x | baseline | –"));
    QCOMPARE(lineOf(shown.planners(), 1), QStringLiteral("stile | 3 | 10 ms | 1x | after 20 k | 33 %"));
    QVERIFY2(shown.note().contains(QStringLiteral("measured on H and verified")), qPrintable(shown.note()));
    // The dearest search is asked about first.
    QCOMPARE(shown.planners().currentItem()->text(0), QStringLiteral("stile"));
    QCOMPARE(shown.cases().rowCount(), 3);
    QCOMPARE(text(shown.cases(), 2, 0), QStringLiteral("c"));
    QCOMPARE(text(shown.cases(), 2, 3), QStringLiteral("never"));
    QVERIFY2(shown.listed().startsWith(QStringLiteral("stile, 3 cases")), qPrintable(shown.listed()));

    shown.baseline().setCurrentText(QStringLiteral("stile"));
    QCOMPARE(lineOf(shown.planners(), 0), QStringLiteral("hyb | 3 | 2 ms | 1.67x | up to 20 k | 0 %"));
    shown.baseline().setCurrentIndex(0); // the best library
    QCOMPARE(lineOf(shown.planners(), 0), QStringLiteral("hyb | 3 | 2 ms | 1.67x | after 10 k | 0 %"));
    QVERIFY2(shown.note().contains(QStringLiteral("Libraries search nothing")), qPrintable(shown.note()));
    shown.planners().topLevelItem(1)->setCheckState(0, Qt::Unchecked);
    QCOMPARE(shown.plot().times().size(), 3U);
    QCOMPARE(lineOf(shown.planners(), 0), QStringLiteral("hyb | 3 | 2 ms | 1x | after 10 k | 0 %"));
    QCOMPARE(lineOf(shown.planners(), 1), QStringLiteral("stile |  |  |  |  | "));
    shown.planners().topLevelItem(0)->setCheckState(0, Qt::Unchecked);
    QVERIFY(shown.planners().isVisible()); // to check one again
}

void TestSearchTimes::aClickFindsTheCase()
{
    const auto window = open(measuredRows());
    BatchSearchView& shown = view(*window);
    SearchTimePlot& plot = shown.plot();
    const auto placeOf = [&](std::size_t contestant, double ns) {
        for (std::size_t i = 0; i < plot.times().size(); ++i)
            if (plot.times()[i].contestant == contestant && plot.times()[i].ns == ns)
                return plot.positionOf(i).toPoint();
        return QPoint();
    };
    QTest::mouseClick(&plot, Qt::LeftButton, {}, placeOf(1, 500));
    QCOMPARE(shown.cases().currentRow(), 1);
    QCOMPARE(text(shown.cases(), 1, 0), QStringLiteral("b"));
    QCOMPARE(plot.ringed(), 2); // stile and hyb on b
    QCOMPARE(shown.listed(),
             QStringLiteral("stile on b: search 12 ms, a run 500 ns, 1x of the fastest's. Ahead of hyb (2 ms, "
                            "1 µs) after 20 k runs."));
    plot.replot();
    QVERIFY(window->grab().save(inOutput("search-times.png")));
    // Three of hyb lie on each other: one is taken, and its planner is listed.
    QTest::mouseClick(&plot, Qt::LeftButton, {}, placeOf(0, 1000));
    QCOMPARE(shown.planners().currentItem()->text(0), QStringLiteral("hyb"));
    QVERIFY2(shown.listed().endsWith(QStringLiteral("It is the baseline.")), qPrintable(shown.listed()));
    // It stays chosen when something else is the baseline, and goes where it is shown no more.
    shown.baseline().setCurrentText(QStringLiteral("stile"));
    QVERIFY2(shown.listed().contains(QStringLiteral("Ahead of stile (10 ms, 600 ns) up to 20 k runs.")),
             qPrintable(shown.listed()));
    QTest::mouseClick(&plot, Qt::LeftButton, {}, QPoint(plot.width() / 2, plot.height() / 2));
    QCOMPARE(plot.ringed(), 0);
    // The keyboard walks the list, and opens.
    shown.planners().setCurrentItem(shown.planners().topLevelItem(1));
    shown.cases().setFocus();
    shown.cases().selectRow(2);
    QCOMPARE(plot.ringed(), 2);
    const QSignalSpy wanted(&part<BatchPage>(window->current()), &Page::matrixWanted);
    QTest::keyClick(&shown.cases(), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted[0][0].toString(), QStringLiteral("/nowhere/c"));
    tabs::settle(*window);
    // Another filter: what was chosen is gone with its matrix.
    auto* name = part<BatchPage>(window->current()).findChild<QLineEdit*>();
    name->setText(QStringLiteral("/nowhere/a"));
    QTRY_COMPARE(plot.times().size(), 2U);
    QCOMPARE(plot.ringed(), 0);
}

void TestSearchTimes::thereIsAWordWhereThereIsNothingToShow()
{
    std::vector<json> rows = measuredRows();
    for (json& row : rows)
        row["searchSeconds"] = nullptr;
    const auto unknown = open(rows);
    QVERIFY(!view(*unknown).plot().isVisible());
    QVERIFY2(view(*unknown).note().contains(QStringLiteral("searchSeconds")), qPrintable(view(*unknown).note()));

    // stile alone is right, on a.
    rows = measuredRows();
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (i != 1)
            rows[i]["verified"] = 0;
    const auto wrong = open(rows);
    QCOMPARE(lineOf(view(*wrong).planners(), 0), QStringLiteral("hyb | 0 | – | – | – | –"));
    QCOMPARE(lineOf(view(*wrong).planners(), 1), QStringLiteral("stile | 1 | 10 ms | 1x | baseline | –"));
    auto* name = part<BatchPage>(wrong->current()).findChild<QLineEdit*>();
    name->setText(QStringLiteral("/nowhere/b"));
    QTRY_VERIFY(!view(*wrong).plot().isVisible());
    QVERIFY2(view(*wrong).note().contains(QStringLiteral("a verified run")), qPrintable(view(*wrong).note()));

    for (json& row : rows)
        row.update({{"measuredNs", nullptr}, {"verified", nullptr}, {"predictedNs", 50}});
    const auto predicted = open(rows);
    QVERIFY(view(*predicted).plot().isVisible());
    QCOMPARE(view(*predicted).plot().times().size(), 6U);
    QVERIFY2(view(*predicted).note().startsWith(QStringLiteral("Nothing was run")),
             qPrintable(view(*predicted).note()));
}

void TestSearchTimes::plotsAndTimesAreExported()
{
    const auto window = open(measuredRows());
    const auto exportLine = [&](int line, const QString& file) {
        QTimer::singleShot(0, window.get(), [&] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->list().setCurrentRow(line);
            dialog->exportTo(file);
            dialog->close();
        });
        part<BatchPage>(window->current()).exportPictureDialog();
        tabs::settle(*window);
    };
    const QString picture = m_folder.filePath(QStringLiteral("plot.png")),
                  table = m_folder.filePath(QStringLiteral("times.csv"));
    exportLine(0, picture);
    QVERIFY(!QImage(picture).isNull());
    exportLine(3, table); // after plot, page and window
    const QStringList lines = QString::fromStdString(readText(table.toStdString())).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 8);
    QCOMPARE(lines[0], QStringLiteral("matrix,source,planner,search_ns,run_ns,run_is,run_over_fastest,baseline,"
                                      "baseline_search_ns,baseline_run_ns,ahead,runs"));
    QVERIFY2(lines.contains(QStringLiteral("b,/nowhere/b,stile,12000000,500,measured,1,hyb,2000000,1000,after,20000")),
             qPrintable(lines.join(QLatin1Char('\n'))));
    QVERIFY(lines.contains(QStringLiteral("c,/nowhere/c,stile,10000000,2000,measured,2,hyb,2000000,1000,never,")));
    QVERIFY(lines.contains(QStringLiteral("a,/nowhere/a,hyb,2000000,1000,measured,1.6666666666666667,,,,,")));
}

VIEW_TEST(TestSearchTimes)
#include "tst_search_times.moc"
