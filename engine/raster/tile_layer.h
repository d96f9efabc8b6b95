// The tiles of a plan as a picture to lay over the heat map: who owns which non-zero.
#pragma once

#include "engine/core/at.h"
#include "engine/core/progress.h"
#include "engine/plan/plan.h"
#include "engine/raster/colour_map.h"
#include "engine/raster/image.h"
#include "engine/raster/view_box.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sparsescope::raster {

enum class TileColouring {
    Format,    // family: Okabe-Ito colour and hatching
    Level,     // one hue
    Round,     // of the greedy loop
    Padding,   // stored places that hold no non-zero, 0 to 1
    Redundant, // stored places whose non-zero another tile owns, 0 to 1
    Atomic,    // two colours, tiles with split rows with slanted hatching
    Cost,      // logarithm of the predicted cost
    Value      // TileStyle::values
};

bool numeric(TileColouring colouring); // its colours are places on a ramp

struct TileStyle {
    TileColouring colouring = TileColouring::Format;
    ColourMap map = ColourMap::Viridis; // of padding, cost and sequential values
    bool dark = false;
    std::uint32_t accent = 0xFF0B66C3u; // of the highlight
    double pixelRatio = 1;              // device pixels a logical pixel: width of lines and hatching
    bool outlines = true;               // of contiguous tiles, and their padding
    bool frames = true;                 // with outlines; false: padding alone

    std::int64_t step = std::numeric_limits<std::int64_t>::max(); // tiles below are drawn
    // This tile is in the accent colour, the others are faded; -1: none. Where colours are numbers it keeps its own,
    // and its outline is the text's colour, which is on no ramp.
    std::int64_t highlight = -1;

    std::shared_ptr<const std::vector<double>> values; // one a tile, NaN: none (its entries are drawn grey)
    bool diverging = false;                            // centred at zero
    bool logarithmic = false;                          // of sequential values
    std::optional<double> low, high;                   // ends of the ramp; the values' own when not set

    bool operator==(const TileStyle&) const = default;
};

// What the ramp of a numeric colouring stands for, for a legend.
struct TileScale {
    double low = 0, high = 1;
    bool logarithmic = false, diverging = false;
};

class TileCounts;

// Tile index of a plan, prepared once, drawn many times from any thread.
class TileLayer {
public:
    // owner: the tile of each CSR position (ownerOfEntries). All three outlive the layer, or are shared by it.
    TileLayer(MatrixPtr matrix, std::shared_ptr<const Plan> plan,
              std::shared_ptr<const std::vector<std::uint32_t>> owner);

    // Transparent where no drawn tile owns a non-zero. Far out, a pixel has the colour of the family or level with the
    // most entries in it (ties: the first), or the mean of its entries' values, and is more transparent the more of
    // its entries are not drawn; zoomed in, every element has its own. Contiguous tiles larger than about 6 pixels are
    // outlined, as are the micro-tiles that a tile gathers, and what they hold without a non-zero is drawn as empty
    // cells. The same at any number of threads. Throws Error(Cancelled).
    // `kept`: of one thread; makes the next picture of this view quick where the step alone is another one.
    Image render(const ViewBox& view, const TileStyle& style, Progress& progress, TileCounts* kept = nullptr) const;

    TileScale scale(const TileStyle& style) const;

    // Drawn contiguous tiles of at least `leastPixels` in both directions: where there is room for a letter.
    std::vector<std::int64_t> roomy(const ViewBox& view, const TileStyle& style, double leastPixels) const;

    // The place of a tile: of all its entries and rows; `contiguous` when it is a full rectangle of the matrix (rows
    // consecutive, columns without gap).
    struct Bounds {
        ElementRect rect;
        bool contiguous = false;
    };
    const Bounds& bounds(std::int64_t tile) const { return m_bounds[at(tile)]; }

    // Colour of a tile under a style and its scale, and of all tiles without a value in a numeric colouring.
    std::uint32_t colour(std::int64_t tile, const TileStyle& style, const TileScale& scale) const;
    static constexpr std::uint32_t noValue(bool dark) { return dark ? 0xFF3F454Du : 0xFFB9BEC4u; }

    std::uint64_t id() const { return m_id; } // no other layer ever has it
    const Matrix& matrix() const { return *m_matrix; }
    const Plan& plan() const { return *m_plan; }
    std::span<const std::uint32_t> owner() const { return *m_owner; }
    int levels() const { return m_levels; }
    // Tiles of each family, by its number, of the first `step` tiles.
    std::vector<std::int64_t> tilesOfFamilies(std::int64_t step) const;

private:
    double number(std::int64_t tile, const TileStyle& style) const;
    std::vector<float> positions(const TileStyle& style) const;
    void drawOutlines(Image& image, const ViewBox& view, const TileStyle& style) const;
    void drawOutline(Image& image, const ViewBox& view, const TileStyle& style, const ElementRect& rect,
                     std::uint32_t fill) const;
    void drawMicroTiles(Image& image, const ViewBox& view, const TileStyle& style, double leastPixels) const;
    void drawHighlight(Image& image, const ViewBox& view, const TileStyle& style) const;

    std::uint64_t m_id;
    MatrixPtr m_matrix;
    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const std::vector<std::uint32_t>> m_owner;
    std::vector<Bounds> m_bounds;
    std::vector<double> m_padding, m_redundant; // a tile each, of its stored places
    std::vector<std::uint8_t> m_family;
    std::vector<std::uint8_t> m_level;  // from 0
    bool m_micro = false;               // some tiles gather micro-tiles
    std::vector<std::uint8_t> m_atomic; // the family that lends its hatching: Diagonal or, not atomic, Block
    int m_levels = 1;
};

std::uint32_t atomicColour(bool atomic);
// How tiles of a family look, for a legend; `colour` with the family's hatching.
Image hatchedSwatch(FormatFamily hatching, std::uint32_t colour, int width, int height, double pixelRatio, bool dark);

// For a single picture: prepares and draws.
Image renderTiles(MatrixPtr matrix, std::shared_ptr<const Plan> plan,
                  std::shared_ptr<const std::vector<std::uint32_t>> owner, const ViewBox& view, const TileStyle& style,
                  Progress& progress);

} // namespace sparsescope::raster
