// The schedule with its numbers.
#include "views/pages/measure/schedule_page.h"

#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

QLabel* smallLabel(const QString& text, bool secondary)
{
    auto* label = new QLabel(text);
    if (secondary)
        label->setProperty("role", QStringLiteral("secondary"));
    return label;
}

const QString none = QStringLiteral("–");

} // namespace

SchedulePage::SchedulePage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_view(new ScheduleView(workspace))
{
    auto* row = new YieldingRow(space::between, this);
    row->add(m_view, 1);

    auto* side = new QVBoxLayout;
    side->setSpacing(space::inside);
    m_sentence = smallLabel({}, false);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    side->addWidget(m_sentence);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->addWidget(smallLabel(tr("predicted"), true), 0, 1, Qt::AlignRight);
    grid->addWidget(smallLabel(tr("measured"), true), 0, 2, Qt::AlignRight);
    addLine(*grid, tr("last block ends"), tr("From the first block to the end of the last one"));
    addLine(*grid, tr("busiest SM"), tr("Time in which at least one block is on that SM"));
    addLine(*grid, tr("mean SM"), tr("The same, mean over all SMs"));
    addLine(*grid, tr("imbalance"), tr("Busiest SM over mean SM: 1 is perfect"));
    addLine(*grid, tr("idle"), tr("Part of the SMs' time, until the last block ends, in which nothing is on them"));
    addLine(*grid, tr("tail"), tr("From the moment at which the first SM has nothing left until the last block ends"));
    addLine(*grid, tr("idle SMs"), tr("SMs that get no block at all"));
    addLine(*grid, tr("blocks an SM"), tr("The most blocks that are on one SM at the same moment"));
    side->addLayout(grid);
    auto* choice = new QHBoxLayout;
    auto* name = smallLabel(tr("Colour"), true);
    m_colouring = new QComboBox;
    m_colouring->addItems({tr("format"), tr("error in situ")});
    m_colouring->setAccessibleName(tr("Colour of the blocks"));
    name->setBuddy(m_colouring);
    auto* call = new QPushButton(tr("Whole call"));
    call->setToolTip(tr("Launch, zeroing and conversion too (0, or double click)"));
    auto* kernel = new QPushButton(tr("Kernel"));
    kernel->setToolTip(tr("From the first block to the end of the last one (K)"));
    choice->addWidget(name);
    choice->addWidget(m_colouring, 1);
    side->addLayout(choice);
    auto* parts = new QHBoxLayout;
    parts->addWidget(call);
    parts->addWidget(kernel);
    parts->addStretch();
    side->addLayout(parts);
    m_note = smallLabel(tr("Wheel: time. Ctrl + wheel: SMs. Drag: pan. Arrows: next block."), true);
    m_note->setWordWrap(true);
    m_note->setToolTip(
        tr("0 on the axis is the first block's start; launches before it take what empty kernels take.\n"
           "Predicted: longest first onto the least loaded SM, one after the other.\n"
           "Measured: clocks of each SM, which begin with its own first block. Blocks share an SM, so that one takes\n"
           "longer on it than its cost."));
    side->addWidget(m_note);
    side->addStretch();
    auto* holder = new QWidget;
    holder->setLayout(side);
    side->setContentsMargins(0, 0, 0, 0);
    row->add(scrolled(holder, tr("Figures of the schedule"), 308), 0);

    connect(m_colouring, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_view->setColouring(index == 0 ? ScheduleView::Colouring::Format : ScheduleView::Colouring::ModelError);
    });
    connect(call, &QPushButton::clicked, m_view, &ScheduleView::fit);
    connect(kernel, &QPushButton::clicked, m_view, &ScheduleView::fitKernel);
    listen(m_workspace.document(), Document::RunsChanged, this, &SchedulePage::load);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &SchedulePage::load);
    load();
}

void SchedulePage::addLine(QGridLayout& grid, const QString& name, const QString& tip)
{
    Line line;
    const int at = grid.rowCount();
    line.name = smallLabel(name, true);
    line.name->setToolTip(tip);
    grid.addWidget(line.name, at, 0);
    for (int i = 0; i < 2; ++i) {
        line.figures[static_cast<std::size_t>(i)] = smallLabel(none, false);
        grid.addWidget(line.figures[static_cast<std::size_t>(i)], at, i + 1, Qt::AlignRight);
    }
    m_lines.push_back(line);
}

void SchedulePage::load()
{
    const OpenRun* run = m_workspace.attention().run();
    const ProfilePtr profile = run ? run->profile : nullptr;
    const RunFactsPtr facts = run ? run->facts : nullptr;
    if (profile == m_profile && facts == m_facts)
        return;
    const bool same = profile == m_profile && m_schedules;
    m_profile = profile;
    m_facts = facts;
    if (same) {
        m_view->setSchedules(m_schedules, run->plan, facts, run->recorded);
        return;
    }
    m_schedules = nullptr;
    m_view->setSchedules(nullptr, run ? run->plan : nullptr, facts, run && run->recorded);
    showNumbers();
    if (!run)
        return m_workspace.jobs().forget(Lane::Schedule);
    m_workspace.jobs().start(
        Lane::Schedule, tr("Putting blocks in order"),
        [plan = run->plan, profile, recorded = run->recorded](Progress& progress) {
            auto pair = std::make_shared<SchedulePair>();
            pair->predicted = predictedSchedule(*plan, profile->conditions.sms);
            progress.check();
            pair->measured = measuredSchedule(*profile);
            progress.check();
            pair->predictedCall = predictedAnatomy(*plan, profile->predictedNs);
            pair->measuredCall = measuredAnatomy(*plan, *profile, pair->measured, launchTimes(*profile), recorded);
            pair->predictedBands = bandsAround(pair->predictedCall, pair->predicted.balance.longestNs);
            pair->measuredBands = bandsAround(pair->measuredCall, pair->measured.balance.longestNs);
            pair->advice =
                adviceOf(*plan, *profile, pair->measuredCall, [](double ns) { return durationText(ns).toStdString(); });
            return pair;
        },
        [this, plan = run->plan, recorded = run->recorded](const std::shared_ptr<SchedulePair>& pair) {
            m_schedules = pair;
            m_view->setSchedules(m_schedules, plan, m_facts, recorded);
            showNumbers();
            Q_EMIT ready();
        });
}

QString SchedulePage::sentence() const
{
    if (!m_schedules)
        return {};
    const BlockSchedule& p = m_schedules->predicted;
    const BlockSchedule& m = m_schedules->measured;
    if (!m.problem.empty())
        return QString::fromStdString(m.problem);
    if (m.sampled())
        return tr("%1 of %2 blocks were kept: the balance of all is not known.")
            .arg(countText(static_cast<std::int64_t>(m.blocks.size())), countText(m.launched));
    QString text = tr("The busiest SM works %1 as long as the mean one (predicted %2); SMs are idle %3 of the time.")
                       .arg(ratioText(m.balance.imbalance()), ratioText(p.balance.imbalance()),
                            percentText(m.balance.idleShare()));
    return text;
}

void SchedulePage::showNumbers()
{
    m_sentence->setText(sentence());
    for (int half = 0; half < 2; ++half) {
        const BlockSchedule* s = !m_schedules ? nullptr : half == 0 ? &m_schedules->predicted : &m_schedules->measured;
        const bool known = s && !s->blocks.empty();
        const bool whole = known && !s->sampled(); // what needs every block
        const auto put = [&](std::size_t line, bool has, const QString& text, const QString& exact) {
            QLabel& label = *m_lines[line].figures[static_cast<std::size_t>(half)];
            label.setText(has ? text : none);
            label.setToolTip(has ? exact : known && !whole ? tr("Not known: the blocks are a sample") : QString());
        };
        const ScheduleBalance b = known ? s->balance : ScheduleBalance{};
        const auto time = [&](std::size_t line, bool has, double ns, const QString& where = {}) {
            put(line, has, durationText(ns), exactText(ns) + QStringLiteral(" ns") + where);
        };
        time(0, known, b.longestNs, tr(", on SM %1").arg(b.lastSm));
        time(1, whole, b.busiestNs, tr(", SM %1").arg(b.busiestSm));
        time(2, whole, b.meanNs);
        put(3, whole, ratioText(b.imbalance()), exactText(b.imbalance()));
        put(4, whole, percentText(b.idleShare()), exactText(b.idleShare()));
        time(5, whole, b.tailNs,
             tr(", %1 of the whole").arg(percentText(b.longestNs > 0 ? b.tailNs / b.longestNs : 0)));
        put(6, whole, tr("%1 of %2").arg(b.emptySms).arg(s ? s->sms() : 0), {});
        put(7, whole, known ? countText(s->lanes) : QString(), {});
    }
}

} // namespace sparsescope
