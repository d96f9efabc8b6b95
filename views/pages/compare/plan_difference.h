// What differs between plans of one matrix: numbers, whether a difference is more than noise, and words.
#pragma once

#include "engine/measure/quantity.h"
#include "views/workspace/workspace.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sparsescope {

// A plan that takes part. The first one of a list is what the others are held against.
struct ComparedPlan {
    QString letter; // "A"
    QString title;
    PlanPtr plan;
    PlanFactsPtr facts;        // null until counted: no rows that need them
    std::vector<OpenRun> runs; // oldest first
    bool cpuOnly = false;      // the GPU has no code for its formats
};

enum class QuantityKind { Count, Duration, Bytes, Share };

// A number of one plan with its spread over repetitions and runs; NaN: not known.
struct ComparedValue {
    double value = 0;
    double low = 0, high = 0; // equal to value: no spread
    Basis basis{};            // of a time: how it came about; of all else it says nothing
};

struct DifferenceRow {
    QString name;
    QString meaning; // one sentence
    QuantityKind kind = QuantityKind::Count;
    bool lessIsBetter = false;
    bool time = false;                 // "faster", not "less"; and its values have a basis
    std::vector<ComparedValue> values; // one a plan
    bool baseline = false;
    bool recorded = false; // all that is known of it was read from files
};

std::vector<DifferenceRow> differenceRows(const std::vector<ComparedPlan>& plans);

QString valueText(QuantityKind kind, double value);

// Whether the value says more or less than the first plan's: not where other costs predicted it, or it was measured on
// another GPU.
bool comparable(const DifferenceRow& row, std::size_t plan);
// How far the value is from the first plan's, as a part of that: -0.04 is 4 % less. Shares: in points, 0.04 is 4 points
// more. NaN where it cannot be compared.
double difference(const DifferenceRow& row, std::size_t plan);
// Nothing to see: below the threshold (0.01: one percent), or the spreads of both overlap.
bool isNoise(const DifferenceRow& row, std::size_t plan, double threshold);
// "4.2 % faster", "2x slower", "12 % more", "equal", "1.2 points less", "not comparable"; empty where one
// of the two is not known.
QString differenceText(const DifferenceRow& row, std::size_t plan);
// Better, worse, or neither.
int judgement(const DifferenceRow& row, std::size_t plan);

// Options that are not as the planner has them at first: "depth 1, ratio 1.5"; the operator too.
QString planConditions(const Plan& plan);

// The part of the non-zeros that both store in a format of the same name, 0 to 1. Owners as in PlanFacts.
double sameFormatShare(const Plan& a, const std::vector<std::uint32_t>& ownersA, const Plan& b,
                       const std::vector<std::uint32_t>& ownersB);

// What changed from the first plan to `other`, in sentences. sameFormat: NaN when not counted yet.
QStringList changeWords(const std::vector<ComparedPlan>& plans, const std::vector<DifferenceRow>& rows,
                        std::size_t other, double threshold, double sameFormat);

// The table as CSV: exact numbers, in ns, bytes and parts of 1, with the difference as a part, and of times their kind.
QString differenceCsv(const std::vector<ComparedPlan>& plans, const std::vector<DifferenceRow>& rows);

} // namespace sparsescope
