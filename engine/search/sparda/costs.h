// What a mask costs under a pairing: its index and the kernel (SparDA 4.3, algorithm 2, lines 5 to 9).
#pragma once

#include "engine/cost/calibration.h"
#include "engine/plan/dynamic/dynamic_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsescope::sparda {

// Model: launch + max(P sum of the tasks' ns / SMs, the longest task alone) + zeroing + converting, and the index.
// Where the calibration says how many tasks an SM runs at once, they come in waves, of which the last may leave SMs
// idle; where rows are gathered, B comes from device memory beside them. Paper: P times steps times the time of one
// step: no SMs, no index, and the dense product is no candidate.
enum class CostForm { Model, Paper };

// How the index is made, as a rule says.
struct IndexKind {
    IndexInput input = IndexInput::Bytes;
    IndexOrder order = IndexOrder::Unordered;
};

// What the index is made from, in bytes.
double indexInputBytes(const MaskShape& shape, IndexInput input, DataType dtype);

// Whether rows of C are met by several tasks, so that they are added up, in float32.
bool addsRows(const Pairing& pairing, const MaskFacts& masks);

// A pairing that was looked at, or why it is none: "the masked operand lies row by row".
struct Candidate {
    Pairing pairing;
    std::string refusal = {};
};

class Costs {
public:
    // Calibration and facts outlive it. `denseNs`: the dense product of this shape as it was measured. Throws
    // Error(Input) where the calibration says nothing of the type, neither by pairings nor by rates; Error(Usage) for
    // operators without a dense axis.
    Costs(const Calibration& calibration, const Operator& op, const MaskFacts& masks, const IndexKind& index,
          CostForm form, std::optional<double> denseNs = {});

    // All that the calibration has times of, in this type and of this operator; where it has none, all that there are
    // kernels for, estimated. In ascending order.
    const std::vector<Candidate>& candidates() const { return m_candidates; }
    bool measured() const { return m_measured; }
    // The time of the kernel, in ns.
    double kernelNs(const Pairing& pairing, const Covering& covering) const;
    double indexNs(const Pairing& pairing, const Covering& covering) const; // 0 as the paper counts
    // One task of this width on one SM of a GPU that is full of them.
    double taskNs(const Pairing& pairing, std::int64_t width) const;
    bool adds(const Pairing& pairing) const { return addsRows(pairing, m_masks); }
    // The dense product: as measured, as the calibration has it for this shape, or 2 M K N at the type's rate;
    // infinity where none of these is known, and where the paper's form leaves it out.
    double denseNs() const { return m_denseNs; }
    bool denseMeasured() const { return m_denseMeasured; }

private:
    const PairingTimes* timesOf(const Pairing& pairing) const; // null: estimated
    const PairingTimes* searchedTimes(const Pairing& pairing) const;
    double estimated(const Pairing& pairing, std::int64_t width) const;

    const Calibration& m_calibration;
    Operator m_op;
    const MaskFacts& m_masks;
    IndexKind m_index;
    CostForm m_form;
    bool m_measured = false;
    double m_denseNs = 0;
    bool m_denseMeasured = false;
    std::vector<Candidate> m_candidates;
    std::vector<const PairingTimes*> m_times; // of each of them
};

} // namespace sparsescope::sparda
