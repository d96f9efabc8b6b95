// What the Measure page says of cold caches and limits.
#include "tests/views/fake_data.h"
#include "views/measure/measure_text.h"

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

QTEST_MAIN(TestMeasureText)
#include "tst_measure_text.moc"
