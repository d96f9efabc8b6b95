// Tables behind the named colour maps: 256 colours of six hexadecimal digits, dark to bright.
#pragma once

namespace sparsescope::raster {

extern const char* const viridisTable;
extern const char* const cividisTable;

} // namespace sparsescope::raster
