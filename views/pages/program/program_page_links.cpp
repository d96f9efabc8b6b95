// How the stages point at each other, at the canvas, and at the statement that was carried out.
#include "engine/core/at.h"
#include "views/pages/program/program_model.h"
#include "views/pages/program/program_page.h"
#include "views/pages/program/program_stepper.h"
#include "views/pages/program/program_words.h"
#include "views/pages/program/stage_columns.h"
#include "views/pages/program/stage_view.h"
#include "views/pages/program/walk_panel.h"
#include "views/scene/scene_view.h"
#include "views/workspace/workspace.h"

#include <QLabel>
#include <QStringList>
#include <QToolButton>

#include <algorithm>

namespace sparsescope {

void ProgramPage::point(std::size_t stage, int line, int place)
{
    const StageText::Mention* mention = place >= 0 ? this->stage(stage).shown().mentionAt(place) : nullptr;
    m_stage = stage;
    m_line = line;
    m_name = mention ? mention->name : QString();
    tellSides();
    if (line == 0)
        return lightTile();
    light();
}

// The stage that is pointed at and its line; what CUDA says is what stage III does.
std::pair<std::size_t, int> ProgramPage::programLine() const
{
    if (m_stage < stages())
        return {m_stage, m_line};
    const StageText::Node* node = m_columns->column(m_stage).view().shown().nodeAt(m_line);
    for (const StageText::Node& each : m_columns->column(stages() - 1).view().shown().nodes)
        if (node && each.id == node->id)
            return {stages() - 1, each.line};
    return {stages() - 1, 0};
}

// What of the matrix, and of the operator, the axis under the mouse is.
void ProgramPage::tellSides()
{
    Sides sides;
    if (const ProgramStagesPtr made = m_model->made(); made && !m_name.isEmpty() && current(m_stage)) {
        const auto [program, line] = programLine();
        const ProgramStages::Dimensions of = made->dimensionsOf(m_name.toStdString(), program, line);
        sides.setFlag(Side::Rows, of.rows);
        sides.setFlag(Side::Columns, of.columns);
        sides.setFlag(Side::Dense, of.dense);
    }
    if (sides != m_sides) {
        m_sides = sides;
        Q_EMIT pointedAt(sides);
    }
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
    const auto [program, line] = programLine();
    QString meaning;
    if (const ProgramStagesPtr shown = current(program) ? made : m_model->before(); shown && !m_name.isEmpty())
        meaning = meaningOf(m_name.toStdString(), *shown, program, line);
    if (meaning.isEmpty() && node)
        meaning = QString(relatedLines(m_stage) + QLatin1Char(' ') + meaningOf(node->id, *made, program)).trimmed();
    m_meaning->setText(meaning);
}

// "Line 12; in stage II: 20, 21; in stage III: 14; in CUDA: 31."
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
        const QString text = lines.join(QStringLiteral(", "));
        if (!lines.isEmpty())
            all << (i == stages()
                        ? tr("in CUDA: %1").arg(text)
                        : tr("in stage %1: %2").arg(QString(static_cast<int>(i) + 1, QLatin1Char('I')), text));
    }
    return all.join(QStringLiteral("; ")) + QLatin1Char('.');
}

// Nothing is pointed at: the iterations of the selected tile's format, or nothing.
void ProgramPage::lightTile()
{
    if (m_stepper->on())
        return showStep();
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

// Another tile is selected: its iteration is brought into sight, where the schedule is seen alone in its stage.
void ProgramPage::followTile()
{
    lightTile();
    if (m_columns->tabs() && m_columns->current() == static_cast<int>(m_columns->count()) && stage(0).firstLit() > 0)
        m_columns->setCurrent(0);
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

// In the stage that is seen, or else in that of loops over positions.
void ProgramPage::step()
{
    if (m_stepper->on())
        return m_stepper->stop();
    const auto seen = static_cast<std::size_t>(m_columns->current());
    m_stepper->start(m_columns->tabs() ? std::min(stages() - 1, seen) : 1);
}

void ProgramPage::showWalk()
{
    const bool on = m_stepper->on(), began = on && m_walk->isHidden();
    m_step->setChecked(on);
    m_step->setText(on ? tr("Stop") : tr("Step"));
    stage(0).setReadOnly(on);
    for (std::size_t i = 0; i < m_columns->count(); ++i)
        m_columns->column(i).setBrief(on);
    m_columns->setBeside(on ? m_walk : nullptr, m_stepper->stage());
    if (!on) {
        m_walk->setParent(this);
        m_walk->hide();
        return lightTile();
    }
    if (m_columns->tabs())
        m_columns->setCurrent(static_cast<int>(m_stepper->stage()));
    if (began)
        m_walk->picture().setFocus();
}

void ProgramPage::showStep()
{
    if (!m_stepper->on())
        return;
    m_line = 0;
    m_name.clear();
    for (std::size_t i = 0; i < m_columns->count(); ++i) {
        stage(i).light(current(i) ? m_stepper->nodes(i) : std::set<int>(), {});
        stage(i).showLit();
    }
    m_meaning->setText(m_stepper->sentence());
}

} // namespace sparsescope
