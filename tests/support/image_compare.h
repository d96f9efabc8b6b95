// Comparing pictures with a tolerance; the difference, amplified, is written as PNG when they differ too much.
#pragma once

#include "engine/raster/image.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cstdlib>
#include <string>

struct ImageDifference {
    bool sameSize = false;
    int worst = 0;        // greatest difference of a channel, 0 to 255
    long long over = 0;   // pixels with a channel beyond the tolerance
    double overShare = 0; // of all pixels
    std::string picture;  // path of the difference picture; empty when nothing was over
};

// Channels (alpha too) may differ by `tolerance`. `name` is the picture's name among outputs, without suffix.
inline ImageDifference compareImages(const sparsescope::raster::Image& a, const sparsescope::raster::Image& b,
                                     int tolerance, const std::string& name)
{
    ImageDifference d;
    d.sameSize = a.width == b.width && a.height == b.height;
    if (!d.sameSize)
        return d;
    sparsescope::raster::Image picture(std::max(a.width, 1), std::max(a.height, 1), 0xFF000000u);
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        int most = 0;
        std::uint32_t shown = 0xFF000000u;
        for (const int shift : {24, 16, 8, 0}) {
            const int delta = std::abs(static_cast<int>((a.pixels[i] >> shift) & 0xFF) -
                                       static_cast<int>((b.pixels[i] >> shift) & 0xFF));
            most = std::max(most, delta);
            if (shift < 24)
                shown |= static_cast<std::uint32_t>(std::min(255, delta * 8)) << shift;
        }
        d.worst = std::max(d.worst, most);
        d.over += most > tolerance;
        picture.pixels[i] = most > tolerance ? shown : 0xFF000000u;
    }
    d.overShare = a.pixels.empty() ? 0 : static_cast<double>(d.over) / static_cast<double>(a.pixels.size());
    if (d.over > 0) {
        d.picture = outputFile(name + "-difference.png");
        sparsescope::raster::writePng(picture, d.picture);
    }
    return d;
}
