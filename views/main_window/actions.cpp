// Menus, keys, files and drops of the window.
#include "engine/core/version.h"
#include "engine/io/suffixes.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/session/session.h"
#include "views/canvas/layer_bar.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/banner.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/main_window/pattern_dialog.h"
#include "views/main_window/run_dialog.h"
#include "views/main_window/samples.h"
#include "views/main_window/setup_actions.h"
#include "views/main_window/start_view.h"
#include "views/main_window/window_frame.h"
#include "views/parts/action_palette.h"
#include "views/parts/file_stem.h"
#include "views/parts/label_text.h"
#include "views/workspace/gpu_hosts.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>

#include <algorithm>

namespace sparsescope {

namespace {
const QString recentKey = QStringLiteral("recentFiles");
const QString reduceMotionKey = QStringLiteral("reduceMotion");
} // namespace

QAction* MainWindow::addAction(QMenu* menu, const QString& text, const QKeySequence& keys,
                               const std::function<void()>& what)
{
    QAction* action = menu->addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [what] { what(); });
    m_allActions.push_back(action);
    return action;
}

void MainWindow::buildActions()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    addAction(file, tr("&Open…"), QKeySequence::Open, [this] { openDialog(); });
    fillFromPages(PageMenu::File, *file);
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
    QMenu* builtIn = file->addMenu(tr("Open a sam&ple"));
    for (std::size_t i = 0; i < samples().size(); ++i)
        nameKind({addAction(builtIn, samples()[i].title, {}, [this, i] { openSample(static_cast<int>(i)); })},
                 tr("Sample"));
    for (std::size_t i = 0; i < recordings().size(); ++i)
        nameKind({addAction(builtIn, recordings()[i].title, {}, [this, i] { openRecording(static_cast<int>(i)); })},
                 tr("Sample"));
    addAction(file, tr("Open ed&ge list…"), {}, [this] { openEdgesDialog(); });
    addAction(file, tr("&New from pattern…"), QKeySequence::New, [this] { newFromPattern(); });
    addAction(file, tr("New &masks…"), QKeySequence(QStringLiteral("Ctrl+Shift+N")), [this] { newMasks(); });
    if (m_frame)
        buildTabActions(file);
    file->addSeparator();
    m_saveSession = addAction(file, tr("&Save session"), QKeySequence::Save, [this] { saveSession(); });
    m_saveSessionAs = addAction(file, tr("Save session &as…"), QKeySequence(QStringLiteral("Ctrl+Shift+S")),
                                [this] { saveSessionDialog(); });
    m_savePlan = addAction(file, tr("Save p&lan as…"), {}, [this] { savePlanDialog(); });
    m_saveRule = addAction(file, tr("Save &dynamic plan as…"), {}, [this] { saveRuleDialog(); });
    buildExportMenu(file);
    file->addSeparator();
    addAction(file, tr("&Quit"), tr("Ctrl+Q"), [this] { window()->close(); });

    fillFromPages(PageMenu::Edit, *menuBar()->addMenu(tr("&Edit")));
    buildViewMenu();
    buildSessionMenu();

    buildOperatorMenu();
    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->setToolTipsVisible(true); // why something cannot be done now
    fillFromPages(PageMenu::Run, *run);
    addAction(run, tr("Run &options…"), {}, [this] { RunDialog(*m_workspace, this).exec(); });
    QMenu* hosts = run->addMenu(tr("Run o&n"));
    connect(hosts, &QMenu::aboutToShow, this, [this, hosts] {
        hosts->clear();
        m_conditions->setupActions().addHostsTo(*hosts);
    });
    const std::shared_ptr<GpuHosts> all = m_workspace->operations().hooks().hosts;
    hosts->menuAction()->setVisible(all && all->reachesOthers());
    run->addSeparator();
    m_cancel = addAction(run, tr("C&ancel"), QKeySequence(QStringLiteral("Ctrl+.")),
                         [this] { m_workspace->jobs().cancelAll(); });

    for (Page* page : m_pages) {
        auto* own = new QMenu(page->definition().title, menuBar());
        m_allActions += page->fillMenu(PageMenu::Own, *own);
        if (own->isEmpty())
            delete own;
        else
            menuBar()->addMenu(own);
    }

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    addAction(help, tr("&Keys of this page\t?"), {}, [this] { showKeys(); });
    addAction(help, tr("Take the &tour"), {}, [this] { startTour(); });
    addAction(help, tr("All &actions…"), QKeySequence(QStringLiteral("Ctrl+K")), [this] { showPalette(); });
    addAction(help, tr("A&bout Sparsescope"), {}, [this] { about(); });
    connect(&m_conditions->matrixMenu(), &QMenu::aboutToShow, this, &MainWindow::fillMatrixMenu);
    fillMatrixMenu();
}

void MainWindow::buildOperatorMenu()
{
    SetupActions& setup = m_conditions->setupActions();
    QMenu* menu = menuBar()->addMenu(tr("&Operator"));
    auto* planners = new QMenu(tr("&Planner of the next search"), menu);
    planners->setToolTipsVisible(true); // what each does
    const auto fill = [&setup, menu, planners, calibrations = new QMenu(tr("&Calibration of the next search"), menu)] {
        menu->clear();
        setup.addOperatorTo(*menu);
        menu->addSeparator();
        planners->clear();
        setup.addPlannersTo(*planners);
        menu->addMenu(planners);
        calibrations->clear();
        setup.addCalibrationsTo(*calibrations);
        menu->addMenu(calibrations);
    };
    connect(menu, &QMenu::aboutToShow, this, fill);
    m_allActions += setup.all();
}

void MainWindow::fillFromPages(PageMenu which, QMenu& menu)
{
    for (Page* page : m_pages)
        m_allActions += page->fillMenu(which, menu);
}

void MainWindow::buildViewMenu()
{
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        addAction(view, m_pages[i]->definition().title, QKeySequence(QStringLiteral("Alt+%1").arg(i + 1)),
                  [this, page = m_pages[i]] { showPage(*page); });
    view->addSeparator();
    addAction(view, tr("&Fit everything"), QKeySequence(QStringLiteral("Ctrl+0")),
              [this] { m_page->whole() ? m_page->fitPicture() : m_canvas->fitAll(); });
    addAction(view, tr("Fit the se&lection\tF"), {}, [this] { m_canvas->fitSelection(); });
    addAction(view, tr("One element a &pixel"), QKeySequence(QStringLiteral("Ctrl+1")),
              [this] { m_canvas->oneToOne(); });
    QAction* stretch = addAction(view, tr("Stretc&h to fill the canvas\tS"), {},
                                 [this] { m_canvas->setStretched(!m_canvas->stretched()); });
    stretch->setCheckable(true);
    connect(m_canvas, &HeatMapView::stretchedChanged, stretch, &QAction::setChecked);
    addAction(view, tr("&Go to row, column…\tG"), {}, [this] { m_canvas->startGoTo(); });
    addAction(view, tr("&Back"), QKeySequence::Back, [this] { m_link->goBack(); });
    addAction(view, tr("For&ward"), QKeySequence::Forward, [this] { m_link->goForward(); });
    if (m_frame)
        buildTabWalk(view);
    view->addSeparator();

    const auto choices = [&](QMenu* menu) {
        auto* group = new QActionGroup(this);
        return [this, menu, group](const QString& text, bool checked, const std::function<void()>& what) {
            QAction* action = addAction(menu, text, {}, what);
            action->setCheckable(true);
            action->setChecked(checked);
            group->addAction(action);
            return action;
        };
    };
    view->addMenu(tr("&Values of the heat map"))->addActions(m_layers->valueActions());
    view->addMenu(tr("&Colour tiles by"))->addActions(m_layers->tileActions());
    view->addMenu(tr("&Order of rows and columns"))->addActions(m_layers->orderActions());
    m_allActions += m_layers->valueActions() + m_layers->tileActions() + m_layers->orderActions();
    nameKind(m_layers->valueActions() + m_layers->tileActions(), tr("Layer"));
    nameKind(m_layers->orderActions(), tr("Order"));
    auto map = choices(view->addMenu(tr("Colour &map")));
    for (const raster::ColourMap m : {raster::ColourMap::Viridis, raster::ColourMap::Cividis, raster::ColourMap::Grey})
        nameKind(
            {map(QString::fromStdString(name(m)), m == raster::ColourMap::Viridis, [this, m] { m_link->setMap(m); })},
            tr("Colour map"));

    QMenu* layers = view->addMenu(tr("La&yers"));
    const auto layer = [&](const QString& text, const std::function<void(bool)>& what) {
        QAction* action = layers->addAction(text);
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, what);
        nameKind({action}, tr("Show"));
        m_allActions.push_back(action);
        return action;
    };
    QAction* tiles = layer(tr("Tiles"), [this](bool on) {
        if (on != m_link->tilesShown())
            m_link->setTilesShown(on);
    });
    connect(m_link, &CanvasLink::layersChanged, tiles, [this, tiles] {
        if (m_workspace->attention().plan())
            tiles->setChecked(m_link->tilesShown());
    });
    layer(tr("Outlines of tiles"), [this](bool on) {
        raster::TileStyle style = m_canvas->tileStyle();
        style.outlines = on;
        m_canvas->setTileStyle(style);
    });
    layer(tr("Profiles of rows and columns"), [this](bool on) { m_canvas->setProfilesShown(on); });
    layer(tr("Small map"), [this](bool on) { m_canvas->setMinimapShown(on); });
    layer(tr("Legend of the colours"), [this](bool on) { m_canvas->setLegendShown(on); });

    m_reduceMotion = view->addAction(tr("&Reduce motion"));
    m_reduceMotion->setCheckable(true);
    connect(m_reduceMotion, &QAction::toggled, this, [this](bool on) {
        m_canvas->setReducedMotion(on);
        if (m_settings)
            m_settings->setValue(reduceMotionKey, on);
        Q_EMIT motionReduced(on);
    });
    m_reduceMotion->setChecked(m_settings && m_settings->value(reduceMotionKey).toBool());
    m_allActions.push_back(m_reduceMotion);
    buildPanelsMenu(view);
    auto theme = choices(view->addMenu(tr("&Theme")));
    QAction* first = nullptr;
    for (const auto& [choice, words] :
         {std::pair(ThemeChoice::System, tr("As the system")), std::pair(ThemeChoice::Light, tr("Light")),
          std::pair(ThemeChoice::Dark, tr("Dark"))}) {
        QAction* action = theme(words, choice == m_theme, [this, choice = choice] { setTheme(choice); });
        action->setData(name(choice));
        nameKind({action}, tr("Theme"));
        first = first ? first : action;
    }
    m_themes = first->actionGroup();
    buildStartChoices(view);
}

void MainWindow::updateActions()
{
    const Workspace& w = *m_workspace;
    m_savePlan->setEnabled(w.attention().plan() != nullptr);
    m_saveRule->setEnabled(w.operations().ruleToSave() != nullptr);
    for (QAction* action : {m_saveSession, m_saveSessionAs, m_bookmark, m_exportPage})
        action->setEnabled(w.document().matrix() != nullptr);
    for (QAction* action : {m_savePicture, m_copyImage})
        action->setEnabled(w.document().matrix() != nullptr || m_page->whole());
    m_cancel->setEnabled(w.operations().busy());
    for (Page* page : m_pages)
        page->updateActions();
    m_tearInspector->setChecked(m_panels->tornOff(Panels::Panel::Inspector));
    m_tearStrip->setChecked(m_panels->tornOff(Panels::Panel::Strip));
    m_tearMasks->setChecked(m_panels->tornOff(Panels::Panel::Masks));
    m_tearMasks->setEnabled(m_panels->masksShown());
}

void MainWindow::newFromPattern()
{
    PatternDialog dialog(tr("New from pattern"), tr("Pattern"), patternKinds(), this);
    if (dialog.exec() == QDialog::Accepted && mayReplace())
        roomForMatrix().workspace().operations().makeMatrix(dialog.kind(), dialog.parameters());
}

void MainWindow::newMasks()
{
    PatternDialog dialog(tr("New masks"), tr("Kind of masks"), maskKinds(), this);
    if (dialog.exec() == QDialog::Accepted && mayReplace())
        roomForMatrix().workspace().operations().makeMasks(dialog.kind(), dialog.parameters());
}

void MainWindow::reduceMotion(bool reduce)
{
    m_reduceMotion->setChecked(reduce);
}

void MainWindow::openDialog()
{
    QStringList patterns;
    for (const std::string& suffix : matrixSuffixes())
        patterns << QStringLiteral("*") + QString::fromStdString(suffix);
    patterns << QStringLiteral("*") + QString::fromUtf8(session::sessionSuffix) << QStringLiteral("*.json")
             << QStringLiteral("*.sqlite");
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Open a matrix, masks, a session, a plan or a batch"), {},
        tr("Matrices, masks, sessions, plans, batches (%1);;All files (*)").arg(patterns.join(QLatin1Char(' '))));
    if (!paths.isEmpty())
        openFiles(paths);
}

void MainWindow::openFiles(const QStringList& paths)
{
    if (m_frame)
        return m_frame->openFiles(*this, paths);
    forgetFailures();
    const auto plan = [](const QString& path) { return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive); };
    if (std::all_of(paths.begin(), paths.end(), plan) || mayReplace())
        openHere(paths);
}

void MainWindow::openHere(const QStringList& paths)
{
    QStringList others;
    for (const QString& path : paths) {
        const auto page =
            std::find_if(m_pages.begin(), m_pages.end(), [&](const Page* each) { return each->opens(path); });
        if (page != m_pages.end())
            (*page)->openFile(path);
        else
            others << path;
    }
    if (!others.isEmpty())
        m_workspace->operations().open(others);
}

void MainWindow::savePlanDialog()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the plan"),
        fileStem(m_workspace->document().matrix()->source().name) + QStringLiteral("-plan.json"), tr("Plans (*.json)"));
    if (!path.isEmpty())
        m_workspace->operations().savePlan(path);
}

void MainWindow::saveRuleDialog()
{
    const MaskSequencePtr masks = m_workspace->document().masks();
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the dynamic plan"),
        fileStem(masks ? masks->facts().name : m_workspace->document().matrix()->source().name) +
            QStringLiteral("-rule.json"),
        tr("Plans (*.json)"));
    if (!path.isEmpty())
        m_workspace->operations().saveRule(path);
}

bool MainWindow::saveSession()
{
    const QString known = m_workspace->document().sessionPath();
    if (known.isEmpty())
        return saveSessionDialog();
    m_workspace->operations().saveSession(known);
    return true;
}

bool MainWindow::saveSessionDialog()
{
    QString known = m_workspace->document().sessionPath();
    const QString suffix = QString::fromUtf8(session::sessionSuffix);
    if (known.isEmpty())
        known = fileStem(m_workspace->document().matrix()->source().name) + suffix;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the session"), known, tr("Sessions (*%1)").arg(suffix));
    if (!path.isEmpty())
        m_workspace->operations().saveSession(path);
    return !path.isEmpty();
}

void MainWindow::showPalette()
{
    m_conditions->setupActions().askReasons();
    QList<QAction*> all = m_allActions + fillLayouts();
    for (Page* page : m_pages)
        all += page->moreActions();
    if (m_links) {
        fillLinks();
        for (QAction* action : m_links->actions())
            if (!all.contains(action))
                all.push_back(action);
    }
    QMenu hosts;
    m_conditions->setupActions().addHostsTo(hosts);
    nameKind(hosts.actions(), tr("Run on"));
    for (QAction* action : hosts.actions())
        if (!action->isSeparator())
            all.push_back(action);
    ActionPalette palette(all, this);
    palette.exec();
}

QStringList MainWindow::recentFiles() const
{
    QStringList existing;
    if (m_settings)
        for (const QString& path : m_settings->value(recentKey).toStringList())
            if (QFileInfo::exists(path))
                existing << path;
    return existing;
}

void MainWindow::rememberFile(const QString& path)
{
    if (!m_settings)
        return;
    const QString whole = QFileInfo(path).absoluteFilePath();
    QStringList recent = m_settings->value(recentKey).toStringList();
    recent.removeAll(whole);
    recent.prepend(whole);
    m_settings->setValue(recentKey, recent.mid(0, 9));
}

void MainWindow::fillRecent(QMenu* menu)
{
    menu->clear();
    const QStringList recent = recentFiles();
    if (recent.isEmpty())
        menu->addAction(tr("No recent files"))->setEnabled(false);
    for (const QString& path : recent) {
        QAction* action = menu->addAction(asLabel(QFileInfo(path).fileName()));
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openFiles({path}); });
    }
}

void MainWindow::fillMatrixMenu()
{
    QMenu& menu = m_conditions->matrixMenu();
    menu.clear();
    connect(menu.addAction(tr("Open…")), &QAction::triggered, this, &MainWindow::openDialog);
    const QStringList recent = recentFiles();
    if (!recent.isEmpty())
        addTitle(menu, tr("Recent files"));
    for (const QString& path : recent)
        connect(menu.addAction(asLabel(QFileInfo(path).fileName())), &QAction::triggered, this,
                [this, path] { openFiles({path}); });
    addTitle(menu, tr("Samples"));
    for (std::size_t i = 0; i < samples().size(); ++i)
        connect(menu.addAction(samples()[i].title), &QAction::triggered, this,
                [this, i] { openSample(static_cast<int>(i)); });
    for (std::size_t i = 0; i < recordings().size(); ++i)
        connect(menu.addAction(recordings()[i].title), &QAction::triggered, this,
                [this, i] { openRecording(static_cast<int>(i)); });
}

void MainWindow::about()
{
    QMessageBox::about(
        this, tr("About Sparsescope"),
        tr("<h3>Sparsescope %1</h3><p>Explores and profiles how sparse matrices are cut into tiles of different "
           "formats.</p><p>Free software under the GNU General Public License, version 3 or later.</p>")
            .arg(QLatin1String(version())));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!event->mimeData()->hasUrls())
        return;
    event->acceptProposedAction();
    m_start->setDropping(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_start->setDropping(false);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_start->setDropping(false);
    if (openDropped(*event->mimeData()))
        event->acceptProposedAction();
}

bool MainWindow::openDropped(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty())
        openFiles(paths);
    return !paths.isEmpty();
}

} // namespace sparsescope
