// The Learn page in the real window, with mouse and keyboard.
#include "engine/learn/lesson.h"
#include "engine/matrix/patterns.h"
#include "tests/views/learn_window.h"
#include "tests/views/view_test.h"
#include "views/pages/learn/counts_table.h"
#include "views/pages/learn/format_bar.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/learn/lesson_panel.h"
#include "views/scene/step_transport.h"

#include <QAction>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

using namespace sparsescope;
using learn::View;

class TestLearn : public QObject, LearnWindow {
    Q_OBJECT
private Q_SLOTS:
    void init() { open(); }
    void cleanup() { m_window.reset(); }
    void itOpensByItsKeyAndShowsTheFirstLesson();
    void playingGoesToTheEndAndStops();
    void whatIsPointedAtLightsWhatIsLinked();
    void theKeyboardWalksThroughThePicture();
    void aDrawnCellChangesTheBytesAtOnce();
    void drawingByKeysIsUndoneByKeys();
    void drawingWorksWhereverPlacesOfTheMatrixAreShown();
    void aPlaceIsLitInAllArraysOfAGraph();
    void aSliderTurnsAParameter();
    void formatsAreAddedAndTakenAway();
    void controlsOfAFormatThatStaysStay();
    void aChangeMakesOnePicture();
    void newRoomsMakeOnePicture();
    void theMatrixIsResizedAndCleared();
    void aPartOfTheOpenMatrixIsCutOut();
    void aDraggedRowMovesAndTheBytesFollow();
    void aTextLaidOutOnceLooksAsWhenItIsPainted();
    void aHatchedBoxLooksAsWhenItIsPainted();
    void everyViewDrawsInBothThemes();
};

void TestLearn::itOpensByItsKeyAndShowsTheFirstLesson()
{
    m_window.reset(); // one window has the keys
    MainWindow window(Hooks{}, nullptr);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_6, Qt::AltModifier);
    QCOMPARE(window.page().key(), "learn");
    QVERIFY(part<LearnPage>(window).view().isVisible()); // no matrix is needed
    QTRY_VERIFY_WITH_TIMEOUT(part<LearnPage>(window).desk().lesson(), 20'000);
    QVERIFY(!part<LearnPage>(window).panel().noteText().isEmpty());
    QVERIFY(!part<LearnPage>(window).desk().sentence().isEmpty());
    QTest::keyClick(&window, Qt::Key_1, Qt::AltModifier);
    QVERIFY(!part<LearnPage>(window).isVisible());
}

void TestLearn::playingGoesToTheEndAndStops()
{
    desk().setStepsPerSecond(500);
    key(Qt::Key_Home);
    key(Qt::Key_Space);
    QVERIFY(desk().playing());
    QTRY_VERIFY_WITH_TIMEOUT(!desk().playing(), 20'000);
    QCOMPARE(desk().step(), desk().lastStep());
    key(Qt::Key_Space); // from the start again
    QVERIFY(desk().step() < desk().lastStep());
    key(Qt::Key_Comma); // a hand on the controls pauses
    QVERIFY(!desk().playing());
    page().transport().slider().setValue(2);
    QCOMPARE(desk().step(), 2);
}

void TestLearn::whatIsPointedAtLightsWhatIsLinked()
{
    // A stored value, and the place in the matrix that it came from.
    const learn::Scene& scene = view().scene();
    std::string cell, element;
    const std::vector<int> named = scene.named();
    const auto nameOf = [&](int place) {
        return scene.shapes[static_cast<std::size_t>(named[static_cast<std::size_t>(place)])].id;
    };
    for (const learn::Link& link : scene.links)
        for (const auto& [a, b] :
             {std::pair(nameOf(link.from), nameOf(link.to)), std::pair(nameOf(link.to), nameOf(link.from))})
            if (a.rfind("cell ", 0) == 0 && b.rfind("array 0 ", 0) == 0 && b.find("value") != std::string::npos) {
                cell = a;
                element = b;
            }
    QVERIFY(!cell.empty());
    const auto lights = [&](const std::string& id) {
        const std::vector<std::string> lit = view().lit();
        return std::find(lit.begin(), lit.end(), id) != lit.end();
    };
    const auto other = [&] {
        const std::vector<std::string> lit = view().lit();
        return std::any_of(lit.begin(), lit.end(), [](const std::string& id) { return id.rfind("array 1 ", 0) == 0; });
    };
    pointAt(element);
    QCOMPARE(view().hovered(), element);
    QVERIFY(lights(cell));
    QVERIFY(other()); // where the other format keeps the same non-zero
    pointAt(cell);
    QCOMPARE(view().hovered(), cell);
    QVERIFY(lights(element));
    QVERIFY(other());
    // A click keeps it lit.
    click(cell);
    QTest::mouseMove(view().viewport(), QPoint(1, 1));
    QCOMPARE(view().pick(), cell);
    QVERIFY(lights(element));
    key(Qt::Key_Escape);
    QVERIFY(view().pick().empty());
}

void TestLearn::theKeyboardWalksThroughThePicture()
{
    key(Qt::Key_Return);
    QCOMPARE(view().pick(), std::string("cell 0 0"));
    key(Qt::Key_Right);
    key(Qt::Key_Down);
    QCOMPARE(view().pick(), std::string("cell 1 1"));
    const int step = desk().step();
    // Beyond the matrix come the arrays.
    bool left = false;
    for (int i = 0; i < 80 && !left; ++i) {
        key(i < 40 ? Qt::Key_Right : Qt::Key_Down);
        left = view().pick().rfind("array ", 0) == 0;
    }
    QVERIFY2(left, view().pick().c_str());
    QCOMPARE(desk().step(), step);
    key(Qt::Key_Escape);
    key(Qt::Key_Left); // nothing is picked: a step
    QCOMPARE(desk().step(), step - 1);
}

void TestLearn::aDrawnCellChangesTheBytesAtOnce()
{
    const std::string cell = emptyCell();
    const auto nnz = desk().state().matrix->nnz();
    const QString before = page().counts().text();
    click(cell); // picks as long as nobody draws
    QCOMPARE(desk().state().matrix->nnz(), nnz);
    key(Qt::Key_Escape);
    key(Qt::Key_D);
    QCOMPARE(view().hand(), SceneView::Hand::Draw);
    click(cell);
    QCOMPARE(desk().state().matrix->nnz(), nnz + 1);
    QVERIFY(page().counts().text() != before);
    click(cell);
    QCOMPARE(desk().state().matrix->nnz(), nnz);
    QCOMPARE(page().counts().text(), before);
}

void TestLearn::drawingByKeysIsUndoneByKeys()
{
    const auto nnz = desk().state().matrix->nnz();
    const bool filled = desk().filled(0, 1);
    key(Qt::Key_D);
    key(Qt::Key_Right); // picks the first cell
    key(Qt::Key_Right);
    QCOMPARE(view().pick(), std::string("cell 0 1"));
    key(Qt::Key_Space);
    QCOMPARE(desk().filled(0, 1), !filled);
    QCOMPARE(view().pick(), std::string("cell 0 1"));
    key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(desk().filled(0, 1), filled);
    QCOMPARE(desk().state().matrix->nnz(), nnz);
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(desk().filled(0, 1), !filled);
    // A stroke of the mouse is one change.
    const auto before = desk().state().matrix->nnz();
    const QPoint from = view().placeOf("cell 2 0"), to = view().placeOf("cell 2 3");
    QTest::mousePress(view().viewport(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 12; ++i)
        QTest::mouseMove(view().viewport(), from + (to - from) * i / 12);
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, to);
    for (const int col : {0, 1, 2, 3})
        QCOMPARE(desk().filled(2, col), desk().filled(2, 0));
    key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(desk().state().matrix->nnz(), before);
}

void TestLearn::drawingWorksWhereverPlacesOfTheMatrixAreShown()
{
    const auto toggles = [&](const std::string& id, std::int64_t row, std::int64_t col) {
        const bool before = desk().filled(row, col);
        click(id);
        return desk().filled(row, col) != before;
    };
    page().setDrawing(true);
    desk().setView(View::Iteration);
    QVERIFY(toggles("point 0 1 1", 0, 1));
    desk().setStep(desk().lastStep());
    QVERIFY(toggles("point 2 0 0", 2, 0));
    QCOMPARE(desk().step(), desk().lastStep());
    page().setDrawing(false);
    desk().setView(View::Primitives);
    desk().setExample("ell");
    desk().setStep(desk().lastStep()); // the rows are squeezed: places without a non-zero are gone
    key(Qt::Key_D);
    QCOMPARE(desk().step(), 0);
    QVERIFY(toggles("cell 3 1", 3, 1));
    desk().setStep(desk().lastStep());
    const std::int32_t held = desk().state().matrix->row(0)[0];
    QVERIFY(toggles("cell 0 " + std::to_string(held), 0, held)); // what is held can be taken away there too
    // A tile of a cover lies on its places.
    desk().setMatrix(learn::namedMatrix("figure1"));
    desk().setView(View::Plan);
    desk().setStep(desk().lastStep());
    QVERIFY(toggles("cell 2 2", 2, 2));
}

void TestLearn::aPlaceIsLitInAllArraysOfAGraph()
{
    desk().setMatrix(learn::namedMatrix("graph8"));
    desk().setView(View::Graph);
    desk().setExample("figure14a");
    desk().setStep(7);
    QVERIFY(desk().sentence().startsWith(QStringLiteral("INTERLEAVE")));
    view().setPick("cell 3 3"); // of thread 1
    const std::vector<std::string> lit = view().lit();
    for (const char* id :
         {"array 0 origin_rows 3", "array 0 values 5", "array 0 row_indices 5", "array 0 col_indices 5",
          "array 0 bmt_rows 1", "array 0 bmt_sizes 1", "array 0 bmtb_nz_offsets 0"})
        QVERIFY2(std::find(lit.begin(), lit.end(), id) != lit.end(), id);
    QVERIFY(std::find(lit.begin(), lit.end(), "array 0 bmt_rows 0") == lit.end());
    // A cell that is drawn is in the graph's arrays at once.
    page().setDrawing(true);
    click("cell 2 4");
    QVERIFY(desk().filled(2, 4));
    QVERIFY(view().scene().find("array 0 values 17"));
}

void TestLearn::aSliderTurnsAParameter()
{
    desk().setFormat(0, {"bsr"});
    QCOMPARE(desk().state().formats[0].name, std::string("bsr"));
    QSlider* slider = nullptr;
    const auto shown = [&] { // what was just added to a layout is shown a little later
        for (QSlider* s : page().formats().findChildren<QSlider*>())
            if (!slider && s->isVisible())
                slider = s;
        return slider != nullptr;
    };
    QTRY_VERIFY(shown());
    const QString before = page().counts().text();
    const auto values = desk().kindOf(desk().state().formats[0])->parameters[0].values;
    const std::string name = desk().kindOf(desk().state().formats[0])->parameters[0].name;
    QCOMPARE(slider->maximum(), static_cast<int>(values.size()) - 1); // every stop is legal
    for (int stop = 0; stop <= slider->maximum(); ++stop) {
        slider->setValue(stop);
        QCOMPARE(desk().state().formats[0].parameters[name].get<std::int64_t>(),
                 values[static_cast<std::size_t>(stop)]);
        QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    }
    QVERIFY(page().counts().text() != before);
}

void TestLearn::formatsAreAddedAndTakenAway()
{
    QToolButton* add = nullptr;
    for (QToolButton* button : page().formats().findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Add a format"))
            add = button;
    QVERIFY(add && add->isVisible());
    while (desk().state().formats.size() < 4) {
        Q_EMIT add->menu()->aboutToShow();
        QVERIFY(!add->menu()->actions().isEmpty());
        add->menu()->actions().front()->trigger();
    }
    QVERIFY(!add->isEnabled());
    QCOMPARE(page().counts().text().count(QLatin1Char('\n')), 4);
    for (int left = 3; left >= 1; --left) {
        desk().removeFormat(0);
        QCOMPARE(desk().state().formats.size(), static_cast<std::size_t>(left));
    }
    desk().removeFormat(0);
    QCOMPARE(desk().state().formats.size(), std::size_t{1});
}

void TestLearn::controlsOfAFormatThatStaysStay()
{
    desk().setFormat(0, {"csr"});
    desk().setFormat(1, {"sell"});
    const auto slider = [&]() -> QSlider* {
        for (QSlider* s : page().formats().findChildren<QSlider*>())
            if (s->isVisible() && s->accessibleName().startsWith(QStringLiteral("C of SELL")))
                return s;
        return nullptr;
    };
    QTRY_VERIFY(slider());
    QSlider* const c = slider();
    const auto parameter = [&](std::size_t format) {
        return desk().state().formats[format].parameters["c"].get<std::int64_t>();
    };
    desk().addFormat("ell");
    QCOMPARE(slider(), c);
    desk().removeFormat(0); // it is the first one now
    QCOMPARE(slider(), c);
    c->setValue(0);
    QCOMPARE(parameter(0), std::int64_t{2});
    c->setValue(2);
    QCOMPARE(parameter(0), std::int64_t{8});
    desk().setView(View::Iteration); // has no formats
    QVERIFY(!slider());
    desk().setView(View::Arrays);
    QCOMPARE(slider(), c);
    QCOMPARE(c->value(), 2);
}

void TestLearn::aChangeMakesOnePicture()
{
    page().openLesson(QString::fromStdString(learn::shippedLessons().front().path));
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson(), 20'000);
    const QSignalSpy pictures(&desk(), &LearnDesk::pictureChanged);
    qsizetype made = 0;
    desk().showLessonStep(1);
    QCOMPARE(pictures.count(), ++made);
    QCOMPARE(desk().step(), desk().lessonStepNow()->state.step);
    desk().setView(View::Primitives);
    QCOMPARE(pictures.count(), ++made);
    QCOMPARE(desk().step(), 0);
    desk().setExample(learn::examples(View::Primitives).back().name);
    QCOMPARE(pictures.count(), ++made);
    desk().setView(View::Arrays);
    QCOMPARE(pictures.count(), ++made);
    QCOMPARE(desk().step(), desk().lastStep()); // seen filled
}

void TestLearn::newRoomsMakeOnePicture()
{
    const QSignalBlocker noOtherRooms(view()); // the window may still be laid out
    QTRY_VERIFY(desk().laidOut());
    const QSignalSpy pictures(&desk(), &LearnDesk::pictureChanged);
    for (const double width : {300.0, 500.0, 700.0})
        desk().setRoom({width, 600});
    QCOMPARE(pictures.count(), 0);
    QVERIFY(!m_window->settled());
    QTRY_VERIFY(desk().laidOut());
    QCOMPARE(pictures.count(), 1);
}

void TestLearn::theMatrixIsResizedAndCleared()
{
    page().setDrawing(true);
    desk().resizeMatrix(12, 20);
    QCOMPARE(desk().state().matrix->rows(), std::int64_t{12});
    QCOMPARE(desk().state().matrix->cols(), std::int64_t{20});
    QVERIFY(view().scene().find("cell 11 19"));
    desk().clearMatrix();
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    QCOMPARE(desk().state().matrix->nnz(), std::int64_t{1});
    click("cell 3 4");
    QVERIFY(desk().filled(3, 4));
    desk().resizeMatrix(8, 8);
    QVERIFY(desk().filled(3, 4));
}

void TestLearn::aPartOfTheOpenMatrixIsCutOut()
{
    Workspace& w = m_window->workspace();
    w.document().setMatrix(crossing(512, 1));
    QCOMPARE(m_window->page().key(), "learn"); // stays where it is
    std::int64_t row = 100;                    // where there is something
    while (w.document().matrix()->rowLength(row) == 0)
        ++row;
    const std::int64_t col = std::min<std::int64_t>(w.document().matrix()->row(row)[0], 500);
    w.attention().select({-1, CellRange{row, row + 16, col, col + 12}});
    page().cutFromMatrix();
    const Matrix& part = *desk().state().matrix;
    QCOMPARE(part.rows(), std::int64_t{16});
    QCOMPARE(part.cols(), std::int64_t{12});
    QCOMPARE(part.nnz(), w.document().matrix()->countIn(row, row + 16, col, col + 12));
    w.attention().select({});
    page().cutFromMatrix();
    QCOMPARE(desk().state().matrix->rows(), learn::mostRows);
    QCOMPARE(desk().state().matrix->cols(), learn::mostCols);
}

void TestLearn::aDraggedRowMovesAndTheBytesFollow()
{
    desk().setView(View::Permute);
    QCOMPARE(desk().state().view, View::Permute);
    QCOMPARE(view().hand(), SceneView::Hand::Move);
    const auto drag = [&](const std::string& from, const std::string& to) {
        const QPoint a = view().placeOf(from), b = view().placeOf(to);
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, a);
        for (int i = 1; i <= 10; ++i)
            QTest::mouseMove(view().viewport(), a + (b - a) * i / 10);
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, b);
    };
    drag("row 0", "row 3");
    QCOMPARE(desk().placeOf(true, 0), std::int64_t{3});
    QCOMPARE(desk().placeOf(true, 1), std::int64_t{0});
    drag("col 5", "col 2");
    QCOMPARE(desk().placeOf(false, 5), std::int64_t{2});
    key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(desk().placeOf(false, 5), std::int64_t{5});
    QCOMPARE(desk().placeOf(true, 0), std::int64_t{3});
    // The same by keys.
    view().setPick("cell 0 0");
    key(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(desk().placeOf(true, 0), std::int64_t{2});
    key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(desk().placeOf(false, 0), std::int64_t{1});
    QCOMPARE(view().pick(), std::string("cell 0 0"));
    desk().resetOrder();
    QCOMPARE(desk().placeOf(true, 0), std::int64_t{0});
}

void TestLearn::aTextLaidOutOnceLooksAsWhenItIsPainted()
{
    TextLayouts layouts;
    for (const double scale : {0.8, 1.3, 1.3}) // the second time it is laid out already
        for (const learn::Shape& shape : desk().scene().shapes) {
            if (shape.kind != learn::Shape::Kind::Text)
                continue;
            const auto painted = [&](const auto& paint) {
                QImage image(400, 60, QImage::Format_RGB32);
                image.fill(Qt::white);
                QPainter painter(&image);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.scale(scale, scale);
                paint(painter, QRectF(3.3, 2.7, shape.w, shape.h));
                painter.end();
                return image;
            };
            const QImage laidOut = painted(
                [&](QPainter& painter, const QRectF& box) { QVERIFY(layouts.paint(painter, shape, box, false)); });
            QVERIFY2(laidOut == painted([&](QPainter& painter, const QRectF& box) {
                         paintShape(painter, shape, box, false, 1 / scale);
                     }),
                     shape.text.c_str());
        }
}

void TestLearn::aHatchedBoxLooksAsWhenItIsPainted()
{
    for (const double scale : {1.0, 1.3})
        for (const learn::Role role : {learn::Role::Ell, learn::Role::OneD, learn::Role::CsrLike}) {
            BoxPictures pictures;
            learn::Shape shape;
            shape.role = role;
            const auto painted = [&](bool asPictures) {
                QImage image(200, 60, QImage::Format_RGB32);
                image.fill(Qt::white);
                QPainter painter(&image);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.scale(scale, scale);
                for (int i = 0; i < 7; ++i) { // the hatch begins elsewhere in each
                    const QRectF box(5.3 + 19 * i, 4.7 + i, 17, 17);
                    if (!asPictures)
                        paintShape(painter, shape, box, false, 1 / scale);
                    else if (!pictures.paint(painter, shape, box, false, 1 / scale))
                        return QImage();
                }
                painter.end();
                return image;
            };
            const QImage a = painted(true), b = painted(false);
            QCOMPARE(a.size(), b.size());
            int furthest = 0;
            for (int y = 0; y < a.height(); ++y)
                for (int x = 0; x < a.width(); ++x)
                    furthest = std::max(furthest, std::abs(qGreen(a.pixel(x, y)) - qGreen(b.pixel(x, y))));
            QVERIFY2(furthest <= 16, qPrintable(QString::number(furthest)));
        }
}

void TestLearn::everyViewDrawsInBothThemes()
{
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        m_window->setTheme(theme);
        for (int i = 0; i < learn::viewCount; ++i) {
            desk().setView(static_cast<View>(i));
            QCOMPARE(desk().state().view, static_cast<View>(i));
            QTest::qWait(30);
            const QImage picture = m_window->grab().toImage();
            QVERIFY(picture.save(
                inOutput("learn-%1-%2.png").arg(QString::fromUtf8(learn::name(static_cast<View>(i))), name(theme))));
            const QColor ground = picture.pixelColor(view().viewport()->mapTo(m_window.get(), QPoint(3, 3)));
            QCOMPARE(ground.lightness() < 128, theme == ThemeChoice::Dark);
        }
    }
    m_window->setTheme(ThemeChoice::Light);
}

VIEW_TEST(TestLearn)
#include "tst_learn.moc"
