// Built-in matrices and recorded sessions, to look at before something of one's own is opened.
#pragma once

#include "engine/matrix/matrix.h"

#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

struct Sample {
    QString name; // of the generator
    QString title;
    QString about;                    // one sentence
    std::function<MatrixPtr()> make;  // at full size; run it on a thread
    std::function<MatrixPtr()> small; // the same pattern for a small picture
};

const std::vector<Sample>& samples();

// Sessions that come with the program, by their names among its resources: one matrix, with tiles, with a search among
// graphs, and in two formats, not run; one by all systems, and one of several relations.
inline constexpr const char* tilesSession = "samples/crossing-2048-h200.sscope";
inline constexpr const char* graphsSession = "samples/graphs-2048-h200.sscope";
inline constexpr const char* systemsSession = "samples/systems-8192-h200.sscope";
inline constexpr const char* relationsSession = "samples/aifb-like-h200.sscope";
inline constexpr const char* programSession = "samples/program-128.sscope";

// What a recording shows; the start page has a title for each.
enum class RecordingKind { Systems, Graphs, Programs, Relations, Masks };

struct Recording {
    std::string file; // among the program's resources
    QString title;
    QString brief; // where its kind is said above it
    QString about; // one sentence
    RecordingKind kind;
    const char* view; // where to look first, as --page takes it
};

// Those that are among the resources.
const std::vector<Recording>& recordings();

} // namespace sparsescope
