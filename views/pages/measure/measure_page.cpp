// The strip of the Measure page.
#include "views/pages/measure/measure_page.h"

#include "views/pages/measure/baseline_model.h"
#include "views/pages/measure/masks_page.h"
#include "views/pages/measure/overview_page.h"
#include "views/pages/measure/roofline_page.h"
#include "views/pages/measure/scatter_page.h"
#include "views/pages/measure/schedule_page.h"
#include "views/pages/measure/table_pages.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/plan_editor.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

QLabel* label(const char* role, bool wrap = false)
{
    auto* l = new QLabel;
    if (role)
        l->setProperty("role", QString::fromLatin1(role));
    l->setWordWrap(wrap);
    l->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return l;
}

QLabel* title(const QString& text)
{
    QLabel* l = label("title");
    l->setText(text);
    return l;
}

} // namespace

const PageDefinition& measurePage()
{
    static const PageDefinition page{.key = "measure",
                                     .title = MeasurePage::tr("&Measure"),
                                     .tip = MeasurePage::tr("Predicted against measured"),
                                     .icon = QStringLiteral("measure"),
                                     .place = PagePlace::Below,
                                     // In the order of MeasureView: the first one is the overview.
                                     .views = {{"measure"},
                                               {"schedule"},
                                               {"model"},
                                               {"roofline"},
                                               {"sub-tasks"},
                                               {"kinds"},
                                               {"counters"},
                                               {"baselines"},
                                               {"masks"}},
                                     .make = [](const PageParts& parts, QWidget* parent) -> Page* {
                                         return new MeasurePage(parts.workspace, parts.editor, parent);
                                     }};
    return page;
}

MeasurePage::MeasurePage(Workspace& workspace, PlanEditor& editor, QWidget* parent)
    : Page(measurePage(), parent), m_workspace(workspace), m_editor(editor), m_tabs(nullptr)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_pages = new ShownStack;
    column->addWidget(m_pages);
    m_pages->addWidget(makeEmpty());
    m_pages->addWidget(makeResults());

    const auto runOrCancel = [this] {
        Operations& operations = m_workspace.operations();
        if (operations.running())
            operations.cancelRun();
        else
            view() == MeasureView::Masks ? operations.runMasks() : operations.runOnGpu();
    };
    connect(m_run, &QPushButton::clicked, this, runOrCancel);
    connect(m_runFirst, &QPushButton::clicked, this, runOrCancel);
    connect(m_check, &QPushButton::clicked, &m_workspace.operations(), &Operations::checkOnCpu);
    connect(m_overview, &OverviewPage::wanted, this, &MeasurePage::setView);
    connect(m_overview, &OverviewPage::tried, this, &MeasurePage::tryOut);
    connect(m_schedule, &SchedulePage::ready, this, &MeasurePage::showFindings);
    connect(m_roofline, &RooflinePage::ready, this, [this] {
        m_counters->setRates(m_roofline->rates());
        showFindings();
    });
    // As tabs of other programs; active while the page is shown.
    for (const auto& [key, by] : {std::pair(Qt::Key_PageDown, 1), std::pair(Qt::Key_PageUp, measureViews - 1)}) {
        auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | key), this);
        connect(shortcut, &QShortcut::activated, this, [this, by = by] { step(by); });
    }
    listen(m_workspace.document(),
           Document::RunsChanged | Document::PublishedChanged | Document::MasksChanged | Document::RuleChanged |
               Document::MaskRunsChanged,
           this, &MeasurePage::refresh);
    listen(m_workspace.setup(), Setup::GpuChanged, this, &MeasurePage::refresh);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &MeasurePage::refresh);
    listen(m_workspace.operations(), Operations::CheckChanged, this, &MeasurePage::refresh);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &MeasurePage::showJob);
    refresh();
}

QWidget* MeasurePage::makeEmpty()
{
    auto* page = new QWidget(m_pages);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(space::between, space::between, space::between, space::between);
    column->setSpacing(space::inside);
    column->addWidget(title(tr("Not measured yet")));
    m_why = label(nullptr, true);
    column->addWidget(m_why);
    m_whatWorks = label("secondary", true);
    column->addWidget(m_whatWorks);
    auto* row = new QHBoxLayout;
    m_runFirst = new QPushButton;
    m_runFirst->setProperty("primary", true);
    row->addWidget(m_runFirst);
    m_check = new QPushButton(tr("Check on the CPU"));
    m_check->setToolTip(tr("Pack the plan, run it on the CPU and compare with a float64 reference"));
    row->addWidget(m_check);
    row->addStretch();
    column->addLayout(row);
    column->addStretch();
    return page;
}

QWidget* MeasurePage::makeResults()
{
    auto* page = new QWidget(m_pages);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(space::between, 4, space::between, space::inside);
    column->setSpacing(4);

    auto* top = new QHBoxLayout;
    top->setSpacing(12);
    m_time = label("figure");
    m_headline = label("title", true);
    m_progress = label("secondary");
    m_run = new QPushButton;
    top->addWidget(m_time);
    top->addWidget(m_headline, 1);
    top->addWidget(m_progress);
    top->addWidget(m_run, 0, Qt::AlignTop);
    column->addLayout(top);
    m_conditions = label("secondary", true);
    column->addWidget(m_conditions);
    m_verified = label("bad", true);
    column->addWidget(m_verified);

    m_tabs = makeTabBar();
    m_tabs->setAccessibleName(tr("Views of the measurement"));
    m_tabs->setToolTip(tr("Ctrl + Page Up, Ctrl + Page Down: the view before, the next one"));
    const QString names[measureViews] = {tr("Overview"), tr("Schedule"),  tr("Cost model"),
                                         tr("Roofline"), tr("Sub-tasks"), tr("Kinds of tile"),
                                         tr("Counters"), tr("Baselines"), tr("Masks")};
    m_views = new ShownStack(page);
    m_overview = new OverviewPage(m_views);
    m_schedule = new SchedulePage(m_workspace, m_views);
    m_model = new ScatterPage(m_workspace, m_views);
    m_roofline = new RooflinePage(m_workspace, m_views);
    m_subtasks = new SubtaskPage(m_workspace, m_views);
    m_kinds = new KindPage(m_workspace, m_views);
    m_counters = new CounterPage(m_workspace, m_views);
    m_masks = new MasksPage(m_workspace, m_views);
    for (QWidget* view :
         {static_cast<QWidget*>(m_overview), static_cast<QWidget*>(m_schedule), static_cast<QWidget*>(m_model),
          static_cast<QWidget*>(m_roofline), static_cast<QWidget*>(m_subtasks), static_cast<QWidget*>(m_kinds),
          static_cast<QWidget*>(m_counters), makeBaselines(), static_cast<QWidget*>(m_masks)})
        m_views->addWidget(view);
    for (const QString& name : names)
        m_tabs->addTab(name);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_views->setCurrentIndex(index);
        showHeading();
        showJob();
        Q_EMIT viewChanged();
    });
    column->addWidget(m_tabs);
    column->addSpacing(4);
    column->addWidget(m_views, 1);
    return page;
}

QWidget* MeasurePage::makeBaselines()
{
    m_baselineModel = new BaselineModel(this);
    m_baselines = new QTableView;
    m_baselines->setModel(m_baselineModel);
    m_baselines->setItemDelegate(new BaselineBars(m_baselines));
    m_baselines->setAccessibleName(tr("Times of the plan and of the baselines"));
    setTableLook(*m_baselines);
    m_baselines->verticalHeader()->setDefaultSectionSize(QFontMetrics(typeFace(TypeSize::Small)).height() + 8);
    m_baselines->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return m_baselines;
}

MeasureView MeasurePage::view() const
{
    return static_cast<MeasureView>(m_tabs->currentIndex());
}

void MeasurePage::setView(MeasureView view)
{
    if (m_tabs->isTabVisible(static_cast<int>(view)))
        m_tabs->setCurrentIndex(static_cast<int>(view));
}

void MeasurePage::step(int by)
{
    int next = m_tabs->currentIndex();
    do
        next = (next + by) % measureViews;
    while (!m_tabs->isTabVisible(next) && next != m_tabs->currentIndex());
    m_tabs->setCurrentIndex(next);
}

ScatterView& MeasurePage::scatter()
{
    return m_model->view();
}

CounterModel& MeasurePage::counters()
{
    return m_counters->model();
}

void MeasurePage::showView(std::string_view name)
{
    const std::vector<PageView>& views = definition().views;
    for (std::size_t i = 0; i < views.size(); ++i)
        if (name == views[i].name)
            setView(static_cast<MeasureView>(i));
}

// All of it can be read at once, as long as the matrix keeps a place.
int MeasurePage::extent(int room) const
{
    constexpr int comfortable = 620; // for a view below the heading
    return m_pages->currentIndex() == 1 ? std::clamp(comfortable, room / 2, std::max(room / 2, room - 200)) : 200;
}

QList<QAction*> MeasurePage::fillMenu(PageMenu which, QMenu& menu)
{
    if (which != PageMenu::Run)
        return {};
    m_runAction = addEntry(menu, tr("Run on the G&PU"), QKeySequence(QStringLiteral("Ctrl+Return")), [this] {
        Q_EMIT wanted();
        m_workspace.operations().runOnGpu();
    });
    m_checkAction = addEntry(menu, tr("&Check on the CPU"), {}, [this] { m_workspace.operations().checkOnCpu(); });
    return {m_runAction, m_checkAction};
}

void MeasurePage::updateActions()
{
    const QString why = m_workspace.operations().whyNoGpuRun();
    m_runAction->setEnabled(why.isEmpty());
    m_runAction->setToolTip(why);
    const bool plan = m_workspace.attention().plan() != nullptr;
    m_checkAction->setEnabled(plan);
    m_checkAction->setToolTip(plan ? QString() : tr("There is no plan to check: search one (Ctrl+R), or open one."));
}

KeyTexts MeasurePage::keys() const
{
    return {{tr("Ctrl + Page Up, Page Down"), tr("the view before, the next view")},
            {tr("← →  ↑ ↓"), tr("in the schedule: next block, next SM")},
            {tr("+  −  0  K"), tr("in the schedule: zoom in, out, show the whole call, the kernel")},
            {tr("← →  Home  End"), tr("in the times of masks: another mask")}};
}

std::vector<TourStop> MeasurePage::tour()
{
    if (m_workspace.document().maskRun())
        return {{tr("What each mask took"),
                 tr("A bar is a mask, part by part: the index that finds its micro-tiles, zeroing, the kernel. Lines "
                    "are what was predicted, and rivals with all that they do for a mask. A click on a mask chooses it "
                    "on all pages."),
                 [this] { return parentWidget(); },
                 [this] {
                     Q_EMIT wanted();
                     setView(MeasureView::Masks);
                 }}};
    return {{tr("Measured, and predicted"),
             tr("Where there is a GPU, run the plan here; where there is none, open a session that was recorded "
                "on one. The schedule, the cost model and the roofline set what was measured against what was "
                "predicted; a click on a point selects its tile in the matrix."),
             [this] { return parentWidget(); }, [this] { Q_EMIT wanted(); }}};
}

bool MeasurePage::busy() const
{
    return m_schedule->busy();
}

QString MeasurePage::saturatedText() const
{
    return m_model->saturatedText();
}

QString MeasurePage::inSituText() const
{
    return m_model->inSituText();
}

void MeasurePage::refresh()
{
    const OpenRun* run = m_workspace.attention().run();
    m_pages->setCurrentIndex(run || m_workspace.document().maskRun() ? 1 : 0);
    offerViews();
    showJob();
    if (m_pages->currentIndex() == 0)
        showEmpty();
    if (run) {
        QStringList messages;
        for (const std::string& text : run->profile->messages)
            messages << QString::fromStdString(text);
        m_overview->setTimings(timingBars(*run->profile), messages);
    }
    m_baselineModel->setProfile(run ? run->profile : nullptr, run && run->recorded,
                                run ? publishedFor(run->plan->op, m_workspace.document().published())
                                    : std::vector<PublishedTime>());
    m_baselines->setColumnHidden(BaselineModel::Memory, !m_baselineModel->knowsMemory());
    if (run) {
        constexpr int widest = 272; // a published time has its source in its name
        fitColumns(*m_baselines, BaselineModel::Bars);
        m_baselines->setColumnWidth(BaselineModel::Name,
                                    std::min(m_baselines->columnWidth(BaselineModel::Name), widest));
    }
    showHeading();
    showFindings();
    Q_EMIT extentChanged();
}

void MeasurePage::showFindings()
{
    const OpenRun* run = m_workspace.attention().run();
    if (!run) {
        m_overview->setCall({});
        return m_overview->setFindings({});
    }
    const SchedulePairPtr schedules = m_schedule->schedules();
    std::vector<CallBars::Row> call;
    if (schedules) {
        const auto row = [](const Anatomy& anatomy) {
            return CallBars::Row{QString::fromStdString(words(anatomy.basis, true)), anatomy};
        };
        call = {row(schedules->predictedCall), row(schedules->measuredCall)};
    }
    m_overview->setCall(call);
    m_overview->setAdvice(schedules ? schedules->advice : std::vector<Advice>{}, run->profile->kernel.medianNs);
    m_overview->setFindings(findings(*run->profile, run->facts.get(), schedules ? &schedules->predicted : nullptr,
                                     schedules ? &schedules->measured : nullptr, m_roofline->roofline()));
}

void MeasurePage::tryOut(const Advice& advice)
{
    if (advice.launch)
        m_editor.relaunch(advice.launch->order, advice.launch->sums);
    else
        searchFor(advice.trial);
}

// Beside the plan that was measured. Where the search cannot be, what was set up stays, and the reason is told.
void MeasurePage::searchFor(const Trial& trial)
{
    Setup& setup = m_workspace.setup();
    const auto set = [&](const Operator& op, const QString& planner, const nlohmann::json& options,
                         const QStringList& costs) {
        const Changing now = m_workspace.changing();
        setup.setOperator(op);
        setup.setPlanner(planner);
        setup.setPlannerOptions(options);
        setup.setCostChanges(costs);
    };
    const Operator op = setup.op();
    const QString planner = setup.plannerName();
    const nlohmann::json options = setup.plannerOptions();
    const QStringList costs = setup.costChanges();
    QStringList changes;
    for (const std::string& change : trial.costChanges)
        changes << QString::fromStdString(change);
    set(trial.op, QString::fromStdString(trial.planner), trial.options, changes);
    const QString why = m_workspace.operations().whyNoSearch();
    if (why.isEmpty())
        return m_workspace.operations().search();
    set(op, planner, options, costs);
    Q_EMIT m_workspace.operations().message(why);
}

void MeasurePage::showJob()
{
    const Operations& operations = m_workspace.operations();
    const bool running = operations.running();
    const QString problem = operations.whyNoGpuRun();
    const bool possible = problem.isEmpty();
    m_run->setText(running                                                             ? tr("Cancel")
                   : view() == MeasureView::Masks && !m_workspace.document().maskRun() ? tr("Run over the masks")
                                                                                       : tr("Run again"));
    m_runFirst->setText(running ? tr("Cancel") : tr("Run on the GPU"));
    for (QPushButton* button : {m_run, m_runFirst}) {
        button->setEnabled(running || possible);
        button->setToolTip(running ? QString() : problem);
    }
    // A button that cannot work on this machine is not shown at all where the reason stands beside it.
    m_runFirst->setVisible(running || possible);
    m_progress->setVisible(running);
    m_check->setEnabled(m_workspace.attention().plan() && !m_workspace.jobs().busy(Lane::Check));
    const int shown = m_workspace.attention().currentPlan();
    const bool masks = m_workspace.document().masks() &&
                       (shown < 0 || m_workspace.document().plans()[shown].byRule || view() == MeasureView::Masks);
    m_why->setText(
        !possible ? problem
        : masks && m_workspace.document().rule()
            ? tr("Run the dynamic plan over all masks to compare what each is predicted to take with what it "
                 "takes.")
        : masks ? tr("There is no dynamic plan yet: a run searches one and runs it over all masks.")
        : m_workspace.attention().plan()
            ? tr("Run the plan on the GPU to compare its predicted costs with measured times.")
            : tr("There is no plan yet: a run asks all planners, measures the best plans and takes the "
                 "fastest."));
    const Lane lane = m_workspace.jobs().busy(Lane::Gpu) ? Lane::Gpu : Lane::Search;
    for (const JobStatus& job : m_workspace.jobs().running()) {
        if (!running || job.lane != lane)
            continue;
        QString text = lane == Lane::Search ? operations.searchText(job) : QString();
        if (text.isEmpty())
            text = job.what.isEmpty() ? job.title : job.what;
        if (job.done >= 0)
            text += QStringLiteral("  ") + percentText(job.done);
        if (job.secondsLeft >= 0)
            text += tr(", %1 left").arg(secondsText(job.secondsLeft));
        m_why->setText(text);
        m_progress->setText(text);
    }
}

} // namespace sparsescope
