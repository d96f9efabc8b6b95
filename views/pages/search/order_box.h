// Whether the next search plans the order that is shown.
#pragma once

#include <QCheckBox>

namespace sparsescope {

class Workspace;

// Its name says which order is planned; hidden while both are the file's.
class OrderBox : public QCheckBox {
    Q_OBJECT
public:
    explicit OrderBox(Workspace& workspace, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();
    void elide();
    QString whyNot() const; // why the order that is shown cannot be planned; empty: it can

    Workspace& m_workspace;
};

} // namespace sparsescope
