// Files of Binsparse's, made by HDF5's library: whatever their descriptors and arrays say.
#pragma once

#define H5_USE_110_API
#include "engine/core/files.h"
#include "tests/support/paths.h"

#include <cstdint>
#include <filesystem>
#include <hdf5.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

struct BinsparseGroupFile {
    std::string name = "/";
    std::string descriptor; // all of the attribute; empty: none
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> indices = {};
    std::vector<double> values = {};
    hid_t valueType = H5T_IEEE_F64LE;
};

// "{"binsparse": {...}}" of a format, a shape and a type of values; `more` are further members: ", \"fill\": true".
inline std::string binsparseText(const std::string& format, const std::string& shape, int stored,
                                 const std::string& type = "float64", const std::string& more = {})
{
    return R"({"binsparse": {"version": "0.1", "format": ")" + format + R"(", "shape": )" + shape +
           R"(, "number_of_stored_values": )" + std::to_string(stored) + R"(, "data_types": {"values": ")" + type +
           "\"}" + more + "}}";
}

// 3 x 4, by rows: {1: 1.5, 3: -2}, nothing, {0: 4}.
inline BinsparseGroupFile smallBinsparse(const std::string& format = "CSR")
{
    const bool byColumns = format.back() == 'C';
    BinsparseGroupFile group{.descriptor = binsparseText(format, "[3, 4]", 3)};
    if (format == "CSR")
        group.indices = {{"pointers_to_1", {0, 2, 2, 3}}, {"indices_1", {1, 3, 0}}};
    else if (format == "CSC")
        group.indices = {{"pointers_to_1", {0, 1, 2, 2, 3}}, {"indices_1", {2, 0, 0}}};
    else if (format == "DCSR")
        group.indices = {{"indices_0", {0, 2}}, {"pointers_to_1", {0, 2, 3}}, {"indices_1", {1, 3, 0}}};
    else if (format == "DCSC")
        group.indices = {{"indices_0", {0, 1, 3}}, {"pointers_to_1", {0, 1, 2, 3}}, {"indices_1", {2, 0, 0}}};
    else if (format == "COOC")
        group.indices = {{"indices_0", {0, 1, 3}}, {"indices_1", {2, 0, 0}}};
    else
        group.indices = {{"indices_0", {0, 0, 2}}, {"indices_1", {1, 3, 0}}};
    group.values = byColumns ? std::vector<double>{4, 1.5, -2} : std::vector<double>{1.5, -2, 4};
    return group;
}

inline void putBinsparseArray(hid_t group, const std::string& name, hid_t stored, hid_t inMemory, const void* data,
                              std::size_t count)
{
    const hsize_t size = count;
    const hid_t space = H5Screate_simple(1, &size, nullptr);
    const hid_t made = H5Dcreate2(group, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (made < 0 || (size > 0 && H5Dwrite(made, inMemory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0))
        throw std::runtime_error("HDF5 does not write it");
    H5Dclose(made);
    H5Sclose(space);
}

inline void putBinsparseText(hid_t group, const std::string& text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, text.size());
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(group, "binsparse", type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (H5Awrite(attribute, type, text.data()) < 0)
        throw std::runtime_error("HDF5 does not write it");
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

// edit(file) may add what else there is before it is closed.
template <class Edit>
std::string binsparseFile(const std::vector<BinsparseGroupFile>& groups, const Edit& edit)
{
    const std::string name = outputFile("made-" + std::to_string(::getpid()) + ".bsp.h5");
    std::filesystem::remove(name);
    const hid_t file = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    for (const BinsparseGroupFile& one : groups) {
        const hid_t group = one.name == "/" ? H5Gopen2(file, "/", H5P_DEFAULT)
                                            : H5Gcreate2(file, one.name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        if (!one.descriptor.empty())
            putBinsparseText(group, one.descriptor);
        for (const auto& [array, numbers] : one.indices)
            putBinsparseArray(group, array, H5T_STD_I64LE, H5T_NATIVE_INT64, numbers.data(), numbers.size());
        putBinsparseArray(group, "values", one.valueType, H5T_NATIVE_DOUBLE, one.values.data(), one.values.size());
        H5Gclose(group);
    }
    edit(file);
    if (H5Fclose(file) < 0)
        throw std::runtime_error("HDF5 does not write it");
    std::string bytes = sparsescope::readText(name);
    std::filesystem::remove(name);
    return bytes;
}

inline std::string binsparseFile(const std::vector<BinsparseGroupFile>& groups)
{
    return binsparseFile(groups, [](hid_t) {});
}
