// What gives way where a window is small: rows that become columns, stacks that ask only for what they show, content
// that scrolls, labels that are cut and say the rest when the mouse is on them.
#pragma once

#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QStackedWidget>

#include <vector>

namespace sparsescope {

// The least height that a widget copes with at a width, the lines of its texts broken there.
int leastHeight(const QWidget& widget, int width);

// How wide each of some widths may be so that all of them fit into `room`: the widest give way first.
int widestThatFits(std::vector<int> widths, int room);

// A line of the window no higher than its text, or as high as it likes.
void setFixedLine(QWidget& line, bool fixed);

// Side by side while all have the room that they need, else one below the other.
class YieldingRow : public QLayout {
public:
    explicit YieldingRow(int spacing, QWidget* parent = nullptr);
    ~YieldingRow() override;

    // With a stretch it takes that share of the room, else what it likes to have and the others can spare.
    void add(QWidget* widget, int stretch);
    void add(QLayout* layout, int stretch);
    bool stacked(int width) const; // at this width, margins included

    void addItem(QLayoutItem* item) override { m_items.push_back({item, 0}); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal | Qt::Vertical; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return minimumHeightForWidth(width); }
    int minimumHeightForWidth(int width) const override;
    QSize minimumSize() const override;
    QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Item {
        QLayoutItem* item;
        int stretch;
    };
    QRect inside(const QRect& rect) const { return rect.marginsRemoved(contentsMargins()); }
    std::vector<int> widths(int room) const; // 0: not there
    std::vector<int> heights(int width) const;
    int spaces() const;
    std::vector<Item> m_items;
};

// Asks for the room of the page that it shows, not for the most that any of them would like.
class ShownStack : public QStackedWidget {
public:
    explicit ShownStack(QWidget* parent = nullptr);
    bool hasHeightForWidth() const override { return false; } // it knows its width
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    void resizeEvent(QResizeEvent* event) override;
};

// Gives its content all of its room, and scrolls where that is not enough. Keys go on to the window.
class Scroller : public QScrollArea {
public:
    explicit Scroller(QWidget* content, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override { return {120, 48}; }
    QSize sizeHint() const override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fit();
    bool m_fitting = false;
};

// One line of plain text, cut where it does not fit.
class ElidedLabel : public QLabel {
public:
    explicit ElidedLabel(Qt::TextElideMode mode = Qt::ElideRight, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;
    bool cut() const; // a tooltip says all of it then

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

} // namespace sparsescope
