// Masks that change: opened or made, one of them after the other as the matrix, and the dynamic plan that cuts all of
// them into tiles.
#include "engine/core/at.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/sparda.h"
#include "engine/session/session.h"
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

bool sameRule(const DynamicPlan& a, const DynamicPlan& b)
{
    return a.rule == b.rule && a.op == b.op && dynamicPlanText(a) == dynamicPlanText(b);
}

bool sameTiles(const Plan& a, const Plan& b)
{
    const Tiling &x = a.tiling(), &y = b.tiling();
    const auto same = [](const FormatPtr& one, const FormatPtr& other) {
        return one->name() == other->name() && one->parameters() == other->parameters();
    };
    return a.op == b.op && x.rowIds == y.rowIds && x.colIds == y.colIds && x.entries == y.entries &&
           std::equal(x.formats.begin(), x.formats.end(), y.formats.begin(), y.formats.end(), same);
}

} // namespace

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
    forgetMasks();
}

// Those before.
void Operations::forgetMasks()
{
    m_chosenMask = m_document.mask();
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
        [made = byRuleNow(), mask = m_chosenMask](Progress& progress) mutable {
            made.mask = mask;
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

Operations::ByRule Operations::byRuleNow() const
{
    const OpenMaskRun* run = m_document.maskRun();
    return {m_document.rule().value_or(OpenRule()), run ? run->run : nullptr, m_document.masks(), m_document.mask(),
            m_document.matrix()};
}

void Operations::planByRule(ByRule& of, Progress& progress)
{
    DynamicPlan rule = *of.rule.plan;
    if (rule.rule.reselect > 0)
        rule.rule.pairing = pairingOf(rule, of.run.get(), of.mask);
    Plan plan = sparda::planOfMask(rule, *of.masks, of.mask, *of.rule.calibration, progress);
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
    m_jobs.start(
        Lane::RulePlan, tr("Gathering micro-tiles"),
        [next = byRuleNow()](Progress& progress) mutable {
            planByRule(next, progress);
            return next;
        },
        [this](const ByRule& made) {
            if (made.masks == m_document.masks())
                showByRule(made);
        });
}

void Operations::searchRule(bool thenRun)
{
    const QString planner = QString::fromStdString(sparseDynamicPlanner().name());
    const nlohmann::json options = searchesRule() ? m_setup.plannerOptions() : nlohmann::json::object();
    ++m_searchNumber;
    m_attention.watchSearch();
    m_runsFound = thenRun;
    m_ruleUnderWay = true;
    m_measures.reset();
    m_jobs.start(
        Lane::Search, tr("Searching a dynamic plan"),
        [request = requestOf(planner, options),
         made =
             ByRule{{}, {}, m_document.masks(), m_document.mask(), m_document.matrix()}](Progress& progress) mutable {
            sparda::FoundRule found = sparda::searchRule(*made.masks, request, progress);
            made.rule.plan = std::make_shared<const DynamicPlan>(std::move(found.plan));
            made.rule.trace = std::make_shared<const Trace>(std::move(found.trace));
            made.rule.calibration = std::make_shared<const Calibration>(calibrationOf(request));
            planByRule(made, progress);
            return made;
        },
        [this](const ByRule& found) {
            m_ruleUnderWay = false;
            const bool wanted = std::exchange(m_runsFound, false);
            if (found.masks != m_document.masks())
                return;
            adoptRule(found);
            const DynamicPlan& plan = *found.rule.plan;
            Q_EMIT message(tr("Found a dynamic plan in %1: %2")
                               .arg(durationText(found.rule.trace->searchSeconds * 1e9),
                                    plan.rule.pairing
                                        ? QString::fromStdString(plan.rule.pairing->label())
                                        : tr("the dense product is predicted to be faster than all pairings")));
            if (wanted)
                runRule();
        },
        [this](const Failure&) { m_ruleUnderWay = m_runsFound = false; });
}

void Operations::runMasks()
{
    if (!m_document.masks() || !whyNoGpuRun().isEmpty() || !m_hooks.worker)
        return;
    m_document.rule() ? runRule() : searchRule(true);
}

bool Operations::runsRule() const
{
    const int shown = m_attention.currentPlan();
    return m_document.masks() && (shown < 0 || m_document.plans()[shown].byRule);
}

void Operations::runRule()
{
    const OpenRule& rule = *m_document.rule();
    const OpenRule asked{m_setup.toRun(rule.plan), rule.trace, rule.calibration};
    MaskJob job{m_document.masks(), asked.plan, m_setup.runs().oracle,
                m_setup.runOptions(asked.plan->op, m_document.masks()->facts())};
    m_masksUnderWay = true;
    m_jobs.start(
        Lane::Gpu, tr("Running over the masks"),
        [job = std::move(job), worker = m_hooks.worker, say = listener()](Progress& progress) {
            return worker->runMasks(job, progress, say);
        },
        [this, asked, masks = m_document.masks()](session::Session session) {
            if (masks == m_document.masks())
                keepMaskRuns(std::move(session), asked);
        });
}

void Operations::keepMaskRuns(session::Session session, const OpenRule& asked)
{
    if (session.maskRuns.empty())
        return (void)Q_EMIT message(tr("The GPU job ended without a run."));
    const Changing now(m_announcer);
    for (session::SessionMaskRun& entry : session.maskRuns)
        m_document.addMaskRun({asked, std::make_shared<const SequenceRun>(std::move(entry.run)), false});
    showMaskRun(m_document.maskRuns().back());
}

void Operations::showMaskRun(const OpenMaskRun& run)
{
    const Changing now(m_announcer);
    const auto& rule = m_document.rule();
    const bool same = rule && rule->plan == run.rule.plan;
    if (!same)
        m_document.setRule(run.rule);
    if (!same || run.rule.plan->rule.reselect > 0)
        startRulePlan();
}

void Operations::openRule(const QString& path)
{
    m_jobs.start(
        Lane::Open, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString(), name = m_setup.calibrationName().toStdString(), changes = m_setup.costChanges(),
         made =
             ByRule{{}, {}, m_document.masks(), m_document.mask(), m_document.matrix()}](Progress& progress) mutable {
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

DynamicPlanPtr Operations::ruleToSave() const
{
    if (m_document.masks())
        return m_document.rule() ? m_document.rule()->plan : nullptr;
    const PlanPtr plan = m_attention.plan();
    return plan ? sparda::keptRule(*plan) : nullptr;
}

void Operations::saveRule(const QString& path)
{
    const DynamicPlanPtr rule = ruleToSave();
    if (!rule)
        return;
    m_jobs.start(
        {Lane::Save, path}, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [rule, file = path.toStdString()](Progress& progress) {
            writeDynamicPlan(*rule, file, progress);
            return rule;
        },
        [this, path](const DynamicPlanPtr& saved) {
            if (const auto& open = m_document.rule(); open && open->plan == saved)
                m_document.addSaved({.rule = saved});
            Q_EMIT message(tr("Saved the dynamic plan as %1").arg(path));
        });
}

// The session's last dynamic plan is that by which its masks are cut into tiles; two that say the same are one.
Operations::ByRule Operations::ruleOf(const session::Session& session, const QString& calibration, Progress& progress)
{
    ByRule made{{}, {}, session.masks, session.mask, session.matrix};
    if (session.dynamicPlans.empty())
        return made;
    made.rule = {std::make_shared<const DynamicPlan>(session.dynamicPlans.back()), nullptr,
                 std::make_shared<const Calibration>(readCalibration(calibration.toStdString()))};
    for (const session::SessionMaskRun& entry : session.maskRuns)
        if (sameRule(session.dynamicPlans[at(entry.plan)], *made.rule.plan))
            made.run = std::make_shared<const SequenceRun>(entry.run);
    planByRule(made, progress);
    return made;
}

// After the plans of its mask; one of them may be what the dynamic plan makes of it.
void Operations::adoptMasks(session::Session& session, ByRule& byRule, bool recorded)
{
    std::vector<DynamicPlanPtr> rules;
    for (const DynamicPlan& plan : session.dynamicPlans) {
        const auto known =
            std::find_if(rules.begin(), rules.end(), [&](const DynamicPlanPtr& one) { return sameRule(*one, plan); });
        rules.push_back(sameRule(plan, *byRule.rule.plan) ? byRule.rule.plan
                        : known != rules.end()            ? *known
                                                          : std::make_shared<const DynamicPlan>(plan));
    }
    for (session::SessionMaskRun& entry : session.maskRuns)
        m_document.addMaskRun({{rules[at(entry.plan)], nullptr, byRule.rule.calibration},
                               std::make_shared<const SequenceRun>(std::move(entry.run)),
                               recorded});
    if (rules.empty())
        return;
    m_document.setRule(byRule.rule);
    for (const OpenPlan& open : m_document.plans())
        if (sameTiles(*open.plan, *byRule.plan.plan)) {
            OpenPlan known = byRule.plan;
            known.plan = open.plan;
            return m_document.replacePlan(open.plan, known);
        }
    m_document.addPlan(byRule.plan);
}

} // namespace sparsescope
