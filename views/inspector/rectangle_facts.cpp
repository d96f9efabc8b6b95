#include "views/inspector/rectangle_facts.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"
#include "views/parts/words.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QPointer>

namespace sparsescope {

namespace {

Fact number(const QString& name, std::int64_t value)
{
    return {name, countText(value), {}, false};
}

FactGroup tilesGroup(const raster::RectangleStatistics& s, const Plan& plan)
{
    FactGroup group{tr("Tiles in it"), {}};
    group.facts.push_back({tr("tiles"), countText(s.tiles), tr("they own a non-zero of the rectangle"), false});
    for (const raster::RectangleStatistics::Share& share : s.formats) {
        const Format& format = *plan.tiling().formats[at(share.format)];
        const double part = s.nnz > 0 ? static_cast<double>(share.nnz) / static_cast<double>(s.nnz) : 0;
        group.facts.push_back({QStringLiteral("    ") + QString::fromStdString(format.name()),
                               tr("%1, %2").arg(countText(share.tiles), percentText(part)),
                               tr("%1 of the rectangle's non-zeros").arg(countText(share.nnz)), false});
    }
    group.facts.push_back({tr("wholly inside"), countText(s.inside), tr("they own nothing outside of it"), false});
    group.facts.push_back(number(tr("with split rows"), s.atomicTiles));
    group.facts.push_back(
        {tr("padding"), percentText(s.places.paddingRatio()),
         tr("of all places of these tiles: %1 stored, %2 own a non-zero, %3 redundant")
             .arg(countText(s.places.stored), countText(s.places.owned), countText(s.places.redundant)),
         false});
    group.facts.push_back(
        {tr("predicted"), durationText(s.predictedNs),
         tr("sum of the costs of one sub-task of each tile: %1 ns on one SM").arg(exactText(s.predictedNs)), false});
    return group;
}

} // namespace

RectangleFacts::RectangleFacts(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    listen(m_workspace.document(), Document::MatrixChanged | Document::PlanFactsChanged, this, &RectangleFacts::count);
    listen(m_workspace.attention(), Attention::PlanChanged | Attention::SelectionChanged, this, &RectangleFacts::count);
    for (const auto signal : {&ShownOrder::changed, &ShownOrder::planReady})
        connect(&m_workspace.attention().order(), signal, this, &RectangleFacts::count);
    count();
}

void RectangleFacts::count()
{
    const std::optional<CellRange>& cells = m_workspace.attention().selection().cells;
    const MatrixPtr matrix = m_workspace.attention().order().shown().matrix;
    if (!cells || !matrix) {
        m_workspace.jobs().cancel(Lane::Rectangle);
        m_statistics.reset();
        m_matrix.reset();
        return;
    }
    const raster::ElementRect rect{cells->row0, cells->row1, cells->col0, cells->col1};
    // As it lies in the order that is shown.
    ShownOrder::ShownPlan shown;
    if (const PlanFactsPtr facts = m_workspace.attention().planFacts(); facts && m_workspace.attention().plan())
        shown = m_workspace.attention().order().plan(m_workspace.attention().plan(), facts).value_or(shown);
    const PlanPtr plan = shown.plan;
    if (rect == m_rect && plan == m_plan && matrix == m_matrix)
        return;
    m_rect = rect;
    m_plan = plan;
    m_matrix = matrix;
    m_statistics.reset();
    m_workspace.jobs().start(
        Lane::Rectangle, tr("Counting in the rectangle"),
        [matrix, rect, plan, owner = shown.owner](Progress& progress) {
            return raster::rectangleStatistics(
                *matrix, rect, plan.get(),
                plan ? std::span<const std::uint32_t>(*owner) : std::span<const std::uint32_t>(), progress);
        },
        // The document outlives this view.
        [self = QPointer(this)](raster::RectangleStatistics statistics) {
            if (!self)
                return;
            self->m_statistics = std::make_shared<const raster::RectangleStatistics>(std::move(statistics));
            Q_EMIT self->changed();
        });
}

std::vector<FactGroup> rectangleFacts(const raster::ElementRect& r, const raster::RectangleStatistics* s,
                                      const Plan* plan, const LineOrder* lines)
{
    const bool rowsMoved = lines && !lines->rows.empty();
    const bool colsMoved = lines && !lines->cols.empty();
    const std::int64_t height = r.rowEnd - r.rowBegin;
    const std::int64_t width = r.colEnd - r.colBegin;
    FactGroup group{tr("Rectangle"), {}};
    group.facts.push_back({rowsMoved ? tr("rows shown at") : tr("rows"),
                           tr("%1 to %2").arg(countText(r.rowBegin), countText(r.rowEnd - 1)),
                           tr("%1 rows").arg(countText(height)), false});
    group.facts.push_back({colsMoved ? tr("columns shown at") : tr("columns"),
                           tr("%1 to %2").arg(countText(r.colBegin), countText(r.colEnd - 1)),
                           tr("%1 columns").arg(countText(width)), false});
    group.facts.push_back(
        {tr("places"), QStringLiteral("%1 × %2").arg(countText(height), countText(width)), {}, false});
    if (!s) {
        group.facts.push_back({{}, tr("Being counted."), {}, true});
        return {group};
    }
    group.facts.push_back(number(tr("non-zeros"), s->nnz));
    group.facts.push_back({tr("density"), percentText(s->density), exactText(s->density), false});
    group.facts.push_back(
        {tr("empty rows"), tr("%1 of %2").arg(countText(s->emptyRows), countText(height)), {}, false});
    group.facts.push_back(
        {tr("empty columns"), tr("%1 of %2").arg(countText(s->emptyCols), countText(width)), {}, false});
    if (s->longestRow >= 0) {
        group.facts.push_back({tr("longest row"), countText(lines ? lines->row(s->longestRow) : s->longestRow),
                               tr("the first of the rows with the most non-zeros in the rectangle"), false});
        group.facts.push_back(number(tr("    holds"), s->longestRowNnz));
        group.facts.push_back({tr("longest column"), countText(lines ? lines->col(s->longestCol) : s->longestCol),
                               tr("the first of the columns with the most non-zeros in the rectangle"), false});
        group.facts.push_back(number(tr("    holds"), s->longestColNnz));
    }
    std::vector<FactGroup> groups{group};
    if (plan && s->tiles > 0)
        groups.push_back(tilesGroup(*s, *plan));
    return groups;
}

} // namespace sparsescope
