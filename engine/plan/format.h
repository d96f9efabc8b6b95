// A tile format with its parameters: how a set of non-zeros is stored. One file a format in engine/plan/formats;
// nothing else in the house knows a format by name.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// One tile of a plan: spans into the plan's arrays (see Plan).
struct TileView {
    std::span<const std::int32_t> rowIds;   // original row of each stored row; 1D: its distinct rows as they come
    std::span<const std::int32_t> colIds;   // original column of each stored column, if the format keeps columns
    std::span<const std::uint32_t> entries; // CSR positions, by stored row, then column; see Entry
    std::int64_t places = 0;                // as Format::placesOf() says
};

// An element of Plan::entries: a position in the CSR arrays (below 2^31) and a mark for redundant places.
struct Entry {
    static constexpr std::uint32_t redundantBit = 0x80000000u;
    static std::uint32_t position(std::uint32_t entry) { return entry & ~redundantBit; }
    static bool redundant(std::uint32_t entry) { return (entry & redundantBit) != 0; }
};

// Part of a matrix: rows [rowBegin, rowEnd) and columns [colBegin, colEnd).
struct MatrixArea {
    std::int64_t rowBegin = 0, rowEnd = 0, colBegin = 0, colEnd = 0;
    bool empty() const { return rowBegin >= rowEnd || colBegin >= colEnd; }
    bool operator==(const MatrixArea&) const = default;
};

// What an element of an array is.
enum class ElementType {
    Row,    // a row of the output (SDDMM: of X), -1 for padding
    Column, // a row of B or Y, for padding too, unless the format says otherwise
    Index,  // another whole number: where something ends, how many there are
    Value,  // of the operator's data type
};

// An array that a format stores for each of its tiles, called what the format's papers call it.
struct StoredArray {
    std::string name;    // "rowEnd"
    std::string meaning; // what one element says
    ElementType element = ElementType::Value;
    // Not stored by the format as it is taught, but by every tile here: which rows of the output it writes, or a single
    // number, as how many there are.
    bool added = false;

    bool single() const { return added && element == ElementType::Index; }
};

// The most arrays of a format: a tile's record on the device has so many offsets.
inline constexpr std::size_t mostArrays = 7;
// Something for each array of a tile, in the order of Format::arrays(); nothing for what is behind the last.
template <class T>
using PerArray = std::array<T, mostArrays>;
using ArraySizes = PerArray<std::int64_t>;             // elements
using PackedSpans = PerArray<std::span<std::int32_t>>; // empty: the array of the values
using PackedAreas = PerArray<std::vector<MatrixArea>>; // see Format::areas()

// The packed arrays of one tile, as the kernel reads them.
struct PackedTileView {
    PerArray<std::span<const std::int32_t>> arrays; // empty: that of the values
    const void* values;                             // of the operator's data type
    // SDDMM: a position of the output for each value; -1 where the place owns no non-zero.
    std::span<const std::int32_t> outputs = {};

    std::span<const std::int32_t> operator[](std::size_t array) const { return arrays[array]; }
};

// A place of a packed tile as it is read back.
struct PackedPlace {
    std::int32_t row = 0;     // as the array of rows has it
    std::int64_t col = 0;     // of the matrix
    double value = 0;         // as stored
    std::int32_t output = -1; // as PackedTileView::outputs has it; -1 where there are none
};

// What a cost model may ask about a tile.
struct TileFeatures {
    const class Format* format = nullptr;
    std::int64_t rows = 0;         // I: stored rows; 1D: |set(row)|, its distinct rows
    std::int64_t width = 0;        // K: stored places a row; 1D and CSR: all places, I of 1D's row of the table
    std::int64_t distinctCols = 0; // |set(Ind[I, K])| of STile table 3; = width for formats that keep columns
    std::int64_t stored = 0;       // places, where these are not I * K
    // Places whose gathers are issued, where these are more than the stored ones: CSR rows are gathered four at a time.
    std::int64_t issued = 0;
    std::int64_t longest = 0; // places of the longest stored row, of formats whose rows differ
    std::int64_t height = 1;  // stored rows that have their columns in common: of a row of blocks
    bool lanePerRow = false;  // SpMV: lanes share a row only where there are fewer rows than lanes
    std::int64_t places() const { return stored > 0 ? stored : rows * width; }
};

// Tiles that a format makes of some non-zeros: arrays as those of a Plan, and spans of them.
struct TileSet {
    struct Spans {
        std::size_t rowEnd = 0, colEnd = 0,
                    entryEnd = 0; // where those of the tile end; they begin where the last ended
        std::int64_t places = 0;  // as Format::placesOf() says
    };
    std::vector<Spans> tiles;
    std::vector<std::int32_t> rowIds;
    std::vector<std::int32_t> colIds;
    std::vector<std::uint32_t> entries;
};

// Values of a format's tiles in the language of engine/ir (SparseTIR section 3.1): the axes that describe them, and
// where the arrays of these axes lie in a packed tile. Of a format with several parts (hyb), one a part.
struct FormatAxes {
    // Declarations behind `axis T = dense_fixed(tiles)`, the tiles: the axes, and buffers of rows where the axes do not
    // say them. They may name the matrix's sizes m and n, and what is in tileValues.
    //     axis I = sparse_fixed(T, m, ROWS, I_indices)
    //     axis J = sparse_variable(I, n, PLACES, J_indptr, J_indices)
    std::string declarations;
    std::vector<std::string>
        axes;                // of its values behind T, as they lie; the iterator of each is its name in small letters
    std::string row, column; // of a place, from iterators: "i", "rows[t, io, ii]"
    std::string held = {};   // a condition: is the place one of the matrix? Empty: always, but for holes of axes
    struct TileValue {
        std::string name;
        std::size_t from = 0;     // the array whose size it is
        bool element = false;     // or whose first element
        std::int64_t divisor = 1; // divided by this
    };
    struct Array {
        std::string name;
        std::size_t from = 0;     // the array that holds it
        bool ends = false;        // holds where each ends: a 0 comes first
        std::int64_t divisor = 1; // each element is divided by this
    };
    std::vector<TileValue> tileValues;
    std::vector<Array> arrays;
    std::int64_t firstValue = 0; // where its values begin among those of the tile
};

enum class FormatFamily { Block, Ell, OneD, CsrLike, Diagonal, Other };

// A format bound to parameters; immutable and shared by all plans.
class Format {
public:
    static constexpr std::int64_t padding = -1;

    virtual ~Format() = default;
    virtual std::string name() const = 0;          // "block", as files spell it
    virtual nlohmann::json parameters() const = 0; // an object
    virtual std::string label() const = 0;         // "block 16x64", as the screen spells it
    virtual std::string letter() const = 0;        // on tiles with room for one
    virtual FormatFamily family() const = 0;       // its colour and hatching
    virtual std::string description() const = 0;   // two sentences for the inspector

    // The rows, columns and values that every tile of this format stores; of one whose tiles differ, the largest, or 0
    // where its parameters do not bound them.
    virtual std::int64_t packedRows() const { return 0; }
    virtual std::int64_t packedCols() const { return 0; }
    virtual std::int64_t packedValues() const { return 0; }

    // The arrays of a tile, the same for all: the first holds rows, one holds the values.
    virtual std::span<const StoredArray> arrays() const = 0;
    virtual ArraySizes sizes(const TileView& tile) const = 0;
    // Fills the arrays of whole numbers, whose spans have these sizes, with rows and columns of the matrix.
    virtual void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const = 0;
    PerArray<std::vector<std::int32_t>> packed(const TileView& tile, const Matrix& matrix) const; // the same, by itself
    std::size_t valueArray() const; // which of them holds the values

    // Stored places of a tile whose rows or columns say how many these are, so that the matrix has to be asked: found
    // once and kept with the tile. 0 for formats whose parameters or number of entries say it.
    virtual std::int64_t placesOf(const TileView&, const Matrix&) const { return 0; }

    // Throws Error(Input) when the tile breaks a rule of the format (too many rows, an entry in no stored place...).
    // All ids and positions are already known to be in range and entries to be sorted.
    virtual void validate(const TileView& tile, const Matrix& matrix) const = 0;
    // Provenance: for each value the entry (as in TileView::entries) that it holds, or `padding`.
    // The order of places depends on the data type where inFragments() does.
    virtual void places(const TileView& tile, const Matrix& matrix, DataType dtype,
                        std::span<std::int64_t> out) const = 0;
    // Do the values stand in the order of the fragments of tensor cores (fragmentIndex in formats/block_rows.h)?
    virtual bool inFragments(DataType) const { return false; }

    // Bytes of the arrays of one tile (figures 8 and 10 of STile count these), and where outputs are sampled a position
    // for each value.
    std::int64_t bytes(const TileView& tile, const Operator& op) const;

    // The part of the matrix that each element of each array speaks of: a non-zero's place, a row, a block; empty:
    // padding. For people to read, so of small tiles. As it stands here: rows, the places of values and of columns
    // (one for each value), and the whole matrix for a single index.
    virtual PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const;

    // Stores the non-zeros at these CSR positions (ascending) in tiles of this format: each is owned once. Rows of
    // which nothing is given are in no tile, unless every non-zero of the matrix is given and the format lists rows
    // that hold nothing. Throws Error(Input) where the format cannot hold them (a size that would not fit).
    virtual void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
                       Progress& progress) const = 0;

    // Writes the values of a tile, where there are zeros, and for each of SDDMM's the output that it makes, where there
    // is -1. Redundant entries are zeros and make none.
    virtual void packValues(const TileView& tile, const Matrix& matrix, DataType dtype, std::uint8_t* values,
                            std::span<std::int32_t> outputs, const Progress& progress) const;

    // Does FormatTraits::library compute its tiles?
    virtual bool byLibrary() const { return false; }

    // Whose measured costs stand for this format's where a calibration has none of its own.
    virtual std::string costedAs() const { return name(); }

    virtual TileFeatures features(const TileView& tile, const Matrix& matrix) const = 0;

    // Empty: its tiles cannot be described by axes. The order of values may depend on the data type; see inFragments().
    virtual std::vector<FormatAxes> axes() const { return {}; }

    // Reads the packed arrays back, some places at a time: every place that may hold a non-zero, a stored row's columns
    // in ascending order. Padding may come too, with the value 0, no output and any column.
    using PlacesBody = std::function<void(std::span<const PackedPlace> places)>;
    virtual void forEachPlace(const PackedTileView& tile, DataType dtype, const PlacesBody& body) const = 0;
};

using FormatPtr = std::shared_ptr<const Format>;

// One legal parameter of a format, for help texts and validation.
struct FormatParameter {
    std::string name;
    std::string legal; // "a multiple of 16 from 16 to 160"
};

// How the non-zeros of a tile are stored anew when it is changed by hand.
enum class Repacking {
    Cover,    // as cover() cuts them, with each of the choices()
    Condense, // as dense tiles of some heights and widths, the fullest columns of their rows first
    Fold,     // row by row in tiles of one width, longer rows folded; every width
    Run       // one after another in pieces of every size
};

// What is asked of a format instead of its name.
struct FormatTraits {
    bool onGpu = false;       // kernels/templates has code for its tiles, or a library
    bool described = true;    // axes() says where its values stand, so that its plans have programs
    std::string library = {}; // computes a tile that is all of an SpMM plan, no device code any: "cuBLAS"
    // Its tiles are the blocks of a kernel of their own, which has no case for tiles of other formats: a plan has such
    // tiles alone.
    bool ownKernel = false;
    bool plain = false;       // the form that other plans have to beat: rows as they are in the matrix, nothing padded
    bool costTables = false;  // costs are a table by width; those of other formats are fitted
    bool abbreviation = true; // people read the name in capitals
    Repacking repacking = Repacking::Cover;
    std::string pieceSize = {}; // Repacking::Run: the parameter that bounds a piece
    std::int64_t pieceMost = 0; // and its largest value
    bool onGrid = false;        // rows and columns that are neighbours in the matrix: no other order goes in
    // The most places that all tiles of a plan with these parameters store together for each of their non-zeros; 0
    // where the parameters bound each tile by itself.
    std::int64_t mostPerNonZero = 0;
};

struct FormatKind {
    std::string name;
    FormatFamily family;
    std::string description;
    std::vector<FormatParameter> parameters;
    FormatPtr (*make)(const nlohmann::json& parameters); // throws Error(Input) on illegal parameters
    // Parameters that are worth a try for so many non-zeros, few: what `fixed` chooses from. These are all of them, or
    // some (CSR positions, ascending). Null: see tileKinds().
    std::vector<nlohmann::json> (*choices)(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                           std::int64_t nonZeros);
    FormatTraits traits = {};
};

// TileFeatures::issued of one row of a CSR tile.
inline std::int64_t csrIssued(std::int64_t length)
{
    return (length + 3) / 4 * 4;
}

// All that tiles may have, in the order in which the screen lists them: those in which any set of non-zeros can be
// stored, then those whose tiles planners of their own make of the whole matrix, without choices.
std::span<const FormatKind> tileKinds();
// The first of these.
std::span<const FormatKind> formatKinds();
// Null for an unknown name.
const FormatKind* findFormatKind(const std::string& name);
// Throws Error(Input) for an unknown name or illegal parameters.
FormatPtr makeFormat(const std::string& name, const nlohmann::json& parameters);

std::string name(FormatFamily family);  // "block" "ell" "1d" "csr-like" "diagonal" "other"
std::string label(FormatFamily family); // "block" "ELL" "1D" "CSR-like" "diagonal" "other", as the screen spells it
// A format's name as the screen spells it: "CSR", "block". One that is not known is taken for an abbreviation.
std::string spelledName(const std::string& format);

// A format in a sentence: its label, but of those without choices, whose labels are long, the name.
std::string shortLabel(const Format& format);

// Formats whose measured costs stand for those of any other that has none, nor of the format that it names in
// costedAs(): the first that a calibration knows.
std::span<const std::string> commonlyCosted();

} // namespace sparsescope
