#include "views/masks/masks_view.h"

#include "views/masks/film_strip.h"
#include "views/masks/masks_replay.h"
#include "views/parts/theme.h"
#include "views/replay/transport.h"

#include <QBoxLayout>
#include <QKeyEvent>

#include <algorithm>

namespace sparsescope {

namespace {
constexpr int transportWidth = 208; // beside the film
}

MasksView::MasksView(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_replay(new MasksReplay(workspace, this)),
      m_layout(new QBoxLayout(QBoxLayout::TopToBottom, this)), m_transport(new Transport(*m_replay, this)),
      m_film(new FilmStrip(workspace, *m_replay, this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_transport->setContentsMargins(space::inside, 4, space::inside, 4);
    m_layout->addWidget(m_transport);
    m_layout->addWidget(m_film, 1);
    setMinimumSize(132, 112);
}

// Those that the buttons name: else the window would play the search.
void MasksView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space:
        return m_replay->toggle();
    case Qt::Key_Comma:
        return m_replay->stepBack();
    case Qt::Key_Period:
        return m_replay->stepForward();
    case Qt::Key_Home:
        return m_replay->toFirst();
    case Qt::Key_End:
        return m_replay->toLast();
    default:
        QWidget::keyPressEvent(event); // the window's
    }
}

void MasksView::resizeEvent(QResizeEvent* event)
{
    const bool lying = width() > height();
    m_layout->setDirection(lying ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setAlignment(m_transport, lying ? Qt::AlignTop : Qt::Alignment());
    m_transport->setMinimumWidth(lying ? std::min(transportWidth, width() / 2) : 0);
    m_transport->setMaximumWidth(lying ? m_transport->minimumWidth() : QWIDGETSIZE_MAX);
    m_film->setLying(lying);
    QWidget::resizeEvent(event);
}

} // namespace sparsescope
