// A format as the Learn page teaches it: one file a format in this folder, which alone knows it by name. What formats
// of one family share stands beside them.
#pragma once

#include "engine/learn/learn_state.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::learn {

struct Encoded;
struct TilePicture;
class WarpBuilder;

// A way of giving the work of a format to threads: the kernel as a student would write it, and its steps. The text is
// the kernel: tests run it, on the arrays that are shown, for each of a grid of threads that is large enough. It bounds
// them itself, says "y is 0 before" (C for SpMM) where it does not write all of y, and begins a second kernel with a
// line that is a comment. What is neither an array nor a number of Encoded is not known there.
struct TaughtKernel {
    std::string mapping;         // LearnMapping::name
    std::string about;           // two sentences
    std::string code;            // lines; rowEnd[r] is where row r ends, as in the arrays
    void (*run)(WarpBuilder& b); // appends memories and steps
    bool byColumns = false;      // see Encoded
    // The array that a second kernel reads: without it that is not listed.
    std::string second = {};
};

struct TaughtFormat {
    std::string name;  // "sell", as lessons and makeFormat() spell it
    std::string label; // "SELL-C-σ"
    std::string about; // two sentences
    // What a student turns, with the values that are legal for this matrix; null: nothing.
    std::vector<LearnParameter> (*parameters)(const Matrix& matrix) = nullptr;
    // A number of Encoded that follows from the matrix and that the label says; empty: none.
    std::string derived = {};
    std::vector<TaughtKernel> kernels = {}; // not empty
    // The parameters of the engine's format that holds the whole matrix in one tile where it can: sizes that only bound
    // a tile are added to those of the lesson. Null for what is no format of the engine: a composition of tiles, or a
    // layout of textbooks, which has all of it in this folder.
    nlohmann::json (*inOneTile)(const Matrix& matrix, nlohmann::json parameters) = nullptr;
    // A sentence on what else differs in the engine's tiles, or that there are none; empty: nothing.
    std::string inTiles = {};
    // Fills arrays, places, frames, rowOfLine, colOfPlace and numbers, beside those of rows, cols, nnz and parameters.
    // Null where the engine's arrays are those of textbooks.
    void (*compose)(Encoded& encoded) = nullptr;
    // For the engine's arrays: where each stored value of a tile stands in the picture, and numbers of the format's
    // own; null: none.
    void (*place)(TilePicture& tile) = nullptr;
    void (*count)(Encoded& encoded) = nullptr;
};

// All of them, in the order of the screen.
std::span<const TaughtFormat> taughtFormats();
// Null for a format that has no description here.
const TaughtFormat* findTaught(const std::string& name);
// Throws Error(Input) naming those that there are.
const TaughtFormat& taughtFormat(const std::string& name);

// One file each; a new format adds a line here and in registry.cpp.
TaughtFormat taughtCoo();
TaughtFormat taughtCsr();
TaughtFormat taughtDcsr();
TaughtFormat taughtCsc();
TaughtFormat taughtDcsc();
TaughtFormat taughtEll();
TaughtFormat taughtSell();
TaughtFormat taughtJds();
TaughtFormat taughtHyb();
TaughtFormat taughtDia();
TaughtFormat taughtBsr();
TaughtFormat taughtDbsr();
TaughtFormat taughtBell();
TaughtFormat taughtSrBcrs();
TaughtFormat taughtOneD();
TaughtFormat taughtBlock();
TaughtFormat taughtBitmap();
TaughtFormat taughtDense();
TaughtFormat taughtHybCk();
TaughtFormat taughtCell();

} // namespace sparsescope::learn
