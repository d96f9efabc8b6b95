// Generated kernels on the CPU: the source as it goes to the GPU, compiled by the C++ compiler behind emulated/cuda.h.
#pragma once

#include "tests/support/catch.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace sparsescope {

// The source as the C++ compiler takes it, without the header that stands before it. Its arrays of dynamic shared
// memory have so many bytes, in their order.
std::string emulatedText(std::string source, const std::vector<std::int64_t>& sharedBytes);
// A source as a GPU of sm_90 reads it, which multiplies by warpgroups.
std::string withWarpgroups(std::string source);

// Such texts, and functions that launch their kernels, as a library.
class EmulatedSource {
public:
    static bool possible(); // is there a C++ compiler?

    explicit EmulatedSource(const std::string& text); // fails the test when it does not compile
    ~EmulatedSource();
    EmulatedSource(const EmulatedSource&) = delete;
    EmulatedSource& operator=(const EmulatedSource&) = delete;

    void* function(const char* name) const; // extern "C"

private:
    TemporaryFolder m_folder;
    void* m_library = nullptr;
};

template <class T>
std::uint64_t address(const std::vector<T>& data)
{
    return reinterpret_cast<std::uint64_t>(data.data());
}

// Arrays as the device has them: at multiples of 16 bytes.
struct alignas(16) Unit {
    std::uint8_t bytes[16];
};
template <class T>
std::vector<Unit> aligned(const std::vector<T>& data)
{
    std::vector<Unit> units((data.size() * sizeof(T) + sizeof(Unit) - 1) / sizeof(Unit) + 1);
    if (!data.empty())
        std::memcpy(units.data(), data.data(), data.size() * sizeof(T));
    return units;
}

} // namespace sparsescope
