// The kernel of a graph on the CPU: its loops, shuffles, bitmaps and adapters, as they run on the GPU, over the
// metadata.
#pragma once

#include "engine/plan/graph/apply.h"

#include <optional>
#include <span>
#include <vector>

namespace sparsescope::graph {

// What passes on the way from places to rows.
template <class T>
struct Watched {
    struct Sum {
        std::int32_t row = 0; // of the matrix; in `closed` a stored row
        T value = 0;
        bool operator==(const Sum&) const = default;
    };
    std::vector<T> partials;  // in shared memory, of all BMTBs one after another
    std::vector<Sum> results; // as they are written
    // What each BMT of the last branch has before WARP_SEG_RED: the (stored) rows that begin and end in it,
    std::vector<std::vector<Sum>> closed;
    std::vector<std::optional<T>> heads; // the sum of its places before a row begins,
    std::vector<std::optional<T>> tails; // and of those from where the last one begins
};

// y = A x with T's arithmetic. BMWs are dealt to the warps of a block in turn, BMTs to lanes; y and shared memory begin
// as NaN, so that nothing is read that was not written. Where several write a row, their results are added in the order
// of branches and BMTBs: the same sums at any number of threads. x has a value a column. Throws Error(Cancelled).
template <class T>
std::vector<T> interpretGraph(const Applied& applied, const Matrix& matrix, std::span<const T> x, Progress& progress,
                              Watched<T>* watched = nullptr);

extern template std::vector<float> interpretGraph(const Applied&, const Matrix&, std::span<const float>, Progress&,
                                                  Watched<float>*);
extern template std::vector<double> interpretGraph(const Applied&, const Matrix&, std::span<const double>, Progress&,
                                                   Watched<double>*);

} // namespace sparsescope::graph
