// The matrix and what was made of it; what is in a file already, and what would be lost.
#include "views/workspace/document.h"

#include "engine/core/at.h"
#include "engine/edit/edit.h"
#include "engine/session/claim.h"
#include "engine/session/session.h"
#include "views/parts/numbers.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sparsescope {

Document::Document(Announcer& announcer) : m_announcer(announcer), m_claim(std::make_shared<session::Claim>())
{
    announcer.add([this] {
        if (const Changes changes = std::exchange(m_changes, {}))
            Q_EMIT changed(changes);
    });
}

void Document::tell(Changes changes)
{
    const Changing now(m_announcer);
    m_changes |= changes;
}

std::optional<Pairing> pairingOf(const DynamicPlan& plan, const SequenceRun* run, std::int64_t mask)
{
    if (!run || mask < 0 || mask >= std::ssize(run->masks))
        return plan.rule.pairing;
    const std::int64_t measured = run->masks[at(mask)].pairing;
    return measured >= 0 && measured < std::ssize(run->pairings) ? std::optional(run->pairings[at(measured)])
                                                                 : std::nullopt;
}

Plan withPrograms(const OpenPlan& open)
{
    Plan plan = *open.plan;
    if (open.programs)
        keepPrograms(plan.options, *open.programs);
    return plan;
}

namespace {
constexpr Document::Changes allOfMatrix = Document::MatrixChanged | Document::StatisticsChanged |
                                          Document::PlansChanged | Document::RunsChanged | Document::SweepsChanged |
                                          Document::BookmarksChanged;
}

void Document::setMatrix(MatrixPtr matrix)
{
    replaceAll(std::move(matrix), nullptr, 0);
}

void Document::setMasks(MaskSequencePtr masks, std::int64_t mask, MatrixPtr matrix)
{
    replaceAll(std::move(matrix), std::move(masks), mask);
}

void Document::replaceAll(MatrixPtr matrix, MaskSequencePtr masks, std::int64_t mask)
{
    const Changing now(m_announcer);
    Q_EMIT replacing(false);
    m_matrix = std::move(matrix);
    m_statistics.reset();
    m_features.reset();
    m_plans.clear();
    m_runs.clear();
    m_sweeps.clear();
    m_bookmarks.clear();
    m_note.clear();
    m_published.clear();
    m_saved = {};
    closeFile();
    const bool others = std::exchange(m_masks, std::move(masks)) != m_masks;
    m_mask = mask;
    m_others.clear();
    m_rule.reset();
    m_maskRuns.clear();
    tell(allOfMatrix | RuleChanged | MaskRunsChanged | NoteChanged | PublishedChanged);
    if (others)
        tell(MasksChanged);
}

void Document::setMask(std::int64_t mask, MatrixPtr matrix)
{
    const Changing now(m_announcer);
    Q_EMIT replacing(true);
    // Plans by the rule are made anew when their mask is back, unless something was made of them.
    m_plans.removeIf([this](const OpenPlan& open) { return open.byRule && newestRun(open.plan) == nullptr; });
    const QString note = std::exchange(m_saved.note, QString());
    std::vector<PublishedTime> published = std::exchange(m_saved.published, {});
    const DynamicPlanPtr rule = std::exchange(m_saved.rule, nullptr);
    const QList<SequenceRunPtr> maskRuns = std::exchange(m_saved.maskRuns, {});
    const bool unsaved = !unsavedOfMatrix().isEmpty();
    if (!m_plans.isEmpty() || !m_sweeps.isEmpty() || !m_bookmarks.empty() || unsaved)
        m_others[m_mask] = {std::move(m_plans),     std::move(m_runs),  std::move(m_sweeps),
                            std::move(m_bookmarks), std::move(m_saved), unsaved};
    auto known = m_others.extract(mask);
    Made made = known ? std::move(known.mapped()) : Made();
    m_matrix = std::move(matrix);
    m_mask = mask;
    m_statistics.reset();
    m_features.reset();
    m_plans = std::move(made.plans);
    m_runs = std::move(made.runs);
    m_sweeps = std::move(made.sweeps);
    m_bookmarks = std::move(made.bookmarks);
    m_saved = std::move(made.saved);
    m_saved.note = note;
    m_saved.published = std::move(published);
    m_saved.rule = rule;
    m_saved.maskRuns = maskRuns;
    if (!m_others.empty())
        closeFile();
    tell(allOfMatrix | SavedChanged);
}

// A session is one of the matrix that it was saved with, and would lose what was made of that.
void Document::closeFile()
{
    m_sessionPath.clear();
    m_claim->release();
}

void Document::setStatistics(StatisticsPtr statistics, FeaturesPtr features)
{
    m_statistics = std::move(statistics);
    m_features = std::move(features);
    tell(StatisticsChanged);
}

void Document::setRule(OpenRule rule)
{
    m_rule = std::move(rule);
    tell(RuleChanged);
}

const OpenMaskRun* Document::maskRun() const
{
    for (auto it = m_maskRuns.crbegin(); it != m_maskRuns.crend(); ++it)
        if (m_rule && it->rule.plan == m_rule->plan)
            return &*it;
    return nullptr;
}

void Document::addMaskRun(OpenMaskRun run)
{
    m_maskRuns.push_back(std::move(run));
    tell(MaskRunsChanged);
}

int Document::indexOf(const PlanPtr& plan) const
{
    const auto found =
        std::find_if(m_plans.begin(), m_plans.end(), [&](const OpenPlan& entry) { return entry.plan == plan; });
    return found == m_plans.end() ? -1 : static_cast<int>(found - m_plans.begin());
}

void Document::addPlan(const OpenPlan& plan)
{
    if (indexOf(plan.plan) >= 0)
        return;
    m_plans.push_back(plan);
    // Two of one name and operator are told apart.
    const auto taken = [&](const QString& title) {
        return std::any_of(m_plans.begin(), m_plans.end() - 1, [&](const OpenPlan& other) {
            return other.title == title && other.plan->op == plan.plan->op;
        });
    };
    for (int number = 2; taken(m_plans.back().title); ++number)
        m_plans.back().title = QStringLiteral("%1 (%2)").arg(plan.title).arg(number);
    tell(PlansChanged);
}

void Document::replacePlan(const PlanPtr& old, const OpenPlan& plan)
{
    const int index = indexOf(old);
    if (index < 0)
        return;
    m_plans[index] = plan;
    tell(PlansChanged);
}

void Document::removePlan(const PlanPtr& plan)
{
    const int index = indexOf(plan);
    if (index < 0)
        return;
    m_plans.removeAt(index);
    const std::vector<session::SavedView> before = m_bookmarks;
    for (session::SavedView& view : m_bookmarks)
        view.plan = view.plan == index ? -1 : view.plan - (view.plan > index ? 1 : 0);
    tell(before == m_bookmarks ? Changes(PlansChanged) : PlansChanged | BookmarksChanged);
}

void Document::setPlanFacts(const PlanPtr& plan, PlanFactsPtr facts)
{
    const int index = indexOf(plan);
    if (index < 0)
        return;
    m_plans[index].facts = std::move(facts);
    tell(PlanFactsChanged);
}

KeptPrograms Document::programsOf(const PlanPtr& plan) const
{
    const int index = indexOf(plan);
    return index < 0 ? KeptPrograms() : m_plans[index].programs.value_or(keptPrograms(plan->options));
}

void Document::setPrograms(const PlanPtr& plan, const KeptPrograms& programs)
{
    const int index = indexOf(plan);
    if (index < 0 || programsOf(plan) == programs)
        return;
    m_plans[index].programs = programs;
    tell(ProgramsChanged);
}

const OpenRun* Document::newestRun(const PlanPtr& plan) const
{
    for (auto it = m_runs.crbegin(); it != m_runs.crend(); ++it)
        if (plan && it->plan == plan)
            return &*it;
    return nullptr;
}

void Document::addRun(PlanPtr plan, ProfilePtr profile, bool recorded)
{
    m_runs.push_back({std::move(plan), std::move(profile), {}, recorded});
    tell(RunsChanged);
}

void Document::setRunFacts(const ProfilePtr& profile, const RunFactsPtr& facts)
{
    for (OpenRun& entry : m_runs)
        if (entry.profile == profile)
            entry.facts = facts;
    tell(RunsChanged);
}

void Document::addSweep(SweepPtr sweep)
{
    m_sweeps.push_back(std::move(sweep));
    tell(SweepsChanged);
}

void Document::setBookmarks(std::vector<session::SavedView> bookmarks)
{
    m_bookmarks = std::move(bookmarks);
    tell(BookmarksChanged);
}

void Document::setNote(const QString& note)
{
    if (note == m_note)
        return;
    m_note = note;
    tell(NoteChanged);
}

void Document::setPublished(std::vector<PublishedTime> times)
{
    if (times == m_published)
        return;
    m_published = std::move(times);
    tell(PublishedChanged);
}

std::function<session::Session()> Document::sessionMaker() const
{
    return [matrix = m_matrix, plans = m_plans, runs = m_runs, sweeps = m_sweeps, bookmarks = m_bookmarks,
            note = m_note.toStdString(), published = m_published,
            view = m_viewSource ? std::optional(m_viewSource()) : std::nullopt, masks = m_masks, mask = m_mask,
            rule = m_rule ? m_rule->plan : nullptr, maskRuns = m_maskRuns] {
        session::Session session;
        session.matrix = matrix;
        session.view = view;
        session.bookmarks = bookmarks;
        session.note = note;
        session.published = published;
        for (const SweepPtr& sweep : sweeps)
            session.sweeps.push_back(*sweep);
        for (const OpenPlan& entry : plans)
            session.plans.push_back(
                {withPrograms(entry), entry.trace ? *entry.trace : Trace{}, entry.title.toStdString()});
        for (const OpenRun& entry : runs)
            for (int i = 0; i < plans.size(); ++i)
                if (plans[i].plan == entry.plan)
                    session.runs.push_back({i, *entry.profile});
        session.masks = masks;
        session.mask = mask;
        // The last one is that by which all masks are cut into tiles.
        QList<DynamicPlanPtr> rules;
        for (const OpenMaskRun& entry : maskRuns)
            if (entry.rule.plan != rule && !rules.contains(entry.rule.plan))
                rules << entry.rule.plan;
        if (rule)
            rules << rule;
        for (const DynamicPlanPtr& plan : rules)
            session.dynamicPlans.push_back(*plan);
        for (const OpenMaskRun& entry : maskRuns)
            session.maskRuns.push_back({static_cast<int>(rules.indexOf(entry.rule.plan)), *entry.run});
        return session;
    };
}

Document::Work Document::work() const
{
    Work work{{}, {}, m_sweeps, m_bookmarks, m_note, m_published, m_rule ? m_rule->plan : nullptr, {}};
    for (const OpenPlan& entry : m_plans) {
        work.plans.push_back(entry.plan);
        if (entry.programs)
            work.programs.push_back({entry.plan, *entry.programs});
    }
    for (const OpenRun& entry : m_runs)
        work.runs.push_back(entry.profile);
    for (const OpenMaskRun& entry : m_maskRuns)
        work.maskRuns.push_back(entry.run);
    return work;
}

void Document::setSaved(const Work& work, const QString& path)
{
    m_saved = work;
    m_sessionPath = path;
    tell(SavedChanged);
}

void Document::addSaved(const Work& work)
{
    m_saved.plans += work.plans;
    for (const auto& program : work.programs) {
        m_saved.programs.removeIf([&](const auto& saved) { return saved.first == program.first; });
        m_saved.programs << program;
    }
    m_saved.runs += work.runs;
    m_saved.sweeps += work.sweeps;
    m_saved.maskRuns += work.maskRuns;
    if (work.rule)
        m_saved.rule = work.rule;
    tell(SavedChanged);
}

QStringList Document::unsaved() const
{
    QStringList unsaved = unsavedOfMatrix();
    if (m_rule && m_rule->plan != m_saved.rule)
        unsaved << tr("the dynamic plan");
    const auto maskRuns = std::count_if(m_maskRuns.begin(), m_maskRuns.end(), [&](const OpenMaskRun& entry) {
        return !m_saved.maskRuns.contains(entry.run);
    });
    if (maskRuns > 0)
        unsaved << countOf(maskRuns, tr("run over all masks"), tr("runs over all masks"));
    if (m_note != m_saved.note)
        unsaved << tr("the note");
    if (m_published != m_saved.published)
        unsaved << tr("published times");
    const auto others =
        std::count_if(m_others.begin(), m_others.end(), [](const auto& other) { return other.second.unsaved; });
    if (others > 0)
        unsaved << tr("work on %1").arg(countOf(others, tr("other mask"), tr("other masks")));
    return unsaved;
}

QStringList Document::unsavedOfMatrix() const
{
    std::int64_t found = 0, byHand = 0, others = 0;
    for (const OpenPlan& entry : m_plans) {
        if (entry.byRule || m_saved.plans.contains(entry.plan))
            continue;
        found += entry.trace ? 1 : 0;
        byHand += !entry.trace && editedByHand(*entry.plan) ? 1 : 0;
        others += !entry.trace && !editedByHand(*entry.plan) ? 1 : 0;
    }
    const auto runs = std::count_if(m_runs.begin(), m_runs.end(),
                                    [&](const OpenRun& entry) { return !m_saved.runs.contains(entry.profile); });
    const auto sweeps = std::count_if(m_sweeps.begin(), m_sweeps.end(),
                                      [&](const SweepPtr& sweep) { return !m_saved.sweeps.contains(sweep); });
    // What is written for a plan that is in no file is lost with it.
    const auto programs = std::count_if(m_plans.begin(), m_plans.end(), [&](const OpenPlan& entry) {
        return entry.programs && m_saved.plans.contains(entry.plan) &&
               !m_saved.programs.contains({entry.plan, *entry.programs}) &&
               (*entry.programs != keptPrograms(entry.plan->options) ||
                std::any_of(m_saved.programs.begin(), m_saved.programs.end(),
                            [&](const auto& saved) { return saved.first == entry.plan; }));
    });
    QStringList unsaved;
    const auto add = [&](std::int64_t count, const QString& one, const QString& several) {
        if (count > 0)
            unsaved << countOf(count, one, several);
    };
    add(found, tr("plan found"), tr("plans found"));
    add(byHand, tr("plan changed by hand"), tr("plans changed by hand"));
    add(others, tr("plan"), tr("plans"));
    add(programs, tr("plan's program"), tr("plans' programs"));
    add(runs, tr("run"), tr("runs"));
    add(sweeps, tr("sweep"), tr("sweeps"));
    if (m_bookmarks != m_saved.bookmarks)
        unsaved << (m_bookmarks.empty() ? tr("deleted bookmarks") : tr("bookmarks"));
    return unsaved;
}

} // namespace sparsescope
