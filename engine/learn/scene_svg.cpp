// A picture as SVG.
#include "engine/learn/scene_svg.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace sparsescope::learn {

namespace {

std::string colour(std::uint32_t argb)
{
    return argb >> 24 == 0 ? "none" : fmt::format("#{:06X}", argb & 0xFFFFFFu);
}

// Lines of a hatching over one period of 6 units.
std::string hatchLines(Hatch hatch)
{
    switch (hatch) {
    case Hatch::None:
        return {};
    case Hatch::Horizontal:
        return "M0 3H6";
    case Hatch::Vertical:
        return "M3 0V6";
    case Hatch::Slanted:
        return "M-1 1L1 -1M0 6L6 0M5 7L7 5";
    case Hatch::Dots:
        return "M2.5 3H3.5";
    case Hatch::Crossed:
        return "M0 6L6 0M0 0L6 6";
    }
    return {};
}

std::string pattern(Role role, const std::string& stroke)
{
    const Hatch hatch = styleOf(role, false).hatch;
    return fmt::format("<pattern id=\"h{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path d=\"{}\" {} "
                       "stroke-width=\"{}\" fill=\"none\"/></pattern>",
                       static_cast<int>(role), hatchLines(hatch), stroke, hatch == Hatch::Dots ? 1 : 0.7);
}

// Elements with colours, or with classes that a style sheet colours.
class Writer {
public:
    enum class Colours { Light, Dark, Classes };
    explicit Writer(Colours colours) : m_colours(colours) {}

    std::string element(const Shape& s) const
    {
        switch (s.kind) {
        case Shape::Kind::Rectangle:
            return filled(fmt::format("rect x=\"{:.6g}\" y=\"{:.6g}\" width=\"{:.6g}\" height=\"{:.6g}\" rx=\"2\"", s.x,
                                      s.y, s.w, s.h),
                          s);
        case Shape::Kind::Polygon: {
            std::string points;
            for (const Point& p : s.points)
                points += fmt::format("{}{:.6g},{:.6g}", points.empty() ? "" : " ", p.x, p.y);
            return filled(fmt::format("polygon points=\"{}\"", points), s);
        }
        case Shape::Kind::Line:
        case Shape::Kind::Arrow:
            return line(s);
        case Shape::Kind::Text:
            return text(s);
        }
        return {};
    }

private:
    RoleStyle style(const Shape& s) const { return styleOf(s.role, m_colours == Colours::Dark); }
    bool classes() const { return m_colours == Colours::Classes; }

    std::string filled(const std::string& element, const Shape& s) const
    {
        const RoleStyle st = style(s);
        const std::string look =
            classes() ? fmt::format(" class=\"b {}\"", name(s.role))
                      : fmt::format(" fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.6g}\"{}", colour(st.fill),
                                    colour(st.stroke), st.width, st.dashed ? " stroke-dasharray=\"2 2\"" : "");
        const std::string id = s.id.empty() ? "" : fmt::format(" data-id=\"{}\"", escapedXml(s.id));
        const std::string hint = s.hint.empty() ? "" : fmt::format("<title>{}</title>", escapedXml(s.hint));
        std::string out = fmt::format("<{}{}{}>{}</{}>", element, id, look, hint, element.substr(0, element.find(' ')));
        if (st.hatch != Hatch::None)
            out += fmt::format("<{} fill=\"url(#h{})\" pointer-events=\"none\"/>", element, static_cast<int>(s.role));
        return out;
    }

    std::string line(const Shape& s) const
    {
        const RoleStyle st = style(s);
        const double x1 = s.x + s.w, y1 = s.y + s.h;
        std::string path = fmt::format("M{:.6g} {:.6g}L{:.6g} {:.6g}", s.x, s.y, x1, y1);
        const double length = std::hypot(s.w, s.h);
        if (s.kind == Shape::Kind::Arrow && length > 0) {
            const double ux = s.w / length * 6, uy = s.h / length * 6;
            path += fmt::format("M{:.6g} {:.6g}L{:.6g} {:.6g}L{:.6g} {:.6g}", x1 - ux - uy / 2, y1 - uy + ux / 2, x1,
                                y1, x1 - ux + uy / 2, y1 - uy - ux / 2);
        }
        return fmt::format("<path d=\"{}\"{}/>", path,
                           classes()
                               ? fmt::format(" class=\"l {}\"", name(s.role))
                               : fmt::format(" stroke=\"{}\" stroke-width=\"{:.6g}\" fill=\"none\"{}", colour(st.ink),
                                             st.width, st.dashed ? " stroke-dasharray=\"2 2\"" : ""));
    }

    std::string text(const Shape& s) const
    {
        const double size = static_cast<double>(s.size);
        const char* anchor = s.align == Align::Left     ? ""
                             : s.align == Align::Centre ? " text-anchor=\"middle\""
                                                        : " text-anchor=\"end\"";
        const double x = s.align == Align::Left ? s.x : s.align == Align::Centre ? s.x + s.w / 2 : s.x + s.w;
        const std::string id = s.id.empty() ? "" : fmt::format(" data-id=\"{}\"", escapedXml(s.id));
        return fmt::format(
            "<text x=\"{:.6g}\" y=\"{:.6g}\" font-size=\"{:.6g}\"{}{}{}{}{} xml:space=\"preserve\">{}</text>", x,
            s.y + s.h / 2 + 0.36 * size, size, id,
            classes() ? fmt::format(" class=\"t {}\"", name(s.role))
                      : fmt::format(" fill=\"{}\"", colour(style(s).ink)),
            anchor, s.strong ? " font-weight=\"600\"" : "", s.monospaced ? " font-family=\"monospace\"" : "",
            escapedXml(s.text));
    }

    Colours m_colours;
};

} // namespace

std::string escapedXml(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (static_cast<unsigned char>(c) >= 0x20)
            out += c;
    }
    return out;
}

std::string sceneSvg(const Scene& scene, bool dark)
{
    const Writer writer(dark ? Writer::Colours::Dark : Writer::Colours::Light);
    std::array<bool, roleCount> used{};
    std::string body, defs;
    for (const Shape& shape : scene.shapes) {
        used[static_cast<std::size_t>(shape.role)] = true;
        body += writer.element(shape) + "\n";
    }
    for (int r = 0; r < roleCount; ++r) {
        const RoleStyle style = styleOf(static_cast<Role>(r), dark);
        if (used[static_cast<std::size_t>(r)] && style.hatch != Hatch::None)
            defs += pattern(static_cast<Role>(r), fmt::format("stroke=\"{}\"", colour(style.stroke)));
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.6g}\" height=\"{1:.6g}\" viewBox=\"0 0 {0:.6g} "
        "{1:.6g}\" "
        "font-family=\"sans-serif\">\n{2}<rect width=\"{0:.6g}\" height=\"{1:.6g}\" fill=\"{3}\"/>\n{4}</svg>\n",
        scene.width, scene.height, defs.empty() ? "" : "<defs>" + defs + "</defs>\n",
        colour(styleOf(Role::Ground, dark).fill), body);
}

std::vector<std::string> svgElements(const Scene& scene)
{
    const Writer writer(Writer::Colours::Classes);
    std::vector<std::string> elements;
    for (const Shape& shape : scene.shapes)
        elements.push_back(writer.element(shape));
    return elements;
}

std::string svgStyle()
{
    const auto rules = [](bool dark, const std::string& before) {
        std::string css;
        for (int r = 0; r < roleCount; ++r) {
            const Role role = static_cast<Role>(r);
            const RoleStyle s = styleOf(role, dark);
            css += fmt::format("{0}.b.{1}{{fill:{2};stroke:{3};stroke-width:{4:.6g}{5}}}{0}.t.{1}{{fill:{6}}}{0}.l.{1}{"
                               "{stroke:{6};stroke-width:{4:.6g};"
                               "fill:none{5}}}{0}.h.{1}{{stroke:{3}}}\n",
                               before, name(role), colour(s.fill), colour(s.stroke), s.width,
                               s.dashed ? ";stroke-dasharray:2 2" : "", colour(s.ink));
        }
        return css;
    };
    return rules(false, "") + rules(true, ".dark ");
}

std::string svgPatterns()
{
    std::string defs;
    for (int r = 0; r < roleCount; ++r)
        if (styleOf(static_cast<Role>(r), false).hatch != Hatch::None)
            defs += pattern(static_cast<Role>(r), fmt::format("class=\"h {}\"", name(static_cast<Role>(r))));
    return defs;
}

} // namespace sparsescope::learn
