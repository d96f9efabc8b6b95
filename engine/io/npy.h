// Named arrays in NumPy's .npz archives (a zip of .npy files), read and written.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sparsescope {

// One array, row-major and little-endian whatever the file's order was. dtype is NumPy's: "<i4", "<f8", "|b1", "|S3",
// ...
struct NpyArray {
    std::string dtype;
    std::vector<std::int64_t> shape; // empty: one element without axes
    std::vector<std::byte> data;

    std::int64_t elements() const;     // product of the shape
    std::int64_t elementBytes() const; // of one element; 0 when dtype is not one of those that are read
};

using NpzArrays = std::map<std::string, NpyArray>; // by name, without ".npy"

// Reads every array of an archive; numbers of 1 to 16 bytes, booleans, byte and Unicode strings. Never unpickles.
// Throws Error(Input) with `file` and the array's name: not an archive, damaged, an object array, a wrong header, more
// than `mostBytes` of arrays; and Error(Cancelled).
NpzArrays readNpz(std::string_view bytes, const std::string& file, std::uint64_t mostBytes = UINT64_MAX,
                  Progress& progress = noProgress());

std::vector<std::string> namesOf(const NpzArrays& arrays);

// What is in an archive, without ".npy" where it ends so, in the archive's order: nothing is uncompressed. Throws
// Error(Input) with `file`: not an archive.
std::vector<std::string> namesInNpz(std::string_view bytes, const std::string& file);

// The archive as bytes, as numpy.load takes it. Equal arrays give equal bytes (entries in order of name, one fixed
// date). deflate compresses the entries. Throws Error(Internal) when an array's data does not fit its shape.
std::string writeNpz(const NpzArrays& arrays, bool deflate, Progress& progress = noProgress());

// "<i4" for std::int32_t and so on.
template <class T>
std::string npyType()
{
    static_assert(std::is_arithmetic_v<T>);
    if constexpr (std::is_same_v<T, bool>)
        return "|b1";
    std::string type(sizeof(T) == 1 ? "|" : "<");
    type += std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
    return type + std::to_string(sizeof(T));
}

// An array of one axis unless a shape is given (whose product must be the number of values).
template <class T>
NpyArray toArray(std::span<const T> values, std::vector<std::int64_t> shape)
{
    const auto bytes = std::as_bytes(values);
    return {npyType<T>(), std::move(shape), std::vector<std::byte>(bytes.begin(), bytes.end())};
}
template <class T>
NpyArray toArray(std::span<const T> values)
{
    return toArray(values, {static_cast<std::int64_t>(values.size())});
}
template <class T>
NpyArray toArray(const std::vector<T>& values)
{
    return toArray(std::span<const T>(values));
}

// The array of that name as it lies in `arrays` (no copy). Throws Error(Input) when there is none, when its type is
// not exactly T, or when it has another number of axes. Nothing is converted.
template <class T>
std::span<const T> arrayView(const NpzArrays& arrays, const std::string& name, const std::string& file,
                             std::size_t axes = 1)
{
    const auto found = arrays.find(name);
    if (found == arrays.end())
        failInput("the array is missing", {.file = file, .call = name});
    const NpyArray& array = found->second;
    if (array.dtype != npyType<T>())
        failInput("holds " + array.dtype + " where " + npyType<T>() + " is expected", {.file = file, .call = name});
    if (array.shape.size() != axes)
        failInput("has " + std::to_string(array.shape.size()) + " axes where " + std::to_string(axes) + " are expected",
                  {.file = file, .call = name});
    return {reinterpret_cast<const T*>(array.data.data()), array.data.size() / sizeof(T)};
}

// The same as a copy.
template <class T>
std::vector<T> fromArray(const NpzArrays& arrays, const std::string& name, const std::string& file)
{
    const std::span<const T> view = arrayView<T>(arrays, name, file);
    return std::vector<T>(view.begin(), view.end());
}

} // namespace sparsescope
