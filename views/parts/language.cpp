// Catalogues among the resources, and the one that is used.
#include "views/parts/language.h"

#include "views/parts/icons.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTranslator>

#include <memory>

namespace sparsescope {

namespace {

const QString languageKey = QStringLiteral("language"), ofSystem = QStringLiteral("system");

QString& language()
{
    static QString used = QStringLiteral("en");
    return used;
}

// The first that the user wants and that there is: who reads English before German gets English.
QString systemLanguage()
{
    const QStringList known = languages();
    for (const QString& wanted : QLocale::system().uiLanguages())
        if (const QString name = wanted.section(QLatin1Char('-'), 0, 0); known.contains(name))
            return name;
    return known.front();
}

// Owned by the application.
bool install(const QString& catalogue, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>(QCoreApplication::instance());
    return translator->load(catalogue, folder) && QCoreApplication::installTranslator(translator.release());
}

} // namespace

QStringList languages()
{
    loadResources();
    QStringList all{QStringLiteral("en")};
    for (const QString& file : QDir(QStringLiteral(":/translations")).entryList({QStringLiteral("sparsescope_*.qm")}))
        all << file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0);
    return all;
}

QString languageName(const QString& language)
{
    return language == QLatin1String("en") ? QStringLiteral("English") : QLocale(language).nativeLanguageName();
}

QStringList languageChoices()
{
    return QStringList{ofSystem} + languages();
}

QString languageOf(const QString& choice)
{
    return choice == ofSystem ? systemLanguage() : choice;
}

QString keptLanguage(const QSettings& settings)
{
    const QString kept = settings.value(languageKey).toString();
    return languageChoices().contains(kept) ? kept : ofSystem;
}

void keepLanguage(QSettings& settings, const QString& choice)
{
    settings.setValue(languageKey, choice);
}

void useLanguage(const QString& choice)
{
    language() = languageOf(choice);
    if (language() == languages().front())
        return;
    // What Qt says in its own dialogs and names of keys; where its catalogue is not installed, that is English.
    install(QStringLiteral("qtbase_") + language(), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QStringLiteral("sparsescope_") + language(), QStringLiteral(":/translations"));
}

QString windowLanguage()
{
    return language();
}

} // namespace sparsescope
