// What is packed by other means than zlib's alone, by libarchive: files that are compressed as a whole, and archives of
// several files. Nothing is ever written to a disk, and what they say of sizes is not asked.
#pragma once

#include "engine/core/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

// By the first bytes: gzip, bzip2, xz or Zstandard.
bool isCompressed(std::string_view bytes);
bool isTar(std::string_view bytes);

// gzip by zlib (gzip.h), which compares checksums as libarchive does not. Throws Error(Input) with `file`: cut off,
// damaged, more than limit bytes or than the memory that is available; and Error(Cancelled).
std::string decompress(std::string_view bytes, const std::string& file, Progress& progress,
                       std::uint64_t limit = UINT64_MAX);

// The regular files of a tar or zip archive by name, in its order; links, devices and folders are left out. Names are
// whatever somebody wrote: of any bytes, absolute, several times the same. Throws Error(Input) with `file`.
std::vector<std::string> filesInArchive(std::string_view bytes, const std::string& file, Progress& progress);

// Contents of one of them, by its place in that list: of `bytes` themselves where a tar holds them in one piece, else
// of `kept`, where they are put. Throws as decompress() does; encrypted or with holes it is refused.
std::string_view contentsInArchive(std::string_view bytes, std::size_t place, const std::string& file,
                                   std::string& kept, Progress& progress, std::uint64_t limit = UINT64_MAX);

} // namespace sparsescope
