// The small matrix of the Learn page: drawn, resized, its rows and columns in another order.
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/small_matrix.h"

#include <algorithm>

namespace sparsescope {

using learn::LearnState;

void LearnDesk::setMatrix(MatrixPtr matrix, bool byHand)
{
    LearnState before = m_state;
    const bool keep = !byHand && drawnByHand();
    if (replaceMatrix(std::move(matrix), byHand) && keep)
        keepDrawing(std::move(before));
}

bool LearnDesk::replaceMatrix(MatrixPtr matrix, bool byHand)
{
    LearnState next = m_state;
    next.matrix = std::move(matrix);
    next.byHand = byHand;
    next.rowOrder.clear();
    next.colOrder.clear();
    next.highlights.clear();
    fitFormats(next, learn::learnKinds(*next.matrix));
    return change(std::move(next), false);
}

void LearnDesk::setCell(std::int64_t row, std::int64_t col, bool filled)
{
    const Matrix& m = *m_state.matrix;
    if (row < 0 || col < 0 || row >= m.rows() || col >= m.cols() || hasCell(m, row, col) == filled)
        return;
    LearnState next = m_state;
    next.matrix = withCell(m, row, col, filled);
    next.byHand = !drawsAnswer();
    next.highlights.clear();
    fitFormats(next, learn::learnKinds(*next.matrix));
    change(std::move(next), false);
}

bool LearnDesk::filled(std::int64_t row, std::int64_t col) const
{
    return hasCell(*m_state.matrix, row, col);
}

void LearnDesk::resizeMatrix(std::int64_t rows, std::int64_t cols)
{
    if (rows != m_state.matrix->rows() || cols != m_state.matrix->cols())
        setMatrix(resized(*m_state.matrix, rows, cols), m_state.byHand);
}

void LearnDesk::clearMatrix()
{
    replaceMatrix(withCell(*emptyMatrix(m_state.matrix->rows(), m_state.matrix->cols()), 0, 0, true), false);
}

void LearnDesk::keepDrawing(LearnState drawing)
{
    m_drawings.push_back(std::move(drawing));
    Q_EMIT drawingKept();
}

std::vector<LearnState> LearnDesk::drawings() const
{
    std::vector<LearnState> all = m_drawings;
    if (drawnByHand())
        all.push_back(m_state);
    return all;
}

void LearnDesk::showDrawing()
{
    if (m_drawings.empty())
        return;
    std::vector<LearnState> all = drawings();
    const auto shown = static_cast<std::ptrdiff_t>(m_drawings.size()); // where it is one
    if (!change(m_drawings.back(), false))
        return;
    all.erase(all.begin() + shown - 1);
    std::rotate(all.begin(), all.begin() + shown - 1, all.end()); // what was shown goes to the front
    m_drawings = std::move(all);
    m_undo.clear();
    m_redo.clear();
    Q_EMIT stateChanged();
}

void LearnDesk::setDrawingsSaved(const learn::Lesson& in)
{
    const auto saved = [&](const LearnState& state) {
        return std::any_of(in.steps.begin(), in.steps.end(),
                           [&](const learn::LessonStep& step) { return step.state.matrix == state.matrix; });
    };
    std::erase_if(m_drawings, saved);
    if (saved(m_state))
        m_state.byHand = false;
    Q_EMIT stateChanged();
}

std::int64_t LearnDesk::placeOf(bool row, std::int64_t line) const
{
    const auto& order = row ? m_state.rowOrder : m_state.colOrder;
    if (order.empty())
        return line;
    return std::find(order.begin(), order.end(), static_cast<std::int32_t>(line)) - order.begin();
}

bool LearnDesk::drawn() const
{
    if (m_lesson && std::any_of(m_lesson->steps.begin(), m_lesson->steps.end(),
                                [this](const learn::LessonStep& step) { return step.state.matrix == m_state.matrix; }))
        return false;
    const std::vector<std::string> rows = learn::drawing(*m_state.matrix);
    const std::vector<learn::NamedMatrix> named = learn::namedMatrices();
    return std::none_of(named.begin(), named.end(), [&](const learn::NamedMatrix& m) {
        return learn::drawing(*learn::namedMatrix(m.name)) == rows;
    });
}

// From step 2 on the picture shows both orders.
void LearnDesk::setOrder(std::vector<std::int32_t> rows, std::vector<std::int32_t> cols)
{
    LearnState next = m_state;
    next.rowOrder = std::move(rows);
    next.colOrder = std::move(cols);
    next.step = std::max(2, next.step);
    change(std::move(next), true);
}

void LearnDesk::resetOrder()
{
    LearnState next = m_state;
    next.rowOrder.clear();
    next.colOrder.clear();
    const bool moves = m_state.view == learn::View::Permute || m_state.view == learn::View::Axes;
    change(std::move(next), true, moves ? std::optional(0) : std::nullopt);
}

} // namespace sparsescope
