// Pieces of SVG for a page that holds many pictures: elements with classes, and the style that gives these their
// colours.
#pragma once

#include "engine/learn/scene.h"

namespace sparsescope::learn {

// One element (or two: a fill and its hatching) a shape, in order.
std::vector<std::string> svgElements(const Scene& scene);
// The colours of all roles, light, and dark where the reader prefers it or the root has the class "dark".
std::string svgStyle();
// Once a page: <pattern> elements for <defs>.
std::string svgPatterns();

std::string escapedXml(const std::string& text);

} // namespace sparsescope::learn
