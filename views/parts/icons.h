// Line icons from the resources, drawn in a theme colour.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace sparsescope {

// Makes the resources of this library known; call it before the first icon or style sheet.
void loadResources();

// resources/icons/NAME.svg with every currentColor replaced; `checked` colours the On state.
QIcon lineIcon(const QString& name, const QColor& color, const QColor& checked = {});

} // namespace sparsescope
