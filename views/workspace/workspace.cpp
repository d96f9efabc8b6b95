// Makes and ends the four parts of a workspace.
#include "views/workspace/workspace.h"

#include <initializer_list>
#include <utility>

namespace sparsescope {

Workspace::Workspace(Hooks hooks)
    : m_jobs(std::make_unique<Jobs>()), m_document(m_announcer), m_setup(m_announcer),
      m_attention(m_document, m_setup, *m_jobs, m_announcer),
      m_operations(std::move(hooks), m_document, m_setup, m_attention, *m_jobs, m_announcer)
{
}

Workspace::~Workspace()
{
    m_jobs->disconnect();
    m_jobs.reset();
}

void Workspace::disconnect(const QObject* receiver)
{
    for (const QObject* part :
         std::initializer_list<const QObject*>{&m_document, &m_setup, &m_attention, &m_operations, m_jobs.get()})
        part->disconnect(receiver);
}

} // namespace sparsescope
