// A sequence of masks made of matrix files.
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/io/masks.h"
#include "engine/io/reader.h"

#include <fmt/format.h>
#include <utility>

namespace sparsescope {

MaskSequencePtr readMasksFromMatrices(const std::vector<std::string>& paths, Progress& progress)
{
    if (paths.empty())
        failUsage("a sequence of matrix files needs one at least");
    MaskFacts facts;
    facts.layout = MaskLayout::Either; // they are there before, as weights are
    std::vector<Mask> masks;
    for (const std::string& path : paths) {
        if (holdsMasks(path))
            failInput("holds masks itself: a sequence is made of matrix files, a mask each", {.file = path});
        const MatrixPtr matrix = readMatrix(path, progress);
        if (matrix->rows() < 1 || matrix->cols() < 1)
            failInput(fmt::format("is {} x {}: a mask has a place at least", matrix->rows(), matrix->cols()),
                      {.file = path});
        const MaskShape shape{matrix->rows(), matrix->cols(), 1, 1};
        if (masks.empty())
            facts.shape = shape;
        if (!(shape == facts.shape))
            failInput(fmt::format("is {} x {}, not {} x {} as {}", formatCount(shape.rows), formatCount(shape.cols),
                                  formatCount(facts.shape.rows), formatCount(facts.shape.cols), facts.names.front()),
                      {.file = path});
        requireRoomForMask(shape, path);
        masks.push_back(maskOf(*matrix));
        facts.names.push_back(matrix->source().name);
    }
    facts.name =
        paths.size() == 1 ? facts.names.front() : fmt::format("{} and {} more", facts.names.front(), paths.size() - 1);
    facts.period = facts.shape.cols;
    return keptMasks(std::move(facts), std::move(masks));
}

} // namespace sparsescope
