// Answers for the selection, whatever page made it.
#pragma once

#include <QTimer>
#include <QWidget>

namespace sparsescope {

class FactList;
class RectangleFacts;
class Workspace;

class Inspector : public QWidget {
    Q_OBJECT
public:
    explicit Inspector(Workspace& workspace, QWidget* parent = nullptr);
    QString text(); // of the selection as it is now

private:
    void refresh();
    Workspace& m_workspace;
    FactList* m_facts;
    RectangleFacts* m_rectangle;
    bool m_searching = false;
    QTimer m_due; // several things change at once: they are said once
};

} // namespace sparsescope
