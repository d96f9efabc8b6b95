// What can be done with the document, off the GUI thread: open, search, generate, compile, run, check and save.
#pragma once

#include "engine/io/edge_options.h"
#include "engine/measure/compiled_kernel.h"
#include "engine/run/executor.h"
#include "engine/search/request.h"
#include "views/workspace/changes.h"
#include "views/workspace/document.h"
#include "views/workspace/hooks.h"
#include "views/workspace/jobs.h"
#include "views/workspace/live_search.h"

#include <QFlags>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace sparsescope {

class Attention;
class Setup;

// What the last check of the plan on the CPU found.
struct CpuCheck {
    PlanPtr plan;
    ErrorNorms norms;
    bool accepted = false;
    std::string overflow; // why there is no right result
    MatrixValues values = MatrixValues::File;
    std::string message; // why random values of the matrix were taken that nobody asked for
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

// A file of which nothing says which of its matrices is meant.
struct SeveralInFile {
    QString path;
    QStringList names; // what may stand behind path and #
};

class Operations : public QObject {
    Q_OBJECT
public:
    enum Change {
        SourceChanged = 1,
        CompiledChanged = 2,
        CheckChanged = 4,
        MaskChanged = 8, // which one was chosen
    };
    Q_DECLARE_FLAGS(Changes, Change)
    friend constexpr Changes operator|(Change a, Change b) { return Changes(a) | b; }

    // `jobs` end before this does.
    Operations(Hooks hooks, Document& document, Setup& setup, Attention& attention, Jobs& jobs, Announcer& announcer);

    const Hooks& hooks() const { return m_hooks; }
    // What planners ask on the thread of a search: the GPU of the setup, where it can be used; `measures` becomes
    // whether they do.
    MakeEvaluator evaluatorOf(const MatrixPtr& matrix, std::shared_ptr<std::atomic<bool>> measures) const;
    // Something that was asked for is under way, or waits to be opened.
    bool busy() const { return m_jobs.working() || !m_toOpen.isEmpty() || maskDue(); }

    // Matrices, masks, sessions and plans (onto the matrix that is open by then), one after the other.
    void open(const QStringList& paths);
    void openEdges(const QString& path, const EdgeOptions& edges); // an edge list
    // Plans and sessions of the matrix that is open, beside what there is: all plans, runs and sweeps of them.
    void add(const QStringList& paths);
    // Times that others have published: those of this matrix join the document, and what became of the others is told.
    void addPublished(const QString& path);
    // A session whose matrix is not where it was, with the file that somebody has shown.
    void openWithMatrix(const MissingMatrix& missing, const QString& matrixPath);
    // What a window that ended unexpectedly has left.
    void restore(const QString& recoveryFile);
    // A pattern by name, with parameters as makePattern() takes them.
    void makeMatrix(const QString& kind, const nlohmann::json& parameters);
    // A slice of a matrix, or without a number the sum of all.
    void makeSlice(const MatrixPtr& of, std::optional<std::int64_t> slice);
    // Masks of a kind, with parameters as makeMasks() takes them.
    void makeMasks(const QString& kind, const nlohmann::json& parameters);
    // One of the masks that are open becomes the matrix as soon as it is made; of those that are chosen meanwhile the
    // last one is. Out of range: the nearest one.
    void chooseMask(std::int64_t mask);
    std::int64_t chosenMask() const { return m_chosenMask; } // also while it is made

    // Where the GPU of the setup can be used, a planner that measures plans asks it.
    // Planner sparda, where masks are open, searches a dynamic plan for all of them, and shows what it makes of the one
    // that is chosen.
    void search();
    // Another plan, as this request says, whatever the setup is; `title` is the plan's.
    void plan(const SearchRequest& request, const QString& title);
    bool searching() const { return m_jobs.busy(Lane::Search); }
    // What is seen of it, or that it measures what it has found; empty: it has no tiles to show yet.
    QString searchText(const JobStatus& search) const;
    void generate();
    // What the kernel's tiles are computed by: templates where there are some, or what is printed from programs.
    void setCodegen(Codegen codegen);
    // What was chosen, or else what the shown plan's kernel usually is.
    Codegen codegen() const;
    void compile(const QString& architecture); // the source, where the program can; "sm_90"
    void writeProject(const QString& folder);  // that builds and runs the kernel without this program
    // The shown plan; one that is made by a dynamic plan, as that over all masks. Where there is none, what the search
    // under way finds, or the fastest of all planners' plans, of masks a dynamic plan.
    void runOnGpu();
    void runMasks();      // whatever plan is shown, by the dynamic plan; where there is none, it is searched before
    bool running() const; // or searching what is run then
    void cancelRun();
    bool measured(const PlanPtr& plan) const; // on a GPU; also while one measures
    void checkOnCpu();
    void savePlan(const QString& path);
    // The dynamic plan of the masks, or the rule that made the shown plan of a matrix; null: there is none.
    DynamicPlanPtr ruleToSave() const;
    void saveRule(const QString& path);
    // Masks are cut into tiles as in that run, and it is shown.
    void showMaskRun(const OpenMaskRun& run);
    void saveSession(const QString& path);

    // Why one of these cannot start now; empty when it can.
    QString whyNoSearch() const;
    QString whyNoGpuRun() const;

    std::shared_ptr<const KernelSource> source() const { return m_source; } // of the shown plan, or null
    QString sourceProblem() const { return m_sourceProblem; }
    std::shared_ptr<const OpenCompiled> compiled() const { return m_compiled; } // of the source, or null
    QString compileProblem() const { return m_compileProblem; }
    const std::optional<CpuCheck>& cpuCheck() const { return m_check; } // of the shown plan

Q_SIGNALS:
    void changed(sparsescope::Operations::Changes changes);
    // What happened, each with its own words or numbers, is told at once and one by one.
    void opened(const QString& path);
    void restored(const QString& recoveryFile);
    void matrixMissing(const sparsescope::MissingMatrix& missing);
    void choiceWanted(const sparsescope::SeveralInFile& several);
    void edgesUnclear(const QString& path, const QString& reason); // it may be an edge list, if somebody says how
    void viewWanted(const sparsescope::session::SavedView& view);  // of a session that was opened
    // Of a search, whether it is looked at or not. `search`: which one, from 1.
    void searchWentOn(quint64 search, const sparsescope::session::SearchNews& news);
    void failed(const sparsescope::Failure& failure); // of any job of the window
    void message(const QString& text);                // for the status line

private:
    // What begins once everybody has heard of a change that asks for it.
    enum Due { StatisticsDue = 1, PlanDue = 2, RunDue = 4, SourceDue = 8 };
    Q_DECLARE_FLAGS(Dues, Due)

    void openNext();
    void openOthers();
    void openMatrix(const QString& path, const EdgeOptions& edges = {});
    void openMasks(const QString& path);
    void showMasks(const MaskSequencePtr& masks, const MatrixPtr& first);
    void forgetMasks();
    bool maskDue() const { return m_document.masks() && m_chosenMask != m_document.mask(); }
    void startMask();
    bool searchesRule() const; // next
    void searchRule(bool thenRun);
    void openRule(const QString& path);
    // The tiles of one mask by a dynamic plan; of one that chooses anew after some masks, as a run has measured them.
    struct ByRule {
        OpenRule rule;
        SequenceRunPtr run;
        MaskSequencePtr masks;
        std::int64_t mask = 0;
        MatrixPtr matrix;
        OpenPlan plan{};
    };
    ByRule byRuleNow() const; // what is shown
    static void planByRule(ByRule& of, Progress& progress);
    void startRulePlan();
    void showByRule(const ByRule& made);
    void adoptRule(const ByRule& found);
    bool runsRule() const; // next
    void runRule();
    void keepMaskRuns(session::Session session, const OpenRule& asked);
    SearchRequest requestOf(const QString& planner, const nlohmann::json& options) const;
    void publishMore(std::vector<PublishedTime> times); // those that are not there yet
    void openSession(const QString& path, const QString& matrixPath = {}, bool recovery = false);
    void openPlan(const QString& path);
    void addSession(const QString& path);
    struct Adopted {
        session::Session session;
        ByRule byRule{}; // of its mask by its last dynamic plan, where it has one
    };
    static ByRule ruleOf(const session::Session& session, const QString& calibration, Progress& progress);
    void adopt(Adopted found, bool recorded);
    void adoptMasks(session::Session& session, ByRule& byRule, bool recorded);
    Document::Work take(session::Session& session, bool recorded, const QString& origin = {});
    void askForGpu();
    Worker::Listener listener();
    void keepRun(session::Session session, const OpenPlan& asked);
    void startDue();
    void startStatistics();
    void startPlanFacts(const PlanPtr& plan);
    void startRunFacts(const PlanPtr& plan, const ProfilePtr& profile);
    void forgetMatrix(bool byMask);
    void forgetPlan();
    void forgetSource();
    void tell(Changes changes);
    void startSearch(const QString& planner, const nlohmann::json& options, bool thenRun);
    void startSearch(const SearchRequest& request, const QString& title, bool thenRun);
    void tellFound(const Plan& plan, double seconds);
    QString searchCancelled();
    static QString titleOf(const Plan& plan); // of one that was searched
    static QString plannerOfRuns();

    struct ToOpen {
        QString path;
        bool added = false; // to the matrix that is open
    };

    Hooks m_hooks;
    Document& m_document;
    Setup& m_setup;
    Attention& m_attention;
    Jobs& m_jobs;
    Announcer& m_announcer;
    Changes m_changes;
    Dues m_due;
    QList<ToOpen> m_toOpen;
    std::optional<Codegen> m_codegen;
    OpenPlan shownPlan() const; // with what was written for it
    std::shared_ptr<const KernelSource> m_source;
    QString m_sourceProblem;
    std::shared_ptr<const OpenCompiled> m_compiled;
    QString m_compileProblem;
    std::optional<CpuCheck> m_check;
    std::int64_t m_chosenMask = 0;
    QTimer m_maskPause;                                          // after one was shown
    std::map<std::int64_t, std::weak_ptr<const Plan>> m_shownOf; // each mask's plan that was looked at last
    quint64 m_searchNumber = 0;
    bool m_ruleUnderWay = false;                         // the search is one for all masks
    bool m_masksUnderWay = false;                        // the run is
    bool m_runsFound = false;                            // runs the plan of the search under way
    std::shared_ptr<const std::atomic<bool>> m_measures; // what that search has found
};

} // namespace sparsescope
