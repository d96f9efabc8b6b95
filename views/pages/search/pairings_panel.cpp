#include "views/pages/search/pairings_panel.h"

#include "engine/core/at.h"
#include "engine/search/sparda/sparda.h"
#include "views/pages/search/pairings_model.h"
#include "views/parts/label_text.h"
#include "views/parts/numbers.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr int mostNameWidth = 196; // the reasons want the rest

// What a plan of one matrix says of the dense product.
std::optional<double> denseNsOf(const Plan& plan)
{
    const auto found = std::find_if(plan.competitors.begin(), plan.competitors.end(), [](const Competitor& competitor) {
        return competitor.name == sparda::denseCompetitor;
    });
    return found == plan.competitors.end() ? std::nullopt : std::optional(found->predictedNs);
}

} // namespace

PairingsPanel::PairingsPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new PairingsModel(this)), m_table(new QTableView(this)),
      m_samples(new QComboBox(this)), m_summary(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::inside);
    m_samples->setAccessibleName(tr("Masks that were sampled"));
    m_samples->setToolTip(tr("All masks that were sampled together, a mask, or one of them"));
    row->addWidget(m_samples);
    m_summary->setProperty("role", QStringLiteral("secondary"));
    m_summary->setWordWrap(true);
    row->addWidget(m_summary, 1);
    column->addLayout(row);
    setTableLook(*m_table);
    tellCutCells(*m_table);
    m_table->setAccessibleName(tr("Pairings"));
    m_table->setModel(m_model);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(PairingsModel::Predicted, Qt::AscendingOrder);
    column->addWidget(m_table, 1);
    m_model->setColors(colorsOf(*this));
    connect(m_samples, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_model->setSample(index - 1);
        showChosen();
    });
    listen(m_workspace.attention(), Attention::PlanChanged, this, &PairingsPanel::follow);
    listen(m_workspace.document(), Document::RuleChanged | Document::PlansChanged, this, &PairingsPanel::follow);
    follow();
}

bool PairingsPanel::any() const
{
    return m_shown != nullptr;
}

// Those of the dynamic plan, where the shown plan is one by it or there is none, else those of the plan's own search.
void PairingsPanel::follow()
{
    const int current = m_workspace.attention().currentPlan();
    const auto& rule = m_workspace.document().rule();
    const bool byRule = rule && rule->trace && (current < 0 || m_workspace.document().plans()[current].byRule);
    const TracePtr own = m_workspace.attention().trace();
    const TracePtr trace = byRule ? rule->trace : own && sparda::tellsPairings(*own) ? own : nullptr;
    if (trace != m_shown)
        refresh(trace, byRule ? &*rule : nullptr);
}

void PairingsPanel::refresh(const TracePtr& trace, const OpenRule* rule)
{
    const bool had = any();
    m_shown = trace;
    sparda::ToldPairings told = trace ? sparda::pairingsIn(*trace) : sparda::ToldPairings();
    const std::vector<std::int64_t> samples = told.samples();
    std::optional<double> dense;
    int chosen = told.least();
    bool estimated = false;
    QString found;
    if (rule) {
        const Rule& is = rule->plan->rule;
        if (is.denseNs > 0)
            dense = is.denseNs;
        const auto mine = std::find_if(told.pairings.begin(), told.pairings.end(), [&](const sparda::ToldPairing& one) {
            return is.pairing && one.pairing == *is.pairing;
        });
        chosen = mine == told.pairings.end() ? -1 : static_cast<int>(mine - told.pairings.begin());
        estimated = rule->plan->figures.contains("estimated");
    } else if (const PlanPtr plan = m_workspace.attention().plan(); trace && plan) {
        dense = denseNsOf(*plan);
        if (dense && chosen >= 0 && *dense < told.pairings[at(chosen)].mean().ns())
            chosen = -1;
        estimated = plan->figures.contains("estimated");
    }
    const auto refused = std::count_if(told.pairings.begin(), told.pairings.end(),
                                       [](const sparda::ToldPairing& one) { return !one.refusal.empty(); });
    QStringList words{countOf(std::ssize(told.pairings), tr("pairing"), tr("pairings"))};
    if (refused > 0)
        words << tr("%1 refused").arg(countText(refused));
    if (estimated)
        words << tr("times estimated, not measured");
    if (told.skipped > 0)
        words << tr("%1 not readable").arg(countText(told.skipped));
    m_summary->setText(words.join(QStringLiteral(", ")));
    {
        const QSignalBlocker quiet(m_samples);
        m_samples->clear();
        m_samples->addItem(samples.size() == 1 ? tr("the only sample")
                                               : tr("all %1 samples").arg(countText(std::ssize(samples))));
        const MaskSequencePtr masks = m_workspace.document().masks();
        for (const std::int64_t mask : samples)
            m_samples->addItem(masks && rule && mask < masks->size() ? QString::fromStdString(masks->title(mask))
                                                                     : tr("mask %1").arg(countText(mask)));
        m_samples->setVisible(samples.size() > 1);
    }
    m_model->setPairings(std::move(told), dense, chosen);
    m_model->sort(m_table->horizontalHeader()->sortIndicatorSection(),
                  m_table->horizontalHeader()->sortIndicatorOrder());
    fitColumns(*m_table, PairingsModel::Why);
    m_table->setColumnWidth(PairingsModel::Name, std::min(m_table->columnWidth(PairingsModel::Name), mostNameWidth));
    showChosen();
    if (any() != had)
        Q_EMIT anyChanged();
}

void PairingsPanel::showChosen()
{
    if (const int row = m_model->rowOfChosen(); row >= 0)
        m_table->scrollTo(m_model->index(row, 0));
}

void PairingsPanel::copy()
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << m_model->rowText(row.row());
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void PairingsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_model->setColors(colorsOf(*this));
    QWidget::changeEvent(event);
}

void PairingsPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    QWidget::keyPressEvent(event);
}

} // namespace sparsescope
