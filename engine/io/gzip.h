// Whole-buffer compression: .gz files into memory, and zlib streams for columns of a session.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace sparsescope {

bool isGzip(std::string_view bytes); // by its first two bytes

// Inflates a whole .gz, of one member or of several, in one thread. Throws Error(Input) with `file`: truncated, damaged
// (checksum), bytes behind the end, more than limit bytes or than the memory that is available.
std::string inflateGzip(std::string_view bytes, const std::string& file, Progress& progress,
                        std::uint64_t limit = UINT64_MAX);
// Calls read(the text of a file that is one, or a .gz of one) of at most 1 GB. Throws Error(Input), and what read()
// throws.
void withTextFile(const std::string& path, Progress& progress, const std::function<void(std::string_view text)>& read);
// Room for `size` bytes in all. Throws Error(Input) with `file` where memory does not suffice.
void makeRoom(std::string& text, std::uint64_t size, const std::string& file);
std::string deflateGzip(std::string_view bytes, int level = 6); // without name and date

// zlib streams (RFC 1950) of byte strings.
std::string deflateBytes(std::string_view bytes, int level = 6);
// Throws Error(Input) at `where` unless the stream is whole and holds exactly `size` bytes.
std::string inflateBytes(std::string_view compressed, std::uint64_t size, const Where& where,
                         Progress& progress = noProgress());

} // namespace sparsescope
