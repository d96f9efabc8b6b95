#include "views/main_window/run_dialog.h"

#include "engine/measure/baselines.h"
#include "views/parts/theme.h"
#include "views/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

constexpr int nameRole = Qt::UserRole, fileRole = Qt::UserRole + 1;

// A race is of the plan that is shown, or of the dynamic plan, of which it may be.
std::vector<std::string> baselinesOf(const Workspace& workspace)
{
    const Document& document = workspace.document();
    const int shown = workspace.attention().currentPlan();
    const PlanPtr plan = workspace.attention().plan();
    const Operator& op = plan ? plan->op : workspace.setup().op();
    if (document.masks() && (shown < 0 || document.plans()[shown].byRule))
        return maskBaselines(plan || !document.rule() ? op : document.rule()->plan->op, document.masks()->facts());
    return op.definition().baselines;
}

} // namespace

RunDialog::RunDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_repeats(new QSpinBox), m_seed(new QLineEdit), m_values(new QComboBox),
      m_tune(new QCheckBox(tr("Try &variants of the kernel"))),
      m_counters(new QCheckBox(tr("Read hardware &counters"))), m_against(new QListWidget)
{
    setWindowTitle(tr("Run options"));
    const Setup::Runs& runs = workspace.setup().runs();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::between, space::between, space::between, space::between);
    column->setSpacing(space::inside);
    auto* form = new QFormLayout;
    m_repeats->setObjectName(QStringLiteral("repeats"));
    m_repeats->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_repeats->setRange(1, mostRepeats);
    m_repeats->setValue(runs.options.repeats);
    m_repeats->setToolTip(tr("How many runs are timed; their median is what is shown"));
    form->addRow(tr("&Timed runs"), m_repeats);
    m_seed->setObjectName(QStringLiteral("seed"));
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,19}")), m_seed));
    m_seed->setText(QString::number(runs.options.seed));
    m_seed->setToolTip(tr("Where the random values of the dense operands begin, of runs and of checks on the CPU"));
    form->addRow(tr("&Seed"), m_seed);
    m_values->setObjectName(QStringLiteral("values"));
    m_values->addItem(tr("Of the file, if they fit"));
    for (const auto& [text, values] :
         {std::pair(tr("Of the file"), MatrixValues::File), std::pair(tr("Random"), MatrixValues::Random),
          std::pair(tr("All 1"), MatrixValues::Ones)})
        m_values->addItem(text, static_cast<int>(values));
    m_values->setCurrentIndex(runs.options.values ? m_values->findData(static_cast<int>(*runs.options.values)) : 0);
    m_values->setToolTip(tr("Those of the matrix, in runs and checks on the CPU; if the data type cannot hold them or "
                            "the results, random ones"));
    form->addRow(tr("Va&lues"), m_values);
    if (workspace.document().masks())
        addMaskOptions(*form);
    column->addLayout(form);
    m_tune->setObjectName(QStringLiteral("tune"));
    m_tune->setChecked(runs.options.tune);
    m_tune->setToolTip(tr("And another split of the dense loop; the fastest is kept"));
    column->addWidget(m_tune);
    m_counters->setObjectName(QStringLiteral("counters"));
    m_counters->setChecked(runs.options.counters);
    column->addWidget(m_counters);
    auto* against = new QLabel(tr("&Raced against"));
    against->setBuddy(m_against);
    column->addWidget(against);
    m_against->setObjectName(QStringLiteral("against"));
    m_against->setAccessibleName(tr("What the plan is raced against"));
    column->addWidget(m_against, 1);
    for (const std::string& name : baselinesOf(workspace)) {
        const QString text = QString::fromStdString(name);
        add(text, text, {}, !runs.leftOut.contains(text));
    }
    for (const QString& file : runs.kernels)
        addKernel(file);
    auto* own = new QPushButton(tr("Add a &kernel of your own…"));
    own->setObjectName(QStringLiteral("ownKernel"));
    own->setAutoDefault(false);
    own->setToolTip(tr("A shared library with the five C functions of sparsescope_kernel.h"));
    connect(own, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Add a kernel of your own"), {},
                                                          tr("Shared libraries (*.so);;All files (*)"));
        if (!file.isEmpty())
            addKernel(file);
    });
    column->addWidget(own, 0, Qt::AlignLeft);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &RunDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &RunDialog::reject);
    column->addWidget(buttons);
    resize(380, 440);
}

void RunDialog::addMaskOptions(QFormLayout& form)
{
    const Setup::Runs& runs = m_workspace.setup().runs();
    const auto& rule = m_workspace.document().rule();
    m_order = new QComboBox;
    m_order->setObjectName(QStringLiteral("order"));
    m_order->addItem(rule ? tr("As planned: %1").arg(QString::fromStdString(name(rule->plan->rule.order)))
                          : tr("As planned"));
    for (const IndexOrder order : {IndexOrder::Unordered, IndexOrder::Ordered})
        m_order->addItem(QString::fromStdString(name(order)), static_cast<int>(order));
    m_order->setCurrentIndex(runs.order ? m_order->findData(static_cast<int>(*runs.order)) : 0);
    m_order->setToolTip(tr("Of the members of a mask: unordered, they stand as blocks find them; ordered, ascending, "
                           "the same in every run"));
    form.addRow(tr("&Index"), m_order);
    m_reselect = new QSpinBox;
    m_reselect->setObjectName(QStringLiteral("reselect"));
    m_reselect->setRange(-1, 1 << 20);
    m_reselect->setSpecialValueText(tr("As planned"));
    m_reselect->setValue(static_cast<int>(runs.reselect.value_or(-1)));
    m_reselect->setToolTip(tr("After so many masks the pairing is chosen anew, by the last one; 0: never"));
    form.addRow(tr("Choose &anew after"), m_reselect);
    m_oracle = new QCheckBox(tr("Measure e&very pairing on every mask"));
    m_oracle->setObjectName(QStringLiteral("oracle"));
    m_oracle->setChecked(runs.oracle);
    m_oracle->setToolTip(tr("The best of each mask is what the dynamic plan is held against; takes long"));
    form.addRow(m_oracle);
}

void RunDialog::add(const QString& text, const QString& name, const QString& file, bool checked)
{
    auto* item = new QListWidgetItem(text, m_against);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
    item->setData(nameRole, name);
    item->setData(fileRole, file);
    item->setToolTip(file);
}

void RunDialog::addKernel(const QString& file)
{
    add(QFileInfo(file).fileName(), {}, file, true);
}

// Baselines of other operators stay as they were chosen; a kernel that is not raced is forgotten.
void RunDialog::accept()
{
    Setup::Runs runs = m_workspace.setup().runs();
    runs.options.repeats = m_repeats->value();
    runs.options.seed = m_seed->text().toULongLong();
    const QVariant values = m_values->currentData();
    runs.options.values = values.isValid() ? std::optional(static_cast<MatrixValues>(values.toInt())) : std::nullopt;
    runs.options.tune = m_tune->isChecked();
    runs.options.counters = m_counters->isChecked();
    if (m_order) {
        const QVariant order = m_order->currentData();
        runs.order = order.isValid() ? std::optional(static_cast<IndexOrder>(order.toInt())) : std::nullopt;
        runs.reselect = m_reselect->value() < 0 ? std::nullopt : std::optional<std::int64_t>(m_reselect->value());
        runs.oracle = m_oracle->isChecked();
    }
    runs.kernels.clear();
    for (int i = 0; i < m_against->count(); ++i) {
        const QListWidgetItem& item = *m_against->item(i);
        const QString name = item.data(nameRole).toString(), file = item.data(fileRole).toString();
        const bool raced = item.checkState() == Qt::Checked;
        runs.leftOut.removeAll(name);
        if (!file.isEmpty() && raced)
            runs.kernels << file;
        else if (file.isEmpty() && !raced)
            runs.leftOut << name;
    }
    m_workspace.setup().setRuns(std::move(runs));
    QDialog::accept();
}

} // namespace sparsescope
