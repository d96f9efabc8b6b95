#include "views/learn/lesson_keeper.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/learn/lesson.h"
#include "engine/session/recovery.h"
#include "views/learn/learn_desk.h"

#include <QUuid>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <utility>

namespace sparsescope {

namespace fs = std::filesystem;

namespace {

constexpr int quietMs = 400; // from a change to its file
const std::string prefix = "lesson-", suffix = ".json";

} // namespace

struct LessonKeeper::Writer {
    std::string folder, path;
    std::unique_ptr<FileLock> lock;
    bool broken = false; // of the GUI's thread
    bool kept = true;    // of the thread that writes: the last writing went well

    void write(const std::string& text)
    {
        if (!lock) {
            std::error_code ignored;
            fs::create_directories(folder, ignored);
            path = (fs::path(folder) / (prefix + QUuid::createUuid().toString(QUuid::Id128).toStdString() + suffix))
                       .string();
            lock = FileLock::tryLock(path);
        }
        writeText(path, text);
    }

    void forget()
    {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
};

LessonKeeper::LessonKeeper(LearnDesk& desk, const QString& folder, QObject* parent)
    : QObject(parent), m_desk(desk), m_writer(std::make_shared<Writer>())
{
    m_writer->folder = folder.toStdString();
    m_thread.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(quietMs);
    connect(&m_timer, &QTimer::timeout, this, &LessonKeeper::write);
    const auto later = [this] {
        if (!m_timer.isActive()) // the first of many changes counts
            m_timer.start();
    };
    connect(&m_desk, &LearnDesk::lessonChanged, this, later);
    connect(&m_desk, &LearnDesk::stateChanged, this, later);
}

LessonKeeper::~LessonKeeper()
{
    m_thread.waitForDone();
    m_writer->forget();
}

// The lesson where it is not saved; what was drawn and is no step of it yet, as a step behind them.
std::string LessonKeeper::now() const
{
    learn::Lesson lesson;
    if (m_desk.unsaved())
        lesson = *m_desk.lesson();
    else
        lesson.title = tr("Drawn by hand").toStdString();
    if (m_desk.drawn()) {
        learn::LessonStep step;
        step.title = tr("Drawn by hand").toStdString();
        step.state = m_desk.state();
        step.state.step = 0;
        lesson.steps.push_back(std::move(step));
    }
    return lesson.steps.empty() ? std::string() : learn::lessonJson(lesson);
}

void LessonKeeper::write()
{
    writeAnd({});
}

void LessonKeeper::writeAnd(const std::string& remove)
{
    std::string text = now();
    const bool changed = text != m_written;
    if ((!changed && remove.empty()) || m_writer->broken)
        return;
    m_written = text;
    m_thread.start([this, writer = m_writer, text = std::move(text), changed, remove] {
        try {
            if (changed)
                text.empty() ? writer->forget() : writer->write(text);
            writer->kept = writer->kept || changed;
            if (writer->kept)
                LessonKeeper::remove(remove);
        } catch (const Error& e) {
            writer->kept = false;
            // This object waits for its thread, so it is still there.
            QMetaObject::invokeMethod(
                this,
                [this, sentence = QString::fromUtf8(e.what())] {
                    if (!std::exchange(m_writer->broken, true))
                        Q_EMIT failed(sentence);
                },
                Qt::QueuedConnection);
        }
    });
}

void LessonKeeper::takeOver(const QString& path)
{
    writeAnd(path.toStdString());
}

std::vector<LessonKeeper::Left> LessonKeeper::findLeft(const std::string& folder)
{
    std::vector<Left> found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string(), path = entry.path().string();
        if (!name.starts_with(prefix) || !name.ends_with(suffix))
            continue;
        try {
            const auto lock = FileLock::tryLock(path);
            struct stat status {};
            if (lock && ::stat(path.c_str(), &status) == 0)
                found.push_back({path, learn::readLesson(path).title, status.st_mtime});
        } catch (const Error&) {
            // Damaged: nothing can be offered.
        }
    }
    std::sort(found.begin(), found.end(), [](const Left& a, const Left& b) { return a.changed > b.changed; });
    return found;
}

void LessonKeeper::remove(const std::string& path)
{
    if (path.empty())
        return;
    try {
        std::error_code ignored;
        const auto lock = FileLock::tryLock(path);
        if (lock)
            fs::remove(path, ignored);
    } catch (const Error&) {
        // It stays, and is offered once more.
    }
}

} // namespace sparsescope
