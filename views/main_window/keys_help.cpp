// The keys of the present page.
#include "views/main_window/keys_help.h"

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

QList<std::pair<QString, QString>> KeysHelp::keysOfLearn()
{
    return {{tr("Space"), tr("play or pause the steps of the picture")},
            {QStringLiteral(",  .  ← →"), tr("one step back, one step on")},
            {tr("Home  End"), tr("first and last step")},
            {tr("Page Up, Page Down"), tr("step of the lesson before, next one")},
            {tr("Enter"), tr("pick a cell; arrows then walk to the next one, into the arrays too")},
            {tr("click"), tr("pick, and light all that is linked with it")},
            {QStringLiteral("D"), tr("draw: a click, or Space on the picked cell")},
            {tr("Alt + arrows"), tr("Permute: move the picked row or column; or drag it")},
            {tr("wheel  +  −  F"), tr("zoom in, out, show all")},
            {tr("Ctrl + (Shift +) Z"), tr("undo, redo a change of the picture")},
            {QStringLiteral("F11"), tr("present: Page Up, Page Down and arrows step")},
            {QStringLiteral("Esc"), tr("leave the presentation, stop drawing, drop the pick")}};
}

void KeysHelp::showFor(Page page)
{
    if (page == Page::Learn)
        m_keys = keysOfLearn();
    else
        m_keys = {{tr("wheel"), tr("zoom at the cursor")},
                  {tr("drag"), tr("move the matrix")},
                  {tr("Shift + drag"), tr("select a rectangle")},
                  {tr("double click"), tr("show all of it")},
                  {tr("arrows"), tr("move the picked element by one")},
                  {QStringLiteral("G"), tr("go to row, column; select as 0-15,0-31")},
                  {QStringLiteral("F"), tr("fit the selection")},
                  {QStringLiteral("V  T"), tr("next layer of values, next layer of tiles")},
                  {QStringLiteral("O"), tr("order of rows and columns")},
                  {QStringLiteral("Esc"), tr("clear the selection")},
                  {tr("Alt + ← →"), tr("back and forward through the views")}};
    if (page == Page::Search || page == Page::Explore)
        m_keys.append({{tr("Space"), tr("play or pause the search")},
                       {QStringLiteral(",  ."), tr("one tile back, one tile on")},
                       {tr("Home  End"), tr("first and last tile")}});
    if (page == Page::Search)
        m_keys.append({{tr("Ctrl + D  M  ⌫"), tr("split, merge, delete the tile")},
                       {tr("Ctrl + Shift + 1 … 4"), tr("store it as block, ELL, 1D, CSR")},
                       {tr("Ctrl + (Shift +) Z"), tr("undo, redo a change of the plan, of the rules")},
                       {tr("Insert  Delete  Alt + ↑ ↓"), tr("in the rules: add, remove, move one")}});
    if (page == Page::Measure)
        m_keys.append({{tr("Ctrl + Page Up, Page Down"), tr("the view before, the next view")},
                       {tr("← →  ↑ ↓"), tr("in the schedule: next block, next SM")},
                       {tr("+  −  0"), tr("in the schedule: zoom in, out, show all")}});
    if (page == Page::Compare)
        m_keys.append({{tr("← →  ↑ ↓  ↵"), tr("in the plot of a sweep: next point, next line, open")}});
    m_keys.append({{tr("Alt + 1 … 6"), tr("Explore, Search, Kernel, Measure, Compare, Learn")},
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
