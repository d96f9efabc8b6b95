// Opens files, one after the other: matrices, masks, sessions, plans.
#include "engine/core/files.h"
#include "engine/io/masks.h"
#include "engine/io/parts.h"
#include "engine/io/reader.h"
#include "engine/io/suffixes.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/matrix/slices.h"
#include "engine/plan/plan_file.h"
#include "engine/session/claim.h"
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "views/parts/numbers.h"
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"
#include "views/workspace/setup.h"

#include <QFileInfo>

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

QString fileName(const QString& path)
{
    return QFileInfo(path).fileName();
}

// It comes with the program: what becomes of it is saved elsewhere.
bool isShipped(const QString& path)
{
    try {
        return path.startsWith(QString::fromStdString(resourcePath("samples")) + QLatin1Char('/'));
    } catch (const Error&) {
        return false; // there are none
    }
}

bool isPlanFile(const QString& path)
{
    return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
}

} // namespace

void Operations::open(const QStringList& paths)
{
    for (const QString& path : paths)
        m_toOpen.push_back({path, false});
    if (!m_jobs.busy(Lane::Open))
        openNext();
}

void Operations::add(const QStringList& paths)
{
    for (const QString& path : paths)
        m_toOpen.push_back({path, true});
    if (!m_jobs.busy(Lane::Open))
        openNext();
}

void Operations::openNext()
{
    if (m_toOpen.isEmpty())
        return;
    const auto [path, added] = m_toOpen.takeFirst();
    if (isPlanFile(path))
        return openPlan(path);
    bool session = false;
    try {
        session = QFileInfo(path).isFile() && session::isSession(path.toStdString());
    } catch (const Error&) {
        // Not readable: the reader says so with its reason.
    }
    if (added)
        return addSession(path);
    if (session)
        return openSession(path);
    holdsMasks(path.toStdString()) ? openMasks(path) : openMatrix(path);
}

// A matrix that does not come takes along what was to be opened onto it.
void Operations::openOthers()
{
    while (!m_toOpen.isEmpty() && (m_toOpen.front().added || isPlanFile(m_toOpen.front().path)))
        m_toOpen.removeFirst();
    openNext();
}

void Operations::openEdges(const QString& path, const EdgeOptions& edges)
{
    m_toOpen.clear();
    openMatrix(path, edges);
}

void Operations::openMatrix(const QString& path, const EdgeOptions& edges)
{
    m_jobs.start(
        Lane::Open, tr("Reading %1").arg(fileName(path)),
        [path, edges](Progress& progress) {
            std::pair<MatrixPtr, SeveralInFile> found;
            try {
                found.first = readMatrix(path.toStdString(), progress, edges);
            } catch (const SeveralMatrices& several) {
                found.second.path = path;
                for (const std::string& name : several.names())
                    found.second.names << QString::fromStdString(name);
            }
            return found;
        },
        [this, path](const std::pair<MatrixPtr, SeveralInFile>& found) {
            if (!found.first) {
                Q_EMIT choiceWanted(found.second);
                return openOthers();
            }
            m_document.setMatrix(found.first);
            Q_EMIT opened(path);
            openNext();
        },
        [this, path](const Failure& failure) {
            if (failure.kind == ErrorKind::Input && namesEdges(path.toStdString()) && QFileInfo::exists(path))
                Q_EMIT edgesUnclear(path, failure.sentence);
            openOthers();
        });
}

void Operations::makeMatrix(const QString& kind, const nlohmann::json& parameters)
{
    m_jobs.start(
        Lane::Open, tr("Making %1").arg(kind),
        [kind = kind.toStdString(), parameters](Progress& progress) { return makePattern(kind, parameters, progress); },
        [this](const MatrixPtr& matrix) { m_document.setMatrix(matrix); });
}

void Operations::makeSlice(const MatrixPtr& of, std::optional<std::int64_t> slice)
{
    m_jobs.start(
        Lane::Open, slice ? tr("Taking slice %1").arg(*slice) : tr("Adding up slices"),
        [of, slice](Progress& progress) { return slice ? sliceOf(*of, *slice, progress) : sumOfSlices(*of, progress); },
        [this](const MatrixPtr& matrix) { m_document.setMatrix(matrix); });
}

void Operations::openSession(const QString& path, const QString& matrixPath, bool recovery)
{
    struct Found {
        Adopted read;
        std::optional<MissingMatrix> missing;
        std::string lost; // of a search
        session::Claim::Stamp stamp;
    };
    m_jobs.start(
        Lane::Open, recovery ? tr("Restoring") : tr("Reading %1").arg(fileName(path)),
        [path, matrixPath, recovery, calibration = m_setup.calibrationName()](Progress& progress) {
            const std::string file = path.toStdString();
            Found found;
            found.stamp = session::Claim::stampOf(file);
            try {
                found.read.session = recovery
                                         ? session::readRecovery(file, progress, matrixPath.toStdString(), &found.lost)
                                         : session::readSession(file, progress, matrixPath.toStdString());
                if (found.read.session.masks)
                    found.read.byRule = ruleOf(found.read.session, calibration, progress);
            } catch (const session::MatrixMissing& missing) {
                const session::SessionSummary summary = session::readSessionSummary(file);
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
            adopt(std::move(found.read), true);
            if (!recovery) {
                const bool shipped = isShipped(path);
                if (!shipped)
                    m_document.claim()->take(path.toStdString(), found.stamp);
                m_document.setSaved(m_document.work(), shipped ? QString() : path);
            }
            if (m_document.claim()->shared())
                Q_EMIT message(
                    tr("%1 is open in another window or tab too: whoever saves second is asked for another name")
                        .arg(fileName(path)));
            if (!found.lost.empty())
                Q_EMIT message(tr("What a search had chosen when the program ended could not be restored: %1")
                                   .arg(QString::fromStdString(found.lost)));
            if (recovery)
                Q_EMIT restored(path);
            else
                Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { openOthers(); });
}

void Operations::openWithMatrix(const MissingMatrix& missing, const QString& matrixPath)
{
    openSession(missing.session, matrixPath, missing.recovery);
}

void Operations::restore(const QString& recoveryFile)
{
    openSession(recoveryFile, {}, true);
}

void Operations::openPlan(const QString& path)
{
    if (!m_document.matrix()) {
        Q_EMIT failed({Lane::Open, tr("Reading %1").arg(fileName(path)),
                       tr("%1: a plan belongs to a matrix; open its matrix first").arg(path), path, ErrorKind::Usage});
        return openOthers();
    }
    bool dynamic = false;
    try {
        dynamic = holdsDynamicPlan(path.toStdString());
    } catch (const Error&) {
        // Not readable: the reader says so with its reason.
    }
    if (dynamic && m_document.masks())
        return openRule(path);
    if (dynamic) {
        Q_EMIT failed({Lane::Open, tr("Reading %1").arg(fileName(path)),
                       tr("%1: a dynamic plan is one of masks; open them first").arg(path), path, ErrorKind::Usage});
        return openNext();
    }
    m_jobs.start(
        Lane::Open, tr("Reading %1").arg(fileName(path)),
        [file = path.toStdString(), matrix = m_document.matrix()](Progress& progress) {
            return std::pair(matrix, std::make_shared<const Plan>(readPlan(file, *matrix, progress)));
        },
        [this, path](const std::pair<MatrixPtr, PlanPtr>& result) {
            if (result.first == m_document.matrix()) {
                m_document.addSaved({.plans = {result.second}});
                m_attention.show({result.second, {}, fileName(path)});
            }
            Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { openNext(); });
}

void Operations::publishMore(std::vector<PublishedTime> times)
{
    std::vector<PublishedTime> all = m_document.published();
    for (PublishedTime& time : times)
        if (std::find(all.begin(), all.end(), time) == all.end())
            all.push_back(std::move(time));
    m_document.setPublished(std::move(all));
}

void Operations::addPublished(const QString& path)
{
    m_jobs.start(
        Lane::OpenPublished, tr("Reading %1").arg(fileName(path)),
        [path, matrix = m_document.matrix()](Progress& progress) {
            return std::pair(matrix, publishedOf(*matrix, readPublished(path.toStdString(), progress)));
        },
        [this](std::pair<MatrixPtr, PublishedHere> read) {
            if (read.first != m_document.matrix())
                return;
            publishMore(std::move(read.second.times));
            Q_EMIT message(QString::fromStdString(read.second.told));
        });
}

void Operations::addSession(const QString& path)
{
    if (!m_document.matrix()) {
        Q_EMIT failed({Lane::Open, tr("Reading %1").arg(fileName(path)),
                       tr("%1: what is added belongs to a matrix; open its matrix first").arg(path), path,
                       ErrorKind::Usage});
        return openOthers();
    }
    struct Found {
        MatrixPtr matrix; // that was open
        session::Session session;
    };
    m_jobs.start(
        Lane::Open, tr("Reading %1").arg(fileName(path)),
        [file = path.toStdString(), matrix = m_document.matrix()](Progress& progress) {
            // A matrix that it does not embed may be the file that is open.
            Found found{matrix, session::readSession(file, progress, matrix->source().path)};
            const Matrix& its = *found.session.matrix;
            if (its.fingerprint() != matrix->fingerprint())
                failInput(fmt::format("is of another matrix, {} of {} x {}", its.source().name, its.rows(), its.cols()),
                          {.file = file});
            return found;
        },
        [this, path](Found found) {
            if (found.matrix == m_document.matrix()) {
                const Changing now(m_announcer);
                const Document::Work added = take(found.session, true, QFileInfo(path).completeBaseName());
                m_document.addSaved(added); // all of it stands in a file
                publishMore(std::move(found.session.published));
                if (!m_attention.plan())
                    m_attention.setCurrentPlan(0);
                Q_EMIT message(
                    tr("Added %1 of %2").arg(countOf(added.plans.size(), tr("plan"), tr("plans")), fileName(path)));
            }
            openNext();
        },
        [this](const Failure&) { openNext(); });
}

// All plans, runs and sweeps of a session beside those of the document.
Document::Work Operations::take(session::Session& session, bool recorded, const QString& origin)
{
    const Changing now(m_announcer);
    Document::Work taken;
    for (session::SessionPlan& entry : session.plans) {
        auto plan = std::make_shared<const Plan>(std::move(entry.plan));
        auto trace = entry.trace.rounds.empty() ? nullptr : std::make_shared<const Trace>(std::move(entry.trace));
        const QString title = entry.title.empty() ? titleOf(*plan) : QString::fromStdString(entry.title);
        taken.plans.push_back(plan);
        m_document.addPlan({plan, trace, origin.isEmpty() ? title : tr("%1, %2").arg(title, origin)});
    }
    for (session::SessionRun& entry : session.runs)
        if (entry.plan >= 0 && entry.plan < taken.plans.size()) {
            taken.runs.push_back(std::make_shared<const Profile>(std::move(entry.profile)));
            m_document.addRun(taken.plans[entry.plan], taken.runs.back(), recorded);
        }
    for (FinishedSweep& sweep : session.sweeps) {
        taken.sweeps.push_back(std::make_shared<const FinishedSweep>(std::move(sweep)));
        m_document.addSweep(taken.sweeps.back());
    }
    return taken;
}

void Operations::adopt(Adopted found, bool recorded)
{
    session::Session& session = found.session;
    {
        const Changing now(m_announcer);
        if (session.masks)
            m_document.setMasks(session.masks, session.mask, session.matrix);
        else
            m_document.setMatrix(session.matrix);
        forgetMasks();
        take(session, recorded);
        if (session.masks)
            adoptMasks(session, found.byRule, recorded);
        const QList<OpenPlan>& plans = m_document.plans();
        // The plan of the newest run, what the dynamic plan makes of the mask, or the newest plan.
        const auto byRule = std::find_if(plans.begin(), plans.end(), [](const OpenPlan& open) { return open.byRule; });
        const int newest = static_cast<int>(byRule == plans.end() ? plans.size() - 1 : byRule - plans.begin());
        m_attention.setCurrentPlan(session.runs.empty() ? newest
                                                        : std::clamp(session.runs.back().plan, 0, std::max(0, newest)));
        m_document.setBookmarks(std::move(session.bookmarks));
        m_document.setNote(QString::fromStdString(session.note));
        m_document.setPublished(std::move(session.published));
    }
    if (session.view)
        Q_EMIT viewWanted(*session.view);
}

} // namespace sparsescope
