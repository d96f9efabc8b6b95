// A sentence about what went wrong, where the user is looking, until it is closed; one for each of several files that
// were opened at once.
#pragma once

#include "views/workspace/jobs.h"

#include <QList>
#include <QWidget>

class QLabel;
class QToolButton;

namespace sparsescope {

class Banner : public QWidget {
    Q_OBJECT
public:
    explicit Banner(QWidget* parent = nullptr);
    void show(const Failure& failure);
    void withdraw(Lane lane); // what failed there is not so any more
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QLabel* m_text;
    QToolButton* m_close;
    QList<Failure> m_failures;
};

} // namespace sparsescope
