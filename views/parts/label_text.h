// An ampersand in a menu, on a tab or a button underlines the letter behind it; in a name it is a letter.
#pragma once

#include <QString>

namespace sparsescope {

QString asLabel(const QString& name);   // "R&D.mtx" -> "R&&D.mtx"
QString fromLabel(const QString& text); // "&Open…" -> "Open…", "R&&D.mtx" -> "R&D.mtx"

// A text with a file's name in it, which may have any length and no blank: it can be broken there, and of a name that
// would fill a list the middle is left out.
QString breakable(const QString& text);

} // namespace sparsescope
