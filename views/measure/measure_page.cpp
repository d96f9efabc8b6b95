// The strip of the Measure page.
#include "views/measure/measure_page.h"

#include "views/measure/bars_view.h"
#include "views/measure/counter_model.h"
#include "views/measure/measure_text.h"
#include "views/measure/scatter_view.h"
#include "views/numbers.h"
#include "views/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

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

MeasurePage::MeasurePage(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_pages = new QStackedWidget;
    m_pages->addWidget(makeEmpty());
    m_results = makeResults();
    m_pages->addWidget(m_results);
    column->addWidget(m_pages);

    const auto runOrCancel = [this] {
        if (m_workspace.jobs().busy(QStringLiteral("gpu")))
            m_workspace.jobs().cancelLane(QStringLiteral("gpu"));
        else
            m_workspace.runOnGpu();
    };
    connect(m_run, &QPushButton::clicked, this, runOrCancel);
    connect(m_runFirst, &QPushButton::clicked, this, runOrCancel);
    connect(m_check, &QPushButton::clicked, &m_workspace, &Workspace::checkOnCpu);
    for (const Series* series : {&m_saturated, &m_inSitu})
        connect(series->shown, &QCheckBox::toggled, this,
                [this] { m_scatter->setSeries(m_saturated.shown->isChecked(), m_inSitu.shown->isChecked()); });
    for (const auto signal :
         {&Workspace::runChanged, &Workspace::planChanged, &Workspace::checkChanged, &Workspace::gpuStatusChanged})
        connect(&m_workspace, signal, this, &MeasurePage::refresh);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &MeasurePage::showJob);
    refresh();
}

QWidget* MeasurePage::makeEmpty()
{
    auto* page = new QWidget;
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
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(space::between, space::inside, space::between, space::inside);
    column->setSpacing(4);

    auto* top = new QHBoxLayout;
    top->setSpacing(12);
    m_time = label("figure");
    m_headline = label("title", true);
    m_run = new QPushButton;
    top->addWidget(m_time);
    top->addWidget(m_headline, 1);
    top->addWidget(m_run, 0, Qt::AlignTop);
    column->addLayout(top);
    m_conditions = label("secondary", true);
    column->addWidget(m_conditions);
    m_verified = label(nullptr, true);
    column->addWidget(m_verified);
    m_limits = label("secondary", true);
    column->addWidget(m_limits);
    column->addSpacing(4);

    auto* row = new QHBoxLayout;
    row->setSpacing(space::between);
    row->addLayout(makeScatter(), 5);
    row->addLayout(makeCounters(), 4);
    row->addWidget(makeTimings(), 3);
    column->addLayout(row, 1);
    return page;
}

QLayout* MeasurePage::makeScatter()
{
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    m_scatter = new ScatterView(m_workspace);
    column->addWidget(m_scatter, 1);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(5, 1);
    int place = 1;
    for (const auto& [name, tip] :
         {std::pair(tr("r"), tr("Pearson's correlation")),
          std::pair(tr("RMSE"), tr("Root of the mean squared difference")),
          std::pair(tr("error"), tr("Median of |measured - predicted| / measured")),
          std::pair(tr("points"), tr("Measured tiles (saturated) and sub-tasks (in situ)"))}) {
        QLabel* head = label("secondary");
        head->setText(name);
        head->setToolTip(tip);
        grid->addWidget(head, 0, place++, Qt::AlignRight);
    }
    int line = 1;
    for (Series* series : {&m_saturated, &m_inSitu}) {
        series->shown = new QCheckBox;
        series->shown->setChecked(true);
        series->shown->setStyleSheet(QStringLiteral("spacing: 4px;"));
        grid->addWidget(series->shown, line, 0);
        place = 1;
        for (QLabel** figure : {&series->r, &series->rmse, &series->error, &series->points}) {
            *figure = label(nullptr);
            grid->addWidget(*figure, line, place++, Qt::AlignRight);
        }
        ++line;
    }
    m_saturated.shown->setText(tr("● saturated"));
    m_inSitu.shown->setText(tr("◇ in situ"));
    m_saturated.shown->setToolTip(tr("Filled discs: copies of the sub-task fill the GPU"));
    m_inSitu.shown->setToolTip(tr("Open diamonds: inside the fused kernel, time shared out among the blocks on an SM"));
    column->addLayout(grid);
    return column;
}

QLayout* MeasurePage::makeCounters()
{
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    column->addWidget(title(tr("Hardware counters")));
    m_bytesNote = label("secondary", true);
    column->addWidget(m_bytesNote);
    m_counters = new CounterModel(this);
    m_counterTable = new QTableView;
    m_counterTable->setModel(m_counters);
    m_counterTable->setAccessibleName(tr("Hardware counters"));
    m_counterTable->setMinimumSize(326, 80);
    m_counterTable->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_counterTable->setShowGrid(false);
    m_counterTable->setAlternatingRowColors(true);
    m_counterTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_counterTable->setWordWrap(false);
    m_counterTable->setTextElideMode(Qt::ElideRight);
    m_counterTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_counterTable->setTabKeyNavigation(false);
    m_counterTable->verticalHeader()->hide();
    m_counterTable->verticalHeader()->setMinimumSectionSize(1);
    m_counterTable->verticalHeader()->setDefaultSectionSize(QFontMetrics(typeFace(TypeSize::Small)).height() + 2);
    auto* header = m_counterTable->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumSectionSize(40);
    header->setSectionResizeMode(CounterModel::Name, QHeaderView::Stretch);
    for (const int value : {CounterModel::Predicted, CounterModel::Measured})
        header->setSectionResizeMode(value, QHeaderView::Fixed);
    column->addWidget(m_counterTable);
    m_noCounters = label("secondary", true);
    m_noCounters->setText(tr("This run has no hardware counters."));
    column->addWidget(m_noCounters);
    column->addStretch();
    return column;
}

QWidget* MeasurePage::makeTimings()
{
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(title(tr("Time per call")));
    column->addSpacing(4);
    m_timings = new BarsView;
    column->addWidget(m_timings);
    m_messages = label("secondary", true);
    column->addWidget(m_messages);
    column->addStretch();
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(206);
    area->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    area->setWidget(content);
    return area;
}

int MeasurePage::wholeHeight() const
{
    constexpr int edges = 4; // hairlines of the strip and the table
    return m_results->layout()->totalHeightForWidth(std::max(width(), 320)) + edges;
}

bool MeasurePage::busy() const
{
    return m_scatter->busy();
}

QString MeasurePage::saturatedText() const
{
    return m_saturated.text;
}

QString MeasurePage::inSituText() const
{
    return m_inSitu.text;
}

void MeasurePage::refresh()
{
    const OpenRun* run = m_workspace.run();
    m_pages->setCurrentIndex(run ? 1 : 0);
    showJob();
    if (!run) {
        const QString problem = m_workspace.whyNoGpuRun();
        m_why->setText(problem.isEmpty()
                           ? tr("Run the plan on the GPU to compare its predicted costs with measured times.")
                           : problem);
        QString works =
            tr("What works without a GPU: searching with a shipped calibration, reading the kernel, checking "
               "the plan on the CPU, and opening sessions that were recorded elsewhere, in full.");
        if (const auto& check = m_workspace.cpuCheck(); check && check->plan == m_workspace.plan())
            works = (check->accepted ? tr("Checked on the CPU: right, relative error %1, worst element %2.")
                                     : tr("Checked on the CPU: WRONG, relative error %1, worst element %2."))
                        .arg(figureText(check->norms.relative), figureText(check->norms.worstElement)) +
                    QStringLiteral("\n") + works;
        m_whatWorks->setText(works);
        m_whatWorks->setVisible(!problem.isEmpty() || m_workspace.cpuCheck().has_value());
        m_counters->setProfile({});
        return;
    }
    const Profile& profile = *run->profile;
    const QString recorded = run->recorded ? tr("recorded") : QString();
    m_time->setText(durationText(profile.kernel.medianNs) +
                    (recorded.isEmpty() ? QString() : QLatin1Char(' ') + recorded));
    m_time->setToolTip(
        tr("%1 ns per call: zeroing, fused kernel and conversion").arg(exactText(profile.kernel.medianNs)));
    m_headline->setText(headline(profile));
    m_conditions->setText(conditionsText(profile.conditions));
    m_verified->setText(verificationText(profile));
    // Figures of a result that was not accepted are greyed; the word says why.
    for (QLabel* l : {m_time, m_headline})
        setFaint(*l, !profile.verified);
    m_timings->setBars(timingBars(profile));
    m_limits->setText(limitsText(profile));
    m_limits->setToolTip(limitsTip(profile));
    m_limits->setVisible(!profile.limits.empty());
    QStringList messages;
    for (const std::string& text : profile.messages)
        messages << QString::fromStdString(text);
    m_messages->setText(messages.join(QLatin1Char('\n')));
    m_messages->setVisible(!messages.isEmpty());
    m_counters->setProfile(run->profile);
    const QFontMetrics metrics(m_counterTable->font());
    for (const int value : {CounterModel::Predicted, CounterModel::Measured}) {
        int width =
            metrics.horizontalAdvance(m_counters->headerData(value, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < m_counters->rowCount(); ++row)
            width = std::max(width, metrics.horizontalAdvance(m_counters->index(row, value).data().toString()));
        m_counterTable->setColumnWidth(value, width + 9);
    }
    m_counterTable->setVisible(m_counters->rowCount() > 0);
    m_counterTable->setMaximumHeight(std::max(80, m_counterTable->sizeHint().height()));
    m_counterTable->updateGeometry();
    m_noCounters->setVisible(m_counters->rowCount() == 0);
    m_bytesNote->setText(bytesNote(profile));
    m_bytesNote->setVisible(!m_bytesNote->text().isEmpty());
    showAgreement(m_saturated, run->facts ? &run->facts->saturatedAgreement : nullptr, tr("tiles"));
    showAgreement(m_inSitu, run->facts ? &run->facts->inSituAgreement : nullptr, tr("sub-tasks"));
    Q_EMIT wholeHeightChanged();
}

void MeasurePage::showAgreement(Series& series, const Agreement* a, const QString& what)
{
    series.text = a ? agreementText(*a, what) : QString();
    const bool known = a && a->points > 0;
    const QString none = QStringLiteral("–");
    // A correlation is read to the thousandth; the exact one is on hover.
    const bool correlated = known && std::isfinite(a->pearson);
    series.r->setText(correlated ? QString::number(a->pearson, 'f', 3) : none);
    series.r->setToolTip(correlated ? exactText(a->pearson) : QString());
    series.rmse->setText(known ? durationText(a->rmse) : none);
    series.rmse->setToolTip(known ? exactText(a->rmse) + QStringLiteral(" ns") : QString());
    series.error->setText(known ? percentText(a->medianError) : none);
    series.points->setText(known ? shortCount(static_cast<double>(a->points)) : none);
    series.points->setToolTip(known ? countText(a->points) + QLatin1Char(' ') + what : QString());
}

void MeasurePage::showJob()
{
    const bool running = m_workspace.jobs().busy(QStringLiteral("gpu"));
    const bool possible = m_workspace.whyNoGpuRun().isEmpty();
    m_run->setText(running ? tr("Cancel") : tr("Run again"));
    m_runFirst->setText(running ? tr("Cancel") : tr("Run on the GPU"));
    for (QPushButton* button : {m_run, m_runFirst}) {
        button->setEnabled(running || possible);
        button->setToolTip(possible ? QString() : m_workspace.whyNoGpuRun());
    }
    // A button that cannot work on this machine is not shown at all where the reason stands beside it.
    m_runFirst->setVisible(running || possible);
    m_check->setEnabled(m_workspace.plan() && !m_workspace.jobs().busy(QStringLiteral("check")));
    for (const JobStatus& job : m_workspace.jobs().running()) {
        if (job.lane != QStringLiteral("gpu"))
            continue;
        QString text = job.what.isEmpty() ? job.title : job.what;
        if (job.done >= 0)
            text += QStringLiteral("  ") + percentText(job.done);
        if (job.secondsLeft >= 0)
            text += tr(", %1 left").arg(secondsText(job.secondsLeft));
        m_why->setText(text);
    }
}

} // namespace sparsescope
