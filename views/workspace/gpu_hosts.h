// Where the jobs of all tabs run: on this machine, or on one that ssh reaches.
#pragma once

#include "engine/work/in_turn.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <string>

class QSettings;

namespace sparsescope {

class GpuHosts : public QObject {
    Q_OBJECT
public:
    using Make = std::function<std::shared_ptr<Worker>(const std::string& host)>; // throws Error(Usage)

    // `settings` keeps the hosts between runs; null: nothing does.
    GpuHosts(std::shared_ptr<Worker> here, Make make, std::shared_ptr<QSettings> settings);

    const std::shared_ptr<InTurn>& worker() const { return m_worker; }
    bool reachesOthers() const { return static_cast<bool>(m_make); }
    const QString& chosen() const { return m_chosen; } // empty: this machine
    const QStringList& known() const { return m_known; }

    // From now on; the host of an empty name is this machine. Returns why it is none.
    QString choose(const QString& host);

Q_SIGNALS:
    void changed();

private:
    const std::shared_ptr<Worker> m_here;
    const Make m_make;
    const std::shared_ptr<QSettings> m_settings;
    const std::shared_ptr<InTurn> m_worker;
    QString m_chosen;
    QStringList m_known; // the last one that was chosen first
};

} // namespace sparsescope
