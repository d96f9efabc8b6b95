// The targets as libFuzzer runs them: `sparsescope-fuzz targets` lists them, `sparsescope-fuzz seeds TARGET FOLDER`
// writes the good inputs of one, and with libFuzzer's own arguments the target that SPARSESCOPE_FUZZ_TARGET names is
// run.
#include "engine/core/files.h"
#include "tests/fuzz/mutations.h"
#include "tests/fuzz/target.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace sparsescope;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t room);

namespace {

const fuzz::Target& requireTarget(const char* name)
{
    if (const fuzz::Target* target = fuzz::findTarget(name ? name : ""))
        return *target;
    std::fprintf(stderr, "there is no target \"%s\"\n", name ? name : "");
    std::exit(1);
}

const fuzz::Target* target = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    const auto is = [&](int i, const char* word) { return *argc > i && std::strcmp((*argv)[i], word) == 0; };
    if (is(1, "targets")) {
        for (const fuzz::Target& each : fuzz::targets())
            std::puts(each.name);
        std::exit(0);
    }
    if (is(1, "seeds") && *argc == 4) {
        int number = 0;
        for (const std::string& seed : requireTarget((*argv)[2]).seeds())
            writeText((*argv)[3] + ("/seed" + std::to_string(number++)), seed);
        std::exit(0);
    }
    target = &requireTarget(std::getenv("SPARSESCOPE_FUZZ_TARGET"));
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string defect = fuzz::defectShownBy(*target, {reinterpret_cast<const char*>(data), size});
    if (!defect.empty()) {
        std::fprintf(stderr, "DEFECT %s\n", defect.c_str());
        std::abort();
    }
    return 0;
}

// Half of them libFuzzer's own, which the coverage guides.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t room,
                                               unsigned int seed)
{
    fuzz::Random random(seed);
    if (random() % 2 == 0)
        return LLVMFuzzerMutate(data, size, room);
    const std::string text = fuzz::mutated({reinterpret_cast<const char*>(data), size}, {}, random);
    size = std::min(text.size(), room);
    std::memcpy(data, text.data(), size);
    return size;
}
