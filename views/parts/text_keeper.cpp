// Keeps a text safe that is in no file of its owner's.
#include "views/parts/text_keeper.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/session/recovery.h"

#include <QUuid>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <utility>

namespace sparsescope {

namespace fs = std::filesystem;

namespace {

constexpr int quietMs = 400; // from a change to its file
const std::string suffix = ".json";

} // namespace

struct TextKeeper::Writer {
    std::string folder, prefix, path;
    std::unique_ptr<session::FileLock> lock;
    bool broken = false; // of the GUI's thread
    bool kept = true;    // of the thread that writes: the last writing went well

    void write(const std::string& text)
    {
        if (!lock) {
            makePrivateFolder(folder);
            const std::string id = QUuid::createUuid().toString(QUuid::Id128).toStdString();
            path = (fs::path(folder) / (prefix + "-" + id + suffix)).string();
            lock = session::FileLock::lockSoon(path);
        }
        writeText(path, text, noProgress(), Readers::OwnerAlone);
    }

    void forget()
    {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
};

TextKeeper::TextKeeper(const std::string& prefix, std::function<std::string()> now, const QString& folder,
                       QObject* parent)
    : QObject(parent), m_now(std::move(now)), m_writer(std::make_shared<Writer>())
{
    m_writer->folder = folder.toStdString();
    m_writer->prefix = prefix;
    m_thread.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(quietMs);
    connect(&m_timer, &QTimer::timeout, this, &TextKeeper::write);
}

TextKeeper::~TextKeeper()
{
    m_thread.waitForDone();
    m_writer->forget();
}

void TextKeeper::changed()
{
    if (!m_timer.isActive()) // the first of many changes counts
        m_timer.start();
}

void TextKeeper::write()
{
    writeAnd({});
}

void TextKeeper::writeAnd(const std::string& remove)
{
    std::string text = m_now();
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
                TextKeeper::remove(remove);
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

void TextKeeper::takeOver(const QString& path)
{
    writeAnd(path.toStdString());
}

std::vector<TextKeeper::Left> TextKeeper::findLeft(const std::string& folder, const std::string& prefix,
                                                   const std::function<std::string(const std::string&)>& titleOf)
{
    std::vector<Left> found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string(), path = entry.path().string();
        if (!name.starts_with(prefix + "-") || !name.ends_with(suffix))
            continue;
        try {
            const auto lock = session::FileLock::tryLock(path);
            struct stat status {};
            if (lock && ::stat(path.c_str(), &status) == 0)
                found.push_back({path, titleOf(path), status.st_mtime});
        } catch (const Error&) {
            // Damaged: nothing can be offered.
        }
    }
    std::sort(found.begin(), found.end(), [](const Left& a, const Left& b) { return a.changed > b.changed; });
    return found;
}

void TextKeeper::remove(const std::string& path)
{
    if (path.empty())
        return;
    try {
        std::error_code ignored;
        const auto lock = session::FileLock::lockSoon(path);
        if (lock)
            fs::remove(path, ignored);
    } catch (const Error&) {
        // It stays, and is offered once more.
    }
}

} // namespace sparsescope
