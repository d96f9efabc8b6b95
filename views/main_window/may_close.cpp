// Nothing of worth goes without a word: files that are being written are waited for, and what is in no file yet or is
// still under way is asked about.
#include "views/main_window/main_window.h"
#include "views/workspace/workspace.h"

#include <QEventLoop>
#include <QScopedValueRollback>

#include <algorithm>
#include <array>

namespace sparsescope {

namespace {

constexpr double missed = 1; // seconds that a search has taken, for it to be missed when it goes

struct UnderWay {
    Lane lane;
    double from; // seconds
    QString text;
};

} // namespace

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
    return m_ask ? m_ask(question, unsaved) : askBeforeGoing(question, unsaved, this);
}

QString MainWindow::wouldLose()
{
    waitWhile({Lane::Save});
    return inWords(atStake(true).what);
}

// What would be lost and is of worth, and the name of what it belongs to.
MainWindow::AtStake MainWindow::atStake(bool withPages) const
{
    const MatrixPtr matrix = m_workspace->document().matrix();
    AtStake stake;
    stake.what = (matrix ? m_workspace->document().unsaved() : QStringList()) + underWay();
    bool onMatrix = !stake.what.isEmpty(); // or on its plans, beside the canvas
    QString whole;
    for (const Page* page : withPages ? m_pages : std::vector<Page*>())
        if (const QString work = page->unsavedWork(); !work.isEmpty()) {
            stake.what << work;
            onMatrix = onMatrix || !page->whole();
            whole = work;
        }
    stake.of = onMatrix && matrix ? QString::fromStdString(matrix->source().name)
               : whole.isEmpty()  ? tr("this tab")
                                  : whole;
    return stake;
}

QStringList MainWindow::underWay() const
{
    const std::array<UnderWay, 5> named = {{{Lane::Search, missed, tr("a search under way")},
                                            {Lane::Sweep, missed, tr("a sweep under way")},
                                            {Lane::Gpu, missed, tr("a run under way")},
                                            {Lane::Export, 0, tr("an export under way")},
                                            {Lane::Project, 0, tr("a project that is being written")}}};
    QStringList words;
    for (const JobStatus& job : m_workspace->jobs().running())
        for (const UnderWay& each : named)
            if (job.lane == each.lane && job.seconds >= each.from && !words.contains(each.text))
                words << each.text;
    return words;
}

bool MainWindow::mayGo(const QString& question, bool withPages)
{
    if (m_asking)
        return false; // one question at a time
    const QScopedValueRollback asking(m_asking, true);
    for (;;) {
        waitWhile({Lane::Save});
        const AtStake stake = atStake(withPages);
        if (stake.what.isEmpty())
            return true;
        const Answer answer = ask(question.arg(stake.of), inWords(stake.what));
        if (answer == Answer::Discard)
            return true;
        if (answer == Answer::Cancel || !saveAll(withPages))
            return false;
        // What has come while it was saved is asked about again.
    }
}

bool MainWindow::saveBeforeGoing()
{
    if (m_asking)
        return false;
    const QScopedValueRollback asking(m_asking, true);
    return saveAll(true);
}

// False: no file was chosen, or it could not be written, which the banner says.
bool MainWindow::saveAll(bool withPages)
{
    endJobs();
    if (!m_workspace->document().unsaved().isEmpty() && !saveAndWait())
        return false;
    return !withPages || std::all_of(m_pages.begin(), m_pages.end(), [](Page* page) {
        return page->unsavedWork().isEmpty() || page->saveBeforeGoing();
    });
}

// What is under way becomes something that can be saved: searches and sweeps end with what they have found, runs and
// exports are waited for. A second Cancel would drop what the first has kept.
void MainWindow::endJobs()
{
    Jobs& jobs = m_workspace->jobs();
    for (const JobStatus& job : jobs.running())
        if ((job.lane == Lane::Search || job.lane == Lane::Sweep) && !job.ending)
            jobs.cancel(job.id);
    waitWhile({Lane::Search, Lane::Gpu, Lane::Export, Lane::Project, Lane::Save});
}

bool MainWindow::saveAndWait()
{
    bool good = true;
    const auto failed = connect(&m_workspace->operations(), &Operations::failed, this,
                                [&](const Failure& failure) { good = good && failure.lane != Lane::Save; });
    good = saveSession() && good;
    waitWhile({Lane::Save});
    disconnect(failed);
    return good;
}

void MainWindow::waitWhile(std::initializer_list<Lane> lanes)
{
    Jobs& jobs = m_workspace->jobs();
    if (!jobs.busyIn(lanes))
        return;
    QEventLoop loop;
    connect(&jobs, &Jobs::changed, &loop, [&] {
        if (!jobs.busyIn(lanes))
            loop.quit();
    });
    loop.exec();
}

} // namespace sparsescope
