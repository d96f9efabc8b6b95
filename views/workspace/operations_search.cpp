// The search of the document: seen while it runs, and cancelled with what it found.
#include "engine/cost/cost_model.h"
#include "engine/search/alphasparse/alphasparse.h"
#include "engine/search/planner.h"
#include "engine/work/measuring_evaluator.h"
#include "views/parts/numbers.h"
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/setup.h"
#include "views/workspace/shown_order.h"

#include <cmath>
#include <iterator>
#include <utility>

namespace sparsescope {

namespace {

// Tells when plans are measured: no tiles are chosen any more.
class ToldEvaluator final : public Evaluator {
public:
    ToldEvaluator(std::unique_ptr<Evaluator> asked, std::shared_ptr<std::atomic<bool>> measures)
        : m_asked(std::move(asked)), m_measures(std::move(measures))
    {
    }
    const CostModel& model() const override { return m_asked->model(); }
    std::optional<std::vector<double>> measure(std::span<const Plan* const> plans, Progress& progress) const override
    {
        *m_measures = !plans.empty();
        return m_asked->measure(plans, progress);
    }
    std::unique_ptr<GraphTimer> graphTimer(const Matrix& matrix, const Operator& op) const override
    {
        return m_asked->graphTimer(matrix, op);
    }

private:
    std::unique_ptr<Evaluator> m_asked;
    std::shared_ptr<std::atomic<bool>> m_measures;
};

} // namespace

QString Operations::titleOf(const Plan& plan)
{
    QString planner = plannerTitle(QString::fromStdString(plan.planner));
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

MakeEvaluator Operations::evaluatorOf(const MatrixPtr& matrix, std::shared_ptr<std::atomic<bool>> measures) const
{
    const std::shared_ptr<Worker> worker = m_hooks.worker;
    if (!worker || !m_setup.whyNoGpu().isEmpty())
        return {};
    return [worker, measures, make = measuringBy(*worker, matrix, m_setup.runOptions(m_setup.op()))](
               const CostModel& model) { return std::make_unique<ToldEvaluator>(make(model), measures); };
}

void Operations::search()
{
    if (!whyNoSearch().isEmpty())
        return;
    if (searchesRule())
        searchRule(false);
    else
        startSearch(m_setup.plannerName(), m_setup.plannerOptions(), false);
}

SearchRequest Operations::requestOf(const QString& planner, const nlohmann::json& options) const
{
    SearchRequest request{m_setup.op(), planner.toStdString(),
                          options,      m_setup.calibrationName().toStdString(),
                          {},           m_setup.costModel().toStdString()};
    for (const QString& change : m_setup.costChanges())
        request.whatIf.push_back(change.toStdString());
    return request;
}

void Operations::startSearch(const QString& planner, const nlohmann::json& options, bool thenRun)
{
    startSearch(requestOf(planner, options), {}, thenRun);
}

void Operations::plan(const SearchRequest& request, const QString& title)
{
    startSearch(request, title, false);
}

// Without a title it follows from the plan.
void Operations::startSearch(const SearchRequest& request, const QString& title, bool thenRun)
{
    struct Found {
        PlanPtr plan;
        TracePtr trace;
        PlanFactsPtr facts;
    };
    const MatrixPtr matrix = m_document.matrix();
    const quint64 number = ++m_searchNumber;
    m_ruleUnderWay = false;
    m_runsFound = thenRun;
    const auto receive = [this, watched = m_attention.watchSearch(), number](SearchFeed::News news) {
        QMetaObject::invokeMethod(
            this,
            [this, watched, number, news = std::move(news)]() mutable {
                if (m_searchNumber != number || !m_jobs.busy(Lane::Search))
                    return; // superseded
                if (news.whole.tiles || news.whole.best)
                    Q_EMIT searchWentOn(number, news.whole);
                m_attention.showLive(watched, std::move(news.search), news.anew);
            },
            Qt::QueuedConnection);
    };
    const auto measures = std::make_shared<std::atomic<bool>>(false);
    m_measures = measures;
    const auto feed = std::make_shared<SearchFeed>(receive, m_hooks.searchStep);
    m_jobs.start(
        Lane::Search, tr("Searching"),
        [matrix, request, evaluator = evaluatorOf(matrix, measures), feed](Progress& progress) {
            const Planner& chosen = sparsescope::planner(request.planner);
            const auto numbers = std::make_shared<const Calibration>(calibrationOf(request));
            const auto model = makeCostModel(*numbers, request.op);
            const auto asked = evaluator ? evaluator(*model) : std::make_unique<ModelEvaluator>(*model);
            feed->setCalibration(numbers);
            QElapsedTimer clock;
            clock.start();
            auto plan = std::make_shared<const Plan>(
                chosen.search(*matrix, request.op, *asked, completeOptions(chosen, request.options), *feed, progress));
            auto trace = std::make_shared<Trace>(feed->takeTrace());
            trace->searchSeconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
            return Found{plan, trace, std::make_shared<const PlanFacts>(planFacts(*plan, *matrix, progress))};
        },
        [this, matrix, request, title](const Found& found) {
            const bool wanted = std::exchange(m_runsFound, false);
            if (matrix != m_document.matrix())
                return;
            m_attention.show(
                {found.plan, found.trace, title.isEmpty() ? titleOf(*found.plan) : title, found.facts, request});
            tellFound(*found.plan, found.trace->searchSeconds);
            if (wanted)
                runOnGpu();
        },
        [this](const Failure&) {
            m_runsFound = false;
            m_attention.endLive();
        },
        // Who ends it early looks at the plan first.
        [this, feed] {
            m_runsFound = false;
            feed->stop();
        });
}

QString Operations::searchText(const JobStatus& search) const
{
    if (m_measures && *m_measures)
        return search.what;
    const LiveSearch* live = m_attention.live();
    return live ? live->text() : search.what; // no tiles are chosen while it searches among graphs
}

void Operations::tellFound(const Plan& plan, double seconds)
{
    const QString tiles = countOf(m_attention.steps(), tr("tile"), tr("tiles"));
    const auto cancelled = cancelledSearch(plan);
    if (cancelled && cancelled->covered < 1)
        return (void)Q_EMIT message(
            tr("Cancelled: a plan of %1 keeps what was chosen; simple tiles cover the rest").arg(tiles));
    if (cancelled)
        return (void)Q_EMIT message(tr("Cancelled: the best plan so far, of %1, is kept").arg(tiles));
    QString text = tr("Found a plan of %1 in %2").arg(tiles, durationText(seconds * 1e9));
    if (const std::string found = alphasparse::foundText(plan); !found.empty())
        text += QStringLiteral(": ") + QString::fromStdString(found);
    else if (const std::string why = plan.figures.value("notMeasured", ""); !why.empty())
        text += tr(", the best by prediction; not measured: %1").arg(QString::fromStdString(why));
    else if (plan.figures.contains("measuredNs"))
        text += tr(", the fastest that was measured");
    else if (plan.planner == "fastest" && !m_setup.whyNoGpu().isEmpty())
        text += tr(", the best by prediction: there was no GPU to ask");
    Q_EMIT message(text);
}

// Where it had found something it ends with a plan, and nobody comes here.
QString Operations::searchCancelled()
{
    m_ruleUnderWay = false;
    m_runsFound = false;
    const bool seen = m_attention.live() != nullptr;
    m_attention.endLive();
    return seen ? tr("Cancelled the search and dropped what it had found.")
                : tr("Cancelled the search before it had chosen a tile; there is no plan to keep.");
}

} // namespace sparsescope
