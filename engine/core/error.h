// The one exception of engine and kernels: what went wrong, where, and which kind of end it is.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace sparsescope {

// Also the exit status of the programs.
enum class ErrorKind {
    Usage = 1,        // the request itself makes no sense
    Input = 2,        // a file or its contents
    Device = 3,       // no usable GPU, driver or library, or a fault on it
    Verification = 4, // a result that is wrong
    Cancelled = 5,    // the user asked to stop
    Internal = 70     // a defect of this program
};

// Where an error was found; empty and zero fields are not known.
struct Where {
    std::string file = {};
    std::int64_t line = 0;   // from 1
    std::int64_t column = 0; // from 1
    std::string call = {};   // a library call, or a part of a file ("tiles[3].rows")
};

// what() is "file:line:column: call: reason", without the parts that are not known.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, std::string reason, Where where = {});

    ErrorKind kind() const { return m_kind; }
    const std::string& reason() const { return m_reason; }
    const Where& where() const { return m_where; }
    int exitStatus() const { return static_cast<int>(m_kind); }

private:
    ErrorKind m_kind;
    std::string m_reason;
    Where m_where;
};

[[noreturn]] void failInput(std::string reason, Where where = {});
[[noreturn]] void failUsage(std::string reason);

} // namespace sparsescope
