// A picture of the whole window with one page.
#include "app/window/grab.h"

#include "engine/core/error.h"
#include "views/export/widget_picture.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/learn/learn_page.h"
#include "views/parts/picture_file.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>

#include <cstdio>
#include <optional>

namespace sparsescope {

namespace {

void turn(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

// Nothing is under way, three times in a row: the end of one job may start another.
void waitUntilSettled(TabbedWindow& window, const std::optional<Failure>& failure)
{
    for (int calm = 0; calm < 3 && !failure;) {
        turn(20);
        calm = window.settled() && !window.current().canvas().sliding() ? calm + 1 : 0;
    }
}

} // namespace

void show(MainWindow& window, const NamedView& page)
{
    window.showPage(page.page->key);
    window.page().showView(page.view->name);
}

QSize parseSize(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char('x'));
    bool good = parts.size() == 2;
    const int width = good ? parts[0].toInt(&good) : 0;
    const int height = good ? parts[1].toInt(&good) : 0;
    if (!good || width < 320 || height < 240 || width > 16384 || height > 16384)
        failUsage("'" + text.toStdString() + "' is no size from 320x240 to 16384x16384");
    return {width, height};
}

void linkWhenOpen(TabbedWindow& window)
{
    if (window.count() < 2)
        failUsage("--link needs two matrices");
    auto* once = new QObject(&window);
    const auto link = [&window, once] {
        if (window.count() < 2)
            return once->deleteLater(); // one of them did not come
        MainWindow& first = *window.tabs()[0];
        MainWindow& second = *window.tabs()[1];
        if (!first.workspace().document().matrix() || !second.workspace().document().matrix())
            return;
        window.link(first, second);
        once->deleteLater();
    };
    for (const int i : {0, 1})
        listen(window.tabs()[i]->workspace().document(), Document::MatrixChanged, once, link);
}

int grab(TabbedWindow& window, const GrabRequest& request)
{
    std::optional<Failure> failure;
    QObject::connect(&window, &TabbedWindow::failed, &window, [&failure](const Failure& f) {
        // Without a worker the pages say so themselves; it is no reason for no picture.
        if (!failure)
            failure = f;
    });
    const PictureFormat format = formatOfPath(request.file);
    if (request.figure && request.open.isEmpty())
        failUsage("a figure needs a matrix");
    const bool wantsPlan = request.run || request.page.view->needsPlan || request.look.needsPlan();
    if (wantsPlan && request.open.isEmpty())
        failUsage("the page " + std::string(request.page.view->name) + " needs a matrix");
    window.resize(request.size);
    window.show();
    window.openFiles(request.open);
    if (request.link)
        linkWhenOpen(window);
    waitUntilSettled(window, failure);
    for (MainWindow* tab : window.tabs()) {
        Workspace& workspace = tab->workspace();
        if (!failure && wantsPlan && workspace.document().matrix() && !workspace.attention().plan()) {
            if (request.look.needsRun() && !request.run) // before a search, which may take its time
                failUsage("the layer " + request.look.layer.toStdString() +
                          " needs a session with a run: this matrix was not measured");
            workspace.operations().search();
            waitUntilSettled(window, failure);
        }
        if (!failure && request.run) {
            if (const QString why = workspace.operations().whyNoGpuRun(); !why.isEmpty())
                throw Error(ErrorKind::Device, why.toStdString());
            workspace.operations().runOnGpu();
            waitUntilSettled(window, failure);
        }
    }
    if (failure) {
        std::fprintf(stderr, "sparsescope: %s\n", failure->sentence.toUtf8().constData());
        return static_cast<int>(failure->kind);
    }
    MainWindow& shown = window.current();
    show(shown, request.page);
    if (shown.workspace().document().matrix())
        request.look.show(shown);
    if (request.figure) { // a session may have been left elsewhere
        shown.workspace().attention().setStep(shown.workspace().attention().steps());
        shown.canvas().fitAll();
    }
    waitUntilSettled(window, failure);
    if (!request.lesson.isEmpty()) {
        dynamic_cast<LearnPage&>(window.current().page("learn")).openLesson(request.lesson, request.step - 1);
        waitUntilSettled(window, failure);
    }
    window.current().page().computeView(request.page.view->name);
    waitUntilSettled(window, failure);
    turn(50);
    waitUntilSettled(window, failure);
    if (QWidget* focused = QApplication::focusWidget())
        focused->clearFocus(); // a picture has no keyboard
    if (failure) {
        std::fprintf(stderr, "sparsescope: %s\n", failure->sentence.toUtf8().constData());
        return static_cast<int>(failure->kind);
    }
    if (request.figure)
        writeFigure(shotOf(shown.canvas()), *request.figure, request.file, noProgress());
    else if (format == PictureFormat::Png)
        writePng(window.grab().toImage(), request.file);
    else
        writeWidget(window, {}, request.file);
    return 0;
}

} // namespace sparsescope
