// Pixels, and writing them as PNG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope::raster {

// Row-major 0xAARRGGBB, not premultiplied.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> pixels;

    Image() = default;
    Image(int w, int h, std::uint32_t fill = 0)
        : width(w), height(h), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill)
    {
    }
    std::uint32_t at(int x, int y) const
    {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
};

// Written to a temporary name, then renamed. Throws Error(Input).
void writePng(const Image& image, const std::string& path);

// The same as bytes.
std::string pngBytes(const Image& image);

} // namespace sparsescope::raster
