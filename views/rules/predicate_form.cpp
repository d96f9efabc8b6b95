#include "views/rules/predicate_form.h"

#include "engine/core/at.h"
#include "views/parts/flow_layout.h"
#include "views/parts/icons.h"
#include "views/parts/theme.h"
#include "views/rules/number_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

using nlohmann::json;

PredicateForm::PredicateForm(const QString& name, QWidget* parent)
    : QWidget(parent), m_name(name), m_line(new QWidget), m_flow(new FlowLayout(space::inside, m_line)),
      m_kinds(new QComboBox), m_column(new QVBoxLayout(this)), m_add(new QToolButton)
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    m_column->addWidget(m_line);
    m_kinds->setAccessibleName(m_name);
    for (const rules::PredicateKind& kind : rules::predicateKinds()) {
        m_kinds->addItem(QString::fromStdString(kind.label), QString::fromStdString(kind.name));
        m_kinds->setItemData(m_kinds->count() - 1, QString::fromStdString(kind.help), Qt::ToolTipRole);
    }
    m_flow->addWidget(m_kinds);
    m_add->setText(tr("Add a condition"));
    m_add->setToolTip(tr("One more condition in this group"));
    m_add->setAccessibleName(tr("Add a condition to %1").arg(m_name));
    m_add->setProperty("framed", true);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(space::between, 0, 0, 0);
    below->addWidget(m_add);
    below->addStretch();
    m_column->addLayout(below);
    connect(m_kinds, &QComboBox::activated, this, &PredicateForm::chooseKind);
    connect(m_add, &QToolButton::clicked, this, [this] {
        std::vector<json> more = parts();
        more.push_back(*rules::predicateKinds()[1].initial);
        setParts(std::move(more), {});
    });
    setPredicate("all");
}

void PredicateForm::setPredicate(const json& predicate)
{
    m_predicate = predicate;
    const rules::PredicateKind* kind = rules::predicateKindOf(predicate);
    if (kind != m_kind || !kind) {
        m_kind = kind;
        makeFields();
    }
    const QSignalBlocker quiet(m_kinds);
    m_kinds->setCurrentIndex(kind ? m_kinds->findData(QString::fromStdString(kind->name)) : -1);
    m_kinds->setToolTip(kind ? QString::fromStdString(kind->help) : QString());
    for (const Field& field : m_fields) {
        const json& members = m_predicate.begin().value();
        const auto found = members.find(field.declared.name);
        const bool there = members.is_object() && found != members.end();
        if (field.flag) {
            const QSignalBlocker silent(field.flag);
            field.flag->setChecked(there && *found == true);
        } else {
            field.number->setNumber(there ? std::optional(*found) : std::nullopt);
        }
    }
    showParts();
}

void PredicateForm::makeFields()
{
    for (QWidget* widget : m_labelled) {
        m_flow->removeWidget(widget);
        widget->hide();
        widget->deleteLater(); // it may be speaking
    }
    m_labelled.clear();
    m_fields.clear();
    if (!m_kind)
        return;
    for (const rules::PredicateField& declared : m_kind->fields) {
        Field field{declared};
        const QString label = QString::fromStdString(declared.label);
        const QString help = QString::fromStdString(declared.help);
        const auto tell = [this, name = declared.name](const std::optional<json>& value) { setMember(name, value); };
        if (declared.type == rules::PredicateField::Type::Flag) {
            field.flag = new QCheckBox(label);
            field.flag->setToolTip(help);
            connect(field.flag, &QCheckBox::toggled, this,
                    [tell](bool on) { tell(on ? std::optional<json>(true) : std::nullopt); });
            m_labelled.push_back(field.flag);
        } else {
            auto* pair = new QWidget;
            auto* row = new QHBoxLayout(pair);
            row->setContentsMargins(0, 0, 0, 0);
            row->setSpacing(4);
            auto* name = new QLabel(label);
            name->setProperty("role", QStringLiteral("secondary"));
            name->setToolTip(help);
            field.number = new NumberField;
            field.number->setToolTip(help);
            field.number->setAccessibleName(
                QStringLiteral("%1, %2 %3").arg(m_name, QString::fromStdString(m_kind->label), label));
            field.number->setObjectName(QString::fromStdString(declared.name));
            if (!declared.needed)
                field.number->setPlaceholderText(tr("any"));
            name->setBuddy(field.number);
            row->addWidget(name);
            row->addWidget(field.number);
            connect(field.number, &QLineEdit::textEdited, this,
                    [tell, number = field.number] { tell(number->number()); });
            m_labelled.push_back(pair);
        }
        m_flow->addWidget(m_labelled.back());
        m_labelled.back()->show();
        m_fields.push_back(std::move(field));
    }
}

// A group begins with what there was; a group of one kind becomes one of the other as it is.
void PredicateForm::chooseKind()
{
    const rules::PredicateKind& kind = rules::predicateKinds()[at(m_kinds->currentIndex())];
    if (&kind == m_kind)
        return;
    using Parts = rules::PredicateKind::Parts;
    json made = *kind.initial;
    const std::vector<json> had = m_kind && m_kind->parts != Parts::None ? parts() : std::vector<json>{m_predicate};
    if (kind.parts == Parts::Several)
        made = {{kind.name, had}};
    else if (kind.parts == Parts::One)
        made = {{kind.name, had.size() == 1 ? had.front() : m_predicate}};
    setPredicate(made);
    Q_EMIT edited({});
}

void PredicateForm::setMember(const std::string& name, const std::optional<json>& value)
{
    json& members = m_predicate.begin().value();
    if (!members.is_object())
        members = json::object();
    if (value)
        members[name] = *value;
    else
        members.erase(name);
    Q_EMIT edited(QString::fromStdString(name));
}

std::vector<json> PredicateForm::parts() const
{
    if (!m_kind || m_kind->parts == rules::PredicateKind::Parts::None)
        return {};
    const json& inside = m_predicate.begin().value();
    return m_kind->parts == rules::PredicateKind::Parts::One ? std::vector<json>{inside}
                                                             : inside.get<std::vector<json>>();
}

void PredicateForm::setParts(std::vector<json> parts, const QString& field)
{
    json& inside = m_predicate.begin().value();
    inside = m_kind->parts == rules::PredicateKind::Parts::One ? parts.front() : json(std::move(parts));
    showParts();
    Q_EMIT edited(field);
}

void PredicateForm::showParts()
{
    const std::vector<json> wanted = parts();
    while (m_parts.size() > wanted.size()) {
        m_parts.back().row->hide();
        m_parts.back().row->deleteLater();
        m_parts.pop_back();
    }
    while (m_parts.size() < wanted.size()) {
        const std::size_t place = m_parts.size();
        Part part;
        part.row = new QWidget;
        auto* row = new QHBoxLayout(part.row);
        row->setContentsMargins(space::between, 0, 0, 0);
        row->setSpacing(4);
        part.form = new PredicateForm(tr("Condition %1 of %2").arg(place + 1).arg(m_name));
        part.remove = new QToolButton;
        part.remove->setToolTip(tr("Remove this condition"));
        part.remove->setAccessibleName(tr("Remove condition %1 of %2").arg(place + 1).arg(m_name));
        part.remove->setIconSize({12, 12});
        row->addWidget(part.form, 1);
        row->addWidget(part.remove, 0, Qt::AlignTop);
        m_column->insertWidget(1 + static_cast<int>(place), part.row);
        part.row->show();
        connect(part.form, &PredicateForm::edited, this, [this, place](const QString& field) {
            std::vector<json> all = parts();
            all[place] = m_parts[place].form->predicate();
            setParts(std::move(all), field.isEmpty() ? field : QStringLiteral("%1.%2").arg(place).arg(field));
        });
        connect(part.remove, &QToolButton::clicked, this, [this, place] {
            std::vector<json> all = parts();
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(place));
            setParts(std::move(all), {});
        });
        m_parts.push_back(part);
    }
    const bool several = m_kind && m_kind->parts == rules::PredicateKind::Parts::Several;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        m_parts[i].form->setPredicate(wanted[i]);
        m_parts[i].remove->setVisible(several && wanted.size() > 1);
    }
    m_add->setVisible(several);
    setIcons();
}

QList<QWidget*> PredicateForm::fields() const
{
    QList<QWidget*> all{m_kinds};
    for (const Field& field : m_fields)
        all << (field.flag ? static_cast<QWidget*>(field.flag) : field.number);
    for (const Part& part : m_parts)
        all << part.form->fields() << part.remove;
    all << m_add;
    return all;
}

void PredicateForm::setIcons()
{
    for (const Part& part : m_parts)
        part.remove->setIcon(lineIcon(QStringLiteral("cancel"), colorsOf(*this).secondary));
}

void PredicateForm::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
