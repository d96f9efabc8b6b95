// The formats that formatKinds() lists; one file each. A new format adds a line here and in registry.cpp.
#pragma once

#include "engine/plan/format.h"

namespace sparsescope {

FormatKind blockFormatKind();
FormatKind ellFormatKind();
FormatKind oneDFormatKind();
FormatKind csrFormatKind();
FormatKind cooFormatKind();
FormatKind dcsrFormatKind();
FormatKind sellFormatKind();
FormatKind hybFormatKind();
FormatKind diaFormatKind();
FormatKind bsrFormatKind();
FormatKind dbsrFormatKind();
FormatKind bellFormatKind();
FormatKind srBcrsFormatKind();
FormatKind denseFormatKind();

// The tiles of a graph, which are made for the whole matrix at once: no kind of format that non-zeros are covered with.
// Throws Error(Input) on illegal parameters.
FormatPtr makeGraphFormat(const nlohmann::json& parameters);

} // namespace sparsescope
