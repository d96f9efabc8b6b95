// What to vary.
#include "views/pages/compare/sweep_form.h"

#include "engine/core/error.h"
#include "engine/cost/calibration.h"
#include "engine/search/planner.h"
#include "views/parts/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {
const QString plannersKey = QStringLiteral("planners");
}

SweepForm::SweepForm(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_ready = new QComboBox;
    m_ready->setAccessibleName(tr("Which sweep"));
    m_ready->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_ready->setMinimumContentsLength(12);
    column->addWidget(m_ready);
    m_help = new QLabel;
    m_help->setWordWrap(true);
    m_help->setProperty("role", QStringLiteral("secondary"));
    column->addWidget(m_help);
    m_own = new QWidget;
    auto* own = new QVBoxLayout(m_own);
    own->setContentsMargins(0, 0, 0, 0);
    own->setSpacing(4);
    for (int i = 0; i < 2; ++i) {
        m_axes[i].name = new QComboBox;
        m_axes[i].name->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_axes[i].name->setMinimumContentsLength(12);
        m_axes[i].name->setAccessibleName(i == 0 ? tr("What varies") : tr("What else varies"));
        m_axes[i].values = new QLineEdit;
        m_axes[i].values->setAccessibleName(tr("Its values"));
        m_axes[i].values->setToolTip(tr("Values, separated by commas; + inside a value stands for a comma"));
        own->addWidget(m_axes[i].name);
        own->addWidget(m_axes[i].values);
        connect(m_axes[i].name, &QComboBox::currentIndexChanged, this, [this, i] { suggest(i); });
    }
    column->addWidget(m_own);
    m_compete = new QCheckBox(tr("Competitors may win"));
    m_compete->setToolTip(tr("Plans of one format, of one level and plain CSR are made at every point too, and the "
                             "cheapest is taken; the table names the winner."));
    column->addWidget(m_compete);
    m_baseText = new QLabel;
    m_baseText->setWordWrap(true);
    m_baseText->setProperty("role", QStringLiteral("secondary"));
    column->addWidget(m_baseText);
    column->addStretch();
    connect(m_ready, &QComboBox::currentIndexChanged, this, &SweepForm::showReady);
}

void SweepForm::setBase(const SearchRequest& base)
{
    m_base = base;
    const QString key = QString::fromStdString(base.planner + " " + name(base.op.kind));
    if (key != m_filledFor) {
        m_filledFor = key;
        fill();
    }
    showReady();
}

void SweepForm::fill()
{
    const QSignalBlocker quiet(m_ready);
    const QString before = m_ready->currentData().toString();
    m_readySweeps = readySweeps(m_base.op.kind);
    std::erase_if(m_readySweeps, [this](const ReadySweep& ready) { return ready.planner != m_base.planner; });
    m_ready->clear();
    m_ready->addItem(tr("A sweep of your own"));
    m_ready->addItem(tr("Every planner"), plannersKey);
    for (const ReadySweep& ready : m_readySweeps)
        m_ready->addItem(QString::fromStdString(ready.title), QString::fromStdString(ready.name));
    m_ready->setCurrentIndex(std::max(0, before.isEmpty() ? 0 : m_ready->findData(before)));
    for (int i = 0; i < 2; ++i) {
        const QSignalBlocker silent(m_axes[i].name);
        m_axes[i].name->clear();
        if (i == 1)
            m_axes[i].name->addItem(tr("nothing else"), QString());
        const auto add = [&](const QString& label, const char* key) {
            m_axes[i].name->addItem(label, QString::fromLatin1(key));
        };
        if (m_base.planner.empty())
            continue;
        for (const PlannerOption& option : planner(m_base.planner).options()) {
            m_axes[i].name->addItem(QString::fromStdString(option.label), QString::fromStdString(option.name));
            m_axes[i].name->setItemData(m_axes[i].name->count() - 1, QString::fromStdString(option.help),
                                        Qt::ToolTipRole);
        }
        if (m_base.op.relational())
            add(tr("%1, the inner axis").arg(QString::fromStdString(m_base.op.definition().inner)), "inner");
        if (m_base.op.hasDenseAxis())
            add(tr("%1, the dense axis").arg(QString::fromStdString(m_base.op.definition().axis)), "dense");
        add(tr("Data type"), "dtype");
        add(tr("Calibration"), "calibration");
    }
    const int ratio = m_axes[0].name->findData(QStringLiteral("ratio"));
    m_axes[0].name->setCurrentIndex(std::max(0, ratio));
    suggest(0);
    suggest(1);
}

// From the papers where they vary it, else from what the planner declares.
QString SweepForm::suggestion(const std::string& name) const
{
    QStringList texts;
    const auto add = [&](std::string text) {
        std::replace(text.begin(), text.end(), ',', '+');
        if (const QString t = QString::fromStdString(text); !t.isEmpty() && !texts.contains(t))
            texts << t;
    };
    for (const ReadySweep& ready : m_readySweeps)
        for (const SweepAxis& axis : ready.axes)
            if (axis.name == name && texts.isEmpty())
                for (const SweepValue& value : axis.values)
                    add(value.text);
    if (!texts.isEmpty())
        return texts.join(QStringLiteral(", "));
    if (name == "dtype") {
        for (const DataType type : allDataTypes) {
            Operator op = m_base.op;
            op.dtype = type;
            if (type != DataType::Float64 || (!m_base.planner.empty() && takes(planner(m_base.planner), op)))
                add(sparsescope::name(type));
        }
    } else if (name == "calibration") {
        for (const std::string& shipped : shippedCalibrations())
            add(shipped);
    } else if (name == "inner") {
        for (const char* extent : {"32", "64", "128", "256"})
            add(extent);
    }
    for (const PlannerOption& option :
         m_base.planner.empty() ? std::vector<PlannerOption>() : planner(m_base.planner).options()) {
        if (option.name != name)
            continue;
        if (option.initial.is_boolean()) {
            add("true");
            add("false");
        } else if (option.initial.is_number()) {
            add(option.initial.dump());
            for (const int value : {1, 4, 16, 64, 256})
                if (value >= option.minimum && value <= option.maximum)
                    add(std::to_string(value));
        } else if (!option.choices.empty()) {
            std::for_each(option.choices.begin(), option.choices.end(), add);
        } else if (option.initial.is_string()) {
            const auto all = option.initial.get<std::string>();
            add(all);
            for (const QString& word : QString::fromStdString(all).split(QLatin1Char(',')))
                add(word.toStdString());
        }
    }
    return texts.join(QStringLiteral(", "));
}

void SweepForm::suggest(int axis)
{
    const QString name = m_axes[axis].name->currentData().toString();
    m_axes[axis].values->setText(name.isEmpty() ? QString() : suggestion(name.toStdString()));
    m_axes[axis].values->setVisible(!name.isEmpty());
    m_axes[axis].values->setCursorPosition(0);
}

bool SweepForm::competes() const
{
    if (m_base.planner.empty())
        return false;
    const auto options = planner(m_base.planner).options();
    return std::any_of(options.begin(), options.end(), [](const PlannerOption& o) { return o.name == "compete"; });
}

bool SweepForm::planners() const
{
    return m_ready->currentData().toString() == plannersKey;
}

void SweepForm::choosePlanners()
{
    m_ready->setCurrentIndex(m_ready->findData(plannersKey));
}

const ReadySweep* SweepForm::ready() const
{
    const std::string name = m_ready->currentData().toString().toStdString();
    const auto found =
        std::find_if(m_readySweeps.begin(), m_readySweeps.end(), [&](const ReadySweep& r) { return r.name == name; });
    return found == m_readySweeps.end() ? nullptr : &*found;
}

void SweepForm::showReady()
{
    const bool own = !planners() && !ready();
    m_own->setVisible(own);
    m_compete->setVisible(own && competes());
    m_help->setVisible(!own);
    Operator op = m_base.op;
    if (planners())
        m_help->setText(tr("One search by each planner: what it predicts, stores and takes, and why one cannot."));
    if (const ReadySweep* chosen = ready()) {
        m_help->setText(QString::fromStdString(chosen->help + " (" + chosen->source + ")"));
        if (chosen->dense > 0)
            op.dense = chosen->dense;
    }
    QString text = QString::fromStdString(op.hasDenseAxis() ? label(op.kind) + ", " + extentText(op) : label(op.kind));
    text += QStringLiteral(", %1, %2")
                .arg(QString::fromStdString(name(op.dtype)), QString::fromStdString(m_base.calibration));
    for (const std::string& change : m_base.whatIf)
        text += tr(", what if %1").arg(QString::fromStdString(change));
    if (!m_base.costModel.empty())
        text += tr(", costs of %1").arg(QFileInfo(QString::fromStdString(m_base.costModel)).fileName());
    m_baseText->setText(tr("Otherwise %1").arg(text));
}

Sweep SweepForm::sweep() const
{
    if (planners())
        return plannersSweep(m_base, m_ownPlanners);
    if (const ReadySweep* chosen = ready())
        return sweepOf(*chosen, m_base);
    Sweep sweep{m_base, {}};
    setCompeting(sweep.base, m_compete->isChecked());
    for (const AxisFields& axis : m_axes) {
        const QString name = axis.name->currentData().toString();
        if (name.isEmpty())
            continue;
        QString values = axis.values->text();
        values.remove(QLatin1Char(' '));
        if (!sweep.axes.empty() && sweep.axes.front().name == name.toStdString())
            failUsage("vary two different things");
        if (values.isEmpty())
            failUsage("give values of " + name.toStdString() + ", separated by commas");
        sweep.axes.push_back(parseSweepAxis(name.toStdString() + "=" + values.toStdString()));
    }
    const std::size_t points = sweepPoints(sweep).size();
    if (points > 1000)
        failUsage("these are " + std::to_string(points) + " points; at most 1000 at once");
    return sweep;
}

} // namespace sparsescope
