// The state of the Learn page. Its matrix is in learn_desk_matrix.cpp, lessons in learn_desk_lesson.cpp.
#include "views/pages/learn/learn_desk.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/learn/program_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

using learn::LearnFormat;
using learn::LearnKind;
using learn::LearnState;
using learn::View;

namespace {

constexpr std::size_t mostUndone = 200;

} // namespace

LearnDesk::LearnDesk(QObject* parent) : StepPlayer(parent)
{
    m_state.matrix = learn::namedMatrix(learn::namedMatrices().front().name);
    m_kinds = learn::learnKinds(*m_state.matrix);
    m_state.formats = {{"csr"}, {"sell"}};
    fitFormats(m_state, m_kinds);
    m_show = learn::makeShow(m_state);
    m_width = widthFor(*m_show);
    m_last = m_show->steps() - 1;
    m_state.step = m_last;
    m_laterLayOut.setSingleShot(true);
    m_laterLayOut.setInterval(0);
    connect(&m_laterLayOut, &QTimer::timeout, this, &LearnDesk::layOut);
}

std::shared_ptr<const learn::Show> LearnDesk::showOf(LearnState state, std::string* problem) const
{
    try {
        state.asked = askedOf(state);
        return learn::makeShow(state);
    } catch (const Error& e) {
        if (problem)
            *problem = e.reason();
        return nullptr;
    }
}

std::vector<LearnKind> LearnDesk::kindsOfView() const
{
    std::vector<LearnKind> kinds = m_kinds;
    if (m_state.view == View::Multiply)
        std::erase_if(kinds, [](const LearnKind& kind) { return kind.mappings.empty(); });
    return kinds;
}

const LearnKind* LearnDesk::kindOf(const LearnFormat& format) const
{
    const auto found =
        std::find_if(m_kinds.begin(), m_kinds.end(), [&](const LearnKind& k) { return k.name == format.name; });
    return found == m_kinds.end() ? nullptr : &*found;
}

int LearnDesk::mostFormats() const
{
    switch (m_state.view) {
    case View::Arrays:
    case View::Permute:
        return 4;
    case View::Multiply:
        return 2;
    default:
        return 0;
    }
}

// Those that the view has, with parameters that the matrix allows; its settings too.
void LearnDesk::fitFormats(LearnState& state, const std::vector<LearnKind>& kinds) const
{
    const auto kind = [&](const LearnFormat& format) {
        return std::find_if(kinds.begin(), kinds.end(), [&](const LearnKind& k) { return k.name == format.name; });
    };
    std::erase_if(state.formats, [&](const LearnFormat& format) {
        return kind(format) == kinds.end() || (state.view == View::Multiply && kind(format)->mappings.empty());
    });
    const std::size_t most = state.view == View::Multiply ? 2 : 4;
    if (state.formats.size() > most)
        state.formats.resize(most);
    if (state.formats.empty())
        state.formats = {{"csr"}, {"ell"}};
    if (!state.settings.empty())
        state.settings = learn::fittedSettings(state);
    for (LearnFormat& format : state.formats) {
        const auto k = kind(format);
        if (k == kinds.end())
            continue;
        for (const learn::LearnParameter& p : k->parameters) {
            if (!format.parameters.contains(p.name) || p.values.empty()) {
                format.parameters[p.name] = p.initial;
                continue;
            }
            const auto value = format.parameters[p.name].get<std::int64_t>();
            format.parameters[p.name] =
                *std::min_element(p.values.begin(), p.values.end(), [&](std::int64_t a, std::int64_t b) {
                    return std::abs(a - value) < std::abs(b - value);
                });
        }
        const auto named = [&](const learn::LearnMapping& m) { return m.name == format.mapping; };
        if (std::none_of(k->mappings.begin(), k->mappings.end(), named))
            format.mapping = k->mappings.empty() ? std::string() : k->mappings.front().name;
    }
}

void LearnDesk::setProblem(const QString& text)
{
    if (text == m_problem)
        return;
    m_problem = text;
    Q_EMIT problemChanged();
}

bool LearnDesk::change(LearnState next, bool glide, std::optional<int> step, bool remember)
{
    std::string problem;
    std::shared_ptr<const learn::Show> show = showOf(next, &problem);
    if (!show) {
        setProblem(QString::fromStdString(problem));
        Q_EMIT stateChanged(); // a control that was moved goes back
        return false;
    }
    change(std::move(next), std::move(show), glide, step, remember);
    return true;
}

void LearnDesk::change(LearnState next, std::shared_ptr<const learn::Show> show, bool glide, std::optional<int> step,
                       bool remember)
{
    pause();
    if (remember && !(m_stroke && m_strokeKept)) {
        m_undo.push_back(m_state);
        if (m_undo.size() > mostUndone)
            m_undo.erase(m_undo.begin());
        m_redo.clear();
        m_strokeKept = m_stroke;
    }
    m_strayed = true;
    adopt(std::move(next), std::move(show), glide, step);
}

// The largest of a few scales at which all of it can be seen. Where there is none: as it is, or smaller where that
// makes it much lower, because parts then stand side by side.
double LearnDesk::widthFor(const learn::Show& show) const
{
    if (m_held)
        return m_width;
    constexpr double lower = 0.75;
    double width = m_room.width() / 0.8, height = 0;
    for (const double scale : {1.6, 1.45, 1.3, 1.15, 1.0, 0.9, 0.8}) {
        if (scale > 1 && std::max(m_state.matrix->rows(), m_state.matrix->cols()) > 16)
            continue; // too much to see at once
        const double most = m_room.width() / scale;
        const learn::Point size = show.size(most);
        if (size.x > most + 1)
            continue;
        if (size.y * scale <= m_room.height())
            return most;
        if (height == 0 || scale >= 1 || size.y < lower * height) {
            width = most;
            height = size.y;
        }
    }
    return width;
}

void LearnDesk::setRoom(QSizeF pixels)
{
    if (pixels == m_room)
        return;
    m_room = pixels;
    m_laterLayOut.start();
}

void LearnDesk::holdLayout(bool held)
{
    if (held == m_held)
        return;
    m_held = held;
    if (!held)
        layOut();
}

void LearnDesk::layOut()
{
    const double width = widthFor(*m_show);
    if (width == m_width)
        return;
    m_width = width;
    Q_EMIT pictureChanged(false);
}

void LearnDesk::adopt(LearnState state, std::shared_ptr<const learn::Show> show, bool glide, std::optional<int> step,
                      int last)
{
    const bool matrix = state.matrix != m_state.matrix;
    const bool atEnd = m_state.step >= m_last;
    m_state = std::move(state);
    std::erase_if(m_drawings, [this](const LearnState& drawing) { return drawing.matrix == m_state.matrix; });
    m_show = std::move(show);
    m_width = widthFor(*m_show);
    if (matrix)
        m_kinds = learn::learnKinds(*m_state.matrix);
    m_last = std::min(last, m_show->steps() - 1);
    m_state.step = std::clamp(step.value_or(atEnd ? m_last : m_state.step), 0, m_last);
    setProblem({});
    Q_EMIT pictureChanged(glide);
    Q_EMIT stateChanged();
    Q_EMIT stepChanged();
}

QString LearnDesk::sentence() const
{
    return QString::fromStdString(m_show->text(m_state.step));
}

void LearnDesk::moveTo(int step)
{
    m_state.step = step;
    Q_EMIT pictureChanged(true);
    Q_EMIT stepChanged();
}

void LearnDesk::setView(View view)
{
    if (view == m_state.view)
        return;
    LearnState next = m_state;
    m_kept[m_state.view] = m_state.formats;
    next.view = view;
    next.example.clear();
    if (const auto kept = m_kept.find(view); kept != m_kept.end())
        next.formats = kept->second;
    fitFormats(next, m_kinds);
    // Arrays are seen filled, everything else from its beginning.
    change(std::move(next), false, view == View::Arrays || view == View::Formats ? std::numeric_limits<int>::max() : 0);
}

void LearnDesk::setExample(const std::string& name)
{
    LearnState next = m_state;
    next.example = name;
    next.settings.clear();
    if (next.view == View::Axes) { // another one's axes
        next.rowOrder.clear();
        next.colOrder.clear();
    }
    change(std::move(next), false, 0);
}

void LearnDesk::setSetting(const std::string& name, std::int64_t value)
{
    LearnState next = m_state;
    next.settings = learn::fittedSettings(next);
    if (next.settings.value(name, value) == value)
        return;
    next.settings[name] = value;
    next.settings = learn::fittedSettings(next);
    change(std::move(next), true);
}

void LearnDesk::setSchedule(const std::string& text)
{
    if (text == learn::programSchedule(m_state))
        return setProblem({});
    LearnState next = m_state;
    next.settings["schedule"] = text;
    next.settings.erase("applied");
    next.settings = learn::fittedSettings(next);
    change(std::move(next), true);
}

void LearnDesk::addFormat(const std::string& name)
{
    LearnState next = m_state;
    if (static_cast<int>(next.formats.size()) >= mostFormats())
        return;
    next.formats.push_back({name});
    fitFormats(next, m_kinds);
    change(std::move(next), false);
}

void LearnDesk::removeFormat(int index)
{
    LearnState next = m_state;
    if (next.formats.size() < 2 || index < 0 || index >= static_cast<int>(next.formats.size()))
        return;
    next.formats.erase(next.formats.begin() + index);
    change(std::move(next), false);
}

void LearnDesk::setFormat(int index, const LearnFormat& format)
{
    LearnState next = m_state;
    if (index < 0 || index >= static_cast<int>(next.formats.size()) || next.formats[at(index)] == format)
        return;
    LearnFormat& there = next.formats[at(index)];
    const LearnFormat before = there;
    there = format;
    if (auto show = showOf(next))
        return change(std::move(next), std::move(show), true);
    // Parameters may hang together (sigma is a multiple of C): another one follows, to the nearest value that is good.
    if (const LearnKind* kind = kindOf(format))
        for (const learn::LearnParameter& p : kind->parameters) {
            if (there.parameters.value(p.name, p.initial) != before.parameters.value(p.name, p.initial))
                continue;
            const std::int64_t now = there.parameters.value(p.name, p.initial);
            std::vector<std::int64_t> values = p.values;
            std::stable_sort(values.begin(), values.end(),
                             [now](std::int64_t a, std::int64_t b) { return std::abs(a - now) < std::abs(b - now); });
            for (const std::int64_t value : values) {
                there.parameters[p.name] = value;
                if (auto show = showOf(next))
                    return change(std::move(next), std::move(show), true);
            }
            there.parameters[p.name] = now;
        }
    change(std::move(next), true); // says why
}

void LearnDesk::setLanes(int lanes)
{
    LearnState next = m_state;
    next.lanes = lanes;
    change(std::move(next), false);
}

void LearnDesk::undo()
{
    if (!canUndo())
        return;
    LearnState back = m_undo.back();
    const LearnState now = m_state;
    if (!change(back, true, {}, false))
        return;
    m_undo.pop_back();
    m_redo.push_back(now);
    Q_EMIT stateChanged();
}

void LearnDesk::redo()
{
    if (!canRedo())
        return;
    LearnState again = m_redo.back();
    const LearnState now = m_state;
    const bool keep = !again.byHand && drawnByHand();
    if (!change(again, true, {}, false))
        return;
    if (keep)
        keepDrawing(now);
    m_redo.pop_back();
    m_undo.push_back(now);
    Q_EMIT stateChanged();
}

void LearnDesk::beginStroke()
{
    m_stroke = true;
    m_strokeKept = false;
}

void LearnDesk::endStroke()
{
    m_stroke = m_strokeKept = false;
}

} // namespace sparsescope
