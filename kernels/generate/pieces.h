// The device templates: which formats and operators each computes, and how it is instantiated for a kind of tile.
#pragma once

#include "engine/plan/format.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

struct Packed;
enum class Codegen;

// A template of kernels/templates for the tiles of a format. Each family of templates lists its own in a file of
// kernels/generate/pieces.
struct DevicePiece {
    const char* format; // Format::name()
    OperatorKind op;
    std::vector<const char*> files; // of kernels/templates, after common.cuh; the last one is its own
    // "BlockTile<Half, 16, 64, 32, whole>", by operator and part of the dense loop of the packed plan. Throws
    // Error(Usage) for parameters that the template does not know. Its static member sharedBytes is the shared memory
    // that it needs.
    std::string (*instantiation)(const Format& format, const Packed& packed, const std::string& sums);
    std::vector<int> threads; // that a block may have
    std::vector<int> gathers; // rows of dense operands in flight; empty: it gathers in its own way
    // Where a format has several templates for an operator: is this the one? null: any.
    bool (*takes)(const Format& format, DataType dtype) = nullptr;
    int blocksPerSm = 0;          // of 128 threads, at most, for its registers; 0: as many as the operator has
    const char* folded = nullptr; // the file, beside these, of FoldedRows<instantiation>: see TaskKind::folds
    bool wide = false;            // a lane can have two accesses to a row of B: KernelParameters::accesses
};

// Is there device code for tiles of this format (by name), be it a template, a library or printed from a program?
bool hasDevicePiece(const std::string& format, OperatorKind op);
bool hasTemplate(const std::string& format, OperatorKind op);
// Has the kernel of a plan cases that are printed from its program: those of formats without a template, or all?
bool usesPrograms(const Packed& packed);
bool printsProgram(const Format& format, const Operator& op, Codegen codegen); // of one of them
// Throws Error(Usage) when the format has no device template for the operator.
const DevicePiece& devicePiece(const Format& format, const Operator& op);
// Can lanes have two accesses to a row of B: all that gather rows, of which the lanes of one row still read whole
// lines?
bool widens(std::span<const FormatPtr> formats, const Operator& op, std::int64_t densePart);

// How an array of a tile is called in sources: "ellRowIds" of "ell.rowIds".
std::string memberName(const StoredArray& array);

// Name of the value type in the templates: "Half" "Bf16" "Tf32" "float".
const char* deviceType(DataType dtype);
const char* scalarType(DataType dtype); // the same for single values: tf32 is float
const char* longName(DataType dtype);   // "bfloat16", for people

} // namespace sparsescope
