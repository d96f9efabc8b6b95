// Keeps a text safe that is in no file of its owner's: a copy beside the windows' recovery files, written within half a
// second of a change, gone once there is nothing to keep or the window is closed. A process that is killed leaves it
// behind.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

class TextKeeper : public QObject {
    Q_OBJECT
public:
    // The copy is PREFIX-ID.json. `now` makes the text; empty: there is nothing to keep.
    TextKeeper(const std::string& prefix, std::function<std::string()> now, const QString& folder,
               QObject* parent = nullptr);
    ~TextKeeper() override; // a clean end: the copy is removed

    // What a process that is gone has left behind; the newest first. Files that are in use or damaged, for which
    // `titleOf` throws Error, are left alone.
    struct Left {
        std::string path, title;
        std::int64_t changed = 0; // seconds since 1970, UTC
    };
    static std::vector<Left> findLeft(const std::string& folder, const std::string& prefix,
                                      const std::function<std::string(const std::string& path)>& titleOf);
    static void remove(const std::string& path);

    void changed(); // the text may be another one
    // What was restored from a file is written to our own before that one goes.
    void takeOver(const QString& path);

Q_SIGNALS:
    void failed(const QString& sentence); // once: nothing is kept any more

private:
    void write();
    void writeAnd(const std::string& remove); // a file that is removed once all is written; empty: none

    std::function<std::string()> m_now;
    struct Writer; // lives on the thread
    std::shared_ptr<Writer> m_writer;
    std::string m_written;
    QTimer m_timer;
    QThreadPool m_thread; // one: in the order of the calls
};

} // namespace sparsescope
