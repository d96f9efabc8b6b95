// Nothing of worth goes without a word: saves are waited for, and what is in no file yet is asked about.
#include "views/main_window/main_window.h"
#include "views/workspace/workspace.h"

#include <QEventLoop>
#include <QMessageBox>
#include <QScopedValueRollback>

#include <algorithm>

namespace sparsescope {

bool MainWindow::mayClose()
{
    return mayGo(tr("Save the work on %1 before it closes?"), true);
}

bool MainWindow::mayReplace()
{
    // In a frame it comes in a tab of its own.
    return m_frame || mayGo(tr("Save the work on %1 before another matrix takes its place?"), false);
}

void MainWindow::closeUnasked()
{
    const QScopedValueRollback unasked(m_unasked, true);
    close();
}

MainWindow::Answer MainWindow::ask(const QString& question, const QString& unsaved)
{
    if (m_ask)
        return m_ask(question, unsaved);
    QMessageBox box(QMessageBox::Question, tr("Unsaved work"), question,
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setInformativeText(tr("In no file yet: %1.").arg(unsaved));
    box.setDefaultButton(QMessageBox::Save);
    const int button = box.exec();
    return button == QMessageBox::Save      ? Answer::Save
           : button == QMessageBox::Discard ? Answer::Discard
                                            : Answer::Cancel;
}

bool MainWindow::mayGo(const QString& question, bool withPages)
{
    if (m_asking)
        return false; // one question at a time
    const QScopedValueRollback asking(m_asking, true);
    for (;;) {
        waitForSaves();
        const QString work = m_workspace->document().matrix() ? m_workspace->document().unsaved() : QString();
        QStringList unsaved;
        if (!work.isEmpty())
            unsaved << work;
        bool onMatrix = !work.isEmpty(); // or on its plans, beside the canvas
        std::vector<Page*> pages;
        if (withPages)
            for (Page* page : m_pages)
                if (const QString pageWork = page->unsavedWork(); !pageWork.isEmpty()) {
                    unsaved << pageWork;
                    pages.push_back(page);
                    onMatrix = onMatrix || !page->whole();
                }
        if (unsaved.isEmpty())
            return true;
        const MatrixPtr matrix = m_workspace->document().matrix();
        const QString what = onMatrix && matrix ? QString::fromStdString(matrix->source().name) : unsaved.back();
        const Answer answer = ask(question.arg(what), unsaved.join(tr(", and ")));
        if (answer == Answer::Discard)
            return true;
        if (answer == Answer::Cancel || (!work.isEmpty() && !saveBeforeGoing()) ||
            !std::all_of(pages.begin(), pages.end(), [](Page* page) { return page->saveBeforeGoing(); }))
            return false;
        // What has come while it was saved is asked about again.
    }
}

// False: no file was chosen, or it could not be written, which the banner says.
bool MainWindow::saveBeforeGoing()
{
    bool good = true;
    const auto failed = connect(&m_workspace->operations(), &Operations::failed, this,
                                [&](const Failure& failure) { good = good && failure.lane != Lane::Save; });
    const QString known = m_workspace->document().sessionPath();
    if (known.isEmpty())
        good = saveSessionDialog();
    else
        m_workspace->operations().saveSession(known);
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
