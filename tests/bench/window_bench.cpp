// How long each batch of events keeps the GUI thread while somebody pans, zooms, scrubs, walks the pages and plays
// 10,000 masks: what a
// frame takes there, what it computes of that time, and how long the picture that follows takes on its own thread.
// Events that compute for more than 16 ms are named.
//
//     QT_QPA_PLATFORM=offscreen build/release/bin/window_bench [FILE or NON-ZEROS (default 100000000)] [WIDTHxHEIGHT]
//
// The plan of 25,000,000 non-zeros has about 100,000 tiles.
#include "engine/core/error.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/matrix/patterns.h"
#include "views/canvas/canvas_link.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/masks/film_strip.h"
#include "views/masks/masks_replay.h"
#include "views/masks/masks_view.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/scene/scene_view.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/workspace.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSettings>
#include <QThread>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace sparsescope;

namespace {

constexpr double frame = 16; // ms

// Milliseconds that each batch of events took on the GUI thread, and that the thread computed in it: the first is more
// where other programs want the cores too.
std::vector<double> busy, computed;
std::map<std::string, std::pair<int, double>> slow; // events that computed too long: how many, longest

double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override
    {
        const std::string what = m_depth > 0 ? std::string()
                                             : std::string(receiver->metaObject()->className()) + " " +
                                                   receiver->objectName().toStdString() + " event " +
                                                   std::to_string(static_cast<int>(event->type()));
        const double begin = threadMilliseconds();
        ++m_depth;
        const bool done = QApplication::notify(receiver, event);
        --m_depth;
        if (const double took = threadMilliseconds() - begin; m_depth == 0 && took > frame) {
            auto& [count, longest] = slow[what];
            ++count;
            longest = std::max(longest, took);
        }
        return done;
    }

private:
    int m_depth = 0;
};

double percentile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

// Events are handled as they come for some milliseconds, as a person's hand leaves between two of them.
void turn(int milliseconds)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds) {
        QElapsedTimer batch;
        batch.start();
        const double begin = threadMilliseconds();
        if (QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) {
            busy.push_back(static_cast<double>(batch.nsecsElapsed()) * 1e-6);
            computed.push_back(threadMilliseconds() - begin);
        } else
            QThread::usleep(200);
    }
}

void settle(MainWindow& window)
{
    while (!window.settled())
        turn(5);
}

void wheel(QWidget& on, QPoint at, int steps)
{
    QApplication::postEvent(&on, new QWheelEvent(at, on.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton,
                                                 Qt::NoModifier, Qt::NoScrollPhase, false));
}

void mouse(QWidget& on, QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held)
{
    QApplication::postEvent(&on, new QMouseEvent(type, at, on.mapToGlobal(at), button, held, Qt::NoModifier));
}

// Frames of the film that are drawn, and how long after what they show was asked for.
class Frames : public QObject {
public:
    explicit Frames(QWidget& of) : m_of(of) { of.installEventFilter(this); }
    void begin() { m_clock.start(); }
    double perSecond() const { return m_drawn * 1e3 / std::max<double>(1, static_cast<double>(m_clock.elapsed())); }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        m_drawn += object == &m_of && event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }

private:
    QWidget& m_of;
    QElapsedTimer m_clock;
    int m_drawn = 0;
};

// As a hand does it: by an event.
template <class Deed>
void post(QObject& to, const Deed& deed)
{
    QMetaObject::invokeMethod(&to, deed, Qt::QueuedConnection);
}

void report(const char* what, std::vector<double> pictures = {})
{
    const std::vector<double> times = std::exchange(busy, {});
    const std::vector<double> own = std::exchange(computed, {});
    std::printf("%-22s %5zu batches  median %6.2f   99th percentile %6.2f   longest %7.2f ms (computed %6.2f)", what,
                times.size(), percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1),
                percentile(own, 1));
    if (!pictures.empty())
        std::printf("   pictures: median %5.1f, 99th percentile %5.1f ms", percentile(pictures, 0.5),
                    percentile(pictures, 0.99));
    std::printf("\n");
    for (const auto& [event, times16] : std::exchange(slow, {}))
        std::printf("    over %.0f ms: %s, %d times, longest %.1f ms\n", frame, event.c_str(), times16.first,
                    times16.second);
    std::fflush(stdout);
}

// The film of 10,000 masks: scrolled by the wheel, scrubbed, played; without a dynamic plan and with one.
void benchMasks(MainWindow& window)
{
    Workspace& w = window.workspace();
    const MaskSequencePtr masks = makeMasks("relu", {{"masks", 10'000}});
    post(window, [&] { w.document().setMasks(masks, 0, masks->matrix(0)); });
    turn(30);
    settle(window);
    report("opening masks");
    auto& view = *window.findChild<MasksView*>();
    FilmStrip& film = view.film();
    for (const bool planned : {false, true}) {
        if (planned) {
            w.setup().setOperator(w.setup().with(OperatorKind::SpMM));
            w.setup().setPlanner(QStringLiteral("sparda"));
            w.operations().search();
            settle(window);
            report("searching a rule");
        }
        const std::string with = planned ? ", planned" : "";
        const auto measured = [&](const char* what, const auto& deed) {
            Frames frames(*film.viewport());
            frames.begin();
            deed();
            const double drawn = frames.perSecond();
            settle(window);
            report((what + with).c_str());
            std::printf("    %.0f frames a second\n", drawn);
        };
        measured("scrolling masks", [&] {
            for (int i = 0; i < 240; ++i) {
                wheel(*film.viewport(), film.viewport()->rect().center(), i < 160 ? -3 : 5);
                turn(8);
            }
        });
        measured("jumping in masks", [&] {
            for (int i = 0; i < 120; ++i) {
                post(film, [&film, i] {
                    film.verticalScrollBar()->setValue(i * 5'237 % film.verticalScrollBar()->maximum());
                });
                turn(8);
            }
        });
        measured("scrubbing masks", [&] {
            const QRect room = film.viewport()->rect();
            mouse(*film.viewport(), QEvent::MouseButtonPress, room.center(), Qt::LeftButton, Qt::LeftButton);
            for (int i = 0; i < 240; ++i) {
                const QPoint at(room.center().x(),
                                room.height() / 2 + static_cast<int>(room.height() * 0.7 * std::sin(i * 0.05)));
                mouse(*film.viewport(), QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton);
                turn(8);
            }
            mouse(*film.viewport(), QEvent::MouseButtonRelease, room.center(), Qt::LeftButton, Qt::NoButton);
        });
        measured("playing masks", [&] {
            post(film, [&] {
                view.replay().setStep(0);
                view.replay().play(); // all in ten seconds: 1,000 a second
            });
            turn(5000);
            post(film, [&] { view.replay().pause(); });
            turn(8);
        });
    }
}

} // namespace

int main(int argc, char** argv)
{
    QElapsedTimer start;
    start.start();
    TimedApplication application(argc, argv);
    const QString what = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("100000000");
    const QStringList size =
        (argc > 2 ? QString::fromLocal8Bit(argv[2]) : QStringLiteral("1920x1200")).split(QLatin1Char('x'));
    TabbedWindow frame({}, nullptr);
    frame.resize(size.value(0).toInt(), size.value(1).toInt());
    frame.show();
    QApplication::processEvents();
    frame.repaint();
    MainWindow& window = frame.current();
    std::printf("first paint after %lld ms\n", static_cast<long long>(start.elapsed()));

    QElapsedTimer clock;
    clock.start();
    if (const qlonglong nnz = what.toLongLong(); nnz > 0) {
        const double rows = std::exp2(24 + std::round(std::log2(static_cast<double>(nnz) / 1e8)));
        window.workspace().operations().makeMatrix(
            QStringLiteral("rmat"), {{"rows", static_cast<std::int64_t>(rows)}, {"nnz", nnz}, {"seed", 1}});
    } else
        window.openFiles({what});
    settle(window);
    if (!window.workspace().document().matrix()) {
        std::fprintf(stderr, "window_bench: %s could not be opened\n", argv[1]);
        return 2;
    }
    std::printf("%lld non-zeros opened in %.1f s\n",
                static_cast<long long>(window.workspace().document().matrix()->nnz()),
                static_cast<double>(clock.elapsed()) * 1e-3);
    report("opening");

    HeatMapView& canvas = window.canvas();
    std::vector<double> pictures;
    QObject::connect(&canvas, &HeatMapView::rendered, [&](double milliseconds) { pictures.push_back(milliseconds); });
    const QPoint centre = canvas.canvas().center().toPoint();
    for (int i = 0; i < 120; ++i) {
        wheel(canvas, centre + QPoint(40, 25), i < 60 ? 1 : -1);
        turn(8);
    }
    settle(window);
    report("zooming in and out", std::exchange(pictures, {}));

    for (const int zoom : {2, 6, 12}) {
        for (int i = 0; i < zoom; ++i)
            wheel(canvas, centre, 1);
        settle(window);
        busy.clear();
        computed.clear();
        pictures.clear();
        mouse(canvas, QEvent::MouseButtonPress, centre, Qt::LeftButton, Qt::LeftButton);
        for (int i = 0; i < 150; ++i) {
            mouse(canvas, QEvent::MouseMove, centre + QPoint(static_cast<int>(150 * std::sin(i * 0.1)), i % 90),
                  Qt::NoButton, Qt::LeftButton);
            turn(8);
        }
        mouse(canvas, QEvent::MouseButtonRelease, centre, Qt::LeftButton, Qt::NoButton);
        settle(window);
        report(zoom == 2 ? "panning" : zoom == 6 ? "panning closer" : "panning closest", std::exchange(pictures, {}));
    }
    for (int i = 0; i < 100; ++i) {
        mouse(canvas, QEvent::MouseMove, centre + QPoint(2 * i - 100, i), Qt::NoButton, Qt::NoButton);
        turn(8);
    }
    settle(window);
    report("hovering");

    canvas.fitAll();
    clock.restart();
    busy.clear();
    computed.clear();
    // Large ones get the simplest plan: it is looking at it that counts.
    if (window.workspace().document().matrix()->nnz() > 20'000'000)
        window.workspace().setup().setPlannerOptions({{"formats", "ell"}, {"compete", false}});
    window.workspace().operations().search();
    settle(window);
    std::printf("plan of %lld tiles found in %.1f s\n", static_cast<long long>(window.workspace().attention().steps()),
                static_cast<double>(clock.elapsed()) * 1e-3);
    report("while searching");
    for (const char* page : {"search", "kernel", "measure", "explore", "search"}) {
        post(window, [&window, page] { window.showPage(page); });
        turn(30);
    }
    settle(window);
    report("walking the pages");
    const std::int64_t steps = window.workspace().attention().steps();
    for (const auto& [colouring, name] :
         {std::pair(CanvasColouring::Format, ""), {CanvasColouring::Cost, ", by cost"}}) {
        window.canvasLink().setColouring(colouring);
        settle(window);
        turn(1000); // a hand gets to the slider
        busy.clear();
        computed.clear();
        pictures.clear();
        for (int i = 0; i < 200; ++i) {
            post(window,
                 [&window, step = steps * ((i * 37) % 200) / 200] { window.workspace().attention().setStep(step); });
            turn(8);
        }
        settle(window);
        report((std::string("jumping in the search") + name).c_str(), std::exchange(pictures, {}));
        // As far as a hand gets along the slider between two events.
        for (int i = 0; i < 200; ++i) {
            post(window, [&window, step = steps * (i < 100 ? i : 200 - i) / 150] {
                window.workspace().attention().setStep(step);
            });
            turn(8);
        }
        settle(window);
        report((std::string("scrubbing") + name).c_str(), std::exchange(pictures, {}));
    }
    window.canvasLink().setColouring(CanvasColouring::Format);

    // The largest picture: every place of 32 x 32 filled, in four formats, while rows of it are drawn.
    LearnDesk& desk = dynamic_cast<LearnPage&>(window.page("learn")).desk();
    const auto learn = [&](const char* part, int times, const auto& deed) {
        for (int i = 0; i < times; ++i) {
            post(desk, [&deed, i] { deed(i); });
            turn(40);
        }
        settle(window);
        report(part);
    };
    learn("Learn: first shown", 1, [&](int) { window.showPage("learn"); });
    std::vector<std::pair<std::int32_t, std::int32_t>> full;
    for (std::int32_t i = 0; i < 32 * 32; ++i)
        full.emplace_back(i / 32, i % 32);
    learn("Learn: 32 x 32", 1, [&](int) { desk.setMatrix(matrixFromCoordinates(32, 32, full, "full")); });
    learn("Learn: four formats", 4, [&](int i) {
        const auto format = std::array{"csr", "sell", "ell", "bsr"}[static_cast<std::size_t>(i)];
        i < static_cast<int>(desk.state().formats.size()) ? desk.setFormat(i, {format}) : desk.addFormat(format);
    });
    learn("Learn: steps", 40, [&](int i) { desk.setStep(desk.lastStep() * ((i * 17) % 40) / 40); });
    learn("Learn: drawing", 40, [&](int i) { desk.setCell(i, (i * 7) % 32, i % 2 == 0); });
    // By hand: what is under it is lit, and the layout stays.
    QWidget& picture = *dynamic_cast<LearnPage&>(window.page("learn")).view().viewport();
    const auto cell = [&](int i) {
        return dynamic_cast<LearnPage&>(window.page("learn"))
            .view()
            .placeOf("cell " + std::to_string(i % 32) + " " + std::to_string((i * 7) % 32));
    };
    learn("Learn: hovering", 40, [&](int i) { mouse(picture, QEvent::MouseMove, cell(i), Qt::NoButton, {}); });
    dynamic_cast<LearnPage&>(window.page("learn")).setDrawing(true);
    learn("Learn: drawing by hand", 40, [&](int i) {
        mouse(picture, QEvent::MouseButtonPress, cell(i), Qt::LeftButton, Qt::LeftButton);
        mouse(picture, QEvent::MouseMove, cell(i + 1), Qt::NoButton, Qt::LeftButton);
        mouse(picture, QEvent::MouseButtonRelease, cell(i + 1), Qt::LeftButton, {});
    });
    dynamic_cast<LearnPage&>(window.page("learn")).setDrawing(false);
    learn("Learn: views", 2 * learn::viewCount,
          [&](int i) { desk.setView(static_cast<learn::View>((i + 1) % learn::viewCount)); });
    for (int v = learn::viewCount; v-- > 0;) {
        desk.setView(static_cast<learn::View>(v));
        learn(learn::label(desk.state().view), 20, [&](int i) { desk.setStep(desk.lastStep() * ((i * 7) % 20) / 19); });
    }
    learn("Learn: presenting", 2, [&](int i) { dynamic_cast<LearnPage&>(window.page("learn")).present(i == 0); });
    learn("Learn: formats go", 4, [&](int i) { desk.removeFormat(i % 2); });
    learn("Learn: lesson", 12, [&](int i) { desk.showLessonStep(i); });
    window.showPage("search");
    benchMasks(window);
    return 0;
}
