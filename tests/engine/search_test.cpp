// What STILE.md says is true of the stile search: properties over random matrices, operators and options.
#include "engine/core/parallel.h"
#include "engine/plan/formats/shared.h"
#include "engine/plan/plan_file.h"
#include "engine/search/stile/greedy.h"
#include "engine/search/stile/selection.h"
#include "tests/engine/search_fixtures.h"

#include <bitset>
#include <limits>
#include <numeric>
#include <random>

using namespace sparsescope;

TEST_CASE("any operator, data type and options: every non-zero is owned once, costs and atomic flags are exact, the "
          "product is right")
{
    const Calibration calibration = everything();
    std::uint64_t seed = 31;
    const nlohmann::json variants[] = {nlohmann::json::object(),
                                       {{"depth", 1}},
                                       {{"depth", 2}, {"ratio", 1.5}},
                                       {{"withdraw", false}},
                                       {{"orders", "rows"}},
                                       {{"column-parts", "1,2,4"}},
                                       {{"dense-split", "32,48,64"}},
                                       {{"formats", "block"}},
                                       {{"formats", "ell,1d"}, {"max-ell-width", 8}},
                                       {{"ratio", 3.0}, {"compete", false}},
                                       {{"formats", "csr"}}};
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM})
        for (const DataType dtype : {DataType::Float16, DataType::BFloat16, DataType::TFloat32, DataType::Float32})
            for (const nlohmann::json& options : variants) {
                ++seed;
                const std::vector<MatrixPtr> all = matrices(seed);
                const MatrixPtr& matrix = all[seed % all.size()];
                INFO("seed " << seed << " " << matrix->source().name << " " << matrix->rows() << " x " << matrix->cols()
                             << " " << label(kind) << " " << name(dtype) << " " << options.dump());
                const auto [plan, trace] = searchedWith(calibration, *matrix, {kind, dtype, 80}, options);
                REQUIRE_NOTHROW(validatePlan(plan, *matrix));
                checkCosts(plan, *matrix, calibration);
                CHECK(executed(plan, *matrix, seed).accepted(dtype));
                for (const Competitor& c : plan.competitors)
                    CHECK(plan.predictedNs <= c.predictedNs);
            }
}

TEST_CASE("the same plan, byte for byte, at 1, 2 and 4 threads, with any options")
{
    const Calibration calibration = everything();
    const MatrixPtr matrix = rmat(4096, 45000, 12);
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM})
        for (const nlohmann::json& options : {nlohmann::json::object(), nlohmann::json{{"depth", 2}, {"ratio", 1.4}},
                                              nlohmann::json{{"column-parts", "1,2"}}}) {
            INFO(label(kind) << " " << options.dump());
            std::vector<PlanBlob> blobs;
            std::vector<std::string> traces;
            for (const int threads : {1, 2, 4})
                withThreads(threads, [&] {
                    const auto [plan, trace] =
                        searchedWith(calibration, *matrix, {kind, DataType::Float16, 64}, options);
                    blobs.push_back(planToBlob(plan));
                    traces.push_back(traceToText(trace, plan));
                });
            for (std::size_t i = 1; i < blobs.size(); ++i) {
                CHECK(blobs[i].json == blobs[0].json);
                CHECK((blobs[i].arrays == blobs[0].arrays));
                CHECK((traces[i] == traces[0]));
            }
        }
}

TEST_CASE("SpMV is planned with ELL tiles against plain CSR, in larger tiles than SpMM, and has no dense loop to split")
{
    const Calibration calibration = everything();
    std::uint64_t seed = 131;
    for (const DataType dtype : dataTypes)
        for (const nlohmann::json& options :
             {nlohmann::json::object(), nlohmann::json{{"depth", 1}}, nlohmann::json{{"column-parts", "1,2,4"}},
              nlohmann::json{{"max-ell-width", 1024}}, nlohmann::json{{"formats", "csr"}},
              nlohmann::json{{"dense-split", "1"}}}) {
            ++seed;
            const std::vector<MatrixPtr> all = matrices(seed);
            const MatrixPtr& matrix = all[seed % all.size()];
            INFO("seed " << seed << " " << matrix->source().name << " " << name(dtype) << " " << options.dump());
            const auto [plan, trace] = searchedWith(calibration, *matrix, {OperatorKind::SpMV, dtype, 1}, options);
            REQUIRE_NOTHROW(validatePlan(plan, *matrix));
            checkCosts(plan, *matrix, calibration);
            // A single sum may be far smaller than what it adds up: only what each element is measured by holds then.
            const ErrorNorms error = executed(plan, *matrix, seed);
            CHECK((matrix->rows() == 1 ? error.worstElement < 8e-3 : error.accepted(dtype)));
            for (const FormatPtr& format : plan.tiling().formats)
                CHECK((format->name() == "ell" || format->name() == "csr"));
        }
    const MatrixPtr matrix = rmat(2048, 60000, 8);
    const Operator op{OperatorKind::SpMV, DataType::Float16, 1};
    const Plan plan = searchedWith(calibration, *matrix, op, nlohmann::json::object()).plan;
    std::vector<std::string> names;
    for (const Competitor& c : plan.competitors)
        names.push_back(c.name);
    CHECK(names == std::vector<std::string>{"multi-level", "single-level", "plain CSR"});
    CHECK(plan.densePart == 1);
    CHECK(plan.denseParts() == 1);
    CHECK(stile::automaticPlaces(*matrix, op, calibration.sms) == 256);
    CHECK(stile::automaticPlaces(*matrix, op, 1) == 2048);
    CHECK_THROWS_WITH(searchedWith(calibration, *matrix, op, {{"dense-split", "32"}}),
                      Catch::Contains("no dense loop to split"));
    CHECK_THROWS_WITH(searchedWith(calibration, *matrix, op, {{"formats", "block"}, {"compete", false}}),
                      Catch::Contains("nothing in common for spmv f16"));
}

TEST_CASE("a plan searched again from its recorded options is the same")
{
    const MatrixPtr matrix = rmat(1024, 20000, 3);
    const Plan first = searched(*matrix, spmm(DataType::Float16, 96), {{"ratio", 1.3}, {"depth", 3}}).plan;
    const Plan again = searched(*matrix, first.op, first.options).plan;
    CHECK(planToBlob(first).json == planToBlob(again).json);
}

TEST_CASE("the finished plan is never predicted worse than its competitors, and records them")
{
    for (const MatrixPtr& matrix : {rmat(2048, 60000, 8), crossing(1024, 2), strided(600)}) {
        const Plan plan =
            searchedWith(everything(), *matrix, spmm(DataType::Float16, 32), nlohmann::json::object()).plan;
        std::vector<std::string> names;
        double least = std::numeric_limits<double>::infinity();
        for (const Competitor& c : plan.competitors) {
            names.push_back(c.name);
            least = std::min(least, c.predictedNs);
        }
        CHECK(names == std::vector<std::string>{"multi-level", "single-level", "block only", "ELL only", "plain CSR"});
        CHECK(plan.predictedNs == least);
    }
}

TEST_CASE("plain CSR: whole rows in their order, tiles of like work, a row that is too long alone in its tiles")
{
    const MatrixPtr matrix = rmat(2048, 60000, 8);
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
        const auto [plan, trace] =
            searchedWith(everything(), *matrix, {kind, DataType::Float16, 32}, {{"formats", "csr"}});
        const auto places = stile::automaticPlaces(*matrix, plan.op, everything().sms);
        REQUIRE(plan.tiling().formats.size() == 1);
        CHECK(plan.tiling().formats[0]->parameters().at("places") == places);
        CHECK(summarise(plan).places.padding() == 0);
        CHECK(plan.competitors.size() == 1);
        for (std::size_t p = 0; p < plan.tiling().entries.size(); ++p)
            REQUIRE(plan.tiling().entries[p] == p);
        REQUIRE(trace.rounds.size() == 1);
        CHECK(trace.rounds[0].tileEnd == static_cast<std::int64_t>(plan.tiling().tiles.size()));
        bool split = false;
        for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
            const Tile& tile = plan.tiling().tiles[t];
            const std::int32_t first = plan.tiling().rowIds[static_cast<std::size_t>(tile.rows.begin)];
            const bool longRow = matrix->rowLength(first) > places;
            split = split || longRow;
            CHECK((!longRow || tile.rows.size() == 1));
            CHECK(tile.atomic == (longRow && kind == OperatorKind::SpMM));
            // The next whole row would not have fitted, or is too unlike these.
            if (t + 1 < plan.tiling().tiles.size() && !longRow) {
                const auto next = matrix->rowLength(plan.tiling().rowIds[static_cast<std::size_t>(tile.rows.end)]);
                CHECK((tile.entries.size() + next > places ||
                       lengthsDiffer(tile.entries.size(), tile.rows.size(), next, places)));
            }
        }
        CHECK(split);
    }
    CHECK_THROWS_WITH(searchedWith(everything(), *matrix, spmm(DataType::Float16, 32), {{"formats", "csr,ell"}}),
                      Catch::Contains("takes csr alone"));
    CHECK_THROWS_WITH(searched(*matrix, spmm(DataType::Float16, 32), {{"formats", "csr"}}),
                      Catch::Contains("nothing in common"));
}

TEST_CASE("depth N makes candidates N times at most, however many rounds follow")
{
    const MatrixPtr matrix = rmat(1024, 40000, 5);
    for (const int depth : {1, 2, 5, 0}) {
        INFO("depth " << depth);
        const auto [plan, trace] =
            searched(*matrix, spmm(DataType::Float16, 32), {{"depth", depth}, {"compete", false}});
        CHECK(trace.rounds.front().level == 1);
        for (std::size_t i = 1; i < trace.rounds.size(); ++i) {
            const int rise = trace.rounds[i].level - trace.rounds[i - 1].level;
            CHECK((rise == 0 || rise == 1));
        }
        CHECK(trace.rounds.size() >= static_cast<std::size_t>(trace.rounds.back().level));
        if (depth > 0)
            CHECK(trace.rounds.back().level == depth);
        else
            CHECK(trace.rounds.back().level > 5);
        for (const Tile& tile : plan.tiling().tiles)
            CHECK(tile.level == trace.rounds[static_cast<std::size_t>(tile.round) - 1].level);
    }
}

TEST_CASE("without local search a round takes one tile, without withdrawal none goes")
{
    const MatrixPtr matrix = rmat(512, 8000, 5);
    const auto single = searched(*matrix, spmm(DataType::Float16, 32),
                                 {{"local-search", false}, {"withdraw", false}, {"compete", false}});
    for (const TraceRound& round : single.trace.rounds)
        CHECK(round.tileEnd == round.tileBegin + 1);
    CHECK(single.trace.rounds.size() == single.plan.tiling().tiles.size());
    for (const TraceRound& round : single.trace.rounds)
        CHECK((round.swaps == 0 && round.withdrawn.empty()));
}

// A block whose rows turn out to be its own alone may cost more than was expected of it, where the calibration measured
// less with atomics.
TEST_CASE("with a local search ratio of 1 every search ends, in no more rounds than there are tiles and refusals")
{
    const MatrixPtr matrix = crossing(2048, 1);
    for (const DataType type : {DataType::Float16, DataType::Float32})
        for (const int depth : {0, 10}) {
            const auto found = searchedWith(readCalibration("h200"), *matrix, {OperatorKind::SpMM, type, 128},
                                            {{"ratio", 1}, {"depth", depth}, {"compete", false}});
            CHECK(found.trace.rounds.back().covered == matrix->nnz());
            CHECK(found.trace.rounds.size() < 4 * found.plan.tiling().tiles.size());
        }
}

TEST_CASE("withdrawal: a block that replaces others costs no more per new non-zero than the best candidate")
{
    // Atomic tiles are dear: blocks that make whole windows not atomic pay.
    Calibration calibration = everything();
    std::int64_t swaps = 0, withdrawn = 0;
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        const MatrixPtr matrix = seed % 2 ? randomUniform(600, 120, 0.05, seed) : rmat(512, 3000, seed);
        INFO("seed " << seed);
        const auto [plan, trace] = searchedWith(calibration, *matrix, spmm(DataType::Float16, 32),
                                                {{"compete", false}, {"ratio", 1.05}, {"max-ell-width", 4}});
        validatePlan(plan, *matrix);
        checkCosts(plan, *matrix, calibration);
        double cost = 0;
        std::int64_t atomic = 0, stored = 0;
        for (const Tile& tile : plan.tiling().tiles) {
            cost += tile.cost;
            atomic += tile.atomic ? 1 : 0;
            stored += countPlaces(plan, tile).stored;
        }
        CHECK(trace.rounds.back().costSum == Approx(cost));
        CHECK(trace.rounds.back().atomicTiles == atomic);
        CHECK(trace.rounds.back().storedPlaces == stored);
        CHECK(trace.rounds.back().covered == matrix->nnz());
        std::int64_t taken = 0;
        for (const TraceRound& round : trace.rounds) {
            swaps += round.swaps;
            withdrawn += static_cast<std::int64_t>(round.withdrawn.size());
            for (const TraceTile& t : round.withdrawn)
                CHECK(t.round < round.round + 1);
            CHECK(round.covered >= taken);
            taken = round.covered;
        }
    }
    CHECK(swaps > 0);
    CHECK(withdrawn > 0);
}

TEST_CASE("on tiny matrices the greedy plan costs at most r H(|U|) times the optimum of the same candidates")
{
    // SDDMM: costs do not depend on what else is chosen, so that first-level candidates are a weighted set cover.
    const Calibration calibration = everything();
    std::vector<double> ratios;
    for (const std::uint64_t seed : seeds(40)) {
        const MatrixPtr matrix = rmat(32, 220, seed);
        INFO("seed " << seed);
        const auto model = makeCostModel(calibration, {OperatorKind::SDDMM, DataType::Float16, 32});
        const nlohmann::json options = completeOptions(planner("stile"), {{"formats", "block,1d"}, {"orders", "none"}});
        const stile::Space space = stile::makeSpace(*matrix, *model, options, {});
        const stile::Remaining remaining(*matrix);
        ScratchPool pool(matrix->cols());
        stile::Level level = makeLevel(remaining, space, pool, noProgress());
        refresh(level, std::numeric_limits<double>::infinity(), remaining, space, pool, noProgress());
        REQUIRE(level.candidates.size() <= 18);
        REQUIRE(matrix->nnz() <= 256);
        // The optimum by trying every set of candidates.
        std::vector<std::bitset<256>> covers;
        std::vector<double> costs;
        for (const stile::Candidate& c : level.candidates) {
            const stile::Candidate* one = &c;
            const auto scratch = pool.lend();
            covers.emplace_back();
            const std::vector<stile::Contents> contents = contentsOf(std::span(&one, 1), level, remaining, *scratch);
            for (const std::uint32_t entry : contents.front().entries)
                covers.back().set(Entry::position(entry));
            costs.push_back(c.cost);
        }
        double optimum = std::numeric_limits<double>::infinity();
        for (std::uint32_t set = 1; set < 1u << covers.size(); ++set) {
            double cost = 0;
            std::bitset<256> covered;
            for (std::size_t i = 0; i < covers.size(); ++i)
                if (set >> i & 1) {
                    cost += costs[i];
                    covered |= covers[i];
                }
            if (cost < optimum && static_cast<std::int64_t>(covered.count()) == matrix->nnz())
                optimum = cost;
        }
        Plan plan;
        plan.rows = matrix->rows();
        const double r = 1.2;
        Trace trace;
        const auto rounds =
            selectGreedily(*matrix, space, {r, true, false, 1}, plan, trace, noProgress(), noProgress()).rounds;
        double harmonic = 0;
        for (std::int64_t i = 1; i <= matrix->nnz(); ++i)
            harmonic += 1.0 / static_cast<double>(i);
        // It may even lie below: a tile keeps only what those before it left, and then costs less than its candidate.
        CHECK(rounds.back().costSum <= r * harmonic * optimum);
        ratios.push_back(rounds.back().costSum / optimum);
    }
    std::sort(ratios.begin(), ratios.end());
    WARN("greedy over optimum: median " << ratios[ratios.size() / 2] << ", largest " << ratios.back());
    CHECK(ratios[ratios.size() / 2] < 1.5);
}

namespace {

// A level of everything that may be cut from a matrix.
struct WholeLevel {
    WholeLevel(const Matrix& matrix, OperatorKind kind)
        : model(makeCostModel(calibration, {kind, DataType::Float16, 32})),
          space(stile::makeSpace(matrix, *model, completeOptions(planner("stile"), nlohmann::json::object()), {})),
          remaining(matrix), pool(matrix.cols()), level(makeLevel(remaining, space, pool, noProgress()))
    {
    }

    Calibration calibration = everything();
    std::unique_ptr<CostModel> model;
    stile::Space space;
    stile::Remaining remaining;
    ScratchPool pool;
    stile::Level level;
};

} // namespace

TEST_CASE("no block of a window is cheaper on average than the lengths of its rows say")
{
    for (const std::uint64_t seed : seeds(10))
        for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
            INFO("seed " << seed << " " << label(kind));
            const MatrixPtr matrix = rmat(512, 9000, seed);
            WholeLevel whole(*matrix, kind);
            const std::vector<double> bounds = whole.level.bounds;
            REQUIRE(!bounds.empty());
            beginChains(whole.level, stile::infinity, whole.remaining, whole.space, whole.pool, noProgress());
            for (std::size_t w = 0; w < bounds.size(); ++w)
                CHECK(whole.level.averages[w] >= bounds[w]);
        }
}

TEST_CASE("contents without what others took are those that the candidate has then")
{
    for (const std::uint64_t seed : seeds(10))
        for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
            INFO("seed " << seed << " " << label(kind));
            const MatrixPtr matrix = rmat(256, 4000, seed);
            WholeLevel whole(*matrix, kind);
            refresh(whole.level, stile::infinity, whole.remaining, whole.space, whole.pool, noProgress());
            const auto scratch = whole.pool.lend();
            const auto contents = [&] {
                std::vector<stile::Contents> made;
                for (const stile::Candidate& c : whole.level.candidates) {
                    const stile::Candidate* one = &c;
                    made.push_back(contentsOf(std::span(&one, 1), whole.level, whole.remaining, *scratch).front());
                }
                return made;
            };
            std::vector<stile::Contents> before = contents();
            std::mt19937_64 random(seed);
            for (std::int64_t r = 0; r < matrix->rows(); ++r)
                for (std::int64_t p = matrix->rowPtr()[at(r)]; p < matrix->rowPtr()[at(r) + 1]; ++p)
                    if (random() % 3 != 0)
                        whole.remaining.cover(static_cast<std::uint32_t>(p), static_cast<std::int32_t>(r));
            const std::vector<stile::Contents> after = contents();
            for (std::size_t i = 0; i < before.size(); ++i) {
                dropCovered(before[i], whole.level.candidates[i].kind, whole.remaining, *scratch);
                CHECK(before[i].rows == after[i].rows);
                CHECK(before[i].owned == after[i].owned);
                CHECK(before[i].cols == after[i].cols);
                CHECK(before[i].entries == after[i].entries);
                CHECK(before[i].covers == after[i].covers);
                CHECK(before[i].distinctCols == after[i].distinctCols);
            }
        }
}

TEST_CASE("levels win on crossing patterns: fewer stored zeros and a lower predicted cost than one level")
{
    const MatrixPtr matrix = crossing(2048, 7);
    const Plan many = searched(*matrix, spmm(DataType::Float16, 32), {{"compete", false}}).plan;
    const Plan one = searched(*matrix, spmm(DataType::Float16, 32), {{"compete", false}, {"depth", 1}}).plan;
    CHECK(many.predictedNs < one.predictedNs);
    CHECK(summarise(many).places.stored - matrix->nnz() <= summarise(one).places.stored - matrix->nnz());
}

TEST_CASE("costs between measured parts of the dense loop are interpolated, above them in proportion")
{
    const Calibration calibration = everything();
    const FormatPtr block = makeFormat("block", {{"rows", 16}, {"width", 64}});
    const TileFeatures tile{block.get(), 16, 64, 64};
    const Operator op = spmm(DataType::Float16, 256);
    const auto cost = [&](std::int64_t part) { return makeCostModel(calibration, op, part)->cost(tile, false); };
    CHECK(cost(32) == Approx(180 + 32 + 64 * 6));
    CHECK(cost(64) == Approx(180 + 64 + 64 * 6));
    CHECK(cost(48) == Approx((cost(32) + cost(64)) / 2));
    CHECK(cost(128) == Approx(2 * cost(64)));
    CHECK(cost(16) == Approx(cost(32)));
    const FormatPtr low = makeFormat("block", {{"rows", 8}, {"width", 160}});
    CHECK(makeCostModel(calibration, op)->cost({low.get(), 8, 160, 160}, false) == Approx(150 + 32 + 160 * 4));
}

TEST_CASE("the best split of the dense loop is taken, and the schedule is kept with the plan")
{
    const Calibration calibration = everything();
    const MatrixPtr matrix = rmat(512, 9000, 2);
    const auto best =
        searchedWith(calibration, *matrix, spmm(DataType::Float16, 128), {{"dense-split", "32,64,128"}}).plan;
    for (const std::int64_t part : {32, 64, 128}) {
        const auto alone =
            searchedWith(calibration, *matrix, spmm(DataType::Float16, 128), {{"dense-split", std::to_string(part)}})
                .plan;
        CHECK(alone.densePart == part);
        CHECK(best.predictedNs <= alone.predictedNs);
    }
    REQUIRE(best.tiling().schedule.size() == best.tiling().tiles.size() * static_cast<std::size_t>(best.denseParts()));
    std::vector<double> busy(static_cast<std::size_t>(calibration.sms), 0);
    for (std::size_t task = 0; task < best.tiling().schedule.size(); ++task)
        busy[static_cast<std::size_t>(best.tiling().schedule[task])] +=
            best.tiling().tiles[task / static_cast<std::size_t>(best.denseParts())].cost;
    CHECK(*std::max_element(busy.begin(), busy.end()) + calibration.launchNs == Approx(best.predictedNs));
    const Plan back = planFromBlob(planToBlob(best), *matrix, "plan");
    CHECK(back.tiling().schedule == best.tiling().schedule);
}
