// Planners and cost models of the user's own that lie in files: where, for all tabs.
#pragma once

#include <QObject>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

class QSettings;

namespace sparsescope {

class OwnParts : public QObject {
    Q_OBJECT
public:
    enum Kind { Planners, CostModels };

    // `settings` keeps them between runs; null: nothing does.
    explicit OwnParts(std::shared_ptr<QSettings> settings);

    const QStringList& known(Kind kind) const { return m_known[kind]; } // paths, the last one that was chosen first
    // The user has chosen it here, so that it may be started where it is a program. Returns what is wrong with it: then
    // it is not remembered.
    QString choose(Kind kind, const QString& path);

    // The same without remembering it.
    static QString allow(Kind kind, const QString& path);
    // The names of all planners that are known and still there, where the user has asked for each of them.
    std::vector<std::string> plannersToUse() const;

Q_SIGNALS:
    void changed();

private:
    const std::shared_ptr<QSettings> m_settings;
    QStringList m_known[2];
};

// A planner as it is called on screen: a program by the name of its file, without the path.
QString plannerTitle(const QString& name);

} // namespace sparsescope
