// Colours of a picture (LOOK: colour), light and dark.
#include "engine/learn/scene.h"
#include "engine/raster/colour_map.h"

#include <array>

namespace sparsescope::learn {

namespace {

constexpr std::array<const char*, roleCount> names = {
    "text",      "secondary", "heading", "accent", "axis",     "line",     "faint",   "cell",   "index", "padding",
    "redundant", "highlight", "linked",  "active", "idle",     "sector",   "touched", "good",   "bad",   "code",
    "code-here", "block",     "ell",     "one-d",  "csr-like", "diagonal", "other",   "ground", "frame", "spoken"};

// The window's colours.
struct Paper {
    std::uint32_t ground, panel, hairline, text, secondary, accent, good, bad;
};
constexpr Paper light = {
    raster::lightBackground, 0xFFF6F7F8u, 0xFFD9DCDFu, 0xFF1B1E22u, 0xFF5B636Cu, 0xFF0B66C3u, 0xFF00724Eu, 0xFFB44300u};
constexpr Paper dark = {
    raster::darkBackground, 0xFF1C1F23u, 0xFF30353Bu, 0xFFE8EAEDu, 0xFF9AA3ADu, 0xFF5AA9F7u, 0xFF3CCB9Eu, 0xFFF0974Cu};

RoleStyle familyStyle(FormatFamily family, const Paper& paper, Hatch hatch)
{
    const std::uint32_t colour = raster::familyColour(family);
    return {raster::mixed(paper.ground, colour, 0.30), colour, paper.text, 1.5, false, hatch};
}

} // namespace

const char* name(Role role)
{
    return names[static_cast<std::size_t>(role)];
}

RoleStyle styleOf(Role role, bool isDark)
{
    const Paper& p = isDark ? dark : light;
    const std::uint32_t strong = raster::mixed(p.ground, p.text, 0.55);
    switch (role) {
    case Role::Text:
        return {0, 0, p.text};
    case Role::Secondary:
        return {0, 0, p.secondary};
    case Role::Heading:
        return {p.panel, p.hairline, p.text};
    case Role::Accent:
        return {0, p.accent, p.accent, 2.5};
    case Role::Axis:
        return {0, 0, p.secondary};
    case Role::Line:
        return {0, p.hairline, p.hairline};
    case Role::Faint:
        return {0, p.hairline, p.secondary};
    case Role::Cell:
        return {raster::mixed(p.ground, p.accent, isDark ? 0.42 : 0.24), raster::mixed(p.ground, p.accent, 0.7),
                p.text};
    case Role::Index:
        return {raster::mixed(p.ground, p.text, isDark ? 0.16 : 0.09), raster::mixed(p.ground, p.text, 0.35), p.text};
    case Role::Padding:
        return {0, strong, p.secondary, 1, true};
    case Role::Redundant:
        return {0, p.bad, p.secondary, 1, true, Hatch::Slanted};
    case Role::Highlight:
        return {p.accent, p.accent, isDark ? 0xFF0B1016u : 0xFFFFFFFFu, 2};
    case Role::Linked:
        return {raster::mixed(p.ground, p.accent, isDark ? 0.55 : 0.38), p.accent, p.text, 2};
    case Role::Active:
        return {raster::mixed(p.ground, p.good, isDark ? 0.35 : 0.20), p.good, p.text, 1.5};
    case Role::Idle:
        return {0, raster::mixed(p.ground, p.text, isDark ? 0.42 : 0.48), p.text, 1, true, Hatch::Slanted};
    case Role::Sector:
        return {raster::mixed(p.ground, 0xFFE69F00u, isDark ? 0.45 : 0.40), 0xFFE69F00u, p.text, 1.5};
    case Role::Touched:
        return {raster::mixed(p.ground, 0xFFE69F00u, isDark ? 0.14 : 0.12), raster::mixed(p.ground, 0xFFE69F00u, 0.45),
                p.text};
    case Role::Good:
        return {raster::mixed(p.ground, p.good, 0.3), p.good, p.good, 2};
    case Role::Bad:
        return {raster::mixed(p.ground, p.bad, 0.3), p.bad, p.bad, 2};
    case Role::Code:
        return {0, 0, p.text};
    case Role::CodeHere:
        return {raster::mixed(p.ground, p.accent, isDark ? 0.30 : 0.16), 0, p.text};
    case Role::Block:
        return familyStyle(FormatFamily::Block, p, Hatch::None);
    case Role::Ell:
        return familyStyle(FormatFamily::Ell, p, Hatch::Horizontal);
    case Role::OneD:
        return familyStyle(FormatFamily::OneD, p, Hatch::Dots);
    case Role::CsrLike:
        return familyStyle(FormatFamily::CsrLike, p, Hatch::Vertical);
    case Role::Diagonal:
        return familyStyle(FormatFamily::Diagonal, p, Hatch::Slanted);
    case Role::Other:
        return familyStyle(FormatFamily::Other, p, Hatch::Crossed);
    case Role::Ground:
        return {p.ground, 0, p.text};
    case Role::Frame:
        return {0, strong, strong, 2};
    case Role::Spoken:
        return {raster::mixed(p.ground, p.accent, isDark ? 0.16 : 0.08), p.hairline, p.secondary};
    }
    return {};
}

} // namespace sparsescope::learn
