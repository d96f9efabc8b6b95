// The canvas with its panels.
#include "views/main_window/panels.h"

#include "views/parts/theme.h"

#include <QDataStream>
#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QIODevice>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr int firstInspectorWidth = 256, firstMasksWidth = 208;
constexpr qint32 layoutVersion = 1;

// What a panel is dragged by: a few dots while it is docked, its name and a way back while it is torn off.
class Grip : public QWidget {
public:
    explicit Grip(QDockWidget* dock) : QWidget(dock), m_title(new QLabel), m_back(new QToolButton)
    {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(space::between, 0, space::inside, 0);
        row->addWidget(m_title);
        row->addStretch();
        m_back->setText(QDockWidget::tr("Dock"));
        row->addWidget(m_back);
        setCursor(Qt::SizeAllCursor);
        m_back->setCursor(Qt::ArrowCursor);
        connect(m_back, &QToolButton::clicked, dock, [dock] { dock->setFloating(false); });
        connect(dock, &QDockWidget::windowTitleChanged, m_title, &QLabel::setText);
        connect(dock, &QDockWidget::topLevelChanged, this, [this](bool floating) { show(floating); });
        m_title->setText(dock->windowTitle());
        show(dock->isFloating());
    }
    // What a dock lays out its title by: without one its content begins under it.
    QSize sizeHint() const override { return {QWidget::sizeHint().width(), minimumHeight()}; }
    QSize minimumSizeHint() const override { return {0, minimumHeight()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (!m_title->isHidden())
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorsOf(*this).hairline);
        for (const int i : {-1, 0, 1})
            painter.drawEllipse(QPointF(width() / 2.0 + 8 * i, height() / 2.0), 2, 2);
    }

private:
    void show(bool floating)
    {
        m_title->setVisible(floating);
        m_back->setVisible(floating);
        setFixedHeight(floating ? std::max(28, m_back->sizeHint().height() + 4) : Panels::gripHeight);
        setToolTip(floating ? QString() : QDockWidget::tr("Drag to another side, or away; double click tears off"));
    }
    QLabel* m_title;
    QToolButton* m_back;
};

} // namespace

Panels::Panels(QWidget* canvas, QWidget* strip, QWidget* inspector, QWidget* masks)
    : m_inspectorWidth(firstInspectorWidth), m_masksExtent(firstMasksWidth)
{
    setWindowFlags(Qt::Widget);
    setDockOptions(QMainWindow::AllowNestedDocks);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    setContextMenuPolicy(Qt::NoContextMenu);
    setCentralWidget(canvas);
    m_strip = makeDock("stripPanel", tr("Page"), strip);
    m_inspector = makeDock("inspectorPanel", tr("Inspector"), inspector);
    m_masks = makeDock("masksPanel", tr("Masks"), masks);
    m_docks = {m_strip, m_inspector, m_masks};
    addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    addDockWidget(Qt::BottomDockWidgetArea, m_strip);
    addDockWidget(Qt::LeftDockWidgetArea, m_masks);
    m_masks->hide();
    connect(m_strip, &QDockWidget::dockLocationChanged, this, [this](Qt::DockWidgetArea area) {
        if (!m_placing)
            m_moved = area != (m_beside ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea);
    });
    for (const QDockWidget* panel : m_docks)
        connect(panel, &QDockWidget::topLevelChanged, this, [this](bool floating) {
            Q_EMIT tornOffChanged();
            if (!m_placing) // not while it is still being placed
                QMetaObject::invokeMethod(this, &Panels::giveWay, Qt::QueuedConnection);
            if (!floating && !m_placing)
                giveSizes();
        });
    makeHandles();
}

void Panels::showMasks(bool there)
{
    if (there == m_masksShown)
        return;
    {
        const QScopedValueRollback placing(m_placing, true);
        makeDrawer(Panel::Masks, false);
        m_masksShown = there;
        m_masks->setVisible(there && (!m_masks->isFloating() || isVisible()));
    }
    giveWay();
    giveSizes();
    Q_EMIT tornOffChanged();
}

bool Panels::anyDrawer() const
{
    return std::any_of(m_drawers.begin(), m_drawers.end(), [](bool drawer) { return drawer; });
}

// Panels are torn off and docked, never closed: nothing can get lost.
QDockWidget* Panels::makeDock(const char* name, const QString& title, QWidget* content)
{
    auto* panel = new QDockWidget(title, this);
    panel->setObjectName(QString::fromLatin1(name));
    panel->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
    panel->setWidget(content);
    panel->setTitleBarWidget(new Grip(panel));
    return panel;
}

void Panels::arrange(int page, const QString& title, bool beside, int extent)
{
    m_page = page;
    m_beside = beside;
    m_wanted = extent;
    m_strip->setWindowTitle(title);
    place();
    giveWay();
    giveSizes();
}

Qt::DockWidgetArea Panels::areaOf(Panel panel) const
{
    return m_drawers[at(panel)] ? m_areas[at(panel)] : dockWidgetArea(dock(panel));
}

bool Panels::isBeside(Panel panel) const
{
    const Qt::DockWidgetArea area = areaOf(panel);
    return area == Qt::RightDockWidgetArea || area == Qt::LeftDockWidgetArea;
}

void Panels::place()
{
    if (m_moved || m_strip->isFloating() || stripBeside() == m_beside)
        return;
    const Qt::DockWidgetArea area = m_beside ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea;
    if (drawer(Panel::Strip)) {
        m_areas[at(Panel::Strip)] = area;
        return;
    }
    const QScopedValueRollback placing(m_placing, true);
    addDockWidget(area, m_strip);
    // Between the canvas and the inspector.
    if (m_beside && docked(Panel::Inspector) && dockWidgetArea(m_inspector) == Qt::RightDockWidgetArea)
        splitDockWidget(m_strip, m_inspector, Qt::Horizontal);
}

void Panels::giveSizes()
{
    if (!isVisible())
        return; // there is nothing to divide yet
    const QScopedValueRollback placing(m_placing, true);
    const auto give = [this](Panel panel, int extent, bool width) {
        if (docked(panel))
            resizeDocks({dock(panel)}, {extent}, width ? Qt::Horizontal : Qt::Vertical);
    };
    give(Panel::Masks, m_masksExtent, isBeside(Panel::Masks));
    const int extent = bounded(m_extents.value(m_page, m_wanted)) + (stripBeside() ? 0 : gripHeight);
    const bool inspectorBeside = isBeside(Panel::Inspector);
    if (stripBeside() && inspectorBeside && areaOf(Panel::Inspector) == areaOf(Panel::Strip) && docked(Panel::Strip) &&
        docked(Panel::Inspector)) {
        resizeDocks({m_strip, m_inspector}, {extent, m_inspectorWidth}, Qt::Horizontal);
        return;
    }
    give(Panel::Strip, extent, stripBeside());
    if (inspectorBeside)
        give(Panel::Inspector, m_inspectorWidth, true);
}

void Panels::rememberSizes()
{
    if (docked(Panel::Strip)) {
        const bool beside = stripBeside();
        const QSize& was = m_before[at(Panel::Strip)];
        const int before = beside ? was.width() : was.height();
        const int now = beside ? m_strip->width() : m_strip->height() - gripHeight;
        if (now != before - (beside ? 0 : gripHeight))
            m_extents[m_page] = now;
    }
    if (docked(Panel::Inspector) && m_inspector->width() != m_before[at(Panel::Inspector)].width())
        m_inspectorWidth = m_inspector->width();
    if (docked(Panel::Masks) && m_masks->size() != m_before[at(Panel::Masks)])
        m_masksExtent = isBeside(Panel::Masks) ? m_masks->width() : m_masks->height();
}

bool Panels::tornOff(Panel panel) const
{
    return dock(panel)->isFloating();
}

void Panels::tearOff(Panel panel, bool off)
{
    makeDrawer(panel, false);
    dock(panel)->setFloating(off);
    giveWay();
}

void Panels::restoreDefaults()
{
    {
        const QScopedValueRollback placing(m_placing, true);
        for (const Panel panel : all)
            makeDrawer(panel, false);
        m_extents.clear();
        m_inspectorWidth = firstInspectorWidth;
        m_masksExtent = firstMasksWidth;
        m_moved = false;
        for (const Panel panel : all) {
            dock(panel)->setFloating(false);
            dock(panel)->setVisible(there(panel));
        }
        addDockWidget(Qt::RightDockWidgetArea, m_inspector);
        addDockWidget(Qt::BottomDockWidgetArea, m_strip);
        addDockWidget(Qt::LeftDockWidgetArea, m_masks);
    }
    place();
    giveWay();
    Q_EMIT defaultsRestored();
    giveSizes();
}

QByteArray Panels::save() const
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_4);
    // Drawers are those of this window alone; the layout is for all.
    out << layoutVersion << m_extents << qint32(m_inspectorWidth) << m_moved
        << (anyDrawer() ? m_stateBefore : saveState(layoutVersion)) << qint32(m_masksExtent);
    return bytes;
}

bool Panels::restore(const QByteArray& saved)
{
    QDataStream in(saved);
    in.setVersion(QDataStream::Qt_6_4);
    qint32 version = 0, width = 0, masks = firstMasksWidth;
    QMap<int, int> extents;
    bool moved = false;
    QByteArray state;
    in >> version;
    if (version != layoutVersion)
        return false;
    in >> extents >> width >> moved >> state;
    if (!in.atEnd()) // there were layouts without masks
        in >> masks;
    if (in.status() != QDataStream::Ok)
        return false;
    {
        const QScopedValueRollback placing(m_placing, true);
        for (const Panel panel : all)
            makeDrawer(panel, false);
        if (!restoreState(state, layoutVersion))
            return false;
        if (!m_masks->isFloating() && dockWidgetArea(m_masks) == Qt::NoDockWidgetArea)
            addDockWidget(Qt::LeftDockWidgetArea, m_masks);
        m_masks->setVisible(m_masksShown);
        m_extents = extents;
        m_inspectorWidth = std::clamp<int>(width, 100, 4000);
        m_masksExtent = std::clamp<int>(masks, 100, 4000);
        m_moved = moved;
        showTornOff(isVisible());
    }
    giveWay();
    giveSizes(); // those kept with the state may be of a window without room
    return true;
}

void Panels::showTornOff(bool shown)
{
    for (const Panel panel : all)
        if (tornOff(panel))
            dock(panel)->setVisible(shown && there(panel));
}

bool Panels::event(QEvent* event)
{
    // Dragging the lines between panels is the only thing that the mouse does here itself.
    if (event->type() == QEvent::MouseButtonPress) {
        for (const Panel panel : all)
            m_before[at(panel)] = dock(panel)->size();
    }
    const bool done = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease)
        rememberSizes();
    return done;
}

void Panels::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    giveWay();
    Q_EMIT resized();
}

void Panels::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    showTornOff(true);
    giveWay();
    QTimer::singleShot(0, this, &Panels::giveSizes); // once there is something to divide
}

void Panels::hideEvent(QHideEvent* event)
{
    QMainWindow::hideEvent(event);
    if (!event->spontaneous())
        showTornOff(false);
}

} // namespace sparsescope
