// The list of pages.
#include "views/pages/pages.h"

#include "engine/core/error.h"
#include "views/pages/batch/batch_page.h"
#include "views/pages/compare/compare_page.h"
#include "views/pages/explore/explore_page.h"
#include "views/pages/kernel/kernel_page.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/program/program_page.h"
#include "views/pages/search/search_page.h"

namespace sparsescope {

const std::vector<const PageDefinition*>& allPages()
{
    static const std::vector<const PageDefinition*> all = {
        &explorePage(), &searchPage(), &kernelPage(),  &measurePage(),
        &comparePage(), &learnPage(),  &programPage(), &batchPage(),
    };
    return all;
}

const PageDefinition* pageOf(std::string_view key)
{
    for (const PageDefinition* page : allPages())
        if (key == page->key)
            return page;
    return nullptr;
}

QStringList viewNames()
{
    QStringList names;
    for (const PageDefinition* page : allPages())
        for (const PageView& view : page->views)
            names << QLatin1String(view.name);
    return names;
}

NamedView viewNamed(std::string_view name)
{
    for (const PageDefinition* page : allPages())
        for (const PageView& view : page->views)
            if (name == view.name)
                return {page, &view};
    failUsage("there is no page '" + std::string(name) + "': " + viewNames().join(QStringLiteral(", ")).toStdString());
}

} // namespace sparsescope
