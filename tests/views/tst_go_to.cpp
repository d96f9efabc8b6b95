// The field that leads to a row and a column: what it takes, and what it says beside itself where it takes nothing.
#include "engine/matrix/patterns.h"
#include "tests/views/view_test.h"
#include "views/heatmap/go_to.h"
#include "views/heatmap/heatmap_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace sparsescope;

class TestGoTo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsTypedIsUnderstood_data();
    void whatIsTypedIsUnderstood();
    void theReasonStandsBesideTheField();
};

void TestGoTo::whatIsTypedIsUnderstood_data()
{
    // In a matrix of 4,096 rows and 500,000 columns; empty: not understood, `why` says this.
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("why");
    const auto add = [](const char* typed, const char* place, const char* why = "") {
        QTest::newRow(typed) << QString::fromUtf8(place) << QString::fromUtf8(why);
    };
    for (const char* typed : {"17,4095", " 17, 4095 ", "17 4095", "17\t4095", "17;4095", "17 ; 4,095", "(17, 4095)",
                              "[17,4095]", "17, 4,095", "17 4,095", "17 4'095", "17 4_095", "r 17 c 4095", "R17C4095",
                              "row 17, column 4,095", "row: 17 col: 4095", "r=17, c=4095", "c 4095 r 17"})
        add(typed, "17-17 4095-4095");
    add("12,345", "12-12 345-345"); // two numbers are asked for
    add("1,204,887", "", "Row 1 and column 204,887, or row 1,204 and column 887? Put a blank between them.");
    add("1,204, 887", "1204-1204 887-887");
    add("1,204 204,887", "1204-1204 204887-204887");
    add("1,999,887", "1999-1999 887-887"); // the other reading is beyond the last column
    add("16-31,0-63", "16-31 0-63");
    add("16 - 31, 0 – 63", "16-31 0-63");
    add("31-16 7", "16-31 7-7");
    add("rows 16-31 columns 0-63", "16-31 0-63");
    add("4096,0", "", "The last row is 4,095.");
    add("0,500000", "", "The last column is 499,999.");
    for (const char* wrong : {"3", "a,b", "-1,5", "", ",", "1.5, 2", "1,2,3", "17,99999999999999999999"})
        add(wrong, "", "Type a row from 0 to 4,095 and a column from 0 to 499,999");
}

void TestGoTo::whatIsTypedIsUnderstood()
{
    QFETCH(QString, place);
    QFETCH(QString, why);
    const GoTo to = parseGoTo(QString::fromUtf8(QTest::currentDataTag()), 4096, 500'000);
    const QString got = to.place ? QStringLiteral("%1-%2 %3-%4")
                                       .arg(to.place->rowBegin)
                                       .arg(to.place->rowEnd - 1)
                                       .arg(to.place->colBegin)
                                       .arg(to.place->colEnd - 1)
                                 : QString();
    QCOMPARE(got, place);
    QCOMPARE(to.why.isEmpty(), why.isEmpty());
    QVERIFY2(why.isEmpty() || to.why.startsWith(why), qPrintable(to.why));
}

void TestGoTo::theReasonStandsBesideTheField()
{
    HeatMapView view;
    view.resize(700, 500);
    view.setMatrix(rmat(4096, 50'000, 3));
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    QVERIFY(view.waitForRendered());
    QTest::keyClick(&view, Qt::Key_G);
    auto* edit = view.findChild<QLineEdit*>();
    auto* why = edit->parentWidget()->findChild<QLabel*>();
    QVERIFY(edit->isVisible() && edit->hasFocus());
    QVERIFY(!why->isVisible());
    QTest::keyClicks(edit, QStringLiteral("5000 1"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(edit->isVisible() && why->isVisible());
    QCOMPARE(why->text(), QStringLiteral("The last row is 4,095."));
    QCOMPARE(edit->accessibleDescription(), why->text());
    const QRect field(edit->mapTo(&view, QPoint()), edit->size()), reason(why->mapTo(&view, QPoint()), why->size());
    QCOMPARE(reason.left(), field.left());
    QCOMPARE(reason.top(), field.bottom() + 1);
    QVERIFY(why->height() >= why->heightForWidth(why->width()));
    // It goes with the next letter, and is not there the next time.
    QTest::keyClicks(edit, QStringLiteral("7 9"));
    QVERIFY(!why->isVisible());
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(!edit->isVisible());
    QCOMPARE(view.pick()->row, 7);
    QCOMPARE(view.pick()->col, 9);
    QSignalSpy selected(&view, &HeatMapView::rectangleSelected);
    QTest::keyClick(&view, Qt::Key_G);
    QTest::keyClicks(edit, QStringLiteral("0-15 32-63"));
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(selected.size(), 1);
    QVERIFY(view.selectedRectangle() == (raster::ElementRect{0, 16, 32, 64}));
}

VIEW_TEST(TestGoTo)
#include "tst_go_to.moc"
