// A scene under construction: what the views of the Learn page share when they draw.
#pragma once

#include "engine/learn/scene.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/format.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::learn {

class Drawing {
public:
    Shape& box(double x, double y, double w, double h, Role role, std::string id = {}, std::string hint = {});
    // A box with a text in its middle.
    Shape& cell(double x, double y, double w, double h, Role role, const std::string& text, std::string id = {},
                std::string hint = {});
    Shape& text(double x, double y, const std::string& text, TextSize size = TextSize::Small, Role role = Role::Text,
                bool monospaced = false, bool strong = false);
    Shape& textIn(double x, double y, double w, double h, const std::string& text, Align align, Role role = Role::Text,
                  bool monospaced = false);
    // A sentence broken at spaces into lines of at most `width`; returns its height.
    double paragraph(double x, double y, double width, const std::string& text, TextSize size = TextSize::Middle,
                     Role role = Role::Text);
    void line(double x0, double y0, double x1, double y1, Role role = Role::Line);
    void arrow(double x0, double y0, double x1, double y1, Role role = Role::Secondary);
    // How many shapes have an id by now: the next one is this in Scene::named().
    int named();
    void link(int one, int other); // each pair once
    // With the place of the matrix, the columns or the rows that a shape speaks of; the matrix' are the first of all
    // with ids.
    void linkArea(int shape, const MatrixArea& area, const Matrix& matrix);

    // The scene with a margin right of and below the last shape.
    Scene take(double margin = 16);
    double right() const;
    double bottom() const;
    // The scene is at least so large: other steps draw more.
    void reserve(double right, double bottom);

private:
    double m_right = 0, m_bottom = 0;
    std::size_t m_counted = 0; // shapes
    int m_named = 0;           // of those
    std::vector<Link> m_links;
    Scene m_scene;
};

// "cell 3 5"
std::string cellId(std::int64_t row, std::int64_t col);
// "array 0 values 7"
std::string arrayId(int format, const std::string& name, std::int64_t element);

// A matrix as squares with row and column numbers, its corner at (x, y); returns width and height with the numbers.
struct MatrixStyle {
    double side = 22;
    // Role of a place; of empty ones, Role::Faint.
    std::function<Role(std::int64_t row, std::int64_t col, std::int64_t position)> role = {};
    std::function<std::string(std::int64_t position)> text = {}; // none: the value
    std::vector<std::int32_t> rows = {}, cols = {};              // the line at each place; empty: as it is
    bool ids = true;
};
Point drawMatrix(Drawing& drawing, const Matrix& matrix, double x, double y, const MatrixStyle& style);
Point matrixSize(const Matrix& matrix, const MatrixStyle& style); // the same, undrawn
// A side that suits the size of the matrix and its numbers. `large`: for LargeNumbers.
double matrixSide(const Matrix& matrix, bool large = false);

// The lines of a listing with the present one marked; returns its height. `hint` is that of every line.
struct CodeLine {
    std::string text;
    std::vector<std::string> reads; // names of the arrays that it reads or writes
};
double codeWidth(const std::vector<CodeLine>& code);
double codeHeight(const std::vector<CodeLine>& code);
double drawCode(Drawing& drawing, double x, double y, double width, const std::vector<CodeLine>& code, int here,
                int format, const std::string& hint);

std::string shortNumber(double value); // below a million whole ones exactly, others to three digits or a whole number
// Side of a box for numbers of so many characters: three fit into the least one. `large`: for LargeNumbers.
double sideFor(double least, std::size_t characters, bool large = false);
Role roleOf(FormatFamily family);
std::string plural(std::int64_t n, const std::string& word); // "1 row", "2 rows"

// The matrix itself or, of a pattern, with its non-zeros numbered from 1, row by row.
MatrixPtr withNumbers(const MatrixPtr& matrix);

} // namespace sparsescope::learn
