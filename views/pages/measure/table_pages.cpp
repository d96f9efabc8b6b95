// The views of the Measure page that are tables.
#include "views/pages/measure/table_pages.h"

#include "engine/core/at.h"
#include "views/pages/measure/measure_text.h"
#include "views/parts/numbers.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

QVBoxLayout* columnOf(QWidget* page)
{
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    return column;
}

QLabel* words()
{
    auto* label = new QLabel;
    label->setProperty("role", QStringLiteral("secondary"));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

SubtaskPage::SubtaskPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new SubtaskModel(workspace.jobs(), this)),
      m_table(new QTableView)
{
    auto* column = columnOf(this);
    auto* row = new QHBoxLayout;
    m_filter = new QComboBox;
    m_filter->setAccessibleName(tr("Formats that are shown"));
    m_filter->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_count = words();
    m_count->setWordWrap(false);
    row->addWidget(m_filter);
    row->addWidget(m_count, 1);
    column->addLayout(row);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Measured sub-tasks"));
    setTableLook(*m_table);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->setSortingEnabled(true);
    m_model->sort(-1, Qt::AscendingOrder); // as launched, until a title is clicked
    m_table->horizontalHeader()->setSortIndicatorShown(false);
    column->addWidget(m_table, 1);

    connect(m_filter, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0)
            m_model->setFormat(m_filter->itemData(index).toInt());
    });
    connect(m_model, &SubtaskModel::arranged, this, [this] {
        m_count->setText(
            m_model->rowCount() == m_model->total()
                ? countOf(m_model->total(), tr("measured sub-task"), tr("measured sub-tasks"))
                : tr("%1 of %2 measured sub-tasks").arg(countText(m_model->rowCount()), countText(m_model->total())));
        if (!m_fitted && m_model->rowCount() > 0) {
            fitColumns(*m_table, SubtaskModel::Format);
            m_fitted = true;
        }
        showSelection();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!m_following && now.isValid())
            m_workspace.attention().selectTile(m_model->tileAt(now.row()));
    });
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &SubtaskPage::showSelection);
    listen(m_workspace.document(), Document::RunsChanged, this, &SubtaskPage::load);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &SubtaskPage::load);
    load();
}

void SubtaskPage::load()
{
    const OpenRun* run = m_workspace.attention().run();
    if ((run ? run->profile : nullptr) != m_profile) {
        m_profile = run ? run->profile : nullptr;
        m_fitted = false;
        const QSignalBlocker quiet(m_filter);
        m_filter->clear();
        m_filter->addItem(tr("all formats"), -1);
        if (run) {
            std::vector<std::int64_t> counts(run->plan->tiling().formats.size());
            for (const TaskTime& task : m_profile->taskTimes)
                if (task.tile >= 0 && static_cast<std::size_t>(task.tile) < run->plan->tiling().tiles.size())
                    ++counts[at(run->plan->tiling().tiles[at(task.tile)].format)];
            for (std::size_t f = 0; f < counts.size(); ++f)
                if (counts[f] > 0)
                    m_filter->addItem(tr("%1 (%2)").arg(QString::fromStdString(run->plan->tiling().formats[f]->label()),
                                                        countText(counts[f])),
                                      static_cast<int>(f));
        }
    }
    const QScopedValueRollback following(m_following, true);
    m_model->setRun(run ? run->plan : nullptr, m_profile, run ? run->facts : nullptr);
}

// A tile has a sub-task for each part of the dense loop: the current one stays where it is one of the tile's.
void SubtaskPage::showSelection()
{
    const QScopedValueRollback following(m_following, true);
    const std::int64_t tile = m_workspace.attention().selection().tile;
    const QModelIndex now = m_table->currentIndex();
    if (now.isValid() && m_model->tileAt(now.row()) == tile)
        return;
    const int row = m_model->firstRowOf(tile);
    if (row < 0) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        return;
    }
    m_table->setCurrentIndex(m_model->index(row, 0));
    m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
}

KindPage::KindPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new KindModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView)
{
    auto* column = columnOf(this);
    m_words = words();
    column->addWidget(m_words);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(KindModel::sortRole);
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Kinds of tile"));
    setTableLook(*m_table);
    m_table->setSortingEnabled(true);
    m_sorted->sort(-1);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    column->addWidget(m_table, 1);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        const OpenRun* run = m_workspace.attention().run();
        if (m_following || !now.isValid() || !run)
            return;
        const auto row = static_cast<std::size_t>(m_sorted->mapToSource(now).row());
        if (const std::int64_t tile = firstTileOf(*run->plan, run->profile->kinds[row].kind); tile >= 0)
            m_workspace.attention().selectTile(tile);
    });
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &KindPage::showSelection);
    listen(m_workspace.document(), Document::RunsChanged, this, &KindPage::load);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &KindPage::load);
    load();
}

void KindPage::load()
{
    const OpenRun* run = m_workspace.attention().run();
    {
        const QScopedValueRollback following(m_following, true);
        m_model->setProfile(run ? run->profile : nullptr);
    }
    const bool any = m_model->rowCount() > 0;
    const bool together = run && run->facts && !run->facts->branches.empty();
    m_words->setText(
        any && together ? tr("Branches of a graph are cases of one kernel and not launched alone: what was predicted "
                             "of their tiles. "
                             "Their times stand under Cost model, time by branch.")
        : any
            ? tr("Sub-tasks of each kind launched alone, launch included. Ratios are counted over predicted; bytes are "
                 "those between the SMs and the L2 cache, added ones those of adding stores.")
            : tr("The kinds of tile of this run were not launched alone."));
    m_table->setVisible(any);
    fitColumns(*m_table);
    showSelection();
}

void KindPage::showSelection()
{
    const QScopedValueRollback following(m_following, true);
    const OpenRun* run = m_workspace.attention().run();
    const std::int64_t tile = m_workspace.attention().selection().tile;
    if (run && tile >= 0 && tile < static_cast<std::int64_t>(run->plan->tiling().tiles.size())) {
        const std::string kind = kindOf(*run->plan, run->plan->tiling().tiles[at(tile)]).toStdString();
        for (std::size_t row = 0; row < run->profile->kinds.size(); ++row)
            if (run->profile->kinds[row].kind == kind) {
                m_table->setCurrentIndex(m_sorted->mapFromSource(m_model->index(static_cast<int>(row), 0)));
                return;
            }
    }
    m_table->clearSelection();
    m_table->setCurrentIndex({});
}

CounterPage::CounterPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new CounterModel(this)), m_table(new QTableView)
{
    auto* column = columnOf(this);
    auto* top = new QHBoxLayout;
    m_words = words();
    top->addWidget(m_words, 1);
    auto* title = words();
    title->setText(tr("Reference"));
    title->setWordWrap(false);
    m_reference = new QComboBox;
    m_reference->setAccessibleName(tr("Run or baseline that the counters are held against"));
    m_reference->setToolTip(tr("Another run, or a baseline, that the counters are held against"));
    m_reference->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_reference->setMinimumContentsLength(24);
    title->setBuddy(m_reference);
    top->addWidget(title);
    top->addWidget(m_reference);
    column->addLayout(top);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Hardware counters"));
    setTableLook(*m_table);
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(typeFace(TypeSize::Small)).height() + 2);
    column->addWidget(m_table, 1);
    m_meaning = words();
    m_meaning->setProperty("role", QVariant());
    column->addWidget(m_meaning);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { m_meaning->setText(meaning()); });
    connect(m_reference, &QComboBox::currentIndexChanged, this, &CounterPage::showRows);
    listen(m_workspace.document(), Document::RunsChanged, this, &CounterPage::load);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &CounterPage::load);
    load();
}

void CounterPage::setRates(const Rates& rates)
{
    m_rates = rates;
    showRows();
}

void CounterPage::load()
{
    offerReferences();
    showRows();
}

// What was chosen stays chosen as long as it is there.
void CounterPage::offerReferences()
{
    const OpenRun* shown = m_workspace.attention().run();
    const int now = m_reference->currentIndex() - 1;
    const Against chosen = now >= 0 ? m_references[at(now)] : Against();
    const QSignalBlocker quiet(m_reference);
    m_references.clear();
    m_reference->clear();
    m_reference->addItem(tr("none"));
    const auto offer = [&](const Against& against, const QString& name) {
        m_references.push_back(against);
        m_reference->addItem(name, {});
        if (against == chosen)
            m_reference->setCurrentIndex(m_reference->count() - 1);
    };
    for (const OpenRun& run : m_workspace.document().runs()) {
        const int plan = m_workspace.document().indexOf(run.plan);
        const QString title =
            plan >= 0 ? m_workspace.document().plans()[plan].title : QString::fromStdString(run.profile->planner);
        const QString when = QString::fromStdString(run.profile->conditions.date);
        if ((!shown || run.profile != shown->profile) && !run.profile->counters.empty())
            offer({run.profile, run.recorded, -1}, tr("%1, %2").arg(title, when));
        for (std::size_t i = 0; i < run.profile->baselines.size(); ++i)
            if (const Baseline& baseline = run.profile->baselines[i]; !baseline.counters.empty())
                offer({run.profile, run.recorded, static_cast<int>(i)},
                      tr("%1, %2").arg(QString::fromStdString(baseline.name), when));
    }
    m_reference->setEnabled(!m_references.empty());
    m_reference->setToolTip(m_references.empty()
                                ? tr("There is no other run with counters: open or add a session, or run again.")
                                : tr("Another run, or a baseline, that the counters are held against"));
}

void CounterPage::showRows()
{
    const OpenRun* run = m_workspace.attention().run();
    const auto rowsOf = [&](const Profile& profile, bool recorded) { return countedRows(profile, m_rates, recorded); };
    const double graphBytes = run && run->facts ? run->facts->predictedBytes() : 0;
    m_model->setRows(run ? countedRows(*run->profile, m_rates, run->recorded, graphBytes) : std::vector<CountedRow>{});
    std::vector<CountedRow> reference;
    if (const int i = m_reference->currentIndex() - 1; i >= 0) {
        const Against& against = m_references[at(i)];
        const Profile& profile = *against.profile;
        reference =
            rowsOf(against.baseline < 0 ? profile : countedAlone(profile, profile.baselines[at(against.baseline)]),
                   against.recorded);
    }
    m_model->setReference(std::move(reference));
    const bool any = m_model->rowCount() > 0;
    m_words->setText(!any ? tr("This run has no hardware counters.")
                          : tr("Counted by CUPTI in the fused kernel alone, in runs of their own."));
    m_table->setVisible(any);
    const bool held = m_reference->currentIndex() > 0;
    m_table->setColumnHidden(CounterModel::Reference, !held);
    m_table->setColumnHidden(CounterModel::Against, !held);
    fitColumns(*m_table, CounterModel::Meaning);
    m_meaning->setText(meaning());
}

QString CounterPage::meaning() const
{
    const QModelIndex now = m_table->currentIndex();
    if (!now.isValid())
        return m_model->rowCount() > 0 ? tr("Choose a row to read what it means.") : QString();
    return now.siblingAtColumn(CounterModel::Name).data().toString() + QStringLiteral(": ") +
           now.siblingAtColumn(CounterModel::Meaning).data().toString();
}

} // namespace sparsescope
