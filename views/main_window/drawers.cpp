// Panels for which there is no room beside the canvas: drawers over it, with handles at the right edge.
#include "views/main_window/panels.h"
#include "views/parts/theme.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QTimer>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr qint32 stateVersion = 1; // as in the layout that is saved
constexpr int separator = 3;       // of the style sheet
constexpr int handleWidth = 28;
// By Panels::Panel: the least size of a docked panel, and what a drawer is useful with.
constexpr std::array leasts{QSize(320, 240), QSize(256, 120), QSize(144, 128)};
constexpr std::array usefuls{QSize(520, 200), QSize(280, 200), QSize(240, 160)};
constexpr int leastStripHeight = 240, leastStripWidth = 320;
constexpr int sliver = 120; // less of the canvas beside a drawer is of no use

// The name of a drawer, from top to bottom.
class Handle : public QAbstractButton {
public:
    explicit Handle(QWidget* parent) : QAbstractButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        hide();
    }
    QSize sizeHint() const override { return {handleWidth, fontMetrics().horizontalAdvance(text()) + 24}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Colors& c = colorsOf(*this);
        painter.fillRect(rect(), isChecked() ? c.background : underMouse() || hasFocus() ? c.hairline : c.panel);
        painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
        if (isChecked())
            painter.fillRect(QRect(width() - 3, 0, 3, height() - 1), c.accent);
        painter.setPen(isChecked() || hasFocus() ? c.accent : c.text);
        painter.translate(width(), 0);
        painter.rotate(90);
        painter.drawText(QRect(0, 2, height(), width()), Qt::AlignCenter, text());
    }
    void enterEvent(QEnterEvent* event) override
    {
        update();
        QAbstractButton::enterEvent(event);
    }
    void leaveEvent(QEvent* event) override
    {
        update();
        QAbstractButton::leaveEvent(event);
    }
};

} // namespace

void Panels::makeHandles()
{
    const auto line = [this] {
        auto* made = new QWidget(this);
        made->setObjectName(QStringLiteral("hairline"));
        made->setAttribute(Qt::WA_StyledBackground);
        made->hide();
        return made;
    };
    m_edge = new QWidget(this);
    m_edge->setObjectName(QStringLiteral("drawers"));
    m_edge->setAttribute(Qt::WA_StyledBackground);
    m_edge->hide();
    m_drawerEdge = line();
    for (const Panel panel : all) {
        auto* handle = new Handle(m_edge);
        m_handles[at(panel)] = handle;
        const auto rename = [this, handle, panel] {
            handle->setText(dock(panel)->windowTitle());
            handle->setToolTip(tr("%1: open or close (Esc closes)").arg(handle->text()));
            placeDrawers();
        };
        connect(dock(panel), &QDockWidget::windowTitleChanged, this, rename);
        rename();
        connect(handle, &QAbstractButton::clicked, this, [this, handle, panel](bool open) {
            if (!open)
                return closeDrawers();
            openDrawer(panel);
            if (!handle->hasFocus())
                return;
            // Who opens it with the keyboard goes on in it.
            const QWidget* content = dock(panel)->widget();
            for (QWidget* next = content->nextInFocusChain(); next != content; next = next->nextInFocusChain())
                if (content->isAncestorOf(next) && (next->focusPolicy() & Qt::TabFocus) && next->isEnabled() &&
                    next->isVisible())
                    return next->setFocus(Qt::TabFocusReason);
        });
    }
}

QSize Panels::leastCanvas() const
{
    constexpr int heatMap = 120; // what it copes with
    const int above = centralWidget()->minimumSizeHint().height() - heatMap;
    return {leastCanvasWidth, leastCanvasHeight + std::max(0, above)};
}

// As much of the room that a page wants as leaves the canvas its least size; a high window is divided as the page
// likes.
int Panels::bounded(int extent) const
{
    constexpr int high = 640;
    if (isBeside(Panel::Strip)) {
        const auto beside = [this](Panel panel, int width) {
            return docked(panel) && isBeside(panel) ? width + separator : 0;
        };
        const int room = contentsRect().width() - leastCanvasWidth - separator -
                         beside(Panel::Inspector, m_inspectorWidth) - beside(Panel::Masks, m_masksExtent);
        return std::max(leastStripWidth, std::min(extent, room));
    }
    const bool masks = docked(Panel::Masks) && !isBeside(Panel::Masks);
    const int room =
        height() - leastCanvas().height() - separator - gripHeight - (masks ? m_masksExtent + separator : 0);
    return height() > high + (masks ? m_masksExtent : 0) ? extent : std::max(leastStripHeight, std::min(extent, room));
}

// The canvas has its least size first. Of panels at the same side the inspector gives way before the strip.
void Panels::giveWay()
{
    if (m_placing || !isVisible())
        return;
    QSize needed = leastCanvas();
    const auto need = [this](Panel panel) {
        const QSize least = leasts[at(panel)];
        return isBeside(panel) ? QSize(least.width() + separator, 0)
                               : QSize(0, least.height() + separator + gripHeight);
    };
    for (const Panel panel : all)
        if (there(panel) && !tornOff(panel))
            needed += need(panel);
    std::array<bool, all.size()> give{};
    const auto any = [](const auto& some) { return std::find(some.begin(), some.end(), true) != some.end(); };
    for (bool again = true; again;) {
        again = false;
        for (const Panel panel : all) {
            const bool lacks = isBeside(panel) ? needed.width() > width() : needed.height() > height();
            if (!lacks || !there(panel) || tornOff(panel) || give[at(panel)])
                continue;
            if (!any(give))
                needed.rwidth() += handleWidth;
            needed -= need(panel);
            give[at(panel)] = again = true; // the handles need room too
        }
    }
    if (give != m_drawers) {
        if (!anyDrawer())
            m_stateBefore = saveState(stateVersion);
        for (const Panel panel : all)
            makeDrawer(panel, give[at(panel)]);
        place();
        QTimer::singleShot(0, this, &Panels::giveSizes); // once the layout knows who stands in it
    }
    placeDrawers();
}

// A drawer stays a child of this, outside the layout.
void Panels::makeDrawer(Panel panel, bool drawer)
{
    if (m_drawers[at(panel)] == drawer)
        return;
    const QScopedValueRollback placing(m_placing, true);
    QDockWidget* of = dock(panel);
    if (drawer) {
        m_areas[at(panel)] = dockWidgetArea(of);
        removeDockWidget(of);
    } else if (!of->isFloating()) {
        const bool first = panel == Panel::Strip && isBeside(panel) && docked(Panel::Inspector) &&
                           dockWidgetArea(m_inspector) == m_areas[at(panel)];
        addDockWidget(m_areas[at(panel)], of);
        if (first)
            splitDockWidget(of, m_inspector, Qt::Horizontal);
        of->show();
    }
    m_drawers[at(panel)] = drawer;
    of->titleBarWidget()->setVisible(!drawer);
    of->setAutoFillBackground(drawer); // where its title was
    of->setFeatures(drawer ? QDockWidget::NoDockWidgetFeatures
                           : QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
    m_handles[at(panel)]->setChecked(false);
    m_handles[at(panel)]->setVisible(drawer);
}

void Panels::placeDrawers()
{
    const bool any = anyDrawer();
    setContentsMargins(0, 0, any ? handleWidth : 0, 0);
    m_edge->setVisible(any);
    m_edge->setGeometry(width() - handleWidth, 0, handleWidth, height());
    m_drawerEdge->setVisible(std::any_of(all.begin(), all.end(), [this](Panel panel) { return drawerOpen(panel); }));
    int y = 0;
    for (const Panel panel : {Panel::Strip, Panel::Inspector, Panel::Masks}) {
        if (!drawer(panel))
            continue;
        QAbstractButton* handle = m_handles[at(panel)];
        handle->setGeometry(1, y, handleWidth - 1, std::min(handle->sizeHint().height(), height() / 2));
        y += handle->height();
        if (!drawerOpen(panel))
            continue;
        const QRect room = contentsRect();
        const std::array wanteds{m_extents.value(m_page, m_wanted), m_inspectorWidth, m_masksExtent};
        const int wanted = wanteds[at(panel)];
        const QSize useful = usefuls[at(panel)];
        const auto part = [](int all, int some) { return all - some < sliver ? all : some; };
        QRect place = room;
        if (isBeside(panel))
            place.setLeft(room.right() + 1 - part(room.width(), std::max(wanted, useful.width())));
        else
            place.setTop(room.bottom() + 1 -
                         part(room.height(), std::max({wanted, useful.height(), room.height() * 7 / 10})));
        dock(panel)->setGeometry(place);
        m_drawerEdge->setGeometry(isBeside(panel) ? QRect(place.left(), place.top(), 1, place.height())
                                                  : QRect(place.left(), place.top(), place.width(), 1));
        dock(panel)->raise();
        m_drawerEdge->raise();
    }
    m_edge->raise();
}

bool Panels::docked(Panel panel) const
{
    return there(panel) && !tornOff(panel) && !drawer(panel);
}

bool Panels::drawerOpen(Panel panel) const
{
    return drawer(panel) && !dock(panel)->isHidden();
}

void Panels::openDrawer(Panel panel)
{
    if (!drawer(panel))
        return;
    for (const Panel other : all)
        if (drawer(other)) {
            dock(other)->setVisible(other == panel);
            m_handles[at(other)]->setChecked(other == panel);
        }
    placeDrawers();
}

void Panels::closeDrawers()
{
    const QWidget* focus = focusWidget();
    bool within = false;
    for (const Panel panel : all)
        if (drawer(panel)) {
            within = within || dock(panel)->isAncestorOf(focus);
            dock(panel)->hide();
            m_handles[at(panel)]->setChecked(false);
        }
    placeDrawers();
    if (within)
        Q_EMIT drawersClosed();
}

void Panels::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape &&
        std::any_of(all.begin(), all.end(), [this](Panel p) { return drawerOpen(p); }))
        return closeDrawers();
    QMainWindow::keyPressEvent(event);
}

} // namespace sparsescope
