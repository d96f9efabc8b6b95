#include "engine/learn/storage_picture.h"

#include <algorithm>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

// One tile: its arrays, and the lines that it adds from `y` on.
struct TilePicture {
    const nlohmann::json& parameters;
    const Format& format;
    PerArray<std::vector<std::int32_t>> arrays;
    std::int64_t values;
    int y;
    std::vector<StoredPlace> places;
    std::vector<StoredFrame> frames;
    std::vector<std::int32_t> rowOfLine;

    std::int64_t parameter(const char* name) const { return parameters.at(name).get<std::int64_t>(); }
    const std::vector<std::int32_t>& array(const std::string& name) const
    {
        std::size_t a = 0;
        while (format.arrays()[a].name != name)
            ++a;
        return arrays[a];
    }
    // Of the first array, which holds rows.
    std::int32_t row(std::size_t i) const { return i < arrays[0].size() ? arrays[0][i] : -1; }
    void put(std::int64_t value, std::int64_t x, std::int64_t line)
    {
        places[static_cast<std::size_t>(value)] = {static_cast<int>(x), y + static_cast<int>(line)};
    }
    void frame(std::int64_t x, std::int64_t line, std::int64_t w, std::int64_t h, std::string hint)
    {
        frames.push_back({static_cast<int>(x), y + static_cast<int>(line), static_cast<int>(w), static_cast<int>(h),
                          std::move(hint)});
    }
};

void lines(TilePicture& p)
{
    constexpr std::int64_t each = 12;
    for (std::int64_t v = 0; v < p.values; ++v)
        p.put(v, v % each, v / each);
    p.rowOfLine.assign(static_cast<std::size_t>((p.values + each - 1) / each), -1);
}

void ragged(TilePicture& p)
{
    const std::vector<std::int32_t>& ends = p.array("rowEnd");
    std::int64_t v = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const std::int64_t begin = v;
        for (; v < ends[i]; ++v)
            p.put(v, v - begin, static_cast<std::int64_t>(i));
        p.rowOfLine.push_back(p.row(i));
    }
}

void rectangle(TilePicture& p, std::int64_t rows, std::int64_t width)
{
    for (std::int64_t v = 0; v < rows * width; ++v)
        p.put(v, v % width, v / width);
    for (std::int64_t i = 0; i < rows; ++i)
        p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i)));
}

// Slices of c rows, column-major.
void slices(TilePicture& p)
{
    const std::int64_t c = p.parameter("c");
    const std::vector<std::int32_t>& ends = p.array("sliceEnd");
    const auto count = static_cast<std::int64_t>(ends.size());
    std::int64_t begin = 0;
    for (std::int64_t s = 0; s < count; ++s) {
        const std::int64_t end = ends[static_cast<std::size_t>(s)];
        for (std::int64_t v = begin; v < end; ++v)
            p.put(v, (v - begin) / c, s * c + (v - begin) % c);
        p.frame(0, s * c, std::max<std::int64_t>(1, (end - begin) / c), c,
                fmt::format("slice {}: width {}", s, (end - begin) / c));
        begin = end;
    }
    for (std::int64_t i = 0; i < count * c; ++i)
        p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i)));
}

// An ELL part and the places that did not fit.
void hyb(TilePicture& p)
{
    const auto overflow = static_cast<std::int64_t>(p.array("coo.colIdx").size());
    const std::int64_t width = p.parameter("width"), rows = (p.values - overflow) / width;
    rectangle(p, rows, width);
    p.frame(0, 0, width, rows, "the ELL part");
    constexpr std::int64_t each = 12;
    for (std::int64_t v = 0; v < overflow; ++v)
        p.put(rows * width + v, v % each, rows + v / each);
    if (overflow > 0)
        p.frame(0, rows, std::min(each, overflow), (overflow + each - 1) / each, "the COO part");
    for (std::int64_t i = 0; i < (overflow + each - 1) / each; ++i)
        p.rowOfLine.push_back(-1);
}

void diagonals(TilePicture& p)
{
    const std::vector<std::int32_t>& offsets = p.array("offsets");
    const auto n = static_cast<std::int64_t>(offsets.size());
    const std::int64_t rows = n > 0 ? p.values / n : 0;
    for (std::int64_t v = 0; v < p.values; ++v)
        p.put(v, v / rows, v % rows);
    for (std::int64_t d = 0; d < n; ++d)
        p.frame(d, 0, 1, rows, fmt::format("diagonal {:+}", offsets[static_cast<std::size_t>(d)]));
    for (std::int64_t i = 0; i < rows; ++i)
        p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i)));
}

// Blocks of h x w of each block row, side by side.
void blocks(TilePicture& p, std::int64_t h, std::int64_t w, bool fixed)
{
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < p.array("blockRows")[0]; ++i) {
        const std::int64_t end = fixed ? begin + p.parameter("blocks") : p.array("rowEnd")[static_cast<std::size_t>(i)];
        for (std::int64_t b = begin; b < end; ++b) {
            for (std::int64_t v = 0; v < h * w; ++v)
                p.put(b * h * w + v, (b - begin) * w + v % w, i * h + v / w);
            p.frame((b - begin) * w, i * h, w, h, fmt::format("block {}", b));
        }
        begin = end;
        for (std::int64_t r = 0; r < h; ++r)
            p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i * h + r)));
    }
}

// Stripes of t rows in groups of q vectors.
void stripes(TilePicture& p)
{
    const std::int64_t t = p.parameter("t"), q = p.parameter("q");
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < p.array("stripes")[0]; ++i) {
        const std::int64_t end = p.array("rowEnd")[static_cast<std::size_t>(i)];
        for (std::int64_t g = begin; g < end; g += q) {
            for (std::int64_t v = 0; v < t * q; ++v)
                p.put(g * t + v, g - begin + v % q, i * t + v / q);
            p.frame(g - begin, i * t, q, t, fmt::format("group of {} vectors", q));
        }
        begin = end;
        for (std::int64_t r = 0; r < t; ++r)
            p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i * t + r)));
    }
}

} // namespace

void placeValues(Encoded& e)
{
    const nlohmann::json parameters = e.format->parameters();
    const std::string name = e.format->name();
    int y = 0;
    for (const Tile& tile : e.plan.tiles) {
        const TileView view = e.plan.view(tile);
        const ArraySizes size = e.format->sizes(view);
        TilePicture p{parameters, *e.format, e.format->packed(view, *e.matrix), size[e.format->valueArray()], y, {},
                      {},         {}};
        p.places.resize(static_cast<std::size_t>(p.values));
        if (name == "csr" || name == "dcsr")
            ragged(p);
        else if (name == "ell")
            rectangle(p, size[0], p.parameter("width"));
        else if (name == "block")
            rectangle(p, p.parameter("rows"), p.parameter("width"));
        else if (name == "sell")
            slices(p);
        else if (name == "hyb")
            hyb(p);
        else if (name == "dia")
            diagonals(p);
        else if (name == "bsr" || name == "dbsr" || name == "bell")
            blocks(p, p.parameter("height"), p.parameter("width"), name == "bell");
        else if (name == "srbcrs")
            stripes(p);
        else
            lines(p);
        e.places.insert(e.places.end(), p.places.begin(), p.places.end());
        e.frames.insert(e.frames.end(), p.frames.begin(), p.frames.end());
        e.rowOfLine.insert(e.rowOfLine.end(), p.rowOfLine.begin(), p.rowOfLine.end());
        y = static_cast<int>(e.rowOfLine.size());
    }
}

Role roleOf(const EncodedArray& array, const EncodedElement& e, int step)
{
    if (e.written > step)
        return Role::Faint;
    if (e.written == step && step > 0)
        return Role::Highlight;
    if (e.about.empty() && array.elements.size() > 1)
        return Role::Padding;
    return array.element == ElementType::Value ? Role::Cell : Role::Index;
}

double drawStorage(Drawing& d, const Encoded& e, int format, int step, double x, double y, const StorageStyle& style)
{
    const double side = style.side, left = x + (style.words ? 24 : 0), gap = side > 16 ? 2 : 1;
    const EncodedArray& values = e.arrays[static_cast<std::size_t>(e.values())];
    double lowest = y;
    for (std::size_t i = 0; style.words && i < e.rowOfLine.size(); ++i)
        if (e.rowOfLine[i] >= 0)
            d.textIn(x, y + static_cast<double>(i) * side, 18, side, std::to_string(e.rowOfLine[i]), Align::Right,
                     Role::Axis, true);
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
