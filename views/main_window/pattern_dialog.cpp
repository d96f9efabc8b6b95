#include "views/main_window/pattern_dialog.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "views/parts/options_form.h"
#include "views/parts/words.h"
#include "views/parts/yielding.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

std::vector<PlannerOption> optionsOf(const PatternKind& kind)
{
    std::vector<PlannerOption> options;
    for (const PatternParameter& p : kind.parameters)
        options.push_back({p.name, p.label, p.help, p.initial, p.minimum, p.maximum, p.choices});
    return options;
}

std::string presetIn(const nlohmann::json& parameters)
{
    return parameters.value("preset", std::string());
}

} // namespace

PatternDialog::PatternDialog(const QString& title, const QString& what, std::span<const PatternKind> kinds,
                             QWidget* parent)
    : QDialog(parent), m_all(kinds), m_kinds(new QComboBox(this)), m_description(new QLabel(this)),
      m_form(new OptionsForm(this)), m_problem(new QLabel(this))
{
    setWindowTitle(title);
    for (const PatternKind& kind : m_all)
        m_kinds->addItem(fromEngine(kind.label), QString::fromStdString(kind.name));
    m_kinds->setAccessibleName(what);
    for (QLabel* text : {m_description, m_problem}) {
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
    }
    m_problem->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Make"));
    connect(buttons, &QDialogButtonBox::accepted, this, &PatternDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PatternDialog::reject);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &PatternDialog::showKind);
    connect(m_form, &OptionsForm::edited, m_problem, &QLabel::hide);
    // Later: the field that says so is made anew.
    connect(m_form, &OptionsForm::edited, this, &PatternDialog::takePreset, Qt::QueuedConnection);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(m_kinds);
    auto* content = new QWidget;
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(12);
    inside->addWidget(m_description);
    inside->addWidget(m_form);
    inside->addWidget(m_problem);
    inside->addStretch();
    layout->addWidget(new Scroller(content), 1);
    layout->addWidget(buttons);
    // As large as the largest kind needs, so that nothing moves when another one is chosen.
    constexpr int width = 440;
    int height = 0;
    for (int i = m_kinds->count() - 1; i >= 0; --i) {
        showKind(i);
        for (QWidget* part : content->findChildren<QWidget*>())
            part->ensurePolished(); // their margins count
        m_form->layout()->activate();
        m_form->updateGeometry();
        inside->activate();
        height = std::max(height, inside->totalHeightForWidth(width));
    }
    resize(width, height + m_kinds->sizeHint().height() + buttons->sizeHint().height() + 2 * 12 + 24);
}

void PatternDialog::showKind(int index)
{
    const PatternKind& kind = m_all[at(index)];
    m_description->setText(fromEngine(kind.description));
    m_form->setOptions(optionsOf(kind), nlohmann::json::object());
    m_preset = presetIn(parameters());
    m_problem->hide();
}

void PatternDialog::takePreset()
{
    const PatternKind& kind = m_all[at(m_kinds->currentIndex())];
    nlohmann::json typed = parameters();
    if (presetIn(typed) == m_preset)
        return;
    m_preset = presetIn(typed);
    nlohmann::json values = {{"preset", m_preset}, {"seed", typed["seed"]}};
    values.update(kind.presets.at(m_preset));
    m_form->setOptions(optionsOf(kind), values);
    if (auto* field = m_form->findChild<QComboBox*>(QStringLiteral("option-preset")))
        field->setFocus();
}

QString PatternDialog::kind() const
{
    return m_kinds->currentData().toString();
}

nlohmann::json PatternDialog::parameters() const
{
    return m_form->values();
}

void PatternDialog::accept()
{
    try {
        completeParameters(m_all[at(m_kinds->currentIndex())], parameters());
    } catch (const Error& e) {
        m_problem->setText(QString::fromStdString(e.reason()));
        m_problem->show();
        return;
    }
    QDialog::accept();
}

} // namespace sparsescope
