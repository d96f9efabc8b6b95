// The notes of lessons as rich text.
#pragma once

#include <QString>

namespace sparsescope {

// Lines end paragraphs, *word* is strong, `code` monospaced; everything else is as it stands.
QString noteHtml(const QString& note);

} // namespace sparsescope
