// The actions of the Learn page, by name: for its menu and the palette.
#include "views/heatmap/heatmap_view.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/learn/small_matrix.h"
#include "views/parts/label_text.h"
#include "views/parts/words.h"
#include "views/scene/scene_view.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QFileInfo>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace sparsescope {

QAction* LearnPage::add(const QString& text, const char* keys, const std::function<void()>& what)
{
    auto* action = new QAction(text, this);
    action->setShortcut(QKeySequence(QString::fromLatin1(keys)));
    connect(action, &QAction::triggered, this, [this, what] {
        Q_EMIT wanted();
        what();
    });
    m_actions.push_back(action);
    return action;
}

void LearnPage::buildActions()
{
    m_save = add(tr("&Save the lesson"), "", [this] {
        m_desk->lesson()->path.empty() ? saveLessonDialog()
                                       : saveLesson(QString::fromStdString(m_desk->lesson()->path));
    });
    m_saveAs = add(tr("Save the lesson &as…"), "", [this] { saveLessonDialog(); });
    m_editAction = add(tr("&Edit this lesson"), "", [this] { setEditing(m_editAction->isChecked()); });
    m_editAction->setCheckable(true);
    m_drawAction = add(tr("&Draw the matrix\tD"), "", [this] { setDrawing(m_drawAction->isChecked()); });
    m_drawAction->setCheckable(true);
    m_cut = add(tr("&Cut from the open matrix"), "", [this] { cutFromMatrix(); });
    m_drawing = add(tr("What was drawn by &hand"), "", [this] { m_desk->showDrawing(); });
    m_drawing->setToolTip(tr("Drawn before a lesson or another matrix took its place"));
    m_order = add(tr("&Rows and columns in their own order"), "", [this] { m_desk->resetOrder(); });
    m_undo = add(tr("Undo the last change of the picture\tCtrl+Z"), "", [this] { m_desk->undo(); });
    m_redo = add(tr("Redo it\tCtrl+Shift+Z"), "", [this] { m_desk->redo(); });
    m_presentAction = add(tr("&Present"), "F11", [this] { present(m_presentAction->isChecked()); });
    m_presentAction->setCheckable(true);
    m_allSteps = add(tr("All steps of the &lesson as SVG…"), "", [this] { exportStepsDialog(true); });
    m_webPage = add(tr("The lesson as &web page…"), "", [this] { exportWebPageDialog({}); });
    m_bareWebPage = add(tr("The web page with&out answers…"), "", [this] { exportWebPageDialog({.answers = false}); });
    m_slides = add(tr("The web page, slides on pape&r…"), "", [this] { exportWebPageDialog({.slides = true}); });
    m_quiz = add(tr("The exercises as a &quiz for Moodle…"), "", [this] { exportQuizDialog(); });
    m_handIn = add(tr("&Hand in my answers…"), "", [this] { handInDialog(); });
    m_forget = add(tr("Forget my answers to this lesson"), "", [this] { forgetAnswers(); });
    m_instructor = add(tr("Notes for the &instructor"), "", [this] { showInstructor(m_instructor->isChecked()); });
    m_instructor->setCheckable(true);

    m_viewActions = new QActionGroup(this);
    for (int i = 0; i < learn::viewCount; ++i) {
        const auto view = static_cast<learn::View>(i);
        QAction* action = add(fromEngine(learn::label(view)), "", [this, view] { m_desk->setView(view); });
        action->setCheckable(true);
        action->setData(i);
        m_viewActions->addAction(action);
    }
    m_matrices = new QMenu(tr("Small &matrix"), this);
    for (const learn::NamedMatrix& named : learn::namedMatrices())
        m_matrices->addAction(add(fromEngine(named.label), "",
                                  [this, name = named.name] { m_desk->setMatrix(learn::namedMatrix(name)); }));
    m_matrices->addSeparator();
    m_matrices->addAction(m_drawAction);
    m_matrices->addAction(add(tr("Clear the small matrix"), "", [this] {
        m_desk->clearMatrix();
        setDrawing(true);
    }));
    m_matrices->addActions({m_drawing, m_cut});
    m_matrices->setToolTipsVisible(true);
    m_matrix->setMenu(m_matrices);
}

QList<QAction*> LearnPage::fillMenu(PageMenu which, QMenu& menu)
{
    if (which != PageMenu::Own)
        return {};
    QMenu* lessons = menu.addMenu(tr("&Lessons"));
    connect(lessons, &QMenu::aboutToShow, this, [this, lessons] {
        lessons->clear();
        lessons->addActions(moreActions());
    });
    menu.addAction(add(tr("&Free exploration"), "", [this] { explore(); }));
    menu.addAction(add(tr("&Open a lesson…"), "", [this] { openLessonDialog(); }));
    QMenu* recent = menu.addMenu(tr("Open a recent lesson"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    menu.addActions({m_save, m_saveAs});
    menu.addSeparator();
    menu.addActions({m_handIn, m_forget});
    menu.addAction(add(tr("Who answers…"), "", [this] { askStudent(); }));
    menu.addAction(m_instructor);
    menu.addSeparator();
    menu.addAction(m_editAction);
    menu.addAction(add(tr("Add this view as a s&tep"), "", [this] {
        m_desk->addStep();
        setEditing(true);
    }));
    menu.addSeparator();
    menu.addMenu(tr("&View"))->addActions(m_viewActions->actions());
    menu.addMenu(m_matrices);
    menu.addActions({m_order, m_undo, m_redo});
    menu.addSeparator();
    QMenu* steps = menu.addMenu(tr("St&eps"));
    steps->addAction(add(tr("Play or pause the picture\tSpace"), "",
                         [this] { m_desk->playing() ? m_desk->pause() : m_desk->play(); }));
    steps->addAction(add(tr("First step of the picture\tHome"), "", [this] { m_desk->setStep(0); }));
    steps->addAction(add(tr("One step of the picture back\t,"), "", [this] { m_desk->setStep(m_desk->step() - 1); }));
    steps->addAction(add(tr("One step of the picture on\t."), "", [this] { m_desk->setStep(m_desk->step() + 1); }));
    steps->addAction(add(tr("Last step of the picture\tEnd"), "", [this] { m_desk->setStep(m_desk->lastStep()); }));
    steps->addAction(add(tr("Step of the lesson before\tPage Up"), "",
                         [this] { m_desk->showLessonStep(m_desk->lessonStep() - 1); }));
    steps->addAction(add(tr("Next step of the lesson\tPage Down"), "",
                         [this] { m_desk->showLessonStep(m_desk->lessonStep() + 1); }));
    menu.addAction(m_presentAction);
    menu.addSeparator();
    QMenu* out = menu.addMenu(tr("E&xport"));
    out->addAction(add(tr("This &picture…"), "", [this] { exportPictureDialog(); }));
    out->addAction(add(tr("All steps of this picture as &SVG…"), "", [this] { exportStepsDialog(false); }));
    out->addActions({m_allSteps, m_webPage, m_bareWebPage, m_slides, m_quiz});
    out->addAction(add(tr("&Copy this picture as image"), "", [this] { copyPicture(); }));
    showState();
    showLesson();
    return m_actions;
}

QList<QAction*> LearnPage::moreActions()
{
    loadShipped();
    static const char* const property = "lesson";
    QList<QAction*> actions;
    for (const learn::ShippedLesson& lesson : m_shipped) {
        const QString path = QString::fromStdString(lesson.path);
        QAction* known = nullptr;
        for (QObject* child : children())
            if (child->property(property).toString() == path)
                known = qobject_cast<QAction*>(child);
        if (!known) {
            known = new QAction(asLabel(tr("Lesson: %1").arg(QString::fromStdString(lesson.title))), this);
            known->setProperty(property, path);
            known->setToolTip(QString::fromStdString(lesson.about));
            connect(known, &QAction::triggered, this, [this, path] {
                Q_EMIT wanted();
                openLesson(path);
            });
        }
        actions.push_back(known);
    }
    return actions;
}

// The rectangle that is selected in the open matrix, or the upper left of what is in view, as it is ordered there.
void LearnPage::cutFromMatrix()
{
    const MatrixPtr matrix = m_workspace.attention().order().shown().matrix
                                 ? m_workspace.attention().order().shown().matrix
                                 : m_workspace.document().matrix();
    if (!matrix)
        return;
    std::int64_t row = 0, col = 0, rows = learn::mostRows, cols = learn::mostCols;
    if (const auto& cells = m_workspace.attention().selection().cells) {
        row = cells->row0;
        col = cells->col0;
        rows = std::min(rows, cells->row1 - cells->row0);
        cols = std::min(cols, cells->col1 - cells->col0);
    } else {
        row = std::max<std::int64_t>(0, static_cast<std::int64_t>(m_canvas.view().row0));
        col = std::max<std::int64_t>(0, static_cast<std::int64_t>(m_canvas.view().col0));
    }
    row = std::clamp<std::int64_t>(row, 0, std::max<std::int64_t>(0, matrix->rows() - 2));
    col = std::clamp<std::int64_t>(col, 0, std::max<std::int64_t>(0, matrix->cols() - 2));
    const MatrixPtr part = cutOut(*matrix, row, col, rows, cols);
    m_desk->setMatrix(part);
    Q_EMIT m_workspace.operations().message(tr("Rows %1 to %2, columns %3 to %4 of %5, %6 non-zeros")
                                                .arg(row)
                                                .arg(row + part->rows() - 1)
                                                .arg(col)
                                                .arg(col + part->cols() - 1)
                                                .arg(QString::fromStdString(matrix->source().name))
                                                .arg(part->nnz()));
}

} // namespace sparsescope
