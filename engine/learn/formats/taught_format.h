// A format as the Learn page teaches it: one file a format in this folder, which alone knows it by name. What formats
// of one family share stands beside them.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/learn/learn_state.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::learn {

struct Encoded;
struct TilePicture;
class WarpBuilder;

// A way of giving the work of a format to threads: the kernel as a student would write it, and its steps.
struct TaughtKernel {
    std::string mapping;         // LearnMapping::name
    std::string about;           // two sentences
    std::vector<CodeLine> code;  // rowEnd[r] is where row r ends, as in the arrays
    void (*run)(WarpBuilder& b); // appends memories and steps
    // The kernel reads an ELL part column by column, which the picture of the arrays has row by row.
    bool byColumns = false;
    // The array that a second kernel reads, which follows a comment in the code: without the array neither is listed.
    std::string second = {};
};

struct TaughtFormat {
    std::string name;  // "sell", as lessons and makeFormat() spell it
    std::string label; // "SELL-C-σ"
    std::string about; // two sentences
    // What a student turns, with the values that are legal for this matrix; null: nothing.
    std::vector<LearnParameter> (*parameters)(const Matrix& matrix) = nullptr;
    // A parameter of the engine's format that follows from the matrix and that the label says; empty: none.
    std::string derived = {};
    std::vector<TaughtKernel> kernels = {}; // not empty
    // The parameters of the engine's format that holds the whole matrix in one tile where it can: sizes that only bound
    // a tile are added to those of the lesson. Null for a composition.
    nlohmann::json (*inOneTile)(const Matrix& matrix, nlohmann::json parameters) = nullptr;
    // Says where each stored value of a tile stands in the picture. Null for a composition.
    void (*place)(TilePicture& tile) = nullptr;
    // An array whose numbers count the values of its tile; joined with those of other tiles they count on. Empty: none.
    std::string countedInTile = {};
    // A composition of several tiles, which is no format of the engine: fills arrays, places, frames and rowOfLine.
    // Null for a format of the engine.
    void (*compose)(Encoded& encoded, const nlohmann::json& parameters) = nullptr;
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
TaughtFormat taughtEll();
TaughtFormat taughtSell();
TaughtFormat taughtHyb();
TaughtFormat taughtDia();
TaughtFormat taughtBsr();
TaughtFormat taughtDbsr();
TaughtFormat taughtBell();
TaughtFormat taughtSrBcrs();
TaughtFormat taughtOneD();
TaughtFormat taughtBlock();
TaughtFormat taughtHybCk();
TaughtFormat taughtCell();

} // namespace sparsescope::learn
