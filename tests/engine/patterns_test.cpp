// Patterns by name: what the papers and formulas say they hold, what makes them the same again, what is refused.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/io/reader.h"
#include "engine/matrix/orderings.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/kinds.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace sparsescope;
using nlohmann::json;

namespace {

std::int64_t longestRow(const Matrix& m)
{
    const auto lengths = rowLengths(m);
    return *std::max_element(lengths.begin(), lengths.end());
}

bool has(const Matrix& m, std::int64_t r, std::int64_t c)
{
    const auto row = m.row(r);
    return std::binary_search(row.begin(), row.end(), c);
}

std::string patternRefusal(const std::string& kind, const json& parameters)
{
    try {
        makePattern(kind, parameters, noProgress());
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Usage);
        return e.reason();
    }
    return "not refused";
}

// The matrix of a plain rule.
template <class Rule>
MatrixPtr byRule(std::int64_t n, const Rule& rule)
{
    std::vector<std::pair<std::int32_t, std::int32_t>> at;
    for (std::int32_t r = 0; r < n; ++r)
        for (std::int32_t c = 0; c < n; ++c)
            if (rule(std::int64_t{r}, std::int64_t{c}))
                at.emplace_back(r, c);
    return matrixFromCoordinates(n, n, at, "rule");
}

bool powerOfTwo(std::int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

// Arguments of every kind that make something small.
const std::map<std::string, json> smallOnes = {
    {"figure1", json::object()},
    {"logsparse", {{"rows", 300}}},
    {"strided", {{"rows", 300}}},
    {"banded", {{"rows", 300}, {"block", 21}}},
    {"butterfly", {{"rows", 512}, {"block", 8}}},
    {"block-pruned", {{"rows", 96}, {"cols", 160}, {"block", 16}, {"density", 0.3}}},
    {"pruned", {{"rows", 700}, {"cols", 300}}},
    {"crossing", {{"rows", 512}}},
    {"rmat", {{"rows", 1024}, {"nnz", 9000}}},
    {"chung-lu", {{"rows", 3000}, {"nnz", 60'000}}},
    {"communities", {{"rows", 1000}, {"nnz", 20'000}, {"block", 64}}},
    {"stencil2d", {{"rows", 400}}},
    {"stencil3d", {{"rows", 1000}}},
    {"stencil27", {{"rows", 1000}}},
    {"typed-graph", {{"rows", 300}, {"nnz", 4000}, {"relations", 7}}},
    {"surface", {{"voxels", 2000}}}};

} // namespace

TEST_CASE("Attention masks have the sizes that STile's table 4 states, and follow their rules")
{
    CHECK(logsparse(4096)->nnz() == 90115);
    CHECK(longestRow(*logsparse(4096)) == 23);
    CHECK(strided(4096)->nnz() == 766144);
    CHECK(longestRow(*strided(4096)) == 189);
    for (const std::int64_t n : {1, 2, 3, 5, 16, 17, 63, 64, 100, 257}) {
        INFO("n = " << n);
        const auto s = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
        CHECK(logsparse(n)->fingerprint() == byRule(n, [&](std::int64_t i, std::int64_t c) {
                                                 return c == i || powerOfTwo(i - c) ||
                                                        (powerOfTwo(c - i) && 2 * (c - i) <= n - 1 - i);
                                             })->fingerprint());
        CHECK(strided(n)->fingerprint() == byRule(n, [&](std::int64_t i, std::int64_t c) {
                                               const std::int64_t j = std::abs(c - i) / s;
                                               const bool onStride = std::abs(c - i) % s == 0 && j >= 1;
                                               return std::abs(c - i) < s ||
                                                      (onStride && j <= (c > i ? (n - 1 - i) / s : i / s) - 1);
                                           })->fingerprint());
    }
}

TEST_CASE("A band holds the places at most half its width from the diagonal")
{
    for (const auto& [n, band] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {1, 0}, {10, 0}, {10, 1}, {10, 2}, {10, 7}, {10, 18}, {10, 1000}, {4096, 256}}) {
        INFO(n << ", band " << band);
        const std::int64_t h = std::min(band / 2, n - 1);
        const MatrixPtr m = banded(n, band);
        CHECK(m->nnz() == n * (2 * h + 1) - h * (h + 1));
        if (n < 100)
            CHECK(m->fingerprint() == byRule(n, [&](auto r, auto c) { return std::abs(r - c) <= h; })->fingerprint());
    }
}

TEST_CASE("A butterfly holds the blocks whose numbers differ in one bit at most")
{
    CHECK(butterfly(4096, 16)->nnz() == 256 * 9 * 16 * 16);
    for (const auto& [n, block] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1}, {7, 7}, {16, 1}, {48, 3}, {64, 32}}) {
        INFO(n << ", block " << block);
        CHECK(butterfly(n, block)->fingerprint() == byRule(n, [&, b = block](std::int64_t r, std::int64_t c) {
                                                        return r / b == c / b || powerOfTwo((r / b) ^ (c / b));
                                                    })->fingerprint());
    }
}

TEST_CASE("Stencils are the Laplacians of their grids")
{
    for (const std::int64_t side : {1, 2, 3, 20}) {
        INFO("side " << side);
        const MatrixPtr plane = stencil2d(side);
        const MatrixPtr cube = stencil3d(side);
        CHECK(plane->rows() == side * side);
        CHECK(plane->nnz() == 5 * side * side - 4 * side);
        CHECK(cube->rows() == side * side * side);
        CHECK(cube->nnz() == 7 * side * side * side - 6 * side * side);
        for (const Matrix* m : {plane.get(), cube.get()}) {
            bool right = true;
            for (std::int64_t r = 0; r < m->rows(); ++r)
                for (std::int64_t p = m->rowPtr()[static_cast<std::size_t>(r)];
                     p < m->rowPtr()[static_cast<std::size_t>(r) + 1]; ++p) {
                    const std::int64_t c = m->colIdx()[static_cast<std::size_t>(p)];
                    right = right && m->value(p) == (r == c ? (m == plane.get() ? 4 : 6) : -1) && has(*m, c, r);
                }
            CHECK(right);
        }
    }
    // Points at a distance of one along an axis, not around a corner.
    const MatrixPtr m = stencil2d(4);
    CHECK(has(*m, 3, 7));
    CHECK_FALSE(has(*m, 3, 4));
    CHECK(has(*stencil3d(3), 0, 9));
    CHECK_FALSE(has(*stencil3d(3), 2, 3));
}

TEST_CASE("The 27-point stencil joins all points that are at most one apart along every axis")
{
    for (const std::int64_t side : {1, 2, 3, 9}) {
        INFO("side " << side);
        const MatrixPtr cube = stencil27(side);
        const auto near = [](std::int64_t a, std::int64_t b) { return std::abs(a - b) <= 1; };
        CHECK(cube->fingerprint().pattern == byRule(side * side * side,
                                                    [&](std::int64_t r, std::int64_t c) {
                                                        return near(r / side / side, c / side / side) &&
                                                               near(r / side % side, c / side % side) &&
                                                               near(r % side, c % side);
                                                    })
                                                 ->fingerprint()
                                                 .pattern);
        CHECK(cube->nnz() == (3 * side - 2) * (3 * side - 2) * (3 * side - 2));
        for (std::int64_t p = 0; p < cube->nnz(); ++p)
            REQUIRE(cube->value(p) == (cube->rowOf(p) == cube->colIdx()[static_cast<std::size_t>(p)] ? 26 : -1));
    }
}

TEST_CASE("Communities: so many edges of every vertex stay in its own, the others go anywhere else")
{
    for (const auto& [n, nnz, block, density] :
         {std::tuple<std::int64_t, std::int64_t, std::int64_t, double>{1000, 20'007, 64, 0.9},
          {1000, 20'000, 1000, 0.5},
          {300, 300 * 300, 7, 0.1},
          {500, 10'000, 10, 1},
          {40, 0, 8, 0.5}}) {
        INFO(n << " vertices, " << nnz << " edges, communities of " << block << ", " << density);
        const MatrixPtr m = communities(n, nnz, block, density, 3);
        CHECK(m->nnz() == nnz);
        for (std::int64_t r = 0; r < n; ++r) {
            const auto row = m->row(r);
            REQUIRE(std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end());
            const std::int64_t first = r / block * block, size = std::min(block, n - first);
            const auto length = static_cast<std::int64_t>(row.size());
            REQUIRE((length == nnz / n || length == nnz / n + 1));
            const std::int64_t inside =
                std::count_if(row.begin(), row.end(), [&](std::int32_t c) { return c >= first && c < first + size; });
            const auto wanted = static_cast<std::int64_t>(std::llround(density * static_cast<double>(length)));
            REQUIRE(inside == std::clamp(wanted, length - std::min(length, n - size), std::min(length, size)));
        }
    }
    CHECK_THAT(patternRefusal("communities", {{"rows", 10}, {"nnz", 101}, {"block", 5}}),
               Catch::Contains("nnz takes 0 to 100"));
    CHECK_THAT(patternRefusal("communities", {{"rows", 100}, {"nnz", 10}, {"block", 101}}),
               Catch::Contains("block takes 1 to 100"));
}

TEST_CASE("Crossing: blocks of STile figure 12 hold 70 % of the non-zeros, runs lie beside them")
{
    for (const std::int64_t n : {128, 160, 512, 2048}) {
        const MatrixPtr m = crossing(n, 7);
        INFO("n = " << n << ", " << m->nnz() << " non-zeros");
        std::int64_t blocks = 0;
        std::int64_t inBlocks = 0;
        std::int64_t runs = 0;
        for (std::int64_t r = 0; r < n / 32; ++r)
            for (std::int64_t c = 0; c < n / 32; ++c) {
                const bool block = r % 4 == 0 && (c - r == 0 || std::abs(c - r) == 4);
                const std::int64_t held = m->countIn(32 * r, 32 * r + 32, 32 * c, 32 * c + 32);
                if (block) {
                    ++blocks;
                    CHECK(held == 32 * 32);
                    inBlocks += held;
                } else {
                    CHECK(held % 32 == 0);
                    runs += held / 32;
                }
            }
        CHECK(inBlocks + 32 * runs == m->nnz());
        CHECK(std::abs(static_cast<double>(inBlocks) - 0.7 * static_cast<double>(m->nnz())) <= 32);
        CHECK(blocks >= 1);
    }
    CHECK_THAT(patternRefusal("crossing", {{"rows", 1000}}), Catch::Contains("rows takes multiples of 32"));
    CHECK_THAT(patternRefusal("crossing", {{"rows", 96}}), Catch::Contains("rows takes whole numbers from 128"));
}

TEST_CASE("Crossing: side, spacing and number of the blocks, length, share and direction of the runs")
{
    const Crossing pattern{
        .rows = 768, .block = 16, .spacing = 6, .beside = 2, .run = 48, .runs = 0.4, .down = 0.25, .seed = 3};
    const MatrixPtr m = crossing(pattern);
    std::int64_t inBlocks = 0;
    for (std::int64_t r = 0; r < 768 / 16; ++r)
        for (std::int64_t c = 0; c < 768 / 16; ++c)
            if (r % 6 == 0 && c % 6 == 0 && std::abs(c - r) <= 12) {
                CHECK(m->countIn(16 * r, 16 * r + 16, 16 * c, 16 * c + 16) == 16 * 16);
                inBlocks += 16 * 16;
            }
    CHECK(inBlocks == (8 + 2 * 7 + 2 * 6) * 16 * 16);
    const auto isBlock = [](std::int64_t r, std::int64_t c) {
        return r / 16 % 6 == 0 && c / 16 % 6 == 0 && std::abs(c / 16 - r / 16) <= 12;
    };
    // A place outside the blocks lies in a whole run across or in a whole run down.
    std::int64_t across = 0, down = 0, outside = 0;
    std::vector<bool> covered(768 * 768);
    for (std::int64_t line = 0; line < 768; ++line)
        for (std::int64_t first = 0; first < 768; first += 48) {
            if (m->countIn(line, line + 1, first, first + 48) == 48 && !isBlock(line, first)) {
                ++across;
                std::fill_n(covered.begin() + line * 768 + first, 48, true);
            }
            if (m->countIn(first, first + 48, line, line + 1) == 48 && !isBlock(first, line)) {
                ++down;
                for (std::int64_t r = first; r < first + 48; ++r)
                    covered[static_cast<std::size_t>(r * 768 + line)] = true;
            }
        }
    for (std::int64_t r = 0; r < 768; ++r)
        for (const std::int32_t c : m->row(r))
            if (!isBlock(r, c)) {
                ++outside;
                CHECK(covered[static_cast<std::size_t>(r * 768 + c)]);
            }
    const auto runs = std::llround(static_cast<double>(inBlocks) * 0.4 / 0.6 / 48);
    CHECK(across + down == runs);
    CHECK(down == std::llround(static_cast<double>(runs) * 0.25));
    CHECK(outside <= 48 * runs); // fewer where runs cross
    CHECK(outside > 44 * runs);

    for (const auto& [parameters, sentence] : std::vector<std::pair<nlohmann::json, std::string>>{
             {{{"rows", 768}, {"run", 40}}, "rows takes multiples of 160 from 128 on, not 768"},
             {{{"rows", 128}, {"block", 256}}, "block takes whole numbers from 1 to rows, not 256"},
             {{{"rows", 128}, {"spacing", 5}}, "spacing takes whole numbers from 1 to rows / block, not 5"},
             {{{"rows", 128}, {"spacing", 1}, {"beside", 4}}, "runs takes a share whose 219 runs find room"}})
        CHECK_THAT(patternRefusal("crossing", parameters), Catch::Contains(sentence));
}

TEST_CASE("Pruned weights hold exactly their share, in rows of uneven length")
{
    for (const double density : {0.0, 0.0001, 0.06, 0.3, 0.5, 0.95, 1.0}) {
        INFO("density " << density);
        const MatrixPtr m = prunedWeights(768, 3072, density, 5);
        CHECK(m->nnz() == std::llround(density * 768 * 3072));
        CHECK(m->hasValues() == (density > 0));
        CHECK(std::all_of(m->values().begin(), m->values().end(), [](double v) { return v != 0 && std::abs(v) < 1; }));
    }
    const MatrixPtr m = prunedWeights(768, 3072, 0.06, 5);
    const auto lengths = rowLengths(*m);
    const double mean = 0.06 * 3072;
    double squares = 0;
    for (const std::int64_t length : lengths)
        squares += std::pow(static_cast<double>(length) - mean, 2);
    const double variation = std::sqrt(squares / 768) / mean;
    CHECK(variation > 0.35);
    CHECK(variation < 0.5);
    std::vector<std::int64_t> columns(3072);
    for (const std::int32_t c : m->colIdx())
        ++columns[static_cast<std::size_t>(c)];
    const double expected = 0.06 * 768;
    double chi = 0;
    for (const std::int64_t count : columns)
        chi += std::pow(static_cast<double>(count) - expected, 2) / expected;
    CHECK(chi > 3071 * 0.8); // uniform columns, without replacement in a row
    CHECK(chi < 3071 * 1.1);
    CHECK(prunedWeights(50, 1'000'000, 0.0001, 5)->nnz() == 5000); // far fewer than columns
}

TEST_CASE("Block-pruned weights hold exactly their share of full blocks, and empty block rows")
{
    for (const double density : {0.0, 0.07, 0.5, 1.0}) {
        INFO("density " << density);
        const MatrixPtr m = blockPrunedWeights(768, 3072, 32, density, 5);
        std::int64_t blocks = 0;
        std::int64_t emptyRows = 0;
        for (std::int64_t r = 0; r < 768; r += 32) {
            const std::int64_t before = blocks;
            for (std::int64_t c = 0; c < 3072; c += 32) {
                const std::int64_t held = m->countIn(r, r + 32, c, c + 32);
                CHECK((held == 0 || held == 32 * 32));
                blocks += held == 0 ? 0 : 1;
            }
            emptyRows += blocks == before ? 1 : 0;
        }
        CHECK(blocks == std::llround(density * 24 * 96));
        CHECK(m->nnz() == blocks * 32 * 32);
        if (density == 0.07)
            CHECK(emptyRows > 2);
    }
}

TEST_CASE("A Chung-Lu graph is symmetric, has the non-zeros asked for, and degrees as skewed as reddit's")
{
    const MatrixPtr m = chungLu(20'000, 400'000, 3);
    CHECK(m->nnz() == 400'000);
    bool symmetric = true;
    for (std::int64_t r = 0; r < m->rows(); ++r)
        for (const std::int32_t c : m->row(r))
            symmetric = symmetric && c != r && has(*m, c, r);
    CHECK(symmetric);
    auto degrees = rowLengths(*m);
    CHECK_FALSE(std::is_sorted(degrees.rbegin(), degrees.rend())); // heavy vertices stand anywhere
    const auto heaviest = static_cast<double>(*std::max_element(degrees.begin(), degrees.end()));
    CHECK(heaviest > 35 * 20);
    CHECK(heaviest < 60 * 20);
    std::sort(degrees.begin(), degrees.end());
    // Power law 7/3: the degree that a share x of the vertices exceeds is in proportion to x^(-3/4).
    const auto exceededBy = [&](double share) {
        return static_cast<double>(degrees[static_cast<std::size_t>(20'000 * (1 - share))]);
    };
    CHECK(exceededBy(0.01) / exceededBy(0.1) == Approx(std::pow(10, 0.75)).epsilon(0.15));
    CHECK(exceededBy(0.1) / exceededBy(0.5) == Approx(std::pow(5, 0.75)).epsilon(0.15));

    // Odd, empty, full and nearly full.
    CHECK(chungLu(100, 1001, 1)->nnz() == 1000);
    CHECK(chungLu(1, 0, 1)->nnz() == 0);
    CHECK(chungLu(100, 0, 1)->nnz() == 0);
    CHECK(chungLu(100, 9900, 1)->nnz() == 9900);
    CHECK(chungLu(100, 9880, 1)->nnz() == 9880);
    CHECK(chungLu(400, 120'000, 1)->nnz() == 120'000);
    CHECK_THAT(patternRefusal("chung-lu", {{"rows", 100}, {"nnz", 9901}}), Catch::Contains("nnz takes 0 to 9900"));
}

TEST_CASE("An edge of a Chung-Lu graph is as likely as its ends' weights say")
{
    // Vertices by degree, neither so heavy that edges are certain nor so light that their degree says little.
    double found = 0;
    double expected = 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const MatrixPtr m = chungLu(2000, 100'000, seed);
        std::vector<std::int64_t> order(2000);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return m->rowLength(a) > m->rowLength(b); });
        for (std::size_t i = 50; i < 150; ++i)
            for (std::size_t j = 300; j < 1300; ++j) {
                found += has(*m, order[i], order[j]) ? 1 : 0;
                expected += static_cast<double>(m->rowLength(order[i]) * m->rowLength(order[j])) / 100'000.0;
            }
    }
    INFO("found " << found << ", expected " << expected);
    CHECK(found / expected == Approx(1).epsilon(0.1));
}

TEST_CASE("R-MAT keeps a draw once and leans to the first quarter")
{
    const MatrixPtr m = rmat(1 << 16, 60'000, 5);
    CHECK(m->nnz() < 60'000);
    CHECK(m->nnz() > 57'000);
    const std::int64_t half = 1 << 15;
    const auto share = [&](std::int64_t r, std::int64_t c) {
        return static_cast<double>(m->countIn(r, r + half, c, c + half)) / static_cast<double>(m->nnz());
    };
    CHECK(share(0, 0) == Approx(0.57).margin(0.03));
    CHECK(share(0, half) == Approx(0.19).margin(0.02));
    CHECK(share(half, 0) == Approx(0.19).margin(0.02));
    CHECK_THAT(patternRefusal("rmat", {{"rows", 1000}}), Catch::Contains("rows takes powers of two, not 1000"));
}

TEST_CASE("The same parameters make the same matrix at any number of threads, another seed another one")
{
    REQUIRE(smallOnes.size() == patternKinds().size());
    for (const PatternKind& kind : patternKinds()) {
        INFO(kind.name);
        json parameters = smallOnes.at(kind.name);
        MatrixPtr first;
        withThreads(1, [&] { first = makePattern(kind.name, parameters, noProgress()); });
        CHECK(first->nnz() > 0);
        CHECK(first->source().name == kind.name);
        for (const int threads : {2, 4})
            withThreads(threads, [&] {
                CHECK(makePattern(kind.name, parameters, noProgress())->fingerprint() == first->fingerprint());
            });
        const bool seeded =
            std::any_of(kind.parameters.begin(), kind.parameters.end(), [](const auto& p) { return p.name == "seed"; });
        if (seeded) {
            parameters["seed"] = 2;
            CHECK_FALSE(makePattern(kind.name, parameters, noProgress())->fingerprint() == first->fingerprint());
        }
    }
}

TEST_CASE("Seeds keep making the matrices that they made")
{
    // Fingerprints of the first version that had these kinds: a change here breaks what papers and sessions refer to.
    const std::map<std::string, std::string> known = {
        {"block-pruned", "890fe43a29542fc5-0de0aacf55736e83"}, {"pruned", "f568303021b6d211-4218d7b6c3544351"},
        {"crossing", "22c10f770bb861ea-0000000000000000"},     {"rmat", "70504a66b6b529f5-0000000000000000"},
        {"chung-lu", "f116c83ed2d3bfe7-0000000000000000"},
    };
    for (const auto& [kind, fingerprint] : known) {
        INFO(kind);
        CHECK(makePattern(kind, smallOnes.at(kind), noProgress())->fingerprint().text() == fingerprint);
    }
    const std::string samples = sourceFile("samples/");
    CHECK(readMatrix(samples + "figure1.mtx", noProgress())->fingerprint() == figure1()->fingerprint());
    CHECK(readMatrix(samples + "strided-1024.mtx.gz", noProgress())->fingerprint() == strided(1024)->fingerprint());
    CHECK(rmat(1024, 20000, 1)->fingerprint().text() == "56811228ac7cd2e2-0000000000000000");
    CHECK(strided(4096)->fingerprint().text() == "8c9a4bf54f706785-0000000000000000");
}

TEST_CASE("Every kind says what it is and takes its initial values and the ends of its ranges")
{
    std::set<std::string> names;
    for (const PatternKind& kind : patternKinds()) {
        INFO(kind.name);
        CHECK(names.insert(kind.name).second);
        CHECK(kind.description.ends_with("."));
        CHECK_FALSE(kind.label.empty());
        const json initial = completeParameters(kind, json::object());
        CHECK(initial.size() == kind.parameters.size());
        for (const PatternParameter& parameter : kind.parameters) {
            INFO(parameter.name);
            CHECK_FALSE(parameter.help.empty());
            if (!parameter.choices.empty()) {
                for (const std::string& choice : parameter.choices)
                    CHECK_NOTHROW(completeParameters(kind, {{parameter.name, choice}}));
                CHECK_THAT(
                    patternRefusal(kind.name, {{parameter.name, "magic"}}),
                    Catch::Contains(kind.name + ": " + parameter.name + " takes one of " + parameter.choices.front()));
                continue;
            }
            const bool whole = parameter.initial.is_number_integer();
            const std::set<std::string> shares{"density", "runs", "down", "functional"};
            CHECK(whole == !shares.contains(parameter.name));
            const auto value = [&](double x) { return whole ? json(static_cast<std::int64_t>(x)) : json(x); };
            CHECK_NOTHROW(completeParameters(kind, {{parameter.name, value(parameter.minimum)}}));
            CHECK_NOTHROW(completeParameters(kind, {{parameter.name, value(parameter.maximum)}}));
            // Beyond the range, and of another type: refused by name and with the range.
            const double beyond = whole ? 1 : 0.001;
            for (const json& bad : {value(parameter.minimum - beyond), value(parameter.maximum + 2 * beyond),
                                    json("many"), json(nullptr)}) {
                const std::string reason = patternRefusal(kind.name, {{parameter.name, bad}});
                INFO(reason);
                CHECK(reason.find(kind.name + ": " + parameter.name + " takes ") == 0);
                CHECK(reason.find(std::to_string(static_cast<std::int64_t>(parameter.minimum)) + " to ") !=
                      std::string::npos);
            }
            if (whole)
                CHECK_THAT(patternRefusal(kind.name, {{parameter.name, 100.5}}), Catch::Contains("whole numbers"));
        }
        if (!initial.contains("cols"))
            CHECK_THAT(patternRefusal(kind.name, {{"cols", 5}}), Catch::Contains("has no parameter cols"));
    }
    CHECK_THAT(patternRefusal("magic", json::object()), Catch::Contains("none of figure1, logsparse"));
    CHECK_THAT(patternRefusal("butterfly", {{"rows", 4095}}),
               Catch::Contains("rows takes a power of two times the block (16), not 4095"));
    CHECK_THAT(patternRefusal("block-pruned", {{"rows", 100}}),
               Catch::Contains("rows takes multiples of the block (32), not 100"));
    CHECK_THAT(patternRefusal("block-pruned", {{"cols", 100}}),
               Catch::Contains("cols takes multiples of the block (32), not 100"));
    CHECK_THAT(patternRefusal("stencil2d", {{"rows", 5}}), Catch::Contains("rows takes square numbers, not 5"));
    CHECK_THAT(patternRefusal("stencil3d", {{"rows", 9}}), Catch::Contains("rows takes cubes"));
    CHECK(patternCommand(patternKind("pruned"), completeParameters(patternKind("pruned"), {{"seed", 9}})) ==
          "pruned --rows 768 --cols 3072 --density 0.06 --seed 9");
}

TEST_CASE("A pattern that needs more memory than there is is refused, one that is cancelled leaves at once")
{
    const auto needsMemory = [](const auto& make) {
        try {
            make();
        } catch (const Error& e) {
            return e.kind() == ErrorKind::Input && e.reason().find("GB of memory") != std::string::npos;
        }
        return false;
    };
    CHECK(needsMemory([] { banded(2'000'000, 4'000'000); }));
    CHECK(needsMemory([] { prunedWeights(2'000'000'000, 2'000'000'000, 1.0, 1); }));
    CHECK(needsMemory([] { blockPrunedWeights(2'000'000, 2'000'000, 2, 1.0, 1); }));
    CHECK(needsMemory([] { chungLu(2'000'000, 3'000'000'000'000, 1); }));
    CHECK(needsMemory([] { rmat(2, 9'000'000'000'000'000, 1); }));
    Progress progress;
    progress.cancel();
    for (const PatternKind& kind : patternKinds()) {
        if (kind.name == "figure1")
            continue;
        INFO(kind.name);
        try {
            makePattern(kind.name, json::object(), progress);
            FAIL("was not cancelled");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Cancelled);
        }
    }
}
