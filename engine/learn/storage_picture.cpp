// Lays out the stored values of a format, tile by tile, and draws them.
#include "engine/learn/storage_picture.h"

#include "engine/core/at.h"
#include "engine/learn/tile_picture.h"

#include <algorithm>
#include <fmt/compile.h>
#include <fmt/format.h>

namespace sparsescope::learn {

void placeLines(TilePicture& p)
{
    constexpr std::int64_t each = TilePicture::placesOfLine;
    for (std::int64_t v = 0; v < p.values; ++v)
        p.put(v, v % each, v / each);
    p.rowOfLine.assign(static_cast<std::size_t>((p.values + each - 1) / each), -1);
}

void placeRectangle(TilePicture& p, std::int64_t rows, std::int64_t width)
{
    for (std::int64_t v = 0; v < rows * width; ++v)
        p.put(v, v % width, v / width);
    for (std::int64_t i = 0; i < rows; ++i)
        p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i)));
}

void placeValues(Encoded& e, void (*place)(TilePicture& tile))
{
    const nlohmann::json parameters = e.format->parameters();
    int y = 0;
    for (const Tile& tile : e.plan.tiling().tiles) {
        const TileView view = e.plan.tiling().view(tile);
        TilePicture p{parameters,
                      *e.format,
                      e.format->packed(view, *e.matrix),
                      e.format->sizes(view)[e.format->valueArray()],
                      y,
                      {},
                      {},
                      {}};
        p.places.resize(static_cast<std::size_t>(p.values));
        place(p);
        e.places.insert(e.places.end(), p.places.begin(), p.places.end());
        e.frames.insert(e.frames.end(), p.frames.begin(), p.frames.end());
        e.rowOfLine.insert(e.rowOfLine.end(), p.rowOfLine.begin(), p.rowOfLine.end());
        y = static_cast<int>(e.rowOfLine.size());
    }
}

std::size_t longestNumber(const EncodedArray& array)
{
    std::size_t longest = 1;
    for (const EncodedElement& element : array.elements)
        longest = std::max(longest, element.text.size());
    return longest;
}

std::size_t longestNumber(const Encoded& encoded)
{
    std::size_t longest = 1;
    for (const EncodedArray& array : encoded.arrays)
        if (!array.words)
            longest = std::max(longest, longestNumber(array));
    return longest;
}

Role roleOf(const EncodedArray& array, const EncodedElement& e, int step)
{
    if (e.written > step)
        return Role::Faint;
    if (e.written == step && step > 0)
        return Role::Highlight;
    if (e.text == askedText)
        return Role::Accent;
    if (e.about.empty() && array.elements.size() > 1)
        return Role::Padding;
    return array.element == ElementType::Value ? Role::Cell : Role::Index;
}

double drawStorage(Drawing& d, const Encoded& e, int format, int step, double x, double y, const StorageStyle& style)
{
    const double side = style.side, left = x + (style.words ? 24 : 0), gap = side > 16 ? 2 : 1;
    const EncodedArray& values = e.arrays[at(e.values())];
    if (style.words && !e.colOfPlace.empty()) {
        for (std::size_t i = 0; i < e.colOfPlace.size(); ++i)
            d.textIn(left + static_cast<double>(i) * side, y, side, 18, std::to_string(e.colOfPlace[i]), Align::Centre,
                     Role::Axis, true);
        y += 18;
    }
    double lowest = y;
    for (std::size_t i = 0; style.words && i < e.rowOfLine.size(); ++i)
        if (e.rowOfLine[i] >= 0) {
            d.textIn(x, y + static_cast<double>(i) * side, 18, side, std::to_string(e.rowOfLine[i]), Align::Right,
                     Role::Axis, true);
            lowest = std::max(lowest, y + static_cast<double>(i + 1) * side); // rows that hold nothing too
        }
    for (std::size_t v = 0; v < e.places.size(); ++v) {
        const EncodedElement& element = values.elements[v];
        const double px = left + e.places[v].x * side, py = y + e.places[v].y * side;
        lowest = std::max(lowest, py + side);
        d.reserve(px + side - gap / 2, py + side - gap / 2);
        if (style.sizeAlone)
            continue;
        const std::string text = element.written <= step && element.position >= 0 ? element.text : "";
        d.cell(px + gap / 2, py + gap / 2, side - gap, side - gap, roleOf(values, element, step),
               style.words ? text : "", fmt::format(FMT_COMPILE("stored {} {}"), format, v),
               style.words || text.empty() ? ""
                                           : fmt::format(FMT_COMPILE("row {}, column {}: {}"), element.about.rowBegin,
                                                         element.about.colBegin, text));
    }
    for (const StoredFrame& frame : e.frames) {
        d.box(left + frame.x * side, y + frame.y * side, frame.w * side, frame.h * side, Role::Frame, {}, frame.hint);
        if (style.words && !frame.label.empty())
            d.text(left + (frame.x + frame.w) * side + 8, y + frame.y * side + 4, frame.label, TextSize::Small,
                   Role::Secondary);
    }
    return lowest;
}

} // namespace sparsescope::learn
