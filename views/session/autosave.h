// Keeps the window's work safe in a recovery file while it goes on: what appears is added at once, how it is looked at
// a quarter of a second later, what a search that is under way has found twice a second, all on a thread of its own.
#pragma once

#include "engine/session/recovery.h"
#include "views/workspace/workspace.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sparsescope {

class Autosave : public QObject {
    Q_OBJECT
public:
    Autosave(Workspace& workspace, std::function<session::SavedView()> viewNow, const QString& folder,
             QObject* parent = nullptr);
    ~Autosave() override; // waits for what is being written; the file stays

    void viewChanged();
    // A recovery file that was restored here: it goes when all of it is in this window's own.
    void replaces(const QString& path);
    // What is asked for is written, and no thread is at work.
    bool idle() const { return m_thread.activeThreadCount() == 0; }
    // Once idle: the file with all that is in it, for somebody who may want it back; nothing is kept from then on. Null
    // where no matrix was open.
    std::unique_ptr<session::RecoveryFile> take();
    // The clean end: waits, and removes the file.
    void finish();
    // Until all is written that was asked for.
    void flush();
    // The same without waiting.
    void writeAll();

Q_SIGNALS:
    void failed(const QString& sentence); // once; nothing is kept from then on

private:
    using Task = std::function<void(session::RecoveryFile&)>;
    void enqueue(Task task);
    void startAnew();
    void addNew();
    void addOfMasks();
    void writeSmall();
    void writePrograms();
    void searchWentOn(quint64 search, const session::SearchNews& news);
    void writeSearch();
    void endSearch();

    // Shared with the thread, which may outlast a call here.
    struct Writer {
        QString folder;
        std::unique_ptr<session::RecoveryFile> file;
        std::atomic<bool> broken{false};
        std::atomic<bool> ending{false};
        std::atomic<int> document{0}; // number of the one that is open: of others nothing is written any more
        // Of the thread: what the file holds.
        MaskSequencePtr masks;
        QList<DynamicPlanPtr> rules;
        QList<SequenceRunPtr> maskRuns;
    };

    Workspace& m_workspace;
    std::function<session::SavedView()> m_viewNow;
    std::shared_ptr<Writer> m_writer = std::make_shared<Writer>();
    void replace(qsizetype place, const OpenPlan& by);
    void remove(qsizetype place);
    void forgetRuns(const PlanPtr& plan);

    // A plan that was handed over. What waits to be written in its place is left out once `newest` has moved on.
    struct Kept {
        PlanPtr plan;
        std::shared_ptr<std::atomic<int>> newest = std::make_shared<std::atomic<int>>(0);
        std::optional<KeptPrograms> programs = {}; // that were written, as OpenPlan has them
    };
    std::vector<Kept> m_plans;
    QList<OpenRun> m_runs;
    QList<SweepPtr> m_sweeps;
    std::optional<session::SavedView> m_view;
    // The search that is under way: what is to be written in less than a second.
    quint64 m_searchNumber = 0; // 0: none
    session::SearchNews m_news;
    QTimer m_searchSoon;
    std::shared_ptr<std::atomic<bool>> m_searchWriting = std::make_shared<std::atomic<bool>>(false);
    bool m_noteChanged = false, m_publishedChanged = false, m_bookmarksChanged = false;
    QTimer m_small;
    QThreadPool m_thread;
};

} // namespace sparsescope
