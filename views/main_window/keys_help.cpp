// The keys of the present page.
#include "views/main_window/keys_help.h"

#include "views/pages/pages.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

namespace sparsescope {

KeysHelp::KeysHelp(QWidget* parent) : QWidget(parent), m_box(new QWidget(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Keys"));
    m_box->setObjectName(QStringLiteral("bubble"));
    m_box->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(m_box);
    column->setContentsMargins(24, space::between, 24, space::between);
    column->setSpacing(12);
    auto* title = new QLabel(tr("Keys"));
    title->setProperty("role", QStringLiteral("title"));
    column->addWidget(title);
    auto* content = new QWidget;
    m_grid = new QGridLayout(content);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(24);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    m_scroll = new Scroller(content);
    column->addWidget(m_scroll, 1);
    parent->installEventFilter(this);
    hide();
}

void KeysHelp::showFor(const Page& page)
{
    KeyTexts keys;
    if (!page.whole())
        keys = {{tr("wheel"), tr("zoom at the cursor")},
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
    keys.append(page.keys());
    QStringList titles;
    for (const PageDefinition* each : allPages())
        titles << each->plainTitle();
    keys.append({{tr("Alt + 1 … %1").arg(titles.size()), titles.join(QStringLiteral(", "))},
                 {tr("Ctrl + (Shift +) T  W"), tr("new tab (the closed one again), close this tab")},
                 {tr("Ctrl + (Shift +) Tab"), tr("next tab, the tab before")},
                 {tr("Ctrl + Shift + Page Up, Down"), tr("move the tab to the left, to the right")},
                 {tr("Ctrl + L"), tr("link this tab with another one, or unlink")},
                 {tr("Ctrl + (Shift +) S"), tr("save the session (under another name)")},
                 {tr("Ctrl + B"), tr("bookmark this view; with Shift: all")},
                 {tr("Ctrl + Shift + E"), tr("export pictures, data, a web page")},
                 {tr("Ctrl + Shift + L"), tr("layouts of the panels")},
                 {tr("Ctrl + Shift + C"), tr("copy the matrix as an image")},
                 {tr("Ctrl + K"), tr("all actions, by name")},
                 {QStringLiteral("?"), tr("this page")}});
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int i = 0; i < keys.size(); ++i) {
        auto* key = new QLabel(keys[i].first);
        key->setFont(typeFace(TypeSize::Small, true));
        auto* what = new QLabel(keys[i].second);
        what->setProperty("role", QStringLiteral("secondary"));
        for (QLabel* label : {key, what})
            label->setTextFormat(Qt::PlainText);
        m_grid->addWidget(key, i, 0);
        m_grid->addWidget(what, i, 1);
    }
    m_scroll->verticalScrollBar()->setValue(0);
    show();
    place();
    raise();
    setFocus();
}

void KeysHelp::place()
{
    setGeometry(parentWidget()->rect());
    m_grid->activate();
    const QSize size = m_box->sizeHint().boundedTo(this->size() - QSize(16, 16));
    m_box->setGeometry(QRect(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size));
}

bool KeysHelp::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QWidget::eventFilter(object, event);
}

void KeysHelp::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QColor veil = colorsOf(*this).dark ? QColor(0, 0, 0) : QColor(0x1B, 0x1E, 0x22);
    veil.setAlphaF(0.5F);
    painter.fillRect(rect(), veil);
}

void KeysHelp::keyPressEvent(QKeyEvent* event)
{
    QScrollBar* bar = m_scroll->verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Up:
        return bar->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Down:
        return bar->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_PageUp:
        return bar->triggerAction(QAbstractSlider::SliderPageStepSub);
    case Qt::Key_PageDown:
        return bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
    default:
        hide();
    }
}

void KeysHelp::mousePressEvent(QMouseEvent*)
{
    hide();
}

} // namespace sparsescope
