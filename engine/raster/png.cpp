// PNG files by libpng's simplified interface.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/raster/image.h"

#include <bit>
#include <png.h>

namespace sparsescope::raster {

void writePng(const Image& image, const std::string& path)
{
    if (image.width < 1 || image.height < 1)
        failInput("an image without pixels cannot be written", {.file = path});
    writeText(path, pngBytes(image));
}

std::string pngBytes(const Image& image)
{
    static_assert(std::endian::native == std::endian::little, "0xAARRGGBB is B, G, R, A in memory");
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_BGRA;
    std::string bytes(image.width > 0 && image.height > 0 ? PNG_IMAGE_PNG_SIZE_MAX(png) : 0, '\0');
    png_alloc_size_t size = bytes.size();
    const bool good =
        size > 0 && png_image_write_to_memory(&png, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr) != 0;
    if (!good) {
        const std::string reason = png.message;
        png_image_free(&png);
        failInput("the picture cannot be made: " + reason, {.call = "png_image_write_to_memory"});
    }
    bytes.resize(size);
    return bytes;
}

} // namespace sparsescope::raster
