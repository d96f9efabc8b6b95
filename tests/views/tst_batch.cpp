// The table of a batch in the window: cards, filters, profiles, and matrices that are opened from it.
#include "engine/core/files.h"
#include "tests/views/fake_batch.h"
#include "tests/views/tabs_window.h"
#include "views/main_window/banner.h"
#include "views/pages/batch/batch_curves.h"
#include "views/pages/batch/batch_gallery.h"
#include "views/pages/batch/batch_page.h"
#include "views/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QSettings>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <nlohmann/json.hpp>

using namespace sparsescope;
using nlohmann::json;

class TestBatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aTableHasATabOfItsOwn();
    void cardsShowTheMatrixOrWhyNot();
    void onlyWhatIsSeenIsDrawn();
    void filtersLeaveWhatIsAskedFor();
    void profilesCompareWhatIsChecked();
    void aCardOpensItsMatrix();
    void aMissingFileIsNamed();
    void whatIsNoTableIsToldWithItsFile();
    void aTableThatGrowsIsReadAgain();

private:
    QString tableOf(const char* name, const std::vector<json>& rows) const;
    std::vector<json> measuredRows() const;
    std::unique_ptr<TabbedWindow> open() const;
    static BatchPage& page(TabbedWindow& window) { return part<BatchPage>(window.current()); }
    static QModelIndex card(BatchPage& page, const QString& name)
    {
        const QAbstractItemModel& model = *page.gallery().model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 0).data().toString() == name)
                return model.index(row, 0);
        return {};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file; // figure1.mtx in a folder "graphs"
};

void TestBatch::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("graphs")));
    m_file = m_folder->filePath(QStringLiteral("graphs/figure1.mtx"));
    QVERIFY(QFile::copy(tabs::figure, m_file));
}

QString TestBatch::tableOf(const char* name, const std::vector<json>& rows) const
{
    return fake::batchTable(m_folder->filePath(QLatin1String(name)), rows);
}

// A file, a pattern, and a file that is gone; hyb failed on the pattern.
std::vector<json> TestBatch::measuredRows() const
{
    std::vector<json> rows;
    int job = 0;
    for (const auto& [matrix, source] : {std::pair<std::string, std::string>{"figure1.mtx", m_file.toStdString()},
                                         {"pruned", "pruned --rows 64 --cols 64 --seed 2"},
                                         {"gone.mtx", "/nowhere/there/gone.mtx"}}) {
        ++job;
        for (const auto& [name, ns] : {std::pair("stile", 10.0), {"hyb", 20.0}, {"cusparse:csr", 15.0 * job}})
            rows.push_back({{"matrix", matrix},
                            {"source", source},
                            {"name", name},
                            {"job", job},
                            {"device", "H"},
                            {"measuredNs", ns},
                            {"verified", matrix == "pruned" && ns == 20 ? 0 : 1}});
    }
    return rows;
}

std::unique_ptr<TabbedWindow> TestBatch::open() const
{
    auto window = tabs::open({tableOf("some.sqlite", measuredRows())});
    window->resize(1280, 720);
    tabs::settle(*window);
    return window;
}

void TestBatch::aTableHasATabOfItsOwn()
{
    const auto settings =
        std::make_shared<QSettings>(m_folder->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    TabbedWindow window(Hooks{}, settings);
    window.show();
    const QString table = tableOf("some.sqlite", measuredRows());
    tabs::drop(window, {table});
    tabs::settle(window);
    QCOMPARE(window.count(), 1);
    QCOMPARE(window.current().page().key(), "batch");
    QCOMPARE(window.windowTitle(), QStringLiteral("some.sqlite – Sparsescope"));
    QCOMPARE(page(window).summary(), QStringLiteral("3 matrices, measured on H"));
    QCOMPARE(settings->value(QStringLiteral("recentFiles")).toStringList(), QStringList{table});
    // What is opened next stands beside it.
    window.openFiles({tabs::figure});
    tabs::settle(window);
    QCOMPARE(window.count(), 2);
    QCOMPARE(window.titleOf(*window.tabs()[0]), QStringLiteral("some.sqlite"));
    QCOMPARE(window.titleOf(*window.tabs()[1]), QStringLiteral("figure1.mtx"));
}

void TestBatch::cardsShowTheMatrixOrWhyNot()
{
    const auto window = open();
    BatchGallery& gallery = page(*window).gallery();
    QCOMPARE(gallery.model()->rowCount(), 3);
    const auto thumbnail = [&](const char* source) {
        BatchResult asked;
        asked.source = source;
        return gallery.thumbnail(asked);
    };
    QTRY_VERIFY(thumbnail("/nowhere/there/gone.mtx") && thumbnail("pruned --rows 64 --cols 64 --seed 2"));
    QVERIFY(!thumbnail(m_file.toStdString().c_str())->picture.isNull());
    QVERIFY(!thumbnail("pruned --rows 64 --cols 64 --seed 2")->picture.isNull());
    QVERIFY(thumbnail("/nowhere/there/gone.mtx")->picture.isNull());
    QCOMPARE(thumbnail("/nowhere/there/gone.mtx")->problem, QStringLiteral("The file is not there any more"));
    const QString told = card(page(*window), QStringLiteral("figure1.mtx")).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(told.contains(QStringLiteral("8 x 8, 10 non-zeros, stile: 10 ns, 1.5x as fast as cusparse:csr")),
             qPrintable(told));
    QVERIFY(window->grab().save(inOutput("batch.png")));
}

void TestBatch::onlyWhatIsSeenIsDrawn()
{
    std::vector<json> rows;
    for (int i = 0; i < 2000; ++i) {
        const std::string source = "pruned --rows 16 --cols 16 --seed " + std::to_string(i);
        rows.push_back({{"matrix", source}, {"source", source}, {"name", "stile"}, {"predictedNs", 10.0 + i}});
    }
    const auto window = tabs::open({tableOf("many.sqlite", rows)});
    tabs::settle(*window);
    QCOMPARE(page(*window).summary(), QStringLiteral("2,000 matrices, predicted: nothing was measured"));
    BatchGallery& gallery = page(*window).gallery();
    const auto drawn = [&] {
        int count = 0;
        for (const json& row : rows) {
            BatchResult asked;
            asked.source = row.at("source");
            count += gallery.thumbnail(asked) ? 1 : 0;
        }
        return count;
    };
    QTRY_VERIFY(drawn() >= 12);
    tabs::settle(*window);
    const int first = drawn();
    QVERIFY2(first < 60, qPrintable(QString::number(first)));
    gallery.setFocus();
    QTest::keyClick(&gallery, Qt::Key_End);
    QTRY_VERIFY(drawn() > first);
    tabs::settle(*window);
    QVERIFY(drawn() < 120);
}

void TestBatch::filtersLeaveWhatIsAskedFor()
{
    const auto window = open();
    BatchPage& batch = page(*window);
    const auto control = [&](const char* name) {
        QWidget* found = nullptr;
        for (QWidget* widget : batch.findChildren<QWidget*>())
            if (widget->accessibleName().startsWith(QLatin1String(name)))
                found = widget;
        return found;
    };
    auto& text = dynamic_cast<QLineEdit&>(*control("Part of the matrix' name"));
    text.setText(QStringLiteral("GRAPHS"));
    QTRY_COMPARE(batch.gallery().model()->rowCount(), 1);
    QCOMPARE(batch.summary(), QStringLiteral("1 of 3 matrices, measured on H"));
    text.setText(QStringLiteral("no such name"));
    QTRY_COMPARE(batch.gallery().model()->rowCount(), 0);
    QVERIFY(!batch.gallery().isVisible());
    text.clear();
    auto& most = dynamic_cast<QLineEdit&>(*control("At most"));
    most.setText(QStringLiteral("9"));
    QTRY_COMPARE(batch.gallery().model()->rowCount(), 0);
    most.setText(QStringLiteral("1e6"));
    QTRY_COMPARE(batch.gallery().model()->rowCount(), 3);
    auto& classes = dynamic_cast<QComboBox&>(*control("Class of matrices"));
    QCOMPARE(classes.count(), 4);
    classes.setCurrentText(QStringLiteral("there"));
    QVERIFY(card(batch, QStringLiteral("gone.mtx")).isValid() && batch.gallery().model()->rowCount() == 1);
    classes.setCurrentIndex(0);
    batch.findChild<QCheckBox*>()->click();
    QVERIFY(card(batch, QStringLiteral("pruned")).isValid() && batch.gallery().model()->rowCount() == 1);
    batch.findChild<QCheckBox*>()->click();
    dynamic_cast<QComboBox&>(*control("Order")).setCurrentText(QStringLiteral("By ratio"));
    QCOMPARE(batch.gallery().model()->index(0, 0).data().toString(), QStringLiteral("gone.mtx"));
}

void TestBatch::profilesCompareWhatIsChecked()
{
    const auto window = open();
    BatchPage& batch = page(*window);
    batch.showView("profiles");
    tabs::settle(*window);
    QVERIFY(batch.curves().isVisible());
    QTreeWidget& list = batch.curves().contestants();
    const auto figures = [&](int row) -> QString {
        return list.topLevelItem(row)->text(1) + QLatin1Char(' ') + list.topLevelItem(row)->text(2);
    };
    // hyb is right on two of three; stile is the best everywhere. Over cusparse's 15, 30, 45.
    QCOMPARE(figures(0), QStringLiteral("0 % 1.3x"));
    QCOMPARE(figures(1), QStringLiteral("100 % 2.73x"));
    QCOMPARE(figures(2), QStringLiteral("0 % 1x"));
    list.topLevelItem(1)->setCheckState(0, Qt::Unchecked);
    QCOMPARE(figures(0), QStringLiteral("33.3 % 1.3x"));
    QCOMPARE(figures(1), QStringLiteral(" 2.73x"));
    batch.curves().baseline().setCurrentText(QStringLiteral("stile"));
    QCOMPARE(figures(0), QStringLiteral("33.3 % 0.5x"));
    QVERIFY(batch.curves().note().contains(QStringLiteral("failed or was not verified")));
    batch.showView("classes");
    QTableWidget& classes = batch.curves().classes();
    QVERIFY(classes.isVisible());
    QCOMPARE(classes.rowCount(), 4);
    QCOMPARE(classes.item(3, 0)->text(), QStringLiteral("all"));
    QCOMPARE(classes.item(3, 2)->text(), QStringLiteral("0.5x"));
    QCOMPARE(classes.item(1, 0)->text(), QStringLiteral("pruned"));
    QCOMPARE(classes.item(1, 2)->text(), QStringLiteral("–")); // it failed there
    QVERIFY(window->grab().save(inOutput("batch-classes.png")));
}

void TestBatch::aCardOpensItsMatrix()
{
    const auto window = open();
    BatchPage& batch = page(*window);
    const QModelIndex figure = card(batch, QStringLiteral("figure1.mtx"));
    QTest::mouseClick(batch.gallery().viewport(), Qt::LeftButton, {}, batch.gallery().visualRect(figure).center());
    tabs::settle(*window);
    QCOMPARE(window->count(), 2);
    Workspace& opened = window->current().workspace();
    QVERIFY(opened.document().matrix());
    QCOMPARE(opened.document().matrix()->nnz(), 10);
    QCOMPARE(window->current().page().key(), "explore");
    QCOMPARE(opened.setup().op(), (Operator{OperatorKind::SDDMM, DataType::Float32, 64}));
    // By the keyboard, a pattern.
    window->showTab(*window->tabs()[0]);
    QVERIFY(batch.gallery().hasFocus());
    batch.gallery().setCurrentIndex(card(batch, QStringLiteral("pruned")));
    QTest::keyClick(&batch.gallery(), Qt::Key_Return);
    tabs::settle(*window);
    QCOMPARE(window->count(), 3);
    QCOMPARE(window->current().workspace().document().matrix()->rows(), 64);
}

void TestBatch::aMissingFileIsNamed()
{
    const auto window = open();
    BatchPage& batch = page(*window);
    batch.gallery().setCurrentIndex(card(batch, QStringLiteral("gone.mtx")));
    QTest::keyClick(&batch.gallery(), Qt::Key_Return);
    Banner& banner = part<Banner>(*window->tabs()[0]);
    QTRY_VERIFY(banner.isVisible());
    QVERIFY2(banner.text().contains(QStringLiteral("/nowhere/there/gone.mtx")), qPrintable(banner.text()));
    tabs::settle(*window);
    QCOMPARE(window->count(), 1);
    QCOMPARE(window->current().page().key(), "batch");
}

void TestBatch::whatIsNoTableIsToldWithItsFile()
{
    const QString empty = tableOf("empty.sqlite", {}), text = m_folder->filePath(QStringLiteral("text.sqlite"));
    writeText(text.toStdString(), "no table");
    std::string whole = readText(tableOf("cut.sqlite", measuredRows()).toStdString());
    const QString cut = m_folder->filePath(QStringLiteral("cut-here.sqlite")),
                  newer = m_folder->filePath(QStringLiteral("newer.sqlite"));
    writeText(cut.toStdString(), whole.substr(0, whole.size() / 2));
    whole[63] = 9; // PRAGMA user_version
    writeText(newer.toStdString(), whole);
    for (const auto& [file, why] :
         {std::pair(empty, "holds no case yet"), {text, "is not a Sparsescope"}, {cut, "damaged"}, {newer, "newer"}}) {
        const auto window = open();
        window->openFiles({file});
        Banner& banner = part<Banner>(*window->tabs()[0]);
        QTRY_VERIFY(banner.isVisible());
        QVERIFY2(banner.text().contains(QFileInfo(file).fileName()) && banner.text().contains(QLatin1String(why)),
                 qPrintable(banner.text()));
        tabs::settle(*window);
        QCOMPARE(window->count(), 1); // and the table before is still there
        QCOMPARE(page(*window).gallery().model()->rowCount(), 3);
    }
}

void TestBatch::aTableThatGrowsIsReadAgain()
{
    const auto window = open();
    BatchPage& shown = page(*window);
    QTRY_VERIFY(shown.summary().startsWith(QStringLiteral("3 matrices")));
    auto* text = shown.findChild<QLineEdit*>();
    text->setText(QStringLiteral("e")); // figure1, pruned, gone
    const json more = {{"matrix", "more"}, {"source", "pruned --rows 32"}, {"name", "stile"}, {"job", 9}};
    BatchTable(m_folder->filePath(QStringLiteral("some.sqlite")).toStdString()).add({{fake::batchRow(more, "more")}});
    QTRY_VERIFY(shown.summary().startsWith(QStringLiteral("4 matrices")));
    QCOMPARE(text->text(), QStringLiteral("e"));
}

VIEW_TEST(TestBatch)
#include "tst_batch.moc"
