// Keeps an edited lesson and a matrix drawn by hand safe: a file beside the windows' recovery files, written within
// half a second of a change, gone once it is saved or the window is closed. A process that is killed leaves it behind.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

class FileLock;
class LearnDesk;

class LessonKeeper : public QObject {
    Q_OBJECT
public:
    LessonKeeper(LearnDesk& desk, const QString& folder, QObject* parent = nullptr);
    ~LessonKeeper() override; // a clean end: the file is removed

    // What a process that is gone has left behind; the newest first. Files that are in use or damaged are left alone.
    struct Left {
        std::string path, title;
        std::int64_t changed = 0; // seconds since 1970, UTC
    };
    static std::vector<Left> findLeft(const std::string& folder);
    static void remove(const std::string& path);
    // What was restored from a file is written to our own before that one goes.
    void takeOver(const QString& path);

Q_SIGNALS:
    void failed(const QString& sentence); // once: nothing is kept any more

private:
    std::string now() const; // as JSON; empty: there is nothing to keep
    void write();
    void writeAnd(const std::string& remove); // a file that is removed once all is written; empty: none

    LearnDesk& m_desk;
    struct Writer; // lives on the thread
    std::shared_ptr<Writer> m_writer;
    std::string m_written;
    QTimer m_timer;
    QThreadPool m_thread; // one: in the order of the calls
};

} // namespace sparsescope
