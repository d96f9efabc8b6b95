#include "engine/plan/dynamic/pairing.h"

#include "engine/core/error.h"
#include "engine/core/json_reader.h"
#include "engine/core/text.h"
#include "engine/plan/header.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace sparsescope {

namespace {

constexpr std::array axes = {GatheredAxis::Inner, GatheredAxis::Rows, GatheredAxis::Cols};
constexpr std::int64_t mostTile = 1 << 12; // rows, inner, cols: no shared memory holds more

bool isOf(GatheredAxis axis, const Operator& op)
{
    return op.hasDenseAxis() && op.sampled() == isSampled(axis);
}

} // namespace

std::string name(GatheredAxis axis)
{
    constexpr std::array names = {"k", "m", "n"};
    return names[static_cast<std::size_t>(axis)];
}

GatheredAxis parseGatheredAxis(const std::string& text)
{
    for (const GatheredAxis axis : axes)
        if (name(axis) == text)
            return axis;
    failInput(fmt::format("axis \"{}\" is none of k, m and n", text));
}

GatheredAxis gatheredAxisFrom(const JsonReader& in)
{
    const auto text = in.as<std::string>();
    for (const GatheredAxis axis : axes)
        if (name(axis) == text)
            return axis;
    in.fail(fmt::format("is \"{}\", none of k, m and n", text));
}

std::string Pairing::label() const
{
    return fmt::format("{}x{} in {}x{}x{} by {}{}", height, width, rows, inner, cols, name(axis),
                       layout == MaskLayout::Column ? ", columns" : "");
}

std::strong_ordering Pairing::operator<=>(const Pairing& other) const
{
    const auto key = [](const Pairing& p) {
        return std::tuple(p.rows, p.inner, p.cols, p.axis, p.height, p.width, p.layout);
    };
    return key(*this) <=> key(other);
}

nlohmann::json toJson(const Pairing& pairing)
{
    return {{"axis", name(pairing.axis)},
            {"height", pairing.height},
            {"width", pairing.width},
            {"tile", {pairing.rows, pairing.inner, pairing.cols}},
            {"layout", name(pairing.layout)}};
}

Pairing pairingFrom(const JsonReader& in)
{
    Pairing pairing;
    pairing.axis = gatheredAxisFrom(in["axis"]);
    pairing.height = in.integer("height", 1, mostTile);
    pairing.width = in.integer("width", 1, INT32_MAX); // a period may be as long as a row
    const std::vector<JsonReader> tile = in["tile"].elements();
    if (tile.size() != 3)
        in["tile"].fail(fmt::format("has {} numbers, not 3: rows, inner, columns", tile.size()));
    pairing.rows = tile[0].integer(1, mostTile);
    pairing.inner = tile[1].integer(1, mostTile);
    pairing.cols = tile[2].integer(1, mostTile);
    if (!parseMaskLayout(in.get<std::string>("layout"), pairing.layout) || pairing.layout == MaskLayout::Either)
        in["layout"].fail("is neither \"row\" nor \"column\"");
    try {
        requireShape(pairing);
    } catch (const Error& e) {
        in.fail(e.reason());
    }
    return pairing;
}

void requireShape(const Pairing& p)
{
    const auto refuse = [&](const std::string& rule) { failInput(fmt::format("{}: {}", p.label(), rule)); };
    if (p.axis == GatheredAxis::Rows) {
        if (p.rows % p.height != 0)
            refuse("rows are gathered, so that the micro-tile's height divides the dense tile's rows");
        if (p.width % p.inner != 0)
            refuse("rows are gathered, so that the micro-tile's width is a multiple of the dense tile's inner extent");
        return;
    }
    if (p.height != p.rows)
        refuse("columns are gathered, so that the micro-tile is as high as the dense tile");
    if (p.axis == GatheredAxis::Inner && p.inner % p.width != 0)
        refuse("columns are gathered, so that the micro-tile's width divides the dense tile's inner extent");
    if (p.axis == GatheredAxis::Cols && p.cols % p.width != 0)
        refuse("columns are gathered, so that the micro-tile's width divides the dense tile's columns");
}

void requireAxis(const Pairing& pairing, const Operator& op)
{
    if (!isOf(pairing.axis, op))
        failInput(fmt::format("axis {} is not gathered in {}", name(pairing.axis), label(op.kind)));
}

std::string refusal(const Pairing& pairing, const Operator& op, const MaskFacts& masks)
{
    if (!isOf(pairing.axis, op))
        return fmt::format("axis {} is not gathered in {}", name(pairing.axis), label(op.kind));
    if (masks.layout != MaskLayout::Either && masks.layout != pairing.layout)
        return fmt::format("the masked operand lies {} by {}", name(masks.layout), name(masks.layout));
    if (pairing.axis == GatheredAxis::Rows && masks.period % pairing.width != 0)
        return fmt::format("{} columns do not divide the period of {}", pairing.width, formatCount(masks.period));
    return {};
}

std::vector<Pairing> pairingsOfKernels(const Operator& op, std::int64_t period)
{
    const bool wide = bytesOf(op.dtype) == 4;
    const std::int64_t inner = wide ? 32 : 64;
    std::vector<Pairing> all;
    for (std::int64_t rows = 16; rows <= (wide ? 64 : 128); rows *= 2)
        for (const std::int64_t cols : {64, 128, 256})
            for (const GatheredAxis axis : axes)
                for (const MaskLayout layout : {MaskLayout::Row, MaskLayout::Column}) {
                    const bool roomFor256 = axis == GatheredAxis::Inner && !wide && rows <= 64;
                    if (!isOf(axis, op) || (cols == 256 && !roomFor256))
                        continue;
                    const bool byRows = axis == GatheredAxis::Rows;
                    std::set<std::int64_t> widths = {1, 8, inner};
                    if (byRows)
                        widths = {64, 128, 256, 512};
                    if (byRows && period % inner == 0)
                        widths.insert(period);
                    for (const std::int64_t width : widths)
                        all.push_back({axis, byRows ? 1 : rows, width, rows, inner, cols, layout});
                }
    std::sort(all.begin(), all.end());
    return all;
}

bool hasKernel(const Pairing& pairing, const Operator& op)
{
    const std::vector<Pairing> all = pairingsOfKernels(op, pairing.width); // where rows are gathered, one of any width
    return std::binary_search(all.begin(), all.end(), pairing);
}

std::int64_t partsOf(const Pairing& pairing, const Operator& op)
{
    return op.sampled() ? 1 : (op.dense + pairing.cols - 1) / pairing.cols;
}

} // namespace sparsescope
