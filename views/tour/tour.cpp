#include "views/tour/tour.h"

#include "views/parts/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr int bubbleWidth = 340;
constexpr int air = 12; // between the bubble and what it speaks of

} // namespace

Tour::Tour(QWidget* over) : QWidget(over), m_bubble(new QWidget(this))
{
    hide();
    setFocusPolicy(Qt::StrongFocus);
    m_bubble->setObjectName(QStringLiteral("bubble"));
    m_bubble->setAttribute(Qt::WA_StyledBackground);
    m_bubble->setFixedWidth(bubbleWidth);
    auto* column = new QVBoxLayout(m_bubble);
    column->setContentsMargins(space::between, space::between, space::between, space::between);
    column->setSpacing(space::inside);
    m_title = new QLabel;
    m_title->setProperty("role", QStringLiteral("title"));
    m_title->setWordWrap(true);
    column->addWidget(m_title);
    m_text = new QLabel;
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    column->addWidget(m_text);
    column->addSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::inside);
    m_count = new QLabel;
    m_count->setProperty("role", QStringLiteral("secondary"));
    row->addWidget(m_count);
    row->addStretch();
    m_end = new QPushButton(tr("End"));
    m_back = new QPushButton(tr("Back"));
    m_next = new QPushButton;
    m_next->setProperty("primary", true);
    for (QPushButton* button : {m_end, m_back, m_next}) {
        row->addWidget(button);
        button->installEventFilter(this); // arrows walk, wherever the focus is
    }
    column->addLayout(row);
    connect(m_end, &QPushButton::clicked, this, &Tour::end);
    connect(m_back, &QPushButton::clicked, this, [this] { go(m_stop - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { go(m_stop + 1); });
    m_follow.setInterval(60);
    connect(&m_follow, &QTimer::timeout, this, &Tour::place);
    over->installEventFilter(this);
}

void Tour::start(std::vector<TourStop> stops)
{
    m_stops = std::move(stops);
    show();
    raise();
    m_follow.start();
    go(0);
}

void Tour::end()
{
    m_follow.stop();
    m_stop = -1;
    hide();
    if (parentWidget())
        parentWidget()->setFocus();
}

void Tour::go(int stop)
{
    if (stop < 0)
        return;
    if (stop >= stops())
        return end();
    m_stop = stop;
    const TourStop& now = m_stops[static_cast<std::size_t>(stop)];
    if (now.before)
        now.before();
    m_title->setText(now.title);
    m_text->setText(now.text);
    m_count->setText(tr("%1 of %2").arg(stop + 1).arg(stops()));
    m_back->setEnabled(stop > 0);
    const bool last = stop + 1 == stops();
    m_next->setText(last ? tr("Done") : tr("Next"));
    m_end->setVisible(!last);
    m_bubble->setAccessibleName(now.title);
    m_bubble->setAccessibleDescription(now.text);
    m_bubble->resize(bubbleWidth, m_bubble->layout()->heightForWidth(bubbleWidth));
    place();
    m_next->setFocus();
}

// Beside what stands out, where there is room: right, left, below, above, else inside it at the lower right.
void Tour::place()
{
    if (m_stop < 0 || !parentWidget())
        return;
    setGeometry(parentWidget()->rect());
    const QWidget* what = m_stops[static_cast<std::size_t>(m_stop)].what();
    QRect spot;
    if (what && what->isVisible())
        spot = QRect(mapFromGlobal(what->mapToGlobal(QPoint())), what->size()).intersected(rect());
    const int height = m_bubble->layout()->heightForWidth(bubbleWidth);
    const QSize size(bubbleWidth, height);
    const QRect room = rect().adjusted(air, air, -air, -air);
    const int y = std::clamp(spot.top(), room.top(), std::max(room.top(), room.bottom() - height));
    const int x = std::clamp(spot.left() + air, room.left(), std::max(room.left(), room.right() - bubbleWidth));
    QPoint at(std::max(room.left(), spot.right() - bubbleWidth - air),
              std::max(room.top(), spot.bottom() - height - air));
    for (const QPoint& beside : {QPoint(spot.right() + air, y), QPoint(spot.left() - air - bubbleWidth, y),
                                 QPoint(x, spot.bottom() + air), QPoint(x, spot.top() - air - height)})
        if (room.contains(QRect(beside, size))) {
            at = beside;
            break;
        }
    const QRect bubble(at, size);
    if (spot == m_spot && bubble == m_bubble->geometry() && !mask().isEmpty())
        return;
    m_spot = spot;
    m_bubble->setGeometry(bubble);
    // The mouse reaches what stands out.
    setMask(QRegion(rect()).subtracted(QRegion(spot.adjusted(2, 2, -2, -2))).united(bubble));
    update();
}

void Tour::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colorsOf(*this);
    QColor veil = c.dark ? QColor(0, 0, 0) : QColor(0x1B, 0x1E, 0x22);
    veil.setAlphaF(0.45F);
    painter.setClipRegion(QRegion(rect()).subtracted(m_spot));
    painter.fillRect(rect(), veil);
    painter.setClipping(false);
    painter.setPen(QPen(c.accent, 2));
    painter.drawRect(m_spot.adjusted(1, 1, -1, -1));
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        return end();
    case Qt::Key_Right:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return go(m_stop + 1);
    case Qt::Key_Left:
        return go(m_stop - 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

bool Tour::eventFilter(QObject* object, QEvent* event)
{
    if (object == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
    } else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Right || key == Qt::Key_Left || key == Qt::Key_Escape) {
            keyPressEvent(static_cast<QKeyEvent*>(event));
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            static_cast<QPushButton*>(object)->click();
            return true;
        }
        // The window's own: a search is played while the tour speaks of it.
        if (key == Qt::Key_Space || key == Qt::Key_Comma || key == Qt::Key_Period) {
            QCoreApplication::sendEvent(parentWidget(), event);
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

} // namespace sparsescope
