// Predicted cost against measured time of every sub-task.
#include "views/measure/scatter_view.h"

namespace sparsescope {

// The picture of the cloud at its place in the plot. QCustomPlot's own item for pictures loses those of more than one
// pixel a logical one.
class CloudItem : public QCPAbstractItem {
public:
    explicit CloudItem(QCustomPlot* plot)
        : QCPAbstractItem(plot), m_topLeft(createPosition(QStringLiteral("topLeft"))),
          m_bottomRight(createPosition(QStringLiteral("bottomRight")))
    {
    }
    void setCloud(const QImage& image, const LogRange& x, const LogRange& y)
    {
        m_image = image;
        m_topLeft->setCoords(x.low, y.high);
        m_bottomRight->setCoords(x.high, y.low);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->drawImage(QRectF(m_topLeft->pixelPosition(), m_bottomRight->pixelPosition()), m_image,
                           QRectF(m_image.rect()));
    }

private:
    QImage m_image;
    QCPItemPosition *m_topLeft, *m_bottomRight;
};

ScatterView::ScatterView(Workspace& workspace, QWidget* parent) : Plot(parent), m_workspace(workspace)
{
    setMinimumSize(220, 160);
    setAccessibleName(tr("Predicted cost against measured time"));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<DurationTickerLog>::create());
    }
    xAxis->setLabel(tr("predicted cost of a sub-task"));
    yAxis->setLabel(tr("measured"));
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);

    addLayer(QStringLiteral("cloud"), layer(QStringLiteral("grid")), QCustomPlot::limAbove);
    m_identity = new QCPItemStraightLine(this);
    m_identity->setLayer(QStringLiteral("cloud"));
    m_identity->point1->setCoords(1, 1);
    m_identity->point2->setCoords(1000, 1000);
    m_cloud = new CloudItem(this);
    m_cloud->setLayer(QStringLiteral("cloud"));
    m_cloud->setVisible(false);
    m_identityName = new QCPItemText(this);
    m_identityName->setText(tr("as predicted"));
    m_identityName->setFont(typeFace(TypeSize::Small));
    m_identityName->setPadding({4, 2, 4, 2});
    m_identityName->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    m_identityName->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_identityName->position->setCoords(0.82, 0.02); // left of the line
    m_selected = addGraph();
    m_selected->setLineStyle(QCPGraph::lsNone);

    connect(this, &QCustomPlot::beforeReplot, this, &ScatterView::requestCloud);
    connect(&m_workspace, &Workspace::runChanged, this, &ScatterView::load);
    connect(&m_workspace, &Workspace::selectionChanged, this, &ScatterView::showSelection);
    load();
}

void ScatterView::load()
{
    const OpenRun* run = m_workspace.run();
    const RunFactsPtr facts = run ? run->facts : nullptr;
    if (facts == m_facts)
        return;
    m_facts = facts;
    m_plan = run ? run->plan : nullptr;
    auto formats = std::make_shared<std::vector<std::int32_t>>();
    if (m_plan)
        for (const Tile& tile : m_plan->tiles)
            formats->push_back(tile.format);
    m_tileFormats = formats;
    m_cloud->setVisible(false);
    fit();
    showSelection();
}

void ScatterView::setSeries(bool saturated, bool inSitu)
{
    m_saturated = saturated;
    m_inSitu = inSitu;
    showSelection();
    replot(rpQueuedReplot);
}

void ScatterView::fit()
{
    const LogRange range = m_facts ? rangeOf(*m_facts, m_saturated, m_inSitu) : LogRange{10, 10000};
    xAxis->setRange(range.low, range.high);
    yAxis->setRange(range.low, range.high);
    replot(rpQueuedReplot);
}

CloudRequest ScatterView::request() const
{
    CloudRequest r;
    r.facts = m_facts;
    if (m_plan)
        for (const FormatPtr& format : m_plan->formats)
            r.tileColors.push_back(familyColor(format->family()));
    r.tileFormats = m_tileFormats;
    r.saturated = m_saturated;
    r.inSitu = m_inSitu;
    r.x = {xAxis->range().lower, xAxis->range().upper};
    r.y = {yAxis->range().lower, yAxis->range().upper};
    r.size = axisRect()->rect().size();
    r.pixelRatio = devicePixelRatioF();
    return r;
}

// The picture stands at the plot coordinates for which it was drawn, so that it moves with the axes until the next one
// is ready.
void ScatterView::requestCloud()
{
    if (!m_facts || !isVisible())
        return;
    const CloudRequest wanted = request();
    const QVariantList key = {wanted.x.low,  wanted.x.high, wanted.y.low,
                              wanted.y.high, wanted.size,   wanted.pixelRatio,
                              m_saturated,   m_inSitu,      reinterpret_cast<quintptr>(m_facts.get())};
    if (m_drawn == key)
        return;
    m_drawn = key;
    m_jobs.start(
        QStringLiteral("cloud"), tr("Drawing points"),
        [wanted](Progress& progress) { return drawCloud(wanted, progress); },
        [this, wanted](const QImage& image) {
            m_cloud->setCloud(image, wanted.x, wanted.y);
            m_cloud->setVisible(true);
            replot(rpQueuedReplot);
        });
}

void ScatterView::showSelection()
{
    const std::int64_t tile = m_workspace.selection().tile;
    QVector<double> x, y;
    if (m_facts && tile >= 0) {
        const auto take = [&](const std::vector<CostPoint>& points) {
            for (const CostPoint& p : points) {
                if (p.tile == tile) {
                    x.push_back(p.predicted);
                    y.push_back(p.measured);
                }
            }
        };
        if (m_saturated)
            take(m_facts->saturated);
        if (m_inSitu)
            take(m_facts->inSitu);
    }
    m_selected->setData(x, y);
    replot(rpQueuedReplot);
}

void ScatterView::restyle()
{
    const Colors& c = colors();
    m_identity->setPen(QPen(c.secondary, 1, Qt::DashLine));
    m_identityName->setColor(c.secondary);
    m_selected->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.accent, 2.5), Qt::NoBrush, 13));
}

std::int64_t ScatterView::tileAt(QPointF position) const
{
    const QPointF inside = position - axisRect()->rect().topLeft();
    return tileNear(request(), inside.x(), inside.y(), 12);
}

void ScatterView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    Plot::mousePressEvent(event);
}

void ScatterView::mouseReleaseEvent(QMouseEvent* event)
{
    Plot::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || (event->position() - m_pressed).manhattanLength() > 4)
        return;
    if (const std::int64_t tile = tileAt(event->position()); tile >= 0)
        m_workspace.selectTile(tile);
}

void ScatterView::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

} // namespace sparsescope
