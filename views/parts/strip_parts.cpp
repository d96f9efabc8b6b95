#include "views/parts/strip_parts.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>

#include <algorithm>

namespace sparsescope {

namespace {

// As wide as its content needs, so that nothing is cut at the right.
class ScrolledDown : public QScrollArea {
public:
    explicit ScrolledDown(int most) : m_most(most) {}
    QSize minimumSizeHint() const override
    {
        const int bar = verticalScrollBar()->sizeHint().width();
        return {(widget() ? widget()->minimumSizeHint().width() : 0) + bar, 64};
    }

    QSize sizeHint() const override
    {
        const QSize size = QScrollArea::sizeHint();
        return {std::max(std::min(size.width(), m_most), minimumSizeHint().width()), size.height()};
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (object == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(object, event);
    }

private:
    const int m_most;
};

} // namespace

QTabBar* makeTabBar()
{
    auto* tabs = new QTabBar;
    tabs->setDrawBase(false);
    tabs->setExpanding(false);
    tabs->setElideMode(Qt::ElideNone);
    return tabs;
}

QScrollArea* scrolled(QWidget* content, const QString& name, int most)
{
    auto* area = new ScrolledDown(most);
    area->setAccessibleName(name);
    area->setFocusPolicy(name.isEmpty() ? Qt::NoFocus : Qt::StrongFocus);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(content);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

} // namespace sparsescope
