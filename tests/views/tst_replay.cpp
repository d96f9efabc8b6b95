// The replay of a search: steps both ways, playing, rounds in words; numbers as the screen spells them.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/pages/search/search_curves.h"
#include "views/parts/numbers.h"
#include "views/replay/replay.h"
#include "views/replay/round_text.h"
#include "views/replay/transport.h"

#include <QSignalSpy>
#include <QSlider>
#include <QTest>

using namespace sparsescope;

class TestReplay : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stepsGoBothWaysAndStopAtTheEnds();
    void playingCountsEveryStepAndStopsAtTheEnd();
    void theSliderAndTheStepAreOne();
    void everyTileBelongsToTheRoundThatChoseIt();
    void curvesKeepTheirEndsWhenTheyAreThinned();
    void numbersHaveThreeDigitsAndAUnit_data();
    void numbersHaveThreeDigitsAndAUnit();

private:
    fake::Data m_data = fake::searched();
};

void TestReplay::stepsGoBothWaysAndStopAtTheEnds()
{
    Workspace w;
    Replay replay(w);
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    const std::int64_t n = w.attention().steps();
    QCOMPARE(w.attention().step(), n);
    replay.stepForward();
    QCOMPARE(w.attention().step(), n);
    replay.stepBack();
    QCOMPARE(w.attention().step(), n - 1);
    replay.stepBack();
    replay.stepForward();
    QCOMPARE(w.attention().step(), n - 1);
    replay.toFirst();
    QCOMPARE(w.attention().step(), 0);
    replay.stepBack();
    QCOMPARE(w.attention().step(), 0);
    replay.toLast();
    QCOMPARE(w.attention().step(), n);
}

void TestReplay::playingCountsEveryStepAndStopsAtTheEnd()
{
    Workspace w;
    Replay replay(w);
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    replay.setTilesPerSecond(static_cast<double>(w.attention().steps()) * 4);
    QSignalSpy playing(&replay, &Replay::playingChanged);
    QSignalSpy steps(&w.attention(), &Attention::changed);
    replay.play(); // stands at the end: begins anew
    QCOMPARE(w.attention().step(), 0);
    QVERIFY(replay.playing());
    QTRY_VERIFY_WITH_TIMEOUT(!replay.playing(), 5000);
    QCOMPARE(w.attention().step(), w.attention().steps());
    QCOMPARE(playing.count(), 2);
    QVERIFY(steps.count() > 3);
    replay.toFirst();
    replay.toggle();
    replay.stepBack(); // a hand on the controls pauses
    QVERIFY(!replay.playing());
}

void TestReplay::theSliderAndTheStepAreOne()
{
    Workspace w;
    Replay replay(w);
    Transport transport(replay);
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    auto* slider = transport.findChild<QSlider*>();
    QVERIFY(slider);
    QCOMPARE(slider->maximum(), static_cast<int>(w.attention().steps()));
    w.attention().setStep(3);
    QCOMPARE(slider->value(), 3);
    slider->setValue(7);
    QCOMPARE(w.attention().step(), 7);
}

void TestReplay::everyTileBelongsToTheRoundThatChoseIt()
{
    const auto& rounds = m_data.trace->rounds;
    for (std::size_t tile = 0; tile < m_data.plan->tiling().tiles.size(); ++tile) {
        const int index = roundAtStep(rounds, static_cast<std::int64_t>(tile) + 1);
        QVERIFY(index >= 0);
        const TraceRound& round = rounds[static_cast<std::size_t>(index)];
        QVERIFY(round.tileBegin <= static_cast<std::int64_t>(tile) && static_cast<std::int64_t>(tile) < round.tileEnd);
        QCOMPARE(round.round, m_data.plan->tiling().tiles[tile].round);
    }
    QCOMPARE(roundAtStep(rounds, 0), 0);
    QCOMPARE(roundAtStep({}, 5), -1);
    const QString text = roundText(rounds.front(), *m_data.plan, 1);
    QVERIFY(text.contains(countText(rounds.front().candidates)));
    // Costs of another split of the dense loop are held against nothing.
    Plan other = *m_data.plan;
    other.densePart = 16;
    double sum = 0;
    for (const Tile& tile : other.tiling().tiles)
        sum += tile.cost;
    QVERIFY(costsOfSearch(rounds, sum));
    QVERIFY(!costsOfSearch(rounds, 0.6 * sum));
    const QString now = whyText(rounds.front(), other, 0, false, false);
    QVERIFY2(now.contains(QStringLiteral("cost now, in parts of 16")) && now.contains(QStringLiteral("another split")),
             qPrintable(now));
    QVERIFY(!now.contains(QStringLiteral("best candidate")));
}

void TestReplay::curvesKeepTheirEndsWhenTheyAreThinned()
{
    PlanFacts facts;
    for (int i = 0; i <= 10'000; ++i) {
        facts.covered.push_back(i * 3);
        facts.costSum.push_back(i * 2.5);
    }
    const CurvePoints points = curvePoints(facts, 30'000, 100);
    QVERIFY(points.steps.size() <= 102);
    QCOMPARE(points.steps.front(), 0.0);
    QCOMPARE(points.steps.back(), 10'000.0);
    QCOMPARE(points.covered.back(), 1.0);
    QCOMPARE(points.cost.back(), 25'000.0);
}

void TestReplay::numbersHaveThreeDigitsAndAUnit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("count") << countText(1204567) << QStringLiteral("1,204,567");
    QTest::newRow("ns") << durationText(412.4) << QStringLiteral("412 ns");
    QTest::newRow("us") << durationText(12345) << QStringLiteral("12.3 µs");
    QTest::newRow("to the next unit") << durationText(999.9) << QStringLiteral("1 µs");
    QTest::newRow("ms") << durationText(1.5e6) << QStringLiteral("1.5 ms");
    QTest::newRow("zero") << durationText(0) << QStringLiteral("0 ns");
    QTest::newRow("unknown") << durationText(std::nan("")) << QStringLiteral("not known");
    QTest::newRow("bytes") << bytesText(63936) << QStringLiteral("63.9 kB");
    QTest::newRow("percent") << percentText(0.00144) << QStringLiteral("0.144 %");
    QTest::newRow("ratio") << ratioText(1.8349) << QStringLiteral("1.83x");
    QTest::newRow("small") << figureText(0.00021) << QStringLiteral("0.00021");
    QTest::newRow("rounds up a digit") << figureText(9.999) << QStringLiteral("10");
    QTest::newRow("large") << figureText(123456) << QStringLiteral("123,000");
    QTest::newRow("short") << shortCount(1250) << QStringLiteral("1.25 k");
}

void TestReplay::numbersHaveThreeDigitsAndAUnit()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(text, expected);
}

VIEW_TEST(TestReplay)
#include "tst_replay.moc"
