#include "engine/search/other_order.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>

namespace sparsescope {

namespace {

// A copy of a search's tiles, brought up to date by way of one in the search's own terms.
class RenamedTiles final : public TilesSoFar {
public:
    RenamedTiles(const TilesSoFar& tiles, const OtherOrder& order) : m_tiles(tiles), m_order(order) {}

    void update(PartialPlan& copy) const override
    {
        if (!copy.asSearched) {
            copy.asSearched = std::make_unique<PartialPlan>();
            copy.asSearched->plan = copy.plan;
            copy.asSearched->owners.assign(copy.owners.size(), PartialPlan::noOwner);
        }
        PartialPlan& own = *copy.asSearched;
        m_tiles.update(own);
        const Tiling& from = own.plan.tiling();
        Tiling& to = copy.plan.tiling();
        const std::size_t known = to.tiles.size();
        to.formats = from.formats;
        to.tiles.resize(from.tiles.size());
        to.rowIds.resize(from.rowIds.size());
        to.colIds.resize(from.colIds.size());
        to.entries.resize(from.entries.size());
        const auto set = [&](std::size_t t) {
            to.tiles[t] = from.tiles[t];
            m_order.renameTile(to.tiles[t], from, to);
            for (const std::uint32_t entry : to.view(to.tiles[t]).entries)
                if (!Entry::redundant(entry))
                    copy.owners[entry] = static_cast<std::uint32_t>(t);
        };
        for (std::size_t i = copy.changes.size(); i < own.changes.size(); ++i)
            if (const auto t = static_cast<std::size_t>(own.changes[i]); t < known)
                set(t);
        for (std::size_t t = known; t < from.tiles.size(); ++t)
            set(t);
        copy.changes = own.changes;
        copy.covered = own.covered;
    }

private:
    const TilesSoFar& m_tiles;
    const OtherOrder& m_order;
};

class RenamedTrace final : public TraceSink {
public:
    RenamedTrace(TraceSink& sink, const OtherOrder& order) : m_sink(sink), m_order(order) {}

    void start(std::function<void()> enough) override { m_sink.start(std::move(enough)); }
    void begins(const TraceSearch& search) override
    {
        TraceSearch named = search;
        m_order.renameHeader(named.header);
        m_sink.begins(named);
    }
    void chosen(const TilesSoFar& tiles) override { m_sink.chosen(RenamedTiles(tiles, m_order)); }
    void round(const TraceRound& round) override { m_sink.round(named(round)); }
    void event(const std::string& name, const nlohmann::json& data) override { m_sink.event(name, data); }
    void best(const Plan& plan, const std::vector<TraceRound>& rounds, const std::string& underWay) override
    {
        Plan itself = plan;
        m_order.rename(itself);
        m_sink.best(itself, named(rounds), underWay);
    }
    void finished(std::vector<TraceRound> rounds) override { m_sink.finished(named(std::move(rounds))); }

private:
    TraceRound named(TraceRound round) const
    {
        m_order.rename(round);
        return round;
    }
    std::vector<TraceRound> named(std::vector<TraceRound> rounds) const
    {
        for (TraceRound& round : rounds)
            m_order.rename(round);
        return rounds;
    }

    TraceSink& m_sink;
    const OtherOrder& m_order;
};

class RenamedPlans final : public Evaluator {
public:
    RenamedPlans(const Evaluator& evaluator, const OtherOrder& order) : m_evaluator(evaluator), m_order(order) {}

    const CostModel& model() const override { return m_evaluator.model(); }
    std::optional<std::vector<double>> measure(std::span<const Plan* const> plans, Progress& progress) const override
    {
        std::vector<Plan> named;
        for (const Plan* plan : plans)
            m_order.rename(named.emplace_back(*plan));
        std::vector<const Plan*> all;
        for (const Plan& plan : named)
            all.push_back(&plan);
        return m_evaluator.measure(all, progress);
    }

private:
    const Evaluator& m_evaluator;
    const OtherOrder& m_order;
};

} // namespace

OtherOrder::OtherOrder(const Matrix& matrix, MatrixOrder order, Progress& progress)
    : m_file(matrix), m_lines(makeOrder(order, matrix, nullptr, progress)),
      m_permuted(permuted(matrix, m_lines, progress)), m_positions(m_permuted.places.size())
{
    parallelEach(static_cast<std::int64_t>(m_positions.size()), 1 << 16,
                 [&](std::int64_t p) { m_positions[m_permuted.places[at(p)]] = static_cast<std::uint32_t>(p); });
}

std::unique_ptr<TraceSink> OtherOrder::sink(TraceSink& sink) const
{
    return std::make_unique<RenamedTrace>(sink, *this);
}

std::unique_ptr<Evaluator> OtherOrder::evaluator(const Evaluator& evaluator) const
{
    return std::make_unique<RenamedPlans>(evaluator, *this);
}

void OtherOrder::rename(Plan& plan) const
{
    renameHeader(plan);
    Tiling& tiling = plan.tiling();
    parallelEach(static_cast<std::int64_t>(tiling.tiles.size()), 64,
                 [&](std::int64_t t) { renameTile(tiling.tiles[at(t)], tiling, tiling); });
}

void OtherOrder::rename(TraceRound& round) const
{
    for (TraceTile& tile : round.withdrawn) {
        for (std::int32_t& row : tile.rows)
            row = static_cast<std::int32_t>(m_lines.row(row));
        for (std::int32_t& col : tile.cols)
            col = static_cast<std::int32_t>(m_lines.col(col));
    }
    for (TraceCandidate& candidate : round.lost)
        if (candidate.cost > 0) // the others are no tiles, and lie nowhere
            candidate.firstRow = m_lines.row(candidate.firstRow);
}

void OtherOrder::renameTile(const Tile& tile, const Tiling& from, Tiling& to) const
{
    for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i)
        to.rowIds[at(i)] = static_cast<std::int32_t>(m_lines.row(from.rowIds[at(i)]));
    for (std::int64_t i = tile.cols.begin; i < tile.cols.end; ++i)
        to.colIds[at(i)] = static_cast<std::int32_t>(m_lines.col(from.colIds[at(i)]));
    for (std::int64_t i = tile.entries.begin; i < tile.entries.end; ++i) {
        const std::uint32_t entry = from.entries[at(i)];
        to.entries[at(i)] = m_positions[Entry::position(entry)] | (entry & Entry::redundantBit);
    }
    if (!m_lines.cols.empty()) // else they are where they were in their rows
        sortRows(std::span(to.entries).subspan(at(tile.entries.begin), at(tile.entries.size())));
}

// Those of a row that stand one after another may belong to several stored rows of it, all but the last of them full:
// sorted together, these fill up again.
void OtherOrder::sortRows(std::span<std::uint32_t> entries) const
{
    for (auto first = entries.begin(); first != entries.end();) {
        const std::int64_t row = m_file.rowOf(Entry::position(*first));
        const std::int64_t begin = m_file.rowPtr()[at(row)];
        const std::int64_t end = m_file.rowPtr()[at(row + 1)];
        const auto last = std::find_if(first, entries.end(), [&](std::uint32_t entry) {
            return Entry::position(entry) < begin || Entry::position(entry) >= end;
        });
        std::sort(first, last,
                  [](std::uint32_t a, std::uint32_t b) { return Entry::position(a) < Entry::position(b); });
        first = last;
    }
}

} // namespace sparsescope
