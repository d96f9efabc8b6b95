// The jobs of the document: open, search, run, check, save.
#include "engine/cost/cost_model.h"
#include "engine/io/reader.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/plan/packed.h"
#include "engine/plan/plan_file.h"
#include "engine/search/liteform/features.h"
#include "engine/search/planner.h"
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "views/parts/numbers.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <QFileInfo>

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace sparsescope {

namespace {

const QString openLane = QStringLiteral("open");
const QString gpuLane = QStringLiteral("gpu");
const QString checkLane = QStringLiteral("check");
const QString factsLane = QStringLiteral("facts");
const QString runFactsLane = QStringLiteral("runFacts");

QString fileName(const QString& path)
{
    return QFileInfo(path).fileName();
}

} // namespace

void Workspace::open(const QStringList& paths)
{
    for (const QString& path : paths)
        m_toOpen.push_back({path, false});
    if (!m_jobs->busy(openLane))
        openNext();
}

void Workspace::add(const QStringList& paths)
{
    for (const QString& path : paths)
        m_toOpen.push_back({path, true});
    if (!m_jobs->busy(openLane))
        openNext();
}

void Workspace::openNext()
{
    if (m_toOpen.isEmpty())
        return;
    const auto [path, added] = m_toOpen.takeFirst();
    if (path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive))
        return openPlan(path);
    bool session = false;
    try {
        session = QFileInfo(path).isFile() && isSession(path.toStdString());
    } catch (const Error&) {
        // Not readable: the reader says so with its reason.
    }
    if (added)
        return addSession(path);
    session ? openSession(path) : openMatrix(path);
}

void Workspace::openMatrix(const QString& path)
{
    m_jobs->start(
        openLane, tr("Reading %1").arg(fileName(path)),
        [file = path.toStdString()](Progress& progress) { return readMatrix(file, progress); },
        [this, path](const MatrixPtr& matrix) {
            setMatrix(matrix);
            Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { m_toOpen.clear(); });
}

void Workspace::makeMatrix(const QString& kind, const nlohmann::json& parameters)
{
    m_jobs->start(
        openLane, tr("Making %1").arg(kind),
        [kind = kind.toStdString(), parameters](Progress& progress) { return makePattern(kind, parameters, progress); },
        [this](const MatrixPtr& matrix) { setMatrix(matrix); });
}

void Workspace::openSession(const QString& path, const QString& matrixPath, bool recovery)
{
    struct Found {
        Session session;
        std::optional<MissingMatrix> missing;
        std::string lost; // of a search
    };
    m_jobs->start(
        openLane, recovery ? tr("Restoring") : tr("Reading %1").arg(fileName(path)),
        [path, matrixPath, recovery](Progress& progress) {
            const std::string file = path.toStdString();
            Found found;
            try {
                found.session = recovery ? readRecovery(file, progress, matrixPath.toStdString(), &found.lost)
                                         : readSession(file, progress, matrixPath.toStdString());
            } catch (const MatrixMissing& missing) {
                const SessionSummary summary = readSessionSummary(file);
                found.missing = MissingMatrix{path,
                                              QString::fromStdString(summary.matrix),
                                              QString::fromStdString(summary.matrixPath),
                                              QString::fromStdString(missing.reason()),
                                              summary.plans,
                                              summary.runs,
                                              missing.changed(),
                                              recovery};
            }
            return found;
        },
        [this, path, recovery](Found found) {
            if (found.missing) {
                m_toOpen.clear();
                Q_EMIT matrixMissing(*found.missing);
                return;
            }
            adopt(std::move(found.session), true);
            if (!recovery) {
                m_saved = workNow();
                m_sessionPath = path;
            }
            if (!found.lost.empty())
                Q_EMIT message(tr("What a search had chosen when the program ended could not be restored: %1")
                                   .arg(QString::fromStdString(found.lost)));
            if (recovery)
                Q_EMIT restored(path);
            else
                Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { m_toOpen.clear(); });
}

void Workspace::openWithMatrix(const MissingMatrix& missing, const QString& matrixPath)
{
    openSession(missing.session, matrixPath, missing.recovery);
}

void Workspace::restore(const QString& recoveryFile)
{
    openSession(recoveryFile, {}, true);
}

void Workspace::openPlan(const QString& path)
{
    if (!m_matrix) {
        m_toOpen.clear();
        Q_EMIT failed({openLane, tr("Reading %1").arg(fileName(path)),
                       tr("%1: a plan belongs to a matrix; open its matrix first").arg(path), path, ErrorKind::Usage});
        return;
    }
    m_jobs->start(
        openLane, tr("Reading %1").arg(fileName(path)),
        [file = path.toStdString(), matrix = m_matrix](Progress&) {
            return std::pair(matrix, std::make_shared<const Plan>(readPlan(file, *matrix)));
        },
        [this, path](const std::pair<MatrixPtr, PlanPtr>& result) {
            if (result.first == m_matrix) {
                m_saved.plans.push_back(result.second);
                addPlan(result.second, {}, fileName(path));
            }
            Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { m_toOpen.clear(); });
}

void Workspace::addSession(const QString& path)
{
    if (!m_matrix) {
        m_toOpen.clear();
        Q_EMIT failed({openLane, tr("Reading %1").arg(fileName(path)),
                       tr("%1: what is added belongs to a matrix; open its matrix first").arg(path), path,
                       ErrorKind::Usage});
        return;
    }
    struct Found {
        MatrixPtr matrix; // that was open
        Session session;
    };
    m_jobs->start(
        openLane, tr("Reading %1").arg(fileName(path)),
        [file = path.toStdString(), matrix = m_matrix](Progress& progress) {
            // A matrix that it does not embed may be the file that is open.
            Found found{matrix, readSession(file, progress, matrix->source().path)};
            const Matrix& its = *found.session.matrix;
            if (its.fingerprint() != matrix->fingerprint())
                failInput(fmt::format("is of another matrix, {} of {} x {}", its.source().name, its.rows(), its.cols()),
                          {.file = file});
            return found;
        },
        [this, path](Found found) {
            if (found.matrix == m_matrix) {
                const qsizetype runs = m_runs.size(), sweeps = m_sweeps.size();
                const QList<PlanPtr> plans = take(found.session, true, QFileInfo(path).completeBaseName());
                // All of it stands in a file.
                m_saved.plans += plans;
                for (const OpenRun& run : m_runs.sliced(runs))
                    m_saved.runs += run.profile;
                m_saved.sweeps += m_sweeps.sliced(sweeps);
                Q_EMIT plansChanged();
                Q_EMIT runChanged();
                if (m_currentPlan < 0 && !plans.empty())
                    setCurrentPlan(0);
                Q_EMIT message(
                    tr("Added %1 of %2").arg(countOf(plans.size(), tr("plan"), tr("plans")), fileName(path)));
            }
            openNext();
        },
        [this](const Failure&) { m_toOpen.clear(); });
}

QList<PlanPtr> Workspace::take(Session& session, bool recorded, const QString& origin)
{
    QList<PlanPtr> plans;
    for (SessionPlan& entry : session.plans) {
        auto plan = std::make_shared<const Plan>(std::move(entry.plan));
        auto trace = entry.trace.rounds.empty() ? nullptr : std::make_shared<const Trace>(std::move(entry.trace));
        const QString title = entry.title.empty() ? titleOf(*plan) : QString::fromStdString(entry.title);
        plans.push_back(plan);
        m_plans.push_back({plan, trace, origin.isEmpty() ? title : tr("%1, %2").arg(title, origin), {}});
    }
    for (SessionRun& entry : session.runs)
        if (entry.plan >= 0 && entry.plan < plans.size())
            m_runs.push_back(
                {plans[entry.plan], std::make_shared<const Profile>(std::move(entry.profile)), {}, recorded});
    for (FinishedSweep& sweep : session.sweeps)
        m_sweeps.push_back(std::make_shared<const FinishedSweep>(std::move(sweep)));
    if (!session.sweeps.empty())
        Q_EMIT sweepsChanged();
    return plans;
}

void Workspace::adopt(Session session, bool recorded)
{
    setMatrix(session.matrix);
    const QList<PlanPtr> plans = take(session, recorded);
    Q_EMIT plansChanged();
    if (!plans.empty()) {
        // The plan of the newest run, or the newest plan.
        int shown = static_cast<int>(plans.size()) - 1;
        if (!session.runs.empty())
            shown = std::clamp(session.runs.back().plan, 0, shown);
        setCurrentPlan(shown);
    }
    setBookmarks(std::move(session.bookmarks));
    setNote(QString::fromStdString(session.note));
    if (session.view)
        Q_EMIT viewWanted(*session.view);
}

void Workspace::startStatistics()
{
    m_jobs->start(
        QStringLiteral("statistics"), tr("Looking at the matrix"),
        [matrix = m_matrix](Progress& progress) {
            return std::tuple(matrix, std::make_shared<const MatrixStatistics>(computeStatistics(*matrix, progress)),
                              std::make_shared<const liteform::Features>(liteform::featuresOf(*matrix)));
        },
        [this](const std::tuple<MatrixPtr, StatisticsPtr, FeaturesPtr>& result) {
            if (std::get<0>(result) != m_matrix)
                return;
            m_statistics = std::get<1>(result);
            m_features = std::get<2>(result);
            Q_EMIT statisticsChanged();
        });
}

// Asks the worker, which takes up to a second, while the window is already there.
void Workspace::askForGpu()
{
    if (!m_hooks.gpuStatus || !m_hooks.runGpu) {
        m_gpuProblem = tr("This program was built without GPU jobs.");
        return;
    }
    m_gpuProblem = tr("Looking for a GPU…");
    m_jobs->start(
        QStringLiteral("gpuStatus"), tr("Looking for a GPU"),
        [ask = m_hooks.gpuStatus](Progress&) { return QString::fromStdString(ask()); },
        [this](const QString& problem) {
            m_gpuProblem = problem;
            Q_EMIT gpuStatusChanged();
        },
        [this](const Failure& failure) {
            m_gpuProblem = failure.sentence;
            Q_EMIT gpuStatusChanged();
        });
}

void Workspace::startFacts(PlanPtr plan)
{
    if (!m_matrix)
        return;
    m_jobs->start(
        factsLane, tr("Counting places"),
        [plan, matrix = m_matrix](Progress& progress) {
            return std::make_shared<const PlanFacts>(sparsescope::planFacts(*plan, *matrix, progress));
        },
        [this, plan](const PlanFactsPtr& facts) {
            for (OpenPlan& entry : m_plans)
                if (entry.plan == plan)
                    entry.facts = facts;
            if (this->plan() == plan)
                Q_EMIT planFactsChanged();
        });
}

void Workspace::startRunFacts(PlanPtr plan, ProfilePtr profile)
{
    m_jobs->start(
        runFactsLane, tr("Comparing costs"),
        [plan, profile](Progress& progress) {
            return std::make_shared<const RunFacts>(sparsescope::runFacts(*plan, *profile, progress));
        },
        [this, profile](const RunFactsPtr& facts) {
            for (OpenRun& entry : m_runs)
                if (entry.profile == profile)
                    entry.facts = facts;
            Q_EMIT runChanged();
        });
}

void Workspace::runOnGpu()
{
    if (!whyNoGpuRun().isEmpty() || !m_hooks.runGpu)
        return;
    const GpuRequest request{m_matrix, plan()};
    const auto say = [this](const std::string& text) {
        QMetaObject::invokeMethod(
            this, [this, text] { Q_EMIT message(QString::fromStdString(text)); }, Qt::QueuedConnection);
    };
    m_jobs->start(
        gpuLane, tr("Running on the GPU"),
        [request, run = m_hooks.runGpu, say](Progress& progress) {
            Session session = run(request, progress, say);
            // The same tiles, unless another split of the dense loop proved faster: a plan of its own.
            PlanPtr plan = request.plan;
            if (!session.plans.empty() && session.plans.front().plan.densePart != plan->densePart)
                plan = std::make_shared<const Plan>(std::move(session.plans.front().plan));
            return std::pair(plan, std::move(session));
        },
        [this, asked = request.plan](std::pair<PlanPtr, Session> result) {
            const auto from =
                std::find_if(m_plans.begin(), m_plans.end(), [&](const OpenPlan& p) { return p.plan == asked; });
            if (result.first != asked && from != m_plans.end())
                addPlan(result.first, from->trace, tr("%1, parts of %2").arg(from->title).arg(result.first->densePart));
            for (SessionRun& entry : result.second.runs)
                addRun(result.first, std::make_shared<const Profile>(std::move(entry.profile)), false);
            if (result.second.runs.empty())
                Q_EMIT message(tr("The GPU job ended without a run."));
        });
}

void Workspace::checkOnCpu()
{
    if (!plan() || !m_matrix)
        return;
    m_jobs->start(
        checkLane, tr("Checking on the CPU"),
        [plan = plan(), matrix = m_matrix](Progress& progress) {
            const CheckedPlan checked = checkPlan(*plan, *matrix, 1, progress);
            return CpuCheck{plan, checked.error, checked.error.accepted(plan->op.dtype), checked.overflow};
        },
        [this](const CpuCheck& check) {
            if (check.plan != plan())
                return;
            m_check = check;
            Q_EMIT checkChanged();
            Q_EMIT message(check.accepted ? tr("The plan computes the right result on the CPU: relative error %1.")
                                                .arg(figureText(check.norms.relative))
                           : !check.overflow.empty()
                               ? tr("There is no right result: %1.").arg(QString::fromStdString(check.overflow))
                               : tr("The plan computes a WRONG result on the CPU: relative error %1.")
                                     .arg(figureText(check.norms.relative)));
        });
}

void Workspace::savePlan(const QString& path)
{
    if (!plan())
        return;
    m_jobs->start(
        Jobs::saveLane(path), tr("Saving %1").arg(fileName(path)),
        [plan = plan(), file = path.toStdString()](Progress& progress) {
            writePlan(*plan, file, progress);
            return plan;
        },
        [this, path](const PlanPtr& plan) {
            m_saved.plans.push_back(plan);
            Q_EMIT message(tr("Saved the plan as %1").arg(path));
        });
}

std::function<Session()> Workspace::sessionMaker() const
{
    return [matrix = m_matrix, plans = m_plans, runs = m_runs, sweeps = m_sweeps, bookmarks = m_bookmarks,
            note = m_note.toStdString(), view = m_viewSource ? std::optional(m_viewSource()) : std::nullopt] {
        Session session;
        session.matrix = matrix;
        session.view = view;
        session.bookmarks = bookmarks;
        session.note = note;
        for (const SweepPtr& sweep : sweeps)
            session.sweeps.push_back(*sweep);
        for (const OpenPlan& entry : plans)
            session.plans.push_back({*entry.plan, entry.trace ? *entry.trace : Trace{}, entry.title.toStdString()});
        for (const OpenRun& entry : runs)
            for (int i = 0; i < plans.size(); ++i)
                if (plans[i].plan == entry.plan)
                    session.runs.push_back({i, *entry.profile});
        return session;
    };
}

void Workspace::saveSession(const QString& path)
{
    if (!m_matrix)
        return;
    m_jobs->start(
        Jobs::saveLane(path), tr("Saving %1").arg(fileName(path)),
        [make = sessionMaker(), file = path.toStdString(), work = workNow()](Progress& progress) {
            writeSession(make(), file, progress);
            return work;
        },
        [this, path, matrix = m_matrix](const Work& work) {
            if (matrix == m_matrix) {
                m_saved = work;
                m_sessionPath = path;
            }
            Q_EMIT message(tr("Saved the session as %1").arg(path));
        });
}

} // namespace sparsescope
