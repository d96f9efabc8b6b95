// Small pictures of masks: counted from bits as a plain loop counts them, whatever is larger, pixel or granule.
#include "engine/core/at.h"
#include "engine/raster/mask_picture.h"
#include "tests/support/catch.h"

using namespace sparsescope;

namespace {

Mask scattered(const MaskShape& shape, std::uint64_t seed)
{
    Mask mask(shape);
    std::uint64_t state = seed;
    for (std::int64_t r = 0; r < shape.down(); ++r)
        for (std::int64_t c = 0; c < shape.across(); ++c) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            if (state >> 61 == 0)
                mask.set(r, c);
        }
    return mask;
}

} // namespace

TEST_CASE("a picture of a mask counts each granule once, in the pixel of its first place")
{
    for (const MaskShape& shape : {MaskShape{300, 500, 1, 1}, MaskShape{256, 130, 8, 1}, MaskShape{64, 64, 1, 64}}) {
        const Mask mask = scattered(shape, 7);
        const int width = 16, height = 8; // no granule spans more than a pixel down; 1 x 64 does across
        const raster::DensityCounts counts = raster::maskCounts(mask, width, height, noProgress());
        REQUIRE(counts.counts.size() == std::size_t{16} * 8);
        std::vector<std::uint32_t> expected(counts.counts.size());
        for (std::int64_t r = 0; r < shape.down(); ++r)
            for (std::int64_t c = 0; c < shape.across(); ++c)
                if (mask.granule(r, c)) {
                    const std::int64_t y = r * shape.granuleRows * height / shape.rows;
                    const std::int64_t x = c * shape.granuleCols * width / shape.cols;
                    ++expected[at(y * width + x)];
                }
        if (shape.granuleCols == 1) {
            CHECK(counts.counts == expected);
            continue;
        }
        // A granule that is larger than a pixel is seen in all of its pixels.
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                CHECK(counts.at(x, y) == expected[at(y * width)]);
    }
}

TEST_CASE("a picture of a mask has the mask's shape, and is empty where the mask is")
{
    Mask mask({100, 400, 1, 1});
    mask.setRange(0, 0, 400);
    const raster::Image picture = raster::maskPicture(mask, 64, raster::ColourMap::Viridis, false, noProgress());
    CHECK(picture.width == 64);
    CHECK(picture.height == 16);
    CHECK(picture.at(63, 0) >> 24 == 0xFF);
    CHECK(picture.at(63, 1) == 0);
    // Down to an eighth.
    CHECK(raster::maskPicture(Mask({4, 4096}), 64, raster::ColourMap::Viridis, true, noProgress()).height == 8);
}
