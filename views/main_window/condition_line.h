// What is being looked at and under which conditions; every word opens a menu to change it.
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QMenu;
class QToolButton;

namespace sparsescope {

class SetupActions;
class Workspace;

class ConditionLine : public QWidget {
    Q_OBJECT
public:
    explicit ConditionLine(Workspace& workspace, QWidget* parent = nullptr);
    // Filled by the window, which knows the files: open, recent files, samples.
    QMenu& matrixMenu() { return *m_matrixMenu; }
    QString text() const; // the words in a line
    // The same choices for other menus.
    SetupActions& setupActions() { return *m_setup; }
    void setTight(bool tight); // no higher than its text needs
    // What is spoken of elsewhere: the sizes of the matrix, the operator's dense axis.
    void light(bool matrix, bool dense);
    // The other tab that shows the same place; empty: none.
    void setLinkedWith(const QString& title);

Q_SIGNALS:
    void helpWanted();
    void unlinkWanted();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* word(const QString& tip, QMenu* menu);
    void setWord(QToolButton& button, const QString& text);
    void fitWords();
    QSize minimumSizeHint() const override;
    void refresh();
    void fillOperator();
    void fillPlan();
    void fillCalibration();
    void fillDevice();
    void setIconsOfHelp();

    Workspace& m_workspace;
    SetupActions* m_setup;
    QMenu *m_matrixMenu, *m_operatorMenu, *m_planMenu, *m_calibrationMenu, *m_deviceMenu;
    QToolButton *m_matrix, *m_operator, *m_plan, *m_calibration, *m_device, *m_linked, *m_help;
    QLabel* m_linkedDot;
    bool m_searching = false; // and seen
};

} // namespace sparsescope
