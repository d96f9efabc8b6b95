// Numbers as the screen spells them: at most three significant digits with a unit, counts with thousands separators.
#pragma once

#include <QString>

#include <cstdint>

namespace sparsescope {

QString countText(std::int64_t n);                                        // "1,204"
QString countOf(std::int64_t n, const QString& one, const QString& many); // "1 tile", "1,204 tiles"
QString shortCount(double n);                                             // "1.2 M": for axes and crowded places
QString figureText(double value);         // three significant digits: "0.0123", "12.3", "12,300"
QString exactText(double value);          // all digits that a double carries
QString durationText(double ns);          // "412 ns", "1.23 ms"; "not known" for NaN
QString secondsText(double seconds);      // "3 s", "2 min"
QString momentText(std::int64_t seconds); // since 1970: "12:04" today, else with the day
QString bytesText(double bytes);          // "1.23 MB" (powers of 1000)
QString percentText(double ratio);        // 0.125 -> "12.5 %"
QString ratioText(double ratio);          // "1.23x"

} // namespace sparsescope
