// Where each stored value stands when the storage of a format is drawn: its rows as stored, squeezed to the left.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"

namespace sparsescope::learn {

struct TilePicture;

// Fills places, frames and rowOfLine: every tile as `place` lays it out.
void placeValues(Encoded& encoded, void (*place)(TilePicture& tile));

// Characters of the longest number in an array, and in all of a format but those of words.
std::size_t longestNumber(const EncodedArray& array);
std::size_t longestNumber(const Encoded& encoded);

// As an element is drawn after so many steps.
Role roleOf(const EncodedArray& array, const EncodedElement& element, int step);

// The storage after so many steps, its corner at (x, y), places of `side`; returns its lower end. Each place has the id
// "stored FORMAT ELEMENT".
struct StorageStyle {
    double side = 24;
    bool words = true;      // values, numbers of rows at its left or of columns above, labels of frames
    bool sizeAlone = false; // places are not drawn, only where they end
};
double drawStorage(Drawing& drawing, const Encoded& encoded, int format, int step, double x, double y,
                   const StorageStyle& style);

} // namespace sparsescope::learn
