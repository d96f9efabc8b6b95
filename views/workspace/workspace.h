// The document of the window: the matrix and all that was derived from it, the selection that every view shares, the
// step of the replay, and the jobs that change them. Results are immutable and shared; a view keeps what it was given.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/matrix/statistics.h"
#include "engine/plan/plan.h"
#include "engine/run/executor.h"
#include "engine/search/trace.h"
#include "engine/session/profile.h"
#include "views/workspace/facts.h"
#include "views/workspace/hooks.h"
#include "views/workspace/jobs.h"

#include <QList>
#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace sparsescope {

struct Session;

using PlanPtr = std::shared_ptr<const Plan>;
using TracePtr = std::shared_ptr<const Trace>;
using ProfilePtr = std::shared_ptr<const Profile>;
using PlanFactsPtr = std::shared_ptr<const PlanFacts>;
using StatisticsPtr = std::shared_ptr<const MatrixStatistics>;
using RunFactsPtr = std::shared_ptr<const RunFacts>;

// Rows [row0, row1) and columns [col0, col1) of the matrix.
struct CellRange {
    std::int64_t row0 = 0, row1 = 0, col0 = 0, col1 = 0;
    bool operator==(const CellRange&) const = default;
};

struct Selection {
    std::int64_t tile = -1; // index into Plan::tiles, or none
    std::optional<CellRange> cells;
    bool empty() const { return tile < 0 && !cells; }
    bool operator==(const Selection&) const = default;
};

// A plan that is open, with what belongs to it. Several may be open on one matrix; one is shown.
struct OpenPlan {
    PlanPtr plan;
    TracePtr trace;     // null when it came without one
    QString title;      // "stile, r 1.1" or the file's name
    PlanFactsPtr facts; // null until computed
};

struct OpenRun {
    PlanPtr plan;
    ProfilePtr profile;
    RunFactsPtr facts;     // null until computed
    bool recorded = false; // read from a file, not measured by this program now
};

// What the last check of the plan on the CPU found.
struct CpuCheck {
    PlanPtr plan;
    ErrorNorms norms;
    bool accepted = false;
};

class Workspace : public QObject {
    Q_OBJECT
public:
    explicit Workspace(Hooks hooks = {}, QObject* parent = nullptr);
    ~Workspace() override;

    MatrixPtr matrix() const { return m_matrix; }
    StatisticsPtr statistics() const { return m_statistics; } // null until computed
    const Operator& op() const { return m_operator; }
    QString plannerName() const { return m_planner; }
    const nlohmann::json& plannerOptions() const { return m_options; }
    QString calibrationName() const { return m_calibration; }
    // What if: factors on the calibration's costs as changeCosts() takes them, "atomic=3"; of the next search.
    const QStringList& costChanges() const { return m_costChanges; }

    const QList<OpenPlan>& plans() const { return m_plans; }
    int currentPlan() const { return m_currentPlan; }
    PlanPtr plan() const { return m_currentPlan < 0 ? nullptr : m_plans[m_currentPlan].plan; }
    TracePtr trace() const { return m_currentPlan < 0 ? nullptr : m_plans[m_currentPlan].trace; }
    PlanFactsPtr planFacts() const { return m_currentPlan < 0 ? nullptr : m_plans[m_currentPlan].facts; }

    const QList<OpenRun>& runs() const { return m_runs; } // of all plans
    const OpenRun* run() const;                           // the newest of the current plan, or null

    std::shared_ptr<const KernelSource> source() const { return m_source; } // of the current plan, or null
    QString sourceProblem() const { return m_sourceProblem; }
    const std::optional<CpuCheck>& cpuCheck() const { return m_check; }
    const Hooks& hooks() const { return m_hooks; }

    const Selection& selection() const { return m_selection; }
    // Tiles of the plan that are shown, 0 to all of them.
    std::int64_t step() const { return m_step; }
    std::int64_t steps() const { return plan() ? static_cast<std::int64_t>(plan()->tiles.size()) : 0; }
    // Rounds of a search that is running, as far as it has come.
    const std::vector<TraceRound>& liveRounds() const { return m_liveRounds; }

    Jobs& jobs() { return *m_jobs; }
    bool busy() const { return m_jobs->busy() || !m_toOpen.isEmpty(); }

    // Matrices, sessions and plans (onto the matrix that is open by then), one after the other.
    void open(const QStringList& paths);
    // A pattern by name, with parameters as makePattern() takes them.
    void makeMatrix(const QString& kind, const nlohmann::json& parameters);
    void setMatrix(MatrixPtr matrix);
    void addPlan(PlanPtr plan, TracePtr trace, const QString& title);
    // Three for changes by hand (plan_editor.h): a plan with its facts is appended and shown; takes the place of another in
    // the list; leaves it, and another is shown.
    void putPlan(const OpenPlan& plan);
    void replacePlan(const PlanPtr& old, const OpenPlan& plan);
    void removePlan(const PlanPtr& plan, const PlanPtr& shown);
    void addRun(PlanPtr plan, ProfilePtr profile, bool recorded);
    void setCurrentPlan(int index);
    void setOperator(const Operator& op); // of the next search; a shown plan keeps its own
    void setPlanner(const QString& name);
    void setPlannerOptions(const nlohmann::json& options);
    void setCalibration(const QString& nameOrFile);
    void setCostChanges(const QStringList& changes);

    void search();
    void generate();
    void runOnGpu();
    void checkOnCpu();
    void savePlan(const QString& path);
    void saveSession(const QString& path);

    // Why one of these cannot start now; empty when it can.
    QString whyNoSearch() const;
    QString whyNoGpuRun() const;

    void select(const Selection& selection);
    void selectTile(std::int64_t tile) { select({tile, {}}); }
    void setStep(std::int64_t step);

Q_SIGNALS:
    void matrixChanged(); // everything else is new too
    void statisticsChanged();
    void gpuStatusChanged();
    void conditionsChanged(); // operator, planner, options, calibration
    void plansChanged();      // the list
    void planChanged();       // which one is shown
    void planFactsChanged();
    void runChanged();
    void sourceChanged();
    void checkChanged();
    void liveRoundsChanged();
    void selectionChanged();
    void stepChanged();
    void opened(const QString& path);
    void failed(const sparsescope::Failure& failure);
    void message(const QString& text);

private:
    void openNext();
    void openMatrix(const QString& path);
    void openSession(const QString& path);
    void openPlan(const QString& path);
    void adopt(Session session, bool recorded);
    void startStatistics();
    void askForGpu();
    void startFacts(PlanPtr plan);
    void startRunFacts(PlanPtr plan, ProfilePtr profile);
    void planShown();
    QString searchCancelled();

    Hooks m_hooks;
    MatrixPtr m_matrix;
    StatisticsPtr m_statistics;
    Operator m_operator;
    QString m_planner;
    nlohmann::json m_options = nlohmann::json::object();
    QString m_calibration;
    QStringList m_costChanges;
    QList<OpenPlan> m_plans;
    int m_currentPlan = -1;
    QList<OpenRun> m_runs;
    std::shared_ptr<const KernelSource> m_source;
    QString m_sourceProblem;
    std::optional<CpuCheck> m_check;
    Selection m_selection;
    std::int64_t m_step = 0;
    std::vector<TraceRound> m_liveRounds;
    quint64 m_searchGeneration = 0;
    QStringList m_toOpen;
    QString m_gpuProblem;
    std::unique_ptr<Jobs> m_jobs; // last: goes first, so that no job outlives what its result would change
};

} // namespace sparsescope
