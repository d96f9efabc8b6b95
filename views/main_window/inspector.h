// Answers for the selection, whatever page made it.
#pragma once

#include <QWidget>

namespace sparsescope {

class FactList;
class RectangleFacts;
class Workspace;

class Inspector : public QWidget {
    Q_OBJECT
public:
    explicit Inspector(Workspace& workspace, QWidget* parent = nullptr);
    QString text() const;

private:
    void refresh();
    Workspace& m_workspace;
    FactList* m_facts;
    RectangleFacts* m_rectangle;
};

} // namespace sparsescope
