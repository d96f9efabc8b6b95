// The document of the window: the matrix and all that was derived from it, the selection that every view shares, the
// step of the replay, and the jobs that change them. Results are immutable and shared; a view keeps what it was given.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/matrix/statistics.h"
#include "engine/measure/facts.h"
#include "engine/measure/profile.h"
#include "engine/plan/plan.h"
#include "engine/run/executor.h"
#include "engine/search/trace.h"
#include "engine/session/saved_view.h"
#include "views/workspace/hooks.h"
#include "views/workspace/jobs.h"
#include "views/workspace/live_search.h"

#include <QList>
#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace sparsescope {

class ShownOrder;
struct FinishedSweep;
struct Session;
namespace liteform {
struct Features;
}

using PlanPtr = std::shared_ptr<const Plan>;
using TracePtr = std::shared_ptr<const Trace>;
using ProfilePtr = std::shared_ptr<const Profile>;
using PlanFactsPtr = std::shared_ptr<const PlanFacts>;
using StatisticsPtr = std::shared_ptr<const MatrixStatistics>;
using FeaturesPtr = std::shared_ptr<const liteform::Features>;
using RunFactsPtr = std::shared_ptr<const RunFacts>;
using SweepPtr = std::shared_ptr<const FinishedSweep>;

// Rows [row0, row1) and columns [col0, col1) of the matrix.
struct CellRange {
    std::int64_t row0 = 0, row1 = 0, col0 = 0, col1 = 0;
    bool operator==(const CellRange&) const = default;
};

struct Selection {
    std::int64_t tile = -1; // index into Plan::tiles, or none
    std::optional<CellRange> cells;
    std::int64_t liveTile = -1; // of the search that is seen while it runs, or none
    bool empty() const { return tile < 0 && !cells && liveTile < 0; }
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
    std::string overflow; // why there is no right result
};

// What the compiler made of the shown kernel, read line by line.
struct OpenCompiled {
    std::shared_ptr<const CompiledKernel> kernel;
    Listing ptx, sass; // into the kernel's texts
};

// A session that was found, and its matrix was not.
struct MissingMatrix {
    QString session;
    QString matrix; // its name
    QString path;   // where it was, or empty
    QString reason;
    qint64 plans = 0, runs = 0;
    bool changed = false;  // there is a file, with another matrix in it
    bool recovery = false; // the session is a recovery file
};

class Workspace : public QObject {
    Q_OBJECT
public:
    explicit Workspace(Hooks hooks = {}, QObject* parent = nullptr);
    ~Workspace() override;

    MatrixPtr matrix() const { return m_matrix; }
    StatisticsPtr statistics() const { return m_statistics; } // null until computed
    FeaturesPtr features() const { return m_features; }       // with them; without the operator's part
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
    bool measured(const PlanPtr& plan) const;             // on a GPU; also while one measures

    std::shared_ptr<const KernelSource> source() const { return m_source; } // of the current plan, or null
    QString sourceProblem() const { return m_sourceProblem; }
    std::shared_ptr<const OpenCompiled> compiled() const { return m_compiled; } // of the source, or null
    QString compileProblem() const { return m_compileProblem; }
    const std::optional<CpuCheck>& cpuCheck() const { return m_check; }
    const Hooks& hooks() const { return m_hooks; }

    const Selection& selection() const { return m_selection; }
    // The element that was clicked, walked or gone to, as in the file.
    const std::optional<Element>& pick() const { return m_pick; }
    // In which order its rows and columns are shown. A selected rectangle is one of that order.
    ShownOrder& order() const { return *m_order; }
    // Tiles of the plan that are shown, 0 to all of them.
    std::int64_t step() const { return m_step; }
    std::int64_t steps() const { return plan() ? static_cast<std::int64_t>(plan()->tiles.size()) : 0; }
    bool searching() const { return m_jobs->busy(Lane::Search); }
    // The search that is running and seen, once it has something to show; null when the shown plan is.
    const LiveSearch* live() const { return m_live.tiles ? &m_live : nullptr; }

    // Sweeps over this matrix that are finished, or were cancelled with some points, the latest last.
    const QList<SweepPtr>& sweeps() const { return m_sweeps; }
    void addSweep(SweepPtr sweep);

    // Views with a name, and the user's own words; they belong to the session.
    const std::vector<SavedView>& bookmarks() const { return m_bookmarks; }
    const QString& note() const { return m_note; }
    void setBookmarks(std::vector<SavedView> bookmarks);
    void setNote(const QString& note);
    // How the window is looked at, for what is saved; only the window knows.
    void setViewSource(std::function<SavedView()> source) { m_viewSource = std::move(source); }

    Jobs& jobs() { return *m_jobs; }
    // Something that was asked for is under way, or waits to be opened.
    bool busy() const { return m_jobs->working() || !m_toOpen.isEmpty(); }

    // Matrices, sessions and plans (onto the matrix that is open by then), one after the other.
    void open(const QStringList& paths);
    // Plans and sessions of the matrix that is open, beside what there is: all plans, runs and sweeps of them.
    void add(const QStringList& paths);
    // A session whose matrix is not where it was, with the file that somebody has shown.
    void openWithMatrix(const MissingMatrix& missing, const QString& matrixPath);
    // What a window that ended unexpectedly has left.
    void restore(const QString& recoveryFile);
    // A pattern by name, with parameters as makePattern() takes them.
    void makeMatrix(const QString& kind, const nlohmann::json& parameters);
    void setMatrix(MatrixPtr matrix);
    void addPlan(PlanPtr plan, TracePtr trace, const QString& title);
    // Three for changes by hand (plan_editor.h): a plan with its facts is appended, unless it is there, and shown;
    // takes the place of another in the list; leaves it, unless it was measured, and another is shown.
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
    void compile(const QString& architecture); // the source, where the program can; "sm_90"
    void writeProject(const QString& folder);  // that builds and runs the kernel without this program
    void runOnGpu();
    void checkOnCpu();
    void savePlan(const QString& path);
    void saveSession(const QString& path);
    // The session that was opened or saved last, or empty.
    const QString& sessionPath() const { return m_sessionPath; }
    // What would be lost and is of worth: "2 plans, 1 run and the note"; empty: nothing. Plans count that were changed
    // by hand, or searched for longer than a few seconds.
    QString unsaved() const;
    // Makes a copy of all that is open now, on whatever thread it is called.
    std::function<Session()> sessionMaker() const;

    // Why one of these cannot start now; empty when it can.
    QString whyNoSearch() const;
    QString whyNoGpuRun() const;
    const QString& whyNoGpu() const { return m_gpuProblem; } // whatever is open

    void select(const Selection& selection);
    void selectTile(std::int64_t tile) { select({tile, {}}); }
    void setPick(const std::optional<Element>& pick);
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
    void compiledChanged();
    void checkChanged();
    void liveChanged(); // there is one, there is more of it, or it is over
    // Of a search, whether it is looked at or not. `search`: which one, from 1.
    void searchWentOn(quint64 search, const sparsescope::SearchNews& news);
    void sweepsChanged();
    void selectionChanged();
    void pickChanged();
    void stepChanged();
    void opened(const QString& path);
    void restored(const QString& recoveryFile);
    void matrixMissing(const sparsescope::MissingMatrix& missing);
    void bookmarksChanged();
    void noteChanged();
    void viewWanted(const sparsescope::SavedView& view); // of a session that was opened
    void failed(const sparsescope::Failure& failure);
    void message(const QString& text);

private:
    void openNext();
    void openMatrix(const QString& path);
    void openSession(const QString& path, const QString& matrixPath = {}, bool recovery = false);
    void openPlan(const QString& path);
    void addSession(const QString& path);
    void adopt(Session session, bool recorded);
    QList<PlanPtr> take(Session& session, bool recorded, const QString& origin = {});
    void startStatistics();
    void askForGpu();
    void startFacts(PlanPtr plan);
    void startRunFacts(PlanPtr plan, ProfilePtr profile);
    // Of what unsaved() speaks.
    struct Work {
        QList<PlanPtr> plans;
        QList<ProfilePtr> runs;
        QList<SweepPtr> sweeps;
        std::vector<SavedView> bookmarks;
        QString note;
    };
    Work workNow() const;
    void planShown(bool listToo);
    void forgetSource();
    void endLive();
    static QString titleOf(const Plan& plan); // of one that was searched
    QString searchCancelled();

    Hooks m_hooks;
    MatrixPtr m_matrix;
    StatisticsPtr m_statistics;
    FeaturesPtr m_features;
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
    std::shared_ptr<const OpenCompiled> m_compiled;
    QString m_compileProblem;
    std::optional<CpuCheck> m_check;
    Selection m_selection;
    std::optional<Element> m_pick;
    std::int64_t m_step = 0;
    std::vector<SavedView> m_bookmarks;
    QString m_note;
    Work m_saved; // as it is in a file
    QString m_sessionPath;
    std::function<SavedView()> m_viewSource;
    LiveSearch m_live;
    QList<SweepPtr> m_sweeps;
    quint64 m_searchGeneration = 0, m_searchNumber = 0;
    struct ToOpen {
        QString path;
        bool added = false; // to the matrix that is open
    };
    QList<ToOpen> m_toOpen;
    QString m_gpuProblem;
    std::unique_ptr<ShownOrder> m_order;
    std::unique_ptr<Jobs> m_jobs; // last: goes first, so that no job outlives what its result would change
};

} // namespace sparsescope
