// sparsescope: the window.
#include "app/window/figure.h"
#include "app/window/glue.h"
#include "app/window/grab.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/signals.h"
#include "engine/core/version.h"
#include "engine/work/batch_table.h"
#include "views/main_window/main_window.h"
#include "views/pages/learn/learn_page.h"
#include "views/parts/icons.h"
#include "views/parts/language.h"
#include "views/tabs/tabbed_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QIcon>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace {

// Must be known before there is an application: pictures are made without a screen too, words without a window.
bool has(int argc, char** argv, std::initializer_list<std::string_view> options)
{
    return std::any_of(argv + 1, argv + argc, [&](std::string_view argument) {
        return std::find(options.begin(), options.end(), argument.substr(0, argument.find('='))) != options.end();
    });
}

// What is said with an option of one value; null where it is not there. The last one counts.
std::optional<std::string> valueOf(int argc, char** argv, const std::string& option)
{
    std::optional<std::string> value;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == option && i + 1 < argc)
            value = argv[i + 1];
        else if (argument.starts_with(option + "="))
            value = argument.substr(option.size() + 1);
    }
    return value;
}

// Pages and menus are named while arguments are read. A picture depends on its arguments alone.
void chooseLanguage(int argc, char** argv, bool grabbing)
{
    using namespace sparsescope;
    const QStringList choices = languageChoices();
    const std::optional<std::string> asked = valueOf(argc, argv, "--language");
    const QString choice = asked      ? QString::fromStdString(*asked)
                           : grabbing ? QStringLiteral("en")
                                      : keptLanguage(QSettings());
    if (!choices.contains(choice))
        failUsage("--language is one of " + choices.join(QStringLiteral(", ")).toStdString() + ", not '" +
                  choice.toStdString() + "'");
    useLanguage(choice);
}

bool hasDisplay()
{
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return set("DISPLAY") || set("WAYLAND_DISPLAY") || set("QT_QPA_PLATFORM");
}

// A bundle brings settings for fontconfig too, for machines without any; they are read when the application starts.
void useOwnFontSettings(const std::string& programFolder)
{
    const QString own =
        QFileInfo(QString::fromStdString(programFolder) + QStringLiteral("/../share/sparsescope/fonts/fonts.conf"))
            .canonicalFilePath();
    if (!own.isEmpty() && !QFileInfo::exists(QStringLiteral("/etc/fonts/fonts.conf")))
        qputenv("FONTCONFIG_FILE", own.toLocal8Bit());
}

// A bundle brings fonts for machines that have none.
void addOwnFonts()
{
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/sparsescope/fonts"));
    for (const QString& font : folder.entryList({QStringLiteral("*.ttf")}, QDir::Files))
        QFontDatabase::addApplicationFont(folder.filePath(font));
}

struct Arguments {
    QCommandLineParser parser;
    QCommandLineOption picture{
        QStringLiteral("grab"),
        QCoreApplication::translate("main", "Save a picture of the window and end: .png, .svg, .pdf or .tex."),
        QStringLiteral("PICTURE")};
    QCommandLineOption drawing{
        QStringLiteral("figure"),
        QCoreApplication::translate("main", "Save a figure of the matrix and end: .png, .svg, .pdf or .tex."),
        QStringLiteral("PICTURE")};
    QCommandLineOption page{QStringLiteral("page"),
                            QCoreApplication::translate("main", "Begin with this page: {%1}.")
                                .arg(sparsescope::viewNames().join(QStringLiteral(", "))),
                            QStringLiteral("PAGE"), QStringLiteral("explore")};
    QCommandLineOption size{QStringLiteral("size"),
                            QCoreApplication::translate("main", "With --grab: the size of the picture in pixels."),
                            QStringLiteral("WxH"), QStringLiteral("1440x900")};
    QCommandLineOption theme{QStringLiteral("theme"),
                             QCoreApplication::translate("main", "Use these colours: {light, dark, system}."),
                             QStringLiteral("THEME")};
    QCommandLineOption language{QStringLiteral("language"),
                                QCoreApplication::translate("main", "Use these words: {%1}.")
                                    .arg(sparsescope::languageChoices().join(QStringLiteral(", "))),
                                QStringLiteral("LANGUAGE")};
    QCommandLineOption gpu{
        QStringLiteral("run"),
        QCoreApplication::translate("main", "With --grab: run the plan on the GPU before the picture is taken.")};
    QCommandLineOption device{
        QStringLiteral("device"),
        QCoreApplication::translate("main", "Run plans on the GPU of this number, as sparsescope-gpu probe counts "
                                            "them."),
        QStringLiteral("N"), QStringLiteral("0")};
    QCommandLineOption seed{
        QStringLiteral("seed"),
        QCoreApplication::translate("main", "Begin the random values of the dense operands of runs here."),
        QStringLiteral("N"), QStringLiteral("1")};
    QCommandLineOption linked{
        QStringLiteral("link"),
        QCoreApplication::translate("main", "Link the first two matrices: both show the same place.")};
    QCommandLineOption lesson{
        QStringLiteral("lesson"),
        QCoreApplication::translate("main", "With --page learn: open this lesson, a name or a file."),
        QStringLiteral("LESSON")};
    QCommandLineOption step{QStringLiteral("step"),
                            QCoreApplication::translate("main", "With --lesson: begin with this step, counted from 1."),
                            QStringLiteral("N"), QStringLiteral("1")};
    sparsescope::FigureOptions figure;

    // Ends the program where help or version were asked for.
    Arguments()
    {
        parser.setApplicationDescription(
            QCoreApplication::translate("main", "Explores and profiles how sparse matrices are cut into tiles."));
        const QCommandLineOption help = parser.addHelpOption();
        const QCommandLineOption version = parser.addVersionOption();
        parser.addPositionalArgument(
            QStringLiteral("FILE"),
            QCoreApplication::translate(
                "main", "Matrices, sessions and batches to open, a tab each; plans behind their matrix."),
            QStringLiteral("[FILE...]"));
        parser.addOptions({picture, drawing, page, size, theme, language, gpu, device, seed, linked, lesson, step});
        parser.addOptions(figure.all());
        if (!parser.parse(QCoreApplication::arguments()))
            sparsescope::failUsage(parser.errorText().toStdString());
        if (parser.isSet(help))
            parser.showHelp();
        if (parser.isSet(version))
            parser.showVersion();
    }
};

qulonglong wholeNumber(const QCommandLineParser& parser, const QCommandLineOption& option, qulonglong most)
{
    bool good = false;
    const qulonglong number = parser.value(option).toULongLong(&good);
    if (!good || number > most)
        sparsescope::failUsage("--" + option.names().constFirst().toStdString() + " takes a whole number from 0 to " +
                               std::to_string(most) + ", not '" + parser.value(option).toStdString() + "'");
    return number;
}

int run()
{
    using namespace sparsescope;
    addOwnFonts();
    const Arguments arguments;
    const auto& [parser, picture, drawing, page, size, theme, language, gpu, device, seed, linked, lesson, step,
                 figure] = arguments;
    const bool drawn = parser.isSet(drawing);
    if (drawn && parser.isSet(picture))
        failUsage("--grab is of the window, --figure of the matrix: one of them");
    const QStringList files = parser.positionalArguments();
    const bool batch = std::any_of(files.begin(), files.end(), [](const QString& file) {
        return QFileInfo(file).isFile() && isBatch(file.toStdString());
    });
    const QString firstPage = batch && !parser.isSet(page) ? QStringLiteral("batch") : parser.value(page);
    GrabRequest request{parser.value(drawn ? drawing : picture),
                        figure.look(parser),
                        drawn ? std::optional(figure.style(parser)) : std::nullopt,
                        viewNamed(firstPage.toStdString()),
                        parseSize(parser.value(size)),
                        files,
                        parser.isSet(gpu),
                        parser.isSet(linked),
                        parser.value(lesson),
                        parser.value(step).toInt()};
    if (request.step < 1)
        failUsage("--step counts from 1, not '" + parser.value(step).toStdString() + "'");
    RunOptions run;
    run.device = static_cast<int>(wholeNumber(parser, device, mostDevices - 1));
    run.seed = wholeNumber(parser, seed, std::numeric_limits<qulonglong>::max());
    const bool grabbing = drawn || parser.isSet(picture);
    // A picture depends on its arguments alone, and leaves no traces in the user's settings.
    auto settings = grabbing ? nullptr : std::make_unique<QSettings>();
    TabbedWindow window(windowHooks(run), std::move(settings));
    if (parser.isSet(theme))
        window.setTheme(parseTheme(parser.value(theme)));
    else if (grabbing)
        window.setTheme(ThemeChoice::Light);
    if (grabbing)
        return grab(window, request);
    show(window.current(), request.page);
    window.keepSafe(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                    QStringLiteral("/recovery"));
    window.show();
    if (!request.open.isEmpty())
        window.openFiles(request.open);
    if (!request.lesson.isEmpty())
        dynamic_cast<LearnPage&>(window.current().page("learn")).openLesson(request.lesson, request.step - 1);
    if (request.link)
        linkWhenOpen(window);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    const bool grabbing = has(argc, argv, {"--grab", "--figure"});
    if (grabbing && !hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // What goes wrong is said in one line on stderr; remarks of the platform would stand in between.
    if (grabbing)
        qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
            if (type == QtCriticalMsg || type == QtFatalMsg)
                std::fprintf(stderr, "%s\n", text.toUtf8().constData());
        });
    sparsescope::outliveFileSizeLimit();
    useOwnFontSettings(sparsescope::programFolder());
    QCoreApplication::setApplicationName(QStringLiteral("sparsescope"));
    QCoreApplication::setOrganizationName(QStringLiteral("sparsescope"));
    QCoreApplication::setApplicationVersion(QString::fromLatin1(sparsescope::version()));
    // Before there is an application; a picture depends on its arguments alone.
    if (const int percent = sparsescope::MainWindow::keptScale(QSettings());
        percent != 100 && !grabbing && !qEnvironmentVariableIsSet("QT_SCALE_FACTOR"))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(percent / 100.0));
    try {
        if (has(argc, argv, {"--help", "-h", "--help-all", "--version", "-v"})) {
            const QCoreApplication application(argc, argv);
            const Arguments arguments;
        }
        if (!grabbing && !hasDisplay() && !has(argc, argv, {"-platform", "--platform"}))
            sparsescope::failUsage("there is no display to open a window on; --grab makes a picture without one, and "
                                   "sparsescope-cli needs none");
        const QApplication application(argc, argv);
        QGuiApplication::setApplicationDisplayName(QStringLiteral("Sparsescope"));
        QGuiApplication::setDesktopFileName(QStringLiteral("sparsescope"));
        sparsescope::loadResources();
        chooseLanguage(argc, argv, grabbing);
        QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/sparsescope.svg")));
        return run();
    } catch (const sparsescope::Error& e) {
        std::fprintf(stderr, "sparsescope: %s\n", e.what());
        return e.exitStatus();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "sparsescope: %s\n", e.what());
        return static_cast<int>(sparsescope::ErrorKind::Internal);
    }
}
