// What the tests of the readers share: files made of bytes, and the error that reading one must end with.
#pragma once

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "tests/support/catch.h"

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

inline sparsescope::MatrixPtr readBytes(const std::string& name, const std::string& bytes)
{
    const TemporaryFolder folder;
    sparsescope::writeText(folder / name, bytes);
    return sparsescope::readMatrix(folder / name, sparsescope::noProgress());
}

// The Error that reading ends with; fails the test when there is none.
inline sparsescope::Error readingFails(const std::string& name, const std::string& bytes)
{
    try {
        readBytes(name, bytes);
    } catch (const sparsescope::Error& e) {
        return e;
    }
    FAIL("was read without an error: " + name);
    std::abort();
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// Row-major, zero where there is no entry.
inline std::vector<double> denseOf(const sparsescope::Matrix& m)
{
    std::vector<double> dense(static_cast<std::size_t>(m.rows() * m.cols()), 0.0);
    for (std::int64_t r = 0; r < m.rows(); ++r)
        for (std::int64_t p = m.rowPtr()[static_cast<std::size_t>(r)]; p < m.rowPtr()[static_cast<std::size_t>(r) + 1];
             ++p)
            dense[static_cast<std::size_t>(r * m.cols() + m.colIdx()[static_cast<std::size_t>(p)])] += m.value(p);
    return dense;
}

inline bool notes(const sparsescope::Matrix& m, const std::string& part)
{
    for (const std::string& note : m.source().notes)
        if (contains(note, part))
            return true;
    return false;
}

struct Entry3 {
    std::int64_t row = 0, col = 0;
    double value = 0;
};

// Distinct places in random order, with values of many kinds.
inline std::vector<Entry3> randomEntries(std::int64_t rows, std::int64_t cols, std::int64_t n, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<Entry3> entries;
    std::vector<bool> taken(static_cast<std::size_t>(rows * cols), false);
    std::normal_distribution<double> normal;
    while (static_cast<std::int64_t>(entries.size()) < n) {
        const auto place = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows * cols));
        if (taken[static_cast<std::size_t>(place)])
            continue;
        taken[static_cast<std::size_t>(place)] = true;
        entries.push_back(
            {place / cols, place % cols, normal(random) * std::pow(10.0, static_cast<int>(random() % 40) - 20)});
    }
    return entries;
}
