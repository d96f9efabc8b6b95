// The frame of the window. Menus and files are in actions.cpp.
#include "views/main_window/main_window.h"

#include "engine/core/files.h"
#include "engine/report/batch_profiles.h"
#include "engine/work/batch.h"
#include "views/canvas/layer_bar.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/banner.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/keys_help.h"
#include "views/main_window/layouts.h"
#include "views/main_window/panels.h"
#include "views/main_window/rail.h"
#include "views/main_window/samples.h"
#include "views/main_window/start_view.h"
#include "views/main_window/status_line.h"
#include "views/main_window/window_frame.h"
#include "views/masks/film_strip.h"
#include "views/masks/masks_view.h"
#include "views/pages/pages.h"
#include "views/parts/numbers.h"
#include "views/parts/offer_bar.h"
#include "views/parts/yielding.h"
#include "views/replay/replay.h"
#include "views/session/autosave.h"
#include "views/session/bookmarks_dialog.h"
#include "views/tour/tour.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QHideEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {
const QString panelsKey = QStringLiteral("panels");
}

ThemeChoice MainWindow::keptTheme(const QSettings* settings)
{
    if (settings) {
        const QString theme = settings->value(QStringLiteral("theme")).toString();
        for (const auto choice : {ThemeChoice::Light, ThemeChoice::Dark})
            if (name(choice) == theme)
                return choice;
    }
    return ThemeChoice::System;
}

namespace {

// A window of its own has no tabs to share them with.
Hooks withOwnParts(Hooks hooks, const std::shared_ptr<QSettings>& settings)
{
    if (!hooks.own)
        hooks.own = std::make_shared<OwnParts>(settings);
    return hooks;
}

} // namespace

MainWindow::MainWindow(Hooks hooks, std::shared_ptr<QSettings> settings, QWidget* parent, WindowFrame* frame)
    : QMainWindow(parent), m_settings(std::move(settings)), m_frame(frame), m_menus(menuBar()),
      m_workspace(std::make_unique<Workspace>(withOwnParts(std::move(hooks), m_settings))),
      m_layouts(std::make_unique<Layouts>(m_settings.get()))
{
    if (m_frame)
        setWindowFlags(Qt::Widget); // a part of it
    setWindowTitle(QStringLiteral("Sparsescope"));
    setAcceptDrops(true);
    resize(1440, 900);
    m_theme = m_frame ? m_frame->theme() : keptTheme(m_settings.get());
    if (!m_frame)
        applyTheme(*qApp, m_theme);
    buildFrame();
    buildActions();
    connectParts();
    connectSession();
    connectPages();
    if (m_settings)
        m_panels->restore(m_settings->value(panelsKey).toByteArray());
    showPage(*m_pages.front());
    updateActions();
}

// The views go before the document that they read, and the document ends its jobs.
MainWindow::~MainWindow()
{
    delete m_autosave;
    delete m_bookmarks;
    delete m_layoutsDialog;
    m_workspace->disconnect(nullptr);
    delete centralWidget(); // not taken first: a widget that changes its parent is styled anew, with all in it
    delete m_menus;
}

void MainWindow::buildFrame()
{
    Workspace& w = *m_workspace;
    m_replay = new Replay(w, this);
    m_editor = new PlanEditor(w, this);
    // From the outermost inwards: a widget that gets its parent later is styled anew, with all that is in it.
    auto* central = new QWidget(this);
    setCentralWidget(central);
    auto* row = new QHBoxLayout(central);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_rail = new Rail;
    row->addWidget(m_rail);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    row->addLayout(column, 1);
    m_conditions = new ConditionLine(w);
    column->addWidget(m_conditions);
    m_banner = new Banner;
    column->addWidget(m_banner);
    m_offers = new OfferBar;
    column->addWidget(m_offers);

    m_middle = new QStackedWidget;
    column->addWidget(m_middle, 1);
    m_start = new StartView(w.jobs());
    m_startRoom = new Scroller(m_start);
    m_middle->addWidget(m_startRoom);
    m_canvas = new HeatMapView;
    m_strip = new QStackedWidget;
    m_strip->setObjectName(QStringLiteral("strip"));
    m_strip->setMinimumSize(320, 96);
    m_inspector = new Inspector(w);
    auto* canvas = new QWidget;
    auto* canvasColumn = new QVBoxLayout(canvas);
    canvasColumn->setContentsMargins(0, 0, 0, 0);
    canvasColumn->setSpacing(0);
    canvasColumn->addWidget(m_canvas, 1);
    m_masks = new MasksView(w);
    m_panels = new Panels(canvas, m_strip, m_inspector, m_masks);
    m_middle->addWidget(m_panels);
    m_twin = new TwinCanvas(*m_panels, *m_canvas, w);
    m_twin->setParent(m_panels);
    m_link = new CanvasLink(w, *m_canvas, this);
    makePages();

    m_line = new QWidget;
    m_line->setObjectName(QStringLiteral("hairline"));
    m_line->setAttribute(Qt::WA_StyledBackground);
    m_line->setFixedHeight(1);
    column->addWidget(m_line);
    m_status = new StatusLine(w);
    column->addWidget(m_status);
    m_keys = new KeysHelp(central);
    m_tour = new Tour(central);
    m_layers = new LayerBar(*m_link);
    canvasColumn->insertWidget(0, m_layers);
}

void MainWindow::connectParts()
{
    Workspace& w = *m_workspace;
    connect(m_rail, &Rail::pageWanted, this, [this](std::string_view key) { showPage(key); });
    connect(m_conditions, &ConditionLine::helpWanted, this, &MainWindow::showKeys);
    connect(m_start, &StartView::openWanted, this, &MainWindow::openDialog);
    connect(m_start, &StartView::fileWanted, this, [this](const QString& path) { openFiles({path}); });
    connect(m_start, &StartView::sampleWanted, this, &MainWindow::openSample);
    connect(m_start, &StartView::recordingWanted, this, &MainWindow::openRecording);
    connect(m_start, &StartView::lessonWanted, this, &MainWindow::openLesson);
    connect(m_start, &StartView::tourWanted, this, &MainWindow::startTour);
    connect(m_canvas, &HeatMapView::statusText, m_status, &StatusLine::setHover);
    connect(m_twin, &TwinCanvas::statusText, m_status, &StatusLine::setHover);
    connect(m_canvas, &HeatMapView::viewChanged, this, &MainWindow::showZoom);
    // What a page wants depends on the room that it has.
    connect(m_panels, &Panels::resized, this, &MainWindow::applyPageLayout, Qt::QueuedConnection);
    connect(m_panels, &Panels::defaultsRestored, this, &MainWindow::applyPageLayout);
    connect(m_panels, &Panels::drawersClosed, m_canvas, [this] { m_canvas->setFocus(); });
    connect(m_panels, &Panels::tornOffChanged, this, &MainWindow::updateActions);
    connect(&w.operations(), &Operations::failed, this, &MainWindow::showFailure);
    listen(w.operations(), Operations::CheckChanged, this, [this] { m_banner->withdraw(Lane::Check); });
    connect(&w.operations(), &Operations::opened, this, [this](const QString& path) {
        rememberFile(path);
        showTitle(); // of a page's file, too
    });
    connect(&w.document(), &Document::changed, this, [this](Document::Changes changes) {
        const bool masks = m_workspace->document().masks() != nullptr;
        if (changes & Document::MasksChanged)
            m_panels->showMasks(masks);
        // Who walks through masks goes on where he is.
        if (changes & Document::MatrixChanged && (!masks || changes & Document::MasksChanged))
            showMiddle();
    });
    listen(w.document(),
           Document::MatrixChanged | Document::PlansChanged | Document::RunsChanged | Document::SweepsChanged |
               Document::BookmarksChanged | Document::NoteChanged | Document::SavedChanged | Document::RuleChanged,
           this, &MainWindow::showTitle);
    listen(w.document(), Document::MatrixChanged | Document::RunsChanged | Document::RuleChanged, this,
           &MainWindow::updateActions);
    listen(w.setup(), Setup::GpuChanged, this, &MainWindow::updateActions);
    listen(w.attention(), Attention::PlanChanged, this, &MainWindow::updateActions);
    listen(w.operations(), Operations::SourceChanged, this, &MainWindow::updateActions);
    connect(&w.jobs(), &Jobs::changed, this, &MainWindow::updateActions);
}

void MainWindow::openSample(int index)
{
    if (!mayReplace())
        return;
    const Sample& sample = samples().at(static_cast<std::size_t>(index));
    Workspace& w = roomForMatrix().workspace();
    w.jobs().start(
        Lane::Open, tr("Making %1").arg(sample.title), [make = sample.make](Progress&) { return make(); },
        [&w](const MatrixPtr& matrix) { w.document().setMatrix(matrix); });
}

QString MainWindow::resource(const std::string& name)
{
    try {
        return QString::fromStdString(resourcePath(name));
    } catch (const Error&) {
        Q_EMIT m_workspace->operations().failed(
            failureOf(Lane::Open, tr("Opening a sample"), std::current_exception()));
        return {};
    }
}

void MainWindow::openRecording(int index)
{
    const Recording& recording = recordings().at(static_cast<std::size_t>(index));
    if (const QString path = resource(recording.file); !path.isEmpty())
        openOnPage({path}, QString::fromLatin1(recording.view));
}

void MainWindow::openOnPage(const QStringList& files, const QString& view)
{
    NamedView shown;
    try {
        shown = viewNamed(view.toStdString());
    } catch (const Error&) {
        Q_EMIT m_workspace->operations().failed(
            failureOf(Lane::Open, tr("Opening %1").arg(files.join(QStringLiteral(", "))), std::current_exception()));
        return;
    }
    if (!mayReplace())
        return;
    MainWindow& room = roomForMatrix();
    auto* all = new QObject(&room); // until all are open, or something else is
    connect(&room.workspace().operations(), &Operations::opened, all,
            [&room, shown, all, left = files](const QString& opened) mutable {
                const bool meant = left.removeOne(opened);
                if (meant && !left.isEmpty())
                    return;
                if (meant) {
                    room.showPage(shown.page->key);
                    room.m_page->showView(shown.view->name);
                }
                all->deleteLater();
            });
    room.openHere(files);
}

void MainWindow::openSlice(std::optional<std::int64_t> slice)
{
    if (const MatrixPtr matrix = m_workspace->document().matrix(); matrix && mayReplace())
        roomForMatrix().workspace().operations().makeSlice(matrix, slice);
}

void MainWindow::openOfBatch(const QString& source, const Operator& op)
{
    BatchMatrix matrix;
    try {
        matrix = matrixOfSource(source.toStdString());
    } catch (const Error&) {
        Q_EMIT m_workspace->operations().failed(
            failureOf(Lane::Open, tr("Opening %1").arg(source), std::current_exception()));
        return;
    }
    if (!mayReplace())
        return;
    MainWindow& room = roomForMatrix();
    Workspace& w = room.workspace();
    w.setup().setOperator(op);
    if (matrix.file.empty()) {
        room.showPage(*room.m_pages.front());
        return w.operations().makeMatrix(QString::fromStdString(matrix.pattern), matrix.parameters);
    }
    const QString file = QString::fromStdString(matrix.file);
    connect(
        &w.operations(), &Operations::opened, &room,
        [&room, file, mask = matrix.mask](const QString& opened) {
            if (opened != file)
                return;
            room.showPage(*room.m_pages.front());
            if (mask)
                room.workspace().operations().chooseMask(*mask);
        },
        Qt::SingleShotConnection);
    w.operations().open({file});
}

QString MainWindow::openTitle() const
{
    for (const Page* page : m_pages)
        if (const QString title = page->openTitle(); !title.isEmpty())
            return title;
    return {};
}

void MainWindow::openLesson(const QString& name)
{
    if (const QString path = resource(name.toStdString()); !path.isEmpty())
        openHere({path});
}

void MainWindow::setTheme(ThemeChoice choice)
{
    m_theme = choice;
    applyTheme(*qApp, choice);
    if (m_settings)
        m_settings->setValue(QStringLiteral("theme"), name(choice));
    showTheme(choice);
    Q_EMIT themeChosen(choice);
}

void MainWindow::showTheme(ThemeChoice choice)
{
    m_theme = choice;
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toString() == name(choice));
}

bool MainWindow::settled()
{
    if (m_workspace->operations().busy() || m_workspace->jobs().busy() ||
        std::any_of(m_pages.begin(), m_pages.end(), [](const Page* page) { return page->busy(); }))
        return false;
    if (m_masks->isVisible() && m_masks->film().busy())
        return false;
    return m_workspace->document().matrix() == nullptr || m_canvas->waitForRendered(1);
}

void MainWindow::showFailure(const Failure& failure)
{
    // Where nothing can compile the kernel's page says so, and nobody has asked for it.
    if (failure.lane == Lane::Compile && failure.kind == ErrorKind::Device)
        return;
    m_banner->show(failure);
}

void MainWindow::forgetFailures()
{
    m_banner->hide();
}

// What is in no file yet is marked as everywhere.
void MainWindow::showTitle()
{
    const MatrixPtr matrix = m_workspace->document().matrix();
    const bool unsaved = matrix && !m_workspace->document().unsaved().isEmpty();
    const QString name = matrix ? QString::fromStdString(matrix->source().name) : openTitle();
    setWindowTitle(name.isEmpty()
                       ? QStringLiteral("Sparsescope")
                       : QStringLiteral("%1%2 – Sparsescope").arg(name, unsaved ? QStringLiteral("*") : QString()));
    if (std::exchange(m_unsaved, unsaved) != unsaved)
        Q_EMIT unsavedChanged();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // Keys that nobody under the cursor wanted. They are not shortcuts, so that fields and tables keep theirs.
    if (event->key() == Qt::Key_Question)
        return showKeys();
    if (!m_page->handleKey(*event) && (m_page->whole() || !keyOfMatrix(event->key())))
        QMainWindow::keyPressEvent(event);
}

bool MainWindow::keyOfMatrix(int key)
{
    switch (key) {
    case Qt::Key_Space:
        m_replay->toggle();
        return true;
    case Qt::Key_Comma:
        m_replay->stepBack();
        return true;
    case Qt::Key_Period:
        m_replay->stepForward();
        return true;
    case Qt::Key_Home:
        m_replay->toFirst();
        return true;
    case Qt::Key_End:
        m_replay->toLast();
        return true;
    case Qt::Key_Escape:
        m_editor->stopMerge();
        m_workspace->attention().select({});
        m_canvas->clearSelection();
        return true;
    case Qt::Key_F:
        m_canvas->fitSelection();
        return true;
    case Qt::Key_G:
        m_canvas->startGoTo();
        return true;
    case Qt::Key_S:
        m_canvas->setStretched(!m_canvas->stretched());
        return true;
    case Qt::Key_V:
        m_layers->nextValues();
        return true;
    case Qt::Key_T:
        m_layers->nextTiles();
        return true;
    case Qt::Key_O:
        m_layers->showOrders();
        return true;
    default:
        return false;
    }
}

bool MainWindow::event(QEvent* event)
{
    // The system changed its colours; ours follow when they are asked to.
    if (event->type() == QEvent::ThemeChange && m_theme == ThemeChoice::System)
        applyTheme(*qApp, m_theme);
    return QMainWindow::event(event);
}

void MainWindow::rememberPanels()
{
    // Unseen, torn off panels are hidden, and would be remembered so.
    if (m_settings && m_panels->isVisible())
        m_settings->setValue(panelsKey, m_panels->save());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_unasked && !mayClose())
        return event->ignore();
    rememberPanels();
    m_workspace->jobs().dropAllButSaves();
    if (m_autosave)
        m_autosave->finish();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_rail->setIconsOnly(width() < 1000 || height() < 560);
    // In a low window the lines around the canvas are no higher than their text needs.
    const bool low = height() < 480;
    m_conditions->setTight(low);
    m_layers->setTight(low);
    m_status->setTight(low);
}

// Another tab is shown: nothing of this one stays on screen.
void MainWindow::hideEvent(QHideEvent* event)
{
    if (!event->spontaneous()) {
        m_replay->pause();
        if (m_bookmarks)
            m_bookmarks->hide();
        if (m_layoutsDialog)
            m_layoutsDialog->hide();
    }
    QMainWindow::hideEvent(event);
}

} // namespace sparsescope
