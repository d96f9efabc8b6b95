// The plan that is shown, what is selected in it, and the search that is seen while it runs.
#include "views/workspace/attention.h"

#include "views/workspace/setup.h"
#include "views/workspace/shown_order.h"

#include <QThreadPool>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sparsescope {

Attention::Attention(Document& document, Setup& setup, Jobs& jobs, Announcer& announcer)
    : m_document(document), m_setup(setup), m_announcer(announcer)
{
    announcer.add([this] {
        if (const Changes changes = std::exchange(m_changes, {}))
            Q_EMIT changed(changes);
    });
    m_order = std::make_unique<ShownOrder>(m_document, *this, jobs);
}

Attention::~Attention() = default;

void Attention::tell(Changes changes)
{
    const Changing now(m_announcer);
    m_changes |= changes;
}

void Attention::forget()
{
    m_plan.reset();
    m_selection = {};
    m_pick.reset();
    m_node.reset();
    m_step = 0;
    m_live = {};
    ++m_watched;
    tell(PlanChanged | SelectionChanged | PickChanged | StepChanged | LiveChanged | ToldChanged | NodeChanged);
}

TracePtr Attention::trace() const
{
    const int index = currentPlan();
    return index < 0 ? nullptr : m_document.plans()[index].trace;
}

PlanFactsPtr Attention::planFacts() const
{
    const int index = currentPlan();
    return index < 0 ? nullptr : m_document.plans()[index].facts;
}

const OpenRun* Attention::run() const
{
    return m_document.newestRun(m_plan);
}

void Attention::setCurrentPlan(int index)
{
    if (index >= 0 && index < m_document.plans().size())
        show(m_document.plans()[index]);
}

void Attention::show(const OpenPlan& plan)
{
    const Changing now(m_announcer);
    const PlanPtr wanted = plan.plan;
    m_document.addPlan(plan);
    if (wanted == m_plan)
        return;
    endLive(); // another plan is looked at now
    ++m_watched;
    m_plan = wanted;
    m_selection.tile = -1;
    if (m_node)
        setNode(PickedNode{m_node->kind});
    m_step = steps();
    m_setup.setOperator(m_plan->op);
    tell(PlanChanged | SelectionChanged | StepChanged);
    Q_EMIT turned();
}

void Attention::select(const Selection& selection)
{
    Selection wanted = selection;
    if (wanted.tile >= steps())
        wanted.tile = -1;
    if (wanted.liveTile >= m_live.chosen())
        wanted.liveTile = -1;
    if (wanted == m_selection)
        return;
    m_selection = wanted;
    tell(SelectionChanged);
}

void Attention::selectTile(std::int64_t tile)
{
    const Changing now(m_announcer);
    setPick(std::nullopt);
    select({tile, {}});
}

void Attention::setPick(const std::optional<raster::Element>& pick)
{
    if (pick == m_pick)
        return;
    m_pick = pick;
    tell(PickChanged);
}

void Attention::setNode(const std::optional<PickedNode>& node)
{
    if (node == m_node)
        return;
    m_node = node;
    tell(NodeChanged);
}

void Attention::setStep(std::int64_t step)
{
    const std::int64_t wanted = std::clamp<std::int64_t>(step, 0, steps());
    if (wanted == m_step)
        return;
    m_step = wanted;
    tell(StepChanged);
}

quint64 Attention::watchSearch()
{
    endLive();
    return ++m_watched;
}

void Attention::showLive(quint64 search, LiveSearch more, bool anew)
{
    if (search != m_watched || (!more.tiles && more.events.empty()))
        return;
    const Changing now(m_announcer);
    std::vector<TraceEvent> events = std::move(m_live.events);
    if (!more.events.empty())
        tell(ToldChanged);
    events.insert(events.end(), std::make_move_iterator(more.events.begin()),
                  std::make_move_iterator(more.events.end()));
    if (!more.tiles) {
        m_live.events = std::move(events);
        return;
    }
    if (anew) {
        m_live.rounds.clear();
        select({m_selection.tile, m_selection.cells});
    }
    std::vector<TraceRound> rounds = std::move(m_live.rounds);
    rounds.insert(rounds.end(), std::make_move_iterator(more.rounds.begin()),
                  std::make_move_iterator(more.rounds.end()));
    more.events = std::move(events);
    m_live = std::move(more);
    m_live.rounds = std::move(rounds);
    tell(LiveChanged);
}

void Attention::endLive()
{
    const Changing now(m_announcer);
    const bool seen = live() != nullptr, told = !m_live.events.empty();
    // Its copies of the tiles may be large; giving them back takes its time elsewhere.
    if (LiveSearch over = std::exchange(m_live, {}); seen || told)
        QThreadPool::globalInstance()->start([over = std::move(over)]() mutable { over = {}; });
    if (m_selection.liveTile >= 0) {
        m_selection.liveTile = -1;
        tell(SelectionChanged);
    }
    if (seen)
        tell(LiveChanged);
    if (told)
        tell(ToldChanged);
}

} // namespace sparsescope
