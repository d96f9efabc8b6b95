// An ampersand in a menu, on a tab or a button underlines the letter behind it; in a name it is a letter.
#pragma once

#include <QString>

namespace sparsescope {

QString asLabel(const QString& name);   // "R&D.mtx" -> "R&&D.mtx"
QString fromLabel(const QString& text); // "&Open…" -> "Open…", "R&&D.mtx" -> "R&D.mtx"

} // namespace sparsescope
