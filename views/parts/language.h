// The language of the window: English, as it stands in the sources, or one of the catalogues in resources/translations.
#pragma once

#include <QString>
#include <QStringList>

class QSettings;

namespace sparsescope {

// "en", then those of the catalogues that were built in.
QStringList languages();
QString languageName(const QString& language); // in itself: "Deutsch"

// What is chosen in the settings: one of languages(), or "system", which is the first one.
QStringList languageChoices();
QString languageOf(const QString& choice);
QString keptLanguage(const QSettings& settings);
void keepLanguage(QSettings& settings, const QString& choice);

// Has all words from now on in this language, Qt's own too; to be asked for before there is a widget. Numbers stay as
// they are. Once a program.
void useLanguage(const QString& choice);
QString windowLanguage(); // "en", "de"

} // namespace sparsescope
