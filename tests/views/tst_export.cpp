// Exports: figures in three formats, data, frames, a web page, through the real window.
#include "engine/core/error.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/canvas/canvas_link.h"
#include "views/export/canvas_figure.h"
#include "views/export/data_tables.h"
#include "views/export/export_dialog.h"
#include "views/export/widget_picture.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/search_curves.h"
#include "views/session/bookmarks_dialog.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QXmlStreamReader>

#include <utility>

using namespace sparsescope;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void theMatrixIsAPictureOfTheSizeThatWasAsked();
    void theMatrixHasVectorsInSvgAndPdf();
    void theFigureShowsTheLayerOfTheCanvasAndSaysSo();
    void plotsAreVectors();
    void framesGrowFromNothingToAll();
    void cancelledFramesStop();
    void dataAreWholeAndExact();
    void theDialogExportsWhatIsChosen();
    void theMatrixIsCopiedAsAnImage();
    void aCopyDoesNotEndAnExport();

private:
    CanvasShot shot() { return shotOf(m_window->canvas()); }
    static FigureStyle titled(const QString& title, double ratio = 1)
    {
        FigureStyle style;
        style.title = title;
        style.ratio = ratio;
        return style;
    }
    // Chooses the line that begins with `name` in the dialog that opens, and exports to `path`.
    void exportByDialog(const QString& name, const QString& path);

    fake::Data m_data = fake::searched();
    std::unique_ptr<MainWindow> m_window;
    bool m_copyToo = false; // while the next export by the dialog is at work
};

void TestExport::init()
{
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->resize(1280, 800);
    m_window->show();
    Workspace& w = m_window->workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
    m_window->showPage("search");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settled() && w.attention().planFacts() && w.attention().run()->facts, 20'000);
}

void TestExport::cleanup()
{
    m_window.reset();
}

void TestExport::theMatrixIsAPictureOfTheSizeThatWasAsked()
{
    const QTemporaryDir folder;
    const CanvasShot s = shot();
    const QString path = folder.filePath(QStringLiteral("m.png"));
    const FigureStyle style = titled(QStringLiteral("crossing"), 1.5);
    writeFigure(s, style, path, noProgress());
    const QImage image(path);
    QCOMPARE(image.width(), static_cast<int>(std::lround(widthOf(s, style) * 1.5)));
    QVERIFY(image.height() > s.request.view.height * 1.5);
    image.save(inOutput("export-figure.png"));
    QVERIFY_EXCEPTION_THROWN(writeFigure(s, style, folder.filePath(QStringLiteral("no/such/m.png")), noProgress()),
                             Error);
}

void TestExport::theMatrixHasVectorsInSvgAndPdf()
{
    const QTemporaryDir folder;
    // A full square: its tiles are rectangles of the matrix, and large enough to be seen as such.
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> columns;
    for (int row = 0; row < 64; ++row) {
        for (int col = 16; col < 32 && row >= 16 && row < 32; ++col)
            columns.push_back(col);
        rowPtr.push_back(static_cast<std::int64_t>(columns.size()));
    }
    MatrixSource source;
    source.name = "square";
    Workspace& w = m_window->workspace();
    w.document().setMatrix(std::make_shared<const Matrix>(64, 64, rowPtr, columns, std::vector<double>{}, source));
    w.setup().setPlanner(QStringLiteral("fixed:block"));
    w.operations().search();
    QTRY_VERIFY_WITH_TIMEOUT(w.attention().planFacts() && m_window->settled(), 20'000);
    const CanvasShot s = shot();
    const FigureStyle style = titled(QStringLiteral("crossing"), 2);
    writeFigure(s, style, folder.filePath(QStringLiteral("m.svg")), noProgress());
    const QByteArray svg = contents(folder.filePath(QStringLiteral("m.svg")));
    QVERIFY(svg.contains("<svg"));
    QVERIFY(svg.contains("<image"));
    QVERIFY(svg.contains(">crossing</text>"));
    QVERIFY(svg.count("</text>") > 4); // at the axes
    CanvasShot without = s;
    without.request.tiles.outlines = false;
    writeFigure(without, style, folder.filePath(QStringLiteral("w.svg")), noProgress());
    const QByteArray plain = contents(folder.filePath(QStringLiteral("w.svg")));
    const auto shapes = [](const QByteArray& text) { return text.count("<path") + text.count("<rect"); };
    QVERIFY2(shapes(svg) > shapes(plain), "outlines of tiles are vectors");
    writeFigure(s, style, folder.filePath(QStringLiteral("m.pdf")), noProgress());
    QVERIFY(contents(folder.filePath(QStringLiteral("m.pdf"))).startsWith("%PDF"));
}

void TestExport::theFigureShowsTheLayerOfTheCanvasAndSaysSo()
{
    const QTemporaryDir folder;
    auto* link = m_window->findChild<CanvasLink*>();
    QVERIFY(link);
    // The words of the figure.
    const auto svg = [&] {
        [&] { QTRY_VERIFY(m_window->settled()); }();
        const QString path = folder.filePath(QStringLiteral("m.svg"));
        const FigureStyle style = titled(QStringLiteral("A & <b>.mtx"));
        writeFigure(shot(), style, path, noProgress());
        QXmlStreamReader xml(contents(path));
        QString title, words;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (xml.name() == QLatin1String("title"))
                title = xml.readElementText();
            else if (xml.name() == QLatin1String("text"))
                words += xml.readElementText() + QLatin1Char('|');
        }
        [&] { QVERIFY2(!xml.hasError(), "the figure is XML, whatever the matrix is called"); }();
        [&] { QCOMPARE(title, style.title); }();
        return words;
    };
    link->setColouring(CanvasColouring::Atomic);
    QVERIFY2(svg().contains(QStringLiteral("split")), qPrintable(svg()));
    link->setColouring(CanvasColouring::Format);
    QVERIFY(svg().contains(QStringLiteral("format of the tile")));
    link->setValueLayer(raster::ValueLayer::Any);
    QTRY_VERIFY(m_window->settled());
    QCOMPARE(shot().request.values, raster::ValueLayer::Any);
    QVERIFY2(!svg().contains(QStringLiteral("tile")), qPrintable(svg()));
}

void TestExport::plotsAreVectors()
{
    const QTemporaryDir folder;
    auto* curves = m_window->findChild<SearchCurves*>();
    QVERIFY(curves);
    const QString path = folder.filePath(QStringLiteral("curves.svg"));
    writeWidget(*curves, {}, path);
    const QByteArray svg = contents(path);
    QVERIFY(!svg.contains("<image"));
    QVERIFY(svg.count("<poly") + svg.count("<path") > 2);
    QVERIFY(svg.contains("</text>"));
    const QImage image = widgetImage(*curves, 3);
    QCOMPARE(image.width(), curves->width() * 3);
    QVERIFY_EXCEPTION_THROWN(writeWidget(*curves, {}, folder.filePath(QStringLiteral("no/x.svg"))), Error);
}

void TestExport::framesGrowFromNothingToAll()
{
    const QTemporaryDir folder;
    QCOMPARE(writeFrames({shot(), titled(QStringLiteral("crossing"), 0.5), folder.filePath(QStringLiteral("f")), 5},
                         noProgress()),
             5);
    const QDir frames(folder.filePath(QStringLiteral("f")));
    QCOMPARE(frames.entryList(QDir::Files),
             QStringList({QStringLiteral("frame-0001.png"), QStringLiteral("frame-0002.png"),
                          QStringLiteral("frame-0003.png"), QStringLiteral("frame-0004.png"),
                          QStringLiteral("frame-0005.png")}));
    // Pixels with a colour: tiles have one, what is not covered is grey.
    const auto coloured = [&](const char* name) {
        const QImage image(frames.filePath(QString::fromLatin1(name)));
        int count = 0;
        for (int y = 30; y < image.height() - 20; ++y)
            for (int x = 40; x < image.width() - 12; ++x)
                count += QColor(image.pixel(x, y)).saturation() > 60;
        return count;
    };
    QVERIFY(coloured("frame-0001.png") < coloured("frame-0003.png"));
    QVERIFY(coloured("frame-0003.png") < coloured("frame-0005.png"));
}

void TestExport::cancelledFramesStop()
{
    const QTemporaryDir folder;
    Progress progress;
    progress.cancel();
    QVERIFY_EXCEPTION_THROWN(writeFrames({shot(), {}, folder.filePath(QStringLiteral("f")), 1000}, progress), Error);
    QVERIFY(QDir(folder.filePath(QStringLiteral("f"))).entryList(QDir::Files).isEmpty());
}

void TestExport::dataAreWholeAndExact()
{
    const std::vector<DataChoice> choices = dataChoices(m_window->workspace());
    QStringList stems;
    for (const DataChoice& choice : choices) {
        stems << choice.stem;
        const DataTable table = choice.make(noProgress());
        QVERIFY(table.rows() > 0);
        const QByteArray csv = QByteArray::fromStdString(table.csv());
        QVERIFY(csv.count('\n') >= static_cast<qsizetype>(table.rows()) + 1);
        const QJsonArray rows = QJsonDocument::fromJson(QByteArray::fromStdString(table.json())).array();
        QCOMPARE(rows.size(), static_cast<qsizetype>(table.rows()));
        if (choice.stem == QLatin1String("tiles")) {
            QCOMPARE(table.rows(), m_data.plan->tiling().tiles.size());
            QCOMPARE(rows[3].toObject()[QStringLiteral("cost_ns")].toDouble(), m_data.plan->tiling().tiles[3].cost);
            QVERIFY(csv.startsWith("tile,format,level,round,"));
        }
    }
    QCOMPARE(stems, QStringList({QStringLiteral("tiles"), QStringLiteral("curves"), QStringLiteral("rounds"),
                                 QStringLiteral("scatter"), QStringLiteral("counters"), QStringLiteral("lengths")}));
    DataTable strange;
    strange.columns = {{"a,b", {}, {"x \"y\"", "line\nbreak"}}, {"n", {1, std::nan("")}, {}}};
    QCOMPARE(strange.csv(), std::string("\"a,b\",n\n\"x \"\"y\"\"\",1\n\"line\nbreak\",\n"));
}

void TestExport::exportByDialog(const QString& name, const QString& path)
{
    bool found = false;
    QTimer::singleShot(100, this, [&] {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        for (int row = 0; row < dialog->list().count(); ++row)
            if (dialog->list().item(row)->text().startsWith(name)) {
                dialog->list().setCurrentRow(row);
                found = true;
                dialog->grab().save(inOutput("export-dialog.png"));
                dialog->exportTo(path);
                return;
            }
        dialog->reject();
    });
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(found, qPrintable(name));
    if (std::exchange(m_copyToo, false)) {
        m_window->activateWindow(); // again, after the dialog
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->workspace().operations().busy(), 60'000);
}

void TestExport::theDialogExportsWhatIsChosen()
{
    const QTemporaryDir folder;
    exportByDialog(QStringLiteral("Data: Tiles"), folder.filePath(QStringLiteral("t"))); // the suffix is added
    QCOMPARE(contents(folder.filePath(QStringLiteral("t.csv"))).count('\n'),
             static_cast<qsizetype>(m_data.plan->tiling().tiles.size()) + 1);
    exportByDialog(QStringLiteral("The whole window"), folder.filePath(QStringLiteral("w.png")));
    QCOMPARE(QImage(folder.filePath(QStringLiteral("w.png"))).width(), 2 * m_window->width()); // as offered
    exportByDialog(QStringLiteral("Session as a web page"), folder.filePath(QStringLiteral("s.html")));
    QVERIFY(contents(folder.filePath(QStringLiteral("s.html"))).startsWith("<!DOCTYPE html>"));
    exportByDialog(QStringLiteral("Matrix"), folder.filePath(QStringLiteral("m.png")));
    QVERIFY(!QImage(folder.filePath(QStringLiteral("m.png"))).isNull());
    // The other window of this part, for the eye.
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    auto* bookmarks = m_window->findChild<BookmarksDialog*>();
    QVERIFY(bookmarks);
    bookmarks->grab().save(inOutput("bookmarks.png"));
}

void TestExport::theMatrixIsCopiedAsAnImage()
{
    QApplication::clipboard()->clear();
    QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!QApplication::clipboard()->image().isNull(), 20'000);
    const FigureStyle style = titled(QString::fromStdString(m_data.matrix->source().name), 2);
    QCOMPARE(QApplication::clipboard()->image().size(), drawFigure(shot(), style, noProgress()).size());
}

void TestExport::aCopyDoesNotEndAnExport()
{
    const QTemporaryDir folder;
    QStringList messages;
    connect(&m_window->workspace().operations(), &Operations::message, this,
            [&](const QString& text) { messages << text; });
    m_window->resize(900, 600);
    QTRY_VERIFY(m_window->settled());
    m_copyToo = true;
    exportByDialog(QStringLiteral("The search as frames"), folder.path());
    QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("*.png")}, QDir::Files).size(), 120);
    QCOMPARE(messages.filter(QStringLiteral("Saved 120 frames")).size(), 1);
    QCOMPARE(messages.filter(QStringLiteral("Copied the matrix")).size(), 1);
}

VIEW_TEST(TestExport)
#include "tst_export.moc"
