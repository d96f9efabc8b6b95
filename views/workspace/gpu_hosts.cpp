#include "views/workspace/gpu_hosts.h"

#include "engine/core/error.h"

#include <QSettings>

#include <utility>

namespace sparsescope {

namespace {

const QString hostsKey = QStringLiteral("hosts");
constexpr int mostKnown = 9;

} // namespace

GpuHosts::GpuHosts(std::shared_ptr<Worker> here, Make make, std::shared_ptr<QSettings> settings)
    : m_here(std::move(here)), m_make(std::move(make)), m_settings(std::move(settings)),
      m_worker(std::make_shared<InTurn>(m_here)),
      m_known(m_settings ? m_settings->value(hostsKey).toStringList().mid(0, mostKnown) : QStringList())
{
}

QString GpuHosts::choose(const QString& host)
{
    if (host == m_chosen)
        return {};
    try {
        m_worker->handTo(host.isEmpty() ? m_here : m_make(host.toStdString()));
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    }
    m_chosen = host;
    if (!host.isEmpty()) {
        m_known.removeAll(host);
        m_known.prepend(host);
        m_known = m_known.mid(0, mostKnown);
        if (m_settings)
            m_settings->setValue(hostsKey, m_known);
    }
    Q_EMIT changed();
    return {};
}

} // namespace sparsescope
