// A picture as a flat list of shapes in logical units: what the window paints, and what SVG and HTML are written from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope::learn {

// What a shape stands for: its colour follows, light and dark. Padding and redundant places are always outlines.
enum class Role {
    Text,      // black on white, white on black
    Secondary, // captions, units
    Heading,   // titles of panels (text), what an array has before its elements (boxes)
    Accent,    // what the present step is about: text and thick outlines
    Axis,      // row and column numbers
    Line,      // hairlines, frames
    Faint,     // what is not reached yet: outline alone
    Cell,      // a non-zero of the matrix, or an array element that holds its value
    Index,     // an element that says where: columns, rows, pointers
    Padding,   // stored, and zero in the matrix
    Redundant, // stored as zero, the non-zero belongs to another tile
    Highlight, // filled: the element of the present step
    Linked,    // filled lightly: linked to it
    Active,    // a lane that works
    Idle,      // a lane that waits
    Sector,    // 32 bytes that a warp touches in this step
    Touched,   // 32 bytes touched in an earlier step
    Good,
    Bad,      // the better and the worse of two numbers; always beside a word
    Code,     // a line of the listing
    CodeHere, // the ground of the line that runs in this step
    Block,
    Ell,
    OneD,
    CsrLike,
    Diagonal,
    Other,  // tiles: the family's colour and hatching
    Ground, // the paper
    Frame,  // around a slice, a block, a group: a stronger line
    Spoken  // an empty place of the matrix that the present element speaks of
};
inline constexpr int roleCount = static_cast<int>(Role::Spoken) + 1;

// Lines drawn over a fill, so that a family is never colour alone (LOOK).
enum class Hatch { None, Horizontal, Vertical, Slanted, Dots, Crossed };

// Colours 0xAARRGGBB; alpha 0: not drawn.
struct RoleStyle {
    std::uint32_t fill = 0;   // of rectangles and polygons; of text and lines: `ink`
    std::uint32_t stroke = 0; // outline of rectangles and polygons
    std::uint32_t ink = 0;    // text, lines, arrows
    double width = 1;         // of outline, line or arrow
    bool dashed = false;
    Hatch hatch = Hatch::None;
};
RoleStyle styleOf(Role role, bool dark);
const char* name(Role role); // "padding", as a CSS class

// Logical units; from line to line it is 1.4 times that. LargeNumbers has other sizes, whole units too.
enum class TextSize { Small = 11, Middle = 13, Large = 18 };
enum class Align { Left, Centre, Right }; // of text, within x .. x + w
struct Point {
    double x = 0, y = 0;
};

struct Shape {
    enum class Kind { Rectangle, Text, Line, Arrow, Polygon };
    Kind kind = Kind::Rectangle;
    Role role = Role::Text;
    // Rectangle, text: the box (text stands in the middle of its height; it may have spaces, never line ends). Line and
    // arrow: from (x, y) to (x + w, y + h), the head at the end. Polygon: the box around its points.
    double x = 0, y = 0, w = 0, h = 0;
    std::vector<Point> points = {};
    std::string text = {};
    TextSize size = TextSize::Small;
    bool monospaced = false;
    bool strong = false;
    Align align = Align::Left;
    // What it is, the same in every step: "cell 3 5", "array 0 values 7" (format, name, element), "lane 4", "line 0 6"
    // (format, line of its listing), "tile 2", "row 3", "col 5", "b 5", "c 3", "sector ...". At most one shape of a
    // scene has an id. Empty: decoration. The same id at another place in the next step: it moved there.
    std::string id = {};
    std::string hint = {}; // a sentence for the pointer that rests on it
};

// Two shapes with ids that speak of the same thing; hovering one lights the others. Places in Scene::named().
struct Link {
    int from = 0, to = 0; // from < to
    bool operator==(const Link&) const = default;
};

struct Scene {
    double width = 0, height = 0;
    std::vector<Shape> shapes; // drawn in this order
    std::vector<Link> links;   // each pair once

    const Shape* find(const std::string& id) const;
    // The shapes with ids, in their order.
    std::vector<int> named() const;
    // Id of the topmost shape with one at this point; empty when there is none.
    std::string at(Point point) const;
};

// Upper bound of a text's width in usual sans-serif and monospaced faces, logical units.
double textWidth(const std::string& text, TextSize size, bool monospaced, bool strong = false);
inline double lineHeight(TextSize size)
{
    return 1.4 * static_cast<double>(size);
}

// One self-contained SVG document.
std::string sceneSvg(const Scene& scene, bool dark);

} // namespace sparsescope::learn
