#include "engine/measure/index_orders.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr double otherClock = 0.03; // share of it that is more than clocks vary from run to run

// What gathers a mask; null: the dense product.
const Pairing* pairingOn(const SequenceRun& run, std::size_t mask)
{
    const std::int64_t place = run.masks[mask].pairing;
    return place >= 0 && place < std::ssize(run.pairings) ? &run.pairings[static_cast<std::size_t>(place)] : nullptr;
}

void add(OrderRatio& ratio, double orderedNs, double unorderedNs, double& logs)
{
    const double times = orderedNs / unorderedNs;
    ratio.least = std::fmin(ratio.least, times);
    ratio.most = std::fmax(ratio.most, times);
    logs += std::log(times);
}

std::vector<std::string> unlikeIn(const Conditions& a, const Conditions& b)
{
    std::vector<std::string> unlike;
    const auto compare = [&](const char* what, const std::string& one, const std::string& other) {
        if (one != other && !one.empty() && !other.empty())
            unlike.push_back(fmt::format("{} {} and {}", what, one, other));
    };
    compare("driver", a.driver, b.driver);
    compare("CUDA", a.cuda, b.cuda);
    if (a.clockMHz > 0 && b.clockMHz > 0 &&
        std::abs(a.clockMHz - b.clockMHz) > otherClock * std::max(a.clockMHz, b.clockMHz))
        unlike.push_back(fmt::format("clock {:.0f} and {:.0f} MHz", a.clockMHz, b.clockMHz));
    compare("repeats", std::to_string(a.repeats), std::to_string(b.repeats));
    return unlike;
}

} // namespace

bool differInOrder(const DynamicPlan& a, const DynamicPlan& b)
{
    const Rule &x = a.rule, &y = b.rule;
    return a.op == b.op && x.order != y.order && x.pairing == y.pairing && x.input == y.input &&
           x.reselect == y.reselect && x.shape == y.shape && x.period == y.period;
}

bool OrdersCompared::on(std::int64_t mask) const
{
    return std::binary_search(masks.begin(), masks.end(), mask);
}

OrdersCompared compareOrders(const SequenceRun& unordered, const SequenceRun& ordered, DataType dtype)
{
    OrdersCompared compared;
    if (unordered.conditions.device != ordered.conditions.device)
        return compared;
    const auto sound = [](double ns) { return std::isfinite(ns) && ns > 0; };
    double indexLogs = 0, totalLogs = 0;
    for (std::size_t t = 0; t < std::min(unordered.masks.size(), ordered.masks.size()); ++t) {
        const MaskRun &u = unordered.masks[t], &o = ordered.masks[t];
        const Pairing *const one = pairingOn(unordered, t), *const other = pairingOn(ordered, t);
        if (!one || !other || *one != *other || !sound(u.indexNs) || !sound(o.indexNs) || !sound(u.totalNs) ||
            !sound(o.totalNs) || !u.accepted(dtype) || !o.accepted(dtype))
            continue;
        compared.masks.push_back(static_cast<std::int64_t>(t));
        compared.orderedFaster += o.totalNs < u.totalNs ? 1 : 0;
        add(compared.index, o.indexNs, u.indexNs, indexLogs);
        add(compared.total, o.totalNs, u.totalNs, totalLogs);
    }
    if (compared.empty())
        return compared;
    const auto count = static_cast<double>(compared.masks.size());
    compared.index.geometricMean = std::exp(indexLogs / count);
    compared.total.geometricMean = std::exp(totalLogs / count);
    compared.unlike = unlikeIn(unordered.conditions, ordered.conditions);
    return compared;
}

} // namespace sparsescope
