#include "engine/search/bucket_search.h"

#include "engine/core/error.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace sparsescope {

namespace {

// What it makes, or nothing where a format cannot hold the matrix or there are no numbers for it.
template <class Make>
auto held(const Make& make) -> std::optional<decltype(make())>
{
    try {
        return make();
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Input && e.kind() != ErrorKind::Usage)
            throw;
        return {};
    }
}

constexpr std::int64_t small = 1 << 12, enough = 1 << 14; // non-zeros

} // namespace

BucketSearch::BucketSearch(const Planner& planner, const Matrix& matrix, const CostModel& model,
                           const nlohmann::json& options, TraceSink& trace, Progress& progress,
                           std::optional<RowSample> sample)
    : m_planner(planner), m_matrix(matrix), m_options(options), m_trace(trace), m_progress(progress),
      m_pool(matrix.cols()),
      m_sample(sample ? *std::move(sample)
                      : someRows(matrix, matrix.nnz() <= small ? small : std::min(enough, matrix.nnz() / 2))),
      m_widthRows(m_sample), m_enough(std::make_shared<std::atomic<bool>>(false))
{
    const Operator& op = model.op();
    if (!numbersOf(model).fitted("ell"))
        failUsage(fmt::format("calibration {} has no numbers for ELL tiles of {} {}", model.calibration().name,
                              sparsescope::name(op.kind), sparsescope::name(op.dtype)));
    for (const std::int64_t part : densePartsToTry(op, model, options))
        m_models.push_back(model.withDensePart(part));
    m_trace.start([enough = m_enough] { enough->store(true, std::memory_order_relaxed); });
}

// Numbers of column partitions that were asked for, without those that there are not columns enough for.
std::vector<std::int64_t> BucketSearch::columnParts() const
{
    std::vector<std::int64_t> parts = numbersOf(m_options, "column-parts", 1, mostColumnParts);
    if (parts.empty())
        failUsage("option column-parts takes at least one number");
    const std::int64_t least = parts.front();
    std::erase_if(parts, [&](std::int64_t p) { return p > least && p > m_matrix.cols(); });
    return parts;
}

// Thread blocks have 8 rows of the widest bucket, as both systems' code has; SpMV, which does a single product a place,
// needs more to do than that.
std::int64_t BucketSearch::tilePlaces(std::int64_t widest) const
{
    constexpr std::int64_t most = 1 << 16;
    const bool vector = !m_models.front()->op().hasDenseAxis();
    const auto asked = m_options.at("block-rows").get<std::int64_t>();
    if (asked > 0 && !std::has_single_bit(static_cast<std::uint64_t>(asked)))
        failUsage(fmt::format("option block-rows takes a power of two, not {}", asked));
    if (asked > 0)
        return std::clamp<std::int64_t>(asked * widest, 8, most);
    return vector ? std::clamp<std::int64_t>(256 * widest, 256, std::max<std::int64_t>(4096, widest)) : 8 * widest;
}

bool BucketSearch::goesOn(const std::string& name)
{
    m_progress.check();
    if (m_enough->load(std::memory_order_relaxed) && !m_competitors.empty()) {
        m_cancelledIn = m_cancelledIn.empty() ? name : m_cancelledIn;
        return false;
    }
    return true;
}

std::string BucketSearch::entrant(const std::string& name, std::size_t model) const
{
    return m_models.size() == 1 ? name : fmt::format("{}, parts of {}", name, m_models[model]->densePart());
}

BucketPlan BucketSearch::filledWith(const ColumnDivision& division, const BucketWidths& chosen)
{
    const std::int64_t places = tilePlaces(*std::max_element(chosen.widest.begin(), chosen.widest.end()));
    Plan header = emptyPlan(m_matrix, *m_models.front(), m_planner.name(), m_options);
    header.figures = chosen.figures;
    return fillBuckets(m_matrix, division, chosen.widest, places, std::move(header), m_pool, m_progress);
}

std::vector<BucketSearch::Candidate> BucketSearch::estimate(const std::vector<std::int64_t>& parts,
                                                            const Widths& widths)
{
    constexpr double worse = 1.1; // than fewer partitions: more are not looked at
    std::vector<Candidate> candidates;
    double best = std::numeric_limits<double>::infinity();
    for (const std::int64_t c : parts) {
        m_progress.check();
        const ColumnDivision division = divideColumns(m_matrix, c, m_sample, m_progress);
        const bool same = m_widthRows.share == m_sample.share;
        BucketPlan filled = filledWith(
            division, widths(c, same ? division : divideColumns(m_matrix, c, m_widthRows, m_progress), false));
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t m = 0; m < m_models.size(); ++m) {
            candidates.push_back({c, m, estimateBuckets(filled, m_sample, *m_models[m], m_progress)});
            least = std::min(least, candidates.back().ns);
        }
        if (least > worse * best)
            break;
        best = std::min(best, least);
    }
    return candidates;
}

void BucketSearch::make(const std::string& name, std::int64_t parts, const std::vector<std::size_t>& models,
                        const Widths& widths)
{
    const ColumnDivision division = divideColumns(m_matrix, parts, allRows(m_matrix), m_progress);
    BucketWidths chosen = widths(parts, division, true);
    BucketPlan filled = filledWith(division, chosen);
    double least = 0;
    std::size_t best = models.front();
    for (const std::size_t m : models) {
        costBuckets(filled, *m_models[m], m_progress);
        const double ns = filled.plan.predictedNs;
        m_competitors.push_back({entrant(name, m), ns});
        if (m == models.front() || ns < least) {
            least = ns;
            best = m;
        }
    }
    if (!m_bestName.empty() && least >= m_bestNs)
        return;
    if (best != models.back())
        costBuckets(filled, *m_models[best], m_progress);
    m_bestName = name;
    m_bestNs = least;
    m_other.reset();
    m_best = std::move(filled);
    m_widths = std::move(chosen);
}

double BucketSearch::leastEstimate(const Widths& widths)
{
    const std::vector<Candidate> all = estimate(columnParts(), widths);
    return std::ranges::min_element(all, {}, &Candidate::ns)->ns;
}

// The column partitions that are worth making.
std::vector<BucketSearch::Entrant> BucketSearch::partEntrants(const Name& name, const Widths& widths)
{
    const std::vector<std::int64_t> parts = columnParts();
    std::vector<Candidate> candidates;
    if (parts.size() * m_models.size() > 2 && m_sample.share < 1) {
        candidates = estimate(parts, widths);
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const auto& a, const auto& b) { return a.ns < b.ns; });
        // Keeps the best estimate, and the second if it is within a twentieth: other partitions take as long to make
        // again. Another part of the dense loop takes nearly nothing, so that it may be a tenth worse.
        const double near = candidates[1].parts == candidates[0].parts ? 1.1 : 1.05;
        candidates.resize(candidates[1].ns <= near * candidates[0].ns ? 2 : 1);
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const auto& a, const auto& b) { return a.parts < b.parts; });
    } else {
        for (const std::int64_t c : parts)
            for (std::size_t m = 0; m < m_models.size(); ++m)
                candidates.push_back({c, m, 0});
    }
    std::vector<Entrant> entrants;
    for (std::size_t i = 0; i < candidates.size();) {
        const std::int64_t c = candidates[i].parts;
        double least = candidates[i].ns;
        std::vector<std::size_t> models;
        for (; i < candidates.size() && candidates[i].parts == c; ++i) {
            models.push_back(candidates[i].model);
            least = std::min(least, candidates[i].ns);
        }
        entrants.push_back({name(c), least, [this, c, models, &name, &widths] { make(name(c), c, models, widths); }});
    }
    return entrants;
}

// The others, each at its best part of the dense loop.
std::vector<BucketSearch::Entrant> BucketSearch::otherEntrants(const std::vector<Other>& others)
{
    std::vector<Entrant> entrants;
    if (others.empty())
        return entrants;
    const std::vector<std::uint32_t> positions = positionsOf(m_matrix, m_sample);
    for (const Other& other : others) {
        m_progress.check();
        const Plan header = emptyPlan(m_matrix, m_models.front()->op(), 0);
        auto some = held([&] { return covered(other.format, m_matrix, positions, header, m_progress); });
        if (!some)
            continue;
        double least = std::numeric_limits<double>::infinity();
        std::size_t best = 0;
        for (std::size_t m = 0; m < m_models.size(); ++m) {
            setCosts(*some, *m_models[m]);
            if (const double ns = estimatedNs(*some, m_sample, m_models[m]->calibration()); ns < least) {
                least = ns;
                best = m;
            }
        }
        entrants.push_back({other.name, least, [this, &other, best] { makeOther(other, best); }});
    }
    return entrants;
}

void BucketSearch::makeOther(const Other& other, std::size_t model)
{
    auto made = held([&] { return other.make(*m_models[model]); });
    if (!made)
        return;
    m_competitors.push_back({entrant(other.name, model), made->first.predictedNs});
    if (!m_bestName.empty() && made->first.predictedNs >= m_bestNs)
        return;
    m_bestName = other.name;
    m_bestNs = made->first.predictedNs;
    m_best.reset();
    m_other = std::move(made);
}

void BucketSearch::compete(const Name& name, const Widths& widths, const std::vector<Other>& others)
{
    std::vector<Entrant> entrants = partEntrants(name, widths);
    std::ranges::move(otherEntrants(others), std::back_inserter(entrants));
    std::ranges::stable_sort(entrants, {}, &Entrant::ns);
    constexpr double hopeless = 1.1; // times the best, by a sample
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        const Entrant& next = entrants[i];
        if (!m_bestName.empty() && !(next.ns <= hopeless * m_bestNs))
            return;
        m_progress.report(next.name, static_cast<double>(i) / static_cast<double>(entrants.size()));
        if (!goesOn(next.name))
            return;
        next.make();
    }
}

Plan BucketSearch::finish()
{
    std::vector<TraceRound> rounds;
    Plan plan;
    if (m_other) {
        plan = std::move(m_other->first);
        rounds = std::move(m_other->second);
    } else {
        const std::vector<BucketGroup> groups = m_best->groups;
        plan = finishBuckets(std::move(*m_best), rounds, m_progress);
        for (std::size_t r = 0; r < rounds.size() && !m_widths.tried.empty(); ++r) {
            const auto part = static_cast<std::size_t>(groups[r].part);
            rounds[r].lost = m_widths.tried[part];
            rounds[r].note += " " + m_widths.notes[part];
        }
    }
    plan.competitors = std::move(m_competitors);
    if (!m_cancelledIn.empty())
        plan.options["cancelled"] = {{"search", m_cancelledIn}, {"covered", m_matrix.nnz()}};
    tellRounds(plan, m_bestName, std::move(rounds), m_trace);
    m_progress.report("search", 1);
    return plan;
}

PlannerOption columnPartsOption(const std::string& help)
{
    return {"column-parts", "Column parts", help, "1,2,4,8,16", 0, 0};
}

PlannerOption blockRowsOption()
{
    return {"block-rows",
            "Rows in a block",
            "Rows of the widest bucket in one tile, a power of two; 0: 8, as SparseTIR's and LiteForm's code has (for "
            "SpMV 256); LiteForm's slides have 1.",
            0,
            0,
            1024};
}

} // namespace sparsescope
