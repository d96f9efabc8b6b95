// Times of graphs that an earlier search has measured, kept on disk.
#pragma once

#include "engine/work/worker.h"

#include <memory>
#include <string>

namespace sparsescope {

// Answers from a file of the folder, which is made, and lets `timer` answer the rest. A file is of one matrix with its
// values, setting, GPU, driver and program, and has an answer a line; whatever else stands in it is passed over, and
// several searches may write it at once. An answer is kept where it says something of the graph on any day: a time of
// as many runs, that it was cut by a best time that is no larger today, that the graph is refused with as much padding;
// always of kernels whose arrays are stored alike. Interleaved times are measured together, so never kept. What cannot
// be written costs time, nothing else; an empty folder keeps nothing.
std::unique_ptr<GraphTimer> keepingTimes(std::unique_ptr<GpuTimer> timer, const GraphJob& job,
                                         const std::string& folder);

} // namespace sparsescope
