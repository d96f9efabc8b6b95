// The picture of a program's run: the matrix with the non-zero that a statement means, dense operands, and the arrays
// with what it reads and writes. The text of the program stands beside them, or elsewhere.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/learn/program_text.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::learn {

class ProgramPicture {
public:
    // Run and text (null: it stands elsewhere) live longer. `highlights`: ids that are marked in every step.
    ProgramPicture(const ProgramRun& run, std::set<std::string> highlights, const ProgramText* text,
                   bool large = false);

    Scene scene(int step, double room) const;
    Point size(double room) const; // of every scene

private:
    // What a scene says of a step, gathered once for all that is drawn.
    struct Moment {
        bool sizeAlone = false;                               // small boxes are not drawn
        const ProgramStep* step = nullptr;                    // null: the beginning
        std::vector<ProgramValues> values;                    // of each array
        std::set<std::pair<std::size_t, std::int64_t>> reads; // elements
        std::set<std::pair<std::size_t, std::int64_t>> own;   // that its thread reads or writes, sooner or later
        std::set<std::int64_t> ownPositions;                  // and the non-zeros of these
    };

    bool flat() const { return m_run.program().stage == 3; }
    bool isOperand(const ProgramArray& array) const { return array.width > 0 && array.name != "C"; }
    bool operandOfRows(const std::string& name) const;
    Moment momentOf(int step) const;
    std::vector<std::size_t> arraysAt(const Moment& now) const;
    Scene draw(int step, double room, bool sizeAlone) const;
    Role roleOf(const Moment& now, std::size_t array, std::int64_t element, const std::string& id) const;
    std::string textOf(const Moment& now, std::size_t array, std::int64_t element) const;
    Point drawOperands(Drawing& d, const Moment& now, std::vector<std::vector<int>>& shapes) const;
    double drawDense(Drawing& d, const Moment& now, std::size_t array, double x, double y, double side,
                     std::vector<int>& shapes) const;
    double drawArray(Drawing& d, const Moment& now, std::size_t array, double right, double y,
                     std::vector<int>& shapes) const;
    void linkElement(Drawing& d, int shape, const ProgramArray& array, std::int64_t element) const;
    int rowShape(std::int64_t row) const;
    void linkRow(Drawing& d, int shape, std::int64_t row) const { d.link(shape, rowShape(row)); }
    void linkPosition(Drawing& d, int shape, std::int64_t position) const;

    const ProgramRun& m_run;
    const Matrix& m_matrix;
    std::set<std::string> m_highlights;
    const ProgramText* m_text;
    bool m_large;
    double m_cell = 26, m_names = 60; // widths: of a box, of names of arrays
};

} // namespace sparsescope::learn
