// The strip of the Measure page.
#include "views/measure/measure_page.h"

#include "views/measure/bars_view.h"
#include "views/measure/counter_model.h"
#include "views/measure/measure_text.h"
#include "views/measure/scatter_view.h"
#include "views/numbers.h"
#include "views/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

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
    m_pages->addWidget(makeResults());
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
    const auto series = [this] { m_scatter->setSeries(m_saturated->isChecked(), m_inSitu->isChecked()); };
    connect(m_saturated, &QCheckBox::toggled, this, series);
    connect(m_inSitu, &QCheckBox::toggled, this, series);
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
    m_headline = label("title");
    m_run = new QPushButton;
    top->addWidget(m_time);
    top->addWidget(m_headline);
    top->addStretch();
    top->addWidget(m_run);
    column->addLayout(top);
    m_conditions = label("secondary", true);
    column->addWidget(m_conditions);
    m_verified = label(nullptr, true);
    column->addWidget(m_verified);
    column->addSpacing(4);

    auto* row = new QHBoxLayout;
    row->setSpacing(space::between + space::inside);
    auto* left = new QVBoxLayout;
    left->setSpacing(4);
    m_scatter = new ScatterView(m_workspace);
    left->addWidget(m_scatter, 1);
    m_saturated = new QCheckBox;
    m_inSitu = new QCheckBox;
    for (QCheckBox* box : {m_saturated, m_inSitu}) {
        box->setChecked(true);
        left->addWidget(box);
    }
    m_saturated->setToolTip(tr("Filled discs: copies of the sub-task fill the GPU"));
    m_inSitu->setToolTip(tr("Open diamonds: inside the fused kernel, time shared out among the blocks on an SM"));
    row->addLayout(left, 6);

    auto* content = new QWidget;
    auto* right = new QVBoxLayout(content);
    right->setContentsMargins(0, 0, 8, 0);
    right->setSpacing(space::inside);
    right->addWidget(title(tr("Time per call")));
    m_timings = new BarsView;
    right->addWidget(m_timings);
    right->addSpacing(space::inside);
    m_bytesTitle = title(tr("Bytes moved"));
    right->addWidget(m_bytesTitle);
    m_bytes = new BarsView;
    right->addWidget(m_bytes);
    m_messages = label("secondary", true);
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(content);
    row->addWidget(area, 6);

    right->addSpacing(space::inside);
    m_countersTitle = title(tr("Hardware counters"));
    right->addWidget(m_countersTitle);
    m_counters = new CounterModel(this);
    m_counterTable = new QTableView;
    m_counterTable->setModel(m_counters);
    m_counterTable->setAccessibleName(tr("Hardware counters"));
    m_counterTable->setShowGrid(false);
    m_counterTable->setAlternatingRowColors(true);
    m_counterTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_counterTable->setWordWrap(false);
    m_counterTable->setTextElideMode(Qt::ElideRight);
    m_counterTable->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_counterTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_counterTable->setTabKeyNavigation(false);
    m_counterTable->verticalHeader()->hide();
    m_counterTable->verticalHeader()->setDefaultSectionSize(QFontMetrics(typeFace(TypeSize::Small)).height() + 6);
    m_counterTable->horizontalHeader()->hide();
    m_counterTable->horizontalHeader()->setSectionResizeMode(CounterModel::Value, QHeaderView::ResizeToContents);
    m_counterTable->horizontalHeader()->setSectionResizeMode(CounterModel::Meaning, QHeaderView::Stretch);
    right->addWidget(m_counterTable);
    m_noCounters = label("secondary", true);
    m_noCounters->setText(tr("This run has no hardware counters."));
    m_noCounters->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    right->addWidget(m_noCounters);
    right->addWidget(m_messages);
    right->addStretch();
    column->addLayout(row, 1);
    return page;
}

bool MeasurePage::busy() const
{
    return m_scatter->busy();
}

QString MeasurePage::saturatedText() const
{
    return m_saturated->text();
}

QString MeasurePage::inSituText() const
{
    return m_inSitu->text();
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
    m_bytes->setBars(byteBars(profile));
    m_bytesTitle->setVisible(!m_bytes->bars().empty());
    QStringList messages;
    for (const std::string& text : profile.messages)
        messages << QString::fromStdString(text);
    m_messages->setText(messages.join(QLatin1Char('\n')));
    m_messages->setVisible(!messages.isEmpty());
    m_counters->setProfile(run->profile);
    // All rows at once; the page around it scrolls.
    m_counterTable->setFixedHeight(m_counterTable->verticalHeader()->defaultSectionSize() * m_counters->rowCount() + 2);
    m_counterTable->setVisible(!profile.counters.empty());
    m_noCounters->setVisible(profile.counters.empty());
    if (run->facts) {
        m_saturated->setText(tr("● saturated: %1").arg(agreementText(run->facts->saturatedAgreement, tr("tiles"))));
        m_inSitu->setText(tr("◇ in situ: %1").arg(agreementText(run->facts->inSituAgreement, tr("sub-tasks"))));
    } else {
        m_saturated->setText(tr("● saturated"));
        m_inSitu->setText(tr("◇ in situ"));
    }
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
