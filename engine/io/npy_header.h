// The header of one .npy file: element type, order and shape.
#pragma once

#include "engine/core/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

struct NpyHeader {
    std::string dtype; // little-endian or without byte order: "<i4", "|b1"
    std::vector<std::int64_t> shape;
    bool fortranOrder = false;
    bool swapped = false; // the file's elements are big-endian
};

// The dictionary of a header: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }. Throws Error(Input) at
// where.
NpyHeader parseNpyHeader(std::string_view text, const Where& where);

// Magic, version 1.0 and the padded dictionary, so that data begins at a multiple of 64 bytes.
std::string npyHeaderBytes(const std::string& dtype, const std::vector<std::int64_t>& shape);

// Bytes of one element; 0 for a type that is not read (objects, dates, structures).
std::int64_t npyElementBytes(std::string_view dtype);

// Product of the shape, or -1 when it does not fit 63 bits.
std::int64_t npyElements(const std::vector<std::int64_t>& shape);

} // namespace sparsescope
