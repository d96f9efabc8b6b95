#include "engine/plan/dynamic/pairing.h"

#include "engine/core/error.h"
#include "engine/core/json_reader.h"
#include "engine/core/text.h"
#include "engine/plan/header.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

namespace sparsescope {

namespace {

constexpr std::array axes = {GatheredAxis::Inner, GatheredAxis::Rows, GatheredAxis::Cols};
constexpr std::int64_t mostTile = 1 << 12; // rows, inner, cols: no shared memory holds more

std::vector<MaskLayout> layoutsOf(MaskLayout layout)
{
    if (layout == MaskLayout::Either)
        return {MaskLayout::Row, MaskLayout::Column};
    return {layout};
}

bool isOf(GatheredAxis axis, const Operator& op)
{
    return op.hasDenseAxis() && op.sampled() == (axis == GatheredAxis::Cols);
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
    try {
        pairing.axis = parseGatheredAxis(in.get<std::string>("axis"));
    } catch (const Error& e) {
        if (!e.where().file.empty())
            throw;
        in["axis"].fail(e.reason());
    }
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

std::string refusal(const Pairing& pairing, const Operator& op, const MaskFacts& masks)
{
    if (!isOf(pairing.axis, op))
        return fmt::format("axis {} is not of {}", name(pairing.axis), label(op.kind));
    if (masks.layout != MaskLayout::Either && masks.layout != pairing.layout)
        return fmt::format("the masked operand lies {} by {}", name(masks.layout), name(masks.layout));
    if (pairing.axis == GatheredAxis::Rows && masks.period % pairing.width != 0)
        return fmt::format("{} columns do not divide the period of {}", pairing.width, formatCount(masks.period));
    return {};
}

std::vector<Pairing> legalPairings(const Operator& op, const MaskFacts& masks)
{
    const bool wide = bytesOf(op.dtype) == 4;
    const std::int64_t inner = wide ? 32 : 64;
    std::vector<Pairing> legal;
    for (std::int64_t rows = 16; rows <= (wide ? 64 : 128); rows *= 2)
        for (const std::int64_t cols : {64, 128})
            for (const GatheredAxis axis : axes)
                for (const MaskLayout layout : layoutsOf(masks.layout)) {
                    Pairing p{axis, rows, 1, rows, inner, cols, layout};
                    std::vector<std::int64_t> widths = {1, 8, inner};
                    if (axis == GatheredAxis::Rows) {
                        p.height = 1;
                        widths = {64, 128, 256, 512};
                        if (std::find(widths.begin(), widths.end(), masks.period) == widths.end())
                            widths.push_back(masks.period);
                    }
                    for (const std::int64_t width : widths) {
                        p.width = width;
                        const bool multiple = axis != GatheredAxis::Rows || width % inner == 0;
                        if (multiple && refusal(p, op, masks).empty())
                            legal.push_back(p);
                    }
                }
    std::sort(legal.begin(), legal.end());
    return legal;
}

std::int64_t partsOf(const Pairing& pairing, const Operator& op)
{
    return op.sampled() ? 1 : (op.dense + pairing.cols - 1) / pairing.cols;
}

} // namespace sparsescope
