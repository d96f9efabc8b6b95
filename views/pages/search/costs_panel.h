// What if the costs were others: factors on the calibration, what the shown plan would take under them, and a search
// with them.
#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSlider;

namespace sparsescope {

class Workspace;
class Plan;

class CostsPanel : public QWidget {
    Q_OBJECT
public:
    explicit CostsPanel(Workspace& workspace, QWidget* parent = nullptr);

    // Factors other than 1 as changeCosts() takes them: "atomic=3".
    QStringList changes() const;

private:
    struct Factor {
        QString name; // of changeCosts()
        QSlider* slider;
        QDoubleSpinBox* spin;
    };
    void edited();
    void predict();
    void refresh();

    Workspace& m_workspace;
    std::vector<Factor> m_factors;
    QLabel *m_under, *m_effect;
    QPushButton *m_reset, *m_search;
    struct Known {
        std::weak_ptr<const Plan> plan;
        QString calibration;
        double ns = 0;
    };
    Known m_known;        // what a plan takes as calibrated
    bool m_again = false; // something has changed while it predicts
    QTimer m_soon;        // a drag asks once, not for every pixel
};

} // namespace sparsescope
