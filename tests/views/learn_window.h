// The Learn page in a real window, for the tests that drive it.
#pragma once

#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/scene/scene_view.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QTest>

namespace sparsescope {

class LearnWindow {
protected:
    // Free exploration of two formats, at its last step.
    void open()
    {
        m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
        m_window->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
        m_window->resize(1600, 1000);
        m_window->show();
        m_window->reduceMotion(true);
        m_window->showPage("learn");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), 20'000);
        page().explore();
        if (desk().state().formats.size() < 2)
            desk().addFormat("ell");
        desk().setStep(desk().lastStep());
        view().setFocus();
    }

    LearnPage& page() { return part<LearnPage>(*m_window); }
    LearnDesk& desk() { return page().desk(); }
    SceneView& view() { return page().view(); }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_window.get(),
                        static_cast<Qt::Key>(key), modifiers);
    }
    void pointAt(const std::string& id) { QTest::mouseMove(view().viewport(), view().placeOf(id)); }
    void click(const std::string& id) { QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().placeOf(id)); }
    std::string emptyCell()
    {
        for (std::int64_t row = 0; row < desk().state().matrix->rows(); ++row)
            for (std::int64_t col = 0; col < desk().state().matrix->cols(); ++col)
                if (!desk().filled(row, col))
                    return "cell " + std::to_string(row) + " " + std::to_string(col);
        return {};
    }

    std::unique_ptr<MainWindow> m_window;
};

} // namespace sparsescope
