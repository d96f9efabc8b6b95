// A matrix from whatever file holds one.
#include "engine/core/files.h"
#include "engine/io/masks.h"
#include "engine/io/reader.h"
#include "engine/session/session.h"

namespace sparsescope::session {

MatrixPtr openMatrix(const std::string& path, Progress& progress, std::optional<std::int64_t> mask,
                     const EdgeOptions& edges)
{
    if (edges.given() && (mask || isSession(path)))
        throw Error(ErrorKind::Usage, "is no edge list, which --edges is about", {.file = path});
    if (!mask)
        return isSession(path) ? readSession(path, progress).matrix : readMatrix(path, progress, edges);
    const MaskSequencePtr masks = openMasks(path, progress);
    if (!masks) {
        openMatrix(path, progress); // says what is wrong where it is none either
        throw Error(ErrorKind::Usage, "holds no sequence of masks: --mask chooses one of such", {.file = path});
    }
    return masks->matrix(*mask, progress);
}

MaskSequencePtr openMasks(const std::string& path, Progress& progress)
{
    if (isSession(path))
        return readSession(path, progress).masks;
    return holdsMasks(path) ? readMasks(path, progress) : nullptr;
}

} // namespace sparsescope::session
