// The line at the bottom.
#include "views/main_window/status_line.h"

#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace sparsescope {

namespace {
constexpr double noticed = 0.5; // seconds
}

StatusLine::StatusLine(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::between, 2, space::inside, 2);
    row->setSpacing(space::between);
    const auto add = [&](int stretch) {
        auto* label = new ElidedLabel;
        row->addWidget(label, stretch);
        return label;
    };
    m_hover = add(0);
    m_message = add(1);
    m_message->setProperty("role", QStringLiteral("secondary"));
    // Long texts are cut instead of pushing the window wider.
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_search = add(0);
    m_search->setProperty("role", QStringLiteral("secondary"));
    m_zoom = add(0);
    m_zoom->setProperty("role", QStringLiteral("secondary"));
    m_job = add(0);
    m_job->setMaximumWidth(48 * m_job->fontMetrics().averageCharWidth()); // the title may hold a file's name
    m_progress = new QProgressBar;
    m_progress->setMinimumWidth(40);
    m_progress->setMaximumWidth(120);
    m_progress->setTextVisible(false);
    row->addWidget(m_progress);
    m_cancel = new QToolButton;
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Cancel all jobs (Ctrl+.)"));
    row->addWidget(m_cancel);
    // Jobs come and go; the matrix above must not move with them.
    setTight(false);
    m_forget.setSingleShot(true);
    m_forget.setInterval(20'000);
    connect(&m_forget, &QTimer::timeout, m_message, &QLabel::clear);
    connect(m_cancel, &QToolButton::clicked, &m_workspace.jobs(), &Jobs::cancelAll);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &StatusLine::showJobs);
    listen(m_workspace.attention(), Attention::LiveChanged, this, &StatusLine::showJobs);
    connect(&m_workspace.operations(), &Operations::message, this, &StatusLine::say);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &StatusLine::showSearchTime);
    showJobs();
    showSearchTime();
}

void StatusLine::setTight(bool tight)
{
    layout()->setContentsMargins(space::between, tight ? 0 : 2, space::inside, tight ? 0 : 2);
    if (tight)
        setFixedLine(*this, true);
    else
        setFixedHeight(std::max(30, m_cancel->sizeHint().height() + 4));
}

void StatusLine::setHover(const QString& text)
{
    m_hover->setText(text);
}

void StatusLine::setZoom(const QString& text)
{
    m_zoom->setText(text);
}

void StatusLine::say(const QString& text)
{
    m_message->setText(text);
    m_message->setToolTip(text);
    m_forget.start();
}

QString StatusLine::message() const
{
    return m_message->text();
}

void StatusLine::showSearchTime()
{
    const TracePtr trace = m_workspace.attention().trace();
    m_search->setVisible(trace && trace->searchSeconds > 0);
    if (trace)
        m_search->setText(tr("search %1").arg(durationText(trace->searchSeconds * 1e9)));
}

void StatusLine::showJobs()
{
    QList<JobStatus> jobs = m_workspace.jobs().running();
    // What a view draws again is mostly there before its name could be read.
    jobs.removeIf([](const JobStatus& job) { return isOfView(job.lane) && job.seconds < noticed; });
    for (QWidget* widget :
         {static_cast<QWidget*>(m_job), static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_cancel)})
        widget->setVisible(!jobs.isEmpty());
    if (jobs.isEmpty())
        return;
    const JobStatus& first = jobs.front();
    const QString search = first.lane == Lane::Search ? m_workspace.operations().searchText(first) : QString();
    QString text = first.ending ? tr("Keeping what was found") : search.isEmpty() ? first.title : search;
    if (first.secondsLeft >= 0)
        text += tr(", %1 left").arg(secondsText(first.secondsLeft));
    if (jobs.size() > 1)
        text += tr(" (and %1 more)").arg(jobs.size() - 1);
    m_job->setText(text);
    m_job->setToolTip(first.what);
    m_progress->setRange(0, first.done < 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(std::max(0.0, first.done) * 1000));
}

} // namespace sparsescope
