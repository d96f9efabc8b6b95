// Masks of one shape and granularity, one a step, numbered from 0: what dynamic sparsity is to a plan that is made
// before it is known.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/mask.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

// How the masked operand lies in memory, dense: row by row, column by column, or as whoever plans it likes best, as
// weights that are there before.
enum class MaskLayout { Row, Column, Either };
std::string name(MaskLayout layout);                               // "row" "column" "either"
bool parseMaskLayout(const std::string& text, MaskLayout& layout); // false: none of them

struct MaskFacts {
    std::string name;                                     // of the sequence: a file's, or the generator's
    std::string path = {};                                // as opened; empty: generated
    std::string kind = {};                                // of the generator; empty: not known
    nlohmann::json parameters = nlohmann::json::object(); // all of the generator's
    MaskShape shape;
    std::int64_t size = 0;   // masks, at least 1
    std::int64_t period = 0; // value (i, c) is that of (i, c mod period); divides cols, at least 1
    bool single = false;     // a row lies in one period of every mask: experts with one each token
    MaskLayout layout = MaskLayout::Row;
    std::vector<std::string> names = {}; // of the masks; empty: they are numbered
    std::string comment = {};            // how it was made, for people; a file may say anything
};

class MaskSequence {
public:
    virtual ~MaskSequence() = default;

    const MaskFacts& facts() const { return m_facts; }
    const MaskShape& shape() const { return m_facts.shape; }
    std::int64_t size() const { return m_facts.size; }
    std::string title(std::int64_t t) const; // "mask 3", with its name; throws as mask()
    void requireMask(std::int64_t t) const;  // throws Error(Usage) for one that there is not

    // From any thread; the last few that were asked for are kept. Throws Error(Usage) for a mask that there is not,
    // Error(Input), Error(Cancelled).
    MaskPtr mask(std::int64_t t, Progress& progress = noProgress()) const;
    MatrixPtr matrix(std::int64_t t, Progress& progress = noProgress()) const;

protected:
    explicit MaskSequence(MaskFacts facts) : m_facts(std::move(facts)) {}

private:
    // One at a time.
    virtual Mask make(std::int64_t t, Progress& progress) const = 0;

    MaskFacts m_facts;
    mutable std::mutex m_making;
    mutable std::deque<std::pair<std::int64_t, MaskPtr>> m_masks;
    mutable std::deque<std::pair<std::int64_t, MatrixPtr>> m_matrices;
};

using MaskSequencePtr = std::shared_ptr<const MaskSequence>;

// Those of a list, which have the shape of the facts. Throws Error(Input) where one has another.
MaskSequencePtr keptMasks(MaskFacts facts, std::vector<Mask> masks);

// A sequence of mask t alone, which is its mask 0; of no file and of no generator. Throws as MaskSequence::mask().
MaskSequencePtr onlyMask(const MaskSequence& masks, std::int64_t t, Progress& progress);

// Says which masks and which period: made again from its file or its parameters, a sequence has the same.
std::uint64_t fingerprintOf(const MaskSequence& masks, Progress& progress);

// Does each row of the mask lie in one period alone? MaskFacts::single promises it of every mask.
bool rowsInOnePeriod(const Mask& mask, std::int64_t period);

} // namespace sparsescope
