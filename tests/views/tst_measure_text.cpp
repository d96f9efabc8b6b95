// What the Measure page says of cold caches and limits.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/pages/measure/measure_text.h"

#include <QTest>

using namespace sparsescope;

class TestMeasureText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aColdCacheIsSaidWhereItWasMeasured()
    {
        Profile profile;
        profile.kernel = {10'000, 9'000, 11'000};
        profile.verified = true;
        QCOMPARE(timingBars(profile).front().words, QStringLiteral("10 µs"));
        profile.cold = {12'500, 12'000, 13'000};
        const Bar bar = timingBars(profile).front();
        QCOMPARE(bar.words, QStringLiteral("10 µs, cold L2 12.5 µs"));
        QVERIFY(bar.tip.contains(QStringLiteral("L2 cold: median 12,500 ns")));
    }

    void ofManyBaselinesTheFastestAreShownAndTheOthersNamed()
    {
        Profile profile;
        profile.kernel = {10'000, 9'000, 11'000};
        profile.verified = true;
        for (int i = 1; i <= 8; ++i)
            profile.baselines.push_back(
                {"baseline " + std::to_string(i), {i * 3'000.0, i * 3'000.0, i * 3'000.0}, 0, 0, true, {}});
        profile.baselines.push_back({"dense", {}, 0, 0, false, "It would store 3,000 times the non-zeros."});
        const std::vector<Bar> bars = timingBars(profile);
        QCOMPARE(bars.size(), std::size_t{5});
        QStringList names;
        for (const Bar& bar : bars)
            names << bar.name;
        QCOMPARE(names.join(QStringLiteral(", ")),
                 QStringLiteral("baseline 1, baseline 2, baseline 3, this plan, 6 more"));
        QCOMPARE(bars.back().words, QStringLiteral("up to 24 µs; 1 did not run"));
        QVERIFY(bars.back().tip.contains(QStringLiteral("baseline 7: 21 µs")));
        QVERIFY(
            bars.back().tip.contains(QStringLiteral("dense: did not run. It would store 3,000 times the non-zeros.")));
    }

    void limitsAreSaidWithTheShareThatIsReached()
    {
        Profile profile;
        profile.kernel = {10'000, 9'000, 11'000};
        QVERIFY(limitsText(profile).isEmpty());
        profile.limits = {{"gather by rows", 4'000, "A row of B for every non-zero.", false}};
        QVERIFY(limitsText(profile).endsWith(QStringLiteral("gather by rows 4 µs (40 %)")));
        QVERIFY(limitsTip(profile).endsWith(QStringLiteral("gather by rows, 4 µs: A row of B for every non-zero.")));
    }
};

VIEW_TEST(TestMeasureText)
#include "tst_measure_text.moc"
