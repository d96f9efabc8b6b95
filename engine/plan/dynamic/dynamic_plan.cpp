#include "engine/plan/dynamic/dynamic_plan.h"

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/json_reader.h"
#include "engine/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace sparsescope {

namespace {

using nlohmann::json;

constexpr std::array inputs = {IndexInput::Bits, IndexInput::Bytes, IndexInput::Values};
constexpr std::array orders = {IndexOrder::Unordered, IndexOrder::Ordered};

// The one of them that has this name, or null.
template <class Value, std::size_t N>
const Value* named(const std::string& text, const std::array<Value, N>& all)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](Value value) { return name(value) == text; });
    return found == all.end() ? nullptr : &*found;
}

template <class Value, std::size_t N>
std::string namesOf(const std::array<Value, N>& all)
{
    std::vector<std::string> names;
    for (const Value value : all)
        names.push_back(name(value));
    return fmt::format("{}", fmt::join(names, ", "));
}

template <class Value, std::size_t N>
Value namedMember(const JsonReader& in, const char* member, const std::array<Value, N>& all)
{
    const auto text = in.get<std::string>(member);
    if (const Value* const value = named(text, all))
        return *value;
    in[member].fail(fmt::format("is \"{}\", none of {}", text, namesOf(all)));
}

RuleSample sampleFrom(const JsonReader& in)
{
    RuleSample sample;
    sample.mask = in.integer("mask", 0, INT32_MAX);
    try {
        sample.fingerprint = parseHex64(in.get<std::string>("fingerprint"));
    } catch (const Error& e) {
        if (!e.where().file.empty())
            throw;
        in["fingerprint"].fail(e.reason());
    }
    sample.members = in.integer("members", 0, INT64_MAX);
    sample.tasks = in.integer("tasks", 0, INT64_MAX);
    sample.stored = in.integer("stored", 0, INT64_MAX);
    return sample;
}

std::string shapeText(const MaskShape& shape)
{
    return fmt::format("{} x {} in granules of {}", formatCount(shape.rows), formatCount(shape.cols),
                       shape.granularity());
}

// The tiles of one bucket: tile by tile, its members [begin, end).
class Bucket {
public:
    Bucket(const Pairing& pairing, const Matrix& matrix) : m_pairing(pairing), m_matrix(matrix) {}

    void cover(std::int64_t bucket, std::span<const std::int32_t> members, TileSet& out)
    {
        const Pairing& p = m_pairing;
        std::int64_t atOnce = static_cast<std::int64_t>(members.size()); // of a strip that one block walks along
        if (p.axis == GatheredAxis::Rows)
            atOnce = p.rows / p.height;
        else if (p.axis == GatheredAxis::Cols)
            atOnce = p.cols / p.width;
        for (std::size_t first = 0; first < members.size(); first += at(atOnce))
            coverTask(bucket, members.subspan(first, std::min(members.size() - first, at(atOnce))), out);
    }

private:
    void coverTask(std::int64_t bucket, std::span<const std::int32_t> members, TileSet& out)
    {
        const bool byRows = m_pairing.axis == GatheredAxis::Rows;
        const std::size_t rowBegin = out.rowIds.size(), colBegin = out.colIds.size();
        const std::array strip = {static_cast<std::int32_t>(bucket)};
        append(out.rowIds, byRows ? members : std::span<const std::int32_t>(strip), m_pairing.height, m_matrix.rows());
        append(out.colIds, byRows ? std::span<const std::int32_t>(strip) : members, m_pairing.width, m_matrix.cols());
        const std::span<const std::int32_t> cols = std::span(out.colIds).subspan(colBegin);
        for (const std::int32_t row : std::span(out.rowIds).subspan(rowBegin)) {
            const std::span<const std::int32_t> held = m_matrix.row(row);
            const auto first = static_cast<std::uint32_t>(m_matrix.rowPtr()[at(row)]);
            auto stored = cols.begin(); // both ascend
            for (auto col = std::lower_bound(held.begin(), held.end(), cols.front());
                 col != held.end() && stored != cols.end(); ++col) {
                stored = std::lower_bound(stored, cols.end(), *col);
                if (stored != cols.end() && *stored == *col)
                    out.entries.push_back(first + static_cast<std::uint32_t>(col - held.begin()));
            }
        }
        const auto width = static_cast<std::int64_t>(cols.size());
        const std::int64_t step = byRows                                  ? m_pairing.width
                                  : m_pairing.axis == GatheredAxis::Inner ? m_pairing.inner
                                                                          : m_pairing.cols;
        out.tiles.push_back({out.rowIds.size(), out.colIds.size(), out.entries.size(),
                             m_pairing.rows * ((width + step - 1) / step * step)});
    }

    // The rows or columns of micro-tiles, cut off at the extent.
    static void append(std::vector<std::int32_t>& ids, std::span<const std::int32_t> runs, std::int64_t run,
                       std::int64_t extent)
    {
        for (const std::int32_t r : runs)
            for (std::int64_t i = r * run; i < std::min((r + 1) * run, extent); ++i)
                ids.push_back(static_cast<std::int32_t>(i));
    }

    const Pairing& m_pairing;
    const Matrix& m_matrix;
};

FormatPtr microFormat(const Pairing& p)
{
    const std::int64_t columns = p.axis == GatheredAxis::Rows    ? p.width
                                 : p.axis == GatheredAxis::Inner ? p.inner
                                                                 : p.cols;
    return makeFormat(
        "micro",
        {{"axis", name(p.axis)}, {"height", p.height}, {"width", p.width}, {"rows", p.rows}, {"columns", columns}});
}

} // namespace

std::string name(IndexInput input)
{
    constexpr std::array names = {"bits", "bytes", "values"};
    return names[static_cast<std::size_t>(input)];
}

std::string name(IndexOrder order)
{
    constexpr std::array names = {"unordered", "ordered"};
    return names[static_cast<std::size_t>(order)];
}

std::pair<IndexInput, IndexOrder> indexKindFrom(const JsonReader& in)
{
    return {namedMember(in, "input", inputs), namedMember(in, "order", orders)};
}

IndexInput parseIndexInput(const std::string& text)
{
    if (const IndexInput* const input = named(text, inputs))
        return *input;
    failUsage(fmt::format("an index is made from {}, not \"{}\"", namesOf(inputs), text));
}

IndexOrder parseIndexOrder(const std::string& text)
{
    if (const IndexOrder* const order = named(text, orders))
        return *order;
    failUsage(fmt::format("an index is {}, not \"{}\"", namesOf(orders), text));
}

json toJson(const Rule& rule)
{
    json samples = json::array();
    for (const RuleSample& s : rule.samples)
        samples.push_back({{"mask", s.mask},
                           {"fingerprint", hex64(s.fingerprint)},
                           {"members", s.members},
                           {"tasks", s.tasks},
                           {"stored", s.stored}});
    return {{"pairing", rule.pairing ? toJson(*rule.pairing) : json()},
            {"index", {{"input", name(rule.input)}, {"order", name(rule.order)}}},
            {"reselect", rule.reselect},
            {"shape", {rule.shape.rows, rule.shape.cols}},
            {"granularity", {rule.shape.granuleRows, rule.shape.granuleCols}},
            {"period", rule.period},
            {"samples", samples},
            {"denseNs", rule.denseNs}};
}

Rule ruleFrom(const JsonReader& in)
{
    constexpr std::array known = {"pairing",     "index",  "reselect", "shape",
                                  "granularity", "period", "samples",  "denseNs"};
    for (const auto& [key, member] : in.members())
        if (std::find(known.begin(), known.end(), key) == known.end())
            member.fail("is no member of a rule");
    const auto pair = [&](const char* member) {
        const std::vector<JsonReader> two = in[member].elements();
        if (two.size() != 2)
            in[member].fail(fmt::format("has {} numbers, not 2", two.size()));
        return std::pair(two[0].integer(1, INT32_MAX), two[1].integer(1, INT32_MAX));
    };
    Rule rule;
    if (!in["pairing"].value().is_null())
        rule.pairing = pairingFrom(in["pairing"]);
    std::tie(rule.input, rule.order) = indexKindFrom(in["index"]);
    rule.reselect = in.integer("reselect", 0, INT32_MAX);
    std::tie(rule.shape.rows, rule.shape.cols) = pair("shape");
    std::tie(rule.shape.granuleRows, rule.shape.granuleCols) = pair("granularity");
    rule.period = in.integer("period", 1, rule.shape.cols);
    if (rule.shape.cols % rule.period != 0)
        in["period"].fail(fmt::format("does not divide the {} columns", rule.shape.cols));
    constexpr std::size_t mostSamples = 4096; // as many as the planner's option allows
    const std::vector<JsonReader> samples = in["samples"].elements();
    if (samples.size() > mostSamples)
        in["samples"].fail(fmt::format("has {} samples, more than {}", samples.size(), mostSamples));
    for (const JsonReader& sample : samples)
        rule.samples.push_back(sampleFrom(sample));
    rule.denseNs = in.get<double>("denseNs");
    if (!(rule.denseNs >= 0) || !std::isfinite(rule.denseNs))
        in["denseNs"].fail("is no time");
    return rule;
}

std::string refusal(const DynamicPlan& plan, const MaskFacts& masks)
{
    const Rule& rule = plan.rule;
    if (!(rule.shape == masks.shape))
        return fmt::format("the dynamic plan is for masks of {}, these are of {}", shapeText(rule.shape),
                           shapeText(masks.shape));
    if (rule.period != masks.period)
        return fmt::format("the dynamic plan is for values with a period of {} columns, these have one of {}",
                           formatCount(rule.period), formatCount(masks.period));
    return rule.pairing ? refusal(*rule.pairing, plan.op, masks) : std::string();
}

Plan materialise(const DynamicPlan& plan, const Mask& mask, const Matrix& matrix, std::int64_t t, Progress& progress)
{
    if (!(plan.rule.shape == mask.shape()))
        failInput(fmt::format("the dynamic plan is for masks of {}, this one is of {}", shapeText(plan.rule.shape),
                              shapeText(mask.shape())));
    Plan made = emptyPlan(matrix, plan.op, plan.op.dense);
    static_cast<PlanHeader&>(made) = plan;
    made.matrix = matrix.fingerprint();
    made.rows = matrix.rows();
    made.cols = matrix.cols();
    made.nnz = matrix.nnz();
    made.figures["rule"] = toJson(plan.rule);
    made.tiling().partitions.front().slice = static_cast<std::int32_t>(t);
    TileSet tiles;
    if (plan.rule.pairing) {
        Coverage coverage(mask);
        Bucket bucket(*plan.rule.pairing, matrix);
        const auto buckets = static_cast<std::int64_t>(coverage.counts(*plan.rule.pairing).size());
        for (std::int64_t b = 0; b < buckets; ++b) {
            progress.check();
            bucket.cover(b, coverage.members(*plan.rule.pairing, b), tiles);
        }
        addTiles(made, microFormat(*plan.rule.pairing), std::move(tiles));
    } else {
        const FormatPtr dense = makeFormat("dense", json::object());
        std::vector<std::uint32_t> all(at(matrix.nnz()));
        std::iota(all.begin(), all.end(), 0u);
        dense->cover(matrix, all, tiles, progress);
        addTiles(made, dense, std::move(tiles));
    }
    markAtomicTiles(made);
    return made;
}

} // namespace sparsescope
