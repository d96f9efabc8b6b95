// A window with a session of masks, for tests.
#pragma once

#include "engine/session/session.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/measure/measure_page.h"
#include "views/workspace/workspace.h"

#include <QTest>

namespace sparsescope {

class MaskWindowFixture : public QObject {
protected:
    static void open(MainWindow& window, const session::Session& session)
    {
        const QString file = inOutput("masks.sscope");
        session::writeSession(session, file.toStdString());
        window.resize(1280, 720);
        window.show();
        window.workspace().operations().open({file});
        QTRY_VERIFY(window.workspace().document().masks() && window.settled());
    }
    static MeasurePage& measured(MainWindow& window)
    {
        window.showPage("measure");
        [&] { QTRY_VERIFY(window.settled()); }();
        QTest::qWait(30);
        return part<MeasurePage>(window);
    }
};

} // namespace sparsescope
