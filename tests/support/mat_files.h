// Files of MATLAB's, made by libmatio: whatever numbers they are given.
#pragma once

#include "engine/core/files.h"
#include "tests/support/paths.h"

#include <cstdint>
#include <filesystem>
#include <matio.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

struct MatSparse {
    std::string name;
    std::size_t rows = 0, cols = 0;
    std::vector<std::uint32_t> jc, ir;
    std::vector<double> values = {};    // else it is logical
    std::vector<double> imaginary = {}; // else it is real
};

using MatVariablePtr = std::unique_ptr<matvar_t, void (*)(matvar_t*)>;

inline MatVariablePtr sparseVariable(const MatSparse& of)
{
    MatSparse copy = of;
    mat_complex_split_t parts{copy.values.data(), copy.imaginary.data()};
    mat_sparse_t sparse{};
    sparse.nzmax = sparse.nir = static_cast<mat_uint32_t>(copy.ir.size());
    sparse.ir = copy.ir.data();
    sparse.jc = copy.jc.data();
    sparse.njc = static_cast<mat_uint32_t>(copy.jc.size());
    const bool logical = copy.values.empty();
    std::vector<double> none(copy.ir.size(), 1.0);
    sparse.ndata = static_cast<mat_uint32_t>(logical ? none.size() : copy.values.size());
    sparse.data = logical ? none.data() : copy.values.data();
    if (!copy.imaginary.empty())
        sparse.data = &parts;
    std::size_t dims[2] = {copy.rows, copy.cols};
    const int options = (logical ? MAT_F_LOGICAL : 0) | (copy.imaginary.empty() ? 0 : MAT_F_COMPLEX);
    return {Mat_VarCreate(copy.name.c_str(), MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, options), Mat_VarFree};
}

inline MatVariablePtr denseVariable(const std::string& name, std::vector<double> values)
{
    std::size_t dims[2] = {values.size(), 1};
    return {Mat_VarCreate(name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values.data(), 0), Mat_VarFree};
}

// A structure of one element, which takes its fields over.
inline MatVariablePtr structVariable(const std::string& name, std::vector<MatVariablePtr> fields)
{
    std::vector<const char*> names;
    for (const MatVariablePtr& field : fields)
        names.push_back(field->name);
    std::size_t dims[2] = {1, 1};
    MatVariablePtr made{Mat_VarCreateStruct(name.c_str(), 2, dims, names.data(), static_cast<unsigned>(names.size())),
                        Mat_VarFree};
    for (std::size_t i = 0; i < fields.size(); ++i)
        Mat_VarSetStructFieldByIndex(made.get(), i, 0, fields[i].release());
    return made;
}

struct MatForm {
    const char* name;
    mat_ft version;
    matio_compression compression;
};
constexpr MatForm matForms[] = {{"5", MAT_FT_MAT5, MAT_COMPRESSION_NONE},
                                {"5, compressed", MAT_FT_MAT5, MAT_COMPRESSION_ZLIB},
                                {"7.3", MAT_FT_MAT73, MAT_COMPRESSION_NONE}};

inline std::string matFile(const MatForm& form, const std::vector<MatVariablePtr>& variables)
{
    const std::string file = outputFile("made-" + std::to_string(::getpid()) + ".mat");
    std::filesystem::remove(file);
    std::unique_ptr<mat_t, int (*)(mat_t*)> out(Mat_CreateVer(file.c_str(), nullptr, form.version), Mat_Close);
    for (const MatVariablePtr& variable : variables)
        if (!out || !variable || Mat_VarWrite(out.get(), variable.get(), form.compression) != 0)
            throw std::runtime_error("libmatio does not write it");
    out.reset();
    std::string bytes = sparsescope::readText(file);
    std::filesystem::remove(file);
    return bytes;
}
