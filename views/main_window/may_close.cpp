// Nothing of worth goes without a word: saves are waited for, and what is in no file yet is asked about.
#include "views/main_window/main_window.h"
#include "views/workspace/workspace.h"

#include <QEventLoop>
#include <QMessageBox>
#include <QScopedValueRollback>

namespace sparsescope {

bool MainWindow::mayClose()
{
    return mayGo(tr("Save the work on %1 before it closes?"));
}

bool MainWindow::mayReplace()
{
    // In a frame it comes in a tab of its own.
    return m_frame || mayGo(tr("Save the work on %1 before another matrix takes its place?"));
}

void MainWindow::closeUnasked()
{
    const QScopedValueRollback unasked(m_unasked, true);
    close();
}

bool MainWindow::mayGo(const QString& question)
{
    if (m_asking)
        return false; // one question at a time
    const QScopedValueRollback asking(m_asking, true);
    for (;;) {
        waitForSaves();
        const QString unsaved = m_workspace->unsaved();
        if (unsaved.isEmpty() || !m_workspace->matrix())
            return true;
        const QString whole = question.arg(QString::fromStdString(m_workspace->matrix()->source().name));
        Answer answer = Answer::Cancel;
        if (m_ask) {
            answer = m_ask(whole, unsaved);
        } else {
            QMessageBox box(QMessageBox::Question, tr("Unsaved work"), whole,
                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
            box.setInformativeText(tr("In no file yet: %1.").arg(unsaved));
            box.setDefaultButton(QMessageBox::Save);
            const int button = box.exec();
            answer = button == QMessageBox::Save      ? Answer::Save
                     : button == QMessageBox::Discard ? Answer::Discard
                                                      : Answer::Cancel;
        }
        if (answer == Answer::Discard)
            return true;
        if (answer == Answer::Cancel || !saveBeforeGoing())
            return false;
        // What has come while it was saved is asked about again.
    }
}

// False: no file was chosen, or it could not be written, which the banner says.
bool MainWindow::saveBeforeGoing()
{
    bool good = true;
    const auto failed = connect(m_workspace.get(), &Workspace::failed, this, [&](const Failure& failure) {
        good = good && !failure.lane.startsWith(Jobs::saveLane({}));
    });
    const QString known = m_workspace->sessionPath();
    if (known.isEmpty())
        good = saveSessionDialog();
    else
        m_workspace->saveSession(known);
    waitForSaves();
    disconnect(failed);
    return good;
}

void MainWindow::waitForSaves()
{
    Jobs& jobs = m_workspace->jobs();
    if (!jobs.saving())
        return;
    QEventLoop loop;
    connect(&jobs, &Jobs::changed, &loop, [&] {
        if (!jobs.saving())
            loop.quit();
    });
    loop.exec();
}

} // namespace sparsescope
