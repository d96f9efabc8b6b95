#include "views/export/exports.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "views/export/widget_picture.h"
#include "views/parts/words.h"

#include <QApplication>
#include <QClipboard>
#include <QWidget>

namespace sparsescope {

namespace {

PictureChoice widgetChoice(Workspace& workspace, QWidget& widget, PictureChoice::Kind kind, const QString& name,
                           const QString& stem)
{
    return {name,
            stem,
            widget.size(),
            kind,
            {},
            {},
            [&workspace, &widget, name](const QString& path, const FigureStyle& style) {
                try {
                    writeWidget(widget, style, path);
                    Q_EMIT workspace.operations().message(tr("Saved %1").arg(path));
                } catch (const Error&) {
                    Q_EMIT workspace.operations().failed(
                        failureOf(Lane::Export, tr("Exporting %1").arg(name), std::current_exception()));
                }
            },
            [&widget] { QGuiApplication::clipboard()->setImage(widgetImage(widget, 2)); }};
}

} // namespace

PictureChoice plotChoice(Workspace& workspace, QWidget& plot, const QString& stem)
{
    return widgetChoice(workspace, plot, PictureChoice::Plot,
                        plot.accessibleName().isEmpty() ? tr("Plot") : plot.accessibleName(),
                        stem + QStringLiteral("-plot"));
}

PictureChoice screenChoice(Workspace& workspace, QWidget& widget, const QString& name, const QString& stem)
{
    return widgetChoice(workspace, widget, PictureChoice::Screen, name, stem);
}

void saveData(Workspace& workspace, const DataChoice& choice, const QString& path)
{
    workspace.jobs().start(
        {Lane::Export, path}, tr("Exporting %1").arg(choice.name),
        [make = choice.make, path](Progress& progress) {
            const DataTable table = make(progress);
            writeText(path.toStdString(),
                      path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ? table.json() : table.csv());
            return true;
        },
        [&workspace, path](bool) { Q_EMIT workspace.operations().message(tr("Saved %1").arg(path)); });
}

} // namespace sparsescope
