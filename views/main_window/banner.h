// One sentence about what went wrong, where the user is looking, until it is closed.
#pragma once

#include "views/workspace/jobs.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace sparsescope {

class Banner : public QWidget {
    Q_OBJECT
public:
    explicit Banner(QWidget* parent = nullptr);
    void show(const Failure& failure);
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QLabel* m_text;
    QToolButton* m_close;
    QString m_details;
};

} // namespace sparsescope
