#include "views/rules/rule_form.h"

#include "engine/core/at.h"
#include "engine/core/json_text.h"
#include "views/parts/flow_layout.h"
#include "views/parts/format_name.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/rules/number_field.h"
#include "views/rules/predicate_form.h"
#include "views/rules/rules_document.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <numeric>

namespace sparsescope {

namespace {

using nlohmann::json;

const FormatKind* kindOf(const json& rule)
{
    const std::string name = rule.is_object() && rule.contains("format") && rule.at("format").is_string()
                                 ? rule.at("format").get<std::string>()
                                 : std::string();
    return findFormatKind(name);
}

// Parameters to begin with: those that the format would try for a part of the matrix, which is found at once.
std::vector<json> someParameters(const FormatKind& kind, const MatrixPtr& matrix)
{
    if (!kind.choices || !matrix || matrix->nnz() == 0)
        return {};
    std::vector<std::uint32_t> first(static_cast<std::size_t>(std::min<std::int64_t>(matrix->nnz(), 4096)));
    std::iota(first.begin(), first.end(), 0U);
    return kind.choices(*matrix, first, std::ssize(first));
}

} // namespace

RuleForm::RuleForm(RulesDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_title(new QLabel), m_problem(new QLabel), m_format(new QComboBox),
      m_how(new QComboBox), m_line(new QWidget), m_flow(new FlowLayout(space::inside, m_line)), m_listed(new RuleField),
      m_take(new PredicateForm(tr("Takes")))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space::inside);
    grid->setVerticalSpacing(space::inside);
    grid->setColumnStretch(1, 1);
    m_title->setProperty("role", QStringLiteral("title"));
    grid->addWidget(m_title, 0, 0, 1, 2);
    const auto label = [&](int row, const QString& text, QWidget* buddy) {
        auto* l = new QLabel(text);
        l->setBuddy(buddy);
        l->setProperty("role", QStringLiteral("secondary"));
        l->setFixedHeight(26);
        grid->addWidget(l, row, 0, Qt::AlignTop);
        buddy->setAccessibleName(text);
    };
    for (const FormatKind& kind : formatKinds()) {
        m_format->addItem(formatName(kind.name), QString::fromStdString(kind.name));
        m_format->setItemData(m_format->count() - 1, QString::fromStdString(kind.description), Qt::ToolTipRole);
    }
    m_how->addItem(tr("cheapest parameters"));
    m_how->addItem(tr("these parameters"));
    m_how->addItem(tr("cheapest of a list"));
    m_how->setToolTip(
        tr("Parameters of the format: the cheapest by the cost model of those that it would try, these, or "
           "the cheapest of a list"));
    m_how->setAccessibleName(tr("How parameters are chosen"));
    m_listed->setAccessibleName(tr("List of parameters"));
    m_listed->setToolTip(tr("Parameters as JSON, of which the cheapest by the cost model is taken: "
                            "[{\"rows\": 16, \"width\": 8}, …]"));
    auto* formats = new QWidget;
    auto* flow = new FlowLayout(space::inside, formats);
    flow->addWidget(m_format);
    flow->addWidget(m_how);
    label(1, tr("Format"), m_format);
    grid->addWidget(formats, 1, 1);
    grid->addWidget(m_line, 2, 1);
    grid->addWidget(m_listed, 3, 1);
    label(4, tr("Takes"), m_take);
    grid->addWidget(m_take, 4, 1);
    m_problem->setProperty("role", QStringLiteral("bad"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setAccessibleName(tr("What is wrong with the rule"));
    grid->addWidget(m_problem, 5, 0, 1, 2);
    grid->setRowStretch(6, 1);

    connect(m_format, &QComboBox::activated, this, &RuleForm::setFormat);
    connect(m_how, &QComboBox::activated, this, [this](int index) { setHow(static_cast<How>(index)); });
    connect(m_listed, &QLineEdit::textEdited, this, [this](const QString& typed) {
        json rule = m_document.rule(m_document.current());
        const json listed = jsonOrDiscarded(typed.toStdString());
        rule["choose"] = listed.is_discarded() ? json(typed.toStdString()) : listed;
        m_document.setRule(std::move(rule), QStringLiteral("choose"));
    });
    connect(m_take, &PredicateForm::edited, this, [this](const QString& field) {
        json rule = m_document.rule(m_document.current());
        rule["take"] = m_take->predicate();
        m_document.setRule(std::move(rule), field.isEmpty() ? field : QStringLiteral("take.") + field);
    });
    connect(&m_document, &RulesDocument::changed, this, &RuleForm::refresh);
    connect(&m_document, &RulesDocument::currentChanged, this, &RuleForm::refresh);
    refresh();
}

RuleForm::How RuleForm::how() const
{
    const json& rule = m_document.rule(m_document.current());
    if (rule.contains("parameters"))
        return How::Given;
    return rule.value("choose", json(true)) == true ? How::Cheapest : How::CheapestOf;
}

void RuleForm::setFormat(int index)
{
    const FormatKind& kind = formatKinds()[at(index)];
    json rule = m_document.rule(m_document.current());
    if (rule.value("format", json()) == kind.name)
        return;
    rule["format"] = kind.name;
    // Parameters of another format make no sense.
    rule.erase("parameters");
    rule["choose"] = true;
    m_document.setRule(std::move(rule), {});
}

void RuleForm::setHow(How how)
{
    json rule = m_document.rule(m_document.current());
    const FormatKind* kind = kindOf(rule);
    if (!kind || how == this->how())
        return;
    const json had = rule.value("parameters", json());
    const std::vector<json> some = someParameters(*kind, m_document.workspace().document().matrix());
    rule.erase("parameters");
    rule.erase("choose");
    if (how == How::Cheapest)
        rule["choose"] = true;
    else if (how == How::Given)
        rule["parameters"] = some.empty() ? json::object() : some[some.size() / 2];
    else
        rule["choose"] = had.is_object() ? json::array({had}) : json(some);
    m_document.setRule(std::move(rule), {});
}

void RuleForm::makeParameters(const std::string& format)
{
    if (format == m_parametersOf)
        return;
    m_parametersOf = format;
    for (QWidget* widget : m_labelled) {
        m_flow->removeWidget(widget);
        widget->hide();
        widget->deleteLater();
    }
    m_labelled.clear();
    m_parameters.clear();
    const FormatKind* kind = kindOf({{"format", format}});
    if (!kind)
        return;
    for (const FormatParameter& parameter : kind->parameters) {
        auto* pair = new QWidget;
        auto* row = new QHBoxLayout(pair);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(4);
        const QString name = QString::fromStdString(parameter.name);
        const QString legal = QString::fromStdString(parameter.legal);
        auto* text = new QLabel(name);
        text->setProperty("role", QStringLiteral("secondary"));
        text->setToolTip(legal);
        auto* field = new NumberField;
        field->setToolTip(legal);
        field->setAccessibleName(tr("%1 of %2").arg(name, formatName(kind->name)));
        field->setObjectName(name);
        text->setBuddy(field);
        row->addWidget(text);
        row->addWidget(field);
        m_flow->addWidget(pair);
        pair->show();
        connect(field, &QLineEdit::textEdited, this, [this, field, key = parameter.name] {
            json rule = m_document.rule(m_document.current());
            if (const auto number = field->number())
                rule["parameters"][key] = *number;
            else
                rule["parameters"].erase(key);
            m_document.setRule(std::move(rule), QStringLiteral("parameters.") + QString::fromStdString(key));
        });
        m_parameters.push_back({parameter.name, field});
        m_labelled.push_back(pair);
    }
}

void RuleForm::refresh()
{
    const int current = m_document.current();
    const json& rule = m_document.rule(current);
    m_title->setText(tr("Rule %1 of %2").arg(current + 1).arg(m_document.size()));
    const FormatKind* kind = kindOf(rule);
    m_format->setCurrentIndex(kind ? m_format->findData(QString::fromStdString(kind->name)) : -1);
    m_format->setToolTip(kind ? QString::fromStdString(kind->description) : QString());
    const How chosen = how();
    m_how->setCurrentIndex(static_cast<int>(chosen));
    m_line->setVisible(chosen == How::Given);
    m_listed->setVisible(chosen == How::CheapestOf);
    if (chosen == How::Given) {
        makeParameters(kind ? kind->name : std::string());
        const json& given = rule.at("parameters");
        for (const Parameter& parameter : m_parameters) {
            const bool there = given.is_object() && given.contains(parameter.name);
            parameter.field->setNumber(there ? std::optional(given.at(parameter.name)) : std::nullopt);
        }
    } else if (chosen == How::CheapestOf) {
        const json& listed = rule.at("choose");
        const json typed = jsonOrDiscarded(m_listed->text().toStdString());
        if ((typed.is_discarded() ? json(m_listed->text().toStdString()) : typed) != listed) {
            m_listed->setText(QString::fromStdString(listed.is_string() ? listed.get<std::string>() : listed.dump()));
            m_listed->setCursorPosition(0);
        }
    }
    m_take->setPredicate(rule.value("take", json("all")));
    const QString problem = m_document.problem(current);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    // Fields come and go; Tab goes through them as they stand.
    QList<QWidget*> order{m_format, m_how};
    for (const Parameter& parameter : m_parameters)
        order << parameter.field;
    order << m_listed << m_take->fields();
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
}

} // namespace sparsescope
