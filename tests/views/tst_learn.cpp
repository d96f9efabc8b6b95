// The Learn page in the real window, with mouse and keyboard.
#include "engine/learn/lesson.h"
#include "engine/matrix/patterns.h"
#include "tests/support/paths.h"
#include "views/learn/counts_table.h"
#include "views/learn/exercise_panel.h"
#include "views/learn/format_bar.h"
#include "views/learn/learn_desk.h"
#include "views/learn/learn_page.h"
#include "views/learn/learn_transport.h"
#include "views/learn/lesson_editor.h"
#include "views/learn/lesson_panel.h"
#include "views/learn/note_text.h"
#include "views/learn/scene_view.h"
#include "views/main_window/banner.h"
#include "views/main_window/main_window.h"
#include "views/main_window/rail.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace sparsescope;
using learn::View;

class TestLearn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void itOpensByItsKeyAndShowsTheFirstLesson();
    void everyShippedLessonCanBeWalkedThroughByKeys();
    void playingGoesToTheEndAndStops();
    void whatIsPointedAtLightsWhatIsLinked();
    void theKeyboardWalksThroughThePicture();
    void aDrawnCellChangesTheBytesAtOnce();
    void drawingByKeysIsUndoneByKeys();
    void aSliderTurnsAParameter();
    void formatsAreAddedAndTakenAway();
    void theMatrixIsResizedAndCleared();
    void aPartOfTheOpenMatrixIsCutOut();
    void aDraggedRowMovesAndTheBytesFollow();
    void anExerciseIsAnswered();
    void aLessonIsWrittenSavedAndOpenedAgain();
    void unsavedWorkIsAskedAbout();
    void aBrokenLessonSaysWhyAndLeavesThePicture();
    void picturesAndPagesAreExported();
    void aPresentationHidesEverythingElse();
    void everyViewDrawsInBothThemes();
    void theWindowClosesDuringAllOfIt();
    void notesHaveStrongWordsAndCode();

private:
    LearnPage& page() { return m_window->learn(); }
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

void TestLearn::init()
{
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
    m_window->resize(1600, 1000);
    m_window->show();
    m_window->reduceMotion(true);
    m_window->showPage(Page::Learn);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), 20'000);
    page().explore();
    if (desk().state().formats.size() < 2)
        desk().addFormat("ell");
    desk().setStep(desk().lastStep());
    view().setFocus();
}

void TestLearn::cleanup()
{
    m_window.reset();
}

void TestLearn::itOpensByItsKeyAndShowsTheFirstLesson()
{
    m_window.reset(); // one window has the keys
    MainWindow window(Hooks{}, nullptr);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_6, Qt::AltModifier);
    QCOMPARE(window.page(), Page::Learn);
    QVERIFY(window.learn().view().isVisible()); // no matrix is needed
    QTRY_VERIFY_WITH_TIMEOUT(window.learn().desk().lesson(), 20'000);
    QVERIFY(!window.learn().panel().noteText().isEmpty());
    QVERIFY(!window.learn().desk().sentence().isEmpty());
    QTest::keyClick(&window, Qt::Key_1, Qt::AltModifier);
    QVERIFY(!window.learn().isVisible());
}

void TestLearn::everyShippedLessonCanBeWalkedThroughByKeys()
{
    const std::vector<learn::ShippedLesson> shipped = learn::shippedLessons();
    QVERIFY(!shipped.empty());
    for (const learn::ShippedLesson& lesson : shipped) {
        page().openLesson(QString::fromStdString(lesson.name));
        QTRY_VERIFY_WITH_TIMEOUT(desk().lesson() && desk().lesson()->path == lesson.path, 20'000);
        view().setFocus();
        const int steps = static_cast<int>(desk().lesson()->steps.size());
        QCOMPARE(page().panel().steps().count(), steps);
        for (int step = 0; step < steps; ++step) {
            QCOMPARE(desk().lessonStep(), step);
            QCOMPARE(page().panel().steps().currentRow(), step);
            key(Qt::Key_Home);
            QCOMPARE(desk().step(), 0);
            key(Qt::Key_Period);
            QCOMPARE(desk().step(), std::min(1, desk().lastStep()));
            key(Qt::Key_Comma);
            QCOMPARE(desk().step(), 0);
            key(Qt::Key_End);
            QCOMPARE(desk().step(), desk().lastStep());
            QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
            QVERIFY(!desk().sentence().isEmpty());
            QVERIFY(!desk().strayed());
            key(Qt::Key_PageDown);
        }
        key(Qt::Key_PageUp);
        QCOMPARE(desk().lessonStep(), std::max(0, steps - 2));
    }
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
    for (const learn::Link& link : scene.links)
        for (const auto& [a, b] : {std::pair(link.from, link.to), std::pair(link.to, link.from)})
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
    w.setMatrix(crossing(512, 1));
    QCOMPARE(m_window->page(), Page::Learn); // stays where it is
    std::int64_t row = 100;                  // where there is something
    while (w.matrix()->rowLength(row) == 0)
        ++row;
    const std::int64_t col = std::min<std::int64_t>(w.matrix()->row(row)[0], 500);
    w.select({-1, CellRange{row, row + 16, col, col + 12}});
    page().cutFromMatrix();
    const Matrix& part = *desk().state().matrix;
    QCOMPARE(part.rows(), std::int64_t{16});
    QCOMPARE(part.cols(), std::int64_t{12});
    QCOMPARE(part.nnz(), w.matrix()->countIn(row, row + 16, col, col + 12));
    w.select({});
    page().cutFromMatrix();
    QCOMPARE(desk().state().matrix->rows(), learn::mostRows);
    QCOMPARE(desk().state().matrix->cols(), learn::mostCols);
}

void TestLearn::aDraggedRowMovesAndTheBytesFollow()
{
    desk().setView(View::Permute);
    if (desk().state().view != View::Permute)
        QSKIP("no Permute yet");
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

void TestLearn::anExerciseIsAnswered()
{
    // What the program computes is what is right.
    learn::Exercise exercise;
    exercise.kind = "fewest bytes";
    exercise.question = "Which of these stores it in the fewest bytes?";
    desk().addStep();
    desk().editExercise(exercise);
    ExercisePanel& panel = page().panel().exercise();
    QVERIFY(panel.isVisible());
    const learn::ExerciseAnswer answer = learn::answerOf(exercise, desk().state());
    const auto buttons = panel.findChildren<QRadioButton*>();
    QCOMPARE(buttons.size(), static_cast<qsizetype>(answer.choices.size()));
    auto* check = panel.findChild<QPushButton*>();
    QVERIFY(!check->isEnabled());
    for (int i = static_cast<int>(buttons.size()) - 1; i >= 0; --i) {
        buttons[i]->click();
        QVERIFY(check->isEnabled());
        check->click();
        QCOMPARE(panel.verdict().startsWith(QStringLiteral("✓")), i == answer.choice);
        QVERIFY(panel.verdict().contains(QString::fromStdString(answer.answer)));
    }
    exercise.kind = "bytes";
    exercise.question = "How many bytes has the first?";
    desk().editExercise(exercise);
    auto* number = panel.findChild<QLineEdit*>();
    QVERIFY(number->isVisible());
    number->setFocus();
    QTest::keyClicks(number, QString::fromStdString(learn::answerOf(exercise, desk().state()).answer));
    QTest::keyClick(number, Qt::Key_Return);
    QVERIFY2(panel.verdict().startsWith(QStringLiteral("✓")), qPrintable(panel.verdict()));
}

void TestLearn::aLessonIsWrittenSavedAndOpenedAgain()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.json"));
    desk().addStep();
    page().setEditing(true);
    QVERIFY(page().panel().editor().isVisible());
    page().panel().editor().note().setPlainText(QStringLiteral("First *rows*,\nthen `columns`."));
    desk().editStep("One", desk().lessonStepNow()->note);
    page().setDrawing(true);
    click(emptyCell());
    desk().addStep();
    QVERIFY(desk().unsaved());
    page().saveLesson(path);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().unsaved(), 20'000);
    const learn::Lesson saved = *desk().lesson();
    page().explore();
    QVERIFY(!desk().lesson());
    page().openLesson(path);
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson(), 20'000);
    QCOMPARE(desk().lesson()->steps.size(), std::size_t{2});
    QCOMPARE(desk().lesson()->steps[0].title, std::string("One"));
    QCOMPARE(desk().lesson()->steps[0].note, std::string("First *rows*,\nthen `columns`."));
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(learn::drawing(*desk().lesson()->steps[i].state.matrix), learn::drawing(*saved.steps[i].state.matrix));
        QCOMPARE(desk().lesson()->steps[i].state.formats, saved.steps[i].state.formats);
    }
    // What is changed in passing is told apart from the lesson, and goes back.
    QVERIFY(!desk().strayed());
    click(emptyCell());
    QVERIFY(desk().strayed());
    desk().showLessonStep(0);
    QVERIFY(!desk().strayed());
    QVERIFY(!desk().unsaved());
}

void TestLearn::unsavedWorkIsAskedAbout()
{
    int asked = 0;
    MainWindow::Answer answer = MainWindow::Answer::Cancel;
    m_window->setAsk([&](const QString&, const QString& unsaved) {
        ++asked;
        [&] { QVERIFY2(!unsaved.isEmpty(), "it says what would be lost"); }();
        return answer;
    });
    desk().addStep();
    QVERIFY(!m_window->mayClose());
    page().explore();
    QCOMPARE(asked, 2);
    QVERIFY(desk().lesson()); // it stays
    answer = MainWindow::Answer::Discard;
    page().explore();
    QVERIFY(!desk().lesson());
    QVERIFY(m_window->mayClose());
    QCOMPARE(asked, 3);
}

void TestLearn::aBrokenLessonSaysWhyAndLeavesThePicture()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    };
    const auto shapes = view().scene().shapes.size();
    for (const QString& path : {write("no.json", "{ \"title\": \"x\",\n oh"),
                                write("steps.json", R"({"title": "x", "steps": [{"title": 3}]})"),
                                folder.filePath(QStringLiteral("nowhere.json"))}) {
        m_window->banner().hide();
        page().openLesson(path);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->banner().isVisible(), 20'000);
        QVERIFY2(m_window->banner().text().contains(QFileInfo(path).fileName()), qPrintable(m_window->banner().text()));
        QVERIFY(!desk().lesson());
        QCOMPARE(view().scene().shapes.size(), shapes);
    }
}

void TestLearn::picturesAndPagesAreExported()
{
    const QTemporaryDir folder;
    const auto wait = [&] { QTRY_VERIFY_WITH_TIMEOUT(!m_window->workspace().busy(), 60'000); };
    const auto contents = [&](const QString& name) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    for (const char* name : {"a.svg", "a.png", "a.pdf"}) {
        page().exportPicture(folder.filePath(QString::fromLatin1(name)));
        wait();
    }
    QVERIFY(contents(QStringLiteral("a.svg")).startsWith("<svg"));
    QVERIFY(contents(QStringLiteral("a.pdf")).startsWith("%PDF"));
    const QImage image(folder.filePath(QStringLiteral("a.png")));
    QCOMPARE(image.width(), static_cast<int>(std::ceil(view().scene().width * 2)));
    page().exportSteps(folder.path(), false);
    wait();
    QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("step-*.svg")}).size(), qsizetype{desk().lastStep() + 1});
    desk().addStep();
    page().exportWebPage(folder.filePath(QStringLiteral("a.html")));
    wait();
    QVERIFY(contents(QStringLiteral("a.html")).contains("<svg"));
    page().copyPicture();
    QVERIFY(!QGuiApplication::clipboard()->image().isNull());
}

void TestLearn::aPresentationHidesEverythingElse()
{
    auto* rail = m_window->findChild<Rail*>();
    desk().addStep();
    desk().addStep();
    desk().showLessonStep(0);
    const double before = view().scale();
    key(Qt::Key_F11);
    QVERIFY(page().presenting());
    QVERIFY(!rail->isVisible());
    QVERIFY(!page().formats().isVisible());
    QVERIFY(view().isVisible());
    QVERIFY(page().panel().isVisible());
    QVERIFY(view().scale() >= before * 0.6);
    key(Qt::Key_PageDown);
    QCOMPARE(desk().lessonStep(), 1);
    key(Qt::Key_PageUp);
    QCOMPARE(desk().lessonStep(), 0);
    key(Qt::Key_End);
    key(Qt::Key_Left);
    QCOMPARE(desk().step(), desk().lastStep() - 1);
    key(Qt::Key_Escape);
    QVERIFY(!page().presenting());
    QVERIFY(rail->isVisible());
    QVERIFY(page().formats().isVisible());
    // Going elsewhere ends it too.
    key(Qt::Key_F11);
    m_window->showPage(Page::Explore);
    QVERIFY(!page().presenting());
    QVERIFY(rail->isVisible());
}

void TestLearn::everyViewDrawsInBothThemes()
{
    QDir().mkpath(QStringLiteral(SPARSESCOPE_TEST_OUTPUT));
    for (int i = 0; i < learn::viewCount; ++i) {
        desk().setView(static_cast<View>(i));
        if (desk().state().view != static_cast<View>(i))
            continue; // says why
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            m_window->setTheme(theme);
            QTest::qWait(30);
            const QImage picture = m_window->grab().toImage();
            QVERIFY(picture.save(QStringLiteral(SPARSESCOPE_TEST_OUTPUT "/learn-%1-%2.png")
                                     .arg(QString::fromUtf8(learn::name(static_cast<View>(i))), name(theme))));
            const QColor ground = picture.pixelColor(view().viewport()->mapTo(m_window.get(), QPoint(3, 3)));
            QCOMPARE(ground.lightness() < 128, theme == ThemeChoice::Dark);
        }
    }
    m_window->setTheme(ThemeChoice::Light);
}

void TestLearn::theWindowClosesDuringAllOfIt()
{
    const QTemporaryDir folder;
    const QString lesson = QString::fromStdString(learn::shippedLessons().front().name);
    for (int what = 0; what < 5; ++what) {
        auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
        window->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
        window->resize(1280, 800);
        window->show();
        window->showPage(Page::Learn);
        LearnPage& p = window->learn();
        if (what == 0)
            p.openLesson(lesson);
        if (what == 1)
            p.desk().play();
        if (what == 2)
            p.exportSteps(folder.path(), false);
        if (what == 3) {
            p.desk().addStep();
            p.saveLesson(folder.filePath(QStringLiteral("x.json")));
        }
        if (what == 4)
            p.present(true);
        window->close();
        window.reset();
    }
    // What was being saved is whole.
    QVERIFY(!learn::readLesson(folder.filePath(QStringLiteral("x.json")).toStdString()).steps.empty());
}

void TestLearn::notesHaveStrongWordsAndCode()
{
    const QString html = noteHtml(QStringLiteral("a *b c* d `x*y*z` <i>\n2 * 3 * 4"));
    QVERIFY(html.contains(QStringLiteral("<b>b c</b>")));
    QVERIFY(html.contains(QStringLiteral("x*y*z</span>")));
    QVERIFY(html.contains(QStringLiteral("&lt;i&gt;")));
    QVERIFY(html.contains(QStringLiteral("2 * 3 * 4")));
    QCOMPARE(html.count(QStringLiteral("<p")), 2);
}

QTEST_MAIN(TestLearn)
#include "tst_learn.moc"
