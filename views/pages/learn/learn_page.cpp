// The Learn page: its parts work together. Where they stand is in learn_layout.cpp, menus in learn_actions.cpp, files
// in learn_files.cpp.
#include "views/pages/learn/learn_page.h"

#include "views/pages/learn/counts_table.h"
#include "views/pages/learn/exercise_panel.h"
#include "views/pages/learn/format_bar.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/lesson_panel.h"
#include "views/parts/icons.h"
#include "views/parts/theme.h"
#include "views/scene/scene_view.h"
#include "views/scene/step_transport.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>

#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace sparsescope {

using learn::View;

const PageDefinition& learnPage()
{
    static const PageDefinition page{
        .key = "learn",
        .title = LearnPage::tr("&Learn"),
        .tip = LearnPage::tr("What each format stores, on a small matrix"),
        .icon = QStringLiteral("learn"),
        .place = PagePlace::Whole,
        .views = {{"learn", false}},
        .make = [](const PageParts& parts, QWidget* parent) -> Page* { return new LearnPage(parts, parent); }};
    return page;
}

LearnPage::LearnPage(const PageParts& parts, QWidget* parent)
    : Page(learnPage(), parent), m_workspace(parts.workspace), m_canvas(parts.canvas), m_offers(parts.offers),
      m_settings(parts.settings), m_desk(new LearnDesk(this)), m_ask(parts.ask)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_top = makeTop();
    column->addWidget(m_top);
    column->addWidget(makeMiddle(), 1);
    buildActions();
    setIcons();

    connect(m_desk, &LearnDesk::pictureChanged, this, &LearnPage::showPicture);
    connect(m_desk, &LearnDesk::stateChanged, this, &LearnPage::showState);
    connect(m_desk, &LearnDesk::stepChanged, this, &LearnPage::showStep);
    connect(m_desk, &LearnDesk::drawingKept, this, [this] {
        Q_EMIT m_workspace.operations().message(tr("What was drawn by hand is kept: Matrix, What was drawn by hand"));
    });
    connect(m_desk, &LearnDesk::problemChanged, this, &LearnPage::showProblem);
    connect(m_desk, &LearnDesk::lessonChanged, this, &LearnPage::showLesson);
    connect(m_desk, &LearnDesk::lessonStepChanged, this, &LearnPage::showCounts);
    connect(m_desk, &LearnDesk::lessonStepChanged, this, &LearnPage::orderTabs);
    connect(m_desk, &LearnDesk::resultsChanged, this, &LearnPage::showCounts);
    connect(m_desk, &LearnDesk::resultsChanged, this, &LearnPage::keepResults);
    connect(m_desk, &LearnDesk::lessonStepChanged, this, &LearnPage::keepResults);
    connect(m_panel, &LessonPanel::filesWanted, this, &LearnPage::filesWanted);
    connect(&m_panel->exercise(), &ExercisePanel::drawWanted, this, [this] { setDrawing(true); });
    connect(m_view, &SceneView::roomChanged, m_desk, &LearnDesk::setRoom);
    connect(m_view, &SceneView::hintChanged, this, &LearnPage::statusText);
    const auto goTo = [this](const std::string& id) {
        if (const int step = m_desk->show().stepOf(id); step >= 0)
            m_desk->setStep(step);
    };
    connect(m_view, &SceneView::pickChanged, m_desk, [this, goTo] { goTo(m_view->pick()); });
    connect(m_view, &SceneView::chosen, m_desk, goTo);
    m_view->setFilled([this](std::int64_t row, std::int64_t col) { return m_desk->filled(row, col); });
    connect(m_view, &SceneView::strokeBegan, m_desk, [this] {
        m_desk->beginStroke();
        m_desk->holdLayout(true);
    });
    connect(m_view, &SceneView::strokeEnded, m_desk, [this] {
        m_desk->endStroke();
        m_desk->holdLayout(m_draw->isChecked());
    });
    connect(m_view, &SceneView::cellDrawn, m_desk, &LearnDesk::setCell);
    connect(m_view, &SceneView::lineMoved, this, [this](bool row, std::int64_t line, std::int64_t over) {
        const std::vector<std::int32_t> order = m_view->order(row);
        const auto place = [&](std::int64_t l) { return std::find(order.begin(), order.end(), l) - order.begin(); };
        moveLine(row, place(line), place(over));
    });
    connect(m_view, &SceneView::lineNudged, this, [this](bool row, std::int64_t line, int by) {
        const std::vector<std::int32_t> order = m_view->order(row);
        const std::int64_t place = std::find(order.begin(), order.end(), line) - order.begin();
        moveLine(row, place, place + by);
    });
    listen(m_workspace.document(), Document::MatrixChanged, this, &LearnPage::showState);
    showPicture(false);
    showState();
    showStep();
    showLesson();
    showProblem();
}

LearnPage::~LearnPage() = default;

void LearnPage::setIcons()
{
    m_help->setIcon(lineIcon(QStringLiteral("help"), colorsOf(*this).text));
}

bool LearnPage::event(QEvent* event)
{
    // Undo here is that of the picture, never that of a plan which is not seen.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->accept();
            return true;
        }
    }
    return Page::event(event);
}

// Not by a proxy: Tab would step over all that stands before it.
void LearnPage::focusInEvent(QFocusEvent* event)
{
    m_view->setFocus(event->reason());
}

void LearnPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_loaded)
        return;
    // Whoever comes here first sees the first lesson.
    loadShipped();
    if (!m_desk->lesson() && !m_workspace.jobs().busy(Lane::OpenLesson) && !m_shipped.empty())
        openLesson(QString::fromStdString(m_shipped.front().path));
}

void LearnPage::fitPicture()
{
    m_view->fitAgain();
}

void LearnPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    if (!m_presenting)
        return;
    fitSentence();
    placeStrip();
}

void LearnPage::hideEvent(QHideEvent* event)
{
    m_desk->pause();
    present(false);
    Q_EMIT statusText({});
    Page::hideEvent(event);
}

void LearnPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    Page::changeEvent(event);
}

// What is seen is what is moved.
void LearnPage::moveLine(bool row, std::int64_t from, std::int64_t to)
{
    std::vector<std::int32_t> rows = m_view->order(true), cols = m_view->order(false);
    std::vector<std::int32_t>& moved = row ? rows : cols;
    const auto size = static_cast<std::int64_t>(moved.size());
    if (from == to || from < 0 || to < 0 || from >= size || to >= size)
        return;
    moved = learn::moved(moved, size, from, to);
    m_desk->setOrder(std::move(rows), std::move(cols));
}

void LearnPage::setReducedMotion(bool reduced)
{
    m_view->setReducedMotion(reduced);
}

bool LearnPage::busy() const
{
    return isVisible() && (m_workspace.jobs().busy(Lane::OpenLesson) || m_view->gliding() || !m_desk->laidOut());
}

void LearnPage::showPicture(bool sameThings)
{
    const bool otherPart = m_presenting && keepLook();
    if (m_presenting)
        m_view->setLeastScale(m_desk->legibleScale());
    m_view->setScene(m_desk->scene(), sameThings, m_desk->layoutHeld());
    if (otherPart || (m_presenting && !sameThings))
        showLook();
}

void LearnPage::showState()
{
    const learn::LearnState& state = m_desk->state();
    {
        const QSignalBlocker quiet(m_views);
        m_views->setCurrentIndex(static_cast<int>(state.view));
    }
    if (std::exchange(m_drawnView, state.view) != state.view) {
        m_whyNotDrawn.clear();
        if (m_draw->isChecked())
            setDrawing(true); // or why not
        showProblem();
    }
    showCounts();
    m_cut->setEnabled(m_workspace.document().matrix() != nullptr);
    m_cut->setToolTip(m_cut->isEnabled()
                          ? tr("The rectangle that is selected on Explore, or the upper left of what is in view there")
                          : tr("No matrix is open"));
    m_drawing->setEnabled(m_desk->hasOtherDrawings());
    m_undo->setEnabled(m_desk->canUndo());
    m_redo->setEnabled(m_desk->canRedo());
    m_order->setEnabled(!state.rowOrder.empty() || !state.colOrder.empty());
    for (QAction* action : m_viewActions->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(state.view));
    showHand();
}

// Formats and Order have them in their pictures.
void LearnPage::showCounts()
{
    const bool shown = !m_presenting && m_desk->state().view != View::Permute && m_desk->state().view != View::Formats;
    m_counts->setCounts(shown ? m_desk->show().counts() : std::vector<learn::FormatCounts>(), m_desk->asked());
}

void LearnPage::showStep()
{
    m_sentence->setText(m_desk->sentence());
    fitSentence();
    showCounter();
    m_view->setAccessibleName(
        tr("Picture, step %1 of %2: %3").arg(m_desk->step()).arg(m_desk->lastStep()).arg(m_desk->sentence()));
}

// A line for each format, and always as many, so that the picture keeps its place from step to step.
void LearnPage::fitSentence()
{
    const int formats = m_desk->mostFormats() > 0 ? static_cast<int>(m_desk->state().formats.size()) : 1;
    const QFont font = m_presenting ? stageFace() : typeFace(formats > 2 ? TypeSize::Small : TypeSize::Middle);
    m_sentence->setFont(font);
    if (m_presenting)
        return fitStageSentence();
    m_sentence->setMinimumHeight(std::max(2, formats) * QFontMetrics(font).lineSpacing() + 2);
}

void LearnPage::showLesson()
{
    fillLessons();
    const bool lesson = m_desk->lesson() != nullptr;
    if (m_desk->unsaved())
        m_edition.clear();
    m_edit->setEnabled(lesson);
    m_editAction->setEnabled(lesson);
    m_save->setEnabled(m_desk->unsaved());
    for (QAction* action :
         {m_saveAs, m_allSteps, m_webPage, m_bareWebPage, m_slides, m_quiz, m_handIn, m_forget, m_instructor})
        action->setEnabled(lesson);
    if (!lesson)
        setEditing(false);
    forgetLooks();
    showCounter();
}

// A lesson that is edited is drawn in as well.
void LearnPage::showHand()
{
    using Hand = SceneView::Hand;
    const View view = m_desk->state().view;
    const bool moves = view == View::Permute || view == View::Axes;
    m_view->setHand(m_draw->isChecked() ? Hand::Draw : moves ? Hand::Move : Hand::Look);
}

void LearnPage::showProblem()
{
    const QString problem = m_desk->problem().isEmpty() ? m_whyNotDrawn : m_desk->problem();
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

QString LearnPage::problem() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

// From the picture to the exercise, answers before the button that checks them.
void LearnPage::orderTabs()
{
    QList<QWidget*> answers = m_panel->exercise().findChildren<QWidget*>();
    erase_if(answers, [](const QWidget* widget) { return !(widget->focusPolicy() & Qt::TabFocus); });
    std::stable_partition(answers.begin(), answers.end(),
                          [](const QWidget* widget) { return !qobject_cast<const QPushButton*>(widget); });
    QWidget* before = m_view;
    for (QWidget* answer : answers) {
        setTabOrder(before, answer);
        before = answer;
    }
}

void LearnPage::setDrawing(bool drawing)
{
    m_whyNotDrawn.clear();
    if (drawing && !m_presenting && m_desk->state().view == View::Primitives)
        m_desk->setStep(0); // where every place of the matrix is seen
    if (drawing && !m_view->showsPlaces()) {
        drawing = false;
        m_whyNotDrawn =
            tr("%1 shows no places of the matrix here: draw it in another view, such as Arrays, and come back.")
                .arg(QString::fromUtf8(learn::label(m_desk->state().view)));
    }
    showProblem();
    m_draw->setChecked(drawing);
    m_drawAction->setChecked(drawing);
    m_formats->setDrawing(drawing);
    showHand();
    m_desk->holdLayout(drawing);
    if (drawing)
        m_view->setFocus();
    else if (m_view->fitted())
        m_view->fit();
}

void LearnPage::setEditing(bool editing)
{
    editing = editing && m_desk->lesson();
    m_edit->setChecked(editing);
    m_editAction->setChecked(editing);
    m_panel->setEditing(editing);
    m_desk->setAnswersShown(editing);
    showCounts();
}

KeyTexts LearnPage::keys() const
{
    return {{tr("Space"), tr("play or pause the steps of the picture")},
            {QStringLiteral(",  .  ← →"), tr("one step back, one step on")},
            {tr("Home  End"), tr("first and last step")},
            {tr("Page Up, Page Down"), tr("step of the lesson before, next one")},
            {tr("Enter"), tr("pick a cell; arrows then walk to the next one, into the arrays too")},
            {tr("click"), tr("pick, and light all that is linked with it; Relations: go to an offset, a relation")},
            {QStringLiteral("D"), tr("draw: a click, or Space on the picked cell")},
            {tr("Alt + arrows"), tr("Order, Axes: move the picked row or column; or drag it")},
            {tr("wheel  +  −  F"), tr("zoom in, out, show all")},
            {tr("Ctrl + (Shift +) Z"), tr("undo, redo a change of the picture")},
            {QStringLiteral("F11"), tr("present, for a hall: Page Up, Page Down and arrows step")},
            {tr("N  Q"), tr("presented: the note, the question of this step of the lesson")},
            {QStringLiteral("P"), tr("presented: a ring that is seen from afar goes where the mouse goes")},
            {QStringLiteral("L"), tr("presented: Arrays, Multiply with or without their listings")},
            {QStringLiteral("Esc"), tr("leave the presentation, stop drawing, drop the pick")}};
}

bool LearnPage::handleKey(QKeyEvent& event)
{
    if (event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo)) {
        event.matches(QKeySequence::Undo) ? m_desk->undo() : m_desk->redo();
        return true;
    }
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return false;
    if (m_desk->handleKey(event))
        return true;
    switch (event.key()) {
    case Qt::Key_PageUp:
        m_desk->showLessonStep(m_desk->lessonStep() - 1);
        return true;
    case Qt::Key_PageDown:
        m_desk->showLessonStep(m_desk->lessonStep() + 1);
        return true;
    case Qt::Key_D:
        if (!m_presenting)
            setDrawing(!m_draw->isChecked());
        return true;
    case Qt::Key_N:
    case Qt::Key_Q:
    case Qt::Key_P:
    case Qt::Key_L:
        return m_presenting && stageKey(event.key());
    case Qt::Key_F11: // the menus are hidden then, and their keys with them
        present(!m_presenting);
        return true;
    case Qt::Key_Escape:
        if (m_presenting)
            present(false);
        else if (m_draw->isChecked())
            setDrawing(false);
        else
            m_view->setPick({});
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_view->zoom(1.25);
        return true;
    case Qt::Key_Minus:
        m_view->zoom(0.8);
        return true;
    case Qt::Key_0:
    case Qt::Key_F:
        fitPicture();
        return true;
    default:
        return false;
    }
}

} // namespace sparsescope
