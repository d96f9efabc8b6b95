// A tree of a forest as a picture: all of its nodes, the way of the shown matrix through them, and the step of it that
// is looked at.
#pragma once

#include "engine/search/liteform/forest.h"

#include <QPolygonF>
#include <QWidget>

#include <vector>

namespace sparsescope {

class TreePicture : public QWidget {
    Q_OBJECT
public:
    explicit TreePicture(QWidget* parent = nullptr);

    // The nodes of the tree below its root, and of the way the positions of its nodes, from the root on. `words` of a
    // node are told where the mouse is on it.
    void setTree(const liteform::Trees& trees, std::int32_t root, const std::vector<std::int32_t>& way,
                 const std::function<QString(const liteform::TreeNode&)>& words);
    void clear();
    void setStep(int step); // of the way
    std::size_t nodes() const { return m_nodes.size(); }
    QSize sizeHint() const override { return {320, 132}; }
    QSize minimumSizeHint() const override { return {160, 72}; }

    static constexpr std::size_t mostNodes = 2048; // more is drawn by nobody

Q_SIGNALS:
    void stepChosen(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Node {
        double x = 0, depth = 0; // 0 to 1 across; levels below the root
        int parent = -1;
        int step = -1; // of the way
        QString words;
    };
    QPointF placeOf(const Node& node) const;
    int nodeAt(QPointF position) const; // -1: none

    std::vector<Node> m_nodes; // parents before children
    double m_depth = 0;
    int m_step = 0;
};

} // namespace sparsescope
