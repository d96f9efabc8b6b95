#include "engine/cost/estimates.h"

#include <cstdlib>

namespace sparsescope {

namespace {

// The entry of a product with one dense matrix that is measured nearest to this part; null: there is none.
const CalibrationEntry* nearestProduct(const Calibration& calibration, DataType dtype, std::int64_t part)
{
    const CalibrationEntry* nearest = nullptr;
    for (const CalibrationEntry& entry : calibration.entries) {
        const OperatorDefinition& op = definitionOf(entry.op);
        const bool product = !op.sampled && !op.axis.empty() && op.inner.empty() && entry.dtype == dtype;
        if (product && (!nearest || std::abs(entry.densePart - part) < std::abs(nearest->densePart - part)))
            nearest = &entry;
    }
    return nearest;
}

} // namespace

std::vector<CalibrationEntry> estimatedEntries(const Calibration& calibration)
{
    std::vector<CalibrationEntry> made;
    if (calibration.rates.gatherBytesPerNs <= 0 || calibration.sms <= 0)
        return made;
    const double perByte = calibration.sms / calibration.rates.gatherBytesPerNs; // ns, of one SM
    for (const OperatorDefinition* op : operatorDefinitions())
        for (const DataType dtype : dataTypes)
            for (const std::int64_t part : op->measuredParts) {
                const CalibrationEntry* const like =
                    op->inner.empty() ? nullptr : nearestProduct(calibration, dtype, part);
                if (!like)
                    continue;
                CalibrationEntry& entry = made.emplace_back();
                entry.op = op->kind;
                entry.dtype = dtype;
                entry.densePart = part;
                for (const auto& [format, measured] : like->linears) {
                    if (!measured.label.empty())
                        continue; // of some parameters alone
                    LinearFit fit;
                    const double flops = calibration.rates.flops(dtype);
                    const double perFlop = flops > 0 ? calibration.sms / flops : 0;
                    // What is added is read and written.
                    fit.plain = {measured.plain[0], perByte, perByte, perByte, perFlop};
                    fit.atomic = {measured.plain[0], perByte, perByte, 2 * perByte, perFlop};
                    entry.linears.emplace_back(format, fit);
                }
            }
    return made;
}

} // namespace sparsescope
