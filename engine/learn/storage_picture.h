// Where each stored value stands when the storage of a format is drawn: its rows as stored, squeezed to the left.
#pragma once

#include "engine/learn/encoded.h"

namespace sparsescope::learn {

// Fills places, frames and rowOfLine. Formats that have no shape of their own are drawn as lines of places.
void placeValues(Encoded& encoded);

} // namespace sparsescope::learn
