// Predicted against measured.
#include "views/pages/measure/scatter_view.h"

#include "engine/core/at.h"
#include "engine/measure/quantity.h"
#include "views/pages/measure/kind_model.h"
#include "views/parts/numbers.h"

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

namespace {

class BytesTickerLog : public SpareTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return bytesText(tick); }
};

// 0.5x, 1x, 2x: measured over predicted, by powers of two.
class RatioTickerLog : public QCPAxisTickerLog {
public:
    RatioTickerLog() { setLogBase(2); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return ratioText(tick); }
};

PowerFit fitThrough(const std::vector<CostPoint>& points)
{
    std::vector<std::pair<double, double>> pairs;
    pairs.reserve(points.size());
    for (const CostPoint& p : points)
        pairs.emplace_back(p.predicted, p.measured);
    return powerFit(pairs);
}

} // namespace

RunFacts kindPoints(const Plan& plan, const Profile& profile, ScatterOf what)
{
    RunFacts facts;
    std::vector<double> predicted, counted;
    for (const KindRun& kind : profile.kinds) {
        const double p = what == ScatterOf::Bytes ? kind.predictedBytes : kind.predictedFlops;
        const double m = what == ScatterOf::Bytes ? kind.bytes : kind.flops;
        const std::int64_t tile = firstTileOf(plan, kind.kind);
        if (!(p > 0) || !(m > 0) || tile < 0)
            continue;
        facts.saturated.push_back({static_cast<std::int32_t>(tile), p, m});
        predicted.push_back(p);
        counted.push_back(m);
    }
    facts.saturatedAgreement = agreement(predicted, counted);
    return facts;
}

RunFacts branchPoints(const Profile& profile, const RunFacts& facts, ScatterOf what)
{
    RunFacts points;
    std::vector<double> predicted, measured;
    const auto add = [&](std::int32_t tile, double p, double m) {
        if (!(p > 0) || !(m > 0)) // nor is NaN
            return;
        points.saturated.push_back({tile, p, m});
        predicted.push_back(p);
        measured.push_back(m);
    };
    if (what == ScatterOf::Branches)
        for (const BranchFacts& branch : facts.branches)
            add(branch.tile, branch.predictedNs, branch.inSituNs);
    else if (what == ScatterOf::Bytes && !facts.branches.empty())
        add(facts.branches.front().tile, facts.predictedBytes(), measuredL2Bytes(profile));
    points.saturatedAgreement = agreement(predicted, measured);
    return points;
}

ScatterView::ScatterView(Workspace& workspace, QWidget* parent) : Plot(parent), m_workspace(workspace)
{
    setMinimumSize(220, 160);
    setAccessibleName(tr("Predicted cost against measured time"));
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    setInteractions(QCP::Interactions(QCP::iRangeDrag) | QCP::iRangeZoom);

    addLayer(QStringLiteral("cloud"), layer(QStringLiteral("grid")), QCustomPlot::limAbove);
    m_identity = new QCPItemStraightLine(this);
    m_identity->setLayer(QStringLiteral("cloud"));
    m_identity->point1->setCoords(1, 1);
    m_identity->point2->setCoords(1000, 1000);
    for (QCPItemStraightLine** line : {&m_saturatedLine, &m_inSituLine}) {
        *line = new QCPItemStraightLine(this);
        (*line)->setLayer(QStringLiteral("cloud"));
    }
    m_cloud = new CloudItem(this);
    m_cloud->setLayer(QStringLiteral("cloud"));
    m_cloud->setVisible(false);
    m_identityName = new QCPItemText(this);
    m_identityName->setFont(typeFace(TypeSize::Small));
    m_identityName->setPadding({4, 2, 4, 2});
    m_identityName->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    m_identityName->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_identityName->setText(tr("as predicted"));
    m_identityName->position->setCoords(0.82, 0.02); // left of the line
    m_selected = addGraph();
    m_selected->setLineStyle(QCPGraph::lsNone);

    connect(this, &QCustomPlot::beforeReplot, this, &ScatterView::requestCloud);
    listen(m_workspace.document(), Document::RunsChanged, this, &ScatterView::load);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &ScatterView::load);
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &ScatterView::showSelection);
    load();
}

void ScatterView::load()
{
    const OpenRun* run = m_workspace.attention().run();
    const RunFactsPtr facts = run ? run->facts : nullptr;
    const ProfilePtr profile = run ? run->profile : nullptr;
    if (facts == m_facts && profile == m_profile && m_tileFormats)
        return;
    m_facts = facts;
    m_otherCosts.reset();
    m_profile = profile;
    m_plan = run ? run->plan : nullptr;
    auto formats = std::make_shared<std::vector<std::int32_t>>();
    if (m_plan)
        for (const Tile& tile : m_plan->tiling().tiles)
            formats->push_back(tile.format);
    m_tileFormats = formats;
    choosePoints();
}

void ScatterView::setSeries(bool saturated, bool inSitu)
{
    m_saturated = saturated;
    m_inSitu = inSitu;
    nameAxes();
    placeLines();
    showSelection();
    replot(rpQueuedReplot);
}

void ScatterView::setWhat(ScatterOf what)
{
    m_what = what;
    choosePoints();
}

void ScatterView::setResiduals(bool residuals)
{
    m_residuals = residuals;
    choosePoints();
}

void ScatterView::setOtherCosts(const RunFactsPtr& facts, const QString& name)
{
    m_otherCosts = facts;
    m_otherName = name;
    choosePoints();
}

Agreement ScatterView::agreementOf(bool saturated) const
{
    return !m_values ? Agreement{} : saturated ? m_values->saturatedAgreement : m_values->inSituAgreement;
}

void ScatterView::choosePoints()
{
    m_values = m_what == ScatterOf::Time ? (m_otherCosts ? m_otherCosts : m_facts)
               : !m_plan || !m_profile   ? nullptr
               : ofBranches()            ? std::make_shared<const RunFacts>(branchPoints(*m_profile, *m_facts, m_what))
                                         : std::make_shared<const RunFacts>(kindPoints(*m_plan, *m_profile, m_what));
    m_saturatedFit = m_inSituFit = {};
    if (m_values) {
        m_saturatedFit = fitThrough(m_values->saturated);
        m_inSituFit = fitThrough(m_values->inSitu);
    }
    m_points = m_values;
    if (m_values && m_residuals) {
        auto divided = std::make_shared<RunFacts>();
        const auto divide = [](const std::vector<CostPoint>& from, std::vector<CostPoint>& to) {
            to.reserve(from.size());
            for (const CostPoint& p : from)
                if (p.predicted > 0)
                    to.push_back({p.tile, p.predicted, p.measured / p.predicted});
        };
        divide(m_values->saturated, divided->saturated);
        divide(m_values->inSitu, divided->inSitu);
        m_points = divided;
    }
    const auto ticker = [this]() -> QSharedPointer<QCPAxisTicker> {
        if (m_what == ScatterOf::Time || m_what == ScatterOf::Branches)
            return QSharedPointer<DurationTickerLog>::create();
        if (m_what == ScatterOf::Bytes)
            return QSharedPointer<BytesTickerLog>::create();
        return QSharedPointer<ShortTickerLog>::create();
    };
    xAxis->setTicker(ticker());
    yAxis->setTicker(m_residuals ? QSharedPointer<QCPAxisTicker>(QSharedPointer<RatioTickerLog>::create()) : ticker());
    xAxis->setLabel(m_what == ScatterOf::Time && m_otherCosts ? tr("cost of a sub-task by %1").arg(m_otherName)
                    : m_what == ScatterOf::Time               ? tr("predicted cost of a sub-task")
                    : m_what == ScatterOf::Branches           ? tr("predicted cost of a branch's blocks")
                    : m_what == ScatterOf::Flops              ? tr("predicted FLOPs of a kind of tile")
                    : ofBranches()                            ? tr("predicted bytes of the kernel")
                                                              : tr("predicted bytes of a kind of tile"));
    nameAxes();
    m_cloud->setVisible(false);
    placeLines();
    fit();
    showSelection();
}

// What the vertical axis shows depends on the series: saturated, in situ, or both.
void ScatterView::nameAxes()
{
    QStringList shown;
    const auto add = [&](Origin origin) { shown << QString::fromStdString(name(origin)); };
    if (m_what == ScatterOf::Branches)
        add(Origin::InSitu);
    else if (m_what != ScatterOf::Time)
        add(Origin::Counted);
    else if (m_saturated)
        add(Origin::Saturated);
    if (showsInSitu())
        add(Origin::InSitu);
    const QString measured = shown.isEmpty() ? tr("measured") : shown.join(tr(" and "));
    yAxis->setLabel(m_residuals ? tr("%1 over predicted").arg(measured) : measured);
}

// Lines through two points of the plot; straight on logarithmic axes.
void ScatterView::placeLines()
{
    const auto through = [this](QCPItemStraightLine& line, const PowerFit& fit) {
        const auto y = [&](double x) { return fit.at(x) / (m_residuals ? x : 1); };
        line.point1->setCoords(10, y(10));
        line.point2->setCoords(1000, y(1000));
    };
    through(*m_identity, {});
    // Residuals: at the right end of the line, on it; else left of its upper end.
    m_identityName->setPositionAlignment(Qt::AlignRight | (m_residuals ? Qt::AlignBottom : Qt::AlignTop));
    m_identityName->position->setTypeY(m_residuals ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    m_identityName->position->setCoords(m_residuals ? 0.99 : 0.82, m_residuals ? 1 : 0.02);
    m_saturatedLine->setVisible(showsSaturated() && m_saturatedFit.known);
    m_inSituLine->setVisible(showsInSitu() && m_inSituFit.known);
    through(*m_saturatedLine, m_saturatedFit);
    through(*m_inSituLine, m_inSituFit);
}

void ScatterView::fit()
{
    if (!m_points) {
        xAxis->setRange(10, 10000);
        yAxis->setRange(10, 10000);
    } else if (m_residuals) {
        const LogRange x = rangeOf(*m_points, showsSaturated(), showsInSitu(), RangeAxis::Predicted);
        const LogRange y = rangeOf(*m_points, showsSaturated(), showsInSitu(), RangeAxis::Measured);
        // As far below as predicted as above it.
        const double most = std::max({2.0, y.high, 1 / y.low});
        xAxis->setRange(x.low, x.high);
        yAxis->setRange(1 / most, most);
    } else {
        const LogRange range = rangeOf(*m_points, showsSaturated(), showsInSitu());
        xAxis->setRange(range.low, range.high);
        yAxis->setRange(range.low, range.high);
    }
    replot(rpQueuedReplot);
}

CloudRequest ScatterView::request() const
{
    CloudRequest r;
    r.facts = m_points;
    if (m_plan)
        for (const FormatPtr& format : m_plan->tiling().formats) {
            r.tileColors.push_back(familyColor(format->family()));
            r.tileShapes.push_back(format->family());
        }
    r.tileFormats = m_tileFormats;
    r.saturated = showsSaturated();
    r.inSitu = showsInSitu();
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
    if (!m_points || !isVisible())
        return;
    const CloudRequest wanted = request();
    const QVariantList key = {wanted.x.low,     wanted.x.high, wanted.y.low,
                              wanted.y.high,    wanted.size,   wanted.pixelRatio,
                              wanted.saturated, wanted.inSitu, reinterpret_cast<quintptr>(m_points.get())};
    if (m_drawn == key)
        return;
    m_drawn = key;
    m_workspace.jobs().start(
        Lane::Cloud, tr("Drawing points"), [wanted](Progress& progress) { return drawCloud(wanted, progress); },
        [this, wanted](const QImage& image) {
            m_cloud->setCloud(image, wanted.x, wanted.y);
            m_cloud->setVisible(true);
            replot(rpQueuedReplot);
        });
}

void ScatterView::showSelection()
{
    const std::int64_t tile = m_workspace.attention().selection().tile;
    QVector<double> x, y;
    if (m_points && m_plan && tile >= 0 && tile < static_cast<std::int64_t>(m_plan->tiling().tiles.size())) {
        const Tile& selected = m_plan->tiling().tiles[at(tile)];
        const auto take = [&](const std::vector<CostPoint>& points) {
            for (const CostPoint& p : points) {
                const Tile& other = m_plan->tiling().tiles[at(p.tile)];
                // A point of a kind stands for all tiles of that kind, one of a branch for those of its level.
                const bool alike = m_what == ScatterOf::Time       ? p.tile == tile
                                   : m_what == ScatterOf::Branches ? other.level == selected.level
                                   : ofBranches()                  ? true
                                                  : other.format == selected.format && other.atomic == selected.atomic;
                if (alike) {
                    x.push_back(p.predicted);
                    y.push_back(p.measured);
                }
            }
        };
        if (showsSaturated())
            take(m_points->saturated);
        if (showsInSitu())
            take(m_points->inSitu);
    }
    m_selected->setData(x, y);
    replot(rpQueuedReplot);
}

void ScatterView::restyle()
{
    const Colors& c = colors();
    m_identity->setPen(QPen(c.secondary, 1, Qt::DashLine));
    m_identityName->setColor(c.secondary);
    m_saturatedLine->setPen(QPen(c.text, 1.4));
    m_inSituLine->setPen(QPen(c.text, 1.4, Qt::DotLine));
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
        m_workspace.attention().selectTile(tile);
}

void ScatterView::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

} // namespace sparsescope
