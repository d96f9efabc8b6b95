// GMEM_ATOM_RED with how "last": results of rows that several write are kept in a scratch, and the last to arrive of a
// row's writers adds them, always in the same order, and stores the row.

// What other writers have stored: not out of this SM's L1 cache.
__device__ __forceinline__ double loadStored(const double* address)
{
    double v;
    asm volatile("ld.global.cg.f64 %0, [%1];" : "=d"(v) : "l"(address) : "memory");
    return v;
}

// Results [begin, end), one after another, of which several are under way.
template <class Sum>
__device__ __forceinline__ Sum sumOfResults(const Sum* results, int begin, int end)
{
    constexpr int together = 8;
    Sum sum = 0;
#pragma unroll 1
    for (int i = begin; i < end; i += together) {
        Sum some[together];
#pragma unroll
        for (int k = 0; k < together; ++k)
            some[k] = i + k < end ? loadStored(results + i + k) : 0;
#pragma unroll
        for (int k = 0; k < together; ++k)
            sum += some[k];
    }
    return sum;
}

// As putRow(). `unit` is the BMT or BMW that leaves the result, 0 of a BMTB.
template <class T, class Branch, class Sum>
__device__ __forceinline__ void keepRow(const Branch& branch, int row, int b, int unit, Sum sum)
{
    const int origin = branch.origin_rows(row, b);
    if (Branch::paddedRows && origin < 0)
        return;
    if (const int slot = branch.row_slots(row); slot >= 0) {
        Sum* const results = reinterpret_cast<Sum*>(branch.args.scratch);
        const int begin = branch.args.resultOffsets[slot], end = branch.args.resultOffsets[slot + 1];
        results[branch.row_results(row, b) + unit] = sum;
        if (!arriveLast(branch.args.counters + slot, end - begin))
            return;
        sum = sumOfResults(results, begin, end);
    }
    storeRow<T>(branch, origin, sum);
}
