// Times that others have published of a matrix, read from a table: rivals that nobody has measured here.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <string>
#include <vector>

namespace sparsescope {

struct PublishedTime {
    std::string matrix; // as the table names it: a file, a name, or SuiteSparse's group and name
    Operator op;
    std::string gpu, source;
    double ns = 0;     // 0: a rate was published
    double gflops = 0; // of 2 FLOPs a non-zero and dense column; of publishedOf() 0
    bool operator==(const PublishedTime&) const = default;
};

// Columns `matrix`, `op`, `dtype`, `gpu`, `source`, one of `ns`, `us`, `ms`, `gflops`, and `dense` and `inner` where
// the operator has them, in any order; others are skipped. Throws Error(Input) with the line, and what is wrong with
// it.
std::vector<PublishedTime> readPublished(const std::string& path, Progress& progress = noProgress());

// Those of this matrix, in time, and what became of the others: "2 of 7 published times are of this matrix (5: cora,
// pubmed)".
struct PublishedHere {
    std::vector<PublishedTime> times;
    std::string told;
};
PublishedHere publishedOf(const Matrix& matrix, const std::vector<PublishedTime>& all);
// Those of one operator with its extents and type, fastest first.
std::vector<PublishedTime> publishedFor(const Operator& op, const std::vector<PublishedTime>& times);

std::string textOf(const PublishedTime& time); // "published, SOURCE, GPU"

// What readPublished() reads, in ns.
std::string publishedCsv(const std::vector<PublishedTime>& times);

// As a table and a session keep it. Throws Error(Input) for a text that is none, or a time that is no number above 0.
void requirePublished(const PublishedTime& time, const Where& where);

} // namespace sparsescope
