// The Learn page before a hall: every part of every lesson on a projector of 1280 x 720.
#include "engine/learn/lesson.h"
#include "tests/views/learn_window.h"
#include "views/pages/learn/exercise_panel.h"
#include "views/pages/learn/lesson_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cctype>

using namespace sparsescope;
using learn::Role;
using learn::Shape;

namespace {

// Parts that do not fit with legible digits: what the step lights is brought into sight, F shows all.
struct LongPart {
    const char* lesson;
    int part; // from 1
    const char* why;
};
constexpr const char* graphs = "all arrays and sums of a graph's node";
constexpr const char* stages = "a program beside what it computes";
constexpr std::array<LongPart, 6> longParts{{{"2-hyb", 6, "two formats of 16 rows, element by element"},
                                             {"5-graphs", 3, graphs},
                                             {"5-graphs", 4, graphs},
                                             {"5-graphs", 7, graphs},
                                             {"7-program", 20, stages},
                                             {"7-program", 21, stages}}};

bool isLong(const std::string& lesson, int part)
{
    return std::any_of(longParts.begin(), longParts.end(),
                       [&](const LongPart& p) { return lesson == p.lesson && part == p.part; });
}

} // namespace

class TestStage : public QObject, private LearnWindow {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void everyPartCanBeReadInTheLastRow();
    void noteAndQuestionComeAsAStrip();
    void zoomAndListingsAreKeptByPart();
    void thePointerIsSeen();
    void aLessonThatIsChosenGivesThePictureTheKeys();
    void anExerciseIsTwoTabsAway();
    void drawingWorksOrSaysWhy();

private:
    const QLabel* labelWith(const QString& text) // null: there is none
    {
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->text() == text)
                return label;
        return nullptr;
    }
    // Wholly in the window.
    bool seen(const QWidget* widget)
    {
        return widget && widget->isVisible() &&
               m_window->rect().contains(QRect(widget->mapTo(m_window.get(), QPoint()), widget->size()));
    }
    bool inSight(const Shape& shape)
    {
        return !view().scene().find(shape.id) || view().viewport()->rect().contains(view().placeOf(shape.id));
    }
    void openLesson(const std::string& name)
    {
        page().openLesson(QString::fromStdString(name));
        QTRY_VERIFY(m_window->settled());
    }
};

void TestStage::init()
{
    open();
    m_window->resize(1280, 720);
}

// Digits in boxes and those of rows and columns: the type they are set in, of which a digit is 0.73 high.
void TestStage::everyPartCanBeReadInTheLastRow()
{
    page().present(true);
    QStringList faults;
    int all = 0, large = 0;
    for (const learn::ShippedLesson& lesson : learn::shippedLessons()) {
        openLesson(lesson.path);
        const int parts = static_cast<int>(desk().lesson()->steps.size());
        for (int part = 0; part < parts; ++part) {
            desk().showLessonStep(part);
            QTRY_VERIFY(m_window->settled());
            const int first = desk().step(), last = desk().lastStep();
            double least = 1000;
            bool lit = true, whole = true;
            for (const int step : {first, (first + last) / 2, last}) {
                desk().setStep(step);
                QTest::qWait(1); // the strip takes its height, and the picture what it leaves
                QTRY_VERIFY(m_window->settled());
                for (const Shape& s : view().scene().shapes) {
                    if (s.kind == Shape::Kind::Text && s.monospaced && s.align != learn::Align::Left &&
                        !s.text.empty() && std::isdigit(static_cast<unsigned char>(s.text.front())) != 0)
                        least = std::min(least, static_cast<double>(s.size) * view().scale());
                    if (s.role == Role::Highlight && s.kind == Shape::Kind::Rectangle && !s.id.empty() && lit)
                        lit = inSight(s);
                }
                whole = whole && view().whole();
            }
            const auto fault = [&](const QString& what) {
                faults << QStringLiteral("%1, part %2: %3")
                              .arg(QString::fromStdString(lesson.name))
                              .arg(part + 1)
                              .arg(what);
            };
            ++all;
            large += least >= LearnDesk::legible - 0.01 ? 1 : 0;
            const bool isLongPart = isLong(lesson.name, part + 1);
            if (least < LearnDesk::readable - 0.01)
                fault(QStringLiteral("digits of %1 pixels").arg(least));
            if (whole == isLongPart)
                fault(whole ? QStringLiteral("is seen whole") : QStringLiteral("is not seen whole"));
            if (!lit && !isLongPart)
                fault(QStringLiteral("what is lit is out of sight"));
            if (!isLongPart && desk().mostFormats() > 0 && desk().state().formats.size() > 1 &&
                view().horizontalScrollBar()->maximum() > 0)
                fault(QStringLiteral("formats that are compared are not seen together"));
            const QString counter =
                QStringLiteral("%1 / %2").arg(part + 1).arg(parts) +
                (last > 0 ? QStringLiteral(" · step %1 of %2").arg(desk().step()).arg(last) : QString());
            if (!seen(labelWith(counter)))
                fault(QStringLiteral("does not say ") + counter);
            const QLabel* sentence = labelWith(desk().sentence());
            if (!seen(sentence) || sentence->heightForWidth(sentence->width()) > sentence->height())
                fault(QStringLiteral("what happens is cut"));
            if (view().width() < m_window->width())
                fault(QStringLiteral("the picture has not the whole width"));
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    QVERIFY2(4 * large >= 3 * all, qPrintable(QStringLiteral("%1 of %2").arg(large).arg(all))); // 18 pixels and more
}

void TestStage::noteAndQuestionComeAsAStrip()
{
    const auto asks = [](const learn::LessonStep& step) { return step.exercise.has_value(); };
    // A lesson that asks, then does not, and asks again.
    bool found = false;
    for (const learn::ShippedLesson& lesson : learn::shippedLessons()) {
        openLesson(lesson.name);
        const std::vector<learn::LessonStep>& all = desk().lesson()->steps;
        const auto quiet = std::find_if_not(std::find_if(all.begin(), all.end(), asks), all.end(), asks);
        found = std::find_if(quiet, all.end(), asks) != all.end();
        if (found)
            break;
    }
    QVERIFY(found);
    const std::vector<learn::LessonStep>& steps = desk().lesson()->steps;
    const auto goOn = [&](bool question) {
        do
            key(Qt::Key_PageDown);
        while (asks(*desk().lessonStepNow()) != question);
    };
    desk().showLessonStep(static_cast<int>(std::find_if(steps.begin(), steps.end(), asks) - steps.begin()));
    page().present(true);
    LessonPanel& panel = page().panel();
    QVERIFY(!panel.isVisible());
    key(Qt::Key_N);
    QTRY_VERIFY(m_window->settled());
    QVERIFY(seen(&panel));
    QVERIFY(!panel.exercise().isVisible());
    key(Qt::Key_Q);
    QTRY_VERIFY(m_window->settled());
    QVERIFY(seen(&panel) && panel.exercise().isVisible());
    QVERIFY(panel.exercise().font().pointSize() >= 15 || QFontInfo(panel.exercise().font()).pixelSize() >= 18);
    key(Qt::Key_N);
    goOn(false);
    QVERIFY(!panel.isVisible());
    goOn(true);
    QVERIFY(panel.exercise().isVisible());
    key(Qt::Key_Q);
    QVERIFY(!panel.isVisible());
    QCOMPARE(QApplication::focusWidget(), &view());
    key(Qt::Key_Escape);
    QVERIFY(panel.isVisible() && panel.exercise().isVisible());
    key(Qt::Key_N); // means nothing here
    QVERIFY(panel.isVisible());
}

void TestStage::zoomAndListingsAreKeptByPart()
{
    openLesson(learn::shippedLessons().front().name);
    page().present(true);
    const double fitted = view().scale();
    key(Qt::Key_Plus);
    view().horizontalScrollBar()->setValue(40);
    const double zoomed = view().scale();
    const int at = view().horizontalScrollBar()->value();
    QVERIFY(zoomed > fitted && at > 0);
    key(Qt::Key_PageDown);
    QVERIFY(view().fitted());
    const bool listed = desk().listingsShown();
    key(Qt::Key_L);
    QVERIFY(desk().listingsShown() != listed);
    key(Qt::Key_PageUp);
    QCOMPARE(view().scale(), zoomed);
    QVERIFY(std::abs(view().horizontalScrollBar()->value() - at) <= 1);
    key(Qt::Key_PageDown);
    QVERIFY(desk().listingsShown() != listed);
    key(Qt::Key_PageUp);
    key(Qt::Key_F);
    QCOMPARE(view().scale(), fitted);
    openLesson(learn::shippedLessons()[1].name);
    QVERIFY(view().fitted());
}

void TestStage::thePointerIsSeen()
{
    page().present(true);
    const QPoint at = view().viewport()->rect().center() + QPoint(0, 100);
    const auto ring = [&] {
        QTest::mouseMove(view().viewport(), at + QPoint(1, 1));
        QTest::mouseMove(view().viewport(), at);
        return view().viewport()->grab().toImage().pixelColor(at + QPoint(26, 0)) == QColor(213, 94, 0);
    };
    QVERIFY(!ring());
    key(Qt::Key_P);
    QVERIFY(ring());
    QCOMPARE(view().viewport()->cursor().shape(), Qt::BlankCursor);
    key(Qt::Key_P);
    QVERIFY(!ring());
    key(Qt::Key_P);
    key(Qt::Key_Escape);
    QVERIFY(!ring());
    QVERIFY(view().viewport()->cursor().shape() != Qt::BlankCursor);
}

void TestStage::aLessonThatIsChosenGivesThePictureTheKeys()
{
    auto* lessons = page().findChild<QComboBox*>();
    for (QComboBox* box : page().findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Lesson"))
            lessons = box;
    lessons->setFocus();
    Q_EMIT lessons->activated(lessons->count() > 2 ? 2 : 1);
    QTRY_VERIFY(m_window->settled());
    QVERIFY(desk().lesson());
    QCOMPARE(QApplication::focusWidget(), &view());
    const int part = desk().lessonStep();
    key(Qt::Key_PageDown);
    QCOMPARE(desk().lessonStep(), part + 1);
}

void TestStage::anExerciseIsTwoTabsAway()
{
    for (const auto& [lesson, part] : {std::pair(0, 1), {3, 0}}) { // a number, choices
        openLesson(learn::shippedLessons()[static_cast<std::size_t>(lesson)].name);
        desk().showLessonStep(part);
        QTRY_VERIFY(m_window->settled());
        view().setFocus();
        int tabs = 0;
        for (; tabs < 10 && !page().panel().exercise().isAncestorOf(QApplication::focusWidget()); ++tabs)
            key(Qt::Key_Tab);
        QVERIFY2(tabs <= 2, qPrintable(QString::number(tabs)));
    }
}

void TestStage::drawingWorksOrSaysWhy()
{
    for (int v = 0; v < learn::viewCount; ++v) {
        page().setDrawing(false);
        desk().setView(static_cast<learn::View>(v));
        QVERIFY(page().problem().isEmpty());
        view().setFocus();
        key(Qt::Key_D);
        if (view().hand() == SceneView::Hand::Draw) {
            QVERIFY(view().showsPlaces());
            QVERIFY(page().problem().isEmpty());
        } else {
            QVERIFY(page().problem().contains(QString::fromUtf8(learn::label(static_cast<learn::View>(v)))));
        }
    }
    // Drawing goes on into another view, or ends there with the reason.
    desk().setView(learn::View::Arrays);
    page().setDrawing(true);
    QVERIFY(page().problem().isEmpty());
}

VIEW_TEST(TestStage)

#include "tst_stage.moc"
