// Sequences of masks in each of their forms.
#include "engine/io/masks.h"
#include "engine/io/npz_values.h"
#include "engine/io/reader.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/array_container.h"
#include "tests/fuzz/target.h"

#include <algorithm>

namespace sparsescope::fuzz {

namespace {

template <class T>
NpyArray shaped(const std::vector<T>& values, std::vector<std::int64_t> shape)
{
    return toArray(std::span<const T>(values), std::move(shape));
}

NpyArray extent(std::int64_t value)
{
    return shaped(std::vector{value}, {});
}

std::vector<NpzArrays> maskFiles()
{
    const NpyArray size = toArray(std::vector<std::int64_t>{4, 10}), granule = toArray(std::vector<std::int64_t>{2, 1});
    std::vector<std::uint8_t> places(40, 0);
    places[0] = places[9] = places[12] = places[39] = 1;
    NpyArray booleans = shaped(places, {2, 2, 10});
    booleans.dtype = "|b1";
    NpyArray no = shaped(std::vector<std::uint8_t>{0}, {});
    no.dtype = "|b1";
    return {{{"shape", size}, {"granularity", granule}, {"masks", booleans}, {"period", extent(5)}, {"single", no}},
            {{"shape", size},
             {"granularity", granule},
             {"bits", shaped(std::vector<std::uint8_t>{0x80, 0x40, 0x20, 0, 0xe0, 0, 0, 0x40}, {2, 2, 2})},
             {"layout", toTextArray({"either"}, false)},
             {"names", toTextArray({"a", "b c"})},
             {"comment", toTextArray({"by hand"}, false)}},
            {{"lengths", shaped(std::vector<std::int32_t>{3, 1, 0, 4, 4, 2}, {2, 3})},
             {"length", extent(4)},
             {"hidden", extent(5)}},
            {{"lengths", shaped(std::vector<std::int32_t>{3, 1, 0, 4, 4, 2}, {2, 3})},
             {"shape", toArray(std::vector<std::int64_t>{12, 5})}},
            {{"routes", shaped(std::vector<std::int32_t>{0, 2, 1, -1, 2, 0, -1, -1}, {2, 2, 2})},
             {"experts", extent(3)},
             {"hidden", extent(4)}}};
}

void refusedAsMatrix(const std::string& path)
{
    try {
        readMatrix(path, noProgress());
    } catch (const Error& e) {
        require(e.kind() == ErrorKind::Input, "a sequence is refused as a matrix in another way");
        return;
    }
    require(false, "a sequence of masks is read as a matrix");
}

} // namespace

std::vector<std::string> maskSeeds()
{
    std::vector<std::string> seeds;
    for (const NpzArrays& arrays : maskFiles())
        seeds.push_back(containerOf(arrays));
    return seeds;
}

void runMasks(std::string_view input)
{
    const NpzArrays arrays = arraysIn(input);
    if (arrays.empty())
        return;
    const ScratchFile file(writeNpz(arrays, false), ".npz");
    const MaskSequencePtr masks = readMasks(file.path(), noProgress());
    require(holdsMasks(file.path()), "masks that were read are not held");
    refusedAsMatrix(file.path());
    const MaskFacts& facts = masks->facts();
    require(facts.size > 0 && facts.period > 0 && facts.shape.cols % facts.period == 0, "facts contradict themselves");
    require(facts.names.empty() || static_cast<std::int64_t>(facts.names.size()) == facts.size, "names are missing");
    // A short form may be of giant masks, which are right and take gigabytes.
    constexpr std::int64_t mostBytes = 16 << 20;
    if (facts.shape.bytes() > mostBytes)
        return;
    for (std::int64_t t = 0; t < std::min<std::int64_t>(facts.size, 4); ++t) {
        const MaskPtr mask = masks->mask(t);
        const std::int64_t places = mask->places();
        require(places >= 0 && places <= facts.shape.rows * facts.shape.cols, "a mask has more places than there are");
        require(!facts.single || rowsInOnePeriod(*mask, facts.period), "a row lies in several periods");
        if (places <= mostBytes && facts.shape.rows <= mostBytes)
            require(masks->matrix(t)->nnz() == places, "a mask's matrix has other places");
    }
    if (facts.size * facts.shape.bytes() <= mostBytes) {
        fingerprintOf(*masks, noProgress());
        const ScratchFile again("", ".npz");
        writeMasks(*masks, again.path(), noProgress());
        require(fingerprintOf(*readMasks(again.path(), noProgress()), noProgress()) ==
                    fingerprintOf(*masks, noProgress()),
                "what is written is read as other masks");
    }
}

} // namespace sparsescope::fuzz
