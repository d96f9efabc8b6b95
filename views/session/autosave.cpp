// Keeps the window's work safe.
#include "views/session/autosave.h"

#include "engine/core/error.h"

#include <utility>

namespace sparsescope {

Autosave::Autosave(Workspace& workspace, std::function<SavedView()> viewNow, const QString& folder, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_viewNow(std::move(viewNow))
{
    m_writer->folder = folder;
    m_thread.setMaxThreadCount(1); // in the order of the calls
    m_small.setSingleShot(true);
    m_small.setInterval(250);
    connect(&m_small, &QTimer::timeout, this, &Autosave::writeSmall);
    connect(&m_workspace, &Workspace::matrixChanged, this, &Autosave::startAnew);
    connect(&m_workspace, &Workspace::plansChanged, this, &Autosave::addNew);
    connect(&m_workspace, &Workspace::runChanged, this, &Autosave::addNew);
    connect(&m_workspace, &Workspace::sweepsChanged, this, &Autosave::addNew);
    connect(&m_workspace, &Workspace::bookmarksChanged, this, [this] {
        m_bookmarksChanged = true;
        viewChanged();
    });
    connect(&m_workspace, &Workspace::noteChanged, this, [this] {
        m_noteChanged = true;
        viewChanged();
    });
    if (m_workspace.matrix())
        startAnew();
}

Autosave::~Autosave()
{
    m_thread.waitForDone();
}

void Autosave::enqueue(Task task)
{
    if (m_writer->broken)
        return;
    m_thread.start([this, writer = m_writer, task = std::move(task)] {
        if (writer->broken || writer->ending)
            return;
        try {
            if (!writer->file)
                writer->file = std::make_unique<RecoveryFile>(writer->folder.toStdString());
            task(*writer->file);
        } catch (const std::exception& e) {
            writer->broken = true;
            // This object waits for its thread, so it is still there.
            QMetaObject::invokeMethod(
                this, [this, sentence = QString::fromUtf8(e.what())] { Q_EMIT failed(sentence); },
                Qt::QueuedConnection);
        }
    });
}

void Autosave::startAnew()
{
    m_plans.clear();
    m_runs.clear();
    m_sweeps.clear();
    m_view.reset();
    m_noteChanged = !m_workspace.note().isEmpty();
    m_bookmarksChanged = !m_workspace.bookmarks().empty();
    if (const MatrixPtr matrix = m_workspace.matrix())
        enqueue([matrix](RecoveryFile& file) { file.begin(*matrix); });
    else
        enqueue([](RecoveryFile& file) { file.remove(); });
    addNew();
    viewChanged();
}

void Autosave::addNew()
{
    if (!m_workspace.matrix())
        return;
    const QList<OpenPlan>& plans = m_workspace.plans();
    // A list that is not the old one with something behind it is written anew.
    bool grown = plans.size() >= m_plans.size();
    for (qsizetype i = 0; grown && i < m_plans.size(); ++i)
        grown = plans[i].plan == m_plans[i];
    if (!grown)
        return startAnew();
    for (qsizetype i = m_plans.size(); i < plans.size(); ++i) {
        m_plans.push_back(plans[i].plan);
        enqueue([plan = plans[i].plan, trace = plans[i].trace, title = plans[i].title.toStdString()](
                    RecoveryFile& file) { file.addPlan(*plan, trace ? *trace : Trace{}, title); });
    }
    for (const OpenRun& run : m_workspace.runs()) {
        if (m_runs.contains(run.profile))
            continue;
        m_runs.push_back(run.profile);
        const auto plan = static_cast<int>(m_plans.indexOf(run.plan));
        if (plan >= 0)
            enqueue([profile = run.profile, plan](RecoveryFile& file) { file.addRun(*profile, plan); });
    }
    for (const SweepPtr& sweep : m_workspace.sweeps()) {
        if (m_sweeps.contains(sweep))
            continue;
        m_sweeps.push_back(sweep);
        enqueue([sweep](RecoveryFile& file) { file.addSweep(*sweep); });
    }
}

// Not started again by each change: what comes in a stream is still written four times a second.
void Autosave::viewChanged()
{
    if (!m_small.isActive())
        m_small.start();
}

void Autosave::writeSmall()
{
    if (!m_workspace.matrix())
        return;
    const SavedView view = m_viewNow();
    SavedView sameDate = view;
    if (m_view)
        sameDate.created = m_view->created;
    if (!m_view || !(sameDate == *m_view)) {
        m_view = view;
        enqueue([view](RecoveryFile& file) { file.setView(view); });
    }
    if (std::exchange(m_bookmarksChanged, false))
        enqueue([bookmarks = m_workspace.bookmarks()](RecoveryFile& file) { file.setBookmarks(bookmarks); });
    if (std::exchange(m_noteChanged, false))
        enqueue([note = m_workspace.note().toStdString()](RecoveryFile& file) { file.setNote(note); });
}

void Autosave::replaces(const QString& path)
{
    writeSmall();
    enqueue([old = path.toStdString()](RecoveryFile&) { removeRecovery(old); });
}

void Autosave::flush()
{
    writeAll();
    m_thread.waitForDone();
}

void Autosave::writeAll()
{
    m_small.stop();
    writeSmall();
}

std::unique_ptr<RecoveryFile> Autosave::take()
{
    m_writer->ending = true;
    return m_workspace.matrix() && !m_writer->broken ? std::move(m_writer->file) : nullptr;
}

void Autosave::finish()
{
    m_small.stop();
    m_writer->ending = true; // what still waits need not be written
    m_thread.waitForDone();
    if (m_writer->file)
        m_writer->file->remove();
    m_writer->file.reset();
}

} // namespace sparsescope
