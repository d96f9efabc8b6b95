// Whole files: mapping for reading, and writing that never leaves half a file behind.
#pragma once

#include "engine/core/progress.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace sparsescope {

// A file mapped for reading. Throws Error(Input) when it cannot be opened, is no regular file, or cannot be mapped.
class MappedFile {
public:
    explicit MappedFile(const std::string& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const char> bytes() const { return {m_data, m_size}; }
    std::string_view text() const { return {m_data, m_size}; }

    // Throws Error(Input) when the file became shorter, or cannot be read to its end: what is missing are zeros in
    // bytes(). Whoever read it asks once it is done.
    void requireWhole() const;

private:
    std::string m_path;
    int m_descriptor = -1;
    std::size_t m_slot = 0; // where the handler of bus errors finds the mapping
    const char* m_data = nullptr;
    std::size_t m_size = 0;
};

// What read(its text) makes of a file: a file that became shorter meanwhile says so, whatever read() says of its rest.
template <class Read>
auto withMappedFile(const std::string& path, Read read)
{
    const MappedFile file(path);
    try {
        auto result = read(file.text());
        file.requireWhole();
        return result;
    } catch (...) {
        file.requireWhole();
        throw;
    }
}

// All of a file that people or programs write by hand; what is larger than `most` is none, and is not read.
std::string readText(const std::string& path, std::uint64_t most = 256u << 20);

// As many bytes, or what there is, of a regular file; nothing of another or of one that cannot be opened. Never waits.
std::string readStart(const std::string& path, std::size_t bytes);

// Who may read a file that was not there before.
enum class Readers { AsUsual, OwnerAlone };

// Calls write(path of an empty file in the same folder, of this call alone), which fills that file; then renames it to
// `path` unless cancelled by then. Through a link the file is replaced to which it leads. What is replaced hands on its
// owner and mode. On any exception the temporary file is removed and `path` is as it was. Files that a killed process
// left in the folder are removed by the first call for it. Throws Error(Input): no regular file is there, the disk is
// full, ...
void writeAtomically(const std::string& path, const std::function<void(const std::string& temporary)>& write,
                     Progress& progress = noProgress(), Readers readers = Readers::AsUsual);
void writeText(const std::string& path, std::string_view text, Progress& progress = noProgress(),
               Readers readers = Readers::AsUsual);

// Puts text behind what is in the file, which is made where it is not there, by one write: what several processes
// append stands there one after another. Throws Error(Input): no regular file is there, the disk is full, ...
void appendText(const std::string& path, std::string_view text);

// Everything that was printed has reached standard output. Throws Error(Input): the disk behind it is full, ...
void requirePrinted();

// What writeAtomically() of a killed process left in the folder.
void removeLeftTemporaries(const std::string& folder);

// Several files in a folder, which is made: as long as write() has not ended well, a file INCOMPLETE beside them says
// that some are missing or older than others.
void writeSet(const std::string& folder, const std::function<void()>& write);

// A folder that its owner alone can look into. One that is there and ours is narrowed. Throws Error(Input).
void makePrivateFolder(const std::string& folder);

// Bytes of memory that this process may still use: the least of MemAvailable, what the memory cgroup has left, and what
// its limit of address space has.
std::uint64_t availableMemory();
// Throws Error(Input) "needs 12 GB of memory, 8 GB are free" when bytes exceeds availableMemory().
void requireMemory(std::uint64_t bytes, const std::string& file, const std::string& what);

// Where compiled kernels and their times are kept: $XDG_CACHE_HOME/sparsescope/kernels or
// ~/.cache/sparsescope/kernels; empty when neither is set.
std::string kernelCacheFolder();

// Folder of the running program.
std::string programFolder();
// A file of resources/, or a session of samples/: in share/sparsescope beside the program's folder, which in a build
// tree leads to the checkout.
// Throws Error(Input).
std::string resourcePath(const std::string& name);

} // namespace sparsescope
