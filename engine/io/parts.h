// A file that holds several matrices, and the one that is meant: FILE#PART names a file of an archive.
#pragma once

#include "engine/core/error.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

struct MatrixPath {
    std::string file;
    std::string part; // empty: whichever is the matrix of that file
};

// FILE, or FILE#PART where nothing of that whole name is there and FILE is. A path without a file stays one.
MatrixPath splitPath(const std::string& path);

// What error messages and notes make of a name that is in a file, which may be any bytes; of many, the first.
std::string printable(std::string_view name);
std::string someOf(const std::vector<std::string>& names);

// Nothing chooses among several matrices of a file: whoever asked may, by adding # and a name to the path.
class SeveralMatrices : public Error {
public:
    SeveralMatrices(std::string reason, const std::string& file, std::vector<std::string> names)
        : Error(ErrorKind::Input, std::move(reason), {.file = file}), m_names(std::move(names))
    {
    }
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
};

// Which of the files of an archive: the one that is asked for, by its path in the archive or the last part of that;
// else the one matrix that is named as the archive; else the one named as its own folder, as SuiteSparse packs them;
// else the only matrix. Throws Error(Input) with the path, SeveralMatrices where none of this chooses.
std::size_t choosePart(const std::vector<std::string>& names, const MatrixPath& path);

} // namespace sparsescope
