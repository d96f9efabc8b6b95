// Sequences of masks as files: what each form means, that what is written comes back, and what is refused.
#include "tests/engine/io_fixtures.h"

#include "engine/io/masks.h"
#include "engine/io/npy.h"
#include "engine/io/npz_values.h"
#include "engine/matrix/masks/kinds.h"

#include <filesystem>
#include <map>

using namespace sparsescope;

namespace {

using Bytes = std::vector<std::uint8_t>;

template <class T>
NpyArray arrayOf(std::vector<T> values, std::vector<std::int64_t> shape)
{
    return toArray(std::span<const T>(values), std::move(shape));
}

NpyArray scalar(std::int64_t value)
{
    return arrayOf<std::int64_t>({value}, {});
}

NpyArray booleans(Bytes values, std::vector<std::int64_t> shape)
{
    NpyArray array = arrayOf(std::move(values), std::move(shape));
    array.dtype = "|b1";
    return array;
}

// Two masks of 4 x 10 places in granules of 2 x 1: of 2 x 10 granules.
NpzArrays smallMasks()
{
    Bytes granules(2 * 2 * 10, 0);
    for (const std::size_t i : {0, 9, 12, 20, 21, 22, 39})
        granules[i] = 1;
    return {{"shape", arrayOf<std::int64_t>({4, 10}, {2})},
            {"granularity", arrayOf<std::int64_t>({2, 1}, {2})},
            {"masks", booleans(granules, {2, 2, 10})}};
}

// The same, as numpy.packbits has them.
NpzArrays smallBits()
{
    NpzArrays arrays = smallMasks();
    arrays.erase("masks");
    arrays["bits"] = arrayOf<std::uint8_t>({0x80, 0x40, 0x20, 0x00, 0xe0, 0x00, 0x00, 0x40}, {2, 2, 2});
    return arrays;
}

NpzArrays smallLengths()
{
    return {
        {"lengths", arrayOf<std::int32_t>({3, 1, 0, 4, 4, 2}, {2, 3})}, {"length", scalar(4)}, {"hidden", scalar(5)}};
}

NpzArrays smallRoutes()
{
    return {{"routes", arrayOf<std::int32_t>({0, 2, 1, -1, 2, 0, -1, -1}, {2, 2, 2})},
            {"experts", scalar(3)},
            {"hidden", scalar(4)}};
}

MaskSequencePtr masksIn(const NpzArrays& arrays)
{
    const TemporaryFolder folder;
    writeText(folder / "m.npz", writeNpz(arrays, true));
    return readMasks(folder / "m.npz", noProgress());
}

// The sentence by which such a file is refused, which begins with its name; empty: it is read.
std::string masksRefusal(const NpzArrays& arrays)
{
    const TemporaryFolder folder;
    const std::string file = folder / "m.npz";
    writeText(file, writeNpz(arrays, true));
    try {
        readMasks(file, noProgress());
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.where().file == file);
        return std::string(e.what()).substr(file.size() + 2);
    }
    return "";
}

// Rows of 0 and 1, a place each.
std::string drawn(const Mask& mask)
{
    const MaskShape& shape = mask.shape();
    std::string text;
    for (std::int64_t i = 0; i < shape.rows; ++i)
        for (std::int64_t j = 0; j < shape.cols; ++j)
            text += fmt::format("{}{}", j == 0 && i > 0 ? " " : "",
                                mask.granule(i / shape.granuleRows, j / shape.granuleCols) ? 1 : 0);
    return text;
}

} // namespace

TEST_CASE("Masks as booleans, bytes and bits are the same masks")
{
    const MaskSequencePtr masks = masksIn(smallMasks());
    CHECK(masks->facts().name == "m.npz");
    CHECK(masks->size() == 2);
    CHECK(masks->shape() == MaskShape{4, 10, 2, 1});
    CHECK(masks->facts().period == 10);
    CHECK_FALSE(masks->facts().single);
    CHECK(masks->facts().layout == MaskLayout::Row);
    CHECK(drawn(*masks->mask(0)) == "1000000001 1000000001 0010000000 0010000000");
    CHECK(drawn(*masks->mask(1)) == "1110000000 1110000000 0000000001 0000000001");
    CHECK(masks->matrix(1)->nnz() == 8);
    NpzArrays bytes = smallMasks();
    bytes["masks"].dtype = "|u1";
    for (const NpzArrays& other : {bytes, smallBits()})
        for (std::int64_t t = 0; t < 2; ++t)
            CHECK(masksIn(other)->mask(t)->fingerprint() == masks->mask(t)->fingerprint());
}

TEST_CASE("Lengths and routes are short forms of masks")
{
    for (const bool byShape : {false, true}) {
        NpzArrays arrays = smallLengths();
        if (byShape) {
            arrays.erase("length");
            arrays.erase("hidden");
            arrays["shape"] = arrayOf<std::int64_t>({12, 5}, {2});
        }
        const MaskSequencePtr masks = masksIn(arrays);
        CHECK(masks->shape() == MaskShape{12, 5, 1, 5});
        CHECK(masks->size() == 2);
        std::string first, second;
        for (std::int64_t row = 0; row < 12; ++row) {
            first += masks->mask(0)->granule(row, 0) ? '1' : '0';
            second += masks->mask(1)->granule(row, 0) ? '1' : '0';
        }
        CHECK(first == "111010000000");
        CHECK(second == "111111111100");
        CHECK(masks->mask(0)->places() == 4 * 5);
    }
    const MaskSequencePtr routes = masksIn(smallRoutes());
    CHECK(routes->shape() == MaskShape{2, 12, 1, 4});
    CHECK(routes->facts().period == 4);
    CHECK_FALSE(routes->facts().single);
    CHECK(drawn(*routes->mask(0)) == "111100001111 000011110000");
    CHECK(drawn(*routes->mask(1)) == "111100001111 000000000000");

    NpzArrays one = smallRoutes();
    one["routes"] = arrayOf<std::int64_t>({0, -1, 2, 1}, {2, 2, 1});
    CHECK(masksIn(one)->facts().single);
    one["single"] = booleans({0}, {});
    CHECK_FALSE(masksIn(one)->facts().single);
}

TEST_CASE("What is written comes back, from every kind and with names")
{
    const TemporaryFolder folder;
    const std::string file = folder / "m.npz";
    for (const PatternKind& kind : maskKinds()) {
        CAPTURE(kind.name);
        const MaskSequencePtr made = makeMasks(kind.name, {{"masks", 3}});
        writeMasks(*made, file, noProgress());
        CHECK(holdsMasks(file));
        const MaskSequencePtr read = readMasks(file, noProgress());
        CHECK(read->size() == 3);
        CHECK(read->shape() == made->shape());
        CHECK(read->facts().period == made->facts().period);
        CHECK(read->facts().single == made->facts().single);
        CHECK(read->facts().layout == made->facts().layout);
        CHECK(read->facts().names.empty());
        CHECK(read->facts().comment == patternCommand(kind, made->facts().parameters));
        for (const std::int64_t t : {2, 0, 1})
            CHECK(read->mask(t)->fingerprint() == made->mask(t)->fingerprint());
        CHECK(fingerprintOf(*read, noProgress()) == fingerprintOf(*made, noProgress()));
        const std::string bytes = readText(file);
        writeMasks(*read, file, noProgress());
        CHECK(readText(file) == bytes);
    }
    MaskFacts facts;
    facts.name = "two";
    facts.shape = {1, 1, 1, 1};
    facts.period = 1;
    facts.layout = MaskLayout::Column;
    facts.names = {"Tür", "\xe6\xad\xa9 2 \xf0\x9d\x84\x9e"};
    writeMasks(*keptMasks(facts, {Mask(facts.shape), Mask(facts.shape)}), file, noProgress());
    const MaskSequencePtr read = readMasks(file, noProgress());
    CHECK(read->facts().names == facts.names);
    CHECK(read->facts().layout == MaskLayout::Column);
    CHECK(read->title(1) == "mask 1: " + facts.names[1]);
    CHECK_THROWS_WITH(writeMasks(*read, folder / "m.mtx", noProgress()), Catch::Contains("masks are written as .npz"));
}

TEST_CASE("A sequence's fingerprint tells other masks, another order and another period")
{
    const auto of = [](const NpzArrays& arrays) { return fingerprintOf(*masksIn(arrays), noProgress()); };
    const std::uint64_t first = of(smallMasks());
    CHECK(of(smallBits()) == first);
    NpzArrays other = smallMasks();
    other["period"] = scalar(5);
    CHECK_FALSE(of(other) == first);
    other = smallMasks();
    std::rotate(other["masks"].data.begin(), other["masks"].data.begin() + 20, other["masks"].data.end());
    CHECK_FALSE(of(other) == first);
}

TEST_CASE("What does not fit in a file of masks is refused by array and reason")
{
    using Change = std::function<void(NpzArrays&)>;
    const auto refused = [](NpzArrays arrays, const Change& change, const std::string& reason) {
        change(arrays);
        CAPTURE(reason);
        CHECK_THAT(masksRefusal(arrays), Catch::StartsWith(reason));
    };
    const auto with = [](const char* name, NpyArray array) { return [=](NpzArrays& arrays) { arrays[name] = array; }; };
    const auto without = [](const char* name) { return [=](NpzArrays& arrays) { arrays.erase(name); }; };
    const std::int64_t huge = std::int64_t{1} << 62;
    const auto extents = [](std::int64_t a, std::int64_t b) { return arrayOf<std::int64_t>({a, b}, {2}); };
    const auto none = booleans({}, {0, 2, 10});

    // Shapes.
    refused(smallMasks(), without("shape"), "shape: the array is missing");
    refused(smallMasks(), without("granularity"), "granularity: the array is missing");
    refused(smallMasks(), with("shape", arrayOf<std::int64_t>({4}, {1})), "shape: has 1 elements where 2 are expected");
    for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-4}, huge, std::int64_t{1} << 31}) {
        refused(smallMasks(), with("shape", extents(bad, 10)),
                fmt::format("shape: element 0 is {}, out of range", bad));
        refused(smallMasks(), with("granularity", extents(2, bad)),
                fmt::format("granularity: element 1 is {}, out of range", bad));
    }
    refused(smallMasks(), with("shape", extents(6, 10)),
            "masks: has 2 x 10 elements a mask, but 6 x 10 places in granules of 2 x 1 take 3 x 10");
    refused(smallBits(), with("shape", extents(4, 17)),
            "bits: has 2 x 2 bytes a mask, but 4 x 17 places in granules of 2 x 1 take 2 x 3");
    refused(smallBits(), with("granularity", extents(4, 1)), "bits: has 2 x 2 bytes a mask");
    refused(smallMasks(), with("masks", booleans(Bytes(20), {2, 10})), "masks: has 2 axes where 3 are expected");

    // What is held.
    refused(smallMasks(), with("masks", none), "masks: holds no masks");
    refused(
        smallMasks(), [](NpzArrays& a) { a["masks"].data[27] = std::byte{7}; },
        "masks: element [1, 0, 7] is 7, neither 0 nor 1");
    refused(smallMasks(), with("masks", arrayOf(std::vector<double>(40), {2, 2, 10})),
            "masks: holds <f8 where |b1 or |u1 are expected");
    refused(smallBits(), with("bits", booleans(Bytes(8), {2, 2, 2})), "bits: holds |b1 where |u1 is expected");
    refused(
        smallBits(), [](NpzArrays& a) { a["bits"].data[5] = std::byte{0x20}; },
        "bits: row [1, 0] has a bit behind its 10 granules");
    refused(smallLengths(), with("lengths", arrayOf<std::int32_t>({3, 5}, {1, 2})),
            "lengths: element 1 is 5, out of range: from 0 to 4");
    refused(smallLengths(), with("lengths", arrayOf<std::int32_t>({-1, 2}, {1, 2})), "lengths: element 0 is -1");
    refused(smallLengths(), with("lengths", arrayOf<std::int32_t>({}, {0, 3})), "lengths: holds no masks");
    refused(smallLengths(), with("lengths", arrayOf<std::int32_t>({}, {3, 0})), "lengths: has an axis of 0 elements");
    refused(smallLengths(), with("lengths", arrayOf<double>({1}, {1, 1})), "lengths: holds <f8 where integers");
    refused(smallLengths(), with("length", scalar(huge)), "length: element 0 is");
    refused(smallLengths(), with("length", scalar(std::int64_t{1} << 30)), "lengths: 3 x 1073741824 tokens are more");
    refused(smallLengths(), without("hidden"), "hidden: the array is missing");
    refused(smallLengths(), with("shape", extents(13, 5)), "shape: is 13 x 5, but the other arrays say 12 x 5");
    refused(smallLengths(), with("granularity", extents(1, 1)),
            "granularity: is 1 x 1, but the other arrays say 1 x 5");
    refused(
        {{"lengths", smallLengths()["lengths"]}, {"shape", extents(13, 5)}}, [](NpzArrays&) {},
        "shape: has 13 rows, which 3 sequences do not divide");
    refused(smallRoutes(), without("experts"), "experts: the array is missing");
    refused(smallRoutes(), with("experts", scalar(2)), "routes: element 1 is 2, out of range: from -1 to 1");
    refused(smallRoutes(), with("routes", arrayOf<std::int32_t>({0, -2}, {1, 1, 2})), "routes: element 1 is -2");
    refused(smallRoutes(), with("routes", arrayOf<std::int32_t>({0, 1, -1, -1, 2, 2}, {1, 3, 2})),
            "routes: mask 0 has token 2 go to expert 2 twice");
    refused(smallRoutes(), with("hidden", scalar(std::int64_t{1} << 30)), "experts: 3 x 1073741824 columns are more");
    refused(smallRoutes(), with("shape", extents(2, 8)), "shape: is 2 x 8, but the other arrays say 2 x 12");

    // What is said beside it.
    refused(smallMasks(), with("period", scalar(3)), "period: is 3, which does not divide 10 columns");
    refused(smallMasks(), with("period", scalar(0)), "period: element 0 is 0, out of range: from 1");
    refused(smallMasks(), with("period", extents(5, 5)), "period: has 2 elements where 1 is expected");
    refused(smallRoutes(), with("period", scalar(6)), "period: is 6, but the other arrays say 4");
    refused(smallMasks(), with("single", booleans({2}, {})), "single: is not one boolean");
    refused(smallMasks(), with("single", scalar(1)), "single: is not one boolean");
    refused(
        smallMasks(),
        [&](NpzArrays& a) {
            a["single"] = booleans({1}, {});
            a["period"] = scalar(5);
        },
        "single: is true, but mask 0 has a row in several periods");
    refused(smallRoutes(), with("single", booleans({1}, {})), "single: is true, but mask 0 has a row in several");
    refused(smallMasks(), with("layout", toTextArray({"rows"}, false)),
            "layout: is \"rows\", none of row, column, either");
    refused(smallMasks(), with("layout", scalar(1)), "layout: holds <i8 where a text is expected");
    refused(smallMasks(), with("names", toTextArray({"a", "b", "c"})), "names: has 3 elements where 2 are expected");
    refused(smallMasks(), with("names", toTextArray({"a", "b\x1b[2J"})), "names: text 1 has a character 0x1b");
    refused(smallMasks(), with("names", arrayOf<std::int32_t>({1, 2}, {2})),
            "names: holds <i4 where texts are expected");
    refused(smallMasks(), with("comment", toTextArray({"a\nb"}, false)), "comment: text 0 has a character 0xa");

    // Forms.
    refused(smallMasks(), with("bits", smallBits()["bits"]),
            "is an archive of bits, granularity, masks, shape, which could be masks, a byte a place (masks) or masks, "
            "a bit "
            "a place (bits)");
    refused(smallMasks(), without("masks"), "is an archive of granularity, shape, which is nothing that is read");
    CHECK(masksRefusal(smallMasks()).empty());
}

TEST_CASE("A mask that takes more memory than there is is refused before it is made")
{
    NpzArrays arrays = smallRoutes();
    std::vector<std::int32_t> routes(1 << 20, 0);
    arrays["routes"] = arrayOf(routes, {1, 1 << 20, 1});
    arrays["experts"] = scalar(INT32_MAX);
    arrays["hidden"] = scalar(1);
    CHECK_THAT(masksRefusal(arrays), Catch::Contains("a mask of 1,048,576 x 2,147,483,647 granules needs"));
}

TEST_CASE("A sequence is no matrix, and what is no archive no sequence")
{
    const Error several = readingFails("m.npz", writeNpz(smallMasks(), true));
    CHECK(several.kind() == ErrorKind::Input);
    CHECK(several.reason() == "holds 2 masks: choose one with --mask 0 to 1");
    NpzArrays one = smallLengths();
    one["lengths"] = arrayOf<std::int32_t>({1, 1, 1}, {1, 3});
    CHECK(readingFails("m.npz", writeNpz(one, true)).reason() == "holds a sequence of 1 mask: choose it with --mask 0");
    const TemporaryFolder folder;
    writeText(folder / "a.npz", writeNpz(smallMasks(), true));
    CHECK(holdsMasks(folder / "a.npz"));
    NpzArrays matrix = smallMasks();
    matrix["format"] = toTextArray({"csr"}, false);
    writeText(folder / "b.npz", writeNpz(matrix, true));
    CHECK_FALSE(holdsMasks(folder / "b.npz"));
    CHECK_FALSE(holdsMasks(folder / "none.npz"));
    writeText(folder / "c.npz", "PK\x03\x04 and no more");
    CHECK_FALSE(holdsMasks(folder / "c.npz"));
    CHECK_THROWS_WITH(readMasks(folder / "c.npz", noProgress()), Catch::Contains("is not a whole zip archive"));
    writeText(folder / "d.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n");
    CHECK_FALSE(holdsMasks(folder / "d.mtx"));
    CHECK_THROWS_WITH(readMasks(folder / "d.mtx", noProgress()), Catch::Contains("is not a zip archive"));
    CHECK_THROWS_WITH(readMasks(folder / "none.npz", noProgress()), Catch::Contains("none.npz"));
}

TEST_CASE("Matrix files of one shape are a mask each, with their names")
{
    const TemporaryFolder folder;
    const std::string head = "%%MatrixMarket matrix coordinate real general\n";
    writeText(folder / "a.mtx", head + "2 3 2\n1 1 5\n2 3 0\n");
    writeText(folder / "b.mtx", head + "2 3 1\n1 2 5\n");
    writeText(folder / "c.mtx", head + "3 2 1\n1 2 5\n");
    writeText(folder / "d.mtx", head + "0 2 0\n");
    const MaskSequencePtr masks = readMasksFromMatrices({folder / "a.mtx", folder / "b.mtx"}, noProgress());
    CHECK(masks->facts().name == "a.mtx and 1 more");
    CHECK(masks->facts().names == std::vector<std::string>{"a.mtx", "b.mtx"});
    CHECK(masks->facts().layout == MaskLayout::Either);
    CHECK(masks->facts().period == 3);
    CHECK(drawn(*masks->mask(0)) == "100 001");
    CHECK(drawn(*masks->mask(1)) == "010 000");
    CHECK_THROWS_WITH(readMasksFromMatrices({folder / "a.mtx", folder / "c.mtx"}, noProgress()),
                      Catch::EndsWith("c.mtx: is 3 x 2, not 2 x 3 as a.mtx"));
    CHECK_THROWS_WITH(readMasksFromMatrices({folder / "d.mtx"}, noProgress()), Catch::Contains("is 0 x 2"));
    CHECK_THROWS_WITH(readMasksFromMatrices({}, noProgress()), Catch::Contains("one at least"));
}

TEST_CASE("A layer of the DLMC at seven sparsities is a sequence of seven masks")
{
    namespace fs = std::filesystem;
    std::map<std::string, std::string> files; // by sparsity
    const std::string before = "dlmc_transformer_magnitude_", behind = "_decoder0_ffn_conv1.smtx";
    if (!sharedData().empty())
        for (const fs::directory_entry& entry : fs::directory_iterator(sharedData())) {
            const std::string name = entry.path().filename().string();
            if (name.starts_with(before) && contains(name, behind))
                files[name.substr(before.size(), name.find(behind) - before.size())] = entry.path().string();
        }
    if (files.size() < 7)
        skipTest("the DLMC layer is not there");
    std::vector<std::string> paths;
    for (const auto& [sparsity, path] : files)
        paths.push_back(path);
    const MaskSequencePtr masks = readMasksFromMatrices(paths, noProgress());
    CHECK(masks->size() == 7);
    CHECK(masks->shape() == MaskShape{2048, 512, 1, 1});
    const TemporaryFolder folder;
    writeMasks(*masks, folder / "layer.npz", noProgress());
    const MaskSequencePtr read = readMasks(folder / "layer.npz", noProgress());
    std::int64_t t = 0;
    for (const auto& [sparsity, path] : files) {
        const MatrixPtr matrix = readMatrix(path, noProgress());
        CHECK(masks->matrix(t)->fingerprint().pattern == matrix->fingerprint().pattern);
        CHECK(read->mask(t)->fingerprint() == masks->mask(t)->fingerprint());
        const double kept = static_cast<double>(masks->mask(t)->places()) / (2048 * 512);
        CHECK(kept == Approx(1 - std::stod(sparsity)).margin(0.001));
        ++t;
    }
}
