#include "views/pages/program/program_page.h"

#include "engine/core/files.h"
#include "views/pages/program/program_model.h"
#include "views/pages/program/program_stepper.h"
#include "views/pages/program/schedule_panel.h"
#include "views/pages/program/stage_columns.h"
#include "views/pages/program/stage_view.h"
#include "views/pages/program/walk_panel.h"
#include "views/parts/code_highlighter.h"
#include "views/parts/flow_layout.h"
#include "views/parts/icons.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/scene/scene_view.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

// Stages and CUDA beside the schedule, in lines of some 25 letters.
constexpr int leastForColumns = 1450, leastBelow = 1240;

QString asSentence(const QString& reason)
{
    return reason.left(1).toUpper() + reason.mid(1) +
           (reason.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
}

} // namespace

const PageDefinition& programPage()
{
    static const PageDefinition page{
        .key = "program",
        .title = ProgramPage::tr("Pro&gram"),
        .tip = ProgramPage::tr("Read what a plan computes as a program, from coordinates to offsets"),
        .icon = QStringLiteral("program"),
        .place = PagePlace::Below,
        .views = {{"program", false}},
        .make = [](const PageParts& parts, QWidget* parent) -> Page* {
            return new ProgramPage(parts.workspace, parent);
        }};
    return page;
}

ProgramPage::ProgramPage(Workspace& workspace, QWidget* parent)
    : Page(programPage(), parent), m_workspace(workspace), m_model(new ProgramModel(workspace, this)),
      m_stepper(new ProgramStepper(workspace, *m_model, this)), m_walk(new WalkPanel(*m_stepper, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::between, space::inside, space::inside, space::inside);
    column->setSpacing(space::inside);
    m_title = new ElidedLabel;
    m_title->setProperty("role", QStringLiteral("title"));
    m_top = new QHBoxLayout;
    m_top->addWidget(m_title, 1);
    const auto button = [](const QString& text, const QString& tip) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolTip(tip);
        b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        b->setIconSize({16, 16});
        return b;
    };
    m_copy = button(tr("Copy"), tr("Copy a stage's text"));
    m_save = button(tr("Save"), tr("Save a stage's text as a file"));
    m_check =
        button(tr("Check"), tr("Run all stages on whole numbers, and compare every bit with what the operator is"));
    m_check->setProperty("framed", true);
    m_step = button(tr("Step"), tr("Carry a stage out on a small matrix, statement by statement"));
    m_step->setProperty("framed", true);
    m_step->setCheckable(true);
    m_back = button({}, tr("Stage I as it was before it was edited here"));
    m_back->setProperty("framed", true);
    m_untiled = new QCheckBox(tr("One tile of each format"));
    m_untiled->setToolTip(tr("As if all that a format holds were one tile: shorter to read. What runs has tiles."));
    m_choices = new QWidget;
    auto* flow = new FlowLayout(space::inside, m_choices);
    for (QWidget* choice : {static_cast<QWidget*>(m_check), static_cast<QWidget*>(m_step),
                            static_cast<QWidget*>(m_untiled), static_cast<QWidget*>(m_back)})
        flow->addWidget(choice);
    m_top->addWidget(m_copy);
    m_top->addWidget(m_save);
    column->addLayout(m_top);
    column->addWidget(m_choices);

    m_problem = new QLabel;
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_problem, 1);
    m_columns = new StageColumns;
    m_columns->setMinimumWidth(240); // all side by side would keep a window from becoming narrow
    column->addWidget(m_columns, 1);
    m_meaning = new QLabel;
    m_meaning->setTextFormat(Qt::PlainText);
    m_meaning->setWordWrap(true);
    m_meaning->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_meaning);
    addStages();
    m_schedule = new SchedulePanel;
    m_columns->addPanel(m_schedule, tr("Schedule"));
    fillMenus(*m_copy, *m_save);

    connect(m_untiled, &QCheckBox::toggled, m_model, &ProgramModel::setUntiled);
    connect(m_check, &QToolButton::clicked, m_model, &ProgramModel::check);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &ProgramPage::showCheck);
    m_walk->hide();
    connect(m_step, &QToolButton::clicked, this, &ProgramPage::step);
    connect(m_stepper, &ProgramStepper::changed, this, &ProgramPage::showWalk);
    connect(m_stepper, &ProgramStepper::stepChanged, this, &ProgramPage::showStep);
    connect(m_back, &QToolButton::clicked, m_model, &ProgramModel::restore);
    connect(m_schedule, &SchedulePanel::edited, m_model, [this] { m_model->setSchedule(m_schedule->text()); });
    connect(m_model, &ProgramModel::changed, this, &ProgramPage::showProgram);
    connect(m_columns, &StageColumns::currentChanged, this, [this](int stage) {
        if (m_stepper->on() && m_columns->tabs())
            m_stepper->start(static_cast<std::size_t>(stage));
        light();
    });
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &ProgramPage::followTile);
    setIcons();
    showProgram();
}

void ProgramPage::addStages()
{
    m_columns->add({tr("Stage I"), tr("Stage I: coordinates"),
                    tr("Rows i, columns j; axes say how formats store them. Can be edited.")},
                   sparseTirLanguage());
    m_columns->add({tr("Stage II"), tr("Stage II: positions"),
                    tr("Loops over positions of non-zeros; index buffers say row and column.")},
                   sparseTirLanguage());
    m_columns->add({tr("Stage III"), tr("Stage III: offsets"),
                    tr("Every buffer is one array, every access has its offset in it, as CUDA reads it.")},
                   sparseTirLanguage());
    m_columns->add(
        {tr("CUDA"), tr("CUDA: what runs"), tr("What a kernel has for each format, statement by statement.")},
        cudaLanguage());
    for (std::size_t i = 0; i < m_columns->count(); ++i) {
        StageView& view = stage(i);
        connect(&view, &StageView::pointed, this, [this, i](int line, int place) { point(i, line, place); });
        connect(&view, &StageView::chosen, this, [this, i](int line) { choose(i, line); });
    }
    StageView& first = stage(0);
    first.setReadOnly(false);
    connect(&first, &QPlainTextEdit::textChanged, this, [this, &first] {
        if (!m_writing && first.toPlainText() != first.shown().text)
            m_model->write(first.toPlainText());
    });
}

void ProgramPage::fillMenus(QToolButton& copy, QToolButton& save)
{
    for (QToolButton* button : {&copy, &save}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(new QMenu(button));
    }
    for (std::size_t i = 0; i < m_columns->count(); ++i) {
        const QString title = m_columns->column(i).title().title;
        copy.menu()->addAction(title, this,
                               [this, i] { QGuiApplication::clipboard()->setText(stage(i).toPlainText()); });
        save.menu()->addAction(tr("%1…").arg(title), this, [this, i] { saveStage(i); });
        auto* action = new QAction(tr("Program: copy %1").arg(m_columns->column(i).title().brief), this);
        connect(action, &QAction::triggered, copy.menu()->actions().back(), &QAction::trigger);
        m_actions << action;
    }
}

std::size_t ProgramPage::stages() const
{
    return m_columns->count() - 1;
}

StageView& ProgramPage::stage(std::size_t index)
{
    return m_columns->column(index).view();
}

int ProgramPage::extent(int room) const
{
    return room * 62 / 100;
}

bool ProgramPage::beside(int width) const
{
    return width < leastBelow;
}

bool ProgramPage::busy() const
{
    return m_model->busy() || m_stepper->busy();
}

QList<QAction*> ProgramPage::moreActions()
{
    return m_actions;
}

bool ProgramPage::handleKey(QKeyEvent& event)
{
    if (!m_stepper->on())
        return false;
    if (event.key() == Qt::Key_Escape) {
        m_stepper->stop();
        return true;
    }
    return m_stepper->handleKey(event);
}

void ProgramPage::setReducedMotion(bool reduced)
{
    m_walk->picture().setReducedMotion(reduced);
}

KeyTexts ProgramPage::keys() const
{
    return {{tr("↑ ↓"), tr("in a stage: what the line came from and what it became")},
            {tr("Alt + ↑ ↓"), tr("in the schedule: move the step")},
            {tr("Ctrl + /"), tr("in the schedule: leave the step out, or take it again")},
            {tr("Ctrl + Enter"), tr("in a stage: select a tile of the line's format")},
            {tr("Space  ,  .  ← →"), tr("Step: play or pause, one statement back, one on")},
            {tr("Home  End  Esc"), tr("Step: before the first statement, behind the last one, leave")}};
}

std::vector<TourStop> ProgramPage::tour()
{
    return {
        {tr("The plan as a program"),
         tr("The same product in three stages, which are those of SparseTIR: over coordinates, over positions, over "
            "offsets, and the CUDA that is printed of it. Point at a line, and what it came from and became lights up "
            "in the others; point at a name, and below it says what that is."),
         [this] { return parentWidget(); }, [this] { Q_EMIT wanted(); }}};
}

void ProgramPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_model->setShown(true);
}

void ProgramPage::hideEvent(QHideEvent* event)
{
    Page::hideEvent(event);
    m_stepper->stop();
    point(0, 0, -1);
    m_model->setShown(false);
}

void ProgramPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    const bool tabs = width() < leastForColumns;
    // As high as most meanings are, so that the stages stay where they are.
    m_meaning->setMinimumHeight((tabs ? 3 : 2) * QFontMetrics(m_meaning->font()).lineSpacing());
    m_columns->setTabs(tabs);
    m_walk->setOffersStages(!tabs);
    // Beside the title, or below it.
    auto* column = static_cast<QVBoxLayout*>(layout());
    if (tabs && m_top->indexOf(m_choices) >= 0) {
        m_top->removeWidget(m_choices);
        column->insertWidget(1, m_choices);
    } else if (!tabs && m_top->indexOf(m_choices) < 0) {
        column->removeWidget(m_choices);
        m_top->insertWidget(1, m_choices, 1);
    }
    m_top->setStretchFactor(m_title, tabs ? 1 : 0);
}

void ProgramPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    Page::changeEvent(event);
}

void ProgramPage::setIcons()
{
    const QColor color = colorsOf(*this).text;
    m_copy->setIcon(lineIcon(QStringLiteral("copy"), color));
    m_save->setIcon(lineIcon(QStringLiteral("save"), color));
}

void ProgramPage::showProgram()
{
    const PlanPtr plan = m_model->plan();
    const ProgramStagesPtr made = m_model->made();
    const int open = m_workspace.document().indexOf(plan);
    m_title->setText(
        open >= 0 ? tr("Program of %1").arg(m_workspace.document().plans()[open].title)
                  : tr("Program of %1, without a plan").arg(QString::fromStdString(m_model->op().definition().label)));
    {
        const QSignalBlocker quiet(m_untiled);
        m_untiled->setChecked(m_model->untiled());
    }
    m_untiled->setVisible(plan != nullptr);
    m_back->setText(plan ? tr("Back to the plan's") : tr("Back to the operator's"));
    m_back->setVisible(m_model->written().has_value());

    const bool none = !made || made->none;
    m_columns->setVisible(!none);
    m_meaning->setVisible(!none);
    m_choices->setVisible(!none || !m_back->isHidden());
    m_copy->setEnabled(!none);
    m_save->setEnabled(!none);
    m_problem->setVisible(none);
    m_problem->setText(!m_workspace.document().matrix() ? tr("A program says what is computed with a matrix. Open one.")
                       : made && made->none             ? asSentence(made->problem->sentence)
                                                        : tr("Writing the program…"));
    showStages();
    showCuda();
    showSchedule();
    showCheck();
    lightTile();
}

void ProgramPage::showSchedule()
{
    const ProgramStagesPtr made = m_model->made();
    m_schedule->setText(m_model->schedule());
    m_schedule->setLegal(m_model->legal());
    m_schedule->setDefaults(made ? made->defaults : QString());
    if (made && made->refused)
        m_schedule->setProblem(made->refused->sentence, made->refused->line, made->refused->column);
    else
        m_schedule->setProblem({}, 0, 0);
}

void ProgramPage::showCheck()
{
    const std::vector<StageVerdict>& verdicts = m_model->verdicts();
    m_check->setEnabled(m_model->made() && !m_model->made()->problem && !m_model->checking());
    m_check->setText(m_model->checking() ? tr("Checking…") : tr("Check"));
    m_step->setEnabled(m_stepper->can(0));
    for (std::size_t i = 0; i < m_columns->count(); ++i)
        m_columns->column(i).setVerdict(i < verdicts.size() ? verdicts[i].words : QString(),
                                        i < verdicts.size() && verdicts[i].good);
}

void ProgramPage::showStages()
{
    const QScopedValueRollback writing(m_writing, true);
    const ProgramStagesPtr made = m_model->made(), before = m_model->before();
    for (std::size_t i = 0; i < stages(); ++i) {
        StageColumn& column = m_columns->column(i);
        const bool now = current(i);
        const bool old = !now && before && i < before->stages.size() && made;
        const std::optional<QString> written = i == 0 ? m_model->written() : std::nullopt;
        if (written && (!now || made->stages[0].shown.text != *written))
            column.view().setShown({*written, {}, {}}); // it stays, whatever it is
        else
            column.view().setShown(now ? made->stages[i].shown : old ? before->stages[i].shown : StageText());
        column.setOld(i > 0 && old ? tr("Old: as before the last change, which has a mistake.") : QString());
        const bool here = made && made->problem && !made->none && i == made->stages.size();
        column.setProblem(!here ? QString()
                          : made->problem->line > 0 && i == 0
                              ? tr("Line %1: %2").arg(made->problem->line).arg(made->problem->sentence)
                              : made->problem->sentence,
                          here && i == 0 ? made->problem->line : 0);
    }
}

// Until the next one is printed, the last one stays.
void ProgramPage::showCuda()
{
    const ProgramStagesPtr made = m_model->made();
    const ProgramCudaPtr cuda = m_model->cuda(), before = m_model->cudaBefore();
    StageColumn& column = m_columns->column(stages());
    column.view().setShown(before ? before->shown : StageText());
    const bool old = before && before != cuda && ((made && made->problem) || cuda);
    column.setOld(!old   ? QString()
                  : cuda ? tr("Old: as before the last change, which cannot be printed.")
                         : tr("Old: as before the last change, which has a mistake."));
    QString problem = cuda ? cuda->problem : QString();
    if (!problem.isEmpty() && m_workspace.operations().hooks().printProgram && !made->defaults.isEmpty())
        problem = tr("%1. The default schedule binds it.").arg(problem);
    // Where nothing was printed yet, it is no mistake.
    column.view().setPlaceholderText(before ? QString() : problem);
    column.setProblem(before ? problem : QString());
}

bool ProgramPage::current(std::size_t stage) const
{
    if (stage == stages())
        return m_model->cuda() && m_model->cuda()->problem.isEmpty();
    return m_model->made() && stage < m_model->made()->stages.size();
}

void ProgramPage::saveStage(std::size_t index)
{
    const ProgramCudaPtr cuda = index == stages() ? m_model->cudaBefore() : nullptr;
    const QString path =
        cuda ? QFileDialog::getSaveFileName(this, tr("Save the kernel"), QStringLiteral("kernel.cu"),
                                            tr("CUDA C++ (*.cu)"))
             : QFileDialog::getSaveFileName(this, tr("Save the program"),
                                            QStringLiteral("program-%1.tir").arg(index + 1), tr("Programs (*.tir)"));
    if (path.isEmpty())
        return;
    try {
        writeText(path.toStdString(),
                  (cuda ? cuda->source : stage(index).toPlainText() + QLatin1Char('\n')).toStdString());
        Q_EMIT m_workspace.operations().message(cuda ? tr("Saved the kernel as %1").arg(path)
                                                     : tr("Saved the program as %1").arg(path));
    } catch (...) {
        Q_EMIT m_workspace.operations().failed(
            failureOf(Lane::Save, tr("Saving the program"), std::current_exception()));
    }
}

} // namespace sparsescope
