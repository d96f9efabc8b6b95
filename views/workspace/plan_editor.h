// What if, by hand: changes the selected tile of the shown plan, or how all are launched, off the GUI thread, with undo
// and redo. The first change of a plan makes a new one in the list, "stile, edited" or "stile, by rows", so that the
// original stays; further ones replace that.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/edit/edit.h"
#include "views/workspace/workspace.h"

#include <QObject>
#include <QUndoStack>

#include <functional>
#include <optional>

namespace sparsescope {

// The calibration of that name or file with its costs changed. Throws Error.
Calibration changedCalibration(const std::string& nameOrFile, const QStringList& changes,
                               const QString& costModel = {});

// "7.05 µs to 7.21 µs, +2.3 %"; "no change" where nobody would see one
QString changeText(double beforeNs, double afterNs);
bool sameTime(double beforeNs, double afterNs);

class PlanEditor : public QObject {
    Q_OBJECT
public:
    explicit PlanEditor(Workspace& workspace, QObject* parent = nullptr);
    ~PlanEditor() override;

    QUndoStack& stack() { return m_stack; }
    bool busy() const;

    // All of the selected tile.
    void split();
    void retype(const std::string& format); // "block" "ell" "1d" "csr"
    void remove();
    // Merges with the tile that is selected next; once more, or Escape: not.
    void startMerge();
    void stopMerge();
    std::int64_t merging() const { return m_merging; } // that tile, or -1

    // All tiles of the shown plan, as they are: in another order, split rows summed in another way.
    void relaunch(LaunchOrder order, SplitSums sums);

    // Why no tile can be changed now; empty when one can.
    QString whyNot() const;

    struct Change {
        QString text; // "Tile 12 split"
        PlanEdit::Times before, after;
    };
    // The last change of the plan that is shown, and all changes of it against the original (without the times of their
    // own tiles); none: it has none.
    std::optional<Change> last() const;
    std::optional<Change> all() const;

Q_SIGNALS:
    void changed(); // anything of the above

private:
    friend class EditCommand;
    struct Step {
        OpenPlan before, after;
        Change change;
        bool added = false; // the first change of an original: a new entry of the list
        PlanEdit::Times original;
        int count = 1; // changes since the original
        std::int64_t selectBefore = -1, selectAfter = -1;
    };
    using Edit = std::function<PlanEdit(const Plan&, const Matrix&, Progress&)>;
    using TileEdit = std::function<PlanEdit(const Plan&, const Matrix&, const CostModel&, Progress&)>;
    QString whyNotNow() const;
    void changeTiles(const QString& text, TileEdit edit);
    // `title` is the new plan's; where its tiles stay the same, so do the selected one and the record of their search.
    void start(const QString& text, const QString& title, bool sameTiles, Edit edit);
    void apply(const Step& step, bool again);
    void revert(const Step& step);
    // Shows `to` in the place of `from`, or beside it: a plan that was measured stays, or its run would be lost.
    void go(const OpenPlan& from, const OpenPlan& to, bool keepsFrom);
    void selectionMoved();
    std::shared_ptr<const Step> stepTo(const PlanPtr& plan) const;

    Workspace& m_workspace;
    QUndoStack m_stack;
    QList<std::weak_ptr<const Step>> m_steps; // of the commands of the stack, which own them
    std::int64_t m_merging = -1;
};

} // namespace sparsescope
