// One sentence about what went wrong.
#include "views/main_window/banner.h"

#include "views/parts/icons.h"
#include "views/parts/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace sparsescope {

Banner::Banner(QWidget* parent) : QWidget(parent), m_text(new QLabel), m_close(new QToolButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::between, 4, space::inside, 4);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(m_text, 1);
    auto* copy = new QToolButton;
    copy->setText(tr("Copy details"));
    row->addWidget(copy);
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close this message"));
    row->addWidget(m_close);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_details); });
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void Banner::show(const Failure& failure)
{
    m_text->setText(tr("%1 failed: %2").arg(failure.title, failure.sentence));
    m_details = failure.details;
    m_close->setIcon(lineIcon(QStringLiteral("cancel"), colorsOf(*this).text));
    setVisible(true);
}

QString Banner::text() const
{
    return m_text->text();
}

void Banner::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colorsOf(*this);
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRect(0, 0, 4, height()), c.bad);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

void Banner::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_close->setIcon(lineIcon(QStringLiteral("cancel"), colorsOf(*this).text));
    QWidget::changeEvent(event);
}

} // namespace sparsescope
