// The pages of the window, and their views by the names that --page takes.
#pragma once

#include "views/pages/page.h"

#include <QStringList>

namespace sparsescope {

// In the order of the rail.
const std::vector<const PageDefinition*>& allPages();
// Null: none has that key.
const PageDefinition* pageOf(std::string_view key);

struct NamedView {
    const PageDefinition* page = nullptr;
    const PageView* view = nullptr;
};

QStringList viewNames();
// Throws Error(Usage) that lists the known ones.
NamedView viewNamed(std::string_view name);

} // namespace sparsescope
