// Mask sequences made from a formula, against plain loops over the same random numbers.
#include "engine/core/error.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/matrix/patterns/random.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace sparsescope;
using nlohmann::json;

namespace {

std::string masksRefusal(const std::string& kind, const json& parameters)
{
    try {
        makeMasks(kind, parameters);
    } catch (const Error& e) {
        return e.reason();
    }
    return "";
}

// Places of a mask, row by row.
std::vector<std::vector<int>> placesOf(const Mask& mask)
{
    const MaskShape& shape = mask.shape();
    std::vector<std::vector<int>> rows(at(shape.rows));
    for (std::int64_t i = 0; i < shape.rows; ++i)
        for (std::int64_t j = 0; j < shape.cols; ++j)
            if (mask.granule(i / shape.granuleRows, j / shape.granuleCols))
                rows[at(i)].push_back(static_cast<int>(j));
    return rows;
}

// What stands in a plain table of the shape.
std::vector<std::vector<int>> placesIn(const std::vector<std::vector<bool>>& table)
{
    std::vector<std::vector<int>> rows(table.size());
    for (std::size_t i = 0; i < table.size(); ++i)
        for (std::size_t j = 0; j < table[i].size(); ++j)
            if (table[i][j])
                rows[i].push_back(static_cast<int>(j));
    return rows;
}

RandomStream stream(std::uint64_t seed, std::uint64_t part, std::int64_t t, std::int64_t row)
{
    return {seed, 8 * static_cast<std::uint64_t>(t) + part, static_cast<std::uint64_t>(row)};
}

// Distinct numbers below n, as they are drawn: what is drawn twice is drawn anew.
std::set<std::int64_t> distinct(RandomStream random, std::int64_t n, std::size_t wanted)
{
    std::set<std::int64_t> found;
    while (found.size() < wanted)
        found.insert(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n))));
    return found;
}

} // namespace

TEST_CASE("A ragged batch fills the rows of each sequence up to its length")
{
    for (const std::int64_t power : {1, 2, 4}) {
        const MaskSequencePtr masks =
            makeMasks("ragged", {{"sequences", 5}, {"length", 40}, {"hidden", 3}, {"power", power}, {"seed", 7}});
        REQUIRE(masks->shape() == MaskShape{200, 3, 1, 3});
        CHECK(masks->facts().period == 3);
        CHECK(masks->facts().layout == MaskLayout::Row);
        for (std::int64_t t = 0; t < masks->size(); ++t) {
            std::vector<std::vector<bool>> table(200, std::vector<bool>(3, false));
            for (std::int64_t b = 0; b < 5; ++b) {
                const auto u = static_cast<long double>(stream(7, 0, t, b).below(1 << 20)) / (1 << 20);
                const auto length =
                    1 + static_cast<std::int64_t>(std::floor(39 * std::pow(u, static_cast<int>(power))));
                for (std::int64_t row = 0; row < length; ++row)
                    table[at(b * 40 + row)].assign(3, true);
            }
            CHECK(placesOf(*masks->mask(t)) == placesIn(table));
        }
    }
    CHECK_THAT(masksRefusal("ragged", {{"power", 3}}), Catch::Contains("power takes 1, 2 or 4, not 3"));
    CHECK_THAT(masksRefusal("ragged", {{"sequences", 1 << 20}, {"length", 1 << 20}}),
               Catch::Contains("length takes at most 2047 here, not 1048576"));
}

TEST_CASE("Tokens go to different experts by their weight, in token order until an expert is full")
{
    struct Case {
        std::int64_t experts, top, zipf, drift;
        double capacity;
    };
    for (const Case& c : {Case{8, 1, 1, 1, 0}, Case{8, 2, 2, 3, 1.25}, Case{5, 5, 0, 1, 0.5}, Case{1, 1, 2, 1, 0}}) {
        const MaskSequencePtr masks = makeMasks("moe", {{"tokens", 60},
                                                        {"hidden", 4},
                                                        {"experts", c.experts},
                                                        {"top", c.top},
                                                        {"zipf", c.zipf},
                                                        {"drift", c.drift},
                                                        {"capacity", c.capacity},
                                                        {"seed", 3}});
        REQUIRE(masks->shape() == MaskShape{60, 4 * c.experts, 1, 4});
        CHECK(masks->facts().period == 4);
        CHECK(masks->facts().single == (c.top == 1));
        for (std::int64_t t = 0; t < masks->size(); ++t) {
            // Ranks are dealt as cards are: from the back, each with one of those before it.
            std::vector<std::int64_t> expert;
            for (std::int64_t e = 0; e < c.experts; ++e)
                expert.push_back(e);
            RandomStream dealing = stream(3, 0, 0, t / c.drift);
            for (std::int64_t i = c.experts; i > 1; --i)
                std::swap(expert[at(i - 1)], expert[dealing.below(static_cast<std::uint64_t>(i))]);
            std::map<std::int64_t, std::int64_t> asked;
            std::vector<std::vector<bool>> table(60, std::vector<bool>(at(4 * c.experts), false));
            for (std::int64_t token = 0; token < 60; ++token) {
                RandomStream random = stream(3, 1, t, token);
                std::vector<std::pair<std::int64_t, std::uint64_t>> left; // experts by rank, and their weights
                for (std::int64_t r = 0; r < c.experts; ++r)
                    left.emplace_back(expert[at(r)], static_cast<std::uint64_t>(
                                                         std::floor(0x1p20 / std::pow(1.0 + static_cast<double>(r),
                                                                                      static_cast<double>(c.zipf)))));
                for (std::int64_t k = 0; k < c.top; ++k) {
                    std::uint64_t sum = 0;
                    for (const auto& [e, weight] : left)
                        sum += weight;
                    std::uint64_t draw = random.below(sum);
                    std::size_t i = 0;
                    while (draw >= left[i].second)
                        draw -= left[i++].second;
                    const std::int64_t e = left[i].first;
                    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
                    const double most =
                        std::ceil(c.capacity * 60 * static_cast<double>(c.top) / static_cast<double>(c.experts));
                    if (c.capacity == 0 || static_cast<double>(asked[e]++) < most)
                        for (std::int64_t col = 4 * e; col < 4 * (e + 1); ++col)
                            table[at(token)][at(col)] = true;
                }
            }
            CHECK(placesOf(*masks->mask(t)) == placesIn(table));
        }
    }
    CHECK_THAT(masksRefusal("moe", {{"experts", 4}, {"top", 5}}),
               Catch::Contains("moe: top takes 1 to 4 (experts), not 5"));
    CHECK_THAT(masksRefusal("moe", {{"experts", 1025}}), Catch::Contains("experts takes whole numbers from 1 to 1024"));
}

TEST_CASE("Attention masks keep the places of their patterns")
{
    const auto tokens = GENERATE(1, 20, 300);
    const auto pattern = GENERATE(as<std::string>(), "longformer", "bigbird", "topk", "museformer");
    CAPTURE(tokens, pattern);
    const std::int64_t n = tokens;
    const MaskSequencePtr masks = makeMasks("attention", {{"tokens", tokens}, {"pattern", pattern}, {"masks", 3}});
    REQUIRE(masks->shape() == MaskShape{n, n, 1, 1});
    CHECK(masks->facts().period == n);
    for (std::int64_t t = 0; t < 3; ++t) {
        std::vector<std::vector<bool>> table(at(n), std::vector<bool>(at(n), false));
        if (pattern == "longformer") {
            const std::int64_t half = std::max<std::int64_t>(1, n / 16);
            const auto globals = distinct(stream(1, 0, t, 0), n, at(std::max<std::int64_t>(1, n / 128)));
            for (std::int64_t i = 0; i < n; ++i)
                for (std::int64_t j = 0; j < n; ++j)
                    table[at(i)][at(j)] = std::abs(i - j) <= half || globals.contains(i) || globals.contains(j);
        } else if (pattern == "bigbird") {
            const std::int64_t block = std::max<std::int64_t>(1, n / 64);
            const std::int64_t grid = (n + block - 1) / block;
            const Mask& mask = *masks->mask(t);
            for (std::int64_t b = 0; b < grid; ++b) {
                std::int64_t others = 0, random = 0; // blocks that only chance may keep, and those that it keeps
                for (std::int64_t c = 0; c < grid; ++c) {
                    const bool always = b < 2 || c < 2 || std::abs(b - c) <= 1;
                    const bool kept = mask.granule(b * block, c * block);
                    CHECK((kept || !always));
                    others += always ? 0 : 1;
                    random += !always && kept ? 1 : 0;
                    for (std::int64_t i = b * block; i < std::min(n, (b + 1) * block); ++i)
                        for (std::int64_t j = c * block; j < std::min(n, (c + 1) * block); ++j)
                            table[at(i)][at(j)] = kept;
                }
                CHECK(random == std::min<std::int64_t>(3, others));
            }
        } else if (pattern == "topk") {
            const std::int64_t keys = std::max<std::int64_t>(1, n / 16);
            const auto set = distinct(stream(1, 2, t, 0), n, at(keys));
            const std::vector<std::int64_t> hot(set.begin(), set.end());
            for (std::int64_t i = 0; i < n; ++i) {
                RandomStream random = stream(1, 3, t, i);
                std::set<std::int64_t> kept;
                while (static_cast<std::int64_t>(kept.size()) < keys / 2)
                    kept.insert(hot[random.below(hot.size())]);
                while (static_cast<std::int64_t>(kept.size()) < keys)
                    kept.insert(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n))));
                for (const std::int64_t j : kept)
                    table[at(i)][at(j)] = true;
            }
        } else {
            RandomStream random = stream(1, 4, t, 0);
            std::vector<std::int64_t> bar; // of each token
            for (std::int64_t b = 0; static_cast<std::int64_t>(bar.size()) < n; ++b)
                bar.insert(bar.end(), 8 + random.below(24), b);
            const std::set<std::int64_t> before = {0, 1, 2, 4, 8, 12, 16, 24, 32};
            for (std::int64_t i = 0; i < n; ++i)
                for (std::int64_t j = 0; j < n; ++j)
                    table[at(i)][at(j)] = before.contains(bar[at(i)] - bar[at(j)]);
        }
        CHECK(placesOf(*masks->mask(t)) == placesIn(table));
    }
    CHECK_THAT(masksRefusal("attention", {{"pattern", "dense"}}),
               Catch::Contains("pattern takes one of longformer, bigbird, topk, museformer, not \"dense\""));
}

TEST_CASE("Activations are in the hot columns of their mask, and rows of a group have the same")
{
    const MaskSequencePtr masks =
        makeMasks("relu", {{"rows", 50}, {"cols", 400}, {"density", 0.1}, {"hot", 0.3}, {"group", 8}, {"seed", 5}});
    REQUIRE(masks->shape() == MaskShape{50, 400, 1, 1});
    std::int64_t all = 0;
    for (std::int64_t t = 0; t < masks->size(); ++t) {
        std::vector<std::vector<bool>> table(50, std::vector<bool>(400, false));
        const auto hot = distinct(stream(5, 0, t, 0), 400, 120);
        for (std::int64_t begin = 0; begin < 50; begin += 8) {
            RandomStream random = stream(5, 1, t, begin / 8);
            for (const std::int64_t j : hot)
                if (static_cast<double>(random.next() >> 11) * 0x1p-53 < 0.1 / 0.3)
                    for (std::int64_t i = begin; i < std::min<std::int64_t>(50, begin + 8); ++i)
                        table[at(i)][at(j)] = true;
        }
        CHECK(placesOf(*masks->mask(t)) == placesIn(table));
        all += masks->mask(t)->places();
    }
    CHECK(static_cast<double>(all) / (8 * 50 * 400) == Approx(0.1).margin(0.01));
    CHECK(makeMasks("relu", {{"density", 1}, {"hot", 1}})->mask(0)->granules() == 512 * 512);
    CHECK(makeMasks("relu", {{"density", 0}, {"hot", 0}})->mask(0)->granules() == 0);
    CHECK_THAT(masksRefusal("relu", {{"density", 0.3}}), Catch::Contains("hot takes 0.3 (density) to 1, not 0.25"));
}

TEST_CASE("Pruning keeps the blocks of the highest scores, which walk from mask to mask")
{
    const std::int64_t rows = 60, cols = 37, high = 8, wide = 2, count = 12;
    const std::int64_t down = 8, across = 19;
    const MaskSequencePtr masks =
        makeMasks("pruning", {{"rows", rows}, {"cols", cols}, {"block", "8x2"}, {"masks", count}, {"end", 0.1}});
    REQUIRE(masks->shape() == MaskShape{rows, cols, high, wide});
    CHECK(masks->facts().layout == MaskLayout::Either);
    std::vector<std::int64_t> scores;
    for (std::int64_t r = 0; r < down; ++r) {
        RandomStream random = stream(1, 0, 0, r);
        for (std::int64_t c = 0; c < across; ++c)
            scores.push_back(static_cast<std::int64_t>(random.below(1 << 20)));
    }
    for (std::int64_t t = 0; t < count; ++t) {
        for (std::int64_t r = 0; t > 0 && r < down; ++r) {
            RandomStream random = stream(1, 1, t, r);
            for (std::int64_t c = 0; c < across; ++c)
                scores[at(r * across + c)] += static_cast<std::int64_t>(random.below((1 << 15) + 1)) - (1 << 14);
        }
        std::vector<std::pair<std::int64_t, std::int64_t>> order; // highest first, then the first
        for (std::int64_t i = 0; i < down * across; ++i)
            order.emplace_back(-scores[at(i)], i);
        std::sort(order.begin(), order.end());
        const double step = static_cast<double>(t) / (count - 1);
        const auto kept = std::llround((1 - (1 - 0.1) * (1 - std::pow(1 - step, 3))) * down * across);
        std::vector<std::vector<bool>> table(rows, std::vector<bool>(cols, false));
        for (std::int64_t k = 0; k < kept; ++k)
            for (std::int64_t i = 0; i < rows; ++i)
                for (std::int64_t j = 0; j < cols; ++j)
                    if (i / high * across + j / wide == order[at(k)].second)
                        table[at(i)][at(j)] = true;
        CHECK(masks->mask(t)->granules() == kept);
        CHECK(placesOf(*masks->mask(t)) == placesIn(table));
    }
    CHECK(masks->mask(0)->granules() == down * across);
    CHECK(makeMasks("pruning", {{"masks", 1}})->mask(0)->granules() == 1638); // the end: 5 % of 64 x 512
    CHECK_THAT(masksRefusal("pruning", {{"block", "8 1"}}),
               Catch::Contains("block takes two whole numbers from 1 to 2147483647, as 8x1, not \"8 1\""));
    CHECK_THAT(masksRefusal("pruning", {{"block", "8x0"}}), Catch::Contains("not \"8x0\""));
    CHECK_THAT(masksRefusal("pruning", {{"block", 8}}), Catch::Contains("block takes two whole numbers"));
    CHECK_THAT(masksRefusal("pruning", {{"block", "8x513"}}), Catch::Contains("at most the columns, not 513"));
}

TEST_CASE("A mask is the same whatever was asked before it")
{
    for (const PatternKind& kind : maskKinds()) {
        CAPTURE(kind.name);
        const auto sequence = [&] { return makeMasks(kind.name, {{"masks", 70}}); };
        const MaskSequencePtr all = sequence();
        REQUIRE(all->size() == 70);
        std::vector<std::uint64_t> inOrder;
        for (std::int64_t t = 0; t < 70; ++t)
            inOrder.push_back(all->mask(t)->fingerprint());
        CHECK(std::set<std::uint64_t>(inOrder.begin(), inOrder.end()).size() == 70);
        for (const std::int64_t t : {5, 69, 33, 0, 48, 47, 1})
            CHECK(all->mask(t)->fingerprint() == inOrder[at(t)]);
        CHECK(sequence()->mask(5)->fingerprint() == inOrder[5]);
        CHECK_FALSE(makeMasks(kind.name, {{"masks", 70}, {"seed", 2}})->mask(5)->fingerprint() == inOrder[5]);
        CHECK_THROWS_WITH(all->mask(70), Catch::Contains("has masks 0 to 69, not 70"));
        CHECK(all->matrix(5)->nnz() == all->mask(5)->places());
        CHECK(all->matrix(5)->source().name == kind.name + ", mask 5");
    }
}

TEST_CASE("Seeds keep making the masks that they made")
{
    // Those of the first version that had these kinds: a change here breaks what sessions and papers refer to.
    const std::map<std::string, std::uint64_t> known = {{"ragged", 0xf8a0c1af5755a1ab},
                                                        {"moe", 0x2665f10bda8ed3bc},
                                                        {"attention", 0x14b7cd08cd8731f3},
                                                        {"relu", 0x0bf80ef3faac1330},
                                                        {"pruning", 0x4456417f97875684}};
    for (const PatternKind& kind : maskKinds()) {
        CAPTURE(kind.name);
        CHECK(fingerprintOf(*makeMasks(kind.name, json::object()), noProgress()) == known.at(kind.name));
    }
}

TEST_CASE("Every kind of masks says what it is, takes the ends of its ranges, and is cancelled at once")
{
    std::set<std::string> names;
    for (const PatternKind& kind : maskKinds()) {
        CAPTURE(kind.name);
        CHECK(names.insert(kind.name).second);
        CHECK(kind.description.ends_with("."));
        const json initial = completeParameters(kind, json::object());
        CHECK(makeMasks(kind.name, json::object())->facts().parameters == initial);
        CHECK(makeMasks(kind.name, json::object())->size() == 8);
        for (const PatternParameter& parameter : kind.parameters) {
            CAPTURE(parameter.name);
            CHECK_FALSE(parameter.help.empty());
            for (const json& bad : {json(-1), json("many"), json(nullptr), json(1e300)})
                CHECK(masksRefusal(kind.name, {{parameter.name, bad}})
                          .starts_with(kind.name + ": " + parameter.name + " takes "));
        }
        CHECK_THAT(masksRefusal(kind.name, {{"size", 5}}), Catch::Contains("has no parameter size, it takes "));
        Progress progress;
        progress.cancel();
        try {
            makeMasks(kind.name, json::object())->mask(0, progress);
            FAIL("was not cancelled");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Cancelled);
        }
    }
    CHECK_THAT(masksRefusal("magic", json::object()), Catch::Contains("none of ragged, moe, attention, relu, pruning"));
    CHECK(patternCommand(maskKind("pruning"), completeParameters(maskKind("pruning"), {{"block", "32x1"}})) ==
          "pruning --rows 512 --cols 512 --block 32x1 --end 0.05 --masks 8 --seed 1");
    CHECK_THAT(masksRefusal("relu", {{"rows", 2'000'000'000}, {"cols", 2'000'000'000}}),
               Catch::Contains("GB of memory"));
}
