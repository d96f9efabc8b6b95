// What leaves the Batch page as a file: its plots, the page, and what search and runs take as a table.
#include "engine/core/at.h"
#include "views/export/exports.h"
#include "views/export/widget_picture.h"
#include "views/pages/batch/batch_page.h"
#include "views/pages/batch/batch_search_view.h"
#include "views/workspace/workspace.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <limits>

namespace sparsescope {

namespace {

const char* aheadWord(PayOff payOff)
{
    switch (payOff) {
    case PayOff::AtOnce:
        return "at once";
    case PayOff::After:
        return "after";
    case PayOff::UpTo:
        return "up to";
    case PayOff::Never:
        return "never";
    case PayOff::Unknown:
        break;
    }
    return "";
}

DataTable searchTable(const BatchResults& results, const std::vector<SearchTime>& times)
{
    DataTable table;
    for (const char* name : {"matrix", "source", "planner", "search_ns", "run_ns", "run_is", "run_over_fastest",
                             "baseline", "baseline_search_ns", "baseline_run_ns", "ahead", "runs"})
        table.columns.push_back({name, {}, {}});
    for (const SearchTime& time : times) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        const bool against = time.base >= 0;
        const bool some = time.breakEven.payOff == PayOff::After || time.breakEven.payOff == PayOff::UpTo;
        auto column = table.columns.begin();
        (column++)->texts.push_back(results.matrices[time.matrix].matrix);
        (column++)->texts.push_back(results.matrices[time.matrix].source);
        (column++)->texts.push_back(results.contestants[time.contestant].name);
        (column++)->numbers.push_back(time.searchSeconds * 1e9);
        (column++)->numbers.push_back(time.ns);
        (column++)->texts.emplace_back(results.measured ? "measured" : "predicted");
        (column++)->numbers.push_back(time.overFastest);
        (column++)->texts.push_back(against ? results.contestants[at(time.base)].name : std::string());
        (column++)->numbers.push_back(against ? time.baseSeconds * 1e9 : none);
        (column++)->numbers.push_back(against ? time.baseNs : none);
        (column++)->texts.emplace_back(aheadWord(time.breakEven.payOff));
        (column++)->numbers.push_back(some ? time.breakEven.runs : none);
    }
    return table;
}

} // namespace

void BatchPage::exportPictureDialog()
{
    if (!m_results)
        return;
    const QString stem = QFileInfo(m_path).completeBaseName();
    std::vector<PictureChoice> pictures;
    for (QWidget* plot : plots())
        pictures.push_back(plotChoice(m_workspace, *plot, stem));
    pictures.push_back(screenChoice(m_workspace, *this, tr("The page"), stem + QStringLiteral("-page")));
    pictures.push_back(screenChoice(m_workspace, *window(), tr("The whole window"), stem + QStringLiteral("-window")));
    std::vector<DataChoice> data;
    if (m_searches->isVisible() && !m_searches->times().empty())
        data.push_back(
            {tr("Search times"), QStringLiteral("search-times"),
             [results = m_results, times = m_searches->times()](Progress&) { return searchTable(*results, times); }});
    ExportDialog::Actions actions;
    actions.saveData = [this](const DataChoice& choice, const QString& path) { saveData(m_workspace, choice, path); };
    ExportDialog dialog(std::move(pictures), std::move(data), stem, std::move(actions), this);
    dialog.exec();
}

void BatchPage::copyPicture()
{
    const QImage image = widgetImage(*this, 2);
    QGuiApplication::clipboard()->setImage(image);
    Q_EMIT m_workspace.operations().message(
        tr("Copied the page as an image of %1 x %2 pixels").arg(image.width()).arg(image.height()));
}

} // namespace sparsescope
