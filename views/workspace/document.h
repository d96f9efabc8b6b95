// The document: a matrix and all that was made of it. Results are immutable and shared; a view keeps what it was given.
// Where masks are open the matrix is one of them; another one may take its place, and what was made of each stays.
#pragma once

#include "engine/matrix/mask_sequence.h"
#include "engine/matrix/matrix.h"
#include "engine/matrix/statistics.h"
#include "engine/measure/facts.h"
#include "engine/measure/profile.h"
#include "engine/measure/published.h"
#include "engine/measure/sequence_run.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/kept_program.h"
#include "engine/plan/plan.h"
#include "engine/search/request.h"
#include "engine/search/trace.h"
#include "engine/session/saved_view.h"
#include "views/workspace/changes.h"

#include <QFlags>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace sparsescope {

struct Calibration;
struct FinishedSweep;
namespace liteform {
struct Features;
}
namespace session {
class Claim;
struct Session;
} // namespace session

using PlanPtr = std::shared_ptr<const Plan>;
using DynamicPlanPtr = std::shared_ptr<const DynamicPlan>;
using TracePtr = std::shared_ptr<const Trace>;
using ProfilePtr = std::shared_ptr<const Profile>;
using PlanFactsPtr = std::shared_ptr<const PlanFacts>;
using StatisticsPtr = std::shared_ptr<const MatrixStatistics>;
using FeaturesPtr = std::shared_ptr<const liteform::Features>;
using RunFactsPtr = std::shared_ptr<const RunFacts>;
using SequenceRunPtr = std::shared_ptr<const SequenceRun>;
using SweepPtr = std::shared_ptr<const FinishedSweep>;

// A plan that is open, with what belongs to it. Several may be open on one matrix; one is shown.
struct OpenPlan {
    PlanPtr plan;
    TracePtr trace;       // null when it came without one
    QString title;        // "stile, r 1.1" or the file's name
    PlanFactsPtr facts{}; // null until computed
    std::optional<SearchRequest>
        request{};       // of the search that cut its tiles here; none: from a file, by hand, a sweep
    bool byRule = false; // what the dynamic plan makes of this mask, now and whenever it is chosen
    std::optional<KeptPrograms> programs{}; // that were written for it here; none: those of its options
};

// The plan as it is saved: with what was written for it.
Plan withPrograms(const OpenPlan& open);

// The dynamic plan by which all masks are cut into tiles.
struct OpenRule {
    DynamicPlanPtr plan;
    TracePtr trace;                                 // the pairings that were looked at; null: it came without
    std::shared_ptr<const Calibration> calibration; // what its masks take is predicted by
};

struct OpenRun {
    PlanPtr plan;
    ProfilePtr profile;
    RunFactsPtr facts;     // null until computed
    bool recorded = false; // read from a file, not measured by this program now
};

// A run over all masks by a dynamic plan. One that was read from a file may have measured the first of them alone.
struct OpenMaskRun {
    OpenRule rule;
    SequenceRunPtr run;
    bool recorded = false;
};

// What a mask is gathered by: as a run over all of them (null: there is none) has measured it, else as the dynamic plan
// says. None: the dense product.
std::optional<Pairing> pairingOf(const DynamicPlan& plan, const SequenceRun* run, std::int64_t mask);

class Document : public QObject {
    Q_OBJECT
public:
    enum Change {
        MatrixChanged = 1,     // everything else is new too
        StatisticsChanged = 2, // and the features
        PlansChanged = 4,      // the list
        PlanFactsChanged = 8,  // those of a plan are there
        RunsChanged = 16,      // the list, or the facts of a run are there
        SweepsChanged = 32,
        BookmarksChanged = 64,
        NoteChanged = 128,
        SavedChanged = 256, // what is in a file already
        MasksChanged = 512, // others are open, or none
        RuleChanged = 1024,
        MaskRunsChanged = 2048,
        ProgramsChanged = 4096, // that were written for plans
        PublishedChanged = 8192,
    };
    Q_DECLARE_FLAGS(Changes, Change)
    friend constexpr Changes operator|(Change a, Change b) { return Changes(a) | b; }

    explicit Document(Announcer& announcer);

    MatrixPtr matrix() const { return m_matrix; }             // null: nothing is open
    void setMatrix(MatrixPtr matrix);                         // that stands alone; forgets all else
    StatisticsPtr statistics() const { return m_statistics; } // null until computed
    FeaturesPtr features() const { return m_features; }       // with them; without the operator's part
    void setStatistics(StatisticsPtr statistics, FeaturesPtr features);

    MaskSequencePtr masks() const { return m_masks; } // null: the matrix stands alone
    std::int64_t mask() const { return m_mask; }      // the number of the one that is the matrix
    // Opens masks with that one of them, whose matrix is given; forgets all else.
    void setMasks(MaskSequencePtr masks, std::int64_t mask, MatrixPtr matrix);
    // Another one of them: plans, runs, sweeps and bookmarks wait with the mask that they are of, and those of this one
    // are back. The note is that of all masks.
    void setMask(std::int64_t mask, MatrixPtr matrix);

    const std::optional<OpenRule>& rule() const { return m_rule; } // of the masks, if there is one
    void setRule(OpenRule rule);
    const QList<OpenMaskRun>& maskRuns() const { return m_maskRuns; } // of all dynamic plans, the latest last
    const OpenMaskRun* maskRun() const;                               // the newest of the one above, or null
    void addMaskRun(OpenMaskRun run);

    const QList<OpenPlan>& plans() const { return m_plans; }
    int indexOf(const PlanPtr& plan) const; // in plans(), or -1
    void addPlan(const OpenPlan& plan);     // unless it is there
    // Puts a plan into the place of another; one that is not there has none.
    void replacePlan(const PlanPtr& old, const OpenPlan& plan);
    void removePlan(const PlanPtr& plan); // bookmarks that name plans by their place follow
    void setPlanFacts(const PlanPtr& plan, PlanFactsPtr facts);
    // What was written for it, here or before it was read; none, of a plan that is not there.
    KeptPrograms programsOf(const PlanPtr& plan) const;
    void setPrograms(const PlanPtr& plan, const KeptPrograms& programs);

    const QList<OpenRun>& runs() const { return m_runs; } // of all plans, the latest last
    const OpenRun* newestRun(const PlanPtr& plan) const;  // or null
    void addRun(PlanPtr plan, ProfilePtr profile, bool recorded);
    void setRunFacts(const ProfilePtr& profile, const RunFactsPtr& facts);

    // Sweeps over this matrix that are finished, or were cancelled with some points, the latest last.
    const QList<SweepPtr>& sweeps() const { return m_sweeps; }
    void addSweep(SweepPtr sweep);

    // Views with a name, and the user's own words; they belong to the session.
    const std::vector<session::SavedView>& bookmarks() const { return m_bookmarks; }
    const QString& note() const { return m_note; }
    void setBookmarks(std::vector<session::SavedView> bookmarks);
    void setNote(const QString& note);
    // Times of this matrix that others have published.
    const std::vector<PublishedTime>& published() const { return m_published; }
    void setPublished(std::vector<PublishedTime> times);
    // How the window is looked at, for what is saved; only the window knows.
    void setViewSource(std::function<session::SavedView()> source) { m_viewSource = std::move(source); }
    // Makes a copy of all that is open now, on whatever thread it is called.
    std::function<session::Session()> sessionMaker() const;

    // What can be lost.
    struct Work {
        QList<PlanPtr> plans{};
        QList<ProfilePtr> runs{};
        QList<SweepPtr> sweeps{};
        std::vector<session::SavedView> bookmarks{};
        QString note{};
        std::vector<PublishedTime> published{};
        DynamicPlanPtr rule{};
        QList<SequenceRunPtr> maskRuns{};
        QList<std::pair<PlanPtr, KeptPrograms>> programs{}; // others than those of the plans' options
    };
    Work work() const; // all of it
    // All of this, and no more, is in the file of that path.
    void setSaved(const Work& work, const QString& path);
    // These plans, runs, sweeps, this rule and its runs are in a file too.
    void addSaved(const Work& work);
    // The session that was opened or saved last, or empty.
    const QString& sessionPath() const { return m_sessionPath; }
    // What keeps that file from being written over, for the jobs that read and write it.
    const std::shared_ptr<session::Claim>& claim() const { return m_claim; }
    // What is in no file yet, in words: "2 plans found", "1 run".
    QStringList unsaved() const;

Q_SIGNALS:
    void changed(sparsescope::Document::Changes changes);
    // Before another matrix takes the place of this one, at once: what is known and done about it ends, so that nobody
    // who hears changed() finds a plan or a kernel of the matrix before. `byMask`: by another one of its masks, of
    // which what is known of all of them stays.
    void replacing(bool byMask);

private:
    // What was made of a mask that is not the matrix now.
    struct Made {
        QList<OpenPlan> plans{};
        QList<OpenRun> runs{};
        QList<SweepPtr> sweeps{};
        std::vector<session::SavedView> bookmarks{};
        Work saved{}; // without what is of all masks
        bool unsaved = false;
    };
    void tell(Changes changes); // when what belongs together is done
    void replaceAll(MatrixPtr matrix, MaskSequencePtr masks, std::int64_t mask);
    void closeFile();
    QStringList unsavedOfMatrix() const;

    Announcer& m_announcer;
    Changes m_changes;
    MatrixPtr m_matrix;
    StatisticsPtr m_statistics;
    FeaturesPtr m_features;
    QList<OpenPlan> m_plans;
    QList<OpenRun> m_runs;
    QList<SweepPtr> m_sweeps;
    std::vector<session::SavedView> m_bookmarks;
    QString m_note;
    std::vector<PublishedTime> m_published;
    Work m_saved; // as it is in a file
    QString m_sessionPath;
    std::shared_ptr<session::Claim> m_claim;
    std::function<session::SavedView()> m_viewSource;
    MaskSequencePtr m_masks;
    std::int64_t m_mask = 0;
    std::map<std::int64_t, Made> m_others; // by the mask's number
    std::optional<OpenRule> m_rule;
    QList<OpenMaskRun> m_maskRuns;
};

} // namespace sparsescope
