// The keys of the present page.
#include "views/main_window/keys_help.h"

#include "views/pages/pages.h"
#include "views/parts/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace sparsescope {

KeysHelp::KeysHelp(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    hide();
}

void KeysHelp::showFor(const Page& page)
{
    m_keys.clear();
    if (!page.whole())
        m_keys = {{tr("wheel"), tr("zoom at the cursor")},
                  {tr("drag"), tr("move the matrix")},
                  {tr("Shift + drag"), tr("select a rectangle")},
                  {tr("double click"), tr("show all of it")},
                  {tr("arrows"), tr("move the picked element by one")},
                  {QStringLiteral("G"), tr("go to row, column; select as 0-15,0-31")},
                  {QStringLiteral("F"), tr("fit the selection")},
                  {QStringLiteral("S"), tr("stretch the matrix to fill the canvas, or not")},
                  {QStringLiteral("V  T"), tr("next layer of values, next layer of tiles")},
                  {QStringLiteral("O"), tr("order of rows and columns")},
                  {QStringLiteral("Esc"), tr("clear the selection")},
                  {tr("Alt + ← →"), tr("back and forward through the views")}};
    m_keys.append(page.keys());
    QStringList titles;
    for (const PageDefinition* each : allPages())
        titles << each->plainTitle();
    m_keys.append({{tr("Alt + 1 … %1").arg(titles.size()), titles.join(QStringLiteral(", "))},
                   {tr("Ctrl + (Shift +) T  W"), tr("new tab (the closed one again), close this tab")},
                   {tr("Ctrl + (Shift +) Tab"), tr("next tab, the tab before")},
                   {tr("Ctrl + Shift + Page Up, Down"), tr("move the tab to the left, to the right")},
                   {tr("Ctrl + L"), tr("link this tab with another one, or unlink")},
                   {tr("Ctrl + B"), tr("bookmark this view; with Shift: all")},
                   {tr("Ctrl + Shift + E"), tr("export pictures, data, a web page")},
                   {tr("Ctrl + Shift + L"), tr("layouts of the panels")},
                   {tr("Ctrl + Shift + C"), tr("copy the matrix as an image")},
                   {tr("Ctrl + K"), tr("all actions, by name")},
                   {QStringLiteral("?"), tr("this page")}});
    setGeometry(parentWidget()->rect());
    raise();
    show();
    setFocus();
}

void KeysHelp::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colorsOf(*this);
    QColor veil = c.dark ? QColor(0, 0, 0) : QColor(0x1B, 0x1E, 0x22);
    veil.setAlphaF(0.5F);
    painter.fillRect(rect(), veil);
    const QFont font = typeFace(TypeSize::Small);
    // In a low window the lines come closer.
    const int least = QFontMetrics(font).height();
    const int line = std::clamp((height() - 88) / static_cast<int>(m_keys.size()), least, least + 8);
    int keys = 0, whats = 0;
    for (const auto& [key, what] : m_keys) {
        keys = std::max(keys, QFontMetrics(typeFace(TypeSize::Small, true)).horizontalAdvance(key));
        whats = std::max(whats, QFontMetrics(font).horizontalAdvance(what));
    }
    const QSize size(keys + whats + 80, line * static_cast<int>(m_keys.size()) + 72);
    const QRect box(QPoint((width() - size.width()) / 2, std::max(8, (height() - size.height()) / 2)), size);
    painter.setPen(c.hairline);
    painter.setBrush(c.panel);
    painter.drawRoundedRect(box, 8, 8);
    painter.setPen(c.text);
    painter.setFont(typeFace(TypeSize::Middle, true));
    painter.drawText(box.adjusted(24, 16, -24, 0), Qt::AlignTop | Qt::AlignLeft, tr("Keys"));
    int top = box.top() + 52;
    for (const auto& [key, what] : m_keys) {
        painter.setFont(typeFace(TypeSize::Small, true));
        painter.setPen(c.text);
        painter.drawText(QRect(box.left() + 24, top, keys + 1, line), Qt::AlignVCenter | Qt::AlignLeft, key);
        painter.setFont(font);
        painter.setPen(c.secondary);
        painter.drawText(QRect(box.left() + keys + 48, top, box.width() - keys - 64, line),
                         Qt::AlignVCenter | Qt::AlignLeft, what);
        top += line;
    }
}

void KeysHelp::keyPressEvent(QKeyEvent*)
{
    hide();
}

void KeysHelp::mousePressEvent(QMouseEvent*)
{
    hide();
}

} // namespace sparsescope
