// Names and values in two columns under titles.
#include "views/parts/fact_list.h"

#include "views/parts/label_text.h"
#include "views/parts/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {
constexpr qsizetype longName = 20; // characters from which a name may take two lines

// A word that would be wider than its column, as the names of a graph's nodes are, breaks.
QString fitting(const QString& value)
{
    constexpr qsizetype most = 14; // letters
    const QStringList words = value.split(QLatin1Char(' '));
    return std::any_of(words.begin(), words.end(), [](const QString& word) { return word.size() > most; })
               ? breakable(value)
               : value;
}

} // namespace

FactList::FactList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(space::between);
    m_layout->addStretch();
    m_due.setSingleShot(true);
    m_due.setInterval(0);
    connect(&m_due, &QTimer::timeout, this, &FactList::showGroups);
}

void FactList::setGroups(std::vector<FactGroup> groups)
{
    if (groups == m_groups)
        return;
    m_groups = std::move(groups);
    m_due.start();
}

// Labels are dear: those of a group with the same names stay, and say other things.
void FactList::showGroups()
{
    std::size_t shown = 0;
    for (const FactGroup& group : m_groups) {
        if (group.facts.empty())
            continue;
        if (shown == m_boxes.size() || !showIn(m_boxes[shown], group)) {
            if (shown < m_boxes.size())
                delete m_boxes[shown].widget;
            else
                m_boxes.emplace_back();
            m_boxes[shown] = makeBox(group);
            m_layout->insertWidget(static_cast<int>(shown), m_boxes[shown].widget);
            m_boxes[shown].widget->show();
        }
        ++shown;
    }
    for (; m_boxes.size() > shown; m_boxes.pop_back())
        delete m_boxes.back().widget;
}

bool FactList::showIn(Box& box, const FactGroup& group)
{
    if (group.title != box.group.title ||
        !std::ranges::equal(group.facts, box.group.facts,
                            [](const Fact& a, const Fact& b) { return a.name == b.name && a.faint == b.faint; }))
        return false;
    for (std::size_t i = 0; i < group.facts.size(); ++i) {
        if (group.facts[i] == box.group.facts[i])
            continue;
        box.values[i]->setText(fitting(group.facts[i].value));
        for (QLabel* label : {box.names[i], box.values[i]})
            if (label)
                label->setToolTip(group.facts[i].exact);
    }
    box.group = group;
    return true;
}

FactList::Box FactList::makeBox(const FactGroup& group)
{
    Box made{group, new QWidget(this), {}, {}};
    auto* grid = new QGridLayout(made.widget);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space::inside);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(1, 76);
    int row = 0;
    if (!group.title.isEmpty()) {
        auto* title = new QLabel(breakable(group.title));
        title->setToolTip(group.title);
        title->setTextFormat(Qt::PlainText);
        title->setProperty("role", QStringLiteral("title"));
        title->setWordWrap(true);
        title->setContentsMargins(0, 0, 0, 2);
        grid->addWidget(title, row++, 0, 1, 2);
    }
    for (const Fact& fact : group.facts) {
        auto* value = new QLabel(fitting(fact.value));
        value->setTextFormat(Qt::PlainText);
        value->setWordWrap(true);
        value->setToolTip(fact.exact);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        if (fact.faint)
            value->setProperty("role", QStringLiteral("secondary"));
        made.values.push_back(value);
        if (fact.name.isEmpty()) {
            made.names.push_back(nullptr);
            grid->addWidget(value, row++, 0, 1, 2);
            continue;
        }
        auto* name = new QLabel(fact.name);
        name->setProperty("role", QStringLiteral("secondary"));
        name->setToolTip(fact.exact);
        name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        if (fact.name.startsWith(QLatin1Char(' '))) { // a part of what stands above
            name->setText(fact.name.trimmed());
            name->setContentsMargins(space::inside, 0, 0, 0);
        }
        name->setWordWrap(fact.name.size() > longName);
        value->setAlignment(Qt::AlignRight | Qt::AlignTop);
        made.names.push_back(name);
        grid->addWidget(name, row, 0);
        grid->addWidget(value, row++, 1);
    }
    return made;
}

QString FactList::text() const
{
    QString text;
    for (const FactGroup& group : m_groups) {
        text += group.title + QLatin1Char('\n');
        for (const Fact& fact : group.facts)
            text +=
                (fact.name.isEmpty() ? fact.value : fact.name + QStringLiteral(": ") + fact.value) + QLatin1Char('\n');
    }
    return text;
}

} // namespace sparsescope
