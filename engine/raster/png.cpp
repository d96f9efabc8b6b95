// PNG files by libpng's simplified interface.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/raster/image.h"

#include <algorithm>
#include <bit>
#include <png.h>

namespace sparsescope::raster {

void writePng(const Image& image, const std::string& path)
{
    static_assert(std::endian::native == std::endian::little, "0xAARRGGBB is B, G, R, A in memory");
    if (image.width < 1 || image.height < 1)
        failInput("an image without pixels cannot be written", {.file = path, .line = 0, .column = 0, .call = {}});
    writeAtomically(path, [&](const std::string& temporary) {
        png_image png{};
        png.version = PNG_IMAGE_VERSION;
        png.width = static_cast<png_uint_32>(image.width);
        png.height = static_cast<png_uint_32>(image.height);
        png.format = PNG_FORMAT_BGRA;
        if (!png_image_write_to_file(&png, temporary.c_str(), 0, image.pixels.data(), 0, nullptr)) {
            const std::string reason = png.message;
            png_image_free(&png);
            failInput(reason, {.file = path, .line = 0, .column = 0, .call = "png_image_write_to_file"});
        }
    });
}

std::string pngBytes(const Image& image)
{
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_BGRA;
    png_alloc_size_t size = 0;
    std::string bytes;
    bool good = image.width > 0 && image.height > 0 &&
                png_image_write_to_memory(&png, nullptr, &size, 0, image.pixels.data(), 0, nullptr) != 0;
    if (good) {
        bytes.resize(size);
        good = png_image_write_to_memory(&png, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr) != 0;
        bytes.resize(size);
    }
    if (!good) {
        const std::string reason = png.message;
        png_image_free(&png);
        failInput("the picture cannot be made: " + reason, {.call = "png_image_write_to_memory"});
    }
    return bytes;
}

} // namespace sparsescope::raster
