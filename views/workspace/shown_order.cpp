// Makes the matrix and its plans in another order, keeps what was made last.
#include "views/workspace/shown_order.h"

#include "engine/raster/density.h"
#include "views/workspace/attention.h"
#include "views/workspace/jobs.h"
#include "views/workspace/live_search.h"

#include <algorithm>
#include <limits>

namespace sparsescope {

namespace {

constexpr std::int64_t mostKept = 200'000'000; // non-zeros of the matrices that are kept beside the one that is shown

JobKey statisticsOfOrder()
{
    return {Lane::Statistics, QStringLiteral("order")};
}

QString nameOf(const LiveSearch& live)
{
    return QStringLiteral("%1 %2").arg(live.number).arg(live.name);
}

JobKey orderOf(const Plan* plan)
{
    return {Lane::Order, QString::number(reinterpret_cast<quintptr>(plan))};
}

} // namespace

struct ShownOrder::Made {
    MatrixOrder order = MatrixOrder::File;
    std::shared_ptr<const Plan> plan; // whose tiles gave the order, or null
    std::shared_ptr<const LineOrder> lines;
    PermutedMatrix permuted;
    std::shared_ptr<const Pyramid> pyramid;
};

ShownOrder::ShownOrder(Document& document, Attention& attention, Jobs& jobs)
    : m_document(document), m_attention(attention), m_jobs(jobs)
{
    listen(m_document, Document::MatrixChanged, this, &ShownOrder::forget);
    listen(m_attention, Attention::PlanChanged, this, &ShownOrder::follow);
    listen(m_document, Document::PlansChanged, this, [this] {
        const QList<OpenPlan>& open = m_document.plans();
        m_plans.removeIf([&](const MovedPlan& moved) {
            return std::none_of(open.begin(), open.end(), [&](const OpenPlan& p) { return p.plan == moved.of; });
        });
    });
    listen(m_attention, Attention::LiveChanged, this, [this] {
        if (m_attention.live())
            return;
        m_live = {};
        m_jobs.forget(Lane::LiveTiles);
    });
    // A job that ended without a result leaves what was shown.
    connect(&m_jobs, &Jobs::changed, this, [this] {
        if (m_wanted == m_order || m_jobs.busy(Lane::Order))
            return;
        m_wanted = m_order;
        Q_EMIT changed();
    });
}

QString ShownOrder::title(MatrixOrder order)
{
    switch (order) {
    case MatrixOrder::File:
        break;
    case MatrixOrder::Rows:
        return tr("rows by length");
    case MatrixOrder::Columns:
        return tr("columns by length");
    case MatrixOrder::Both:
        return tr("rows and columns by length");
    case MatrixOrder::ReverseCuthillMcKee:
        return tr("reverse Cuthill-McKee");
    case MatrixOrder::Tiles:
        return tr("rows tile by tile");
    }
    return tr("as in the file");
}

QString ShownOrder::whyNot(MatrixOrder order) const
{
    const MatrixPtr matrix = m_document.matrix();
    if (!matrix)
        return tr("No matrix is open.");
    if (order == MatrixOrder::File)
        return {};
    if (matrix->nnz() > std::numeric_limits<std::uint32_t>::max())
        return tr("This matrix is too large to be shown in another order.");
    if (order == MatrixOrder::ReverseCuthillMcKee && matrix->rows() != matrix->cols())
        return tr("It orders square matrices only.");
    if (order == MatrixOrder::Tiles && !m_attention.plan())
        return tr("There is no plan yet: search one (Ctrl+R) or open one.");
    return {};
}

void ShownOrder::show(MatrixOrder order)
{
    if (order == m_wanted || !whyNot(order).isEmpty())
        return;
    m_wanted = order;
    if (order == m_order) {
        m_jobs.cancel(Lane::Order);
    } else if (order == MatrixOrder::File) {
        adopt(nullptr);
        m_jobs.cancel(Lane::Order);
    } else {
        start();
    }
    Q_EMIT changed();
}

// The order of what is wanted, and in it the plan that is shown, so that both appear together.
void ShownOrder::start()
{
    struct Result {
        std::shared_ptr<const Made> made;
        MovedPlan plan;
    };
    const PlanFactsPtr facts = m_attention.planFacts();
    m_jobs.start(
        Lane::Order, tr("Reordering rows and columns"),
        [order = m_wanted, made = kept(m_wanted), matrix = m_document.matrix(), plan = m_attention.plan(),
         facts](Progress& progress) {
            Result result{made ? made : make(order, matrix, plan, progress), {}};
            if (plan && facts)
                result.plan = {plan, move(plan, facts, *result.made)};
            return result;
        },
        [this](const Result& result) {
            adopt(result.made);
            if (result.plan.of)
                m_plans.push_back(result.plan);
            Q_EMIT changed();
        });
}

std::shared_ptr<const ShownOrder::Made> ShownOrder::make(MatrixOrder order, MatrixPtr matrix,
                                                         std::shared_ptr<const Plan> plan, Progress& progress)
{
    auto made = std::make_shared<Made>();
    made->order = order;
    made->lines = std::make_shared<const LineOrder>(makeOrder(order, *matrix, plan.get(), progress));
    if (order == MatrixOrder::Tiles)
        made->plan = std::move(plan);
    made->permuted = permuted(*matrix, *made->lines, progress);
    if (matrix->nnz() > raster::exactDensityLimit) {
        progress.report("counting non-zeros", -1);
        made->pyramid = std::make_shared<const Pyramid>(Pyramid::build(*made->permuted.matrix, progress));
    }
    return made;
}

ShownOrder::ShownPlan ShownOrder::move(const PlanPtr& plan, const PlanFactsPtr& facts, const Made& made)
{
    return {std::make_shared<const Plan>(permutedPlan(*plan, *made.lines, made.permuted)),
            std::make_shared<const std::vector<std::uint32_t>>(permutedOwner(facts->owners, made.permuted))};
}

std::shared_ptr<const ShownOrder::Made> ShownOrder::kept(MatrixOrder order) const
{
    for (const auto& made : m_kept)
        if (made->order == order && (order != MatrixOrder::Tiles || made->plan == m_attention.plan()))
            return made;
    return nullptr;
}

void ShownOrder::adopt(const std::shared_ptr<const Made>& made)
{
    m_made = made;
    m_order = m_wanted = made ? made->order : MatrixOrder::File;
    m_shown =
        made ? Shown{made->permuted.matrix, made->lines, made->pyramid} : Shown{m_document.matrix(), nullptr, nullptr};
    m_plans.clear();
    m_live = {};
    m_jobs.forget(Lane::LiveTiles);
    m_statistics.reset();
    m_jobs.forget(statisticsOfOrder());
    if (!made)
        return;
    count();
    // One of a kind, and only as many as memory can be expected to hold.
    m_kept.removeIf([&](const auto& other) { return other->order == made->order; });
    m_kept.prepend(made);
    std::int64_t total = 0;
    qsizetype keep = 1;
    while (keep < m_kept.size() && (total += m_kept[keep]->permuted.matrix->nnz()) <= mostKept)
        ++keep;
    m_kept.resize(keep);
}

std::optional<ShownOrder::ShownPlan> ShownOrder::plan(const PlanPtr& plan, const PlanFactsPtr& facts)
{
    // The owners live as long as the facts that hold them.
    if (!m_made)
        return ShownPlan{plan, std::shared_ptr<const std::vector<std::uint32_t>>(facts, &facts->owners)};
    for (const MovedPlan& moved : m_plans)
        if (moved.of == plan)
            return moved.moved;
    if (m_jobs.busy(orderOf(plan.get())))
        return std::nullopt;
    m_jobs.start(
        orderOf(plan.get()), tr("Reordering the tiles"),
        [plan, facts, made = m_made](Progress&) { return move(plan, facts, *made); },
        [this, plan, facts, made = m_made](const ShownPlan& moved) {
            if (made == m_made)
                m_plans.push_back({plan, moved});
            Q_EMIT planReady();
        });
    return std::nullopt;
}

std::shared_ptr<const MatrixStatistics> ShownOrder::statistics() const
{
    return m_made ? m_statistics : m_document.statistics();
}

void ShownOrder::count()
{
    m_jobs.start(
        statisticsOfOrder(), tr("Counting in this order"),
        [matrix = m_shown.matrix](Progress& progress) {
            return std::make_shared<const MatrixStatistics>(computeStatistics(*matrix, progress));
        },
        [this, made = m_made](const std::shared_ptr<const MatrixStatistics>& statistics) {
            if (made != m_made)
                return;
            m_statistics = statistics;
            Q_EMIT statisticsReady();
        });
}

std::optional<ShownOrder::ShownPlan> ShownOrder::live(const LiveSearch& live)
{
    if (!m_made)
        return ShownPlan{live.plan(), live.owners()};
    const bool same = m_live.made == m_made && m_live.search == nameOf(live);
    if (!(same && m_live.of.lock() == live.tiles) && !m_jobs.busy(Lane::LiveTiles))
        moveLive(live);
    return same ? std::optional(m_live.moved) : std::nullopt;
}

// One at a time: what came meanwhile is asked for when it is done.
void ShownOrder::moveLive(const LiveSearch& live)
{
    m_jobs.start(
        Lane::LiveTiles, tr("Reordering the tiles"),
        [tiles = live.tiles, made = m_made](Progress&) {
            return ShownPlan{
                std::make_shared<const Plan>(permutedPlan(tiles->plan, *made->lines, made->permuted)),
                std::make_shared<const std::vector<std::uint32_t>>(permutedOwner(tiles->owners, made->permuted))};
        },
        [this, of = std::weak_ptr(live.tiles), made = m_made, search = nameOf(live)](const ShownPlan& moved) {
            if (made != m_made)
                return;
            m_live = {of, made, search, moved};
            Q_EMIT liveReady();
        });
}

// Who hears of the new matrix looks here too.
void ShownOrder::forget()
{
    m_kept.clear();
    adopt(nullptr);
    m_jobs.cancel(Lane::Order);
}

// The order of the tiles is that of the plan that is shown.
void ShownOrder::follow()
{
    if (m_wanted == MatrixOrder::Tiles && (!m_made || m_made->plan != m_attention.plan())) {
        if (m_attention.plan())
            start();
        else
            show(MatrixOrder::File);
    }
    Q_EMIT changed();
}

} // namespace sparsescope
