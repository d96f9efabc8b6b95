// The program itself: --grab makes a picture and ends with 0; a mistake is one line and the status of its kind.
#include "engine/cost/cost_model.h"
#include "engine/io/reader.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/planner.h"
#include "engine/search/sparda/sparda.h"
#include "engine/session/session.h"
#include "tests/views/view_test.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace sparsescope;

class TestGrab : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyPageLooksAsItsPicture_data();
    void everyPageLooksAsItsPicture();
    void whatIsMovedIsSeen();
    void aPictureOfTwoTabs();
    void aPlanWithoutDeviceCodeIsNoMistake();
    void mistakesAreOneLine_data();
    void mistakesAreOneLine();
    void wordsNeedNoDisplay();

private:
    static constexpr auto fonts = QLatin1String("fonts.conf"), graphs = QLatin1String("graphs.sscope"),
                          activations = QLatin1String("activations.sscope"),
                          gathered = QLatin1String("gathered.sscope"), table = QLatin1String("batch.sqlite");
    void searchGraphs();
    void makeMaskSessions();
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
        if (QFile::exists(m_plans.filePath(fonts)))
            environment.insert(QStringLiteral("FONTCONFIG_FILE"), m_plans.filePath(fonts));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder);
        process.start(m_program, arguments);
        if (!process.waitForFinished(60'000))
            return {};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                QString::fromUtf8(process.readAllStandardError()), QString::fromUtf8(process.readAllStandardOutput())};
    }
    // The worst of all squares of 16 x 16 pixels whose mean colours differ; null where hardly any do.
    static QRect differs(const QImage& now, const QImage& then)
    {
        constexpr int side = 16, much = 24, few = 6; // few: numbers that are times, other in each run
        const auto means = [](const QImage& picture) {
            return picture.convertToFormat(QImage::Format_RGB32)
                .scaled(picture.width() / side, picture.height() / side, Qt::IgnoreAspectRatio,
                        Qt::SmoothTransformation);
        };
        const QImage a = means(now), b = means(then);
        QRect worst;
        int count = 0, most = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x) {
                const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
                const int by = std::max(
                    {std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))});
                count += by > much;
                if (by > most) {
                    most = by;
                    worst = QRect(side * x, side * y, side, side);
                }
            }
        return count > few ? worst : QRect();
    }
    QTemporaryDir m_plans;
    QString m_program;
    QString m_matrix = inSource("samples/figure1.mtx");
};

void TestGrab::initTestCase()
{
    m_program = QCoreApplication::applicationDirPath() + QStringLiteral("/sparsescope");
    if (!QFile::exists(m_program))
        QSKIP("the window was not built");
    // Letters of other fonts are of other heights: the four that every Debian machine with DejaVu has, and no more.
    const QString folder = QStringLiteral("/usr/share/fonts/truetype/dejavu/");
    if (QFile::exists(folder + QStringLiteral("DejaVuSansMono.ttf"))) {
        QString text = QStringLiteral("<?xml version=\"1.0\"?><fontconfig><dir>%1</dir><selectfont>"
                                      "<rejectfont><glob>*</glob></rejectfont><acceptfont>")
                           .arg(folder);
        for (const char* name :
             {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"})
            text += QStringLiteral("<glob>%1%2</glob>").arg(folder, QString::fromLatin1(name));
        text += QStringLiteral("</acceptfont></selectfont><alias><family>monospace</family><prefer><family>DejaVu Sans "
                               "Mono</family></prefer></alias><match target=\"pattern\"><edit name=\"hintstyle\">"
                               "<const>hintslight</const></edit></match></fontconfig>");
        QFile file(m_plans.filePath(fonts));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0);
    }
    // Plans of hyb, of a graph, and of forests.
    const QStringList graph{QStringLiteral("--op"), QStringLiteral("spmv"), QStringLiteral("--graph"),
                            inSource("samples/graphs/figure-14a.json")};
    for (const QString& planner : {QStringLiteral("hyb"), QStringLiteral("graph"), QStringLiteral("forest")}) {
        QProcess process;
        process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/sparsescope-cli"),
                      QStringList{QStringLiteral("plan"), inSource("samples/crossing-2048.mtx.gz"),
                                  QStringLiteral("--planner"), planner, QStringLiteral("-o"),
                                  m_plans.filePath(planner + QStringLiteral(".json"))} +
                          (planner == QStringLiteral("graph") ? graph : QStringList()));
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
    }
    QProcess batch;
    batch.start(QCoreApplication::applicationDirPath() + QStringLiteral("/sparsescope-cli"),
                {QStringLiteral("batch"), inSource("samples"), QStringLiteral("chung-lu --rows 2000"),
                 QStringLiteral("pruned --rows 1024 --cols 1024"), QStringLiteral("--dense"), QStringLiteral("128"),
                 QStringLiteral("-o"), m_plans.filePath(table)});
    QVERIFY(batch.waitForFinished(60'000));
    QCOMPARE(batch.exitCode(), 0);
    searchGraphs();
    makeMaskSessions();
}

// Masks that pairings are faster for as long as they are sparse, and some whose gathering is seen at a glance.
void TestGrab::makeMaskSessions()
{
    session::Session session;
    session.masks = makeMasks("relu", {{"rows", 2048}, {"cols", 2048}, {"hot", 1.0}, {"group", 32}, {"masks", 4}});
    session.matrix = session.masks->matrix(0);
    SearchRequest request;
    request.op = {OperatorKind::SpMM, DataType::Float16, 4096};
    request.planner = "sparda";
    session.dynamicPlans = {sparda::searchRule(*session.masks, request, noProgress()).plan};
    session::writeSession(session, m_plans.filePath(activations).toStdString());
    // So small that every place is seen, with a dense tile that is chosen.
    session.masks = makeMasks("relu", {{"rows", 64}, {"cols", 128}, {"density", 0.1}, {"group", 8}, {"masks", 6}});
    session.matrix = session.masks->matrix(0);
    DynamicPlan& plan = session.dynamicPlans.front();
    plan = {};
    plan.op = {OperatorKind::SpMM, DataType::Float32, 64};
    plan.rule.pairing = Pairing{GatheredAxis::Inner, 16, 1, 16, 32, 64, MaskLayout::Row};
    plan.rule.shape = session.masks->shape();
    plan.rule.period = session.masks->facts().period;
    session.view.emplace().page = "explore";
    session.view->tile = 0;
    session::writeSession(session, m_plans.filePath(gathered).toStdString());
}

// A search among graphs, with its history.
void TestGrab::searchGraphs()
{
    session::Session all;
    all.matrix = readMatrix(inSource("samples/crossing-2048.mtx.gz").toStdString(), noProgress());
    const Operator op{OperatorKind::SpMV, DataType::Float32, 1};
    const auto model = makeCostModel(readCalibration("h200"), op);
    Trace trace;
    Plan plan = planner("alphasparse")
                    .search(*all.matrix, op, ModelEvaluator(*model), {{"evaluator", "model"}, {"evaluations", 80}},
                            trace, noProgress());
    all.plans.push_back({std::move(plan), std::move(trace)});
    session::writeSession(all, m_plans.filePath(graphs).toStdString());
}

void TestGrab::everyPageLooksAsItsPicture_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("theme");
    const QString samples = inSource("samples/");
    const QStringList matrix{samples + QStringLiteral("crossing-2048.mtx.gz")};
    const QStringList session{samples + QStringLiteral("crossing-8192-h200.sscope")};
    const QStringList systems{samples + QStringLiteral("systems-8192-h200.sscope")};
    const auto lesson = [](const char* step) {
        return QStringList{QStringLiteral("--lesson"), QStringLiteral("1-csr-to-sell"), QStringLiteral("--step"),
                           QString::fromLatin1(step)};
    };
    const auto row = [](const char* page, const char* theme, const QStringList& files) {
        QTest::addRow("%s %s", page, theme) << QString::fromLatin1(page) << files << QString::fromLatin1(theme);
    };
    for (const char* theme : {"light", "dark"}) {
        row("explore", theme, matrix);
        row("search", theme, session);
        row("measure", theme, session);
        row("masks", theme, {samples + QStringLiteral("masks-moe-h200.sscope")});
        row("packed", theme, {m_plans.filePath(gathered)});
        row("program", theme, {matrix.front(), m_plans.filePath(QStringLiteral("hyb.json"))});
    }
    row("learn", "light", lesson("6"));
    row("learn", "dark", lesson("9"));
    row("rules", "light", matrix);
    row("history", "light", {m_plans.filePath(graphs)});
    row("history", "dark", {m_plans.filePath(graphs)});
    row("graph", "light", {matrix.front(), m_plans.filePath(QStringLiteral("graph.json"))});
    row("graph", "dark", {matrix.front(), m_plans.filePath(QStringLiteral("graph.json"))});
    row("tiles", "dark", session);
    row("kernel", "light", session);
    row("schedule", "dark", session);
    row("model", "light", session);
    row("roofline", "dark", session);
    row("baselines", "light", session);
    row("compare", "light", systems);
    row("sweeps", "dark", matrix);
    row("break-even", "light", {m_plans.filePath(activations)});
    row("forest", "light", {matrix.front(), m_plans.filePath(QStringLiteral("forest.json"))});
    row("batch", "light", {m_plans.filePath(table)});
    row("profiles", "dark", {m_plans.filePath(table)});
}

// Where a program draws letters a little otherwise, small squares still have the same mean colour; where something has
// moved, is missing or is cut off, they have not.
void TestGrab::everyPageLooksAsItsPicture()
{
    QFETCH(QString, page);
    QFETCH(QStringList, files);
    QFETCH(QString, theme);
    if (page == QLatin1String("kernel") &&
        !QFile::exists(QCoreApplication::applicationDirPath() + QStringLiteral("/sparsescope-gpu")))
        QSKIP("the kernel's numbers need the GPU worker, which was not built");
    const QString name = page + QLatin1Char('-') + theme + QStringLiteral(".png");
    const QString file = inOutput("") + name;
    const Ended ended =
        run(QStringList{QStringLiteral("--grab"), file, QStringLiteral("--page"), page, QStringLiteral("--size"),
                        QStringLiteral("1280x800"), QStringLiteral("--theme"), theme} +
                files,
            m_plans.path());
    QCOMPARE(ended.errors, QString());
    QCOMPARE(ended.status, 0);
    const QString kept = inSource("resources/pictures/") + name;
    if (qEnvironmentVariableIsSet("SPARSESCOPE_KEEP_PICTURES")) {
        QFile::remove(kept);
        QVERIFY(QFile::copy(file, kept));
    }
    const QImage now(file), then(kept);
    QCOMPARE(now.size(), QSize(1280, 800));
    QVERIFY2(then.size() == now.size(), qPrintable(QStringLiteral("no picture of that size: ") + kept));
    const QRect other = differs(now, then);
    QVERIFY2(
        other.isNull(),
        qPrintable(QStringLiteral("%1 differs from %2, most at %3, %4").arg(file, kept).arg(other.x()).arg(other.y())));
}

void TestGrab::whatIsMovedIsSeen()
{
    const QImage then = QImage(inSource("resources/pictures/explore-light.png")).convertToFormat(QImage::Format_RGB32);
    QVERIFY(!then.isNull());
    QVERIFY(differs(then, then).isNull());
    QImage moved(then.size(), then.format());
    moved.fill(Qt::white);
    QPainter(&moved).drawImage(0, 12, then);
    QVERIFY(!differs(moved, then).isNull());
    // The ramp of the legend is missing.
    QImage less = then;
    QPainter(&less).fillRect(104, 406, 218, 20, Qt::white);
    QVERIFY(!differs(less, then).isNull());
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

// Its Kernel page says that it runs on the CPU only.
void TestGrab::aPlanWithoutDeviceCodeIsNoMistake()
{
    const QTemporaryDir folder;
    const QString plan = folder.filePath(QStringLiteral("dia.json"));
    QProcess process;
    process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/sparsescope-cli"),
                  {QStringLiteral("plan"), m_matrix, QStringLiteral("--planner"), QStringLiteral("fixed:dia"),
                   QStringLiteral("--op"), QStringLiteral("spmv"), QStringLiteral("-o"), plan});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    // In float64 only graphs have device code. No planner makes such tiles, but a file may hold them.
    QFile file(plan);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    QJsonObject op = root[QLatin1String("operator")].toObject();
    op[QLatin1String("dtype")] = QStringLiteral("f64");
    root[QLatin1String("operator")] = op;
    root[QLatin1String("version")] = 3;
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QJsonDocument(root).toJson());
    file.close();
    for (const char* page : {"kernel", "search"}) {
        const QString picture = folder.filePath(QStringLiteral("x.png"));
        QFile::remove(picture);
        const Ended ended = run(
            {QStringLiteral("--grab"), picture, QStringLiteral("--page"), QString::fromLatin1(page), m_matrix, plan},
            folder.path());
        QCOMPARE(ended.errors, QString());
        QCOMPARE(ended.status, 0);
        QVERIFY(!QImage(picture).isNull());
    }
}

void TestGrab::mistakesAreOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const QString grab = QStringLiteral("--grab");
    const QString png = QStringLiteral("x.png");
    QTest::newRow("no such file") << QStringList{grab, png, QStringLiteral("nowhere.mtx")} << 2;
    QTest::newRow("not a matrix") << QStringList{grab, png, inSource("README.md")} << 2;
    QTest::newRow("no such page") << QStringList{grab, png, QStringLiteral("--page"), QStringLiteral("teach"), m_matrix}
                                  << 1;
    QTest::newRow("no such theme") << QStringList{grab, png, QStringLiteral("--theme"), QStringLiteral("pink"),
                                                  m_matrix}
                                   << 1;
    QTest::newRow("no kind of picture") << QStringList{grab, QStringLiteral("x.gif"), m_matrix} << 1;
    QTest::newRow("no such layer") << QStringList{grab, png, QStringLiteral("--layer"), QStringLiteral("heat"),
                                                  m_matrix}
                                   << 1;
    QTest::newRow("a layer of a run that there is not")
        << QStringList{QStringLiteral("--figure"), png, QStringLiteral("--layer"), QStringLiteral("error"), m_matrix}
        << 1;
    QTest::newRow("window and matrix") << QStringList{grab, png, QStringLiteral("--figure"), QStringLiteral("y.png"),
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
    QVERIFY2(help.output.contains(QStringLiteral("--grab <PICTURE>")), qPrintable(help.output));
    // A window does, and says so in one line.
    const Ended window = run({}, folder.path());
    QCOMPARE(window.status, 1);
    QCOMPARE(window.errors.count(QLatin1Char('\n')), 1);
    QVERIFY2(window.errors.contains(QStringLiteral("no display")), qPrintable(window.errors));
}

VIEW_TEST(TestGrab)
#include "tst_grab.moc"
