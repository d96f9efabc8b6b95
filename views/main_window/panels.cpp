// The canvas with its two panels.
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

constexpr int firstInspectorWidth = 256;
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

Panels::Panels(QWidget* canvas, QWidget* strip, QWidget* inspector) : m_inspectorWidth(firstInspectorWidth)
{
    setWindowFlags(Qt::Widget);
    setDockOptions(QMainWindow::AllowNestedDocks);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    setContextMenuPolicy(Qt::NoContextMenu);
    setCentralWidget(canvas);
    m_strip = makeDock("stripPanel", tr("Page"), strip);
    m_inspector = makeDock("inspectorPanel", tr("Inspector"), inspector);
    addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    addDockWidget(Qt::BottomDockWidgetArea, m_strip);
    connect(m_strip, &QDockWidget::dockLocationChanged, this, [this](Qt::DockWidgetArea area) {
        if (!m_placing)
            m_moved = area != (m_beside ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea);
    });
    for (const QDockWidget* panel : {m_strip, m_inspector})
        connect(panel, &QDockWidget::topLevelChanged, this, [this](bool floating) {
            Q_EMIT tornOffChanged();
            if (!m_placing) // not while it is still being placed
                QMetaObject::invokeMethod(this, &Panels::giveWay, Qt::QueuedConnection);
            if (!floating && !m_placing)
                giveSizes();
        });
    makeHandles();
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
    const auto give = [this](QDockWidget* panel, int extent, bool width) {
        if (docked(panel == m_strip ? Panel::Strip : Panel::Inspector))
            resizeDocks({panel}, {extent}, width ? Qt::Horizontal : Qt::Vertical);
    };
    const int extent = bounded(m_extents.value(m_page, m_wanted)) + (stripBeside() ? 0 : gripHeight);
    const bool inspectorBeside = isBeside(Panel::Inspector);
    if (stripBeside() && inspectorBeside && areaOf(Panel::Inspector) == areaOf(Panel::Strip) && docked(Panel::Strip) &&
        docked(Panel::Inspector)) {
        resizeDocks({m_strip, m_inspector}, {extent, m_inspectorWidth}, Qt::Horizontal);
        return;
    }
    give(m_strip, extent, stripBeside());
    if (inspectorBeside)
        give(m_inspector, m_inspectorWidth, true);
}

void Panels::rememberSizes()
{
    if (docked(Panel::Strip)) {
        const bool beside = stripBeside();
        const int before = beside ? m_before[0].width() : m_before[0].height();
        const int now = beside ? m_strip->width() : m_strip->height() - gripHeight;
        if (now != before - (beside ? 0 : gripHeight))
            m_extents[m_page] = now;
    }
    if (docked(Panel::Inspector) && m_inspector->width() != m_before[1].width())
        m_inspectorWidth = m_inspector->width();
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
        for (const Panel panel : both)
            makeDrawer(panel, false);
        m_extents.clear();
        m_inspectorWidth = firstInspectorWidth;
        m_moved = false;
        for (QDockWidget* panel : {m_strip, m_inspector}) {
            panel->setFloating(false);
            panel->show();
        }
        addDockWidget(Qt::RightDockWidgetArea, m_inspector);
        addDockWidget(Qt::BottomDockWidgetArea, m_strip);
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
    const bool drawers = m_drawers[0] || m_drawers[1]; // of this window alone; the layout is for all
    out << layoutVersion << m_extents << qint32(m_inspectorWidth) << m_moved
        << (drawers ? m_stateBefore : saveState(layoutVersion));
    return bytes;
}

bool Panels::restore(const QByteArray& saved)
{
    QDataStream in(saved);
    in.setVersion(QDataStream::Qt_6_4);
    qint32 version = 0, width = 0;
    QMap<int, int> extents;
    bool moved = false;
    QByteArray state;
    in >> version;
    if (version != layoutVersion)
        return false;
    in >> extents >> width >> moved >> state;
    if (in.status() != QDataStream::Ok)
        return false;
    {
        const QScopedValueRollback placing(m_placing, true);
        for (const Panel panel : both)
            makeDrawer(panel, false);
        if (!restoreState(state, layoutVersion))
            return false;
        m_extents = extents;
        m_inspectorWidth = std::clamp<int>(width, 100, 4000);
        m_moved = moved;
        showTornOff(isVisible());
    }
    giveWay();
    giveSizes(); // those kept with the state may be of a window without room
    return true;
}

void Panels::showTornOff(bool shown)
{
    for (QDockWidget* panel : {m_strip, m_inspector})
        if (panel->isFloating())
            panel->setVisible(shown);
}

bool Panels::event(QEvent* event)
{
    // Dragging the lines between panels is the only thing that the mouse does here itself.
    if (event->type() == QEvent::MouseButtonPress) {
        m_before[0] = m_strip->size();
        m_before[1] = m_inspector->size();
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
