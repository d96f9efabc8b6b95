// Names and values in two columns under titles.
#include "views/fact_list.h"

#include "views/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace sparsescope {

namespace {
constexpr qsizetype longName = 20; // characters from which a name may take two lines
}

FactList::FactList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(space::between);
    m_layout->addStretch();
}

void FactList::setGroups(std::vector<FactGroup> groups)
{
    m_groups = std::move(groups);
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const FactGroup& group : m_groups) {
        if (group.facts.empty())
            continue;
        auto* box = new QWidget(this);
        auto* grid = new QGridLayout(box);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(space::inside);
        grid->setVerticalSpacing(3);
        grid->setColumnStretch(1, 1);
        grid->setColumnMinimumWidth(1, 76);
        int row = 0;
        if (!group.title.isEmpty()) {
            QString words = group.title;
            // Where a file's name may be broken; its suffixes stay whole where they can.
            const bool parts = words.contains(QLatin1Char('-')) || words.contains(QLatin1Char('_'));
            for (const char mark : {'-', '_', '.'})
                if (mark != '.' || !parts)
                    words.replace(QLatin1Char(mark), QString(QLatin1Char(mark)) + QChar(0x200B));
            auto* title = new QLabel(words);
            title->setTextFormat(Qt::PlainText);
            title->setProperty("role", QStringLiteral("title"));
            title->setWordWrap(true);
            title->setContentsMargins(0, 0, 0, 2);
            grid->addWidget(title, row++, 0, 1, 2);
        }
        for (const Fact& fact : group.facts) {
            auto* value = new QLabel(fact.value);
            value->setTextFormat(Qt::PlainText);
            value->setWordWrap(true);
            value->setToolTip(fact.exact);
            value->setTextInteractionFlags(Qt::TextSelectableByMouse);
            if (fact.faint)
                value->setProperty("role", QStringLiteral("secondary"));
            if (fact.name.isEmpty()) {
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
            grid->addWidget(name, row, 0);
            grid->addWidget(value, row++, 1);
        }
        m_layout->addWidget(box);
        box->show();
    }
    m_layout->addStretch();
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
