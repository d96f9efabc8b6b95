// File > Open edge list: what a dialog makes of the first lines, and of a file that does not say what its columns are.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "tests/views/view_test.h"
#include "views/main_window/edges_dialog.h"
#include "views/main_window/main_window.h"
#include "views/parts/offer_bar.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace sparsescope;

namespace {

const std::string fiveColumns = "# measured\n7 0 1 0.5 x\n8 1 2 0.25 y\n";

template <class Part>
Part& named(QObject& parent, const char* name)
{
    return *parent.findChild<Part*>(QLatin1String(name));
}

QPushButton& openButton(QDialog& dialog)
{
    return *dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
}

void chooseColumns(QDialog& dialog)
{
    named<QComboBox>(dialog, "edges-source").setCurrentIndex(2);
    named<QComboBox>(dialog, "edges-target").setCurrentIndex(3);
    named<QComboBox>(dialog, "edges-weight").setCurrentText(QStringLiteral("Column 4"));
}

} // namespace

class TestEdges : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstLinesShowWhatIsGuessed();
    void aChoiceIsSeenAtOnceAndGoesIntoTheOptions();
    void aFileThatDoesNotSayHowIsOpenedAsSomebodySays();
};

void TestEdges::theFirstLinesShowWhatIsGuessed()
{
    EdgesDialog dialog(QStringLiteral("a.csv"), "from,to,weight\n0,1,2.5\n1,2,3\n");
    const auto& table = named<QTableWidget>(dialog, "edges-preview");
    QCOMPARE(table.rowCount(), 2);
    QCOMPARE(table.horizontalHeaderItem(0)->text(), QStringLiteral("from: source"));
    QCOMPARE(table.horizontalHeaderItem(2)->text(), QStringLiteral("weight: weight"));
    QCOMPARE(table.verticalHeaderItem(0)->text(), QStringLiteral("2")); // line of the file
    QCOMPARE(table.item(1, 1)->text(), QStringLiteral("2"));
    QVERIFY(
        named<QLabel>(dialog, "edges-verdict").text().startsWith(QStringLiteral("Separated by comma; with weights")));
    QVERIFY(openButton(dialog).isEnabled());
    QVERIFY(!dialog.options().given());
}

void TestEdges::aChoiceIsSeenAtOnceAndGoesIntoTheOptions()
{
    EdgesDialog dialog(QStringLiteral("a.txt"), fiveColumns);
    dialog.show();
    QVERIFY(!openButton(dialog).isEnabled());
    QCOMPARE(named<QLabel>(dialog, "edges-verdict").text(),
             QStringLiteral("Line 2 has 5 columns, and nothing says which of them are meant."));
    QCOMPARE(named<QTableWidget>(dialog, "edges-preview").columnCount(), 5); // to choose by
    chooseColumns(dialog);
    QVERIFY(openButton(dialog).isEnabled());
    QCOMPARE(named<QTableWidget>(dialog, "edges-preview").horizontalHeaderItem(1)->text(),
             QStringLiteral("column 2: source"));
    named<QComboBox>(dialog, "edges-direction").setCurrentIndex(1);
    named<QComboBox>(dialog, "edges-base").setCurrentIndex(1);
    QCOMPARE(edgeOptionsText(dialog.options()), std::string("columns=2,3,4 base=0 symmetric"));
    named<QLineEdit>(dialog, "edges-size").setText(QStringLiteral("10x"));
    QVERIFY(!openButton(dialog).isEnabled());
    named<QLineEdit>(dialog, "edges-size").setText(QStringLiteral("10"));
    QCOMPARE(edgeOptionsText(dialog.options()), std::string("columns=2,3,4 base=0 symmetric size=10"));
    dialog.grab().save(inOutput("edges-dialog.png"));
}

void TestEdges::aFileThatDoesNotSayHowIsOpenedAsSomebodySays()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("five.txt"));
    writeText(path.toStdString(), fiveColumns);
    MainWindow window(Hooks{}, nullptr);
    window.show();
    QSignalSpy failed(&window.workspace().operations(), &Operations::failed);
    window.openFiles({path});
    QPushButton* how = nullptr;
    const auto offered = [&] {
        for (QPushButton* button : part<OfferBar>(window).findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Say how…"))
                how = button;
        return how != nullptr;
    };
    QTRY_VERIFY(offered());
    QCOMPARE(failed.size(), 1);
    QTimer answer;
    connect(&answer, &QTimer::timeout, &window, [&] {
        if (auto* dialog = qobject_cast<EdgesDialog*>(QApplication::activeModalWidget())) {
            answer.stop();
            chooseColumns(*dialog);
            openButton(*dialog).click();
        }
    });
    answer.start(20);
    how->click();
    QTRY_VERIFY(window.workspace().document().matrix() && window.settled());
    const Matrix& matrix = *window.workspace().document().matrix();
    QCOMPARE(matrix.rows(), 3);
    QCOMPARE(matrix.value(0), 0.5);
}

VIEW_TEST(TestEdges)
#include "tst_edges.moc"
