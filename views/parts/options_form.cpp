// The options of a planner as a form.
#include "views/parts/options_form.h"

#include "engine/core/json_text.h"
#include "views/parts/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <limits>

namespace sparsescope {

namespace {

// As many digits as the number has.
class ShareField : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override { return QLocale::c().toString(value, 'g', 6); }
};

} // namespace

OptionsForm::OptionsForm(QWidget* parent) : QWidget(parent), m_layout(new QFormLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setVerticalSpacing(4);
    m_layout->setHorizontalSpacing(8);
    m_layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

void OptionsForm::setOptions(const std::vector<PlannerOption>& options, const nlohmann::json& given)
{
    while (m_layout->rowCount() > 0)
        m_layout->removeRow(0);
    m_fields.clear();
    for (const PlannerOption& option : options) {
        const nlohmann::json value = given.contains(option.name) ? given.at(option.name) : option.initial;
        QWidget* field = makeField(option, value);
        const QString label = fromEngine(option.label);
        auto* name = new QLabel(label, this);
        name->setBuddy(field);
        for (QWidget* widget : {static_cast<QWidget*>(name), field})
            widget->setToolTip(fromEngine(option.help));
        field->setAccessibleName(label);
        field->setObjectName(QStringLiteral("option-") + QString::fromStdString(option.name));
        m_layout->addRow(name, field);
        for (QWidget* widget : {static_cast<QWidget*>(name), field})
            widget->setVisible(true); // else Qt counts them in the form's height only after this event
    }
}

QWidget* OptionsForm::makeField(const PlannerOption& option, const nlohmann::json& value)
{
    const bool bounded = option.maximum > option.minimum;
    if (option.initial.is_boolean()) {
        auto* box = new QCheckBox(this);
        box->setChecked(value.is_boolean() && value.get<bool>());
        connect(box, &QCheckBox::toggled, this, &OptionsForm::edited);
        m_fields.push_back({option.name, [box] { return nlohmann::json(box->isChecked()); }});
        return box;
    }
    if (option.initial.is_number_integer()) {
        auto* spin = new QSpinBox(this);
        spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
        constexpr double most = std::numeric_limits<int>::max();
        spin->setRange(bounded ? static_cast<int>(std::max(option.minimum, -most)) : 0,
                       bounded ? static_cast<int>(std::min(option.maximum, most)) : std::numeric_limits<int>::max());
        spin->setValue(value.is_number() ? value.get<int>() : 0);
        connect(spin, &QSpinBox::valueChanged, this, &OptionsForm::edited);
        m_fields.push_back({option.name, [spin] { return nlohmann::json(spin->value()); }});
        return spin;
    }
    if (option.initial.is_number()) {
        auto* spin = new ShareField(this);
        spin->setLocale(QLocale::c());
        spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
        spin->setDecimals(6);
        spin->setRange(bounded ? option.minimum : 0, bounded ? option.maximum : 1e9);
        spin->setSingleStep(bounded && option.maximum - option.minimum <= 10 ? 0.05 : 1);
        spin->setValue(value.is_number() ? value.get<double>() : 0);
        connect(spin, &QDoubleSpinBox::valueChanged, this, &OptionsForm::edited);
        m_fields.push_back({option.name, [spin] { return nlohmann::json(spin->value()); }});
        return spin;
    }
    if (!option.choices.empty()) {
        auto* list = new QComboBox(this);
        for (const std::string& choice : option.choices)
            list->addItem(QString::fromStdString(choice));
        if (value.is_string())
            list->setCurrentText(QString::fromStdString(value.get<std::string>()));
        connect(list, &QComboBox::currentIndexChanged, this, &OptionsForm::edited);
        m_fields.push_back({option.name, [list] { return nlohmann::json(list->currentText().toStdString()); }});
        return list;
    }
    // Texts as they are; lists as JSON, whose mistakes the planner names.
    const bool text = option.initial.is_string();
    auto* edit =
        new QLineEdit(QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump()), this);
    edit->setMaxLength(std::numeric_limits<int>::max()); // a graph may be long
    edit->setCursorPosition(0);
    edit->setMinimumWidth(94);
    connect(edit, &QLineEdit::editingFinished, this, &OptionsForm::edited);
    m_fields.push_back({option.name, [edit, text] {
                            const std::string typed = edit->text().toStdString();
                            if (text)
                                return nlohmann::json(typed);
                            auto parsed = jsonOrDiscarded(typed);
                            return parsed.is_discarded() ? nlohmann::json(typed) : parsed;
                        }});
    return edit;
}

nlohmann::json OptionsForm::values() const
{
    nlohmann::json values = nlohmann::json::object();
    for (const Field& field : m_fields)
        values[field.name] = field.value();
    return values;
}

} // namespace sparsescope
