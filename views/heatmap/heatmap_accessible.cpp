// What a screen reader is told of the heat map: what is picked, as it changes.
#include "views/heatmap/heatmap_view.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>

namespace sparsescope {

namespace {

class AccessibleHeatMap final : public QAccessibleWidget {
public:
    explicit AccessibleHeatMap(HeatMapView* view) : QAccessibleWidget(view, QAccessible::Graphic), m_view(view) {}
    QString text(QAccessible::Text what) const override
    {
        return what == QAccessible::Value ? m_view->pickedText() : QAccessibleWidget::text(what);
    }

private:
    HeatMapView* m_view;
};

QAccessibleInterface* accessibleHeatMap(const QString&, QObject* object)
{
    auto* view = qobject_cast<HeatMapView*>(object);
    return view ? new AccessibleHeatMap(view) : nullptr;
}

} // namespace

void HeatMapView::makeAccessible()
{
    static const bool once = [] {
        QAccessible::installFactory(accessibleHeatMap);
        return true;
    }();
    Q_UNUSED(once);
    connect(this, &HeatMapView::picked, this, &HeatMapView::tellPicked);
    connect(this, &HeatMapView::tileSelected, this, &HeatMapView::tellPicked);
    connect(this, &HeatMapView::rectangleSelected, this, &HeatMapView::tellPicked);
}

QString HeatMapView::pickedText() const
{
    if (!m_matrix)
        return {};
    QStringList parts;
    const auto named = [this](std::int64_t tile) {
        const Tiling& tiling = m_plan->tiling();
        return tr("tile %1, %2")
            .arg(countText(tile), QString::fromStdString(tiling.formats[at(tiling.tiles[at(tile)].format)]->label()));
    };
    const auto known = [this](std::int64_t tile) {
        return m_plan && tile >= 0 && tile < static_cast<std::int64_t>(m_plan->tiling().tiles.size());
    };
    std::int64_t owner = -1;
    if (m_pick) {
        const raster::Element place = placeOf(*m_pick);
        parts << tr("row %1, column %2").arg(countText(m_pick->row), countText(m_pick->col));
        if (!(place == *m_pick))
            parts << tr("shown at row %1, column %2").arg(countText(place.row), countText(place.col));
        const auto columns = m_matrix->row(place.row);
        const auto found = std::lower_bound(columns.begin(), columns.end(), place.col);
        const std::int64_t position = m_matrix->rowPtr()[at(place.row)] + (found - columns.begin());
        parts << (found == columns.end() || *found != place.col ? tr("zero")
                  : m_matrix->hasValues() ? tr("value %1").arg(figureText(m_matrix->value(position)))
                                          : tr("non-zero"));
        owner = tileIn({place.row, place.row + 1, place.col, place.col + 1}, place);
        if (known(owner))
            parts << named(owner);
    }
    if (m_selection)
        parts << tr("rows %1 to %2 and columns %3 to %4 are selected")
                     .arg(countText(m_selection->rowBegin), countText(m_selection->rowEnd - 1),
                          countText(m_selection->colBegin), countText(m_selection->colEnd - 1));
    if (const std::int64_t tile = selectedTile(); tile != owner && known(tile))
        parts << tr("%1, is selected").arg(named(tile));
    return parts.isEmpty() ? tr("nothing is picked") : parts.join(QStringLiteral(", "));
}

void HeatMapView::tellPicked()
{
    const QString text = pickedText();
    if (text == m_told)
        return;
    m_told = text;
    QAccessibleValueChangeEvent event(this, text);
    QAccessible::updateAccessibility(&event);
}

} // namespace sparsescope
