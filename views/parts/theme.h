// Colours, type sizes and spacing of the window, light and dark (LOOK: colour, tone).
#pragma once

#include "engine/plan/format.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

class QApplication;
class QWidget;

namespace sparsescope {

enum class ThemeChoice { System, Light, Dark };

// What a widget draws with. Follows from its palette, so that nothing is shared and a PaletteChange is enough.
struct Colors {
    bool dark = false;
    QColor background, panel, hairline, text, secondary, accent;
    QColor onAccent;  // text on a filled accent
    QColor good, bad; // faster and slower, accepted and failed; always beside a word
};

const Colors& lightColors();
const Colors& darkColors();
const Colors& colorsOf(const QPalette& palette);
const Colors& colorsOf(const QWidget& widget);

// Okabe-Ito, the same in both themes.
QColor familyColor(FormatFamily family);

namespace space {
inline constexpr int inside = 8;
inline constexpr int between = 16;
} // namespace space

enum class TypeSize { Small = 11, Middle = 13, Large = 18 }; // points
QFont typeFace(TypeSize size, bool strong = false);
QFont monospaced(TypeSize size = TypeSize::Small);

// Secondary text colour: figures that were not verified.
void setFaint(QWidget& widget, bool faint);

// Palette and style sheet for the whole program. System is decided from the lightness of the system's window colour
// (Qt 6.4 has no colour scheme to ask for).
void applyTheme(QApplication& application, ThemeChoice choice);

QString name(ThemeChoice choice);            // "system" "light" "dark", as options and settings spell it
ThemeChoice parseTheme(const QString& text); // throws Error(Usage)

} // namespace sparsescope
