#include "views/pages/explore/packed_panel.h"

#include "engine/core/error.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "views/pages/explore/gather_lines.h"
#include "views/pages/explore/packed_view.h"
#include "views/parts/flow_layout.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

// A place as the tiles show it, and what it is.
class Swatch : public QWidget {
public:
    Swatch(QString word, QColor colour) : m_word(std::move(word)), m_colour(std::move(colour))
    {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override
    {
        return {side + 6 + fontMetrics().horizontalAdvance(m_word), std::max<int>(side, fontMetrics().height())};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colors& c = colorsOf(*this);
        QPainter painter(this);
        const QRect box(0, (height() - side) / 2, side - 1, side - 1);
        painter.fillRect(box, c.background);
        painter.fillRect(box, m_colour);
        painter.setPen(c.secondary);
        painter.drawRect(box);
        painter.drawText(rect().adjusted(side + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_word);
    }

private:
    static constexpr int side = 11;
    QString m_word;
    QColor m_colour;
};

} // namespace

PackedPanel::PackedPanel(Workspace& workspace, HeatMapView& canvas, QWidget& over, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_view(new PackedView(workspace)),
      m_lines(new GatherLines(workspace, *m_view, canvas, over)), m_order(new ElidedLabel), m_about(new ElidedLabel),
      m_gather(new QPushButton)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* bar = new FlowLayout(space::inside);
    bar->setContentsMargins(space::between, 0, space::between, 0);
    connect(m_gather, &QPushButton::clicked, m_view, &PackedView::gather);
    bar->addWidget(m_gather);
    const auto button = [&](const QString& text, const QString& tip, int by) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        connect(b, &QToolButton::clicked, m_view, [this, by] { m_view->zoom(by); });
        bar->addWidget(b);
    };
    button(QStringLiteral("−"), tr("Smaller tiles (−)"), -1);
    button(QStringLiteral("+"), tr("Larger tiles (+)"), 1);
    for (const auto& [word, colour] : {std::pair(tr("owned"), ownedColor()), std::pair(tr("covered zero"), zeroColor()),
                                       std::pair(tr("padding"), QColor(Qt::transparent))})
        bar->addWidget(new Swatch(word, colour));
    m_order->setProperty("role", QStringLiteral("secondary"));
    m_order->setToolTip(
        tr("Micro-tiles are shown in ascending order. An unordered index, the default, has them as the GPU "
           "found them, in another order in every run."));
    bar->addWidget(m_order);
    column->addLayout(bar);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(space::between, 0, space::between, 0);
    line->addWidget(m_about);
    column->addLayout(line);
    column->addWidget(m_view, 1);

    connect(m_view, &PackedView::chosenChanged, this, &PackedPanel::tell);
    listen(m_workspace.attention(), Attention::PlanChanged, this, [this] {
        if (isVisible())
            arrange();
    });
    connect(&m_workspace.attention().order(), &ShownOrder::changed, this, &PackedPanel::tell);
    tell();
}

void PackedPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    arrange();
}

void PackedPanel::setReducedMotion(bool reduced)
{
    m_view->setReducedMotion(reduced);
}

bool PackedPanel::busy()
{
    return isVisible() && (m_arranging || m_view->busy());
}

// Those of the plan before stay in sight until they are there.
void PackedPanel::arrange()
{
    const PlanPtr plan = m_workspace.attention().plan();
    if (plan == m_arranged)
        return;
    m_arranged = plan;
    if (!plan || !hasDenseTiles(*plan)) {
        m_work.cancel();
        return adopt(nullptr);
    }
    m_arranging = true;
    m_work.start(
        [this, plan, matrix = m_workspace.document().matrix()](Progress& progress) {
            auto tiles = std::make_shared<const DenseTiles>(plan, matrix, progress);
            // This panel waits for its thread, so it is still there.
            QMetaObject::invokeMethod(
                this,
                [this, tiles] {
                    if (tiles->plan() == m_arranged)
                        adopt(tiles);
                },
                Qt::QueuedConnection);
        },
        plan.get());
}

void PackedPanel::adopt(std::shared_ptr<const DenseTiles> tiles)
{
    m_arranging = false;
    m_view->setTiles(std::move(tiles));
    m_order->setText(orderText());
    tell();
}

// In memory an index may hold them in another order, which no run keeps.
QString PackedPanel::orderText() const
{
    const PlanPtr plan = m_workspace.attention().plan();
    if (!plan)
        return {};
    const auto rule = plan->figures.find("rule");
    const auto written = [&](IndexOrder order) {
        return rule != plan->figures.end() && rule->is_object() && rule->contains("index") &&
               rule->at("index").is_object() && rule->at("index").value("order", nlohmann::json()) == name(order);
    };
    if (written(IndexOrder::Ordered))
        return tr("order: ascending, as on the GPU");
    if (written(IndexOrder::Unordered))
        return tr("order: ascending; GPU: any");
    return tr("order: ascending");
}

QString PackedPanel::text() const
{
    return m_about->text();
}

void PackedPanel::tell()
{
    const bool chosen = m_view->chosen() >= 0;
    const QString none = chosen ? m_lines->whyNot() : QString();
    QString words = chosen ? m_view->describe(m_view->chosen()) : m_view->about();
    if (!none.isEmpty())
        words += QLatin1Char(' ') + none;
    m_about->setText(words);
    m_gather->setEnabled(chosen);
    m_gather->setText(m_view->gathered() ? tr("Put back") : tr("Gather"));
    m_gather->setToolTip(!chosen ? tr("Choose a dense tile first")
                         : m_view->gathered()
                             ? tr("Moves the micro-tiles back to their places in the matrix (Return)")
                             : tr("Moves the micro-tiles from the matrix into the dense tile (Return)"));
}

} // namespace sparsescope
