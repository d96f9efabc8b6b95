// Masks that change: opened or made, one of them after the other as the matrix, and the dynamic plan that cuts all of
// them into tiles.
#include "engine/core/at.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/sparda.h"
#include "views/parts/numbers.h"
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/setup.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

using Opened = std::pair<MaskSequencePtr, MatrixPtr>; // with its first mask

}

void Operations::openMasks(const QString& path)
{
    m_jobs.start(
        Lane::Open, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString()](Progress& progress) {
            MaskSequencePtr masks = readMasks(file, progress);
            MatrixPtr first = masks->matrix(0, progress);
            return Opened(std::move(masks), std::move(first));
        },
        [this, path](const Opened& found) {
            showMasks(found.first, found.second);
            Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { openOthers(); });
}

void Operations::makeMasks(const QString& kind, const nlohmann::json& parameters)
{
    m_jobs.start(
        Lane::Open, tr("Making %1").arg(kind),
        [kind = kind.toStdString(), parameters](Progress& progress) {
            MaskSequencePtr masks = sparsescope::makeMasks(kind, parameters);
            MatrixPtr first = masks->matrix(0, progress);
            return Opened(std::move(masks), std::move(first));
        },
        [this](const Opened& made) { showMasks(made.first, made.second); });
}

void Operations::showMasks(const MaskSequencePtr& masks, const MatrixPtr& first)
{
    const Changing now(m_announcer);
    m_document.setMasks(masks, 0, first);
    m_chosenMask = 0;
    m_shownOf.clear();
    tell(MaskChanged);
}

void Operations::chooseMask(std::int64_t mask)
{
    const MaskSequencePtr masks = m_document.masks();
    if (!masks)
        return;
    const std::int64_t wanted = std::clamp<std::int64_t>(mask, 0, masks->size() - 1);
    if (wanted == m_chosenMask)
        return;
    m_chosenMask = wanted;
    tell(MaskChanged);
    // One that is being made is shown first: who walks through all of them sees some on the way.
    if (!m_jobs.busy(Lane::Mask) && !m_maskPause.isActive())
        startMask();
}

void Operations::startMask()
{
    m_jobs.start(
        Lane::Mask, tr("Making %1").arg(QString::fromStdString(m_document.masks()->title(m_chosenMask))),
        [made = ByRule{m_document.rule().value_or(OpenRule()), m_document.masks(), m_chosenMask, nullptr}](
            Progress& progress) mutable {
            made.matrix = made.masks->matrix(made.mask, progress);
            if (made.rule.plan)
                planByRule(made, progress);
            return made;
        },
        [this](const ByRule& made) {
            if (made.masks != m_document.masks())
                return;
            const Changing now(m_announcer);
            if (made.mask != m_document.mask()) {
                // Whoever looks at what the rule makes goes on to what it makes of the next mask.
                const int shown = m_attention.currentPlan();
                if (shown >= 0 && !m_document.plans()[shown].byRule)
                    m_shownOf[m_document.mask()] = m_attention.plan();
                else
                    m_shownOf.erase(m_document.mask());
                m_document.setMask(made.mask, made.matrix);
                const auto own = m_shownOf.find(made.mask);
                const int kept = own == m_shownOf.end() ? -1 : m_document.indexOf(own->second.lock());
                showByRule(made);
                m_attention.setCurrentPlan(kept);
                if (const auto& rule = m_document.rule(); rule && rule->plan != made.rule.plan)
                    startRulePlan();
            }
            m_maskPause.start();
        },
        [this](const Failure&) {
            m_chosenMask = m_document.mask();
            tell(MaskChanged);
        });
}

bool Operations::searchesRule() const
{
    return m_document.masks() && m_setup.plannerName().toStdString() == sparseDynamicPlanner().name();
}

void Operations::planByRule(ByRule& of, Progress& progress)
{
    Plan plan = sparda::planOfMask(*of.rule.plan, *of.masks, of.mask, *of.rule.calibration, progress);
    of.plan.plan = std::make_shared<const Plan>(std::move(plan));
    of.plan.facts = std::make_shared<const PlanFacts>(planFacts(*of.plan.plan, *of.matrix, progress));
    of.plan.title = tr("dynamic plan");
    of.plan.byRule = true;
}

// Takes the place of what another rule has made of this mask; nothing, where it is not of this rule and mask.
void Operations::showByRule(const ByRule& made)
{
    const auto& rule = m_document.rule();
    if (!made.plan.plan || !rule || rule->plan != made.rule.plan || made.mask != m_document.mask())
        return;
    const Changing now(m_announcer);
    QList<PlanPtr> before;
    for (const OpenPlan& open : m_document.plans())
        if (open.byRule && m_document.newestRun(open.plan) == nullptr)
            before << open.plan;
    m_attention.show(made.plan);
    for (const PlanPtr& plan : before)
        m_document.removePlan(plan);
}

void Operations::adoptRule(const ByRule& found)
{
    const Changing now(m_announcer);
    m_document.setRule(found.rule);
    found.mask == m_document.mask() ? showByRule(found) : startRulePlan();
}

// Another mask has become the matrix, or another rule was found, while tiles were made.
void Operations::startRulePlan()
{
    ByRule next{*m_document.rule(), m_document.masks(), m_document.mask(), m_document.matrix()};
    m_jobs.start(
        Lane::RulePlan, tr("Gathering micro-tiles"),
        [next](Progress& progress) mutable {
            planByRule(next, progress);
            return next;
        },
        [this](const ByRule& made) {
            if (made.masks == m_document.masks())
                showByRule(made);
        });
}

void Operations::searchRule()
{
    ++m_searchNumber;
    m_attention.watchSearch();
    m_runsFound = false;
    m_ruleUnderWay = true;
    m_measures.reset();
    m_jobs.start(
        Lane::Search, tr("Searching a dynamic plan"),
        [request = requestOf(m_setup.plannerName(), m_setup.plannerOptions()), changes = m_setup.costChanges(),
         made = ByRule{{}, m_document.masks(), m_document.mask(), m_document.matrix()}](Progress& progress) mutable {
            sparda::FoundRule found = sparda::searchRule(*made.masks, request, progress);
            made.rule.plan = std::make_shared<const DynamicPlan>(std::move(found.plan));
            made.rule.trace = std::make_shared<const Trace>(std::move(found.trace));
            made.rule.calibration =
                std::make_shared<const Calibration>(changedCalibration(request.calibration, changes));
            planByRule(made, progress);
            return made;
        },
        [this](const ByRule& found) {
            m_ruleUnderWay = false;
            if (found.masks != m_document.masks())
                return;
            adoptRule(found);
            const DynamicPlan& plan = *found.rule.plan;
            Q_EMIT message(tr("Found a dynamic plan in %1: %2")
                               .arg(durationText(found.rule.trace->searchSeconds * 1e9),
                                    plan.rule.pairing
                                        ? QString::fromStdString(plan.rule.pairing->label())
                                        : tr("the dense product is predicted to be faster than all pairings")));
        },
        [this](const Failure&) { m_ruleUnderWay = false; });
}

void Operations::openRule(const QString& path)
{
    m_jobs.start(
        Lane::Open, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString(), name = m_setup.calibrationName().toStdString(), changes = m_setup.costChanges(),
         made = ByRule{{}, m_document.masks(), m_document.mask(), m_document.matrix()}](Progress& progress) mutable {
            auto plan = std::make_shared<const DynamicPlan>(readDynamicPlan(file));
            if (const std::string reason = refusal(*plan, made.masks->facts()); !reason.empty())
                failInput(reason, {.file = file});
            made.rule = {plan, nullptr, std::make_shared<const Calibration>(changedCalibration(name, changes))};
            planByRule(made, progress);
            return made;
        },
        [this, path](const ByRule& read) {
            if (read.masks == m_document.masks()) {
                const Changing now(m_announcer);
                m_document.addSaved({.rule = read.rule.plan});
                adoptRule(read);
            }
            Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { openNext(); });
}

} // namespace sparsescope
