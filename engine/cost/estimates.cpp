#include "engine/cost/estimates.h"

namespace sparsescope {

std::vector<CalibrationEntry> estimatedEntries(const Calibration& calibration)
{
    std::vector<CalibrationEntry> made;
    if (calibration.rates.gatherBytesPerNs <= 0 || calibration.sms <= 0)
        return made;
    const double perByte = calibration.sms / calibration.rates.gatherBytesPerNs; // ns, of one SM
    const OperatorDefinition& rgms = definitionOf(OperatorKind::RGMS);
    for (const DataType dtype : dataTypes)
        for (const std::int64_t part : rgms.measuredParts) {
            CalibrationEntry entry;
            entry.op = rgms.kind;
            entry.dtype = dtype;
            entry.densePart = part;
            double base = 0;
            for (const CalibrationEntry& spmm : calibration.entries)
                if (const LinearFit* fit = spmm.linear("ell");
                    fit && spmm.op == OperatorKind::SpMM && spmm.dtype == dtype && (base == 0 || spmm.densePart == part))
                    base = fit->plain[0];
            for (const char* format : {"ell", "csr"}) {
                LinearFit fit;
                // What is added is read and written.
                fit.plain = {base, perByte, perByte, perByte};
                fit.atomic = {base, perByte, perByte, 2 * perByte};
                entry.linears.emplace_back(format, fit);
            }
            made.push_back(std::move(entry));
        }
    return made;
}

} // namespace sparsescope
