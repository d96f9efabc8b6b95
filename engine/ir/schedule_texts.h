// Schedules that travel inside the program.
#pragma once

#include <map>
#include <string>

namespace sparsescope {

// The texts of resources/schedules by their names, "spmm-rows.sched": what an operator does on formats whose axes are
// rows and columns. $ stands for a format's number. Made by cmake/EmbedText.cmake.
const std::map<std::string, std::string>& scheduleTexts();

} // namespace sparsescope
