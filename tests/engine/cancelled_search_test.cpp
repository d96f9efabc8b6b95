// Searches that are watched while they run, and searches that end early and keep what they found.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/io/reader.h"
#include "engine/plan/plan_file.h"
#include "engine/session/recovery.h"
#include "tests/engine/plans_by_hand.h"
#include "tests/engine/search_fixtures.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <optional>

using namespace sparsescope;

namespace {

// Looks at every step of a search, and says after some round of the n-th search that it is enough.
struct Watcher : Trace {
    std::function<void()> sayEnough;
    std::function<void(const PartialPlan&)> look;
    std::function<void(const Plan&, const std::vector<TraceRound>&, const std::string&)> hearOfBest;
    int enoughIn = 0;            // number of the search; 0: never
    std::size_t enoughAfter = 0; // rounds
    std::vector<std::string> names;
    std::optional<PartialPlans> copies;
    std::shared_ptr<const PartialPlan> last;
    std::size_t looks = 0;

    void start(std::function<void()> enough) override
    {
        sayEnough = std::move(enough);
        if (enoughIn == 0 && enoughAfter > 0)
            sayEnough();
    }
    void begins(const TraceSearch& search) override
    {
        Trace::begins(search);
        names.push_back(search.name);
        CHECK(search.number <= search.of);
        last.reset();
        copies.emplace(search.header);
    }
    void chosen(const TilesSoFar& tiles) override
    {
        if (sinceEnough)
            return;
        last.reset();
        last = copies->take(tiles);
        REQUIRE(last);
        ++looks;
        if (look)
            look(*last);
    }
    void round(const TraceRound& r) override
    {
        Trace::round(r);
        if (static_cast<int>(names.size()) == enoughIn && rounds.size() == enoughAfter) {
            sayEnough();
            sinceEnough = true;
        }
    }
    void best(const Plan& plan, const std::vector<TraceRound>& its, const std::string& underWay) override
    {
        if (hearOfBest)
            hearOfBest(plan, its, underWay);
    }
    bool sinceEnough = false;
};

// What is owned is owned by the tile that holds it, and nothing else is.
void checkPartial(const PartialPlan& part, const Matrix& matrix)
{
    REQUIRE(static_cast<std::int64_t>(part.owners.size()) == matrix.nnz());
    std::vector<std::uint32_t> owners(part.owners.size(), PartialPlan::noOwner);
    for (std::size_t t = 0; t < part.plan.tiling().tiles.size(); ++t)
        for (const std::uint32_t entry : part.plan.tiling().view(part.plan.tiling().tiles[t]).entries)
            if (!Entry::redundant(entry)) {
                REQUIRE(owners[Entry::position(entry)] == PartialPlan::noOwner);
                owners[Entry::position(entry)] = static_cast<std::uint32_t>(t);
            }
    CHECK(owners == part.owners);
    const auto covered =
        std::count_if(owners.begin(), owners.end(), [](std::uint32_t o) { return o != PartialPlan::noOwner; });
    CHECK(covered == part.covered);
}

// The i-th tile that is left of a partial plan, and of a plan, hold the same.
bool begins(const Plan& plan, const Plan& part, bool withCosts = true)
{
    std::size_t at = 0;
    const auto same = [](auto a, auto b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); };
    for (const Tile& tile : part.tiling().tiles) {
        if (tile.rows.size() == 0)
            continue;
        if (at >= plan.tiling().tiles.size())
            return false;
        const Tile& other = plan.tiling().tiles[at++];
        const TileView a = part.tiling().view(tile), b = plan.tiling().view(other);
        if (!same(a.rowIds, b.rowIds) || !same(a.colIds, b.colIds) || !same(a.entries, b.entries) ||
            (withCosts && (tile.cost != other.cost || tile.atomic != other.atomic)) || tile.round != other.round ||
            tile.level != other.level ||
            part.tiling().formats[static_cast<std::size_t>(tile.format)]->label() !=
                plan.tiling().formatOf(other).label())
            return false;
    }
    return true;
}

Plan search(const Matrix& matrix, const Operator& op, const nlohmann::json& options, TraceSink& sink,
            Progress& progress = noProgress())
{
    const auto model = makeCostModel(everything(), op);
    return planner("stile").search(matrix, op, ModelEvaluator(*model), options, sink, progress);
}

// What the end of the process would leave of the file now.
std::vector<session::Session>
leftBy(const session::RecoveryFile& file, const std::string& folder,
       const std::function<void(const session::Session&, const std::string& lost)>& look = {})
{
    namespace fs = std::filesystem;
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const char* suffix : {"", "-wal"})
        if (fs::exists(file.path() + suffix))
            fs::copy_file(file.path() + suffix, fs::path(folder) / ("left.sscope" + std::string(suffix)));
    std::vector<session::Session> all;
    for (const session::Recoverable& left : session::findRecoverable(folder)) {
        std::string lost;
        all.push_back(session::readRecovery(left.path, noProgress(), {}, &lost));
        if (look)
            look(all.back(), lost);
        else
            CHECK(left.summary.plans == static_cast<std::int64_t>(all.back().plans.size()));
    }
    return all;
}

const nlohmann::json alone = {{"compete", false}, {"dense-split", "32"}};

} // namespace

TEST_CASE("who watches a search sees at each step who owns what, and in the end the plan")
{
    const std::uint64_t seed = 4711;
    INFO("seed " << seed);
    for (const Operator& op : {spmm(DataType::Float16, 32), Operator{OperatorKind::SDDMM, DataType::Float16, 32}})
        for (const MatrixPtr& matrix : matrices(seed)) {
            INFO(matrix->source().name << ", " << name(op.kind));
            Watcher watcher;
            std::int64_t before = 0;
            watcher.look = [&](const PartialPlan& part) {
                checkPartial(part, *matrix);
                CHECK(part.covered >= before);
                before = part.covered;
            };
            const Plan plan = search(*matrix, op, alone, watcher);
            if (matrix->nnz() == 0)
                continue;
            REQUIRE(watcher.last);
            CHECK(watcher.last->covered == matrix->nnz());
            CHECK(begins(plan, watcher.last->plan));
            CHECK(watcher.looks >= watcher.rounds.size());
            CHECK_FALSE(cancelledSearch(plan));
        }
}

TEST_CASE("what a search had chosen when its process ended comes back as a plan, as if it had been cancelled then")
{
    const std::uint64_t seed = 4713;
    INFO("seed " << seed);
    std::ptrdiff_t withdrawn = 0;
    for (const Operator& op : {spmm(DataType::Float16, 32), Operator{OperatorKind::SDDMM, DataType::Float16, 32}})
        for (const MatrixPtr& matrix : {rmat(512, 9000, seed), crossing(256, seed), strided(200)}) {
            INFO(matrix->source().name << ", " << name(op.kind));
            const TemporaryFolder folder;
            session::RecoveryFile file(folder / "r");
            file.begin(*matrix);
            Watcher watcher;
            std::size_t told = 0;
            watcher.look = [&](const PartialPlan& part) {
                session::SearchNews news;
                news.name = watcher.names.back();
                news.anew = watcher.looks == 1;
                news.calibration = std::make_shared<const Calibration>(everything());
                news.tiles = watcher.last;
                for (; told < watcher.rounds.size(); ++told)
                    news.rounds.push_back(watcher.rounds[told]);
                file.addToSearch(news);
                withdrawn += std::ssize(part.changes);
                const std::vector<session::Session> back = leftBy(file, folder / "left");
                REQUIRE(back.size() == 1);
                REQUIRE(back[0].plans.size() == 1);
                const Plan& plan = back[0].plans[0].plan;
                const std::vector<TraceRound>& rounds = back[0].plans[0].trace.rounds;
                validatePlan(plan, *matrix);
                CHECK(begins(plan, part.plan, false));
                const auto cancelled = cancelledSearch(plan);
                REQUIRE(cancelled);
                CHECK(cancelled->search == news.name);
                CHECK(cancelled->covered ==
                      Approx(static_cast<double>(part.covered) / static_cast<double>(matrix->nnz())));
                REQUIRE(rounds.size() >= watcher.rounds.size());
                for (std::size_t r = 0; r < watcher.rounds.size(); ++r) {
                    CHECK(rounds[r].limit == watcher.rounds[r].limit);
                    CHECK(rounds[r].withdrawn.size() == watcher.rounds[r].withdrawn.size());
                    CHECK(rounds[r].lost.size() == watcher.rounds[r].lost.size());
                }
                CHECK(rounds.back().rest == (part.covered < matrix->nnz()));
                CHECK(rounds.back().tileEnd == static_cast<std::int64_t>(plan.tiling().tiles.size()));
                CHECK(rounds.back().covered == matrix->nnz());
            };
            const Plan plan = search(*matrix, op, alone, watcher);
            CHECK(watcher.looks > 1);
            file.addPlan(plan, watcher, "mine");
            file.endSearch();
            const std::vector<session::Session> back = leftBy(file, folder / "left");
            REQUIRE(back.size() == 1);
            REQUIRE(back[0].plans.size() == 1);
            CHECK(back[0].plans[0].title == "mine");
        }
    CHECK(withdrawn > 0); // the case is there
}

TEST_CASE("the tiles that come back cost what they did in the search, by numbers that no file holds")
{
    const MatrixPtr matrix = rmat(512, 9000, 6);
    const Operator op = spmm(DataType::Float16, 32);
    auto own = readCalibration("h200");
    changeCosts(own, "ell=2");
    for (const auto& numbers : {std::make_shared<const Calibration>(own), std::shared_ptr<const Calibration>()}) {
        const TemporaryFolder folder;
        session::RecoveryFile file(folder / "r");
        file.begin(*matrix);
        Watcher watcher;
        watcher.look = [&](const PartialPlan& part) {
            if (watcher.looks != 3)
                return;
            session::SearchNews news;
            news.name = "multi-level";
            news.anew = true;
            news.calibration = numbers;
            news.tiles = watcher.last;
            news.rounds = watcher.rounds;
            file.addToSearch(news);
            leftBy(file, folder / "left", [&](const session::Session& back, const std::string& lost) {
                if (!numbers) { // "h200, ell x2" is no calibration that is shipped
                    CHECK(back.plans.empty());
                    CHECK_THAT(lost, Catch::Contains(own.name));
                    return;
                }
                CHECK(lost.empty());
                REQUIRE(back.plans.size() == 1);
                const Plan& plan = back.plans[0].plan;
                CHECK(plan.calibration == own.name);
                const auto model = makeCostModel(own, op, plan.densePart);
                Plan again = plan;
                costPlan(again, *matrix, *model, noProgress());
                CHECK(again.predictedNs == plan.predictedNs);
                CHECK(begins(plan, again));
                CHECK(part.plan.calibration == own.name);
            });
        };
        const auto model = makeCostModel(own, op);
        planner("stile").search(*matrix, op, ModelEvaluator(*model), alone, watcher, noProgress());
        CHECK(watcher.looks >= 3);
    }
}

TEST_CASE("of searches that compete the best whole plan comes back, and says which one was under way")
{
    const MatrixPtr matrix = crossing(256, 4714);
    const TemporaryFolder folder;
    session::RecoveryFile file(folder / "r");
    file.begin(*matrix);
    Watcher watcher;
    int heard = 0;
    watcher.hearOfBest = [&](const Plan& plan, const std::vector<TraceRound>& rounds, const std::string& underWay) {
        ++heard;
        CHECK(plan.competitors.size() == watcher.names.size());
        session::SearchNews news;
        news.name = underWay;
        news.best = std::make_shared<const session::SessionPlan>(session::SessionPlan{plan, {}});
        file.addToSearch(news);
        const std::vector<session::Session> back = leftBy(file, folder / "left");
        REQUIRE(back.size() == 1);
        REQUIRE(back[0].plans.size() == 1);
        CHECK(begins(back[0].plans[0].plan, plan));
        CHECK(back[0].plans[0].title.empty());
        const auto cancelled = cancelledSearch(back[0].plans[0].plan);
        REQUIRE(cancelled);
        CHECK(cancelled->search == underWay);
        CHECK(cancelled->covered == 1);
        CHECK(rounds.back().tileEnd == static_cast<std::int64_t>(plan.tiling().tiles.size()));
    };
    search(*matrix, spmm(DataType::Float16, 32), nlohmann::json::object(), watcher);
    CHECK(heard > 0);
    file.endSearch();
    CHECK(leftBy(file, folder / "left").at(0).plans.empty());
}

TEST_CASE("a copy that somebody looks at stays as it is, and there are three at most")
{
    const MatrixPtr matrix = rmat(512, 9000, 5);
    struct Keeper : Watcher {
        std::vector<std::shared_ptr<const PartialPlan>> kept;
        std::vector<std::int64_t> covered;
        void chosen(const TilesSoFar& tiles) override
        {
            const auto copy = copies->take(tiles);
            CHECK(static_cast<bool>(copy) == (kept.size() < 3));
            if (copy) {
                kept.push_back(copy);
                covered.push_back(copy->covered);
            }
        }
    } keeper;
    search(*matrix, spmm(DataType::Float16, 32), alone, keeper);
    REQUIRE(keeper.kept.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(keeper.kept[i]->covered == keeper.covered[i]);
        checkPartial(*keeper.kept[i], *matrix);
    }
    CHECK(keeper.covered[0] < matrix->nnz());
}

TEST_CASE("a search that ends early keeps its tiles and covers the rest")
{
    const std::uint64_t seed = 815;
    INFO("seed " << seed);
    std::vector<MatrixPtr> all = matrices(seed);
    all.push_back(readMatrix(sourceFile("samples/crossing-2048.mtx.gz"), noProgress()));
    std::vector<std::pair<Operator, nlohmann::json>> cases = {
        {spmm(DataType::Float16, 32), alone},
        {{OperatorKind::SDDMM, DataType::Float16, 32}, alone},
        {{OperatorKind::SpMV, DataType::Float32, 1}, {{"compete", false}}}};
    for (const char* formats : {"block", "ell"}) {
        cases.emplace_back(spmm(DataType::Float16, 32), alone);
        cases.back().second["formats"] = formats;
    }
    std::size_t kept = 0;
    for (const auto& [op, options] : cases)
        for (const MatrixPtr& matrix : all)
            for (const std::size_t rounds : {1, 2, 5, 17}) {
                INFO(matrix->source().name << ", " << name(op.kind) << " " << options.dump() << ", " << rounds
                                           << " rounds");
                const auto early = [&] {
                    Watcher watcher;
                    watcher.enoughIn = 1;
                    watcher.enoughAfter = rounds;
                    Plan plan = search(*matrix, op, options, watcher);
                    return std::pair(std::move(plan), std::move(watcher));
                };
                const auto [plan, watcher] = early();
                if (!watcher.sinceEnough || watcher.last->covered == matrix->nnz())
                    continue; // it had come to its end before
                ++kept;
                validatePlan(plan, *matrix);
                CHECK(begins(plan, watcher.last->plan));
                CHECK(executed(plan, *matrix, seed).accepted(op.dtype));
                checkCosts(plan, *matrix, everything());
                const auto cancelled = cancelledSearch(plan);
                REQUIRE(cancelled);
                CHECK(cancelled->search == watcher.names.front());
                CHECK(cancelled->covered ==
                      Approx(static_cast<double>(watcher.last->covered) / static_cast<double>(matrix->nnz())));
                // The rounds of the plan, and those for the rest.
                REQUIRE(watcher.rounds.size() > rounds);
                CHECK(watcher.rounds[rounds - 1].covered == watcher.last->covered);
                std::int64_t tiles = 0;
                for (std::size_t r = 0; r < watcher.rounds.size(); ++r) {
                    CHECK(watcher.rounds[r].rest == (r >= rounds));
                    CHECK(watcher.rounds[r].tileBegin == tiles);
                    CHECK(watcher.rounds[r].round == static_cast<int>(r) + 1);
                    tiles = watcher.rounds[r].tileEnd;
                }
                CHECK(tiles == static_cast<std::int64_t>(plan.tiling().tiles.size()));
                CHECK(watcher.rounds.back().covered == matrix->nnz());
                const Trace again = traceFromText(traceToText(watcher, plan), "trace");
                REQUIRE(again.rounds.size() == watcher.rounds.size());
                CHECK(again.rounds.back().rest);
                CHECK(again.rounds.back().limit == Approx(watcher.rounds.back().limit));
                // The same events, the same plan, at any number of threads.
                Plan other;
                withThreads(1, [&] { other = early().first; });
                CHECK(other.tiling().entries == plan.tiling().entries);
                CHECK(other.tiling().rowIds == plan.tiling().rowIds);
                CHECK(other.tiling().colIds == plan.tiling().colIds);
                CHECK(other.predictedNs == plan.predictedNs);
                CHECK(other.options == plan.options);
            }
    CHECK(kept > 60);
}

TEST_CASE("what a cancelled search says of itself is in its plan file")
{
    const MatrixPtr matrix = rmat(512, 9000, 5);
    Watcher watcher;
    watcher.enoughIn = 1;
    watcher.enoughAfter = 3;
    const Plan plan = search(*matrix, spmm(DataType::Float16, 32), alone, watcher);
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "sparsescope-cancelled-search";
    std::filesystem::create_directories(folder);
    const std::string file = (folder / "cancelled.plan.json").string();
    writePlan(plan, file);
    const Plan read = readPlan(file, *matrix);
    CHECK(read.options == plan.options);
    CHECK(cancelledSearch(read)->search == "multi-level");
    std::filesystem::remove_all(folder);
}

TEST_CASE("a whole plan that was found before is kept when the others are cut short")
{
    const MatrixPtr matrix = rmat(512, 9000, 7);
    const Operator op = spmm(DataType::Float16, 64);
    Watcher whole;
    search(*matrix, op, nlohmann::json::object(), whole);
    REQUIRE(whole.names.size() > 3);
    for (int in = 2; in < static_cast<int>(whole.names.size()); ++in) {
        Watcher watcher;
        watcher.enoughIn = in;
        watcher.enoughAfter = 1;
        const Plan plan = search(*matrix, op, nlohmann::json::object(), watcher);
        INFO(watcher.names.back());
        validatePlan(plan, *matrix);
        checkCosts(plan, *matrix, everything());
        // The cheapest of those that were complete.
        REQUIRE(static_cast<int>(plan.competitors.size()) == in - 1);
        for (const Competitor& c : plan.competitors)
            CHECK(plan.predictedNs <= c.predictedNs);
        CHECK(cancelledSearch(plan)->search == whole.names[static_cast<std::size_t>(in) - 1]);
        CHECK(cancelledSearch(plan)->covered == 1);
        CHECK_FALSE(watcher.rounds.back().rest);
    }
}

TEST_CASE("a search that has chosen nothing yet, or whose job is cancelled, leaves nothing")
{
    const MatrixPtr matrix = rmat(512, 9000, 7);
    const Operator op = spmm(DataType::Float16, 32);
    Watcher watcher;
    watcher.enoughAfter = 1; // before the first
    CHECK_THROWS_AS(search(*matrix, op, alone, watcher), Error);
    Progress progress;
    Watcher cancelling;
    cancelling.look = [&](const PartialPlan&) { progress.cancel(); };
    CHECK_THROWS_AS(search(*matrix, op, nlohmann::json::object(), cancelling, progress), Error);
    // What is left of a search that is over does no harm.
    Watcher over;
    search(*matrix, op, alone, over);
    over.sayEnough();
}
