// The generated kernel beside the kinds of tiles that it runs.
#pragma once

#include <QWidget>

class QLabel;
class QTreeWidget;
class QToolButton;

namespace sparsescope {

class SourceView;
class Workspace;

class KernelPage : public QWidget {
    Q_OBJECT
public:
    explicit KernelPage(Workspace& workspace, QWidget* parent = nullptr);
    SourceView& source() { return *m_source; }
    QTreeWidget& kinds() { return *m_kinds; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void showSource();
    void showRun();
    void showSelection();
    void markKind(int index);
    void save();
    void setIcons();

    Workspace& m_workspace;
    QLabel *m_title, *m_facts, *m_problem;
    QToolButton *m_copy, *m_save;
    QTreeWidget* m_kinds;
    SourceView* m_source;
};

} // namespace sparsescope
