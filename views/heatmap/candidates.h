// Thin outlines of tiles that are not drawn yet: the candidates that a search is about to choose from.
#pragma once

#include "engine/raster/tile_layer.h"

#include <QColor>
#include <QImage>

#include <vector>

namespace sparsescope {

// Outlines what each tile would take, `thickness` pixels wide: its rectangle, or the places of its non-zeros where it
// is none. Tiles out of view are skipped; one of more than a million non-zeros is outlined by its extent.
void drawCandidates(QImage& image, const raster::TileLayer& layer, const raster::ViewBox& device,
                    const std::vector<std::int64_t>& tiles, const QColor& colour, int thickness);

} // namespace sparsescope
