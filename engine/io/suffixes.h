// How the names of matrix files end, and what that says where the content does not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

const std::vector<std::string>& matrixSuffixes(); // of all that is read: ".mtx", ".mtx.gz", ..., ".tar.gz", ...

bool namesMatrix(std::string_view name);  // ends as a file of one matrix, compressed or not; archives do not
bool namesArchive(std::string_view name); // ends as an archive of such files
bool namesEdges(std::string_view name);   // may be an edge list: a text that other things are called too

std::string_view lastPart(std::string_view name);            // behind the last slash
std::string_view withoutCompression(std::string_view name);  // "a/b.mtx.gz" -> "a/b.mtx"
std::string_view withoutMatrixSuffix(std::string_view name); // "a/b.mtx.gz" -> "a/b"

} // namespace sparsescope
