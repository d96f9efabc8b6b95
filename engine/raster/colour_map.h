// Colours of data: sequential and diverging ramps, format families, levels. All colours are opaque 0xFFRRGGBB.
#pragma once

#include "engine/plan/format.h"

#include <array>
#include <cstdint>
#include <string>

namespace sparsescope::raster {

enum class ColourMap { Viridis, Cividis, Grey };
std::string name(ColourMap map);                   // "viridis" "cividis" "grey"
ColourMap parseColourMap(const std::string& text); // throws Error(Usage)

inline constexpr std::uint32_t lightBackground = 0xFFFFFFFFu;
inline constexpr std::uint32_t darkBackground = 0xFF15171Au;
inline constexpr std::uint32_t background(bool dark)
{
    return dark ? darkBackground : lightBackground;
}

using Ramp = std::array<std::uint32_t, 256>;

// From little to much. On the light background more is darker, on the dark one brighter; the end that comes close to
// the background is cut off, so that every colour has a contrast of at least 3 : 1 to it.
const Ramp& sequentialRamp(ColourMap map, bool dark);
// Blue - white (dark: near black) - orange; index 127.5 is the middle.
const Ramp& divergingRamp(bool dark);

// Okabe-Ito, the same in both themes.
std::uint32_t familyColour(FormatFamily family);
// One hue from light (level 1) to dark (the last of `levels`), turned in the dark theme so that both stay visible.
std::uint32_t levelColour(int level, int levels, bool dark);

// Red, green and blue of a + (b - a) t, alpha of a.
std::uint32_t mixed(std::uint32_t a, std::uint32_t b, double t);
// The colour with another alpha, 0 to 255.
inline constexpr std::uint32_t withAlpha(std::uint32_t colour, int alpha)
{
    return (colour & 0x00FFFFFFu) | (static_cast<std::uint32_t>(alpha) << 24);
}
// CIE L* of an opaque colour, from 0 to 100: how light its grey is.
double lightness(std::uint32_t colour);
// WCAG 2 contrast ratio of two opaque colours, from 1 to 21.
double contrast(std::uint32_t a, std::uint32_t b);

} // namespace sparsescope::raster
