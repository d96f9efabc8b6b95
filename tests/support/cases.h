// How much of what is random a test tries.
#pragma once

#include <algorithm>
#include <cstdlib>

// `usual` cases, or as many times that as SPARSESCOPE_TEST_CASES says.
inline int cases(int usual)
{
    static const char* const factor = std::getenv("SPARSESCOPE_TEST_CASES");
    static const int times = std::max(1, factor ? std::atoi(factor) : 1);
    return usual * times;
}
