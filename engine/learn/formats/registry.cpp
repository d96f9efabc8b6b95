// The list of the formats that the Learn page teaches.
#include "engine/core/error.h"
#include "engine/learn/formats/taught_format.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope::learn {

std::span<const TaughtFormat> taughtFormats()
{
    static const std::array formats = {taughtCoo(),   taughtCsr(),    taughtDcsr(),  taughtCsc(),    taughtDcsc(),
                                       taughtEll(),   taughtSell(),   taughtJds(),   taughtHyb(),    taughtDia(),
                                       taughtBsr(),   taughtDbsr(),   taughtBell(),  taughtSrBcrs(), taughtOneD(),
                                       taughtBlock(), taughtBitmap(), taughtDense(), taughtHybCk(),  taughtCell()};
    return formats;
}

const TaughtFormat* findTaught(const std::string& name)
{
    const std::span<const TaughtFormat> all = taughtFormats();
    const auto found = std::find_if(all.begin(), all.end(), [&](const TaughtFormat& f) { return f.name == name; });
    return found == all.end() ? nullptr : &*found;
}

const TaughtFormat& taughtFormat(const std::string& name)
{
    if (const TaughtFormat* found = findTaught(name))
        return *found;
    std::string all;
    for (const TaughtFormat& format : taughtFormats())
        all += (all.empty() ? "" : ", ") + format.name;
    failInput(fmt::format("format \"{}\" is none of {}", name, all));
}

} // namespace sparsescope::learn
