// How the parts of the workspace tell of changes: each with one signal, changed(flags), once for what belongs together.
#pragma once

#include <QObject>

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace sparsescope {

// Shared by the parts of one workspace: the order in which they tell, and whether they wait.
class Announcer {
public:
    // `tell` is called whenever the last Changing ends, in the order of these calls: the part emits what has changed of
    // it, or nothing.
    void add(std::function<void()> tell) { m_parts.push_back(std::move(tell)); }

private:
    friend class Changing;
    std::vector<std::function<void()>> m_parts;
    int m_open = 0;
};

// While one lives, nobody hears of what changes; when the last one ends, each part tells of all of it once. That is at
// its end and not at that of Qt's event: who changes something finds every view changed when the call returns, and a
// view knows by a flag that it holds meanwhile which changes are its own.
class [[nodiscard]] Changing {
public:
    explicit Changing(Announcer& announcer) : m_announcer(announcer) { ++m_announcer.m_open; }
    ~Changing()
    {
        if (--m_announcer.m_open == 0)
            for (std::size_t i = 0; i < m_announcer.m_parts.size(); ++i)
                m_announcer.m_parts[i]();
    }
    Changing(const Changing&) = delete;
    Changing& operator=(const Changing&) = delete;

private:
    Announcer& m_announcer;
};

// Calls `heard`, a function without arguments or a member function of `receiver`, when any of `what` of a part changed.
template <class Part, class Receiver, class Function>
QMetaObject::Connection listen(const Part& part, typename Part::Changes what, Receiver* receiver, Function heard)
{
    return QObject::connect(&part, &Part::changed, receiver,
                            [what, receiver, heard = std::move(heard)](typename Part::Changes changes) mutable {
                                if (!(changes & what))
                                    return;
                                if constexpr (std::is_member_function_pointer_v<Function>)
                                    (receiver->*heard)();
                                else
                                    heard();
                            });
}

} // namespace sparsescope
