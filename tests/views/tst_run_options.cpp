// How runs are made, as the window lets choose it: what is chosen goes to the worker.
#include "tests/support/fake_worker.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/main_window/run_dialog.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

using namespace sparsescope;

class TestRunOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsChosenGoesToTheWorker();

private:
    // Opens the dialog by its action, which blocks, and does this in it.
    static bool inDialog(MainWindow& window, const std::function<void(RunDialog&)>& what)
    {
        bool done = false;
        QTimer::singleShot(0, &window, [&] {
            if (auto* dialog = qobject_cast<RunDialog*>(QApplication::activeModalWidget())) {
                what(*dialog);
                done = true;
            }
        });
        for (QAction* action : window.findChildren<QAction*>())
            if (action->text() == QStringLiteral("Run &options…"))
                action->trigger();
        return done;
    }
    fake::Data m_data = fake::searched();
};

void TestRunOptions::whatIsChosenGoesToTheWorker()
{
    std::optional<RunOptions> asked;
    Hooks hooks;
    hooks.run.seed = 5;
    hooks.worker = fakeWorker([&](const GpuJob& job, Progress&, const Worker::Listener&) {
        asked = job.run;
        return session::Session();
    });
    MainWindow window(hooks, nullptr);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    QTRY_VERIFY(w.operations().whyNoGpuRun().isEmpty());
    const auto run = [&] {
        asked.reset();
        w.operations().runOnGpu();
        QTRY_VERIFY(asked && !w.operations().busy());
    };
    run();
    RunOptions expected;
    expected.seed = 5;
    expected.baselines = m_data.plan->op.definition().baselines;
    QVERIFY(*asked == expected);

    const QString kernel = QStringLiteral("/somewhere/own.so");
    QVERIFY(inDialog(window, [&](RunDialog& dialog) {
        QCOMPARE(dialog.findChild<QLineEdit*>(QStringLiteral("seed"))->text(), QStringLiteral("5"));
        dialog.findChild<QSpinBox*>(QStringLiteral("repeats"))->setValue(7);
        dialog.findChild<QLineEdit*>(QStringLiteral("seed"))->setText(QStringLiteral("11"));
        auto& values = *dialog.findChild<QComboBox*>(QStringLiteral("values"));
        QCOMPARE(values.currentIndex(), 0);
        values.setCurrentText(QStringLiteral("Random"));
        dialog.findChild<QCheckBox*>(QStringLiteral("tune"))->click();
        dialog.findChild<QCheckBox*>(QStringLiteral("counters"))->click();
        auto& against = *dialog.findChild<QListWidget*>(QStringLiteral("against"));
        QCOMPARE(against.count(), static_cast<int>(expected.baselines.size()));
        against.item(0)->setCheckState(Qt::Unchecked);
        dialog.addKernel(kernel);
        dialog.grab().save(inOutput("run-options.png"));
        dialog.accept();
    }));
    run();
    expected.repeats = 7;
    expected.seed = 11;
    expected.values = MatrixValues::Random;
    expected.tune = expected.counters = false;
    expected.baselines.erase(expected.baselines.begin());
    expected.baselines.push_back("kernel:/somewhere/own.so");
    QVERIFY(*asked == expected);

    // Kept for the next time; what is not confirmed changes nothing; a kernel that is not raced is forgotten.
    QVERIFY(inDialog(window, [&](RunDialog& dialog) {
        QCOMPARE(dialog.findChild<QSpinBox*>(QStringLiteral("repeats"))->value(), 7);
        QCOMPARE(dialog.findChild<QComboBox*>(QStringLiteral("values"))->currentText(), QStringLiteral("Random"));
        auto& against = *dialog.findChild<QListWidget*>(QStringLiteral("against"));
        QCOMPARE(against.item(0)->checkState(), Qt::Unchecked);
        QCOMPARE(against.item(against.count() - 1)->text(), QStringLiteral("own.so"));
        against.item(against.count() - 1)->setCheckState(Qt::Unchecked);
        dialog.reject();
    }));
    run();
    QVERIFY(*asked == expected);
    QVERIFY(inDialog(window, [](RunDialog& dialog) {
        auto& against = *dialog.findChild<QListWidget*>(QStringLiteral("against"));
        against.item(against.count() - 1)->setCheckState(Qt::Unchecked);
        dialog.accept();
    }));
    run();
    expected.baselines.pop_back();
    QVERIFY(*asked == expected);
}

VIEW_TEST(TestRunOptions)
#include "tst_run_options.moc"
