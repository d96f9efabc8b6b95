// Lessons on the Learn page: walked through, written, answered, kept safe, presented and exported.
#include "engine/learn/lesson.h"
#include "engine/raster/colour_map.h"
#include "tests/views/learn_window.h"
#include "tests/views/view_test.h"
#include "views/main_window/banner.h"
#include "views/main_window/rail.h"
#include "views/pages/learn/counts_table.h"
#include "views/pages/learn/exercise_panel.h"
#include "views/pages/learn/format_bar.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/learn/lesson_editor.h"
#include "views/pages/learn/lesson_keeper.h"
#include "views/pages/learn/lesson_panel.h"
#include "views/pages/learn/note_text.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cmath>

using namespace sparsescope;

class TestLesson : public QObject, LearnWindow {
    Q_OBJECT
private Q_SLOTS:
    void init() { open(); }
    void cleanup() { m_window.reset(); }
    void everyShippedLessonCanBeWalkedThroughByKeys();
    void anExerciseIsAnswered();
    void theAnswerIsOfferedWhenNoTryIsLeft();
    void anArrayIsFilledAndAMatrixIsDrawn();
    void answersAreKeptAndHandedIn();
    void whatIsNoNumberIsNoAnswer();
    void theVerdictIsSeenWhereverTheAnswerWasGiven();
    void choicesAreSeenInBothThemes();
    void aLessonIsWrittenSavedAndOpenedAgain();
    void unsavedWorkIsAskedAbout();
    void aMatrixDrawnByHandIsAskedAbout();
    void whatIsNotSavedOutlivesAKill();
    void aBrokenLessonSaysWhyAndLeavesThePicture();
    void picturesAndPagesAreExported();
    void aPresentationHidesEverythingElse();
    void theWindowClosesDuringAllOfIt();
    void aStepOpensASampleOnItsPage();
    void notesHaveStrongWordsAndCode();

private:
    // In place of a number; a kernel may have a question mark in the middle of a line.
    bool pictureAsks()
    {
        for (const learn::Shape& shape : view().scene().shapes)
            if (shape.text == "?" || shape.text.starts_with("? "))
                return true;
        return false;
    }
    static bool says(const QWidget& widget, const QString& text)
    {
        for (const QLabel* label : widget.findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    }
};

void TestLesson::everyShippedLessonCanBeWalkedThroughByKeys()
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

void TestLesson::anExerciseIsAnswered()
{
    // What the program computes is what is right.
    learn::Exercise exercise;
    exercise.kind = "fewest bytes";
    exercise.question = "Which of these stores it in the fewest bytes?";
    exercise.hints = {"Count the indices."};
    desk().addStep();
    desk().editExercise(exercise);
    ExercisePanel& panel = page().panel().exercise();
    QVERIFY(panel.isVisible());
    const learn::ExerciseAnswer answer = learn::answerOf(exercise, desk().state());
    const auto buttons = panel.findChildren<QRadioButton*>();
    QCOMPARE(buttons.size(), static_cast<qsizetype>(answer.choices.size()));
    auto* check = panel.findChild<QPushButton*>();
    QVERIFY(!check->isEnabled());
    const auto told = [&] { return !page().counts().text().contains(QLatin1Char('?')) && !pictureAsks(); };
    QVERIFY(!told());
    const int right = answer.right.front();
    buttons[1 - right]->click();
    check->click();
    QVERIFY2(panel.verdict().contains(QStringLiteral("2 tries")), qPrintable(panel.verdict()));
    QVERIFY(!panel.verdict().contains(QString::fromStdString(answer.answer)));
    QVERIFY(says(panel, QStringLiteral("Count the indices.")));
    QVERIFY(!told());
    buttons[right]->click();
    check->click();
    QVERIFY(panel.verdict().startsWith(QStringLiteral("✓")));
    QVERIFY(panel.verdict().contains(QString::fromStdString(answer.answer)));
    QVERIFY(told());
    exercise.kind = "bytes";
    exercise.question = "How many bytes has the first?";
    desk().editExercise(exercise);
    QVERIFY(!told());
    auto* number = panel.findChild<QLineEdit*>();
    QVERIFY(number->isVisible());
    number->setFocus();
    QTest::keyClicks(number, QString::fromStdString(learn::answerOf(exercise, desk().state()).answer));
    QTest::keyClick(number, Qt::Key_Return);
    QVERIFY2(panel.verdict().startsWith(QStringLiteral("✓")), qPrintable(panel.verdict()));
}

void TestLesson::theAnswerIsOfferedWhenNoTryIsLeft()
{
    learn::Exercise exercise;
    exercise.kind = "bytes";
    exercise.question = "How many?";
    exercise.tries = 2;
    desk().addStep();
    desk().editExercise(exercise);
    ExercisePanel& panel = page().panel().exercise();
    auto* number = panel.findChild<QLineEdit*>();
    const auto button = [&](const QString& text) {
        for (QPushButton* b : panel.findChildren<QPushButton*>())
            if (b->text() == text)
                return b;
        return static_cast<QPushButton*>(nullptr);
    };
    QPushButton* show = button(QStringLiteral("Show the answer"));
    for (int i = 0; i < 2; ++i) {
        QVERIFY(!show->isVisible());
        number->setText(QString::number(i + 1));
        QTest::keyClick(number, Qt::Key_Return);
    }
    QVERIFY(!number->isEnabled());
    QVERIFY(show->isVisible());
    show->click();
    QVERIFY(panel.verdict().contains(
        QString::fromStdString(learn::answerOf(exercise, desk().lessonStepNow()->state).answer)));
    QVERIFY(!page().counts().text().contains(QLatin1Char('?')));
    QCOMPARE(desk().result()->outcome, learn::Outcome::Shown);
}

void TestLesson::anArrayIsFilledAndAMatrixIsDrawn()
{
    desk().openLesson(learn::parseLesson(R"({"title": "t", "steps": [
{"title": "a", "matrix": ["x..", ".xx"], "formats": ["csr"], "step": 5,
 "exercise": {"question": "Fill.", "kind": "fill", "array": "colIdx", "blank": [1, 2]}},
{"title": "b", "exercise": {"question": "Draw.", "kind": "draw", "conditions": ["non-zeros = 2", "padding(ell) = 0"],
 "solution": ["x..", "x.."]}}]})",
                                         "t.json"));
    ExercisePanel& panel = page().panel().exercise();
    QVERIFY(pictureAsks());
    std::vector<QLineEdit*> cells;
    for (QLineEdit* edit : panel.findChildren<QLineEdit*>())
        if (edit->accessibleName().startsWith(QStringLiteral("colIdx[")))
            cells.push_back(edit);
    QCOMPARE(cells.size(), std::size_t{2});
    cells[0]->setText(QStringLiteral("1"));
    cells[1]->setText(QStringLiteral("1"));
    QTest::keyClick(cells[1], Qt::Key_Return);
    QVERIFY(says(panel, QStringLiteral("✓")) && says(panel, QStringLiteral("✗"))); // each is judged
    cells[1]->setText(QStringLiteral("2"));
    QTest::keyClick(cells[1], Qt::Key_Return);
    QVERIFY(panel.verdict().startsWith(QStringLiteral("✓")));
    QVERIFY(!pictureAsks());

    desk().showLessonStep(1);
    QVERIFY(page().panel().steps().item(0)->text().contains(QStringLiteral("✓")));
    QVERIFY(says(panel, QStringLiteral("○ non-zeros = 2: now 3")));
    desk().setCell(1, 2, false);
    QVERIFY(says(panel, QStringLiteral("✓ non-zeros = 2")));
    QVERIFY(says(panel, QStringLiteral("✓ padding(ell) = 0")));
    panel.findChild<QPushButton*>()->click();
    QVERIFY(panel.verdict().startsWith(QStringLiteral("✓")));
    QVERIFY(m_window->mayClose()); // an answer is nothing to be saved
    QCOMPARE(desk().result()->given.cells, (std::vector<std::string>{"x..", ".x."}));
}

void TestLesson::answersAreKeptAndHandedIn()
{
    const QTemporaryDir folder;
    const QString lesson = folder.filePath(QStringLiteral("l.json")),
                  handed = folder.filePath(QStringLiteral("a.json"));
    QFile file(lesson);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"title": "t", "steps": [{"title": "a", "matrix": "hyb8", "formats": ["ell"]},
{"title": "b", "exercise": {"question": "?", "kind": "padding"}}, {"title": "c"}]})");
    file.close();
    const auto openWithSettings = [&] {
        m_window = std::make_unique<MainWindow>(
            Hooks{}, std::make_unique<QSettings>(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat));
        m_window->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
        m_window->show();
        m_window->showPage("learn");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), 20'000);
        page().openLesson(lesson);
        QTRY_VERIFY_WITH_TIMEOUT(desk().lesson() && desk().lesson()->title == "t", 20'000);
    };
    openWithSettings();
    QCOMPARE(desk().lessonStep(), 0);
    desk().showLessonStep(1);
    learn::Given given;
    given.text = "43";
    QVERIFY(desk().answer(given).right);
    m_window.reset();
    openWithSettings();
    QCOMPARE(desk().lessonStep(), 1); // where one was
    QCOMPARE(desk().result()->outcome, learn::Outcome::Right);
    QVERIFY(page().panel().exercise().verdict().startsWith(QStringLiteral("✓")));
    QVERIFY(page().panel().steps().item(0)->text().contains(QStringLiteral("✓")));
    QVERIFY(!page().panel().steps().item(2)->text().contains(QStringLiteral("✓")));
    page().handIn(handed);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->workspace().operations().busy(), 20'000);
    QFile answers(handed);
    QVERIFY(answers.open(QIODevice::ReadOnly));
    const learn::Results read =
        learn::parseResults(answers.readAll().toStdString(), "a.json", learn::readLesson(lesson.toStdString()));
    QCOMPARE(read.steps[1].given.text, std::string("43"));
    page().forgetAnswers();
    QVERIFY(desk().exerciseOpen());
}

void TestLesson::aStepOpensASampleOnItsPage()
{
    page().openLesson(QStringLiteral("7-program"));
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson() && m_window->settled(), 20'000);
    auto* opener = page().panel().findChild<QPushButton*>(QStringLiteral("opener"));
    QVERIFY(opener && opener->isHidden());
    desk().showLessonStep(static_cast<int>(desk().lesson()->steps.size()) - 1);
    QCOMPARE(opener->text(), QStringLiteral("Open program-128.sscope"));
    QVERIFY(opener->isVisible() && opener->isEnabled());
    opener->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->page().key(), std::string_view("program"), 20'000);
    QVERIFY(m_window->workspace().document().matrix());
    m_window->showPage("learn");
    QCOMPARE(desk().lessonStep() + 1, static_cast<int>(desk().lesson()->steps.size())); // one goes on where one was
}

void TestLesson::whatIsNoNumberIsNoAnswer()
{
    desk().setFormat(1, {"ell"});
    desk().addStep();
    learn::Exercise exercise;
    exercise.kind = "padding";
    exercise.question = "How many values of ELL are padding?";
    exercise.format = 1;
    desk().editExercise(exercise);
    const QString right = QString::fromStdString(learn::answerOf(exercise, desk().state()).answer);
    ExercisePanel& panel = page().panel().exercise();
    auto* number = panel.findChild<QLineEdit*>();
    number->setFocus();
    QTest::keyClicks(number, right + QStringLiteral(" of 20"));
    key(Qt::Key_Return);
    QVERIFY(panel.verdict().isEmpty());
    QCOMPARE(desk().result()->tries, 0);
    QVERIFY(says(panel, QStringLiteral("is not a number")));
    number->selectAll();
    QTest::keyClicks(number, right + QStringLiteral(",0"));
    key(Qt::Key_Return);
    QVERIFY2(panel.verdict().startsWith(QStringLiteral("✓")), qPrintable(panel.verdict()));
}

void TestLesson::theVerdictIsSeenWhereverTheAnswerWasGiven()
{
    m_window->resize(1280, 600);
    page().openLesson(QString::fromStdString(learn::shippedLessons().front().path));
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson(), 20'000);
    desk().showLessonStep(2); // a long note, then the question
    ExercisePanel& panel = page().panel().exercise();
    auto* number = panel.findChild<QLineEdit*>();
    QScrollArea* reading = nullptr;
    for (QWidget* parent = number; parent && !reading; parent = parent->parentWidget())
        reading = qobject_cast<QScrollArea*>(parent);
    QTRY_VERIFY(reading && reading->verticalScrollBar()->maximum() > 0);
    reading->ensureWidgetVisible(number, 0, 0); // as far as one has to scroll to answer
    number->setFocus();
    QTest::keyClicks(number, QStringLiteral("1"));
    key(Qt::Key_Return);
    QVERIFY(!panel.verdict().isEmpty());
    const auto seen = [&] {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->text() == panel.verdict())
                return label->isVisible() && label->visibleRegion().boundingRect() == label->rect();
        return false;
    };
    QTRY_VERIFY(seen());
}

void TestLesson::choicesAreSeenInBothThemes()
{
    desk().addStep();
    learn::Exercise exercise;
    exercise.kind = "fewest bytes";
    exercise.question = "Which?";
    desk().editExercise(exercise);
    auto* button = page().panel().exercise().findChild<QRadioButton*>();
    QTRY_VERIFY(button && button->isVisible());
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        m_window->setTheme(theme);
        QTest::qWait(30);
        const QImage picture = button->grab().toImage();
        const QRgb ground = picture.pixel(0, 0);
        double most = 1;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                most = std::max(most, raster::contrast(picture.pixel(x, y) | 0xFF000000u, ground | 0xFF000000u));
        QVERIFY2(most >= 3, qPrintable(QString::number(most)));
    }
    m_window->setTheme(ThemeChoice::Light);
}

void TestLesson::aLessonIsWrittenSavedAndOpenedAgain()
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

void TestLesson::unsavedWorkIsAskedAbout()
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

void TestLesson::aMatrixDrawnByHandIsAskedAbout()
{
    QStringList asked;
    MainWindow::Answer answer = MainWindow::Answer::Cancel;
    m_window->setAsk([&](const QString&, const QString& unsaved) {
        asked << unsaved;
        return answer;
    });
    const QTemporaryDir copies, folder;
    m_window->keepSafe(copies.path(), false);
    const auto kept = [&] { return QDir(copies.path()).entryList({QStringLiteral("lesson-*.json")}); };
    const QString words = QStringLiteral("the matrix drawn by hand");
    // Nobody drew these.
    QVERIFY(m_window->mayClose());
    desk().resizeMatrix(desk().state().matrix->rows() + 1, desk().state().matrix->cols());
    QVERIFY(m_window->mayClose());
    desk().setMatrix(learn::drawnMatrix({"x.x", ".xx"}));
    QVERIFY(desk().drawn());
    QVERIFY(m_window->mayClose());
    QVERIFY(asked.isEmpty());

    page().setDrawing(true);
    click(emptyCell());
    const std::vector<std::string> drawn = learn::drawing(*desk().state().matrix);
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, 2000);
    const auto copy = [&] {
        return learn::drawing(
            *learn::readLesson(copies.filePath(kept().front()).toStdString()).steps.back().state.matrix);
    };
    QTRY_COMPARE_WITH_TIMEOUT(copy(), drawn, 2000);
    QVERIFY(!m_window->mayClose());
    QCOMPARE(asked, QStringList{words});
    desk().undo();
    QVERIFY(m_window->mayClose());
    desk().redo();
    QVERIFY(!m_window->mayClose());
    QCOMPARE(asked.size(), 2);

    // Nothing takes its place for good: not another matrix, not a lesson, not the lesson's next step.
    const auto back = [&] {
        for (QAction* action : page().findChildren<QAction*>())
            if (action->text().remove(QLatin1Char('&')) == QStringLiteral("What was drawn by hand") &&
                action->isEnabled()) {
                action->trigger();
                return learn::drawing(*desk().state().matrix) == drawn;
            }
        return false;
    };
    desk().setMatrix(learn::namedMatrix(learn::namedMatrices().front().name));
    page().openLesson(QString::fromStdString(learn::shippedLessons().front().name));
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson(), 20'000);
    QVERIFY(learn::drawing(*desk().state().matrix) != drawn);
    QCOMPARE(asked.size(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(copy(), drawn, 2000); // outlives a kill meanwhile
    QVERIFY(!m_window->mayClose());
    QCOMPARE(asked, (QStringList{words, words, words}));
    QVERIFY(back());
    QVERIFY(!m_window->mayClose()); // over the lesson's matrix, too
    QCOMPARE(asked.size(), 4);
    desk().showLessonStep(1);
    QVERIFY(back());
    QVERIFY(!back()); // it is the only one
    page().explore(); // it stays: nothing to ask
    QVERIFY(!desk().lesson());
    QCOMPARE(learn::drawing(*desk().state().matrix), drawn);
    asked.clear();
    QVERIFY(!m_window->mayClose());
    QCOMPARE(asked, QStringList{words});

    // Saved, it is a lesson of one step, and nothing is asked about any more.
    const QString path = folder.filePath(QStringLiteral("drawn.json"));
    answer = MainWindow::Answer::Save;
    bool chosen = false;
    QTimer::singleShot(0, m_window.get(), [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        dialog->selectFile(path);
        chosen = QMetaObject::invokeMethod(dialog, "accept");
    });
    QVERIFY(m_window->mayClose());
    QVERIFY(chosen);
    QCOMPARE(asked.size(), 2);
    const learn::Lesson saved = learn::readLesson(path.toStdString());
    QCOMPARE(saved.steps.size(), std::size_t{1});
    QCOMPARE(learn::drawing(*saved.steps.front().state.matrix), drawn);
    QTRY_VERIFY_WITH_TIMEOUT(kept().isEmpty(), 2000);
    page().explore();
    QVERIFY(m_window->mayClose());
    QCOMPARE(asked.size(), 2);

    // Two, the second over the matrix of a lesson.
    desk().openLesson(saved);
    page().setDrawing(true);
    click(emptyCell());
    desk().showLessonStep(0);
    click(emptyCell());
    click(emptyCell());
    answer = MainWindow::Answer::Cancel;
    QVERIFY(!m_window->mayClose());
    QCOMPARE(asked.back(), QStringLiteral("2 matrices drawn by hand"));
}

void TestLesson::whatIsNotSavedOutlivesAKill()
{
    const QTemporaryDir mine, others;
    const auto kept = [](const QTemporaryDir& folder) {
        return QDir(folder.path()).entryList({QStringLiteral("lesson-*.json")});
    };
    m_window->keepSafe(mine.path(), false);
    desk().addStep();
    desk().editLesson("Sparse by heart", "me");
    page().setDrawing(true);
    click(emptyCell()); // in no step yet
    const std::vector<std::string> drawn = learn::drawing(*desk().state().matrix);
    QTRY_COMPARE_WITH_TIMEOUT(kept(mine).size(), 1, 1000);
    const QString file = mine.filePath(kept(mine).front());
    const auto steps = [&] { return learn::readLesson(file.toStdString()).steps; };
    QTRY_COMPARE_WITH_TIMEOUT(steps().size(), std::size_t{2}, 1000);
    QCOMPARE(learn::drawing(*steps().back().state.matrix), drawn);
    QVERIFY(LessonKeeper::findLeft(mine.path().toStdString()).empty()); // its window is open
    // What a killed process leaves is the file without its lock.
    QVERIFY(QFile::copy(file, others.filePath(QStringLiteral("lesson-left.json"))));
    m_window.reset();
    QVERIFY(kept(mine).isEmpty()); // a clean end

    open();
    m_window->keepSafe(others.path(), true);
    QPushButton* restore = nullptr;
    const auto offered = [&] {
        for (QPushButton* button : m_window->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Restore"))
                restore = button;
        return restore != nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(offered(), 20'000);
    restore->click();
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson() && desk().lesson()->title == "Sparse by heart", 20'000);
    QVERIFY(desk().unsaved());
    QCOMPARE(desk().lesson()->steps.size(), std::size_t{2});
    QCOMPARE(learn::drawing(*desk().lesson()->steps.back().state.matrix), drawn);
    // It is kept under another name before the old one goes.
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(others.filePath(QStringLiteral("lesson-left.json"))), 20'000);
    QCOMPARE(kept(others).size(), 1);
    // Saved, there is nothing to keep.
    page().saveLesson(mine.filePath(QStringLiteral("saved.json")));
    QTRY_VERIFY_WITH_TIMEOUT(kept(others).isEmpty(), 20'000);
}

void TestLesson::aBrokenLessonSaysWhyAndLeavesThePicture()
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
        part<Banner>(*m_window).hide();
        page().openLesson(path);
        QTRY_VERIFY_WITH_TIMEOUT(part<Banner>(*m_window).isVisible(), 20'000);
        QVERIFY2(part<Banner>(*m_window).text().contains(QFileInfo(path).fileName()),
                 qPrintable(part<Banner>(*m_window).text()));
        QVERIFY(!desk().lesson());
        QCOMPARE(view().scene().shapes.size(), shapes);
    }
}

void TestLesson::picturesAndPagesAreExported()
{
    const QTemporaryDir folder;
    const auto wait = [&] { QTRY_VERIFY_WITH_TIMEOUT(!m_window->workspace().operations().busy(), 60'000); };
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

void TestLesson::aPresentationHidesEverythingElse()
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
    QVERIFY(!page().panel().isVisible()); // until the note is asked for
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
    m_window->showPage("explore");
    QVERIFY(!page().presenting());
    QVERIFY(rail->isVisible());
}

void TestLesson::theWindowClosesDuringAllOfIt()
{
    const QTemporaryDir folder;
    const QString lesson = QString::fromStdString(learn::shippedLessons().front().name);
    for (int what = 0; what < 5; ++what) {
        auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
        window->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
        window->resize(1280, 800);
        window->show();
        window->showPage("learn");
        LearnPage& p = part<LearnPage>(*window);
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

void TestLesson::notesHaveStrongWordsAndCode()
{
    const QString html = noteHtml(QStringLiteral("a *b c* d `x*y*z` <i>\n2 * 3 * 4"));
    QVERIFY(html.contains(QStringLiteral("<b>b c</b>")));
    QVERIFY(html.contains(QStringLiteral("x*y*z</span>")));
    QVERIFY(html.contains(QStringLiteral("&lt;i&gt;")));
    QVERIFY(html.contains(QStringLiteral("2 * 3 * 4")));
    QCOMPARE(html.count(QStringLiteral("<p")), 2);
}

VIEW_TEST(TestLesson)
#include "tst_lesson.moc"
