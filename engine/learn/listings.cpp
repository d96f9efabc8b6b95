// The kernels as a student would write them, and what each line reads.
#include "engine/learn/warp.h"

#include <algorithm>
#include <set>

namespace sparsescope::learn {

namespace {

struct Listing {
    std::string format, mapping, about;
    std::vector<CodeLine> code;
    bool byColumns = false; // of an ELL part, which is stored row by row here
};

const std::vector<Listing>& listings()
{
    const CodeLine thread{"int i = blockIdx.x * blockDim.x + threadIdx.x;", {}};
    static const std::vector<Listing> all = {
        {"csr",
         "thread a row",
         "SpMV. Each thread sums one row: rows of unlike lengths make threads wait, and threads side by side read "
         "addresses far apart.",
         {thread,
          {"int p = i > 0 ? rowEnd[i - 1] : 0;", {"rowEnd"}},
          {"float sum = 0;", {}},
          {"for (; p < rowEnd[i]; ++p)", {"rowEnd"}},
          {"    sum += values[p] * x[colIdx[p]];", {"values", "colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"csr",
         "warp a row",
         "SpMV. The lanes of a warp share one row and read it side by side; a short row leaves most of them without "
         "work.",
         {{"int i = blockIdx.x, lane = threadIdx.x;", {}},
          {"int p = (i > 0 ? rowEnd[i - 1] : 0) + lane;", {"rowEnd"}},
          {"float sum = 0;", {}},
          {"for (; p < rowEnd[i]; p += 32)", {"rowEnd"}},
          {"    sum += values[p] * x[colIdx[p]];", {"values", "colIdx", "x"}},
          {"for (int d = 16; d > 0; d /= 2)", {}},
          {"    sum += __shfl_down_sync(~0u, sum, d);", {}},
          {"if (lane == 0) y[i] = sum;", {"y"}}}},
        {"csr",
         overColumns,
         "SpMM. All lanes take the same non-zero and each its own column of B: rows of B are read side by side.",
         {{"int i = blockIdx.x, j = threadIdx.x;", {}},
          {"int p = i > 0 ? rowEnd[i - 1] : 0;", {"rowEnd"}},
          {"float sum = 0;", {}},
          {"for (; p < rowEnd[i]; ++p)", {"rowEnd"}},
          {"    sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
          {"C[i][j] = sum;", {"C"}}}},
        {"coo",
         "thread a non-zero",
         "SpMV. Each thread takes one non-zero: all arrays are read side by side, but threads of one row add to one "
         "address.",
         {thread,
          {"int r = rowIdx[i], c = colIdx[i];", {"rowIdx", "colIdx"}},
          {"atomicAdd(&y[r], values[i] * x[c]);", {"values", "x", "y"}}}},
        {"coo",
         overColumns,
         "SpMM. A warp takes one non-zero, each lane its own column of B: a row of C is added to once for every "
         "non-zero.",
         {{"int i = blockIdx.x, j = threadIdx.x;", {}},
          {"int r = rowIdx[i], c = colIdx[i];", {"rowIdx", "colIdx"}},
          {"atomicAdd(&C[r][j], values[i] * B[c][j]);", {"values", "B", "C"}}}},
        {"ell",
         "thread a row, column-major",
         "SpMV. The first places of all rows stand side by side, then the second ones: threads side by side read "
         "addresses side by side.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[k * rows + i]", {"values"}},
          {"         * x[colIdx[k * rows + i]];", {"colIdx", "x"}},
          {"y[i] = sum;", {"y"}}},
         true},
        {"ell",
         "thread a row, row-major",
         "SpMV. The places of one row stand side by side: threads side by side read addresses a whole row apart.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[i * width + k]", {"values"}},
          {"         * x[colIdx[i * width + k]];", {"colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"ell",
         overColumns,
         "SpMM. All lanes take the same place of a row, each its own column of B: no lane reads far from its "
         "neighbour, in whatever order the places stand, but padding costs a row of B.",
         {{"int i = blockIdx.x, j = threadIdx.x;", {}},
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[i * width + k]", {"values"}},
          {"         * B[colIdx[i * width + k]][j];", {"colIdx", "B"}},
          {"C[i][j] = sum;", {"C"}}}},
        {"sell",
         "thread a row",
         "SpMV. A slice is a small ELL, column by column: read side by side, and padded only to its own longest row.",
         {thread,
          {"int s = i / C, r = i % C;", {}},
          {"int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;", {"sliceEnd"}},
          {"float sum = 0;", {}},
          {"for (; p < sliceEnd[s]; p += C)", {"sliceEnd"}},
          {"    sum += values[p] * x[colIdx[p]];", {"values", "colIdx", "x"}},
          {"y[rowIds[i]] = sum;", {"rowIds", "y"}}}},
        {"sell",
         overColumns,
         "SpMM. All lanes take the same place of a row, each its own column of B. A row walks its slice with the "
         "slice's stride.",
         {{"int i = blockIdx.x, j = threadIdx.x;", {}},
          {"int s = i / slice, r = i % slice;", {}},
          {"int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;", {"sliceEnd"}},
          {"float sum = 0;", {}},
          {"for (; p < sliceEnd[s]; p += slice)", {"sliceEnd"}},
          {"    sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
          {"C[rowIds[i]][j] = sum;", {"rowIds", "C"}}}},
        {"dia",
         "thread a row",
         "SpMV. Values and x are read side by side, and no column is read at all.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int d = 0; d < diagonals; ++d) {", {}},
          {"    int c = i + offsets[d];", {"offsets"}},
          {"    if (c >= 0 && c < cols)", {}},
          {"        sum += values[d * rows + i] * x[c];", {"values", "x"}},
          {"}", {}},
          {"y[i] = sum;", {"y"}}}},
        {"bsr",
         "thread a row",
         "SpMV. Threads of one block row take the same block: its column is read once for all of them.",
         {thread,
          {"int R = i / height, r = i % height;", {}},
          {"int b = R > 0 ? rowEnd[R - 1] : 0;", {"rowEnd"}},
          {"float sum = 0;", {}},
          {"for (; b < rowEnd[R]; ++b)", {"rowEnd"}},
          {"    for (int c = 0; c < width; ++c)", {}},
          {"        sum += values[(b * height + r) * width + c]", {"values"}},
          {"             * x[colIdx[b] + c];", {"colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"bsr",
         "warp a block row",
         "SpMM. A warp takes the blocks of one block row, each lane its own column of B: one column number for a whole "
         "block.",
         {{"int R = blockIdx.x, j = threadIdx.x;", {}},
          {"int b = R > 0 ? rowEnd[R - 1] : 0;", {"rowEnd"}},
          {"float sum[height] = {};", {}},
          {"for (; b < rowEnd[R]; ++b)", {"rowEnd"}},
          {"    for (int v = 0; v < height * width; ++v)", {}},
          {"        sum[v / width] += values[b * height * width + v]", {"values"}},
          {"                        * B[colIdx[b] + v % width][j];", {"colIdx", "B"}},
          {"for (int r = 0, i = R * height; r < height; ++r, ++i)", {}},
          {"    C[i][j] = sum[r];", {"C"}}}},
        {"bell",
         "thread a row",
         "SpMV. As many blocks for every block row: no row pointers, but blocks of zeros where a block row has fewer.",
         {thread,
          {"int R = i / height, r = i % height;", {}},
          {"int b = R * blocks;            // as many for every one", {}},
          {"float sum = 0;", {}},
          {"for (int n = 0; n < blocks; ++n, ++b)", {}},
          {"    for (int c = 0; c < width && colIdx[b] >= 0; ++c)", {"colIdx"}},
          {"        sum += values[(b * height + r) * width + c]", {"values"}},
          {"             * x[colIdx[b] + c];", {"colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"bell",
         "warp a block row",
         "SpMM. A warp takes the blocks of one block row, each lane its own column of B; all warps have the same work.",
         {{"int R = blockIdx.x, j = threadIdx.x;", {}},
          {"int b = R * blocks;            // as many for every one", {}},
          {"float sum[height] = {};", {}},
          {"for (int n = 0; n < blocks; ++n, ++b)", {}},
          {"    for (int v = 0; v < height * width && colIdx[b] >= 0; ++v)", {"colIdx"}},
          {"        sum[v / width] += values[b * height * width + v]", {"values"}},
          {"                        * B[colIdx[b] + v % width][j];", {"colIdx", "B"}},
          {"for (int r = 0, i = R * height; r < height; ++r, ++i)", {}},
          {"    C[i][j] = sum[r];", {"C"}}}},
        {"1d",
         "thread a place",
         "SpMV. Each thread takes one place of a piece: read side by side, but threads of one row add to one address.",
         {thread,
          {"int r = rowIdx[i], c = colIdx[i];", {"rowIdx", "colIdx"}},
          {"if (r >= 0) atomicAdd(&y[r], values[i] * x[c]);", {"values", "x", "y"}}}},
        {"1d",
         overColumns,
         "SpMM. All lanes take the same place, each its own column of B, and add to C when the row ends. Pieces are "
         "alike, however long the rows are.",
         {{"int j = threadIdx.x;", {}},
          {"float sum = 0;", {}},
          {"for (int p = begin; p < begin + size && rowIdx[p] >= 0; ++p) {", {"rowIdx"}},
          {"    sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
          {"    if (p + 1 == begin + size || rowIdx[p + 1] != rowIdx[p]) {", {"rowIdx"}},
          {"        atomicAdd(&C[rowIdx[p]][j], sum);", {"rowIdx", "C"}},
          {"        sum = 0; } }", {}}}},
        {"hyb",
         "thread a row, then a thread a non-zero",
         "SpMV, two kernels. The ELL part by columns, a thread a row; what did not fit as COO, a thread a non-zero "
         "that adds to y.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[k * rows + i]", {"values"}},
          {"         * x[ell.colIdx[k * rows + i]];", {"ell.colIdx", "x"}},
          {"y[i] = sum;", {"y"}},
          {"// the second kernel, n: of the COO part", {}},
          {"int r = coo.rowIdx[n], c = coo.colIdx[n];", {"coo.rowIdx", "coo.colIdx"}},
          {"atomicAdd(&y[r], values[rows * width + n] * x[c]);", {"values", "x", "y"}}},
         true},
        {"hyb",
         "the same, the ELL part row-major",
         "SpMV, two kernels. The ELL part by rows: threads side by side read addresses a whole row apart.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[i * width + k]", {"values"}},
          {"         * x[ell.colIdx[i * width + k]];", {"ell.colIdx", "x"}},
          {"y[i] = sum;", {"y"}},
          {"// the second kernel, n: of the COO part", {}},
          {"int r = coo.rowIdx[n], c = coo.colIdx[n];", {"coo.rowIdx", "coo.colIdx"}},
          {"atomicAdd(&y[r], values[rows * width + n] * x[c]);", {"values", "x", "y"}}}},
        {"hyb",
         overColumns,
         "SpMM, two kernels, each lane its own column of B: a warp a row of the ELL part, then a warp for each "
         "non-zero that is left over.",
         {{"int i = blockIdx.x, j = threadIdx.x;", {}},
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[i * width + k]", {"values"}},
          {"         * B[ell.colIdx[i * width + k]][j];", {"ell.colIdx", "B"}},
          {"C[i][j] = sum;", {"C"}},
          {"// the second kernel, n: of the COO part", {}},
          {"int r = coo.rowIdx[n], c = coo.colIdx[n];", {"coo.rowIdx", "coo.colIdx"}},
          {"atomicAdd(&C[r][j], values[rows * width + n] * B[c][j]);", {"values", "B", "C"}}}},
        {"hyb(c,k)",
         "thread a row of a bucket",
         "SpMV. Every bucket is an ELL of its own, by columns: the rows of a warp are of like length, so that hardly a "
         "lane waits. Folded rows add to y.",
         {thread,
          {"float sum = 0;  // first, rows, width: of the bucket", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[first + k * rows + i]", {"values"}},
          {"         * x[colIdx[first + k * rows + i]];", {"colIdx", "x"}},
          {"atomicAdd(&y[rowIds[row0 + i]], sum);", {"rowIds", "y"}}},
         true},
        {"hyb(c,k)",
         overColumns,
         "SpMM. A thread block takes one frame of the picture, as many places in every one; each lane has its own "
         "column of B.",
         {{"int b = blockIdx.x, j = threadIdx.x;", {}},
          {"for (int r = 0; r < places / width; ++r) {", {}},
          {"    int i = b * (places / width) + r;", {}},
          {"    float sum = 0;", {}},
          {"    for (int p = i * width; p < (i + 1) * width; ++p)", {}},
          {"        sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
          {"    atomicAdd(&C[rowIds[i]][j], sum); }", {"rowIds", "C"}}}},
        {"block",
         "tensor core",
         "SpMM. A warp multiplies the whole tile, zeros and all, 8 columns an instruction: every lane is at work, and "
         "no column is read twice.",
         {{"Fragment sum = 0;              // rows x 8 of C", {}},
          {"for (int k = 0; k < width; k += 8)", {}},
          {"    mma(sum, values + k,       // rows x 8 of A", {"values"}},
          {"        B, colIds + k);        // 8 rows of B", {"colIds", "B"}},
          {"store(C, rowIds, sum);", {"rowIds", "C"}}}},
        {"srbcrs",
         "tensor core",
         "SpMM. A warp takes a whole group at once: t x q values against q rows of B, in one instruction, every lane "
         "at work.",
         {{"int s = blockIdx.x;", {}},
          {"int v = s > 0 ? rowEnd[s - 1] : 0;", {"rowEnd"}},
          {"Fragment sum = 0;              // t x 8 of C", {}},
          {"for (; v < rowEnd[s]; v += q)", {"rowEnd"}},
          {"    mma(sum, values + v * t,   // t x q of A", {"values"}},
          {"        B, colIdx + v);        // q rows of B", {"colIdx", "B"}},
          {"store(C + s * t, sum);", {"C"}}}},
    };
    return all;
}

// Formats whose kernels are those of another.
std::string listedAs(const std::string& format)
{
    return format == "dcsr" ? "csr" : format == "dbsr" ? "bsr" : format == "cell" ? "hyb(c,k)" : format;
}

// Formats without device code here; a test compares with what there is.
bool onlyOnCpu(const std::string& format)
{
    static const std::set<std::string> formats{"coo", "dcsr", "hyb", "dia", "dbsr", "bell"};
    return formats.count(format) > 0;
}

} // namespace

std::vector<LearnMapping> mappingsOf(const std::string& format)
{
    std::vector<LearnMapping> mappings;
    for (const Listing& l : listings())
        if (listedAs(format) == l.format)
            mappings.push_back(
                {l.mapping,
                 l.about + (onlyOnCpu(format)
                                ? " Sparsescope runs this format on the CPU only: this is how a GPU would do it."
                                : "")});
    return mappings;
}

std::string storedMapping(const std::string& format, const std::string& mapping)
{
    std::string stored;
    for (const Listing& l : listings())
        if (listedAs(format) == l.format && !l.byColumns && (stored.empty() || l.mapping == mapping))
            stored = l.mapping;
    return stored;
}

std::vector<CodeLine> listingOf(const Encoded& encoded, const std::string& mapping)
{
    for (const Listing& l : listings()) {
        if (listedAs(encoded.name) != l.format || (!mapping.empty() && mapping != l.mapping))
            continue;
        std::vector<CodeLine> code = l.code;
        if (encoded.name == "hyb" && encoded.find("coo.colIdx") < 0) // nothing is left over for the second kernel
            code.erase(std::find_if(code.begin(), code.end(),
                                    [](const CodeLine& line) { return line.text.starts_with("//"); }),
                       code.end());
        // Stored rows that are not those of the matrix one after another.
        for (const std::string rows : {"rowIdx", "rowIds", "ell.rowIds"}) {
            const int array = encoded.find(rows);
            if (array < 0 || encoded.arrays[static_cast<std::size_t>(array)].added)
                continue;
            for (CodeLine& line : code)
                for (const std::string to : {"y[i]", "C[i]"})
                    if (const std::size_t at = line.text.find(to); at != std::string::npos) {
                        line.text.replace(at, to.size(), to.substr(0, 2) + rows + "[i]]");
                        line.reads.push_back(rows);
                    }
        }
        return code;
    }
    return {};
}

} // namespace sparsescope::learn
