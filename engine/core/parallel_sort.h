// Sorting in parallel (oneTBB).
#pragma once

#ifdef __SANITIZE_THREAD__
#include <algorithm>
#else
#include <oneapi/tbb/parallel_sort.h>
#endif

namespace sparsescope {

// Not stable: `less` must order any two different elements.
template <class Iterator, class Less>
void parallelSort(Iterator begin, Iterator end, const Less& less)
{
#ifdef __SANITIZE_THREAD__
    std::sort(begin, end, less); // as in parallel.cpp
#else
    oneapi::tbb::parallel_sort(begin, end, less);
#endif
}

} // namespace sparsescope
