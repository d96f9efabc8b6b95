// What went wrong, a sentence each.
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
    connect(copy, &QToolButton::clicked, this, [this] {
        QStringList details;
        for (const Failure& failure : m_failures)
            details << failure.details;
        QGuiApplication::clipboard()->setText(details.join(QStringLiteral("\n\n")));
    });
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void Banner::show(const Failure& failure)
{
    const bool another = !isHidden() && failure.lane == Lane::Open && m_failures.back().lane == Lane::Open;
    if (!another)
        m_failures.clear();
    m_failures.push_back(failure);
    constexpr qsizetype most = 4; // sentences that leave room for the matrix
    QStringList lines;
    for (const Failure& each : m_failures.mid(0, m_failures.size() > most ? most - 1 : most))
        lines << tr("%1 failed: %2").arg(each.title, each.sentence);
    if (lines.size() < m_failures.size())
        lines << tr("%1 more failed: see the details").arg(m_failures.size() - lines.size());
    m_text->setText(lines.join(QLatin1Char('\n')));
    m_close->setIcon(lineIcon(QStringLiteral("cancel"), colorsOf(*this).text));
    setVisible(true);
}

void Banner::withdraw(Lane lane)
{
    if (!isHidden() && m_failures.back().lane == lane)
        hide();
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
