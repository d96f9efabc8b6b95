#include "engine/raster/colour_map.h"

#include "engine/core/error.h"
#include "engine/raster/colour_tables.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sparsescope::raster {

namespace {

int channel(std::uint32_t colour, int shift)
{
    return static_cast<int>((colour >> shift) & 0xFF);
}

double linear(int value)
{
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double luminance(std::uint32_t c)
{
    return 0.2126 * linear(channel(c, 16)) + 0.7152 * linear(channel(c, 8)) + 0.0722 * linear(channel(c, 0));
}

// 256 colours from dark to bright.
std::vector<std::uint32_t> darkToBright(ColourMap map)
{
    std::vector<std::uint32_t> colours;
    for (std::uint32_t i = 0; i < 256; ++i) {
        if (map == ColourMap::Grey) {
            colours.push_back(0xFF000000u | (i << 16) | (i << 8) | i);
            continue;
        }
        const char* table = map == ColourMap::Viridis ? viridisTable : cividisTable;
        colours.push_back(0xFF000000u |
                          static_cast<std::uint32_t>(std::stoul(std::string(table + 6 * i, 6), nullptr, 16)));
    }
    return colours;
}

std::uint32_t sampled(const std::vector<std::uint32_t>& colours, double position)
{
    const double at = std::clamp(position, 0.0, 1.0) * static_cast<double>(colours.size() - 1);
    const auto i = std::min(static_cast<std::size_t>(at), colours.size() - 2);
    return mixed(colours[i], colours[i + 1], at - static_cast<double>(i));
}

Ramp stretched(const std::vector<std::uint32_t>& colours)
{
    Ramp ramp{};
    for (std::size_t i = 0; i < ramp.size(); ++i)
        ramp[i] = sampled(colours, static_cast<double>(i) / 255);
    return ramp;
}

Ramp makeSequential(ColourMap map, bool dark)
{
    // More than the 3 that is asked for: a lone non-zero is often a single pixel.
    constexpr double leastContrast = 3.5;
    std::vector<std::uint32_t> colours = darkToBright(map);
    if (map == ColourMap::Grey) {
        // The far ends of grey are the themes' text colours, not pure black and white.
        colours.erase(dark ? colours.begin() + 236 : colours.begin(), dark ? colours.end() : colours.begin() + 30);
    }
    if (!dark)
        std::reverse(colours.begin(), colours.end());
    const auto visible = std::find_if(colours.begin(), colours.end(),
                                      [&](std::uint32_t c) { return contrast(c, background(dark)) >= leastContrast; });
    colours.erase(colours.begin(), visible);
    return stretched(colours);
}

} // namespace

std::string name(ColourMap map)
{
    switch (map) {
    case ColourMap::Viridis:
        return "viridis";
    case ColourMap::Cividis:
        return "cividis";
    case ColourMap::Grey:
        return "grey";
    }
    return "viridis";
}

ColourMap parseColourMap(const std::string& text)
{
    for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis, ColourMap::Grey})
        if (text == name(map))
            return map;
    failUsage("there is no colour map \"" + text + "\"; there are viridis, cividis and grey");
}

const Ramp& sequentialRamp(ColourMap map, bool dark)
{
    static const std::array<Ramp, 6> ramps = {
        makeSequential(ColourMap::Viridis, false), makeSequential(ColourMap::Viridis, true),
        makeSequential(ColourMap::Cividis, false), makeSequential(ColourMap::Cividis, true),
        makeSequential(ColourMap::Grey, false),    makeSequential(ColourMap::Grey, true)};
    return ramps[static_cast<std::size_t>(map) * 2 + (dark ? 1 : 0)];
}

const Ramp& divergingRamp(bool dark)
{
    static const Ramp onLight = stretched({0xFF0A4C8Cu, 0xFF4A94CFu, 0xFFF3F4F5u, 0xFFE08A2Eu, 0xFFA34700u});
    static const Ramp onDark = stretched({0xFF7CC0FFu, 0xFF2F74B5u, 0xFF2A2E33u, 0xFFB5671Bu, 0xFFFFB05Cu});
    return dark ? onDark : onLight;
}

std::uint32_t familyColour(FormatFamily family)
{
    switch (family) {
    case FormatFamily::Block:
        return 0xFF0072B2u;
    case FormatFamily::Ell:
        return 0xFFE69F00u;
    case FormatFamily::OneD:
        return 0xFF009E73u;
    case FormatFamily::CsrLike:
        return 0xFFCC79A7u;
    case FormatFamily::Diagonal:
        return 0xFF56B4E9u;
    case FormatFamily::Other:
        break;
    }
    return 0xFF999999u;
}

std::uint32_t levelColour(int level, int levels, bool dark)
{
    static const std::vector<std::uint32_t> lightToDark = {0xFF4E9ACCu, 0xFF3787C0u, 0xFF1663A8u, 0xFF0B4083u,
                                                           0xFF07285Au};
    static const std::vector<std::uint32_t> onDark = {0xFFDCEBFAu, 0xFFA3CBF0u, 0xFF6FA9E0u, 0xFF4586C4u, 0xFF2F66A0u};
    const double t = levels > 1 ? static_cast<double>(level - 1) / (levels - 1) : 0.0;
    return sampled(dark ? onDark : lightToDark, t);
}

std::uint32_t mixed(std::uint32_t a, std::uint32_t b, double t)
{
    t = std::clamp(t, 0.0, 1.0);
    std::uint32_t out = a & 0xFF000000u;
    for (const int shift : {16, 8, 0}) {
        const double v = channel(a, shift) + (channel(b, shift) - channel(a, shift)) * t;
        out |= static_cast<std::uint32_t>(std::lround(v)) << shift;
    }
    return out;
}

double lightness(std::uint32_t colour)
{
    const double y = luminance(colour);
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

double contrast(std::uint32_t a, std::uint32_t b)
{
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

} // namespace sparsescope::raster
