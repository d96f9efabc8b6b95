// The example of micro-tiles that is worked by hand: D, 8 x 8, with four pairings and their times.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/matrix/mask_sequence.h"

#include <memory>
#include <vector>

namespace sparsescope::example {

inline MaskPtr mask()
{
    Mask d({8, 8});
    const std::vector<std::vector<std::int64_t>> columns = {{0, 3}, {0, 3}, {3, 7}, {0, 7}, {1, 5}, {}, {1, 4, 5}, {}};
    for (std::size_t r = 0; r < columns.size(); ++r)
        for (const std::int64_t c : columns[r])
            d.set(static_cast<std::int64_t>(r), c);
    return std::make_shared<const Mask>(std::move(d));
}

inline MaskPtr fullMask()
{
    Mask full({8, 8});
    for (std::int64_t r = 0; r < 8; ++r)
        full.setRange(r, 0, 8);
    return std::make_shared<const Mask>(std::move(full));
}

inline MaskFacts facts()
{
    MaskFacts facts;
    facts.name = "D";
    facts.shape = {8, 8};
    facts.size = 1;
    facts.period = 8;
    return facts;
}

// P1 to P4.
inline std::vector<Pairing> pairings()
{
    return {{GatheredAxis::Inner, 4, 1, 4, 2, 8},
            {GatheredAxis::Inner, 2, 1, 2, 4, 8},
            {GatheredAxis::Rows, 1, 4, 2, 4, 8},
            {GatheredAxis::Inner, 4, 2, 4, 2, 8}};
}

// No launch, no index, no zeroing; a task alone takes as long as among others.
inline Calibration calibration(int sms)
{
    const std::vector<std::pair<std::vector<std::int64_t>, std::vector<double>>> tables = {
        {{2, 4, 8}, {8, 12, 20}}, {{4, 8}, {7, 10}}, {{4}, {9}}, {{2, 4, 8}, {7, 10, 16}}};
    Calibration calibration;
    calibration.name = "by hand";
    calibration.sms = sms;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const auto& [widths, ns] = tables[i];
        calibration.sparda.pairings.push_back({DataType::Float16, pairings()[i], widths, ns, ns, ns});
    }
    return calibration;
}

} // namespace sparsescope::example
