// Keeps the window's work safe.
#include "views/session/autosave.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sparsescope {

Autosave::Autosave(Workspace& workspace, std::function<session::SavedView()> viewNow, const QString& folder,
                   QObject* parent)
    : QObject(parent), m_workspace(workspace), m_viewNow(std::move(viewNow))
{
    m_writer->folder = folder;
    m_thread.setMaxThreadCount(1); // in the order of the calls
    m_small.setSingleShot(true);
    m_small.setInterval(250);
    connect(&m_small, &QTimer::timeout, this, &Autosave::writeSmall);
    m_searchSoon.setSingleShot(true);
    m_searchSoon.setInterval(500);
    connect(&m_searchSoon, &QTimer::timeout, this, &Autosave::writeSearch);
    connect(&m_workspace.operations(), &Operations::searchWentOn, this, &Autosave::searchWentOn);
    connect(&m_workspace.jobs(), &Jobs::changed, this, [this] {
        if (!m_workspace.operations().searching())
            endSearch(); // its plan was handed over before
    });
    listen(m_workspace.document(), Document::MatrixChanged, this, &Autosave::startAnew);
    listen(m_workspace.document(), Document::PlansChanged | Document::RunsChanged | Document::SweepsChanged, this,
           &Autosave::addNew);
    listen(m_workspace.document(), Document::RuleChanged | Document::MaskRunsChanged, this, &Autosave::addOfMasks);
    listen(m_workspace.document(), Document::BookmarksChanged, this, [this] {
        m_bookmarksChanged = true;
        viewChanged();
    });
    listen(m_workspace.document(), Document::ProgramsChanged, this, &Autosave::viewChanged);
    listen(m_workspace.document(), Document::NoteChanged, this, [this] {
        m_noteChanged = true;
        viewChanged();
    });
    listen(m_workspace.document(), Document::PublishedChanged, this, [this] {
        m_publishedChanged = true;
        viewChanged();
    });
    if (m_workspace.document().matrix())
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
    m_thread.start([this, writer = m_writer, document = m_writer->document.load(), task = std::move(task)] {
        if (writer->broken || writer->ending || writer->document != document)
            return;
        try {
            if (!writer->file)
                writer->file = std::make_unique<session::RecoveryFile>(writer->folder.toStdString());
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
    ++m_writer->document;
    m_plans.clear();
    m_runs.clear();
    m_sweeps.clear();
    m_view.reset();
    endSearch();
    m_noteChanged = !m_workspace.document().note().isEmpty();
    m_publishedChanged = !m_workspace.document().published().empty();
    m_bookmarksChanged = !m_workspace.document().bookmarks().empty();
    const Document& document = m_workspace.document();
    enqueue([writer = m_writer, matrix = document.matrix(), masks = document.masks(),
             mask = document.mask()](session::RecoveryFile& file) {
        if (masks && masks == writer->masks)
            return file.turn(*matrix, mask);
        writer->masks.reset();
        writer->rules.clear();
        writer->maskRuns.clear();
        if (!matrix)
            return file.remove();
        masks ? file.begin(*matrix, *masks, mask) : file.begin(*matrix);
        writer->masks = masks;
    });
    addOfMasks();
    addNew();
    viewChanged();
}

// All of it: what was asked for before is not written any more once another mask has become the matrix.
void Autosave::addOfMasks()
{
    const Document& document = m_workspace.document();
    if (!document.masks())
        return;
    enqueue([writer = m_writer, rule = document.rule() ? document.rule()->plan : nullptr,
             runs = document.maskRuns()](session::RecoveryFile& file) {
        const auto add = [&](const DynamicPlanPtr& plan) {
            file.addDynamicPlan(*plan);
            writer->rules << plan;
        };
        for (const OpenMaskRun& run : runs) {
            if (writer->maskRuns.contains(run.run))
                continue;
            if (!writer->rules.contains(run.rule.plan))
                add(run.rule.plan);
            file.addMaskRun(*run.run, static_cast<int>(writer->rules.indexOf(run.rule.plan)));
            writer->maskRuns << run.run;
        }
        if (rule && (writer->rules.isEmpty() || writer->rules.back() != rule)) // the last one is that which is shown
            add(rule);
    });
}

void Autosave::addNew()
{
    if (!m_workspace.document().matrix())
        return;
    const QList<OpenPlan>& plans = m_workspace.document().plans();
    const auto there = [&](const Kept& kept) {
        return std::any_of(plans.begin(), plans.end(), [&](const OpenPlan& p) { return p.plan == kept.plan; });
    };
    // A shorter list lacks some; in one as long as before or longer, others stand in the places of those that it lacks.
    for (auto i = std::ssize(m_plans); i-- > 0 && std::ssize(m_plans) > plans.size();)
        if (!there(m_plans[at(i)]))
            remove(i);
    while (std::ssize(m_plans) > plans.size())
        remove(std::ssize(m_plans) - 1);
    for (qsizetype i = 0; i < plans.size(); ++i) {
        if (i == std::ssize(m_plans)) {
            m_plans.push_back({plans[i].plan});
            enqueue([plan = plans[i].plan, trace = plans[i].trace, title = plans[i].title.toStdString()](
                        session::RecoveryFile& file) { file.addPlan(*plan, trace ? *trace : Trace{}, title); });
        } else if (m_plans[at(i)].plan != plans[i].plan) {
            replace(i, plans[i]);
        }
    }
    for (const OpenRun& run : m_workspace.document().runs()) {
        const auto same = [&](const OpenRun& known) { return known.profile == run.profile; };
        const auto of = std::find_if(m_plans.begin(), m_plans.end(), [&](const Kept& k) { return k.plan == run.plan; });
        if (of == m_plans.end() || std::any_of(m_runs.begin(), m_runs.end(), same))
            continue;
        m_runs.push_back(run);
        of->newest = std::make_shared<std::atomic<int>>(0); // the run needs its plan: from here on that is written
        const auto plan = static_cast<int>(of - m_plans.begin());
        enqueue([profile = run.profile, plan](session::RecoveryFile& file) { file.addRun(*profile, plan); });
    }
    for (const SweepPtr& sweep : m_workspace.document().sweeps()) {
        if (m_sweeps.contains(sweep))
            continue;
        m_sweeps.push_back(sweep);
        enqueue([sweep](session::RecoveryFile& file) { file.addSweep(*sweep); });
    }
}

void Autosave::replace(qsizetype place, const OpenPlan& by)
{
    Kept& kept = m_plans[at(place)];
    forgetRuns(kept.plan);
    kept.plan = by.plan;
    kept.programs.reset();
    const int number = ++*kept.newest;
    enqueue([place, plan = by.plan, trace = by.trace, title = by.title.toStdString(), newest = kept.newest,
             number](session::RecoveryFile& file) {
        if (*newest == number)
            file.replacePlan(static_cast<int>(place), *plan, trace ? *trace : Trace{}, title);
    });
}

void Autosave::remove(qsizetype place)
{
    const Kept& kept = m_plans[at(place)];
    forgetRuns(kept.plan);
    ++*kept.newest;
    m_plans.erase(m_plans.begin() + place);
    enqueue([place](session::RecoveryFile& file) { file.removePlan(static_cast<int>(place)); });
}

// They go with their plan, and come again with it.
void Autosave::forgetRuns(const PlanPtr& plan)
{
    m_runs.removeIf([&](const OpenRun& run) { return run.plan == plan; });
}

// Not started again by each change: what comes in a stream is still written four times a second.
void Autosave::viewChanged()
{
    if (!m_small.isActive())
        m_small.start();
}

void Autosave::writeSmall()
{
    if (!m_workspace.document().matrix())
        return;
    const session::SavedView view = m_viewNow();
    session::SavedView sameDate = view;
    if (m_view)
        sameDate.created = m_view->created;
    if (!m_view || !(sameDate == *m_view)) {
        m_view = view;
        enqueue([view](session::RecoveryFile& file) { file.setView(view); });
    }
    writePrograms();
    if (std::exchange(m_bookmarksChanged, false))
        enqueue([bookmarks = m_workspace.document().bookmarks()](session::RecoveryFile& file) {
            file.setBookmarks(bookmarks);
        });
    if (std::exchange(m_noteChanged, false))
        enqueue(
            [note = m_workspace.document().note().toStdString()](session::RecoveryFile& file) { file.setNote(note); });
    if (std::exchange(m_publishedChanged, false))
        enqueue(
            [times = m_workspace.document().published()](session::RecoveryFile& file) { file.setPublished(times); });
}

void Autosave::writePrograms()
{
    const QList<OpenPlan>& plans = m_workspace.document().plans();
    for (qsizetype i = 0; i < std::min(plans.size(), static_cast<qsizetype>(m_plans.size())); ++i) {
        Kept& kept = m_plans[at(i)];
        const std::optional<KeptPrograms>& now = plans[i].programs;
        if (kept.plan != plans[i].plan || !now || now == kept.programs)
            continue;
        kept.programs = now;
        kept.newest = std::make_shared<std::atomic<int>>(0); // the plan that it is of has to be written
        enqueue([i, programs = *now](session::RecoveryFile& file) { file.setPrograms(static_cast<int>(i), programs); });
    }
}

void Autosave::searchWentOn(quint64 search, const session::SearchNews& news)
{
    if (m_writer->broken || m_writer->ending)
        return;
    if (search != m_searchNumber)
        endSearch();
    m_searchNumber = search;
    session::SearchNews now = news;
    if (!now.anew && !now.best) {
        now.anew = m_news.anew;
        std::vector<TraceRound> rounds = std::move(m_news.rounds);
        rounds.insert(rounds.end(), now.rounds.begin(), now.rounds.end());
        now.rounds = std::move(rounds);
    }
    if (!now.best)
        now.best = std::move(m_news.best);
    m_news = std::move(now);
    if (!m_searchSoon.isActive())
        m_searchSoon.start();
}

// One at a time: what is written holds on to tiles that the search would else bring up to date.
void Autosave::writeSearch()
{
    if (m_writer->broken || m_writer->ending)
        return;
    if (m_searchWriting->exchange(true))
        return m_searchSoon.start();
    enqueue([news = std::exchange(m_news, {}), writing = m_searchWriting](session::RecoveryFile& file) {
        file.addToSearch(news);
        *writing = false;
    });
}

void Autosave::endSearch()
{
    m_searchSoon.stop();
    m_news = {};
    if (std::exchange(m_searchNumber, 0) != 0)
        enqueue([](session::RecoveryFile& file) { file.endSearch(); });
}

void Autosave::replaces(const QString& path)
{
    writeSmall();
    enqueue([old = path.toStdString()](session::RecoveryFile&) { session::removeRecovery(old); });
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

std::unique_ptr<session::RecoveryFile> Autosave::take()
{
    m_writer->ending = true;
    return m_workspace.document().matrix() && !m_writer->broken ? std::move(m_writer->file) : nullptr;
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
