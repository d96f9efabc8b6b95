// Sparsity patterns made from a formula: the papers' examples, tests, samples. engine/matrix/patterns/kinds.h lists
// them with their parameters, for the command line and the window.
//
// Unless a function says otherwise: the same arguments give the same matrix on every platform and for any number of
// threads; the result is a pattern without values; Error(Usage) names the argument that makes no sense and what it
// may be; Error(Input) says how much memory is missing; Error(Cancelled).
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <utility>

namespace sparsescope {

// From sorted or unsorted coordinates, duplicates removed; a pattern without values.
MatrixPtr matrixFromCoordinates(std::int64_t rows, std::int64_t cols,
                                std::vector<std::pair<std::int32_t, std::int32_t>> coordinates,
                                const std::string& name);

// STile figure 1 (8 x 8, 10 non-zeros) as the figures place them.
MatrixPtr figure1();

// n x n attention mask of LogSparse: column i and i - 2^j, i + 2^j (STile table 4: n = 4096, 90,115 non-zeros).
MatrixPtr logsparse(std::int64_t n, Progress& progress = noProgress());

// n x n strided attention mask, stride floor(sqrt n) (STile table 4: n = 4096, 766,144 non-zeros).
MatrixPtr strided(std::int64_t n, Progress& progress = noProgress());

// n x n sliding window (Longformer; SparseTIR section 4.3.1 has n = 4096, band = 256): columns at most
// h = floor(band / 2) away from the diagonal, clipped at the matrix. With h < n: n (2 h + 1) - h (h + 1) non-zeros.
MatrixPtr banded(std::int64_t n, std::int64_t band, Progress& progress = noProgress());

// n x n block butterfly (Pixelated Butterfly; SparseTIR section 4.3.1 has n = 4096, block 16): with g = n / block, a
// power of two, full blocks at (i, i) and at (i, i xor 2^k) for every 2^k < g: n block (1 + log2 g) non-zeros.
MatrixPtr butterfly(std::int64_t n, std::int64_t block, Progress& progress = noProgress());

// The family of STile figure 12: full blocks along and beside the diagonal, crossed by runs at random lines and places
// that are multiples of their length, no two on one place and none on a block. The paper gives no numbers; those
// here are our reading of its figure.
struct Crossing {
    std::int64_t rows = 4096; // and columns: a multiple of block and of run, at least 128
    std::int64_t block = 32;  // side of the blocks
    std::int64_t spacing = 4; // a block stands on every so-manieth place along the diagonal
    std::int64_t beside = 1;  // and on so many more places to each side of it, as far apart
    std::int64_t run = 32;    // length of the runs
    double runs = 0.3;        // share of the non-zeros that lie in runs, to the nearest run, from 0 to mostRuns
    double down = 0;          // share of the runs that go down a column; the others go across a row
    std::uint64_t seed = 1;

    static constexpr double mostRuns = 0.99;
};
// Where a run across meets one down, they share the place.
MatrixPtr crossing(const Crossing& pattern, Progress& progress = noProgress());
// With n rows, and all else as it stands there.
MatrixPtr crossing(std::int64_t n, std::uint64_t seed, Progress& progress = noProgress());

// Weights after unstructured pruning (STile table 4 "unstructured"): exactly round(density rows cols) non-zeros. A row
// holds in proportion to a random importance between 0.25 and 1.75 (pruned transformer weights of the DLMC at 95 %
// sparsity have a coefficient of variation near 0.4, as this has), at uniformly random columns. Values are random
// thousandths between -1 and 1, never 0.
MatrixPtr prunedWeights(std::int64_t rows, std::int64_t cols, double density, std::uint64_t seed,
                        Progress& progress = noProgress());

// Weights after block pruning (STile table 4 "structured"; SparseTIR section 4.3.2 has 32 x 32 blocks and density
// 0.07): exactly round(density * places of blocks) full blocks on the grid that block cuts rows and cols into without
// rest. Importance of block rows is the fourth power of a uniform number: many stay empty, as SparseTIR reports. Values
// as of prunedWeights.
MatrixPtr blockPrunedWeights(std::int64_t rows, std::int64_t cols, std::int64_t block, double density,
                             std::uint64_t seed, Progress& progress = noProgress());

// Every place is a non-zero with the given probability, with normal values. For tests: its numbers follow the standard
// library's distributions, which differ between implementations.
MatrixPtr randomUniform(std::int64_t rows, std::int64_t cols, double density, std::uint64_t seed);

// R-MAT graph (Chakrabarti, Zhan, Faloutsos 2004; a, b, c = 0.57, 0.19, 0.19): n a power of two, `edges` draws,
// duplicates dropped, so that it holds somewhat fewer non-zeros. Not symmetric.
MatrixPtr rmat(std::int64_t n, std::int64_t edges, std::uint64_t seed, Progress& progress = noProgress());

// Undirected graph with the degrees of a power law (Chung & Lu 2002): n x n, symmetric, without diagonal, vertices in
// random order. Vertices i and j are joined with a probability near min(1, s w_i w_j), where
// w_i = (i + n / 850)^(-3/4): degrees fall with the power 7/3, and the highest is about 45 times their mean where the
// size allows it (reddit of STile table 4: mean 492, highest 21,657).
// Exact: nnz, when even (an odd one gives one fewer); the number of edges from a vertex to lighter ones, which is its
// expected value, rounded. Random: to which. So nnz is at most n (n - 1).
// Memory: beside the result 2 bytes a non-zero and some 60 a vertex.
MatrixPtr chungLu(std::int64_t n, std::int64_t nnz, std::uint64_t seed, Progress& progress = noProgress());

// Graph of communities (planted partition, Condon & Karp 2001): each `block` vertices one after another are one, the
// last of what is left. Every vertex has nnz / n edges, one more in the first rows where that leaves a rest: the share
// `density` of them, rounded, goes to vertices of its community, itself among them, the others to any other; as far as
// there are so many. Not symmetric. Exact: nnz, at most n n.
MatrixPtr communities(std::int64_t n, std::int64_t nnz, std::int64_t block, double density, std::uint64_t seed,
                      Progress& progress = noProgress());

// Graph with typed edges: a slice of n x n for each relation (SparseTIR table 2 has five such graphs). The nodes are of
// 1 + relations / 4 types, one after another and of sizes that fall as 1, 1/2, 1/3 ...; relations come in pairs, each
// from one type to another and its inverse behind it, whose sizes fall likewise. In the first of a pair each row has
// one non-zero at most where the pair is functional, which holds for a share of the edges as far as there are enough
// nodes; else both ends of the edges follow a power law, over all nodes of their types, or as few as have `room` places
// for each edge between them. Exact: edges.
struct TypedGraph {
    std::int64_t nodes = 1000, edges = 10'000, relations = 8;
    double functional = 0.5;
    std::int64_t room = 0; // places for each edge of a power-law relation, among as few nodes; 0: all of their types
    std::uint64_t seed = 1;
};
MatrixPtr typedGraph(const TypedGraph& graph, const std::string& name = "typed-graph",
                     Progress& progress = noProgress());

// Voxels of a surface as a sensor above the ground sees it, and the relations of a sparse convolution over them (in
// place of the scans that SparseTIR takes for figure 23): rolling ground, boxes and poles within 1,000 voxels, thinned
// with the square of the distance to exactly `voxels`, in Morton order. A slice a kernel offset, with a non-zero a row
// at most. Submanifold: 27 offsets, (i, j) where voxel j is voxel i + offset. Down: stride 2, a slice for each of the 8
// parities of j, i = j / 2. Up: its transpose.
enum class SurfaceKernel { Submanifold, Down, Up };
MatrixPtr surface(SurfaceKernel kernel, std::int64_t voxels, std::uint64_t seed, Progress& progress = noProgress());

// Laplacian of a side x side grid by the five-point stencil, of a side x side x side grid by the seven-point stencil;
// values 4 or 6 and -1. 5 side^2 - 4 side and 7 side^3 - 6 side^2 non-zeros.
MatrixPtr stencil2d(std::int64_t side, Progress& progress = noProgress());
MatrixPtr stencil3d(std::int64_t side, Progress& progress = noProgress());

// Laplacian of a side x side x side grid by the 27-point stencil, which has the neighbours around edges and corners
// too; values 26 and -1. (3 side - 2)^3 non-zeros.
MatrixPtr stencil27(std::int64_t side, Progress& progress = noProgress());

} // namespace sparsescope
