// The open matrices as tabs.
#include "views/tabs/tab_row.h"

#include "views/parts/label_text.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

// Closes the tab; while a job runs in it and the mouse is elsewhere, a dot.
class CloseButton : public QAbstractButton {
public:
    explicit CloseButton(QWidget* parent) : QAbstractButton(parent)
    {
        setFixedSize(20, 20);
        setFocusPolicy(Qt::NoFocus); // Ctrl+W is the way of the keyboard
        setToolTip(TabRow::tr("Close this tab (Ctrl+W)"));
        setAccessibleName(TabRow::tr("Close this tab"));
    }
    bool busy() const { return m_busy; }
    void setBusy(bool busy)
    {
        if (busy == m_busy)
            return;
        m_busy = busy;
        setAccessibleDescription(busy ? TabRow::tr("A job is running") : QString());
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Colors& c = colorsOf(*this);
        const bool hot = underMouse();
        if (hot) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(c.hairline);
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
        }
        const QPointF centre = QRectF(rect()).center();
        if (m_busy && !hot) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(c.accent);
            painter.drawEllipse(centre, 4, 4);
            return;
        }
        painter.setPen(QPen(hot ? c.text : c.secondary, 1.3, Qt::SolidLine, Qt::RoundCap));
        for (const double way : {1.0, -1.0})
            painter.drawLine(centre + QPointF(-3.5, -3.5 * way), centre + QPointF(3.5, 3.5 * way));
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

private:
    bool m_busy = false;
};

CloseButton* closeButton(const QTabBar& bar, int index)
{
    return static_cast<CloseButton*>(bar.tabButton(index, QTabBar::RightSide));
}

} // namespace

TabRow::TabRow(QWidget* parent) : QWidget(parent), m_bar(makeTabBar()), m_new(new QToolButton)
{
    setObjectName(QStringLiteral("tabs"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, space::inside, 1);
    row->setSpacing(4);
    m_bar->setFont(typeFace(TypeSize::Small));
    m_bar->setAccessibleName(tr("Open matrices"));
    m_bar->setUsesScrollButtons(true);
    m_bar->setMovable(true);
    m_bar->setFocusPolicy(Qt::TabFocus);
    m_bar->setSelectionBehaviorOnRemove(QTabBar::SelectPreviousTab);
    m_bar->installEventFilter(this);
    row->addWidget(m_bar, 0);
    m_new->setText(QStringLiteral("+"));
    m_new->setToolTip(tr("New tab (Ctrl+T)"));
    m_new->setAccessibleName(tr("New tab"));
    m_new->setFocusPolicy(Qt::TabFocus);
    m_new->setFixedSize(26, 26);
    row->addWidget(m_new);
    row->addStretch(1);
    connect(m_new, &QToolButton::clicked, this, &TabRow::newWanted);
    connect(m_bar, &QTabBar::currentChanged, this, [this](int index) {
        if (QWidget* shown = page(index))
            Q_EMIT currentChanged(shown);
    });
    hide();
}

void TabRow::add(QWidget* page, const QString& text)
{
    // The first tab becomes the current one by itself; it has a page by then.
    const bool quiet = m_bar->blockSignals(true);
    const int index = m_bar->addTab(text);
    m_bar->setTabData(index, QVariant::fromValue(page));
    m_bar->blockSignals(quiet);
    auto* close = new CloseButton(m_bar);
    connect(close, &QAbstractButton::clicked, this, [this, page] { Q_EMIT closeWanted(page); });
    m_bar->setTabButton(index, QTabBar::RightSide, close);
    setVisible(count() > 1);
    setText(page, text);
}

void TabRow::remove(QWidget* page)
{
    m_bar->removeTab(indexOf(page));
    m_texts.remove(page);
    setVisible(count() > 1);
    fitTexts();
}

void TabRow::setCurrent(QWidget* page)
{
    m_bar->setCurrentIndex(indexOf(page));
}

void TabRow::setText(QWidget* page, const QString& text)
{
    if (m_texts.value(page) == text && !text.isEmpty())
        return;
    m_texts[page] = text;
    fitTexts();
}

// All texts in full where there is room; else the longest give way first. Past a least length the row scrolls.
void TabRow::fitTexts()
{
    constexpr int least = 64, most = 240, around = 46; // pixels; of a tab without its text
    const QFontMetrics metrics(m_bar->font());
    const int n = count();
    std::vector<int> widths;
    for (int i = 0; i < n; ++i)
        widths.push_back(std::min(most, metrics.horizontalAdvance(m_texts.value(page(i))) + 1));
    const int room = width() - m_new->width() - 2 * space::between - n * around;
    const int limit = std::max(least, widestThatFits(std::move(widths), room));
    // Names of one family differ at their end; where that little is left, the beginning says most.
    const Qt::TextElideMode mode = limit < 120 ? Qt::ElideRight : Qt::ElideMiddle;
    for (int i = 0; i < n; ++i) {
        const QString text = asLabel(metrics.elidedText(m_texts.value(page(i)), mode, limit));
        if (text != m_bar->tabText(i))
            m_bar->setTabText(i, text);
    }
}

void TabRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTexts();
}

void TabRow::setTip(QWidget* page, const QString& tip)
{
    m_bar->setTabToolTip(indexOf(page), tip);
}

void TabRow::setBusy(QWidget* page, bool busy)
{
    closeButton(*m_bar, indexOf(page))->setBusy(busy);
}

int TabRow::count() const
{
    return m_bar->count();
}

QWidget* TabRow::page(int index) const
{
    return m_bar->tabData(index).value<QWidget*>();
}

int TabRow::indexOf(const QWidget* page) const
{
    for (int i = 0; i < m_bar->count(); ++i)
        if (this->page(i) == page)
            return i;
    return -1;
}

QString TabRow::text(const QWidget* page) const
{
    return m_texts.value(page);
}

bool TabRow::busy(const QWidget* page) const
{
    return closeButton(*m_bar, indexOf(page))->busy();
}

bool TabRow::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_bar && event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::MiddleButton)
            if (QWidget* closed = page(m_bar->tabAt(mouse->position().toPoint()))) {
                Q_EMIT closeWanted(closed);
                return true;
            }
    }
    return QWidget::eventFilter(object, event);
}

} // namespace sparsescope
