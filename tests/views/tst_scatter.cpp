// Predicted against measured: the cloud, its statistics, the link with the selection, the words of the Measure page.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/measure/measure_text.h"
#include "views/pages/measure/scatter_view.h"
#include "views/parts/numbers.h"
#include "views/workspace/plan_editor.h"

#include <QElapsedTimer>
#include <QTest>

#include <random>

using namespace sparsescope;

class TestScatter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theStatisticsShownAreThoseOfTheEngine();
    void aPointIsDrawnWhereItsCostsSay();
    void aClickFindsTheTileUnderIt();
    void aMillionPointsAreDrawnInTime();
    void baselinesAreOrderedAndSaidInWords();
    void anUnverifiedRunSaysSo();

private:
    fake::Data m_data = fake::searched();
};

void TestScatter::theStatisticsShownAreThoseOfTheEngine()
{
    const auto profile = fake::profile(*m_data.plan);
    std::vector<double> predicted, measured, taskPredicted, taskMeasured;
    for (const SaturatedTime& s : profile->saturated) {
        predicted.push_back(m_data.plan->tiling().tiles[static_cast<std::size_t>(s.tile)].cost);
        measured.push_back(s.ns);
    }
    for (const TaskTime& t : profile->taskTimes) {
        taskPredicted.push_back(m_data.plan->tiling().tiles[static_cast<std::size_t>(t.tile)].cost);
        taskMeasured.push_back(t.inSituNs);
    }
    const Agreement saturated = agreement(predicted, measured);
    const Agreement inSitu = agreement(taskPredicted, taskMeasured);

    Workspace w;
    PlanEditor editor(w);
    MeasurePage page(w, editor);
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, profile, true);
    QTRY_VERIFY(w.attention().run() && w.attention().run()->facts);
    QCOMPARE(w.attention().run()->facts->saturatedAgreement.pearson, saturated.pearson);
    QCOMPARE(w.attention().run()->facts->inSituAgreement.rmse, inSitu.rmse);
    for (const auto& [text, a] : {std::pair(page.saturatedText(), saturated), std::pair(page.inSituText(), inSitu)}) {
        QVERIFY2(text.contains(QStringLiteral("r %1").arg(figureText(a.pearson))), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("RMSE %1").arg(durationText(a.rmse))), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("median error %1").arg(percentText(a.medianError))), qPrintable(text));
    }
}

void TestScatter::aPointIsDrawnWhereItsCostsSay()
{
    auto facts = std::make_shared<RunFacts>();
    facts->saturated = {{0, 100, 1000}};
    CloudRequest request;
    request.facts = facts;
    request.tileColors = {QColor(Qt::red)};
    request.tileFormats = std::make_shared<const std::vector<std::int32_t>>(1, 0);
    request.x = {10, 1000};   // 100 is the middle
    request.y = {100, 10000}; // 1000 is the middle
    request.size = {201, 101};
    for (const double ratio : {1.0, 2.0}) {
        request.pixelRatio = ratio;
        const QImage image = drawCloud(request, noProgress());
        QCOMPARE(image.size(), (QSizeF(request.size) * ratio).toSize());
        QVERIFY(qAlpha(image.pixel(static_cast<int>(100.5 * ratio), static_cast<int>(50.5 * ratio))) > 100);
        QCOMPARE(qAlpha(image.pixel(static_cast<int>(20 * ratio), static_cast<int>(20 * ratio))), 0);
    }
    request.saturated = false;
    const QImage none = drawCloud(request, noProgress());
    QCOMPARE(qAlpha(none.pixel(200, 100)), 0);
}

void TestScatter::aClickFindsTheTileUnderIt()
{
    auto facts = std::make_shared<RunFacts>();
    facts->saturated = {{3, 100, 1000}, {4, 500, 5000}};
    CloudRequest request;
    request.facts = facts;
    request.x = {10, 1000};
    request.y = {100, 10000};
    request.size = {201, 101};
    QCOMPARE(tileNear(request, 101, 51, 12), 3);
    QCOMPARE(tileNear(request, 10, 10, 12), -1);
}

void TestScatter::aMillionPointsAreDrawnInTime()
{
    std::mt19937 random(11);
    std::lognormal_distribution<double> cost(6, 1);
    std::normal_distribution<double> noise(0, 0.2);
    auto facts = std::make_shared<RunFacts>();
    for (int i = 0; i < 1'000'000; ++i) {
        const double predicted = cost(random);
        facts->inSitu.push_back({i % 1000, predicted, predicted * std::exp(noise(random))});
    }
    CloudRequest request;
    request.facts = facts;
    request.tileColors = {QColor(Qt::red), QColor(Qt::blue)};
    auto formats = std::make_shared<std::vector<std::int32_t>>(1000, 0);
    for (std::size_t i = 0; i < formats->size(); i += 2)
        (*formats)[i] = 1;
    request.tileFormats = formats;
    request.x = request.y = rangeOf(*facts, false, true);
    request.size = {500, 400};
    QElapsedTimer clock;
    clock.start();
    const QImage image = drawCloud(request, noProgress());
    qInfo("a million points: %lld ms", static_cast<long long>(clock.elapsed()));
    QVERIFY(!image.isNull());
    Progress cancelled;
    cancelled.cancel();
    QVERIFY_THROWS_EXCEPTION(Error, drawCloud(request, cancelled));
}

void TestScatter::baselinesAreOrderedAndSaidInWords()
{
    const auto profile = fake::profile(*m_data.plan);
    const std::vector<Bar> bars = timingBars(*profile);
    QCOMPARE(bars.size(), std::size_t(4));
    QVERIFY(bars[0].ours);
    QCOMPARE(bars[1].name, QStringLiteral("cusparse:csr_alg3"));
    QVERIFY(bars[1].words.contains(QStringLiteral("1.5x slower")));
    QCOMPARE(bars[3].words, QStringLiteral("did not run"));
    QVERIFY(bars[3].tip.contains(QStringLiteral("40 GB")));
    QCOMPARE(headline(*profile), QStringLiteral("1.5x faster than cusparse:csr_alg3, the fastest baseline"));
}

void TestScatter::anUnverifiedRunSaysSo()
{
    const auto profile = fake::profile(*m_data.plan, false);
    QVERIFY(verificationText(*profile).startsWith(QStringLiteral("Unverified")));
    for (const Bar& bar : timingBars(*profile))
        if (bar.ours)
            QVERIFY(bar.faint && bar.words.contains(QStringLiteral("unverified")));
}

VIEW_TEST(TestScatter)
#include "tst_scatter.moc"
