// Arrays of a branch as cells with their indices: what a node changed first, old below new, marked elements filled,
// padding as empty cells.
#pragma once

#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/graph/mentions.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <vector>

namespace sparsescope {

struct ShownArray {
    QString name = {};
    std::optional<graph::Array> array = {}; // none: the kernel's alone
    graph::NumbersPtr now = nullptr;
    graph::NumbersPtr before = nullptr; // null where the array is new, or is as it was
    bool changed = false;
    int digits = 1;
    std::shared_ptr<const graph::KernelArray> kernel = nullptr; // as the kernel has it; null: not known
    QString note = {};                                          // behind its name

    std::int64_t size() const;
    std::int64_t cells() const; // the longer one's of now and before
    // What needs to know more than the function has no values here, nor has what is behind its end.
    std::optional<std::int64_t> value(std::int64_t i) const;
};

class ArraysView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit ArraysView(QWidget* parent = nullptr);

    void setArrays(std::vector<ShownArray> arrays); // keeps what is selected, by its name
    const std::vector<ShownArray>& arrays() const { return m_arrays; }
    // An element of some arrays each, which come into view.
    void setMarks(const std::vector<graph::Mention>& marks);
    int current() const { return m_current; } // array that is selected, or -1
    void setCurrent(int array, std::int64_t element);
    std::int64_t element() const { return m_element; }
    QRect cellRect(int array, std::int64_t element) const; // in the viewport; empty where it is not seen

Q_SIGNALS:
    void currentChanged();
    void chosen(int array, qint64 element); // by a click, Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override; // the mouse on a name: all of what stands behind it

private:
    struct Place {
        int top = 0, height = 0;
        int cell = 20; // width
        std::int64_t first = 0;
        std::int64_t mark = -1;
    };
    void arrange();
    void showElement(int array, std::int64_t element);
    std::int64_t seen(int array) const; // elements that fit
    void paintArray(QPainter& painter, int array);

    std::vector<ShownArray> m_arrays;
    std::vector<Place> m_places;
    int m_current = -1;
    std::int64_t m_element = 0;
};

} // namespace sparsescope
