// File > New from pattern: every pattern is offered with its parameters, made, and opened as a matrix.
#include "engine/matrix/patterns/kinds.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/main_window/pattern_dialog.h"
#include "views/workspace/workspace.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace sparsescope;

class TestPatternDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPatternIsOfferedWithItsInitialParameters();
    void theMatrixIsOpened();
    void whatDoesNotFitTogetherIsSaidAndNothingIsLost();
};

void TestPatternDialog::everyPatternIsOfferedWithItsInitialParameters()
{
    PatternDialog dialog(QStringLiteral("New"), QStringLiteral("Pattern"), patternKinds());
    auto& kinds = *dialog.findChild<QComboBox*>();
    QCOMPARE(static_cast<std::size_t>(kinds.count()), patternKinds().size());
    dialog.show();
    for (int i = 0; i < kinds.count(); ++i) {
        kinds.setCurrentIndex(i);
        const PatternKind& kind = patternKinds()[static_cast<std::size_t>(i)];
        QCOMPARE(dialog.kind().toStdString(), kind.name);
        const auto expected = completeParameters(kind, nlohmann::json::object());
        QCOMPARE(QString::fromStdString(completeParameters(kind, dialog.parameters()).dump()),
                 QString::fromStdString(expected.dump()));
        for (const QLabel* text : dialog.findChildren<QLabel*>())
            QTRY_VERIFY2(!text->isVisible() || text->height() >= text->heightForWidth(text->width()),
                         qPrintable(text->text()));
        for (const QWidget* field : dialog.findChildren<QAbstractSpinBox*>())
            QVERIFY(field->height() >= field->minimumSizeHint().height());
        for (const QScrollArea* area : dialog.findChildren<QScrollArea*>())
            QTRY_COMPARE(area->verticalScrollBar()->maximum(), 0); // all its parameters are seen
        dialog.grab().save(QString::fromStdString(outputFile("pattern_" + kind.name + ".png")));
    }
}

void TestPatternDialog::theMatrixIsOpened()
{
    MainWindow window(Hooks{}, nullptr);
    window.show();
    Workspace& w = window.workspace();
    w.operations().makeMatrix(QStringLiteral("stencil2d"), {{"rows", 400}});
    QTRY_VERIFY(w.document().matrix() && window.settled());
    QCOMPARE(w.document().matrix()->rows(), 400);
    QVERIFY(window.windowTitle().contains(QStringLiteral("stencil2d")));
}

void TestPatternDialog::whatDoesNotFitTogetherIsSaidAndNothingIsLost()
{
    MainWindow window(Hooks{}, nullptr);
    window.show();
    Workspace& w = window.workspace();
    w.operations().makeMatrix(QStringLiteral("stencil2d"), {{"rows", 400}});
    QTRY_VERIFY(w.document().matrix());
    const MatrixPtr before = w.document().matrix();
    QSignalSpy failed(&w.operations(), &Operations::failed);
    w.operations().makeMatrix(QStringLiteral("crossing"), {{"rows", 4095}});
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(w.document().matrix(), before);
}

VIEW_TEST(TestPatternDialog)
#include "tst_pattern_dialog.moc"
