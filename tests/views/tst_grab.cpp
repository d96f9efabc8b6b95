// The program itself: --grab makes a picture and ends with 0; a mistake is one line and the status of its kind.
#include "tests/support/paths.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

class TestGrab : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aPictureOfEveryPage_data();
    void aPictureOfEveryPage();
    void aPictureOfTwoTabs();
    void mistakesAreOneLine_data();
    void mistakesAreOneLine();
    void wordsNeedNoDisplay();

private:
    struct Ended {
        int status = -1;
        QString errors, output;
    };
    Ended run(const QStringList& arguments, const QString& folder)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        // As on a server without a screen: the program has to see to it itself.
        for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
            environment.remove(QString::fromLatin1(name));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder);
        process.start(m_program, arguments);
        if (!process.waitForFinished(60'000))
            return {};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                QString::fromUtf8(process.readAllStandardError()),
                QString::fromUtf8(process.readAllStandardOutput())};
    }
    QString m_program;
    QString m_matrix = QStringLiteral(SPARSESCOPE_SOURCE_DIR "/samples/figure1.mtx");
};

void TestGrab::initTestCase()
{
    m_program = QCoreApplication::applicationDirPath() + QStringLiteral("/sparsescope");
    if (!QFile::exists(m_program))
        QSKIP("the window was not built");
}

void TestGrab::aPictureOfEveryPage_data()
{
    QTest::addColumn<QString>("page");
    for (const char* page : {"explore", "heatmap", "search", "tiles", "kernel", "measure", "compare", "sweeps", "planners",
                             "learn"})
        QTest::newRow(page) << QString::fromLatin1(page);
}

void TestGrab::aPictureOfEveryPage()
{
    QFETCH(QString, page);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("window.png"));
    const Ended ended = run({QStringLiteral("--grab"), file, QStringLiteral("--page"), page, QStringLiteral("--size"),
                             QStringLiteral("1280x800"), QStringLiteral("--theme"), QStringLiteral("dark"), m_matrix},
                            folder.path());
    QCOMPARE(ended.errors, QString());
    QCOMPARE(ended.status, 0);
    QCOMPARE(QImage(file).size(), QSize(1280, 800));
}

void TestGrab::aPictureOfTwoTabs()
{
    const QTemporaryDir folder;
    const auto picture = [&](const QString& name, const QStringList& more) {
        const QString file = folder.filePath(name);
        const Ended ended =
            run(QStringList{QStringLiteral("--grab"), file, QStringLiteral("--page"), QStringLiteral("search")} + more,
                folder.path());
        return ended.status == 0 && ended.errors.isEmpty() ? QImage(file) : QImage();
    };
    const QImage one = picture(QStringLiteral("1.png"), {m_matrix});
    const QImage two = picture(QStringLiteral("2.png"), {m_matrix, m_matrix});
    const QImage linked = picture(QStringLiteral("3.png"), {QStringLiteral("--link"), m_matrix, m_matrix});
    QCOMPARE(two.size(), QSize(1440, 900));
    QCOMPARE(linked.size(), QSize(1440, 900));
    QVERIFY(two != one);
    QVERIFY(two != linked);
}

void TestGrab::mistakesAreOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const QString grab = QStringLiteral("--grab");
    const QString png = QStringLiteral("x.png");
    QTest::newRow("no such file") << QStringList{grab, png, QStringLiteral("nowhere.mtx")} << 2;
    QTest::newRow("not a matrix") << QStringList{grab, png, QStringLiteral(SPARSESCOPE_SOURCE_DIR "/README.md")} << 2;
    QTest::newRow("no such page") << QStringList{grab, png, QStringLiteral("--page"), QStringLiteral("teach"), m_matrix}
                                  << 1;
    QTest::newRow("no such theme") << QStringList{grab, png, QStringLiteral("--theme"), QStringLiteral("pink"),
                                                  m_matrix}
                                   << 1;
    QTest::newRow("no size") << QStringList{grab, png, QStringLiteral("--size"), QStringLiteral("12"), m_matrix} << 1;
    QTest::newRow("no such option") << QStringList{grab, png, QStringLiteral("--colour"), m_matrix} << 1;
    QTest::newRow("plan without a matrix") << QStringList{grab, png, QStringLiteral("plan.json")} << 1;
    QTest::newRow("a page that needs a matrix")
        << QStringList{grab, png, QStringLiteral("--page"), QStringLiteral("kernel")} << 1;
    QTest::newRow("a link of one") << QStringList{grab, png, QStringLiteral("--link"), m_matrix} << 1;
    QTest::newRow("picture cannot be written") << QStringList{grab, QStringLiteral("/nowhere/x.png"), m_matrix} << 2;
}

void TestGrab::mistakesAreOneLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    const QTemporaryDir folder;
    const Ended ended = run(arguments, folder.path());
    QCOMPARE(ended.status, status);
    QCOMPARE(ended.errors.count(QLatin1Char('\n')), 1);
    QVERIFY2(ended.errors.startsWith(QStringLiteral("sparsescope: ")), qPrintable(ended.errors));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestGrab::wordsNeedNoDisplay()
{
    const QTemporaryDir folder;
    const Ended version = run({QStringLiteral("--version")}, folder.path());
    QCOMPARE(version.status, 0);
    QVERIFY2(version.output.startsWith(QStringLiteral("sparsescope ")), qPrintable(version.output));
    const Ended help = run({QStringLiteral("--help")}, folder.path());
    QCOMPARE(help.status, 0);
    QVERIFY2(help.output.contains(QStringLiteral("--grab <PNG>")), qPrintable(help.output));
    // A window does, and says so in one line.
    const Ended window = run({}, folder.path());
    QCOMPARE(window.status, 1);
    QCOMPARE(window.errors.count(QLatin1Char('\n')), 1);
    QVERIFY2(window.errors.contains(QStringLiteral("no display")), qPrintable(window.errors));
}

QTEST_GUILESS_MAIN(TestGrab)
#include "tst_grab.moc"
