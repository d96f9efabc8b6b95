#include "views/pages/program/program_page.h"

#include "engine/core/at.h"
#include "engine/core/files.h"
#include "views/pages/program/program_model.h"
#include "views/pages/program/program_words.h"
#include "views/pages/program/schedule_panel.h"
#include "views/pages/program/stage_columns.h"
#include "views/pages/program/stage_view.h"
#include "views/parts/code_highlighter.h"
#include "views/parts/flow_layout.h"
#include "views/parts/icons.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
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

// Three columns of a window of 1600 pixels, the inspector beside them.
constexpr int leastForColumns = 1200, leastBelow = 1240;

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
    : Page(programPage(), parent), m_workspace(workspace), m_model(new ProgramModel(workspace, this))
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
    m_back = button({}, tr("Stage I as it was before it was edited here"));
    m_back->setProperty("framed", true);
    m_untiled = new QCheckBox(tr("One tile of each format"));
    m_untiled->setToolTip(tr("As if all that a format holds were one tile: shorter to read. What runs has tiles."));
    m_choices = new QWidget;
    auto* flow = new FlowLayout(space::inside, m_choices);
    for (QWidget* choice :
         {static_cast<QWidget*>(m_check), static_cast<QWidget*>(m_untiled), static_cast<QWidget*>(m_back)})
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
    connect(m_back, &QToolButton::clicked, m_model, &ProgramModel::restore);
    connect(m_schedule, &SchedulePanel::edited, m_model, [this] { m_model->setSchedule(m_schedule->text()); });
    connect(m_model, &ProgramModel::changed, this, &ProgramPage::showProgram);
    connect(m_columns, &StageColumns::currentChanged, this, &ProgramPage::light);
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &ProgramPage::lightTile);
    setIcons();
    showProgram();
}

void ProgramPage::addStages()
{
    m_columns->add({tr("Stage I"), tr("Stage I: coordinates"),
                    tr("What is computed, of rows i and columns j; axes say how formats store them. Can be edited.")},
                   sparseTirLanguage());
    m_columns->add({tr("Stage II"), tr("Stage II: positions"),
                    tr("The loops, over positions: where a non-zero is stored. Index buffers say its row and column.")},
                   sparseTirLanguage());
    m_columns->add({tr("Stage III"), tr("Stage III: offsets"),
                    tr("Every buffer is one array, every access has its offset in it, as CUDA reads it.")},
                   sparseTirLanguage());
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
    return m_model->busy();
}

QList<QAction*> ProgramPage::moreActions()
{
    return m_actions;
}

KeyTexts ProgramPage::keys() const
{
    return {{tr("↑ ↓"), tr("in a stage: what the line came from and what it became")},
            {tr("Alt + ↑ ↓"), tr("in the schedule: move the step")},
            {tr("Ctrl + /"), tr("in the schedule: leave the step out, or take it again")},
            {tr("Ctrl + Enter"), tr("in a stage: select a tile of the line's format")}};
}

std::vector<TourStop> ProgramPage::tour()
{
    return {
        {tr("The plan as a program"),
         tr("The same product in three stages, which are those of SparseTIR: over coordinates, over positions, over "
            "offsets. Point at a line, and what it came from and became lights up in the others; point at a name, "
            "and below it says what that is."),
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
    m_model->setShown(false);
}

void ProgramPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    const bool tabs = width() < leastForColumns;
    // As high as most meanings are, so that the stages stay where they are.
    m_meaning->setMinimumHeight((tabs ? 3 : 2) * QFontMetrics(m_meaning->font()).lineSpacing());
    m_columns->setTabs(tabs);
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
    m_back->setVisible(m_model->written() != nullptr);

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
    showSchedule();
    showCheck();
    lightTile();
}

void ProgramPage::showSchedule()
{
    const ProgramStagesPtr made = m_model->made();
    m_schedule->setText(m_model->schedule());
    m_schedule->setLegal(m_model->legal());
    if (made && made->refused)
        m_schedule->setProblem(made->refused->sentence, made->refused->line);
    else
        m_schedule->setProblem({}, 0);
}

void ProgramPage::showCheck()
{
    const std::vector<StageVerdict>& verdicts = m_model->verdicts();
    m_check->setEnabled(m_model->made() && !m_model->made()->problem && !m_model->checking());
    m_check->setText(m_model->checking() ? tr("Checking…") : tr("Check"));
    for (std::size_t i = 0; i < m_columns->count(); ++i)
        m_columns->column(i).setVerdict(i < verdicts.size() ? verdicts[i].words : QString(),
                                        i < verdicts.size() && verdicts[i].good);
}

void ProgramPage::showStages()
{
    const QScopedValueRollback writing(m_writing, true);
    const ProgramStagesPtr made = m_model->made(), before = m_model->before();
    for (std::size_t i = 0; i < m_columns->count(); ++i) {
        StageColumn& column = m_columns->column(i);
        const bool now = current(i);
        const bool old = !now && before && i < before->stages.size() && made;
        const QString* written = i == 0 ? m_model->written() : nullptr;
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

bool ProgramPage::current(std::size_t stage) const
{
    return m_model->made() && stage < m_model->made()->stages.size();
}

void ProgramPage::point(std::size_t stage, int line, int place)
{
    const StageText::Mention* mention = place >= 0 ? this->stage(stage).shown().mentionAt(place) : nullptr;
    m_stage = stage;
    m_line = line;
    m_name = mention ? mention->name : QString();
    if (line == 0)
        return lightTile();
    light();
}

void ProgramPage::light()
{
    if (m_line == 0)
        return;
    const ProgramStagesPtr made = m_model->made();
    const StageText::Node* node = current(m_stage) ? stage(m_stage).shown().nodeAt(m_line) : nullptr;
    const std::set<int> nodes = node ? made->lineage.relatives(node->id) : std::set<int>();
    for (std::size_t i = 0; i < m_columns->count(); ++i) {
        stage(i).light(current(i) ? nodes : std::set<int>(), m_name);
        if (i != m_stage)
            stage(i).showLit();
    }
    QString meaning;
    if (const ProgramStagesPtr shown = current(m_stage) ? made : m_model->before(); shown && !m_name.isEmpty())
        meaning = meaningOf(m_name.toStdString(), *shown, m_stage, m_line);
    if (meaning.isEmpty() && node)
        meaning = QString(relatedLines(m_stage) + QLatin1Char(' ') + meaningOf(node->id, *made, m_stage)).trimmed();
    m_meaning->setText(meaning);
}

// "Line 12; in stage II: 20, 21; in stage III: 14."
QString ProgramPage::relatedLines(std::size_t from) const
{
    constexpr int mostLines = 4;
    QStringList all{tr("Line %1").arg(m_line)};
    for (std::size_t i = 0; i < m_columns->count(); ++i) {
        const StageView& view = m_columns->column(i).view();
        QStringList lines;
        for (int line = 1; i != from && line <= view.lineCount() && lines.size() <= mostLines; ++line)
            if (view.lightOf(line) == StageView::Light::Itself)
                lines << (lines.size() < mostLines ? QString::number(line) : QStringLiteral("…"));
        if (!lines.isEmpty())
            all << tr("in stage %1: %2")
                       .arg(QString(static_cast<int>(i) + 1, QLatin1Char('I')), lines.join(QStringLiteral(", ")));
    }
    return all.join(QStringLiteral("; ")) + QLatin1Char('.');
}

// Nothing is pointed at: the iterations of the selected tile's format, or nothing.
void ProgramPage::lightTile()
{
    m_line = 0;
    m_name.clear();
    const ProgramStagesPtr made = m_model->made();
    const PlanPtr plan = m_model->plan();
    const std::int64_t tile = plan == m_workspace.attention().plan() ? m_workspace.attention().selection().tile : -1;
    std::set<int> nodes;
    QString meaning = tr("Point at a line: what it came from and became lights up. Point at a name: what it is.");
    if (plan)
        meaning += QLatin1Char(' ') + tr("Click on a line: a tile of its format.");
    if (made && plan && tile >= 0) {
        const std::int32_t format = plan->tiling().tiles[at(tile)].format;
        for (const int iteration : made->iterationsOf(format))
            nodes.merge(made->lineage.relatives(iteration));
        if (!nodes.empty())
            meaning = tr("The selected tile is one of %1: the lines that compute it are lit.")
                          .arg(QString::fromStdString(plan->tiling().formats[at(format)]->label()));
    }
    for (std::size_t i = 0; i < m_columns->count(); ++i) {
        stage(i).light(current(i) ? nodes : std::set<int>(), {});
        stage(i).showLit();
    }
    m_meaning->setText(meaning);
}

// A line of a format's iteration selects its first tile, unless one of them is selected already.
void ProgramPage::choose(std::size_t stage, int line)
{
    const ProgramStagesPtr made = m_model->made();
    const PlanPtr plan = m_model->plan();
    const StageText::Node* node = current(stage) ? this->stage(stage).shown().nodeAt(line) : nullptr;
    if (!node || !plan || plan != m_workspace.attention().plan())
        return;
    const std::int32_t format = made->formatOf(node->id);
    const std::vector<Tile>& tiles = plan->tiling().tiles;
    const std::int64_t selected = m_workspace.attention().selection().tile;
    if (format < 0 || (selected >= 0 && tiles[at(selected)].format == format))
        return;
    const auto first =
        std::find_if(tiles.begin(), tiles.end(), [&](const Tile& tile) { return tile.format == format; });
    if (first != tiles.end())
        m_workspace.attention().selectTile(first - tiles.begin());
}

void ProgramPage::saveStage(std::size_t index)
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the program"), QStringLiteral("program-%1.tir").arg(index + 1), tr("Programs (*.tir)"));
    if (path.isEmpty())
        return;
    try {
        writeText(path.toStdString(), stage(index).toPlainText().toStdString() + "\n");
        Q_EMIT m_workspace.operations().message(tr("Saved the program as %1").arg(path));
    } catch (...) {
        Q_EMIT m_workspace.operations().failed(
            failureOf(Lane::Save, tr("Saving the program"), std::current_exception()));
    }
}

} // namespace sparsescope
