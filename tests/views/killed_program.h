// The real window as a program of its own, killed while it works: what it leaves is to be found again.
#pragma once

#include "engine/session/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <vector>

namespace sparsescope {

inline QStringList recoveryFiles(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("*.sscope")}, QDir::Files);
}

// What a process that works in the folder would leave if it ended now: copies of its files, without their locks. A file
// that was copied in the middle of a transaction is not among them.
struct LeftNow {
    QTemporaryDir copies;
    std::vector<session::Recoverable> found;

    explicit LeftNow(const QString& folder)
    {
        for (const QString& name : QDir(folder).entryList({QStringLiteral("*.sscope*")}, QDir::Files))
            if (!name.endsWith(QStringLiteral(".lock")))
                QFile::copy(folder + QLatin1Char('/') + name, copies.filePath(name));
        found = session::findRecoverable(copies.path().toStdString());
    }
    // One of its sessions is as `fits` says.
    template <class Fits>
    bool has(const Fits& fits) const
    {
        return std::any_of(found.begin(), found.end(), [&](const session::Recoverable& one) {
            try {
                return fits(session::readRecovery(one.path, noProgress()));
            } catch (const Error&) {
                return false;
            }
        });
    }
};

struct KilledProgram {
    QTemporaryDir home; // its data and settings
    QProcess process;

    static QString path() { return QCoreApplication::applicationDirPath() + QStringLiteral("/sparsescope"); }
    static bool built() { return QFile::exists(path()); }
    QString recoveryFolder() const { return home.filePath(QStringLiteral("data/sparsescope/sparsescope/recovery")); }

    bool start(const QStringList& arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), home.filePath(QStringLiteral("data")));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.filePath(QStringLiteral("config")));
        process.setProcessEnvironment(environment);
        process.start(path(), arguments);
        return process.waitForStarted();
    }
    bool kill()
    {
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        return process.waitForFinished() && process.exitStatus() == QProcess::CrashExit;
    }
};

} // namespace sparsescope
