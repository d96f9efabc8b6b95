#include "views/canvas/layer_bar.h"

#include "engine/core/at.h"
#include "views/canvas/canvas_link.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/shown_order.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace sparsescope {

LayerBar::LayerBar(CanvasLink& link, QWidget* parent) : QWidget(parent), m_link(link), m_group(new QActionGroup(this))
{
    setObjectName(QStringLiteral("layers"));
    setAccessibleName(tr("Layers of the heat map"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::inside, 2, space::inside, 2);
    row->setSpacing(space::inside);
    // In the order of ValueLayer and CanvasColouring.
    m_values = makeKind(tr("Values"),
                        {{tr("count"), tr("How many non-zeros a pixel has")},
                         {tr("any"), tr("Whether a pixel has a non-zero")},
                         {tr("magnitude"), tr("The largest |value| in a pixel")},
                         {tr("sign"), tr("Whether a pixel's values are positive or negative")}},
                        *row);
    m_tiles = makeKind(tr("Tiles"),
                       {{tr("format"), tr("Which format a tile is stored in")},
                        {tr("level"), tr("Which generation of candidates a tile is from")},
                        {tr("round"), tr("Which round of the search chose a tile")},
                        {tr("padding"), tr("The share of a tile's stored places that hold no non-zero")},
                        {tr("redundant"), tr("The share of a tile's stored places whose non-zero another tile owns")},
                        {tr("split"), tr("Split rows: whether other stored rows hold parts of a tile's rows too")},
                        {tr("cost"), tr("The predicted cost of a tile's sub-task")},
                        {tr("time"), tr("The measured time of a tile's sub-task: in situ, chosen again saturated")},
                        {tr("error"), tr("Slower or faster than the model says: in situ, chosen again saturated")}},
                       *row);
    row->addStretch(1);
    makeOrders(*row);
    for (int i = 0; i < m_values.actions.size(); ++i)
        connect(m_values.actions[i], &QAction::triggered, this,
                [this, i] { m_link.setValueLayer(static_cast<raster::ValueLayer>(i)); });
    for (int i = 0; i < m_tiles.actions.size(); ++i)
        connect(m_tiles.actions[i], &QAction::triggered, this, [this, i] {
            const auto colouring = static_cast<CanvasColouring>(i);
            const bool again = m_link.tilesShown() && m_link.colouring() == colouring;
            const bool ofRun = colouring == CanvasColouring::Measured || colouring == CanvasColouring::ModelError;
            if (again && ofRun)
                m_link.setMeasured(m_link.measured() == Origin::InSitu ? Origin::Saturated : Origin::InSitu);
            m_link.setColouring(colouring);
        });
    connect(&m_link, &CanvasLink::layersChanged, this, &LayerBar::refresh);
    refresh();
}

void LayerBar::makeOrders(QHBoxLayout& row)
{
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(this);
    const QString what[] = {
        tr("Rows and columns as the file has them"),
        tr("The longest rows first; equal ones as in the file"),
        tr("The longest columns first; equal ones as in the file"),
        tr("The longest rows and columns first; equal ones as in the file"),
        tr("Neighbours next to each other, so that non-zeros come close to the diagonal"),
        tr("The rows of the plan's first tile first, then those of the second, and so on: tiles that "
           "gather rows become rectangles")};
    for (const MatrixOrder order : matrixOrders) {
        QAction* action = menu->addAction(ShownOrder::title(order));
        action->setCheckable(true);
        action->setData(what[m_orders.size()]);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, order] {
            m_link.setOrder(order);
            refresh(); // what cannot be shown is not checked
        });
        m_orders.push_back(action);
    }
    m_orderTitle = new QLabel(tr("Order"));
    m_orderTitle->setProperty("role", QStringLiteral("secondary"));
    row.addWidget(m_orderTitle);
    m_order = new QToolButton;
    m_order->setObjectName(QStringLiteral("order"));
    m_order->setAccessibleName(tr("Order of rows and columns"));
    m_order->setCheckable(true);
    m_order->setMenu(menu);
    m_order->setPopupMode(QToolButton::InstantPopup);
    m_order->setFocusPolicy(Qt::TabFocus);
    row.addWidget(m_order);
}

void LayerBar::showOrders()
{
    if (!isVisible())
        return;
    QMenu& menu = *m_order->menu();
    menu.setActiveAction(m_orders[static_cast<int>(m_link.order())]);
    menu.popup(m_order->mapToGlobal(QPoint(0, m_order->height())));
}

LayerBar::Kind LayerBar::makeKind(const QString& title, const QList<std::pair<QString, QString>>& layers,
                                  QHBoxLayout& row)
{
    Kind kind;
    kind.title = new QLabel(title);
    kind.title->setProperty("role", QStringLiteral("secondary"));
    row.addWidget(kind.title);
    kind.buttons = new QWidget;
    auto* side = new QHBoxLayout(kind.buttons);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(0);
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    for (const auto& [name, what] : layers) {
        auto* action = new QAction(name, this);
        action->setCheckable(true);
        action->setData(what);
        m_group->addAction(action);
        menu->addAction(action);
        kind.actions.push_back(action);
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys with the canvas
        side->addWidget(button);
    }
    row.addWidget(kind.buttons);
    kind.folded = new QToolButton;
    kind.folded->setCheckable(true);
    kind.folded->setMenu(menu);
    kind.folded->setPopupMode(QToolButton::InstantPopup);
    kind.folded->setFocusPolicy(Qt::TabFocus);
    row.addWidget(kind.folded);
    kind.folded->hide();
    return kind;
}

void LayerBar::Kind::fold(bool fold)
{
    buttons->setVisible(!fold);
    folded->setVisible(fold);
}

void LayerBar::refresh()
{
    const auto show = [](QAction* action, const QString& problem) {
        action->setEnabled(problem.isEmpty());
        action->setToolTip(problem.isEmpty() ? action->data().toString()
                                             : action->data().toString() + QLatin1String(".\n") + problem);
    };
    for (int i = 0; i < m_values.actions.size(); ++i)
        show(m_values.actions[i], m_link.whyNot(static_cast<raster::ValueLayer>(i)));
    for (int i = 0; i < m_tiles.actions.size(); ++i)
        show(m_tiles.actions[i], m_link.whyNot(static_cast<CanvasColouring>(i)));
    const bool tiles = m_link.tilesShown();
    QAction* shown = tiles ? m_tiles.actions[static_cast<int>(m_link.colouring())]
                           : m_values.actions[static_cast<int>(m_link.valueLayer())];
    shown->setChecked(true);
    const auto name = [](const Kind& kind, const QAction* now, bool isShown) {
        kind.folded->setText(now->text() + QStringLiteral(" ▾"));
        kind.folded->setToolTip(now->toolTip());
        kind.folded->setChecked(isShown);
    };
    name(m_values, m_values.actions[static_cast<int>(m_link.valueLayer())], !tiles);
    name(m_tiles, m_tiles.actions[static_cast<int>(m_link.colouring())], tiles);
    for (int i = 0; i < m_orders.size(); ++i)
        show(m_orders[i], m_link.whyNot(matrixOrders[at(i)]));
    const MatrixOrder order = m_link.order();
    m_orders[static_cast<int>(order)]->setChecked(true);
    m_order->setToolTip(tr("Order of rows and columns (O): %1").arg(ShownOrder::title(order)) + QLatin1String(".\n") +
                        m_orders[static_cast<int>(order)]->data().toString());
    m_order->setChecked(order != MatrixOrder::File);
    arrange();
}

void LayerBar::next(const Kind& kind, bool shown, int now)
{
    const auto count = static_cast<int>(kind.actions.size());
    for (int step = shown ? 1 : 0; step < count; ++step) {
        QAction* action = kind.actions[(now + step) % count];
        if (!action->isEnabled())
            continue;
        action->trigger();
        return;
    }
}

void LayerBar::nextValues()
{
    next(m_values, !m_link.tilesShown(), static_cast<int>(m_link.valueLayer()));
}

void LayerBar::nextTiles()
{
    next(m_tiles, m_link.tilesShown(), static_cast<int>(m_link.colouring()));
}

void LayerBar::arrange()
{
    const QString title = ShownOrder::title(m_link.order()) + QStringLiteral(" ▾");
    const QString brief = tr("Order") + QStringLiteral(" ▾"); // the legend says which
    const auto widthOf = [this](const QString& text) {
        m_order->setText(text);
        return m_order->sizeHint().width();
    };
    const int named = widthOf(title) + m_orderTitle->sizeHint().width() + space::inside;
    const int unnamed = widthOf(brief);
    const int titles = m_values.title->sizeHint().width() + m_tiles.title->sizeHint().width() + 8 * space::inside;
    const int values = m_values.buttons->sizeHint().width();
    const int tiles = m_tiles.buttons->sizeHint().width();
    // Without a plan the tiles' layers are only named; with one they matter more.
    const bool plan = m_tiles.actions.front()->isEnabled();
    const int one = plan ? tiles + m_values.folded->sizeHint().width() : values + m_tiles.folded->sizeHint().width();
    const int layers = width() - titles;
    const bool all = values + tiles + unnamed <= layers;
    const bool some = all || one + unnamed <= layers;
    const int used = all    ? values + tiles
                     : some ? one
                            : m_values.folded->sizeHint().width() + m_tiles.folded->sizeHint().width();
    const bool name = used + named <= layers;
    m_tiles.fold(!all && !(plan && some));
    m_values.fold(!all && !(!plan && some));
    // In the narrowest room the buttons alone.
    const bool titled = used + unnamed <= layers;
    m_values.title->setVisible(titled);
    m_tiles.title->setVisible(titled);
    m_orderTitle->setVisible(name);
    m_order->setText(name ? title : brief);
}

void LayerBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void LayerBar::setTight(bool tight)
{
    layout()->setContentsMargins(space::inside, tight ? 0 : 2, space::inside, tight ? 0 : 2);
    setFixedLine(*this, tight);
    arrange();
}

// As narrow as with both kinds folded.
QSize LayerBar::minimumSizeHint() const
{
    return {160, m_values.folded->sizeHint().height() + 4};
}

} // namespace sparsescope
