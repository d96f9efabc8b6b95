// The search of the document: seen while it runs, and cancelled with what it found.
#include "engine/cost/cost_model.h"
#include "engine/search/planner.h"
#include "views/parts/numbers.h"
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/setup.h"
#include "views/workspace/shown_order.h"

#include <cmath>
#include <iterator>

namespace sparsescope {

QString Operations::titleOf(const Plan& plan)
{
    QString planner = QString::fromStdString(plan.planner);
    // The name of costs that were changed says how: "h200, atomic x3".
    if (const auto comma = plan.calibration.find(", "); comma != std::string::npos)
        planner = tr("%1, what if %2").arg(planner, QString::fromStdString(plan.calibration.substr(comma + 2)));
    if (const MatrixOrder order = orderAsked(plan.options); order != MatrixOrder::File)
        planner += QStringLiteral(", ") + ShownOrder::title(order);
    const auto cancelled = cancelledSearch(plan);
    if (!cancelled)
        return planner;
    return cancelled->covered < 1
               ? tr("%1, cancelled at %2").arg(planner, percentText(std::floor(100 * cancelled->covered) / 100))
               : tr("%1, cancelled in %2").arg(planner, QString::fromStdString(cancelled->search));
}

void Operations::search()
{
    if (!whyNoSearch().isEmpty())
        return;
    struct Found {
        PlanPtr plan;
        TracePtr trace;
        PlanFactsPtr facts;
    };
    const MatrixPtr matrix = m_document.matrix();
    const auto receive = [this, watched = m_attention.watchSearch(), number = ++m_searchNumber](SearchFeed::News news) {
        QMetaObject::invokeMethod(
            this,
            [this, watched, number, news = std::move(news)]() mutable {
                if (m_searchNumber != number || !m_jobs.busy(Lane::Search))
                    return; // superseded
                Q_EMIT searchWentOn(number, news.whole);
                m_attention.showLive(watched, std::move(news.search), news.anew);
            },
            Qt::QueuedConnection);
    };
    SearchRequest request{m_setup.op(),
                          m_setup.plannerName().toStdString(),
                          m_setup.plannerOptions(),
                          m_setup.calibrationName().toStdString(),
                          {}};
    for (const QString& change : m_setup.costChanges())
        request.whatIf.push_back(change.toStdString());
    const auto feed = std::make_shared<SearchFeed>(receive, m_hooks.searchStep);
    m_jobs.start(
        Lane::Search, tr("Searching"),
        [matrix, op = m_setup.op(), name = m_setup.plannerName().toStdString(), options = m_setup.plannerOptions(),
         calibration = m_setup.calibrationName().toStdString(), changes = m_setup.costChanges(),
         feed](Progress& progress) {
            const Planner& chosen = planner(name);
            const auto numbers = std::make_shared<const Calibration>(changedCalibration(calibration, changes));
            const auto model = makeCostModel(*numbers, op);
            feed->setCalibration(numbers);
            QElapsedTimer clock;
            clock.start();
            auto plan = std::make_shared<const Plan>(
                chosen.search(*matrix, op, ModelEvaluator(*model), completeOptions(chosen, options), *feed, progress));
            auto trace = std::make_shared<Trace>(feed->takeTrace());
            trace->searchSeconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
            return Found{plan, trace, std::make_shared<const PlanFacts>(planFacts(*plan, *matrix, progress))};
        },
        [this, matrix, request = std::move(request)](const Found& found) {
            if (matrix != m_document.matrix())
                return;
            const auto cancelled = cancelledSearch(*found.plan);
            m_attention.show({found.plan, found.trace, titleOf(*found.plan), found.facts, request});
            const QString tiles = countOf(m_attention.steps(), tr("tile"), tr("tiles"));
            if (cancelled && cancelled->covered < 1)
                Q_EMIT message(
                    tr("Cancelled: a plan of %1 keeps what was chosen; simple tiles cover the rest").arg(tiles));
            else if (cancelled)
                Q_EMIT message(tr("Cancelled: the best plan so far, of %1, is kept").arg(tiles));
            else
                Q_EMIT message(
                    tr("Found a plan of %1 in %2").arg(tiles, durationText(found.trace->searchSeconds * 1e9)));
        },
        [this](const Failure&) { m_attention.endLive(); }, [feed] { feed->stop(); });
}

// Where it had found something it ends with a plan, and nobody comes here.
QString Operations::searchCancelled()
{
    const bool seen = m_attention.live() != nullptr;
    m_attention.endLive();
    return seen ? tr("Cancelled the search and dropped what it had found.")
                : tr("Cancelled the search before it had chosen a tile; there is no plan to keep.");
}

} // namespace sparsescope
