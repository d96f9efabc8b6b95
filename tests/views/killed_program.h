// The real window as a program of its own, killed while it works: what it leaves is to be found again.
#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace sparsescope {

inline QStringList recoveryFiles(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("*.sscope")}, QDir::Files);
}

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
