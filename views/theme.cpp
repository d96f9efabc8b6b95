// Colours, type sizes and the style sheet.
#include "views/theme.h"

#include "engine/core/error.h"
#include "engine/raster/colour_map.h"
#include "views/icons.h"

#include <QApplication>
#include <QFontDatabase>
#include <QStyle>
#include <QStyleFactory>
#include <QVariant>
#include <QWidget>

namespace sparsescope {

const Colors& lightColors()
{
    static const Colors colors = {false,
                                  QColor(0xFF, 0xFF, 0xFF),
                                  QColor(0xF6, 0xF7, 0xF8),
                                  QColor(0xD9, 0xDC, 0xDF),
                                  QColor(0x1B, 0x1E, 0x22),
                                  QColor(0x5B, 0x63, 0x6C),
                                  QColor(0x0B, 0x66, 0xC3),
                                  QColor(0xFF, 0xFF, 0xFF),
                                  QColor(0x1A, 0x7F, 0x37),
                                  QColor(0xB3, 0x26, 0x1E)};
    return colors;
}

const Colors& darkColors()
{
    static const Colors colors = {true,
                                  QColor(0x15, 0x17, 0x1A),
                                  QColor(0x1C, 0x1F, 0x23),
                                  QColor(0x30, 0x35, 0x3B),
                                  QColor(0xE8, 0xEA, 0xED),
                                  QColor(0x9A, 0xA3, 0xAD),
                                  QColor(0x5A, 0xA9, 0xF7),
                                  QColor(0x0E, 0x12, 0x16),
                                  QColor(0x57, 0xC2, 0x7B),
                                  QColor(0xFF, 0x8A, 0x80)};
    return colors;
}

const Colors& colorsOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5F ? darkColors() : lightColors();
}

const Colors& colorsOf(const QWidget& widget)
{
    return colorsOf(widget.palette());
}

QColor familyColor(FormatFamily family)
{
    return QColor::fromRgb(familyColour(family));
}

QFont typeFace(TypeSize size, bool strong)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSize(static_cast<int>(size));
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    return font;
}

QFont monospaced(TypeSize size)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    font.setPointSize(static_cast<int>(size));
    return font;
}

namespace {

QPalette paletteOf(const Colors& c)
{
    QPalette p;
    p.setColor(QPalette::Window, c.panel);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.background);
    p.setColor(QPalette::AlternateBase, c.panel);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.panel);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.bad);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::ToolTipBase, c.panel);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::PlaceholderText, c.secondary);
    p.setColor(QPalette::Mid, c.hairline);
    p.setColor(QPalette::Midlight, c.hairline);
    p.setColor(QPalette::Light, c.background);
    p.setColor(QPalette::Dark, c.hairline);
    p.setColor(QPalette::Shadow, c.hairline);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c.secondary);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.hairline);
    return p;
}

QString styleSheetOf(const Colors& c)
{
    QString sheet = QString::fromUtf8(R"(
QToolTip { color: @text; background: @panel; border: 1px solid @hairline; padding: 4px; }
QLabel[role="title"] { font-size: 13pt; font-weight: 600; }
QLabel[role="figure"] { font-size: 18pt; }
QLabel[role="secondary"] { color: @secondary; }
QLabel[faint="true"] { color: @secondary; }
QLabel[role="bad"] { color: @bad; }
QLabel[role="right"] { color: @good; font-weight: 600; }
QLabel[role="wrong"] { color: @bad; font-weight: 600; }
QMenuBar { background: @panel; border: 0; }
QMenuBar::item { padding: 4px 8px; background: transparent; }
QMenuBar::item:selected { background: @hairline; border-radius: 4px; }
QMenu { background: @panel; border: 1px solid @hairline; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 24px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @onAccent; }
QMenu::item:disabled { color: @secondary; background: transparent; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 8px; }
QStatusBar { background: @panel; border-top: 1px solid @hairline; }
QStatusBar::item { border: 0; }
QSplitter::handle { background: @hairline; }
QSplitter::handle:hover { background: @accent; }
QMainWindow::separator { background: @hairline; width: 3px; height: 3px; }
QMainWindow::separator:hover { background: @accent; }
QDockWidget { border: 0; }
QPushButton { background: @background; border: 1px solid @hairline; border-radius: 4px; padding: 4px 12px; }
QPushButton:hover, QPushButton:focus { border-color: @accent; }
QPushButton:pressed { background: @hairline; }
QPushButton:disabled { color: @secondary; background: @panel; }
QPushButton[primary="true"] { background: @accent; color: @onAccent; border-color: @accent; font-weight: 600; }
QPushButton[primary="true"]:hover, QPushButton[primary="true"]:focus { border-color: @text; }
QPushButton[primary="true"]:disabled { background: @hairline; color: @secondary; border-color: @hairline; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 4px; }
QToolButton:hover { background: @hairline; }
QToolButton:focus { border-color: @accent; }
QToolButton:checked { background: @hairline; }
QToolButton:disabled { color: @secondary; }
QToolButton[framed="true"] { background: @background; border-color: @hairline; padding: 4px 8px; }
QToolButton[framed="true"]:hover, QToolButton[framed="true"]:focus { border-color: @accent; }
QToolButton[framed="true"]:disabled { background: @panel; }
QTabBar { border: 0; border-bottom: 1px solid @hairline; }
QTabBar:focus { border-bottom-color: @accent; }
QTabBar::tab { padding: 5px 2px; margin-right: 16px; border: 0; border-bottom: 2px solid transparent; background: transparent;
  color: @secondary; }
QTabBar[tight="true"]::tab { margin-right: 8px; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:hover { color: @text; }
#tabs { background: @panel; border-bottom: 1px solid @hairline; }
#tabs QTabBar { border: 0; }
#tabs QTabBar::tab { padding: 6px 4px 6px 16px; margin: 0; border-right: 1px solid @hairline; border-top: 2px solid transparent;
  border-bottom: 0; }
#tabs QTabBar::tab:selected { background: @background; border-top-color: @accent; }
#tabs QTabBar:focus::tab:selected { color: @accent; }
QToolButton::menu-indicator { image: none; width: 0; }
QSpinBox, QDoubleSpinBox, QComboBox, QLineEdit { background: @background; border: 1px solid @hairline;
  border-radius: 4px; padding: 3px 6px; selection-background-color: @accent; selection-color: @onAccent; }
QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QLineEdit:focus { border-color: @accent; }
QAbstractItemView QLineEdit { border: none; border-radius: 0; padding: 0 2px; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/down-@mode.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @background; border: 1px solid @hairline; selection-background-color: @accent;
  selection-color: @onAccent; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator, QListView::indicator { width: 14px; height: 14px; border: 1px solid @secondary; border-radius: 3px; background: @background; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: @accent; border-color: @accent;
  image: url(:/icons/check-@mode.svg); }
QCheckBox::indicator:focus, QCheckBox::indicator:hover { border-color: @text; }
QTreeView { background: transparent; border: 0; selection-background-color: @accent; selection-color: @onAccent; }
QTreeView::item { padding: 3px 8px 3px 0; }
QTableView { background: @background; border: 0; gridline-color: transparent; selection-background-color: @accent;
  selection-color: @onAccent; alternate-background-color: @panel; }
QHeaderView { background: @panel; }
QHeaderView::section { background: @panel; color: @secondary; border: 0; border-bottom: 1px solid @hairline;
  padding: 6px 4px 4px 4px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { image: none; width: 0; height: 0; }
QTableView::item { padding: 0 4px; }
QTableCornerButton::section { background: @panel; border: 0; }
QPlainTextEdit { background: @background; border: 0; selection-background-color: @accent; selection-color: @onAccent; }
QTextEdit { background: transparent; border: 0; color: @text; selection-background-color: @accent; selection-color: @onAccent; }
QListView, QListWidget { background: @panel; border: 0; }
QListWidget::item { padding: 4px 8px; border-radius: 4px; }
QListWidget::item:selected { background: @accent; color: @onAccent; }
QScrollArea { border: 0; background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @hairline; border-radius: 4px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: @secondary; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @hairline; border: 0; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; background: @hairline; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { background: @accent; width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled { background: @hairline; }
#rail { background: @panel; border-right: 1px solid @hairline; }
#rail QToolButton { border: 0; border-left: 3px solid transparent; border-radius: 0; padding: 8px 4px; }
#rail QToolButton:hover { background: @hairline; }
#rail QToolButton:checked { border-left-color: @accent; background: @background; color: @accent; }
#rail QToolButton:focus { background: @hairline; }
#conditions { background: @panel; border-bottom: 1px solid @hairline; }
#conditions QToolButton { padding: 4px 8px; }
#inspector, #strip { background: @panel; }
#start { background: @background; }
#hairline { background: @hairline; }
#card { background: @background; border: 1px solid @hairline; border-radius: 6px; text-align: center; }
#card:hover, #card:focus { border-color: @accent; }
#bubble { background: @panel; border: 1px solid @hairline; border-radius: 8px; }
#drop { border: 1px dashed @secondary; border-radius: 8px; }
#drop[over="true"] { border: 1px dashed @accent; background: @panel; }
)");
    const std::pair<const char*, QColor> names[] = {{"@background", c.background},
                                                    {"@panel", c.panel},
                                                    {"@hairline", c.hairline},
                                                    {"@text", c.text},
                                                    {"@secondary", c.secondary},
                                                    {"@accent", c.accent},
                                                    {"@onAccent", c.onAccent},
                                                    {"@bad", c.bad},
                                                    {"@good", c.good}};
    sheet.replace(QStringLiteral("@mode"), c.dark ? QStringLiteral("dark") : QStringLiteral("light"));
    for (const auto& [from, to] : names)
        sheet.replace(QString::fromLatin1(from), to.name());
    return sheet;
}

} // namespace

void applyTheme(QApplication& application, ThemeChoice choice)
{
    loadResources();
    bool dark = choice == ThemeChoice::Dark;
    if (choice == ThemeChoice::System) {
        application.setPalette(QPalette()); // gives the system's back
        dark = QApplication::palette().color(QPalette::Window).lightnessF() < 0.5F;
    }
    const Colors& colors = dark ? darkColors() : lightColors();
    const QPalette palette = paletteOf(colors);
    const QString sheet = styleSheetOf(colors);
    // Each of these makes every widget anew, a tenth of a second or more each.
    if (application.styleSheet().isEmpty()) {
        application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        application.setFont(typeFace(TypeSize::Small));
    }
    application.setPalette(palette);
    if (application.styleSheet() != sheet)
        application.setStyleSheet(sheet);
}

void setFaint(QWidget& widget, bool faint)
{
    if (widget.property("faint").toBool() == faint)
        return;
    widget.setProperty("faint", faint);
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
}

QString name(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

ThemeChoice parseTheme(const QString& text)
{
    for (const auto choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        if (name(choice) == text)
            return choice;
    failUsage("there is no theme '" + text.toStdString() + "': light, dark or system");
}

} // namespace sparsescope
