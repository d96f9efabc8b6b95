// The strip of the Search page.
#include "views/search/search_page.h"

#include "engine/search/planner.h"
#include "views/numbers.h"
#include "views/search/options_form.h"
#include "views/search/replay.h"
#include "views/search/round_text.h"
#include "views/search/search_curves.h"
#include "views/search/transport.h"
#include "views/theme.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

QLabel* titled(QVBoxLayout* column, const QString& text)
{
    auto* title = new QLabel(text);
    title->setProperty("role", QStringLiteral("title"));
    column->addWidget(title);
    return title;
}

QScrollArea* scrolled(QWidget* content)
{
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(content);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

} // namespace

SearchPage::SearchPage(Workspace& workspace, Replay& replay, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::between, space::inside, space::between, space::inside);
    row->setSpacing(space::between);

    auto* left = new QVBoxLayout;
    left->setSpacing(space::inside);
    left->addWidget(new Transport(workspace, replay, this));
    left->addWidget(new SearchCurves(workspace, this), 1);
    row->addLayout(left, 5);

    auto* middle = new QVBoxLayout;
    middle->setSpacing(space::inside);
    m_roundTitle = titled(middle, {});
    m_round = new QLabel;
    m_round->setTextFormat(Qt::RichText);
    m_round->setWordWrap(true);
    m_round->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_round->setTextInteractionFlags(Qt::TextSelectableByMouse);
    middle->addWidget(scrolled(m_round), 1);
    row->addLayout(middle, 5);

    auto* right = new QVBoxLayout;
    right->setSpacing(space::inside);
    m_planner = titled(right, {});
    m_options = new OptionsForm;
    right->addWidget(scrolled(m_options), 1);
    m_job = new QLabel;
    m_job->setProperty("role", QStringLiteral("secondary"));
    m_job->setWordWrap(true);
    right->addWidget(m_job);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    right->addWidget(m_progress);
    m_search = new QPushButton;
    m_search->setProperty("primary", true);
    right->addWidget(m_search);
    row->addLayout(right, 4);
    m_search->setMinimumWidth(264);

    connect(m_search, &QPushButton::clicked, this, [this] {
        if (m_workspace.jobs().busy(QStringLiteral("search"))) {
            m_workspace.jobs().cancelLane(QStringLiteral("search"));
        } else {
            m_workspace.setPlannerOptions(m_options->values());
            m_workspace.search();
        }
    });
    connect(m_options, &OptionsForm::edited, this, [this] { m_workspace.setPlannerOptions(m_options->values()); });
    connect(&m_workspace, &Workspace::stepChanged, this, &SearchPage::showRound);
    connect(&m_workspace, &Workspace::planChanged, this, &SearchPage::showRound);
    connect(&m_workspace, &Workspace::liveRoundsChanged, this, &SearchPage::showRound);
    connect(&m_workspace, &Workspace::matrixChanged, this, &SearchPage::showJob);
    connect(&m_workspace, &Workspace::conditionsChanged, this, &SearchPage::showOptions);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &SearchPage::showJob);
    showOptions();
    showRound();
    showJob();
}

void SearchPage::showOptions()
{
    // While the user edits the form, it is the form that is right.
    if (m_shownPlanner == m_workspace.plannerName())
        return;
    m_shownPlanner = m_workspace.plannerName();
    if (m_shownPlanner.isEmpty()) {
        m_planner->setText(tr("No planner"));
        return;
    }
    const Planner& chosen = planner(m_shownPlanner.toStdString());
    m_planner->setText(tr("Planner: %1").arg(m_shownPlanner));
    m_planner->setToolTip(QString::fromStdString(chosen.description()));
    m_options->setOptions(chosen.options(), m_workspace.plannerOptions());
}

void SearchPage::showRound()
{
    const auto& live = m_workspace.liveRounds();
    if (!live.empty()) {
        const TraceRound& last = live.back();
        m_roundTitle->setText(tr("Round %1, level %2").arg(countText(last.round), countText(last.level)));
        m_round->setText(tr("%1 tiles chosen so far, %2 non-zeros covered, %3 candidates scored in this round.")
                             .arg(countText(last.tileEnd), countText(last.covered), countText(last.candidates)));
        return;
    }
    const PlanPtr plan = m_workspace.plan();
    const TracePtr trace = m_workspace.trace();
    if (!plan) {
        m_roundTitle->setText(tr("No search yet"));
        m_round->setText(tr("A search cuts the matrix into tiles, the cheapest per non-zero first. "
                            "Start one at the right; its steps can be replayed here."));
        return;
    }
    if (!trace) {
        m_roundTitle->setText(tr("No trace"));
        m_round->setText(tr("This plan came without the record of its search. Its tiles are in the order in which they "
                            "were chosen and can be stepped through; which candidates lost is not known. "
                            "Search again to see them."));
        return;
    }
    const int index = roundAtStep(trace->rounds, m_workspace.step());
    if (index < 0) {
        m_roundTitle->setText(tr("No rounds"));
        m_round->clear();
        return;
    }
    const TraceRound& round = trace->rounds[static_cast<std::size_t>(index)];
    m_roundTitle->setText(tr("Round %1 of %2, level %3")
                              .arg(countText(round.round), countText(static_cast<std::int64_t>(trace->rounds.size())),
                                   countText(round.level)));
    m_round->setText(roundText(round, *plan, m_workspace.step()));
}

void SearchPage::showJob()
{
    const bool searching = m_workspace.jobs().busy(QStringLiteral("search"));
    const QString problem = m_workspace.whyNoSearch();
    m_search->setText(searching ? tr("Cancel") : m_workspace.plan() ? tr("Search again") : tr("Search"));
    m_search->setEnabled(searching || problem.isEmpty());
    m_progress->setVisible(searching);
    m_options->setEnabled(!searching);
    m_job->setVisible(searching || !problem.isEmpty());
    m_job->setText(problem);
    for (const JobStatus& job : m_workspace.jobs().running()) {
        if (job.lane != QStringLiteral("search"))
            continue;
        m_progress->setRange(0, job.done < 0 ? 0 : 1000);
        m_progress->setValue(static_cast<int>(std::max(0.0, job.done) * 1000));
        QString text = job.what.isEmpty() ? job.title : job.what;
        if (job.secondsLeft >= 0)
            text += tr(", %1 left").arg(secondsText(job.secondsLeft));
        m_job->setText(text);
    }
}

} // namespace sparsescope
