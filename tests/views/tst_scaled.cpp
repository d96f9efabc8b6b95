// On a screen with two pixels a logical one: pictures made on threads are drawn, and drawn sharp.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/measure/scatter_view.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QTest>

#include <set>

using namespace sparsescope;

class TestScaled : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void thePointsAreSeen();
};

void TestScaled::thePointsAreSeen()
{
    const fake::Data data = fake::searched();
    MainWindow window(Hooks{}, nullptr);
    window.setTheme(ThemeChoice::Light);
    window.resize(1280, 800);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    w.document().addRun(data.plan, fake::profile(*data.plan), true);
    window.showPage("measure");
    part<MeasurePage>(window).setView(MeasureView::Model);
    QTRY_VERIFY(window.settled());
    QCOMPARE(window.devicePixelRatioF(), 2.0);
    std::set<QRgb> colours;
    for (const FormatPtr& format : data.plan->tiling().formats)
        colours.insert(familyColor(format->family()).rgb());
    const auto coloured = [&] {
        const QImage plot = part<MeasurePage>(window).scatter().grab().toImage();
        int found = 0;
        for (int y = 0; y < plot.height(); ++y)
            for (int x = 0; x < plot.width(); ++x)
                found += static_cast<int>(colours.count(plot.pixel(x, y)));
        return found;
    };
    QTRY_VERIFY(coloured() > 100);
    // The canvas has a pixel of its own for every pixel of the screen.
    const QImage canvas = window.canvas().grab().toImage();
    QCOMPARE(canvas.size(), window.canvas().size() * 2);
}

// Before there is an application.
VIEW_TEST(TestScaled, [] { qputenv("QT_SCALE_FACTOR", "2"); })
#include "tst_scaled.moc"
