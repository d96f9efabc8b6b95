// What if the costs were others.
#include "views/pages/search/costs_panel.h"

#include "engine/edit/edit.h"
#include "views/parts/format_name.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/workspace/plan_editor.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>
#include <optional>

namespace sparsescope {

namespace {

constexpr int decade = 100; // slider steps from a factor of 1 to one of 10

} // namespace

CostsPanel::CostsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* factors = new QWidget;
    auto* grid = new QGridLayout(factors);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space::inside);
    grid->setVerticalSpacing(2);
    struct Named {
        QString name, label, tip;
    };
    std::vector<Named> names = {{QStringLiteral("atomic"), tr("atomics"), tr("Cost of tiles with split rows")},
                                {QStringLiteral("launch"), tr("launch"), tr("Time to launch a kernel")}};
    static const std::set<std::string> measured = formatsWithCosts(readCalibration(defaultCalibration)); // as shipped
    for (const FormatKind& kind : formatKinds()) {
        if (!measured.contains(kind.name))
            continue; // its costs are those of another
        const QString name = QString::fromStdString(kind.name);
        names.push_back({name, tr("%1 tiles").arg(formatName(kind.name)), tr("Cost of every %1 tile").arg(name)});
    }
    for (const Named& named : names) {
        const int row = static_cast<int>(m_factors.size());
        auto* label = new QLabel(named.label, this);
        auto* slider = new QSlider(Qt::Horizontal, this);
        slider->setRange(-decade, decade);
        slider->setPageStep(decade / 5);
        auto* spin = new QDoubleSpinBox(this);
        spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
        spin->setLocale(QLocale::c());
        spin->setRange(0.01, 100);
        spin->setDecimals(2);
        spin->setSingleStep(0.1);
        spin->setPrefix(QStringLiteral("× "));
        spin->setValue(1);
        spin->setFixedSize(84, 24);
        label->setBuddy(spin);
        for (QWidget* widget :
             {static_cast<QWidget*>(label), static_cast<QWidget*>(slider), static_cast<QWidget*>(spin)})
            widget->setToolTip(named.tip);
        slider->setAccessibleName(named.label);
        spin->setAccessibleName(named.label);
        spin->setObjectName(QStringLiteral("factor-") + named.name);
        grid->addWidget(label, row, 0);
        grid->addWidget(slider, row, 1);
        grid->addWidget(spin, row, 2);
        connect(slider, &QSlider::valueChanged, spin,
                [spin](int value) { spin->setValue(std::pow(10.0, static_cast<double>(value) / decade)); });
        connect(spin, &QDoubleSpinBox::valueChanged, this, [this, slider](double value) {
            const QSignalBlocker quiet(slider);
            slider->setValue(static_cast<int>(std::lround(decade * std::log10(value))));
            edited();
        });
        m_factors.push_back({named.name, slider, spin});
    }
    grid->setRowStretch(static_cast<int>(m_factors.size()), 1);
    grid->setColumnStretch(1, 1);
    column->addWidget(scrolled(factors), 1);
    // What the factors do stays in sight, however many there are.
    m_under = new QLabel(this);
    m_under->setProperty("role", QStringLiteral("secondary"));
    m_under->setWordWrap(true);
    column->addWidget(m_under);
    m_effect = new QLabel(this);
    m_effect->setObjectName(QStringLiteral("whatIfEffect"));
    m_effect->setProperty("role", QStringLiteral("title"));
    m_effect->setWordWrap(true);
    column->addWidget(m_effect);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(space::inside);
    m_reset = new QPushButton(tr("As calibrated"), this);
    m_search = new QPushButton(tr("Search with these"), this);
    buttons->addWidget(m_reset);
    buttons->addWidget(m_search);
    buttons->addStretch();
    column->addLayout(buttons);

    m_soon.setSingleShot(true);
    m_soon.setInterval(30);
    connect(&m_soon, &QTimer::timeout, this, &CostsPanel::predict);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        for (const Factor& factor : m_factors)
            factor.spin->setValue(1);
        m_workspace.setup().setCostChanges({});
        refresh();
    });
    connect(m_search, &QPushButton::clicked, this, [this] {
        m_workspace.setup().setCostChanges(changes());
        m_workspace.operations().search();
    });
    listen(m_workspace.attention(), Attention::PlanChanged, this, &CostsPanel::edited);
    listen(m_workspace.setup(), Setup::SearchChanged, this, &CostsPanel::edited);
    refresh();
}

QStringList CostsPanel::changes() const
{
    QStringList changes;
    for (const Factor& factor : m_factors)
        if (std::abs(factor.spin->value() - 1) > 1e-9)
            changes.push_back(QStringLiteral("%1=%2").arg(factor.name, QString::number(factor.spin->value())));
    return changes;
}

void CostsPanel::edited()
{
    refresh();
    m_soon.start();
}

void CostsPanel::refresh()
{
    const bool any = !changes().isEmpty();
    m_reset->setEnabled(any || !m_workspace.setup().costChanges().isEmpty());
    m_search->setEnabled(any && m_workspace.operations().whyNoSearch().isEmpty());
    m_effect->setVisible(any && m_workspace.attention().plan());
    const QString name = m_workspace.setup().calibrationName();
    const QStringList& used = m_workspace.setup().costChanges();
    m_under->setText(
        !any && !used.isEmpty() ? tr("Searches and changes by hand still use %1; \"As calibrated\" takes it back.")
                                      .arg(used.join(QStringLiteral(", ")))
        : !any                           ? tr("Factors on the costs of %1; 1: as calibrated.").arg(name)
        : m_workspace.attention().plan() ? tr("What if: this plan with these costs instead of %1:").arg(name)
                                         : tr("What if: a search with these costs instead of %1").arg(name));
}

void CostsPanel::predict()
{
    const PlanPtr plan = m_workspace.attention().plan();
    const QStringList wanted = changes();
    if (!plan || wanted.isEmpty())
        return m_workspace.jobs().cancel(Lane::WhatIf);
    // One at a time: what is asked for meanwhile is predicted next.
    m_again = m_workspace.jobs().busy(Lane::WhatIf);
    if (m_again)
        return;
    const QString name = m_workspace.setup().calibrationName();
    std::optional<double> known;
    if (m_known.plan.lock() == plan && m_known.calibration == name)
        known = m_known.ns;
    m_workspace.jobs().start(
        Lane::WhatIf, tr("Predicting with other costs"),
        [plan, matrix = m_workspace.document().matrix(), wanted, known, costs = m_workspace.setup().costModel(),
         calibration = name.toStdString()](Progress& progress) {
            const auto ns = [&](const QStringList& with) {
                return predictedBy(
                    *makeCostModel(changedCalibration(calibration, with, costs), plan->op, plan->densePart), *plan,
                    *matrix, progress);
            };
            const double before = known ? *known : ns({});
            return std::pair(before, ns(wanted));
        },
        // The panel may go before the document does.
        [panel = QPointer(this), plan, wanted, name](const std::pair<double, double>& ns) {
            if (!panel)
                return;
            panel->m_known = {plan, name, ns.first};
            if (plan == panel->m_workspace.attention().plan() && wanted == panel->changes())
                panel->m_effect->setText(changeText(ns.first, ns.second));
            if (panel->m_again)
                panel->predict();
        },
        [panel = QPointer(this)](const Failure& failure) {
            if (!panel)
                return;
            panel->m_effect->setText(failure.sentence);
            if (panel->m_again)
                panel->predict();
        });
}

} // namespace sparsescope
