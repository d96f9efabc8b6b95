// Sweeps on the Compare page.
#include "views/pages/compare/sweeps_view.h"

#include "engine/core/files.h"
#include "engine/search/planner.h"
#include "views/pages/compare/sweep_form.h"
#include "views/pages/compare/sweep_plot.h"
#include "views/parts/bar_below.h"
#include "views/parts/flow_layout.h"
#include "views/parts/numbers.h"
#include "views/parts/numbers_first.h"
#include "views/parts/strip_parts.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/workspace.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <limits>

namespace sparsescope {

SweepsView::SweepsView(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new SweepModel(this))
{
    build();
    m_model->setColors(colorsOf(*this));
    m_model->setDeviceCode(m_workspace.operations().hooks().hasDeviceCode);
    connect(m_run, &QPushButton::clicked, this, &SweepsView::start);
    connect(m_save, &QToolButton::clicked, this, &SweepsView::saveDialog);
    connect(m_figure, &QComboBox::currentIndexChanged, this,
            [this] { m_plot->setFigure(static_cast<SweepFigure>(m_figure->currentData().toInt())); });
    connect(m_plotTab, &QToolButton::clicked, this, [this] { m_stack->setCurrentIndex(0); });
    connect(m_tableTab, &QToolButton::clicked, this, &SweepsView::showTable);
    connect(m_plot, &SweepPlot::pointClicked, this, &SweepsView::openPoint);
    connect(m_plot, &SweepPlot::pointWanted, this, [this](int point) {
        m_table->selectRow(rowOf(point));
        m_plot->setCurrent(point);
    });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& i) { openPoint(pointOf(i)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& i) { m_plot->setCurrent(pointOf(i)); });
    connect(m_runAll, &QToolButton::clicked, this, &SweepsView::runAll);
    listen(m_workspace.setup(), Setup::GpuChanged, this, &SweepsView::showSummary);
    connect(m_model, &QAbstractItemModel::modelReset, this, &SweepsView::showSummary);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &SweepsView::showSummary);
    listen(m_workspace.document(), Document::MatrixChanged, this, [this] {
        ++m_generation;
        m_model->clear(); // first: its points are not of this matrix
        m_shown.reset();
        m_toRun.clear();
        m_workspace.jobs().cancel(Lane::Sweep);
        showJob();
    });
    listen(m_workspace.document(), Document::SweepsChanged, this, &SweepsView::showStored);
    connect(&m_workspace.jobs(), &Jobs::cancelled, this, [this](const JobStatus& job) {
        m_toRun.clear();
        if (job.lane == Lane::Sweep)
            keep();
    });
    // Once what the next one waits for is done.
    connect(&m_workspace.jobs(), &Jobs::changed, this, &SweepsView::runNext, Qt::QueuedConnection);
    connect(m_stored, &QComboBox::activated, this,
            [this](int index) { showSweep(m_workspace.document().sweeps().value(index)); });
    listen(m_workspace.setup(), Setup::SearchChanged, this, &SweepsView::showBase);
    listen(m_workspace.document(), Document::RunsChanged, this, [this] {
        for (std::size_t i = 0; i < m_model->points().size(); ++i)
            findMeasured(i);
    });
    connect(&m_workspace.jobs(), &Jobs::changed, this, &SweepsView::showJob);
    showBase();
    showJob();
    showSummary();
    showStored();
}

void SweepsView::build()
{
    auto* row = new YieldingRow(space::between, this);
    row->setContentsMargins(space::between, 0, space::between, space::inside);
    auto* left = new QVBoxLayout;
    left->setSpacing(space::inside);
    m_form = new SweepForm;
    left->addWidget(scrolled(m_form), 1);
    m_job = new QLabel;
    m_job->setWordWrap(true);
    m_job->setProperty("role", QStringLiteral("secondary"));
    left->addWidget(m_job);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    left->addWidget(m_progress);
    m_run = new QPushButton;
    m_run->setProperty("primary", true);
    left->addWidget(m_run);
    auto* leftBox = new QWidget;
    leftBox->setLayout(left);
    left->setContentsMargins(0, 0, 0, 0);
    leftBox->setFixedWidth(256);
    row->add(leftBox, 0);

    auto* right = new QVBoxLayout;
    right->setSpacing(4);
    auto* tools = new FlowLayout(4);
    m_figure = new QComboBox;
    m_figure->setObjectName(QStringLiteral("figure"));
    m_figure->setAccessibleName(tr("Figure of the plot"));
    tools->addWidget(m_figure);
    m_stored = new QComboBox;
    m_stored->setAccessibleName(tr("Sweeps of this session"));
    m_stored->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    tools->addWidget(m_stored);
    auto* group = new QButtonGroup(this);
    const auto button = [&](const QString& text, bool tab) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setCheckable(tab);
        if (tab)
            group->addButton(b);
        tools->addWidget(b);
        return b;
    };
    m_plotTab = button(tr("Plot"), true);
    m_plotTab->setChecked(true);
    m_tableTab = button(tr("Table"), true);
    m_runAll = button(tr("Run all"), false);
    m_runAll->setToolTip(tr("Measure the plans of all points on the GPU, one after the other"));
    m_save = button(tr("CSV…"), false);
    m_save->setToolTip(tr("Save the points of the sweep"));
    m_summary = new ElidedLabel;
    m_summary->setProperty("role", QStringLiteral("secondary"));
    tools->addWidget(m_summary);
    right->addLayout(tools);
    m_stack = new QStackedWidget;
    m_plot = new SweepPlot(*m_model);
    m_stack->addWidget(m_plot);
    m_table = new QTableView;
    m_sorted = new NumbersFirst(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(SweepModel::sortRole);
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_sorted->sort(-1);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setItemDelegate(new BarBelow(m_table));
    m_table->setAccessibleName(tr("Points of the sweep"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setResizeContentsPrecision(0); // of the rows that are seen
    m_table->setToolTip(tr("Enter or double click opens the plan of a point"));
    tellCutCells(*m_table);
    m_stack->addWidget(m_table);
    m_paper = new QLabel;
    m_paper->setWordWrap(true);
    m_paper->setProperty("role", QStringLiteral("secondary"));
    right->addWidget(m_paper);
    right->addWidget(m_stack, 1);
    row->add(right, 1);
}

void SweepsView::setFigure(SweepFigure figure)
{
    m_figure->setCurrentIndex(m_figure->findData(static_cast<int>(figure)));
}

void SweepsView::showTable()
{
    m_tableTab->setChecked(true);
    m_stack->setCurrentIndex(1);
}

int SweepsView::rowOf(int point) const
{
    return m_sorted->mapFromSource(m_model->index(point, 0)).row();
}

int SweepsView::pointOf(const QModelIndex& row) const
{
    return m_sorted->mapToSource(row).row();
}

void SweepsView::startPlanners()
{
    m_form->choosePlanners();
    showTable();
    if (!m_workspace.jobs().busy(Lane::Sweep))
        start();
}

void SweepsView::showBase()
{
    std::vector<std::string> whatIf;
    for (const QString& change : m_workspace.setup().costChanges())
        whatIf.push_back(change.toStdString());
    m_form->setBase({m_workspace.setup().op(), m_workspace.setup().plannerName().toStdString(),
                     m_workspace.setup().plannerOptions(), m_workspace.setup().calibrationName().toStdString(),
                     std::move(whatIf), m_workspace.setup().costModel().toStdString()});
}

void SweepsView::start()
{
    if (m_workspace.jobs().busy(Lane::Sweep)) {
        m_workspace.jobs().cancel(Lane::Sweep);
        return;
    }
    const MatrixPtr matrix = m_workspace.document().matrix();
    if (!matrix)
        return;
    Sweep sweep;
    try {
        if (const std::shared_ptr<OwnParts>& own = m_workspace.operations().hooks().own)
            m_form->setOwnPlanners(own->plannersToUse());
        sweep = m_form->sweep();
        m_shown.reset();
        m_toRun.clear();
        m_model->start(sweep, matrix);
        showStored();
    } catch (const Error& e) {
        m_problem = QString::fromStdString(e.reason());
        showJob();
        return;
    }
    m_problem.clear();
    MakeEvaluator evaluator;
    if (!sweep.base.planner.empty() && planner(sweep.base.planner).needsTimes())
        evaluator = m_workspace.operations().evaluatorOf(matrix, std::make_shared<std::atomic<bool>>());
    // Points come on the thread of the job; those of a superseded sweep, or for a view that is gone, are dropped.
    const quint64 generation = ++m_generation;
    const QPointer<SweepsView> view(this);
    const auto receive = [jobs = &m_workspace.jobs(), view, generation](std::size_t index, const SweepPoint& point) {
        QMetaObject::invokeMethod(
            jobs,
            [view, generation, index, point] {
                if (!view || view->m_generation != generation)
                    return;
                view->m_model->setPoint(index, point);
                view->findMeasured(index);
            },
            Qt::QueuedConnection);
    };
    m_workspace.jobs().start(
        Lane::Sweep, tr("Sweeping"),
        [matrix, sweep, receive, evaluator](Progress& progress) {
            return runSweep(*matrix, sweep, receive, progress, {}, evaluator).size();
        },
        [view](std::size_t) {
            if (!view)
                return;
            view->keep();
            view->showJob();
        });
    showJob();
}

void SweepsView::keep()
{
    FinishedSweep finished{m_model->sweep(), {}};
    for (std::size_t i = 0; i < m_model->points().size(); ++i)
        if (m_model->done(i))
            finished.points[i] = m_model->points()[i];
    if (m_shown || finished.points.empty())
        return;
    ++m_generation; // a point that is still on its way is too late
    m_shown = std::make_shared<const FinishedSweep>(std::move(finished));
    m_workspace.document().addSweep(m_shown);
}

void SweepsView::showStored()
{
    const QList<SweepPtr>& sweeps = m_workspace.document().sweeps();
    m_stored->clear();
    for (const SweepPtr& sweep : sweeps) {
        QStringList axes;
        for (const SweepAxis& axis : sweep->sweep.axes)
            axes << QString::fromStdString(axis.name);
        m_stored->addItem(
            tr("%1: %2, %3")
                .arg(m_stored->count() + 1)
                .arg(axes.join(QStringLiteral(" × ")),
                     countOf(static_cast<std::int64_t>(sweep->points.size()), tr("point"), tr("points"))));
    }
    // One that stands alone is what is shown anyway.
    m_stored->setVisible(sweeps.size() > 1 || (sweeps.size() == 1 && sweeps.front() != m_shown));
    // What a session brought.
    if (!m_shown && m_model->points().empty() && !sweeps.isEmpty())
        return showSweep(sweeps.back());
    m_stored->setCurrentIndex(static_cast<int>(sweeps.indexOf(m_shown)));
}

void SweepsView::showSweep(const SweepPtr& sweep)
{
    if (!sweep || sweep == m_shown || m_workspace.jobs().busy(Lane::Sweep))
        return showStored();
    m_shown = sweep;
    m_model->start(sweep->sweep, m_workspace.document().matrix(), sweep->points);
    for (const auto& entry : sweep->points)
        findMeasured(entry.first);
    showStored();
}

int SweepsView::openPlanOf(const SweepPoint& point) const
{
    const auto& plans = m_workspace.document().plans();
    for (int i = 0; i < plans.size(); ++i)
        if (plans[i].plan->densePart == point.densePart && isPlanOf(point, *plans[i].plan))
            return i;
    return -1;
}

void SweepsView::openPoint(int point)
{
    const auto index = static_cast<std::size_t>(point);
    if (point < 0 || index >= m_model->points().size())
        return;
    m_table->selectRow(rowOf(point));
    m_plot->setCurrent(point);
    if (!m_model->done(index) || !m_model->points()[index].problem.empty())
        return;
    const SweepPoint& wanted = m_model->points()[index];
    if (const int open = openPlanOf(wanted); open >= 0)
        return m_workspace.attention().setCurrentPlan(open);
    const MatrixPtr matrix = m_workspace.document().matrix();
    const QString title = QString::fromStdString(planTitle(m_model->sweep(), wanted));
    m_workspace.jobs().start(
        Lane::SweepPlan, tr("Searching %1").arg(title),
        [matrix, request = wanted.request](Progress& progress) {
            return std::make_shared<SearchResult>(searchPlan(*matrix, request, progress));
        },
        [workspace = &m_workspace, matrix, title](const std::shared_ptr<SearchResult>& found) {
            if (workspace->document().matrix() == matrix)
                workspace->attention().show({std::make_shared<const Plan>(std::move(found->plan)),
                                             std::make_shared<const Trace>(std::move(found->trace)), title});
        });
}

// Shows what the fastest run of the point's plan measured.
void SweepsView::findMeasured(std::size_t point)
{
    const Profile* fastest = nullptr;
    if (m_model->done(point) && m_model->points()[point].problem.empty())
        for (const OpenRun& run : m_workspace.document().runs())
            if (run.profile->verified && isPlanOf(m_model->points()[point], *run.plan) &&
                (!fastest || run.profile->kernel.medianNs < fastest->kernel.medianNs))
                fastest = run.profile.get();
    if (fastest)
        m_model->setMeasured(point, fastest->kernel.medianNs, fastest->counters);
    else
        m_model->setMeasured(point, std::numeric_limits<double>::quiet_NaN());
}

void SweepsView::runAll()
{
    m_toRun.clear();
    m_opening = -1;
    for (std::size_t i = 0; i < m_model->points().size(); ++i)
        if (std::isfinite(m_model->figure(i, SweepFigure::Predicted)) && !m_model->cpuOnly(i) &&
            !std::isfinite(m_model->figure(i, SweepFigure::Measured)))
            m_toRun.push_back(static_cast<int>(i));
    runNext();
}

void SweepsView::runNext()
{
    if (m_toRun.isEmpty() || m_workspace.operations().busy())
        return;
    const int point = m_toRun.front();
    const int open = openPlanOf(m_model->points()[static_cast<std::size_t>(point)]);
    if (open < 0 && m_opening != point) {
        m_opening = point;
        return openPoint(point);
    }
    m_toRun.removeFirst();
    if (open < 0)
        return runNext(); // it could not be searched again
    m_workspace.attention().setCurrentPlan(open);
    m_workspace.operations().runOnGpu();
}

void SweepsView::showSummary()
{
    std::size_t done = 0, failed = 0;
    for (std::size_t i = 0; i < m_model->points().size(); ++i) {
        done += m_model->done(i) ? 1 : 0;
        failed += m_model->points()[i].problem.empty() ? 0 : 1;
    }
    m_save->setEnabled(done > 0);
    m_runAll->setVisible(m_workspace.operations().hooks().worker && m_workspace.setup().whyNoGpu().isEmpty());
    m_runAll->setEnabled(done > failed);
    m_summary->setText(m_model->points().empty()
                           ? tr("Choose what varies and start; a click on a point opens its plan.")
                           : m_model->summary());
    m_summary->setToolTip(m_summary->text());
    m_paper->setText(m_model->besidePaper(m_workspace.setup().whyNoGpu()));
    m_paper->setVisible(!m_paper->text().isEmpty());
    offerFigures();
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_table->setColumnHidden(column, m_model->columnEmpty(column));
}

// What no point has is not offered: the cost of memory accesses, counters.
void SweepsView::offerFigures()
{
    QList<int> offered;
    for (int f = 0; f < m_model->figures(); ++f)
        if (f < static_cast<int>(SweepFigure::MemoryCost) || m_model->hasFigure(static_cast<SweepFigure>(f)))
            offered << f;
    QList<int> before;
    for (int i = 0; i < m_figure->count(); ++i)
        before << m_figure->itemData(i).toInt();
    const auto nameOf = [this](int figure) { return m_model->figureName(static_cast<SweepFigure>(figure)); };
    if (offered == before && (offered.empty() || m_figure->itemText(m_figure->count() - 1) == nameOf(offered.back())))
        return;
    const int shown = m_figure->currentData().toInt();
    {
        const QSignalBlocker quiet(m_figure);
        m_figure->clear();
        for (const int figure : offered)
            m_figure->addItem(nameOf(figure), figure);
        m_figure->setCurrentIndex(std::max(0, m_figure->findData(shown)));
    }
    m_plot->setFigure(static_cast<SweepFigure>(m_figure->currentData().toInt()));
}

void SweepsView::showJob()
{
    const bool running = m_workspace.jobs().busy(Lane::Sweep);
    const QString noSearch = m_workspace.operations().whyNoSearch();
    const QString problem = noSearch.isEmpty() ? m_problem : noSearch;
    m_run->setText(running ? tr("Cancel") : tr("Start the sweep"));
    m_run->setEnabled(running || noSearch.isEmpty());
    m_form->setEnabled(!running);
    m_progress->setVisible(running);
    m_job->setVisible(running || !problem.isEmpty());
    m_job->setText(problem);
    for (const JobStatus& job : m_workspace.jobs().running()) {
        if (job.lane != Lane::Sweep)
            continue;
        m_progress->setRange(0, 1000);
        m_progress->setValue(static_cast<int>(std::max(0.0, job.done) * 1000));
        QString text = job.what.isEmpty() ? job.title : tr("Searching %1").arg(job.what);
        if (job.secondsLeft >= 0)
            text += tr(", %1 left").arg(secondsText(job.secondsLeft));
        m_job->setText(text);
    }
}

bool SweepsView::saveCsv(const QString& path)
{
    const MatrixPtr matrix = m_workspace.document().matrix();
    try {
        writeText(path.toStdString(), sweepCsv(matrix ? matrix->source().name : std::string(), m_model->sweep(),
                                               m_model->donePoints(), m_workspace.operations().hooks().hasDeviceCode));
        Q_EMIT m_workspace.operations().message(tr("Saved the sweep as %1").arg(path));
        return true;
    } catch (...) {
        Q_EMIT m_workspace.operations().failed(failureOf(Lane::Save, tr("Saving the sweep"), std::current_exception()));
        return false;
    }
}

void SweepsView::saveDialog()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the sweep"), QStringLiteral("sweep.csv"), tr("Tables (*.csv)"));
    if (!path.isEmpty())
        saveCsv(path);
}

void SweepsView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_model->setColors(colorsOf(*this));
    QWidget::changeEvent(event);
}

} // namespace sparsescope
