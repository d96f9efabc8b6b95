// Sessions that hold a sequence of masks, dynamic plans and runs over the masks.
#include "engine/core/error.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/measure/mask_validation.h"
#include "engine/search/sparda/sparda.h"
#include "engine/session/database.h"
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "tests/support/catch.h"
#include "tests/support/dynamic_example.h"

#include <cmath>
#include <filesystem>
#include <utility>

using namespace sparsescope;
using session::Session;

namespace {

MaskSequencePtr twoMasks()
{
    return keptMasks(example::facts(), {*example::mask(), *example::fullMask()});
}

Session sessionOf(const MaskSequencePtr& masks, std::int64_t mask)
{
    Session session;
    session.masks = masks;
    session.mask = mask;
    session.matrix = masks->matrix(mask);
    SearchRequest request;
    request.planner = "sparda";
    request.op = {OperatorKind::SpMM, DataType::Float16, 64};
    session.dynamicPlans = {sparda::searchRule(*masks, request, noProgress()).plan};
    SequenceRun run;
    run.conditions.device = "NVIDIA H200";
    run.conditions.sms = 132;
    run.conditions.date = "2026-11-26T20:00:00Z";
    run.pairings = example::pairings();
    for (std::int64_t t = 0; t < masks->size(); ++t) {
        MaskRun of;
        of.pairing = t % 2;
        of.members = 6 + t;
        of.kernelNs = 1000.5 * static_cast<double>(t + 1);
        of.totalNs = 2 * of.kernelNs;
        of.predictedKernelNs = 1.9 * of.kernelNs;
        of.peakBytes = std::int64_t{1} << 40;
        run.masks.push_back(of);
    }
    Rival dense{"cublas:dense", false, {}, {}};
    for (std::int64_t t = 0; t < masks->size(); ++t)
        dense.masks.push_back({0, 500, 500, 1e-4, 1000});
    run.rivals = {dense, {"cusparse:bsr32", true, "no memory", {}}};
    run.counters = {{"dram__bytes_read.sum", 12345, "byte", "read"}};
    run.messages = {"said"};
    session.maskRuns = {{0, run}};
    return session;
}

void requireSame(const Session& a, const Session& b)
{
    REQUIRE(b.masks != nullptr);
    CHECK(b.mask == a.mask);
    CHECK(b.matrix->fingerprint() == a.matrix->fingerprint());
    CHECK(b.masks->size() == a.masks->size());
    CHECK(fingerprintOf(*b.masks, noProgress()) == fingerprintOf(*a.masks, noProgress()));
    REQUIRE(b.dynamicPlans.size() == 1);
    CHECK(dynamicPlanText(b.dynamicPlans[0]) == dynamicPlanText(a.dynamicPlans[0]));
    REQUIRE(b.maskRuns.size() == 1);
    const SequenceRun &before = a.maskRuns[0].run, &after = b.maskRuns[0].run;
    CHECK(toJson(after) == toJson(before));
    REQUIRE(after.masks.size() == before.masks.size());
    const auto columns = columnsOf(std::span<const MaskRun>(before.masks));
    const auto read = columnsOf(std::span<const MaskRun>(after.masks));
    for (std::size_t c = 0; c < columns.size(); ++c)
        CHECK(read[c].values == columns[c].values);
    CHECK(after.rivals[0].masks.size() == before.masks.size());
    CHECK(after.rivals[1].masks.empty());
    CHECK(after.fastestRival(0)->name == "cublas:dense");
    CHECK(agreementOf(after, MaskTime::Total).medianError == Approx(0.05));
}

std::string refusalOf(const std::string& path)
{
    try {
        session::readSession(path, noProgress());
        return {};
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
}

} // namespace

TEST_CASE("A session keeps masks, dynamic plans and runs over the masks, and says so by its version")
{
    const TemporaryFolder folder;
    const Session kept = sessionOf(twoMasks(), 1);
    session::writeSession(kept, folder / "masks.sscope");
    requireSame(kept, session::readSession(folder / "masks.sscope", noProgress()));
    session::Database database(folder / "masks.sscope", session::Database::Mode::Read, "masks.sscope");
    CHECK(database.integer("PRAGMA user_version") == 6);
    // One that holds none is written as before.
    Session alone;
    alone.matrix = kept.matrix;
    session::writeSession(alone, folder / "alone.sscope");
    CHECK(session::Database(folder / "alone.sscope", session::Database::Mode::Read, "alone")
              .integer("PRAGMA user_version") == 3);
}

TEST_CASE("Masks that were made by name are kept as that, and large files by their path")
{
    const TemporaryFolder folder;
    const MaskSequencePtr made = makeMasks("moe", {{"tokens", 64}, {"hidden", 32}, {"masks", 3}});
    const Session kept = sessionOf(made, 2);
    session::writeSession(kept, folder / "moe.sscope");
    requireSame(kept, session::readSession(folder / "moe.sscope", noProgress()));
    session::Database database(folder / "moe.sscope", session::Database::Mode::Read, "moe.sscope");
    CHECK(database.integer("SELECT bits IS NULL AND path = '' FROM mask_sequence") == 1);
    CHECK(database.integer("SELECT path = '' FROM matrix") == 1);
}

TEST_CASE("One mask of a sequence is a sequence of its own, and kept in sessions as that")
{
    const TemporaryFolder folder;
    const MaskSequencePtr all = makeMasks("moe", {{"tokens", 64}, {"seed", 5}});
    const MaskSequencePtr one = onlyMask(*all, 3, noProgress());
    CHECK(one->size() == 1);
    CHECK(one->facts().name == "moe, mask 3");
    CHECK(one->facts().period == all->facts().period);
    CHECK(one->facts().single == all->facts().single);
    CHECK(one->mask(0)->fingerprint() == all->mask(3)->fingerprint());
    CHECK_THROWS_WITH(onlyMask(*all, 8, noProgress()), Catch::Matchers::Contains("masks 0 to 7, not 8"));
    const Session before = sessionOf(one, 0);
    session::writeSession(before, folder / "s.sscope");
    requireSame(before, session::readSession(folder / "s.sscope", noProgress()));
}

TEST_CASE("A session whose masks are damaged is refused by what is wrong")
{
    const TemporaryFolder folder;
    const std::string path = folder / "masks.sscope";
    const auto refused = [&](const char* change, const char* reason) {
        session::writeSession(sessionOf(twoMasks(), 1), path);
        {
            session::Database database(path, session::Database::Mode::Append, path);
            database.run(change);
        }
        CAPTURE(change);
        CHECK_THAT(refusalOf(path), Catch::Matchers::Contains(reason));
    };
    refused("UPDATE mask_sequence SET chosen = 2", "it shows mask 2 of 2");
    refused("UPDATE mask_sequence SET chosen = -1", "it shows mask -1");
    refused("UPDATE mask_sequence SET chosen = 0", "its matrix is not mask 0");
    refused("UPDATE mask_sequence SET bits = x'00'", "mask_sequence.bits");
    refused("UPDATE mask_sequence SET facts = replace(facts, '\"size\":2', '\"size\":2147483647')", "cannot hold");
    refused("UPDATE mask_sequence SET facts = replace(facts, '\"size\":2', '\"size\":4611686018427387904')", "size");
    refused("UPDATE mask_sequence SET facts = replace(facts, '[8,8]', '[2147483640,2147483640]')", "cannot hold");
    refused("UPDATE mask_sequence SET facts = replace(facts, '\"period\":8', '\"period\":0')", "period");
    refused("UPDATE mask_sequence SET facts = replace(facts, '\"kind\":\"\"', '\"kind\":\"none\"')", "none");
    refused("UPDATE mask_sequence SET facts = replace(replace(facts, '\"single\":false', '\"single\":true'), "
            "'\"period\":8', '\"period\":4')",
            "rows of mask 0 lie in several periods");
    refused("UPDATE mask_sequence SET bits = NULL", "are not embedded");
    refused("UPDATE dynamic_plan SET json = replace(json, '\"rule\"', '\"ruler\"')", "not a dynamic one");
    refused("UPDATE sequence_run SET plan = 7", "belongs to no dynamic plan");
    refused("UPDATE sequence_run SET masks = 3", "3 of 2 masks are measured");
    refused("UPDATE sequence_run SET masks = 1", "sequence_column");
    refused("UPDATE sequence_column SET rival = 2 WHERE rival = 0", "there is no rival 2");
    refused("UPDATE sequence_column SET name = 'x' WHERE name = 'members'", "no such column");
    refused(
        "UPDATE sequence_column SET data = (SELECT data FROM sequence_column WHERE name = 'kernelNs' AND rival = -1) "
        "WHERE name = 'members'",
        "no whole number");
    refused(
        "UPDATE sequence_column SET data = (SELECT data FROM sequence_column WHERE name = 'members' AND rival = -1) "
        "WHERE name = 'pairing'",
        "names a pairing that there is not");
}

TEST_CASE("A recovery file turns to another mask, and what is of all masks stays")
{
    const TemporaryFolder folder;
    const Session kept = sessionOf(twoMasks(), 0);
    session::RecoveryFile file(folder / "left");
    file.begin(*kept.matrix, *kept.masks, 0);
    SearchRequest request;
    request.planner = "fixed:csr";
    request.op = {OperatorKind::SpMM, DataType::Float16, 64};
    const Plan own = searchPlan(*kept.matrix, request, noProgress()).plan;
    file.addPlan(own, {}, "own");
    file.addDynamicPlan(kept.dynamicPlans[0]);
    file.addMaskRun(kept.maskRuns[0].run, 0);
    file.setBookmarks({{}});
    file.setNote("of all");
    const auto copied = [&] {
        const std::string path = folder / "copy.sscope";
        for (const char* suffix : {"", "-wal"}) {
            std::error_code ignored;
            std::filesystem::remove(path + suffix, ignored);
            std::filesystem::copy_file(file.path() + suffix, path + suffix, ignored);
        }
        return path;
    };
    Session read = session::readRecovery(copied(), noProgress());
    requireSame(kept, read);
    CHECK(read.plans.size() == 1);
    CHECK(read.bookmarks.size() == 1);
    CHECK(session::readSessionSummary(copied()).plans == 2);
    CHECK(session::readSessionSummary(copied()).runs == 1);

    Session other = kept;
    other.mask = 1;
    other.matrix = kept.masks->matrix(1);
    file.turn(*other.matrix, 1);
    read = session::readRecovery(copied(), noProgress());
    requireSame(other, read);
    CHECK(read.plans.empty());
    CHECK(read.bookmarks.empty());
    CHECK(read.note == "of all");
    // And on from there.
    file.addPlan(searchPlan(*other.matrix, request, noProgress()).plan, {}, "own");
    file.addDynamicPlan(kept.dynamicPlans[0]);
    file.addMaskRun(kept.maskRuns[0].run, 1);
    read = session::readRecovery(copied(), noProgress());
    CHECK(read.plans.size() == 1);
    CHECK(read.dynamicPlans.size() == 2);
    REQUIRE(read.maskRuns.size() == 2);
    CHECK(read.maskRuns[1].plan == 1);
    // Masks that a file holds are named, not copied.
    writeMasks(*kept.masks, folder / "m.npz", noProgress());
    const MaskSequencePtr inFile = readMasks(folder / "m.npz", noProgress());
    file.begin(*inFile->matrix(0), *inFile, 0);
    CHECK(session::readRecovery(copied(), noProgress()).masks->size() == 2);
    std::filesystem::remove(folder / "m.npz");
    CHECK(refusalOf(copied()).find("is not found") != std::string::npos);
}

TEST_CASE("A run by pairings that do not fit its masks is refused")
{
    const TemporaryFolder folder;
    Session session = sessionOf(twoMasks(), 0);
    session.maskRuns[0].run.pairings[0] = {GatheredAxis::Cols, 4, 1, 4, 2, 8};
    session::writeSession(session, folder / "bad.sscope");
    CHECK(refusalOf(folder / "bad.sscope").find("axis") != std::string::npos);
}

TEST_CASE("Against the fastest rival of each mask: who waits for the host by that clock, who was wrong not at all")
{
    SequenceRun run;
    for (const auto& [total, host] : {std::pair(100.0, 200.0), std::pair(100.0, 200.0), std::pair(100.0, 200.0)}) {
        MaskRun mask;
        mask.totalNs = total;
        mask.hostNs = host;
        run.masks.push_back(mask);
    }
    const auto rival = [](bool waits, std::vector<double> totals, std::string problem = {}) {
        Rival of{"rival", waits, std::move(problem), {}};
        for (const double ns : totals)
            of.masks.push_back({0, ns, ns, 0, 0});
        return of;
    };
    run.rivals = {rival(false, {400, 400}), rival(true, {250, 800}), rival(false, {1, 1, 1}, "wrong")};
    const RivalRace race = raceOfFastest(run);
    CHECK(race.masks == 2); // nobody else ran on the third
    CHECK(race.lost == 0);
    CHECK(race.geometricMean == Approx(std::sqrt(250.0 / 200 * 400 / 100)));
    run.rivals[0].masks[1].totalNs = 50;
    CHECK(raceOfFastest(run).lost == 1);
    CHECK(raceOf(run, 0).lost == 1);
}

TEST_CASE("A plan of one matrix keeps the rule that made it, as a dynamic plan for every mask of that shape")
{
    SearchRequest request;
    request.planner = "sparda";
    request.op = {OperatorKind::SpMM, DataType::Float16, 64};
    const MaskSequencePtr masks = makeMasks("relu", {{"masks", 2}, {"rows", 64}, {"cols", 128}});
    Plan plan = searchPlan(*masks->matrix(0), request, noProgress()).plan;
    const auto rule = sparda::keptRule(plan);
    REQUIRE(rule);
    CHECK(rule->rule.samples.size() == 1);
    const DynamicPlan again = dynamicPlanFromText(dynamicPlanText(*rule), "rule.json");
    CHECK(again.rule == rule->rule);
    CHECK(again.op == plan.op);
    CHECK(again.nnz == 0);
    CHECK_FALSE(again.figures.contains("rule"));
    plan.figures["rule"]["shape"] = "no shape";
    CHECK(sparda::keptRule(plan) == nullptr);
    plan.figures.erase("rule");
    CHECK(sparda::keptRule(plan) == nullptr);
}
