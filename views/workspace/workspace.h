// The centre of the window, in four: the document, the setup of what is done next, what is looked at, and what can be
// done. Each tells of its changes with one signal (changes.h), in this order.
#pragma once

#include "views/workspace/attention.h"
#include "views/workspace/changes.h"
#include "views/workspace/document.h"
#include "views/workspace/jobs.h"
#include "views/workspace/operations.h"
#include "views/workspace/setup.h"

namespace sparsescope {

class Workspace {
public:
    explicit Workspace(Hooks hooks = {});
    ~Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    Setup& setup() { return m_setup; }
    const Setup& setup() const { return m_setup; }
    Attention& attention() { return m_attention; }
    const Attention& attention() const { return m_attention; }
    Operations& operations() { return m_operations; }
    const Operations& operations() const { return m_operations; }
    Jobs& jobs() { return *m_jobs; }

    // What changes while the result lives is told of once, when it ends.
    Changing changing() { return Changing(m_announcer); }
    // `receiver` hears of nothing any more; null: nobody does.
    void disconnect(const QObject* receiver);

private:
    Announcer m_announcer;
    std::unique_ptr<Jobs> m_jobs; // ends first, so that no job outlives what its result would change
    Document m_document;
    Setup m_setup;
    Attention m_attention;
    Operations m_operations;
};

} // namespace sparsescope
