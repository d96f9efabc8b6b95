// Two tabs that show the same place: each has the other's matrix beside its own, and takes over page, layer, view, pick
// and rectangle when it is shown after the other one.
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace sparsescope {

class MainWindow;

class MatrixLink : public QObject {
    Q_OBJECT
public:
    using TitleOf = std::function<QString(const MainWindow&)>;
    // The place is `leader`'s to begin with. Both must outlive the link.
    MatrixLink(MainWindow& leader, MainWindow& other, TitleOf titleOf, QObject* parent = nullptr);
    ~MatrixLink() override; // both stand alone again

    bool holds(const MainWindow& tab) const { return &tab == m_tabs[0] || &tab == m_tabs[1]; }
    MainWindow& partnerOf(const MainWindow& tab) const { return &tab == m_tabs[0] ? *m_tabs[1] : *m_tabs[0]; }
    // One of the two comes on screen.
    void bring(MainWindow& tab);
    // What stands beside each of them.
    void refresh();

private:
    void feed(MainWindow& tab);

    MainWindow* m_tabs[2];
    MainWindow* m_leader; // was on screen last
    TitleOf m_titleOf;
};

} // namespace sparsescope
