// Names and values in two columns under titles; the exact value on hover.
#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace sparsescope {

struct Fact {
    QString name; // empty: a sentence over both columns
    QString value;
    QString exact; // tooltip
    bool faint = false;
    bool operator==(const Fact&) const = default;
};

struct FactGroup {
    QString title;
    std::vector<Fact> facts;
    bool operator==(const FactGroup&) const = default;
};

class FactList : public QWidget {
    Q_OBJECT
public:
    explicit FactList(QWidget* parent = nullptr);
    // Shown by an event of their own.
    void setGroups(std::vector<FactGroup> groups);
    // All of it as lines of text, for copying and for tests.
    QString text() const;

private:
    struct Box {
        FactGroup group;
        QWidget* widget;
        std::vector<QLabel*> names, values; // one a fact; a sentence has no name
    };
    Box makeBox(const FactGroup& group);
    static bool showIn(Box& box, const FactGroup& group);
    void showGroups();

    QVBoxLayout* m_layout;
    std::vector<FactGroup> m_groups;
    std::vector<Box> m_boxes; // of the groups that are shown
    QTimer m_due;
};

} // namespace sparsescope
