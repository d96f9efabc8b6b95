// The text of a program on the Learn page: which of its lines stand there, the one that runs, and what the loops around
// it are at.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/learn/program_run.h"

#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::learn {

class ProgramText {
public:
    static constexpr double leastWidth = 440;

    // The run lives longer. `highlights`: ids of lines, "line 0 3", that are marked in every step.
    ProgramText(const ProgramRun& run, std::set<std::string> highlights);

    // A step for each choice of the lines that stand there.
    const std::vector<int>& layouts() const { return m_layouts; }
    double height(double width) const; // at most
    // In lines of about this width; `shapes`, the elements of each array, are lit with the lines that name it.
    void draw(Drawing& d, int step, Point corner, double width, const std::vector<std::vector<int>>& shapes,
              bool sizeAlone) const;
    // Its steps; nothing where there is none. What the last one that is applied changed has a line beside it in the
    // text.
    void drawSchedule(Drawing& d, Point corner, bool sizeAlone) const;

private:
    struct Line {
        std::size_t line = 0; // of the text
        std::string text;
    };
    static constexpr std::size_t ofIteration = std::numeric_limits<std::size_t>::max();
    using Around = std::vector<std::pair<std::size_t, std::string>>; // names, and the lines behind which they stand

    void gatherAround(const ir::Body& body, const Around& outside);
    void chooseLines();
    std::size_t endOf(std::size_t top) const;
    std::size_t topOf(int step) const;
    std::vector<Line> linesAt(int step) const;
    std::string foldedText(std::size_t top) const;
    double widthOf(std::size_t characters) const;
    std::map<std::size_t, std::string> loopValues(const ProgramStep& step) const;
    void linkLine(Drawing& d, int shape, std::size_t line, const std::vector<std::vector<int>>& shapes) const;

    const ProgramRun& m_run;
    std::set<std::string> m_highlights;
    std::map<int, Around> m_around;    // of statements, by their nodes
    std::vector<std::string> m_values; // the longest value of the loop of each line; empty: it is none
    double m_iterators = 0;            // width of the longest text of them
    std::size_t m_declarations = 0;    // lines
    std::vector<std::size_t> m_tops;   // the first line of each outermost statement
    bool m_folded = false, m_noDeclarations = false, m_declarationsFirst = false;
    std::vector<int> m_layouts;
};

} // namespace sparsescope::learn
