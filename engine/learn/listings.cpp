// The kernels as a student would write them, and what each line reads.
#include "engine/learn/warp.h"

namespace sparsescope::learn {

namespace {

struct Listing {
    std::string format, mapping, about;
    std::vector<CodeLine> code;
};

const std::vector<Listing>& listings()
{
    const CodeLine thread{"int i = blockIdx.x * blockDim.x + threadIdx.x;", {}};
    static const std::vector<Listing> all = {
        {"csr", "thread a row", "SpMV. Each thread sums one row: rows of unlike lengths make threads wait, and threads side by side read addresses far apart.",
         {thread,
          {"int p = i > 0 ? rowPtr[i - 1] : 0;", {"rowPtr"}},
          {"float sum = 0;", {}},
          {"for (; p < rowPtr[i]; ++p)", {"rowPtr"}},
          {"    sum += values[p] * x[colIdx[p]];", {"values", "colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"csr", "warp a row", "SpMV. The lanes of a warp share one row and read it side by side; a short row leaves most of them without work.",
         {{"int i = blockIdx.x, lane = threadIdx.x;", {}},
          {"int p = (i > 0 ? rowPtr[i - 1] : 0) + lane;", {"rowPtr"}},
          {"float sum = 0;", {}},
          {"for (; p < rowPtr[i]; p += 32)", {"rowPtr"}},
          {"    sum += values[p] * x[colIdx[p]];", {"values", "colIdx", "x"}},
          {"for (int d = 16; d > 0; d /= 2)", {}},
          {"    sum += __shfl_down_sync(~0u, sum, d);", {}},
          {"if (lane == 0) y[i] = sum;", {"y"}}}},
        {"csr", "lanes over columns of B", "SpMM. All lanes take the same non-zero and each its own column of B: rows of B are read side by side.",
         {{"int i = blockIdx.x, j = threadIdx.x;", {}},
          {"int p = i > 0 ? rowPtr[i - 1] : 0;", {"rowPtr"}},
          {"float sum = 0;", {}},
          {"for (; p < rowPtr[i]; ++p)", {"rowPtr"}},
          {"    sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
          {"C[i][j] = sum;", {"C"}}}},
        {"coo", "thread a non-zero", "SpMV. Each thread takes one non-zero: all arrays are read side by side, but threads of one row add to one address.",
         {thread, {"int r = rowIdx[i], c = colIdx[i];", {"rowIdx", "colIdx"}}, {"atomicAdd(&y[r], values[i] * x[c]);", {"values", "x", "y"}}}},
        {"ell", "thread a row, column-major",
         "SpMV. The first places of all rows stand side by side, then the second ones: threads side by side read addresses side by side.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[k * rows + i]", {"values"}},
          {"         * x[colIdx[k * rows + i]];", {"colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"ell", "thread a row, row-major", "SpMV. The places of one row stand side by side: threads side by side read addresses a whole row apart.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int k = 0; k < width; ++k)", {}},
          {"    sum += values[i * width + k]", {"values"}},
          {"         * x[colIdx[i * width + k]];", {"colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"sell", "thread a row", "SpMV. A slice is a small ELL, column by column: read side by side, and padded only to its own longest row.",
         {thread,
          {"int s = i / C, r = i % C;", {}},
          {"int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;", {"sliceEnd"}},
          {"float sum = 0;", {}},
          {"for (; p < sliceEnd[s]; p += C)", {"sliceEnd"}},
          {"    sum += values[p] * x[colIdx[p]];", {"values", "colIdx", "x"}},
          {"y[rowIds[i]] = sum;", {"rowIds", "y"}}}},
        {"dia", "thread a row", "SpMV. Values and x are read side by side, and no column is read at all.",
         {thread,
          {"float sum = 0;", {}},
          {"for (int d = 0; d < diagonals; ++d) {", {}},
          {"    int c = i + offsets[d];", {"offsets"}},
          {"    if (c >= 0 && c < cols)", {}},
          {"        sum += values[d * rows + i] * x[c];", {"values", "x"}},
          {"}", {}},
          {"y[i] = sum;", {"y"}}}},
        {"bsr", "thread a row", "SpMV. Threads of one block row take the same block: its column is read once for all of them.",
         {thread,
          {"int R = i / height, r = i % height;", {}},
          {"int b = R > 0 ? rowPtr[R - 1] : 0;", {"rowPtr"}},
          {"float sum = 0;", {}},
          {"for (; b < rowPtr[R]; ++b)", {"rowPtr"}},
          {"    for (int c = 0; c < width; ++c)", {}},
          {"        sum += values[(b * height + r) * width + c]", {"values"}},
          {"             * x[colIdx[b] + c];", {"colIdx", "x"}},
          {"y[i] = sum;", {"y"}}}},
        {"srbcrs", "tensor core", "SpMM. A warp takes a whole group at once: t x q values against q rows of B, in one instruction, every lane at work.",
         {{"int s = blockIdx.x;", {}},
          {"int v = s > 0 ? rowPtr[s - 1] : 0;", {"rowPtr"}},
          {"Fragment sum = 0;              // t x 8 of C", {}},
          {"for (; v < rowPtr[s]; v += q)", {"rowPtr"}},
          {"    mma(sum, values + v * t,   // t x q of A", {"values"}},
          {"        B, colIdx + v);        // q rows of B", {"colIdx", "B"}},
          {"store(C + s * t, sum);", {"C"}}}},
    };
    return all;
}

} // namespace

std::vector<LearnMapping> mappingsOf(const std::string& format)
{
    std::vector<LearnMapping> mappings;
    for (const Listing& l : listings())
        if (format == l.format)
            mappings.push_back({l.mapping, l.about});
    return mappings;
}

std::vector<CodeLine> listingOf(const Encoded& encoded, const std::string& mapping)
{
    for (const Listing& l : listings())
        if (encoded.name == l.format && (mapping.empty() || mapping == l.mapping)) {
            std::vector<CodeLine> code = l.code;
            const int rows = encoded.find("rowIds");
            for (CodeLine& line : code) // stored rows that are not those of the matrix one after another
                if (line.text == "y[i] = sum;" && rows >= 0 && !encoded.arrays[static_cast<std::size_t>(rows)].added)
                    line = {"y[rowIds[i]] = sum;", {"rowIds", "y"}};
            return code;
        }
    return {};
}

} // namespace sparsescope::learn
