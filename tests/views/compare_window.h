// A window on the page Compare, for tests.
#pragma once

#include "engine/search/request.h"
#include "tests/views/fake_data.h"
#include "views/main_window/main_window.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QTest>

#include <memory>

namespace sparsescope {

class CompareFixture : public QObject {
protected:
    std::unique_ptr<MainWindow> open()
    {
        auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
        window->resize(1440, 900);
        window->show();
        window->workspace().document().setMatrix(m_data.matrix);
        return window;
    }
    PlanPtr searched(const nlohmann::json& options) const
    {
        SearchRequest request{{OperatorKind::SpMM, DataType::Float16, 64}, "stile", options, "a100-stile", {}};
        return std::make_shared<const Plan>(searchPlan(*m_data.matrix, request, noProgress()).plan);
    }
    std::unique_ptr<MainWindow> withTwoPlans()
    {
        auto window = open();
        Workspace& w = window->workspace();
        w.attention().show({searched({{"formats", "ell"}, {"compete", false}}), {}, QStringLiteral("ell alone")});
        w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        for (QAction* action : window->findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(QStringLiteral("Alt+5")))
                action->trigger();
        settle(*window);
        return window;
    }
    static void settle(MainWindow& window)
    {
        for (int calm = 0; calm < 3;) {
            QTest::qWait(20);
            calm = window.settled() ? calm + 1 : 0;
        }
    }
    fake::Data m_data = fake::searched();
};

} // namespace sparsescope
