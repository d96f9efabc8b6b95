// sparsescope: the window.
#include "app/window/glue.h"
#include "app/window/grab.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "views/main_window/main_window.h"
#include "views/main_window/tabbed_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <QSettings>
#include <QStandardPaths>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// Must be known before there is an application: pictures are made without a screen too.
bool wantsGrab(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--grab") == 0 || std::strncmp(argv[i], "--grab=", 7) == 0)
            return true;
    return false;
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
    const QString own = QFileInfo(QString::fromStdString(programFolder) + QStringLiteral("/../share/sparsescope/fonts/fonts.conf")).canonicalFilePath();
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

int run(QApplication& application)
{
    using namespace sparsescope;
    addOwnFonts();
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Explores and profiles how sparse matrices are cut into tiles."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        QCoreApplication::translate("main", "Matrices and sessions, a tab each; plans behind their matrix."),
        QStringLiteral("[FILE...]"));
    const QCommandLineOption picture(QStringLiteral("grab"),
                                     QCoreApplication::translate("main", "Save a picture of the window and end."),
                                     QStringLiteral("PNG"));
    const QCommandLineOption page(
        QStringLiteral("page"),
        QCoreApplication::translate("main", "explore, heatmap, search, tiles, kernel, ptx, measure, schedule, model, "
                                                       "roofline, sub-tasks, kinds, counters, baselines, compare or sweeps."),
        QStringLiteral("PAGE"), QStringLiteral("explore"));
    const QCommandLineOption size(QStringLiteral("size"),
                                  QCoreApplication::translate("main", "Of the picture, in pixels."),
                                  QStringLiteral("WxH"), QStringLiteral("1440x900"));
    const QCommandLineOption theme(QStringLiteral("theme"),
                                   QCoreApplication::translate("main", "light, dark or system."),
                                   QStringLiteral("THEME"));
    const QCommandLineOption gpu(
        QStringLiteral("run"),
        QCoreApplication::translate("main", "With --grab: run the plan on the GPU before the picture is taken."));
    const QCommandLineOption linked(
        QStringLiteral("link"),
        QCoreApplication::translate("main", "Link the first two matrices: both show the same place."));
    parser.addOptions({picture, page, size, theme, gpu, linked});
    if (!parser.parse(application.arguments()))
        failUsage(parser.errorText().toStdString());
    if (parser.isSet(help))
        parser.showHelp();
    if (parser.isSet(version))
        parser.showVersion();

    GrabRequest request{parser.value(picture),        parser.value(page), parseSize(parser.value(size)),
                        parser.positionalArguments(), parser.isSet(gpu),  parser.isSet(linked)};
    checkPage(request.page);
    const bool grabbing = parser.isSet(picture);
    // A picture depends on its arguments alone, and leaves no traces in the user's settings.
    auto settings = grabbing ? nullptr : std::make_unique<QSettings>();
    TabbedWindow window(windowHooks(), std::move(settings));
    if (parser.isSet(theme))
        window.setTheme(parseTheme(parser.value(theme)));
    else if (grabbing)
        window.setTheme(ThemeChoice::Light);
    if (grabbing)
        return grab(window, request);
    window.current().showPage(request.page == QLatin1String("search")    ? Page::Search
                              : request.page == QLatin1String("kernel")  ? Page::Kernel
                              : request.page == QLatin1String("measure") ? Page::Measure
                              : request.page == QLatin1String("compare") || request.page == QLatin1String("sweeps")
                                  ? Page::Compare
                                  : Page::Explore);
    window.keepSafe(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                    QStringLiteral("/recovery"));
    window.show();
    if (!request.open.isEmpty())
        window.openFiles(request.open);
    if (request.link)
        linkWhenOpen(window);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    const bool grabbing = wantsGrab(argc, argv);
    if (grabbing && !hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // What goes wrong is said in one line on stderr; remarks of the platform would stand in between.
    if (grabbing)
        qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
            if (type == QtCriticalMsg || type == QtFatalMsg)
                std::fprintf(stderr, "%s\n", text.toUtf8().constData());
        });
    useOwnFontSettings(sparsescope::programFolder());
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("sparsescope"));
    QCoreApplication::setOrganizationName(QStringLiteral("sparsescope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SPARSESCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Sparsescope"));
    try {
        return run(application);
    } catch (const sparsescope::Error& e) {
        std::fprintf(stderr, "sparsescope: %s\n", e.what());
        return e.exitStatus();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "sparsescope: %s\n", e.what());
        return static_cast<int>(sparsescope::ErrorKind::Internal);
    }
}
