// A search that is under way in a recovery file.
#include "engine/session/kept_search.h"

#include "engine/core/json_text.h"
#include "engine/cost/cost_model.h"
#include "engine/plan/plan_file.h"
#include "engine/search/stile/plain_csr.h"
#include "engine/search/stile/space.h"
#include "engine/session/columns.h"
#include "engine/session/database.h"
#include "engine/session/schema.h"
#include "engine/session/session_rows.h"

#include <algorithm>
#include <map>

namespace sparsescope::session {

namespace {

// Tiles with these numbers.
Plan partOf(const Plan& plan, const std::vector<std::int32_t>& ids)
{
    Plan part = headerOf(plan);
    part.tiling().formats = plan.tiling().formats;
    for (const std::int32_t id : ids) {
        const Tile& tile = plan.tiling().tiles[static_cast<std::size_t>(id)];
        appendTile(part, tile, plan.tiling().view(tile));
    }
    return part;
}

// The tiles that stand now, in the order of their choice.
Plan tilesOf(Database& database, const Matrix& matrix, Trace& trace, Progress& progress)
{
    struct Place {
        std::size_t part = 0;
        std::size_t tile = 0;
    };
    std::vector<Plan> parts;
    std::map<std::int32_t, Place> places;
    const Where where{.file = database.file(), .call = "search_part"};
    Statement row(database, "SELECT json, arrays, tiles, tile_id, gone, gone_id, trace FROM search_part ORDER BY id");
    while (row.step()) {
        parts.push_back(
            partFromBlob({std::string(row.text(0)), std::string(row.blob(1))}, matrix, database.file(), progress));
        const auto ids = unpackArray<std::int32_t>(row.blob(3), row.integer(2), where);
        if (ids.size() != parts.back().tiling().tiles.size())
            failInput("is damaged: its tiles have other numbers", where);
        for (std::size_t t = 0; t < ids.size(); ++t)
            places[ids[t]] = {parts.size() - 1, t};
        for (const std::int32_t id : unpackArray<std::int32_t>(row.blob(5), row.integer(4), where))
            places.erase(id);
        Trace more = traceFromText(std::string(row.text(6)), database.file());
        std::move(more.rounds.begin(), more.rounds.end(), std::back_inserter(trace.rounds));
    }
    if (parts.empty())
        failInput("is damaged: the search has no tiles", where);
    Plan plan = headerOf(parts.front());
    std::map<std::pair<std::size_t, std::int32_t>, std::int32_t> formats; // part and format there: format of the plan
    for (const auto& [id, place] : places) {
        const Plan& part = parts[place.part];
        Tile tile = part.tiling().tiles[place.tile];
        const TileView view = part.tiling().view(tile);
        if (std::all_of(view.entries.begin(), view.entries.end(), Entry::redundant))
            continue; // others own all that it stores
        const auto [format, fresh] = formats.try_emplace({place.part, tile.format}, 0);
        if (fresh)
            format->second =
                formatIndex(plan.tiling().formats, part.tiling().formats[static_cast<std::size_t>(tile.format)]);
        tile.format = format->second;
        appendTile(plan, tile, view);
    }
    return plan;
}

// Which tiles were chosen in which round. Those of the one that was under way are one of their own.
void align(std::vector<TraceRound>& rounds, const Plan& plan)
{
    const auto tiles = static_cast<std::int64_t>(plan.tiling().tiles.size());
    std::int64_t at = 0;
    for (TraceRound& round : rounds) {
        round.tileBegin = at;
        while (at < tiles && plan.tiling().tiles[static_cast<std::size_t>(at)].round <= round.round)
            ++at;
        round.tileEnd = at;
    }
    if (at == tiles)
        return;
    TraceRound last = roundOf(plan, at);
    last.round = plan.tiling().tiles.back().round;
    last.level = plan.tiling().tiles.back().level;
    rounds.push_back(std::move(last));
}

// Whatever it costs, as a cancelled search does.
void takeRest(Plan& plan, const Matrix& matrix, int sms, std::vector<TraceRound>& rounds, Progress& progress)
{
    std::vector<bool> owned(static_cast<std::size_t>(matrix.nnz()));
    for (const std::uint32_t entry : plan.tiling().entries)
        if (!Entry::redundant(entry) && Entry::position(entry) < owned.size())
            owned[Entry::position(entry)] = true;
    std::vector<std::uint32_t> rest;
    for (std::size_t i = 0; i < owned.size(); ++i)
        if (!owned[i])
            rest.push_back(static_cast<std::uint32_t>(i));
    const TraceRound before = rounds.empty() ? TraceRound() : rounds.back();
    if (!rounds.empty())
        rounds.back().covered = matrix.nnz() - static_cast<std::int64_t>(rest.size());
    if (rest.empty())
        return;
    const auto first = plan.tiling().tiles.size();
    stile::addPlainCsr(matrix, rest, stile::automaticPlaces(matrix, plan.op, sms), plan, progress);
    for (std::size_t t = first; t < plan.tiling().tiles.size(); ++t) {
        plan.tiling().tiles[t].round = before.round + 1;
        plan.tiling().tiles[t].level = before.level + 1;
    }
}

Calibration calibrationOf(const Plan& plan, const Statement& search)
{
    if (search.null(2))
        return readCalibration(plan.calibration);
    const std::string name = "the search's calibration";
    return calibrationFromJson(parseJson(search.text(2), {.file = name}), name);
}

} // namespace

KeptSearch::KeptSearch(Database& database) : m_database(database)
{
    m_database.run(searchTables);
}

void KeptSearch::add(const SearchNews& news, std::int64_t matrix)
{
    m_database.run("BEGIN");
    if (news.anew || news.best) {
        m_database.run("DELETE FROM search_part");
        m_tiles = m_changes = 0;
    }
    if (news.best) {
        const SessionPlan& best = *news.best;
        if (m_best == 0)
            m_best = writePlanRow(m_database, best.plan, best.trace, best.title, matrix);
        else
            replacePlanRow(m_database, m_best, best.plan, best.trace, best.title);
    }
    if (!std::exchange(m_begun, true)) { // the whole of its numbers: a file may change, and what if has none
        const std::string text = news.calibration ? toJson(*news.calibration).dump() : std::string();
        Statement search(m_database, "INSERT INTO search (id, name, calibration) VALUES (1,'',?)");
        text.empty() ? search.bindNull() : search.bindText(text);
        search.insert();
    }
    Statement search(m_database, "UPDATE search SET name = ?, best = ?");
    search.bindText(news.name);
    m_best == 0 ? search.bindNull() : search.bind(m_best);
    search.step();
    if (news.tiles && m_best == 0) {
        const Plan& plan = news.tiles->plan;
        std::vector<std::int32_t> ids(news.tiles->changes.begin() + static_cast<std::ptrdiff_t>(m_changes),
                                      news.tiles->changes.end());
        std::erase_if(ids, [this](std::int32_t id) { return static_cast<std::size_t>(id) >= m_tiles; });
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        for (std::size_t t = m_tiles; t < plan.tiling().tiles.size(); ++t)
            ids.push_back(static_cast<std::int32_t>(t));
        const auto alive = std::stable_partition(ids.begin(), ids.end(), [&](std::int32_t id) {
            return plan.tiling().tiles[static_cast<std::size_t>(id)].entries.size() > 0;
        });
        const std::vector<std::int32_t> gone(alive, ids.end());
        ids.erase(alive, ids.end());
        const PlanBlob blob = planToBlob(partOf(plan, ids));
        Trace trace;
        trace.rounds = news.rounds;
        for (TraceRound& round : trace.rounds)
            round.tileBegin = round.tileEnd = 0; // made anew from the tiles' rounds
        const std::string idBytes = packArray(std::span<const std::int32_t>(ids));
        const std::string goneBytes = packArray(std::span<const std::int32_t>(gone));
        const std::string lines = traceToText(trace, {});
        Statement part(m_database, "INSERT INTO search_part (json, arrays, tiles, tile_id, gone, gone_id, trace) "
                                   "VALUES (?,?,?,?,?,?,?)");
        part.bindText(blob.json).bindBlob(blob.arrays);
        part.bind(static_cast<std::int64_t>(ids.size())).bindBlob(idBytes);
        part.bind(static_cast<std::int64_t>(gone.size())).bindBlob(goneBytes).bindText(lines).insert();
        m_tiles = plan.tiling().tiles.size();
        m_changes = news.tiles->changes.size();
    }
    m_database.run("COMMIT");
}

void KeptSearch::end()
{
    m_database.run("BEGIN");
    m_database.run("DELETE FROM search");
    m_database.run("DELETE FROM search_part");
    if (m_best != 0)
        removePlanRow(m_database, m_best);
    m_database.run("COMMIT");
    m_tiles = m_changes = 0;
    m_best = 0;
    m_begun = false;
}

bool holdsTiles(Database& database)
{
    return database.integer("SELECT count(*) FROM sqlite_master WHERE name = 'search_part'") > 0 &&
           database.integer("SELECT count(*) FROM search_part") > 0;
}

void finishKeptSearch(Database& database, Session& session, Progress& progress)
{
    if (database.integer("SELECT count(*) FROM sqlite_master WHERE name = 'search'") == 0)
        return;
    Statement search(database, "SELECT name, best, calibration FROM search");
    if (!search.step())
        return;
    const Matrix& matrix = *session.matrix;
    const std::string name(search.text(0));
    if (!search.null(1)) {
        Statement before(database, "SELECT count(*) FROM plan WHERE id < ?");
        before.bind(search.integer(1)).step();
        const auto index = static_cast<std::size_t>(before.integer(0));
        if (index >= session.plans.size())
            failInput("is damaged: the best plan of the search is not there", {.file = database.file()});
        SessionPlan& best = session.plans[index];
        best.plan.options["cancelled"] = {{"search", name}, {"covered", matrix.nnz()}};
        best.title.clear();
        return;
    }
    if (!holdsTiles(database))
        return;
    SessionPlan found;
    found.plan = tilesOf(database, matrix, found.trace, progress);
    Plan& plan = found.plan;
    std::vector<TraceRound>& rounds = found.trace.rounds;
    if (plan.tiling().tiles.empty())
        return;
    align(rounds, plan);
    const auto chosen = static_cast<std::int64_t>(plan.tiling().tiles.size());
    const auto model = makeCostModel(calibrationOf(plan, search), plan.op, plan.densePart);
    takeRest(plan, matrix, model->calibration().sms, rounds, progress);
    validateNewPlan(plan, matrix, progress);
    markAtomicTiles(plan);
    costPlan(plan, matrix, *model, progress);
    plan.tiling().schedule = scheduleOf(plan, model->calibration().sms).sm;
    plan.options["cancelled"] = {{"search", name}, {"covered", rounds.back().covered}};
    if (chosen < static_cast<std::int64_t>(plan.tiling().tiles.size())) {
        TraceRound rest = roundOf(plan, chosen);
        rest.round = plan.tiling().tiles.back().round;
        rest.level = plan.tiling().tiles.back().level;
        rest.rest = true;
        rounds.push_back(std::move(rest));
    }
    session.plans.push_back(std::move(found));
}

} // namespace sparsescope::session
