// The formats that tileKinds() lists; one file each. A new format adds a line here and in registry.cpp.
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
FormatKind graphFormatKind();
FormatKind microFormatKind();

} // namespace sparsescope
