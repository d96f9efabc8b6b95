// Sweeps over masks on the Compare page: masks of the kind that is open are made anew for each value of a parameter,
// and their dynamic plans searched, to find the densities at which the dense product begins to be faster.
#pragma once

#include "engine/search/sparda/mask_sweep.h"
#include "views/workspace/workspace.h"

#include <QWidget>

#include <array>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace sparsescope {

class BreakEvenPlot;
struct MeasuredMask;

class BreakEvenView : public QWidget {
    Q_OBJECT
public:
    explicit BreakEvenView(Workspace& workspace, QWidget* parent = nullptr);

    BreakEvenPlot& plot() { return *m_plot; }
    QComboBox& parameter() { return *m_axes[0].name; }
    QLineEdit& values() { return *m_axes[0].values; }
    QComboBox& other() { return *m_axes[1].name; }
    QString summary() const; // where the break-evens are, in words
    QString problem() const { return m_problem; }

    void start(); // or cancels the sweep that runs
    bool busy() const;
    bool saveCsv(const QString& path);

private:
    QWidget* makeForm();
    QWidget* makeResults();
    void showMasks();
    void showBase();
    void showJob();
    void showPoints();
    void showSummary();
    void suggest(int axis);
    QString suggestion(const std::string& name) const;
    SearchRequest base() const;
    sparda::MaskSweep sweep() const;
    std::vector<MeasuredMask> measured() const;

    struct Axis {
        QComboBox* name;
        QLineEdit* values;
    };
    Workspace& m_workspace;
    std::array<Axis, 2> m_axes{};
    QLabel *m_help, *m_base, *m_job, *m_summary, *m_key;
    QProgressBar* m_progress;
    QPushButton* m_run;
    QToolButton* m_save;
    QWidget* m_results; // beside the form
    BreakEvenPlot* m_plot;
    MaskSequencePtr m_masks; // that the form is of
    sparda::MaskSweep m_sweep;
    std::vector<sparda::MaskSweepPoint> m_points; // that are done
    QString m_problem;
    quint64 m_generation = 0; // of the sweep that is shown
};

} // namespace sparsescope
