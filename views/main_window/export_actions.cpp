// What leaves the window as files: pictures, data, frames, a web page.
#include "engine/core/files.h"
#include "engine/io/writer.h"
#include "engine/report/html_report.h"
#include "views/export/canvas_figure.h"
#include "views/export/export_dialog.h"
#include "views/export/widget_picture.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>

namespace sparsescope {

// As it is shown: the matrix, or which row and column of the file stands at each place, by the name's ending.
static void exportMatrix(Workspace& w, QWidget* parent)
{
    const ShownOrder& order = w.attention().order();
    const MatrixPtr matrix = order.shown().matrix;
    if (!matrix)
        return;
    const std::string& name = matrix->source().name;
    const QString stem = QString::fromStdString(name.substr(0, name.find('.'))) + QLatin1Char('-') +
                         QLatin1String(sparsescope::name(order.order()));
    const QString path = QFileDialog::getSaveFileName(
        parent, MainWindow::tr("Export the matrix in the order shown"), stem + QStringLiteral(".mtx"),
        MainWindow::tr("Matrix Market (*.mtx *.mtx.gz);;Permutation, arrays of NumPy (*.npz)"));
    if (path.isEmpty())
        return;
    w.jobs().start(
        {Lane::Export, path}, MainWindow::tr("Exporting the matrix"),
        [matrix, lines = order.shown().lines, order = order.order(), path = path.toStdString()](Progress& progress) {
            if (path.ends_with(".npz"))
                writePermutation(lines ? *lines : LineOrder(), *matrix, path, progress);
            else
                writeMatrix(*matrix, path,
                            matrix->source().name + ", order of rows and columns: " + sparsescope::name(order),
                            progress);
            return true;
        },
        [&w, path](bool) { Q_EMIT w.operations().message(MainWindow::tr("Saved %1").arg(path)); });
}

void MainWindow::buildExportMenu(QMenu* file)
{
    m_savePicture =
        addAction(file, tr("&Export…"), QKeySequence(QStringLiteral("Ctrl+Shift+E")), [this] { exportDialog(); });
    m_copyImage = addAction(file, tr("&Copy the matrix as image"), QKeySequence(QStringLiteral("Ctrl+Shift+C")),
                            [this] { copyCanvas(); });
    QAction* matrix =
        addAction(file, tr("Export the &matrix in the order shown…"), {}, [this] { exportMatrix(*m_workspace, this); });
    const auto enable = [this, matrix] { matrix->setEnabled(m_workspace->document().matrix() != nullptr); };
    listen(m_workspace->document(), Document::MatrixChanged, matrix, enable);
    enable();
    m_exportPage = addAction(file, tr("Export as &web page…"), {}, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Export as web page"),
                                                          QStringLiteral("session.html"), tr("Web pages (*.html)"));
        if (!path.isEmpty())
            exportPage(path);
    });
}

// What the canvas shows now, with the owners of the plan that is shown.
static CanvasShot canvasShot(const Workspace& w, const HeatMapView& canvas)
{
    std::shared_ptr<const std::vector<std::uint32_t>> owner;
    if (const LiveSearch* live = w.attention().live()) {
        if (const auto shown = w.attention().order().live(*live); shown && shown->plan == canvas.plan())
            owner = shown->owner;
    } else if (const PlanFactsPtr facts = w.attention().planFacts()) {
        if (const auto shown = w.attention().order().plan(w.attention().plan(), facts);
            shown && shown->plan == canvas.plan())
            owner = shown->owner;
    }
    return shotOf(canvas, owner, QString::fromStdString(w.document().matrix()->source().name));
}

void MainWindow::copyCanvas()
{
    if (m_page->whole())
        return m_page->copyPicture();
    if (!m_workspace->document().matrix())
        return;
    m_workspace->jobs().start(
        Lane::Export, tr("Drawing the picture"),
        [shot = canvasShot(*m_workspace, *m_canvas)](Progress& progress) {
            HeatMapRenderer renderer([](const std::shared_ptr<const HeatMapPicture>&) {});
            return drawFigure(shot, 2, renderer, progress);
        },
        [this](const QImage& image) {
            QGuiApplication::clipboard()->setImage(image);
            Q_EMIT m_workspace->operations().message(
                tr("Copied the matrix as an image of %1 x %2 pixels").arg(image.width()).arg(image.height()));
        });
}

void MainWindow::exportPage(const QString& path)
{
    m_workspace->jobs().start(
        {Lane::Export, path}, tr("Exporting the web page"),
        [make = m_workspace->document().sessionMaker(), file = path.toStdString()](Progress& progress) {
            writeHtmlReport(make(), file, progress);
            return true;
        },
        [this, path](bool) { Q_EMIT m_workspace->operations().message(tr("Saved the web page as %1").arg(path)); });
}

void MainWindow::exportDialog()
{
    if (m_page->whole())
        return m_page->exportPictureDialog();
    Workspace& w = *m_workspace;
    if (!w.document().matrix())
        return;
    const auto saved = [this](const QString& path) {
        Q_EMIT m_workspace->operations().message(tr("Saved %1").arg(path));
    };
    const CanvasShot shot = canvasShot(w, *m_canvas);
    std::vector<PictureChoice> pictures;
    pictures.push_back({tr("Matrix, as it is in view"), QStringLiteral("matrix"), shot.size(),
                        [this, shot, saved](const QString& path, double ratio) {
                            m_workspace->jobs().start(
                                {Lane::Export, path}, tr("Exporting the picture"),
                                [shot, path, ratio](Progress& progress) {
                                    writeFigure(shot, ratio, path, progress);
                                    return true;
                                },
                                [saved, path](bool) { saved(path); });
                        },
                        [this] { copyCanvas(); }});
    const auto addWidget = [&](QWidget* widget, const QString& name, const QString& stem) {
        pictures.push_back(
            {name, stem, widget->size(),
             [this, widget, saved, name](const QString& path, double ratio) {
                 try {
                     writeWidget(*widget, ratio, path);
                     saved(path);
                 } catch (const Error&) {
                     showFailure(failureOf(Lane::Export, tr("Exporting %1").arg(name), std::current_exception()));
                 }
             },
             [widget] { QGuiApplication::clipboard()->setImage(widgetImage(*widget, 2)); }});
    };
    for (QWidget* plot : m_page->plots())
        addWidget(plot, plot->accessibleName().isEmpty() ? tr("Plot") : plot->accessibleName(), QStringLiteral("plot"));
    addWidget(m_page, tr("The page beside the matrix"), QStringLiteral("page"));
    addWidget(window(), tr("The whole window"), QStringLiteral("window"));

    ExportDialog::Actions actions;
    actions.saveData = [this, saved](const DataChoice& choice, const QString& path) {
        m_workspace->jobs().start(
            {Lane::Export, path}, tr("Exporting %1").arg(choice.name),
            [make = choice.make, path](Progress& progress) {
                const DataTable table = make(progress);
                writeText(path.toStdString(),
                          path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ? table.json() : table.csv());
                return true;
            },
            [saved, path](bool) { saved(path); });
    };
    if (shot.request.plan)
        actions.saveFrames = [this, shot](const QString& folder, int frames, double ratio) {
            m_workspace->jobs().start(
                {Lane::Export, folder}, tr("Exporting the frames"),
                [request = FramesRequest{shot, folder, frames, ratio}](Progress& progress) {
                    return writeFrames(request, progress);
                },
                [this, folder](int written) {
                    Q_EMIT m_workspace->operations().message(tr("Saved %1 frames in %2").arg(written).arg(folder));
                });
        };
    actions.savePage = [this](const QString& path) { exportPage(path); };
    ExportDialog dialog(std::move(pictures), dataChoices(w), std::move(actions), this);
    dialog.exec();
}

} // namespace sparsescope
