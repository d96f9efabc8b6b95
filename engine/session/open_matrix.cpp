// A matrix from whatever file holds one.
#include "engine/io/reader.h"
#include "engine/session/session.h"

namespace sparsescope::session {

MatrixPtr openMatrix(const std::string& path, Progress& progress)
{
    return isSession(path) ? readSession(path, progress).matrix : readMatrix(path, progress);
}

} // namespace sparsescope::session
