// A program in three stages, after SparseTIR's figures 3 to 11: the text with the line that runs, beside the picture of
// its run.
#include "engine/learn/program_picture.h"
#include "engine/learn/shows.h"

namespace sparsescope::learn {

namespace {

class ProgramShow final : public Show {
public:
    explicit ProgramShow(const LearnState& state)
        : m_run(state), m_text(m_run, marked(state)), m_picture(m_run, marked(state), &m_text, state.hall != Hall::None)
    {
    }

    int steps() const override { return static_cast<int>(m_run.steps().size()) + 1; }
    std::string text(int step) const override { return m_run.text(step); }
    std::vector<LearnNumber> numbers() const override { return m_run.numbers(); }
    Scene scene(int step, double room) const override
    {
        Scene scene = m_picture.scene(step, room);
        const Point whole = size(room);
        scene.width = whole.x;
        scene.height = whole.y;
        return scene;
    }
    // Which lines stand there depends on the step; nothing else makes one larger than another.
    Point size(double room) const override { return m_picture.size(room); }

private:
    static std::set<std::string> marked(const LearnState& state)
    {
        return {state.highlights.begin(), state.highlights.end()};
    }

    ProgramRun m_run;
    ProgramText m_text;
    ProgramPicture m_picture;
};

} // namespace

std::shared_ptr<const Show> programShow(const LearnState& state)
{
    return std::make_shared<const ProgramShow>(state);
}

} // namespace sparsescope::learn
