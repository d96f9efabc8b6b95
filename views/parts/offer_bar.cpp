// What the window offers to do.
#include "views/parts/offer_bar.h"

#include "views/parts/label_text.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

OfferBar::OfferBar(QWidget* parent) : QWidget(parent), m_content(new QWidget), m_lines(new QVBoxLayout(m_content))
{
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(4, 0, 0, 1);
    m_lines->setContentsMargins(12, 4, space::inside, 4);
    m_lines->setSpacing(4);
    all->addWidget(new Scroller(m_content));
    m_content->installEventFilter(this);
    hide();
}

// In a low window several offers scroll in the room of one.
void OfferBar::fit()
{
    const int most = window()->height() < 500 ? 48 : 160;
    setFixedHeight(1 + std::min(most, leastHeight(*m_content, width() - 4)));
}

bool OfferBar::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QWidget::eventFilter(object, event);
}

void OfferBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (isVisible()) // Qt drops a size that is set while it shows the widget: the lines would keep the old one
        fit();
}

void OfferBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fit();
}

void OfferBar::offer(const QString& name, const QString& sentence, const QList<Choice>& choices, const QString& tip)
{
    int place = take(name);
    if (place < 0 && m_answered.name == name) // a choice asks once more
        place = std::min(m_answered.place, m_lines->count());
    auto* line = new QWidget;
    line->setObjectName(name);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::inside);
    auto* text = new QLabel(breakable(sentence));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setToolTip(tip);
    row->addWidget(text, 1);
    for (qsizetype i = 0; i < choices.size(); ++i) {
        auto* button = new QPushButton(choices[i].text);
        button->setProperty("primary", i == 0);
        button->setAccessibleDescription(sentence);
        connect(button, &QPushButton::clicked, this, [this, name, taken = choices[i].taken] {
            m_answered = {name, take(name)};
            showIfAny();
            const QPointer<OfferBar> here(this); // what is taken may close the window
            if (taken)
                taken();
            if (here)
                m_answered = {};
        });
        row->addWidget(button);
    }
    m_lines->insertWidget(place, line);
    setVisible(true);
    fit();
}

void OfferBar::withdraw(const QString& name)
{
    take(name);
    showIfAny();
}

void OfferBar::showIfAny()
{
    setVisible(m_lines->count() > 0);
}

// Returns where it stood, -1 where there was none.
int OfferBar::take(const QString& name)
{
    int place = -1;
    for (int i = m_lines->count() - 1; i >= 0; --i)
        if (QWidget* line = m_lines->itemAt(i)->widget(); line && line->objectName() == name) {
            m_lines->removeWidget(line);
            line->hide();
            line->setParent(nullptr);
            line->deleteLater(); // one of its buttons may be at work
            place = i;
        }
    return place;
}

QStringList OfferBar::sentences() const
{
    QStringList all;
    for (int i = 0; i < m_lines->count(); ++i)
        if (const QWidget* line = m_lines->itemAt(i)->widget())
            for (const QLabel* label : line->findChildren<QLabel*>())
                all << label->text().remove(QChar(0x200B));
    return all;
}

void OfferBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colorsOf(*this);
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRect(0, 0, 4, height()), c.accent);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

} // namespace sparsescope
