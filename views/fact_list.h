// Names and values in two columns under titles; the exact value on hover.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace sparsescope {

struct Fact {
    QString name; // empty: a sentence over both columns
    QString value;
    QString exact; // tooltip
    bool faint = false;
};

struct FactGroup {
    QString title;
    std::vector<Fact> facts;
};

class FactList : public QWidget {
    Q_OBJECT
public:
    explicit FactList(QWidget* parent = nullptr);
    void setGroups(std::vector<FactGroup> groups);
    // All of it as lines of text, for copying and for tests.
    QString text() const;

private:
    QVBoxLayout* m_layout;
    std::vector<FactGroup> m_groups;
};

} // namespace sparsescope
