// The search of the document: seen while it runs, and cancelled with what it found.
#include "engine/cost/cost_model.h"
#include "engine/search/planner.h"
#include "views/parts/numbers.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <cmath>
#include <iterator>

namespace sparsescope {

namespace {
const QString searchLane = QStringLiteral("search");
} // namespace

QString Workspace::titleOf(const Plan& plan)
{
    const QString planner = QString::fromStdString(plan.planner);
    const auto cancelled = cancelledSearch(plan);
    if (!cancelled)
        return planner;
    return cancelled->covered < 1
               ? tr("%1, cancelled at %2").arg(planner, percentText(std::floor(100 * cancelled->covered) / 100))
               : tr("%1, cancelled in %2").arg(planner, QString::fromStdString(cancelled->search));
}

void Workspace::search()
{
    if (!whyNoSearch().isEmpty())
        return;
    endLive();
    struct Found {
        PlanPtr plan;
        TracePtr trace;
        PlanFactsPtr facts;
    };
    const MatrixPtr matrix = m_matrix;
    // News of a search that is superseded, or no longer looked at, are dropped.
    const quint64 generation = ++m_searchGeneration;
    const auto receive = [this, generation, number = ++m_searchNumber](SearchFeed::News news) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, number, news = std::move(news)]() mutable {
                if (m_searchNumber != number || !m_jobs->busy(searchLane))
                    return;
                Q_EMIT searchWentOn(number, news.whole);
                if (m_searchGeneration != generation || !news.search.tiles)
                    return;
                if (news.anew) {
                    m_live.rounds.clear();
                    select({m_selection.tile, m_selection.cells});
                }
                std::vector<TraceRound> rounds = std::move(m_live.rounds);
                rounds.insert(rounds.end(), std::make_move_iterator(news.search.rounds.begin()),
                              std::make_move_iterator(news.search.rounds.end()));
                m_live = std::move(news.search);
                m_live.rounds = std::move(rounds);
                Q_EMIT liveChanged();
            },
            Qt::QueuedConnection);
    };
    const auto feed = std::make_shared<SearchFeed>(receive, m_hooks.searchStep);
    m_jobs->start(
        searchLane, tr("Searching"),
        [matrix, op = m_operator, name = m_planner.toStdString(), options = m_options,
         calibration = m_calibration.toStdString(), changes = m_costChanges, feed](Progress& progress) {
            const Planner& chosen = planner(name);
            const auto numbers = std::make_shared<const Calibration>(changedCalibration(calibration, changes));
            const auto model = makeCostModel(*numbers, op);
            feed->setCalibration(numbers);
            QElapsedTimer clock;
            clock.start();
            auto plan = std::make_shared<const Plan>(
                chosen.search(*matrix, op, *model, completeOptions(chosen, options), *feed, progress));
            auto trace = std::make_shared<Trace>(feed->takeTrace());
            trace->searchSeconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
            return Found{plan, trace,
                         std::make_shared<const PlanFacts>(sparsescope::planFacts(*plan, *matrix, progress))};
        },
        [this, matrix](const Found& found) {
            if (matrix != m_matrix)
                return;
            const auto cancelled = cancelledSearch(*found.plan);
            putPlan({found.plan, found.trace, titleOf(*found.plan), found.facts});
            const QString tiles = countOf(steps(), tr("tile"), tr("tiles"));
            if (cancelled && cancelled->covered < 1)
                Q_EMIT message(
                    tr("Cancelled: a plan of %1 keeps what was chosen; simple tiles cover the rest").arg(tiles));
            else if (cancelled)
                Q_EMIT message(tr("Cancelled: the best plan so far, of %1, is kept").arg(tiles));
            else
                Q_EMIT message(
                    tr("Found a plan of %1 in %2").arg(tiles, durationText(found.trace->searchSeconds * 1e9)));
        },
        [this](const Failure&) { endLive(); }, [feed] { feed->stop(); });
}

} // namespace sparsescope
