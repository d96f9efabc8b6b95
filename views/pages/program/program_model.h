// The program of what is looked at in its stages, what somebody wrote in place of its first one, and its schedule.
#pragma once

#include "views/pages/program/program_check.h"
#include "views/pages/program/program_cuda.h"
#include "views/pages/program/program_stages.h"
#include "views/workspace/workspace.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sparsescope {

using ProgramStagesPtr = std::shared_ptr<const ProgramStages>;

class ProgramModel : public QObject {
    Q_OBJECT
public:
    explicit ProgramModel(Workspace& workspace, QObject* parent = nullptr);

    // Is looked at: programs are made.
    void setShown(bool shown);
    bool busy() const;
    bool typing() const { return m_typing.isActive(); } // what is made is of before

    ProgramStagesPtr made() const { return m_made; } // null: there is nothing yet
    // Stages that this program cannot be lowered to are those of the last one that could be; null: there was none.
    ProgramStagesPtr before() const { return m_before; }
    // What made() is printed as; null: it is on its way, or there is nothing to be printed.
    ProgramCudaPtr cuda() const { return m_cuda; }
    // The last one that has no problem; null: there was none.
    ProgramCudaPtr cudaBefore() const { return m_cudaBefore; }
    PlanPtr plan() const { return m_key.plan; } // whose program it is; null: that of an operator
    const Operator& op() const { return m_key.plan ? m_key.plan->op : m_key.op; }
    ProgramAsked asked() const; // what it is made of

    // One tile of all that each format holds, for people to read; of a plan alone.
    bool untiled() const { return m_untiled; }
    void setUntiled(bool untiled);
    // What stage I is to be instead, kept with the plan or, where there is none, while the matrix is open. Its own text
    // again: nothing is.
    void write(const QString& text);
    std::optional<QString> written() const; // none: nothing
    void restore();

    // Steps that are taken from stage I on, kept likewise.
    void setSchedule(const QString& text);
    QString schedule() const;
    // What may be the next step; empty while it is being found.
    const QStringList& legal() const { return m_legal; }

    // Runs all stages of the program that is shown, once it has all of them.
    void check();
    bool checking() const { return m_workspace.jobs().busy(Lane::CheckProgram); }
    const std::vector<StageVerdict>& verdicts() const { return m_verdicts; } // of this program; empty: not checked

Q_SIGNALS:
    void changed();

private:
    struct Key {
        MatrixPtr matrix;
        PlanPtr plan;
        Operator op;
        bool untiled = false;
        bool operator==(const Key&) const = default;
    };
    Key keyNow() const;
    void follow();
    KeptProgram kept() const;
    void keep(const KeptProgram& program);
    void make();
    void forgetVerdicts();
    void forgetCuda();
    void findLegal();
    void print();

    Workspace& m_workspace;
    bool m_shown = false, m_untiled = false;
    Key m_key;
    bool m_stale = true; // of its key nothing was made yet
    ProgramStagesPtr m_made, m_before;
    ProgramCudaPtr m_cuda, m_cudaBefore;
    QString m_own; // stage I of the key; empty: not known
    std::vector<StageVerdict> m_verdicts;
    std::vector<std::pair<Key, KeptProgram>> m_withoutPlan;
    QStringList m_legal;
    QTimer m_typing;
};

} // namespace sparsescope
