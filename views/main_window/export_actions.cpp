// What leaves the window as files: pictures, data, frames, a web page.
#include "engine/io/writer.h"
#include "engine/matrix/slices.h"
#include "engine/report/html_report.h"
#include "views/export/canvas_figure.h"
#include "views/export/exports.h"
#include "views/export/grey_check.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/parts/file_stem.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>

#include <fmt/format.h>
#include <optional>

namespace sparsescope {

// As it is shown: the matrix or a part of it, by the name's ending, or which row and column of the file stands at each
// place.
static void exportMatrix(Workspace& w, QWidget* parent, const std::optional<CellRange>& part)
{
    const ShownOrder& order = w.attention().order();
    const MatrixPtr matrix = order.shown().matrix;
    if (!matrix)
        return;
    const QString stem = fileStem(matrix->source().name) + QLatin1Char('-') +
                         (part ? QStringLiteral("part") : QString::fromUtf8(sparsescope::name(order.order())));
    const QString permutation = MainWindow::tr("Permutation, arrays of NumPy (*.npz)");
    QStringList kinds{MainWindow::tr("Matrix Market (*.mtx *.mtx.gz)"), MainWindow::tr("SciPy (*.npz)"),
                      MainWindow::tr("Binsparse (*.bsp.h5)")};
    if (!part)
        kinds << permutation;
    QString kind;
    const QString path =
        QFileDialog::getSaveFileName(parent,
                                     part ? MainWindow::tr("Export the selected part of the matrix")
                                          : MainWindow::tr("Export the matrix in the order shown"),
                                     stem + QStringLiteral(".mtx"), kinds.join(QStringLiteral(";;")), &kind);
    if (path.isEmpty())
        return;
    w.jobs().start(
        {Lane::Export, path}, MainWindow::tr("Exporting the matrix"),
        [matrix, part, lines = order.shown().lines, order = order.order(), path = path.toStdString(),
         permuted = kind == permutation](Progress& progress) {
            const std::string comment =
                matrix->source().name + ", order of rows and columns: " + sparsescope::name(order);
            if (permuted)
                writePermutation(lines ? *lines : LineOrder(), *matrix, path, progress);
            else if (part)
                writeMatrix(*rectangleOf(*matrix, {part->row0, part->row1, part->col0, part->col1}, progress), path,
                            fmt::format("{}, rows {}:{}, columns {}:{}", comment, part->row0, part->row1, part->col0,
                                        part->col1),
                            progress);
            else
                writeMatrix(*matrix, path, comment, progress);
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
    QAction* matrix = addAction(file, tr("Export the &matrix in the order shown…"), {},
                                [this] { exportMatrix(*m_workspace, this, {}); });
    QAction* part = addAction(file, tr("Export the se&lected part of the matrix…"), {}, [this] {
        if (const std::optional<CellRange> cells = m_workspace->attention().selection().cells)
            exportMatrix(*m_workspace, this, cells);
    });
    const auto enable = [this, matrix, part] {
        matrix->setEnabled(m_workspace->document().matrix() != nullptr);
        part->setEnabled(m_workspace->attention().selection().cells.has_value());
    };
    listen(m_workspace->document(), Document::MatrixChanged, matrix, enable);
    listen(m_workspace->attention(), Attention::SelectionChanged, part, enable);
    enable();
    m_exportPage = addAction(file, tr("Export as &web page…"), {}, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Export as web page"),
                                                          fileStem(m_workspace->document().matrix()->source().name) +
                                                              QStringLiteral(".html"),
                                                          tr("Web pages (*.html)"));
        if (!path.isEmpty())
            exportPage(path);
    });
}

void MainWindow::copyCanvas()
{
    if (m_page->whole())
        return m_page->copyPicture();
    if (!m_workspace->document().matrix())
        return;
    FigureStyle style;
    style.ratio = 2;
    style.title = QString::fromStdString(m_workspace->document().matrix()->source().name);
    m_workspace->jobs().start(
        Lane::Export, tr("Drawing the picture"),
        [shot = shotOf(*m_canvas), style](Progress& progress) { return drawFigure(shot, style, progress); },
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
    const CanvasShot shot = shotOf(*m_canvas);
    const QString name = QString::fromStdString(w.document().matrix()->source().name);
    const QString stem = fileStem(w.document().matrix()->source().name);
    QStringList tips = m_canvas->drawnLegend() ? greyProblems(*m_canvas->drawnLegend()) : QStringList();
    if (m_canvas->colours().dark)
        tips << tr("These are the colours of the dark theme; for white paper choose View > Theme > Light.");
    std::vector<PictureChoice> pictures;
    pictures.push_back(
        {tr("Matrix, as it is in view"), stem, m_canvas->size(), PictureChoice::Matrix, name,
         tips.join(QLatin1Char('\n')),
         [this, shot](const QString& path, const FigureStyle& style) {
             m_workspace->jobs().start(
                 {Lane::Export, path}, tr("Exporting the picture"),
                 [shot, path, style](Progress& progress) {
                     writeFigure(shot, style, path, progress);
                     return true;
                 },
                 [this, path](bool) { Q_EMIT m_workspace->operations().message(tr("Saved %1").arg(path)); });
         },
         [this] { copyCanvas(); }});
    for (QWidget* plot : m_page->plots())
        pictures.push_back(plotChoice(w, *plot, stem));
    pictures.push_back(screenChoice(w, *m_page, tr("The page beside the matrix"), stem + QStringLiteral("-page")));
    pictures.push_back(screenChoice(w, *window(), tr("The whole window"), stem + QStringLiteral("-window")));

    ExportDialog::Actions actions;
    actions.saveData = [&w](const DataChoice& choice, const QString& path) { saveData(w, choice, path); };
    if (shot.request.plan)
        actions.saveFrames = [this, shot, name](const QString& folder, int frames, int pixels) {
            FigureStyle style;
            style.title = name;
            style.ratio = pixels / widthOf(shot, style);
            m_workspace->jobs().start(
                {Lane::Export, folder}, tr("Exporting the frames"),
                [request = FramesRequest{shot, style, folder, frames}](Progress& progress) {
                    return writeFrames(request, progress);
                },
                [this, folder](int written) {
                    Q_EMIT m_workspace->operations().message(tr("Saved %1 frames in %2").arg(written).arg(folder));
                });
        };
    actions.savePage = [this](const QString& path) { exportPage(path); };
    ExportDialog dialog(std::move(pictures), dataChoices(w), stem, std::move(actions), this);
    dialog.exec();
}

} // namespace sparsescope
