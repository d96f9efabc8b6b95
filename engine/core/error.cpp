#include "engine/core/error.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

std::string sentence(const std::string& reason, const Where& where)
{
    std::string text = where.file;
    if (where.line > 0)
        text += fmt::format(":{}", where.line);
    if (where.column > 0)
        text += fmt::format(":{}", where.column);
    if (!where.call.empty())
        text += (text.empty() ? "" : ": ") + where.call;
    return text.empty() ? reason : text + ": " + reason;
}

} // namespace

Error::Error(ErrorKind kind, std::string reason, Where where)
    : std::runtime_error(sentence(reason, where)), m_kind(kind), m_reason(std::move(reason)), m_where(std::move(where))
{
}

void failInput(std::string reason, Where where)
{
    throw Error(ErrorKind::Input, std::move(reason), std::move(where));
}

void failUsage(std::string reason)
{
    throw Error(ErrorKind::Usage, std::move(reason));
}

} // namespace sparsescope
