#include "engine/session/mask_rows.h"

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/json_reader.h"
#include "engine/io/gzip.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/session/columns.h"
#include "engine/session/session_rows.h"

#include <filesystem>
#include <fmt/format.h>

namespace sparsescope::session {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::int64_t mostPacked = 16 << 20; // bytes
constexpr std::int64_t mostRatio = 1032;      // of deflate

json toJson(const MaskFacts& facts)
{
    return {{"name", facts.name},
            {"kind", facts.kind},
            {"parameters", facts.parameters},
            {"shape", {facts.shape.rows, facts.shape.cols}},
            {"granularity", {facts.shape.granuleRows, facts.shape.granuleCols}},
            {"size", facts.size},
            {"period", facts.period},
            {"single", facts.single},
            {"layout", name(facts.layout)},
            {"names", facts.names},
            {"comment", facts.comment}};
}

MaskFacts factsFrom(const JsonReader& in)
{
    MaskFacts facts;
    facts.name = in.get<std::string>("name");
    facts.kind = in.get<std::string>("kind");
    facts.parameters = in.get<json>("parameters");
    facts.shape.rows = in["shape"].element(0).integer(1, INT32_MAX);
    facts.shape.cols = in["shape"].element(1).integer(1, INT32_MAX);
    facts.shape.granuleRows = in["granularity"].element(0).integer(1, INT32_MAX);
    facts.shape.granuleCols = in["granularity"].element(1).integer(1, INT32_MAX);
    facts.size = in.integer("size", 1, INT32_MAX);
    facts.period = in.integer("period", 1, facts.shape.cols);
    if (facts.shape.cols % facts.period != 0)
        in["period"].fail("does not divide the columns");
    facts.single = in.get<bool>("single");
    if (!parseMaskLayout(in.get<std::string>("layout"), facts.layout))
        in["layout"].fail("is none of row, column, either");
    facts.names = in.get<std::vector<std::string>>("names");
    facts.comment = in.get<std::string>("comment");
    if (!facts.names.empty() && static_cast<std::int64_t>(facts.names.size()) != facts.size)
        in["names"].fail(fmt::format("has {} names of {} masks", facts.names.size(), facts.size));
    return facts;
}

std::string packedBits(const MaskSequence& masks, Progress& progress)
{
    std::vector<std::uint64_t> words;
    for (std::int64_t t = 0; t < masks.size(); ++t) {
        progress.check();
        const MaskPtr mask = masks.mask(t, progress);
        words.insert(words.end(), mask->words().begin(), mask->words().end());
    }
    return packArray(std::span<const std::uint64_t>(words));
}

MaskSequencePtr masksFromBits(const MaskFacts& facts, std::string_view packed, const std::string& file,
                              Progress& progress)
{
    const Where where{.file = file, .call = "mask_sequence.bits"};
    const std::int64_t words = facts.shape.down() * facts.shape.wordsPerRow(); // below 2^56
    if (words > (static_cast<std::int64_t>(packed.size()) + 1) * mostRatio / 8 / facts.size)
        failInput(fmt::format("is damaged: {} bytes cannot hold {} masks", packed.size(), facts.size), where);
    const auto bits = unpackArray<std::uint64_t>(packed, words * facts.size, where, progress);
    std::vector<Mask> masks;
    for (std::int64_t t = 0; t < facts.size; ++t) {
        Mask mask(facts.shape);
        const std::int64_t inRow = facts.shape.wordsPerRow();
        const std::int64_t rest = facts.shape.across() % 64;
        for (std::int64_t r = 0; r < facts.shape.down(); ++r) {
            const auto row = std::span(bits).subspan(at(t * words + r * inRow), at(inRow));
            if (rest != 0 && row.back() >> rest != 0)
                failInput(fmt::format("is damaged: mask {} has granules beyond its last", t), where);
            mask.orRow(r, row);
        }
        if (facts.single && !rowsInOnePeriod(mask, facts.period))
            failInput(fmt::format("is damaged: rows of mask {} lie in several periods", t), where);
        masks.push_back(std::move(mask));
    }
    return keptMasks(facts, std::move(masks));
}

MaskSequencePtr masksFromFile(const std::string& path, std::uint64_t fingerprint, const std::string& file,
                              Progress& progress)
{
    const fs::path beside = fs::path(file).parent_path() / fs::path(path).filename();
    for (const std::string& candidate : {path, beside.string()}) {
        std::error_code ignored;
        if (candidate.empty() || !fs::is_regular_file(candidate, ignored))
            continue;
        const MaskSequencePtr masks = readMasks(candidate, progress);
        if (fingerprintOf(*masks, progress) == fingerprint)
            return masks;
        failInput(
            fmt::format("its masks are not embedded, and {} was changed: its fingerprint is another one", candidate),
            {.file = file});
    }
    failInput(fmt::format("its masks are not embedded, and {} is not found", path), {.file = file});
}

template <class Record>
void writeColumns(Database& database, std::int64_t run, std::int64_t rival, const std::vector<Record>& masks)
{
    if (masks.empty()) // of a rival that did not run
        return;
    Statement insert(database, "INSERT INTO sequence_column (run, rival, name, data) VALUES (?,?,?,?)");
    for (const MaskColumn& column : columnsOf(std::span<const Record>(masks))) {
        const std::string data = packArray(std::span<const double>(column.values));
        insert.bind(run).bind(rival).bindText(column.name).bindBlob(data).insert();
    }
}

void readColumns(Database& database, std::int64_t key, std::int64_t masks, SequenceRun& run, Progress& progress)
{
    Statement row(database, "SELECT rival, name, data FROM sequence_column WHERE run = ?");
    row.bind(key);
    while (row.step()) {
        const std::int64_t rival = row.integer(0);
        MaskColumn column{std::string(row.text(1)), {}};
        const Where where{.file = database.file(), .call = "sequence_column." + column.name.substr(0, 60)};
        if (rival < -1 || rival >= static_cast<std::int64_t>(run.rivals.size()))
            failInput(fmt::format("is damaged: there is no rival {}", rival), where);
        std::vector<RivalOnMask>* const of = rival < 0 ? nullptr : &run.rivals[at(rival)].masks;
        column.values = unpackArray<double>(row.blob(2), masks, where, progress);
        if (!(of ? setColumn(*of, column) : setColumn(run.masks, column)))
            failInput("is damaged: there is no such column, or it holds what is no whole number", where);
    }
    for (const MaskRun& mask : run.masks)
        if (mask.pairing < -1 || mask.pairing >= static_cast<std::int64_t>(run.pairings.size()) || mask.best < -1 ||
            mask.best >= static_cast<std::int64_t>(run.pairings.size()))
            failInput("is damaged: a mask names a pairing that there is not",
                      {.file = database.file(), .call = "sequence_column.pairing"});
}

} // namespace

bool isInFile(const MaskSequence& masks)
{
    std::error_code ignored;
    return !masks.facts().path.empty() && fs::is_regular_file(masks.facts().path, ignored);
}

void writeMasksRow(Database& database, const MaskSequence& masks, std::int64_t mask, bool embed, Progress& progress)
{
    const MaskFacts& facts = masks.facts();
    std::string bits;
    std::uint64_t fingerprint = 0;
    if (facts.kind.empty()) {
        fingerprint = fingerprintOf(masks, progress);
        if (embed)
            bits = packedBits(masks, progress);
    }
    std::error_code ignored;
    const std::string path = facts.path.empty() ? "" : fs::absolute(facts.path, ignored).lexically_normal().string();
    const std::string text = jsonText(toJson(facts));
    const std::string hash = hex64(fingerprint);
    Statement insert(database,
                     "INSERT INTO mask_sequence (id, path, facts, chosen, fingerprint, bits) VALUES (1,?,?,?,?,?)");
    insert.bindText(path).bindText(text).bind(mask).bindText(hash);
    if (bits.empty() || (isInFile(masks) && static_cast<std::int64_t>(bits.size()) > mostPacked))
        insert.bindNull();
    else
        insert.bindBlob(bits);
    insert.insert();
}

void turnMasksRow(Database& database, std::int64_t mask)
{
    Statement update(database, "UPDATE mask_sequence SET chosen = ?");
    update.bind(mask).insert();
}

std::int64_t writeDynamicPlanRow(Database& database, const DynamicPlan& plan)
{
    const std::string json = dynamicPlanText(plan);
    Statement insert(database, "INSERT INTO dynamic_plan (json) VALUES (?)");
    insert.bindText(json).insert();
    return database.lastRow();
}

void writeMaskRunRow(Database& database, const SequenceRun& run, std::int64_t plan)
{
    const std::string text = jsonText(toJson(run));
    Statement insert(database, "INSERT INTO sequence_run (plan, device, date, masks, json) VALUES (?,?,?,?,?)");
    insert.bind(plan).bind(deviceKey(database, run.conditions)).bindText(run.conditions.date);
    insert.bind(static_cast<std::int64_t>(run.masks.size())).bindText(text).insert();
    const std::int64_t key = database.lastRow();
    writeColumns(database, key, -1, run.masks);
    for (std::size_t r = 0; r < run.rivals.size(); ++r)
        writeColumns(database, key, static_cast<std::int64_t>(r), run.rivals[r].masks);
}

void writeMaskRows(Database& database, const Session& session, Progress& progress)
{
    if (!session.masks)
        return;
    writeMasksRow(database, *session.masks, session.mask, true, progress);
    std::vector<std::int64_t> keys;
    for (const DynamicPlan& plan : session.dynamicPlans)
        keys.push_back(writeDynamicPlanRow(database, plan));
    for (const SessionMaskRun& run : session.maskRuns) {
        progress.check();
        writeMaskRunRow(database, run.run, keys.at(at(run.plan)));
    }
}

void readMaskRows(Database& database, Session& session, Progress& progress)
{
    const std::string& file = database.file();
    Statement row(database, "SELECT path, facts, chosen, fingerprint, bits FROM mask_sequence ORDER BY id");
    if (!row.step())
        return;
    const json text = parseJson(row.text(1), {.file = file, .call = "mask_sequence.facts"});
    MaskFacts facts = factsFrom(JsonReader(text, file, "mask_sequence.facts"));
    facts.path = row.text(0);
    if (!facts.kind.empty()) {
        try {
            session.masks = makeMasks(facts.kind, facts.parameters);
        } catch (const Error& e) {
            failInput(e.reason(), {.file = file, .call = "mask_sequence.facts"});
        }
        if (!(session.masks->shape() == facts.shape) || session.masks->size() != facts.size)
            failInput("is damaged: its masks are made otherwise", {.file = file, .call = "mask_sequence.facts"});
    } else if (!row.null(4)) {
        session.masks = masksFromBits(facts, row.blob(4), file, progress);
    } else {
        session.masks = masksFromFile(facts.path, parseHex64(std::string(row.text(3))), file, progress);
    }
    session.mask = row.integer(2);
    if (session.mask < 0 || session.mask >= session.masks->size())
        failInput(fmt::format("is damaged: it shows mask {} of {}", session.mask, session.masks->size()),
                  {.file = file, .call = "mask_sequence.chosen"});
    if (!(session.masks->matrix(session.mask, progress)->fingerprint() == session.matrix->fingerprint()))
        failInput(fmt::format("is damaged: its matrix is not mask {}", session.mask),
                  {.file = file, .call = "mask_sequence.chosen"});
    std::map<std::int64_t, int> indexOf;
    Statement plans(database, "SELECT id, json FROM dynamic_plan ORDER BY id");
    while (plans.step()) {
        indexOf[plans.integer(0)] = static_cast<int>(session.dynamicPlans.size());
        session.dynamicPlans.push_back(dynamicPlanFromText(std::string(plans.text(1)), file));
        if (const std::string reason = refusal(session.dynamicPlans.back(), session.masks->facts()); !reason.empty())
            failInput("is damaged: " + reason, {.file = file, .call = "dynamic_plan.json"});
    }
    Statement runs(database, "SELECT id, plan, masks, json FROM sequence_run ORDER BY id");
    while (runs.step()) {
        progress.check();
        const auto found = indexOf.find(runs.integer(1));
        if (found == indexOf.end())
            failInput("is damaged: a run belongs to no dynamic plan", {.file = file, .call = "sequence_run.plan"});
        const std::int64_t masks = runs.integer(2);
        if (masks < 0 || masks > session.masks->size())
            failInput(fmt::format("is damaged: {} of {} masks are measured", masks, session.masks->size()),
                      {.file = file, .call = "sequence_run.masks"});
        const json run = parseJson(runs.text(3), {.file = file, .call = "sequence_run.json"});
        SessionMaskRun read{found->second, sequenceRunFrom(run, file)};
        // As if the plan were of each of them.
        DynamicPlan plan = session.dynamicPlans[at(found->second)];
        for (const Pairing& pairing : read.run.pairings) {
            plan.rule.pairing = pairing;
            if (const std::string reason = refusal(plan, session.masks->facts()); !reason.empty())
                failInput("is damaged: " + reason, {.file = file, .call = "sequence_run.json"});
        }
        readColumns(database, runs.integer(0), masks, read.run, progress);
        session.maskRuns.push_back(std::move(read));
    }
}

} // namespace sparsescope::session
