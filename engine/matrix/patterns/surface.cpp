// Voxels of a surface, and sparse convolutions over them: a slice a kernel offset.
#include "engine/matrix/patterns.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace sparsescope {

namespace {

constexpr const char* surfaceKind = "surface";
constexpr std::int64_t reach = 1000;           // voxels from the sensor: 50 m of 5 cm each
constexpr std::int64_t mostVoxels = 1'000'000; // a third of the ground alone
constexpr std::int64_t boxes = 60, poles = 80;

enum SurfaceDraws : std::uint64_t { Heights = 1, Boxes = 2, Poles = 3, Thinning = 4 };

struct Voxel {
    std::int32_t x = 0, y = 0, z = 0; // from 0 on
};

// The lowest bits, two zeros behind each; and back.
std::uint64_t spread(std::uint64_t x)
{
    x = (x | x << 32) & 0x001f00000000ffffu;
    x = (x | x << 16) & 0x001f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}
std::uint64_t joined(std::uint64_t x)
{
    x &= 0x1249249249249249u;
    x = (x | x >> 2) & 0x10c30c30c30c30c3u;
    x = (x | x >> 4) & 0x100f00f00f00f00fu;
    x = (x | x >> 8) & 0x001f0000ff0000ffu;
    x = (x | x >> 16) & 0x001f00000000ffffu;
    return (x | x >> 32) & 0x1fffffu;
}

// Bits of x, y and z by turns, x's lowest first.
std::uint64_t morton(const Voxel& voxel)
{
    const auto bits = [](std::int32_t value) { return spread(static_cast<std::uint64_t>(value)); };
    return bits(voxel.x) | bits(voxel.y) << 1 | bits(voxel.z) << 2;
}

Voxel voxelOf(std::uint64_t code)
{
    const auto axis = [&](int shift) { return static_cast<std::int32_t>(joined(code >> shift)); };
    return {axis(0), axis(1), axis(2)};
}

class Scene {
public:
    explicit Scene(std::uint64_t seed) : m_seed(seed)
    {
        for (std::int64_t i = 0; i < across * across; ++i)
            m_corners.push_back(
                static_cast<std::int64_t>(RandomStream(seed, Heights, static_cast<std::uint64_t>(i)).below(swing)));
    }

    // Morton codes of all that can be seen, in any order, some more than once.
    std::vector<std::uint64_t> visible(Progress& progress) const
    {
        std::vector<std::uint64_t> all;
        for (std::int64_t x = 0; x <= 2 * reach; ++x) {
            if (x % 64 == 0) {
                progress.check();
                progress.report("raising the ground", 0.4 * static_cast<double>(x) / (2 * reach));
            }
            std::int64_t last = height(x, 0);
            for (std::int64_t y = 0; y <= 2 * reach; ++y) {
                const std::int64_t now = height(x, y);
                for (std::int64_t z = std::min(last, now); z <= std::max(last, now); ++z)
                    add(x, y, z, all);
                last = now;
            }
        }
        for (std::int64_t i = 0; i < boxes; ++i) {
            RandomStream random(m_seed, Boxes, static_cast<std::uint64_t>(i));
            const std::int64_t w = between(random, 16, 60), d = between(random, 16, 60), h = between(random, 24, 60);
            addBox(random, w, d, h, all);
        }
        for (std::int64_t i = 0; i < poles; ++i) {
            RandomStream random(m_seed, Poles, static_cast<std::uint64_t>(i));
            addBox(random, 4, 4, between(random, 60, 140), all);
        }
        return all;
    }

private:
    static std::int64_t between(RandomStream& random, std::int64_t least, std::int64_t most)
    {
        return least + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most - least + 1)));
    }
    static void add(std::int64_t x, std::int64_t y, std::int64_t z, std::vector<std::uint64_t>& all)
    {
        const std::int64_t dx = x - reach, dy = y - reach;
        if (dx * dx + dy * dy <= reach * reach)
            all.push_back(
                morton({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), static_cast<std::int32_t>(z)}));
    }
    // Heights at every 64th place, with straight lines between them.
    std::int64_t height(std::int64_t x, std::int64_t y) const
    {
        const auto corner = [&](std::int64_t i, std::int64_t j) { return m_corners[at(i * across + j)]; };
        const std::int64_t i = x / step, j = y / step, u = x % step, v = y % step;
        return base + ((corner(i, j) * (step - u) + corner(i + 1, j) * u) * (step - v) +
                       (corner(i, j + 1) * (step - u) + corner(i + 1, j + 1) * u) * v) /
                          (step * step);
    }
    // Walls and roof of a box that stands on the ground somewhere.
    void addBox(RandomStream& random, std::int64_t w, std::int64_t d, std::int64_t h,
                std::vector<std::uint64_t>& all) const
    {
        const std::int64_t x0 = between(random, 0, 2 * reach - w), y0 = between(random, 0, 2 * reach - d);
        const std::int64_t floor = height(x0 + w / 2, y0 + d / 2);
        for (std::int64_t x = x0; x <= x0 + w; ++x)
            for (std::int64_t y = y0; y <= y0 + d; ++y) {
                const bool wall = x == x0 || x == x0 + w || y == y0 || y == y0 + d;
                for (std::int64_t z = wall ? floor : floor + h; z <= floor + h; ++z)
                    add(x, y, z, all);
            }
    }

    static constexpr std::int64_t step = 64, base = 100, swing = 40, across = 2 * reach / step + 2;

    std::uint64_t m_seed;
    std::vector<std::int64_t> m_corners;
};

// So many voxels in order, each kept the likelier the nearer it is: in proportion to the inverse square of its
// distance. Where boxes meet, some of `all` stand there more than once.
std::vector<std::uint64_t> thinned(const std::vector<std::uint64_t>& all, std::int64_t count, std::uint64_t seed)
{
    struct Keyed {
        std::uint64_t key, code;
        bool operator<(const Keyed& other) const { return key != other.key ? key < other.key : code < other.code; }
        bool operator==(const Keyed& other) const { return code == other.code; }
    };
    std::vector<Keyed> keyed(all.size());
    parallelEach(std::ssize(all), 1 << 14, [&](std::int64_t i) {
        const Voxel v = voxelOf(all[at(i)]);
        const std::int64_t dx = v.x - reach, dy = v.y - reach;
        const auto square = static_cast<std::uint64_t>(dx * dx + dy * dy + 1);
        keyed[at(i)] = {(RandomStream(seed, Thinning, all[at(i)]).next() >> 32) * square, all[at(i)]};
    });
    // Among twice as many there are enough different ones.
    const auto some = keyed.begin() + std::min<std::ptrdiff_t>(2 * count, std::ssize(keyed));
    std::nth_element(keyed.begin(), some, keyed.end());
    std::sort(keyed.begin(), some);
    const auto end = std::min(std::unique(keyed.begin(), some), keyed.begin() + count);
    std::vector<std::uint64_t> kept;
    std::transform(keyed.begin(), end, std::back_inserter(kept), [](const Keyed& one) { return one.code; });
    std::sort(kept.begin(), kept.end());
    return kept;
}

std::vector<std::uint64_t> voxelsOf(std::int64_t count, std::uint64_t seed, Progress& progress)
{
    const std::vector<std::uint64_t> all = Scene(seed).visible(progress);
    progress.report("thinning voxels", 0.4);
    progress.check();
    return thinned(all, count, seed);
}

// Where a voxel stands among the others; -1 where it is none of them.
std::int64_t numberOf(const std::vector<std::uint64_t>& codes, std::uint64_t code)
{
    const auto found = std::lower_bound(codes.begin(), codes.end(), code);
    return found != codes.end() && *found == code ? found - codes.begin() : -1;
}

MatrixPtr submanifold(const std::vector<std::uint64_t>& codes, Progress& progress)
{
    constexpr std::int64_t offsets = 27;
    const auto n = static_cast<std::int64_t>(codes.size());
    std::vector<std::array<std::int32_t, offsets>> neighbours(codes.size());
    overRows(n, progress, "finding neighbours", 0.6, 0.9, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const Voxel v = voxelOf(codes[at(i)]);
            for (std::int32_t r = 0; r < offsets; ++r) {
                const Voxel other{v.x + r % 3 - 1, v.y + r / 3 % 3 - 1, v.z + r / 9 - 1};
                const bool inside = other.x >= 0 && other.y >= 0 && other.z >= 0;
                neighbours[at(i)][at(r)] = static_cast<std::int32_t>(inside ? numberOf(codes, morton(other)) : -1);
            }
        }
    });
    return matrixByRows(
        n, n * offsets, surfaceKind, false, progress,
        [&](std::int64_t i) {
            return std::count_if(neighbours[at(i)].begin(), neighbours[at(i)].end(), [](auto j) { return j >= 0; });
        },
        [&](std::int64_t i, std::span<std::int32_t> out, std::span<double>) {
            std::size_t k = 0;
            for (std::int64_t r = 0; r < offsets; ++r)
                if (const std::int32_t j = neighbours[at(i)][at(r)]; j >= 0)
                    out[k++] = static_cast<std::int32_t>(r * n + j);
        },
        offsets);
}

// The low bits of a Morton code are the parities of x, y and z, and what is above is the code of half the voxel.
MatrixPtr halved(const std::vector<std::uint64_t>& codes, bool down)
{
    constexpr int bits = 3;
    constexpr std::uint64_t offsets = 1u << bits;
    std::vector<std::uint64_t> places;
    std::uint64_t parents = 0;
    for (std::size_t j = 0; j < codes.size(); ++j) {
        parents += j == 0 || codes[j] >> bits != codes[j - 1] >> bits ? 1 : 0;
        places.push_back(down ? (parents - 1) << 32 | ((codes[j] % offsets) * codes.size() + j)
                              : j << 32 | (parents - 1));
    }
    if (!down)
        for (std::size_t j = 0; j < codes.size(); ++j)
            places[j] += (codes[j] % offsets) * parents;
    const auto n = static_cast<std::int64_t>(codes.size()), m = static_cast<std::int64_t>(parents);
    constexpr auto slices = static_cast<std::int64_t>(offsets);
    return down ? matrixFromPlaces(m, n * slices, std::move(places), surfaceKind, slices)
                : matrixFromPlaces(n, m * slices, std::move(places), surfaceKind, slices);
}

} // namespace

MatrixPtr surface(SurfaceKernel kernel, std::int64_t voxels, std::uint64_t seed, Progress& progress)
{
    if (voxels < 1 || voxels > mostVoxels)
        refuseParameter(surfaceKind, "voxels", fmt::format("1 to {}", mostVoxels), static_cast<double>(voxels));
    progress.check();
    const std::vector<std::uint64_t> codes = voxelsOf(voxels, seed, progress);
    return kernel == SurfaceKernel::Submanifold ? submanifold(codes, progress)
                                                : halved(codes, kernel == SurfaceKernel::Down);
}

} // namespace sparsescope
