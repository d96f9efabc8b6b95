// Figures for a paper: their size, text and legend, whether they can be read in grey, TikZ; and the stretched matrix.
#include "engine/core/error.h"
#include "engine/raster/layer_names.h"
#include "tests/views/compare_window.h"
#include "tests/views/view_test.h"
#include "views/canvas/canvas_link.h"
#include "views/canvas/layer_bar.h"
#include "views/canvas/twin_canvas.h"
#include "views/export/canvas_figure.h"
#include "views/export/export_dialog.h"
#include "views/export/grey_check.h"
#include "views/heatmap/heatmap_view.h"
#include "views/parts/file_stem.h"
#include "views/parts/picture_file.h"
#include "views/parts/tikz.h"
#include "views/session/view_keeper.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTimer>

#include <cmath>

using namespace sparsescope;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// As that of the layer error.
Legend errorLegend()
{
    Legend legend;
    legend.title = QStringLiteral("measured against predicted, recorded");
    legend.ramp = &raster::divergingRamp(false);
    legend.ticks = {QStringLiteral("1.67 times faster"), QStringLiteral("as predicted"),
                    QStringLiteral("1.67 times slower")};
    legend.entries.push_back(
        {raster::TileLayer::noValue(false), FormatFamily::Block, QStringLiteral("not measured"), {}});
    return legend;
}

} // namespace

class TestFigures : public CompareFixture {
    Q_OBJECT
private Q_SLOTS:
    void theLegendIsWholeInEveryWidth();
    void aFigureHasTheWidthThatWasAsked();
    void theFigureHasThePixelsOfTheWindow();
    void unknownEndingsAreRefused();
    void textIsEscapedForTeX();
    void tikzHasVectorsAndImagesBeside();
    void greyIsChecked();
    void theDialogOffersFiguresForPrint();
    void filesAreCalledAsTheMatrix();
    void aTallMatrixIsStretchedAndSaysSo();
    void theLegendLiesBesideTheMatrixInCompare();
    void layersHaveTheNamesOfTheirButtons();
};

// No text is elided and nothing is painted outside: the same block on a larger sheet has no ink beside it.
void TestFigures::theLegendIsWholeInEveryWidth()
{
    const Legend legend = errorLegend();
    const QFont font = QApplication::font();
    for (const double most : {90.0, 150.0, 240.0, 320.0, 900.0}) {
        const LegendBlock block(legend, font, QFontMetricsF(font), {0, most, true});
        QVERIFY(block.size().width() <= most);
        QImage sheet(1200, 700, QImage::Format_RGB32);
        sheet.fill(Qt::white);
        QPainter painter(&sheet);
        block.paint(painter, QPointF(100, 100), HeatMapColours::day(), 1);
        painter.end();
        const QRect own = QRectF(QPointF(100, 100), block.size()).adjusted(-2, -2, 3, 3).toAlignedRect();
        int ink = 0, beside = 0;
        for (int y = 0; y < sheet.height(); ++y)
            for (int x = 0; x < sheet.width(); ++x)
                if (sheet.pixel(x, y) != qRgb(255, 255, 255))
                    ++(own.contains(x, y) ? ink : beside);
        QVERIFY(ink > 500);
        QVERIFY2(beside == 0,
                 qPrintable(QStringLiteral("%1 pixels beside a legend of at most %2").arg(beside).arg(most)));
    }
    // In a figure for a column all of its words are there.
    auto window = withTwoPlans();
    window->showPage("explore");
    settle(*window);
    CanvasShot shot = shotOf(window->canvas());
    auto values = std::make_shared<std::vector<double>>(shot.request.plan->tiling().tiles.size(), 0.7);
    values->front() = -0.7;
    values->back() = std::nan("");
    shot.request.tiles.colouring = raster::TileColouring::Value;
    shot.request.tiles.values = values;
    shot.request.tiles.diverging = true;
    shot.request.meaning = {QStringLiteral("measured against predicted, recorded"), LegendUnit::Factor};
    const QTemporaryDir folder;
    for (const auto place : {FigureStyle::Legend::Below, FigureStyle::Legend::Right}) {
        FigureStyle style;
        style.width = 85 * pixelsPerMillimetre;
        style.points = 8;
        style.legend = place;
        const QString path = folder.filePath(QStringLiteral("e.tex"));
        writeFigure(shot, style, path, noProgress());
        QString words = QString::fromUtf8(bytesOf(path));
        // Words of one text may stand in two lines.
        words.replace(QRegularExpression(QStringLiteral("\\\\node\\[[^\\n]*\\{(?=[^{}]*\\};)|\\};|\\n")),
                      QStringLiteral(" "));
        words = words.simplified();
        for (const char* word : {"times faster", "as predicted", "times slower", "not measured", "recorded"})
            QVERIFY2(words.contains(QLatin1String(word)),
                     qPrintable(QLatin1String(word) + QStringLiteral(" is not in ") + words.right(700)));
        QVERIFY(!words.contains(QStringLiteral("ldots")));
    }
}

void TestFigures::aFigureHasTheWidthThatWasAsked()
{
    auto window = withTwoPlans();
    const CanvasShot shot = shotOf(window->canvas());
    FigureStyle style;
    style.width = 85 * pixelsPerMillimetre;
    style.ratio = 1004 / style.width;
    style.points = 8;
    const QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("f.png"));
    writeFigure(shot, style, png, noProgress());
    const QImage image(png);
    QCOMPARE(image.width(), 1004);
    QVERIFY(std::abs(image.width() * 1000.0 / image.dotsPerMeterX() - 85) < 0.2); // mm, as TeX includes it
    const QString svg = folder.filePath(QStringLiteral("f.svg"));
    writeFigure(shot, style, svg, noProgress());
    QVERIFY(bytesOf(svg).contains("<svg width=\"85mm\""));
    QVERIFY(bytesOf(svg).contains("font-size=\"10.6667")); // 8 pt
    // A wide and a narrow view of a matrix never make a figure that no page has.
    CanvasShot narrow = shot;
    narrow.request.view.width = std::max(1, shot.request.view.width / 20);
    QVERIFY(drawFigure(narrow, style, noProgress()).height() < 2 * 1004);
}

// Frames of tiles, hatching, padding and labels: all from one drawing.
void TestFigures::theFigureHasThePixelsOfTheWindow()
{
    auto window = withTwoPlans();
    window->showPage("explore");
    window->canvas().setLegendShown(false);
    window->canvas().setSelectedTile(-1);
    settle(*window);
    HeatMapView& canvas = window->canvas();
    FigureStyle style;
    style.axes = false;
    style.legend = FigureStyle::Legend::None;
    style.points = canvas.font().pointSizeF() * 0.82;
    const CanvasShot shot = shotOf(canvas);
    const QImage figure = drawFigure(shot, style, noProgress());
    QCOMPARE(figure.size(), QSize(shot.request.view.width, shot.request.view.height));
    const QImage screen = canvas.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const int x0 = static_cast<int>(std::lround(canvas.canvas().left() + canvas.view().xOf(shot.request.view.col0)));
    const int y0 = static_cast<int>(std::lround(canvas.canvas().top() + canvas.view().yOf(shot.request.view.row0)));
    int other = 0;
    for (int y = 2; y < figure.height() - 2; ++y)
        for (int x = 2; x < figure.width() - 2; ++x)
            other += figure.pixel(x, y) != screen.pixel(x0 + x, y0 + y);
    QVERIFY2(other == 0, qPrintable(QString::number(other)));
}

void TestFigures::unknownEndingsAreRefused()
{
    QCOMPARE(formatOfPath(QStringLiteral("a/B.SVG")), PictureFormat::Svg);
    QCOMPARE(formatOfPath(QStringLiteral("x.pgf")), PictureFormat::Tikz);
    for (const char* path : {"x", "x.gif", "x.png.bak"})
        QVERIFY_EXCEPTION_THROWN(formatOfPath(QLatin1String(path)), Error);
}

void TestFigures::textIsEscapedForTeX()
{
    QCOMPARE(texText(QStringLiteral("a_b & 5 % #1 {x} $y^2~\\ 3×4 ≥ 2")),
             QStringLiteral("a\\_b \\& 5 \\% \\#1 \\{x\\} \\$y\\textasciicircum{}2\\textasciitilde{}\\textbackslash{} "
                            "3$\\times$4 $\\geq$ 2"));
    QCOMPARE(texText(QStringLiteral("größer")), QStringLiteral("größer"));
}

void TestFigures::tikzHasVectorsAndImagesBeside()
{
    auto window = withTwoPlans();
    CanvasShot shot = shotOf(window->canvas());
    FigureStyle style;
    style.width = 320;
    style.title = QStringLiteral("R&D_50%.mtx");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("my fig#1.tex"));
    writeFigure(shot, style, path, noProgress());
    const QByteArray tex = bytesOf(path);
    QVERIFY(tex.contains("\\begin{tikzpicture}"));
    QVERIFY(tex.contains("{R\\&D\\_50\\%.mtx}"));
    QVERIFY(tex.contains("{column}"));
    QVERIFY(tex.contains("anchor=base east"));
    QVERIFY(tex.contains("rotate=90"));     // the rows' title
    QVERIFY(tex.count("\\path[draw=") > 4); // the frame, and two ticks an axis at least
    // Scopes are closed, and images are there under names that TeX takes.
    QCOMPARE(tex.count("\\begin{scope}"), tex.count("\\end{scope}"));
    const QStringList images = QDir(folder.path()).entryList({QStringLiteral("*.png")});
    QVERIFY(!images.isEmpty());
    for (const QString& image : images) {
        QVERIFY2(image.startsWith(QStringLiteral("my-fig-1-")), qPrintable(image));
        QVERIFY(tex.contains(QStringLiteral("{%1}").arg(image).toLatin1()));
        QVERIFY(!QImage(folder.filePath(image)).isNull());
    }
}

void TestFigures::greyIsChecked()
{
    Legend diverging = errorLegend();
    diverging.entries.front().colour = diverging.ramp->at(diverging.ramp->size() / 2);
    const QStringList error = greyProblems(diverging);
    QCOMPARE(error.size(), 2);
    QVERIFY2(error[0].contains(QStringLiteral("“1.67 times faster” looks like “1.67 times slower”")),
             qPrintable(error[0]));
    QVERIFY(error[0].contains(QStringLiteral("Choose")));
    QVERIFY(error[1].contains(QStringLiteral("not measured")));
    Legend counts;
    counts.ticks = {QStringLiteral("1"), QStringLiteral("30")};
    for (const raster::ColourMap map :
         {raster::ColourMap::Viridis, raster::ColourMap::Cividis, raster::ColourMap::Grey})
        for (const bool dark : {false, true}) {
            counts.ramp = &raster::sequentialRamp(map, dark);
            QCOMPARE(greyProblems(counts), QStringList());
        }
    // Hatching is a difference; without it ELL's and the diagonals' colours are one grey.
    const auto entry = [](FormatFamily family, FormatFamily hatching) {
        return Legend::Entry{raster::familyColour(family), hatching, QString::number(static_cast<int>(family)), {}};
    };
    Legend formats;
    for (const FormatFamily family : {FormatFamily::Block, FormatFamily::Ell, FormatFamily::OneD, FormatFamily::CsrLike,
                                      FormatFamily::Diagonal, FormatFamily::Other})
        formats.entries.push_back(entry(family, family == FormatFamily::Other ? FormatFamily::Block : family));
    QCOMPARE(greyProblems(formats), QStringList());
    formats.entries = {entry(FormatFamily::Ell, FormatFamily::Block),
                       entry(FormatFamily::Diagonal, FormatFamily::Block)};
    QCOMPARE(greyProblems(formats).size(), 1);
    // Few levels can be told apart, many cannot.
    for (const int levels : {3, 12}) {
        Legend legend;
        for (int level = 1; level <= levels; ++level)
            legend.entries.push_back(
                {raster::levelColour(level, levels, false), FormatFamily::Block, QString::number(level), {}});
        QCOMPARE(greyProblems(legend).isEmpty(), levels == 3);
    }
}

void TestFigures::theDialogOffersFiguresForPrint()
{
    auto window = withTwoPlans();
    window->canvasLink().setColouring(CanvasColouring::Level);
    settle(*window);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("column.pdf"));
    QString grey;
    bool titled = false;
    QTimer::singleShot(100, this, [&] {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->grab().save(inOutput("export-figure-dialog.png"));
        for (QComboBox* box : dialog->findChildren<QComboBox*>())
            if (const int pdf = box->findData(QStringLiteral("pdf")); pdf >= 0)
                box->setCurrentIndex(pdf);
        for (const QLineEdit* line : dialog->findChildren<QLineEdit*>())
            titled = titled || line->text() == QString::fromStdString(m_data.matrix->source().name);
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("grey")))
                grey = label->text();
        dialog->exportTo(path);
    });
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    QTest::keyClick(window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!window->workspace().operations().busy(), 20'000);
    QVERIFY(titled);
    QVERIFY2(!grey.isEmpty(), "whether it can be read in grey is said");
    const QByteArray pdf = bytesOf(path);
    QVERIFY(pdf.startsWith("%PDF"));
    QVERIFY2(pdf.contains("/MediaBox [0 0 241"), "85 mm are 241 points");
}

void TestFigures::filesAreCalledAsTheMatrix()
{
    QCOMPARE(fileStem("cora.mtx.gz"), QStringLiteral("cora"));
    QCOMPARE(fileStem("R&D_50%.npz"), QStringLiteral("R&D_50%"));
    QCOMPARE(fileStem("a/b\nc"), QStringLiteral("a-b-c"));
    QCOMPARE(fileStem(".mtx"), QStringLiteral("matrix"));
    QCOMPARE(fileStem(std::string(300, 'x')).size(), 80);
    // The dialogs of the window suggest it.
    auto window = open();
    settle(*window);
    const QString stem = fileStem(m_data.matrix->source().name);
    QString suggested;
    QTimer::singleShot(100, this, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        if (const auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
            suggested = name->text();
        dialog->reject();
    });
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(suggested, stem + QStringLiteral(".sscope"));
}

void TestFigures::aTallMatrixIsStretchedAndSaysSo()
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> columns;
    for (int row = 0; row < 2048; ++row) {
        columns.push_back(row % 512);
        rowPtr.push_back(row + 1);
    }
    MatrixSource source;
    source.name = "tall";
    const auto matrix = std::make_shared<const Matrix>(2048, 512, rowPtr, columns, std::vector<double>{}, source);
    auto window = open();
    window->workspace().document().setMatrix(matrix);
    settle(*window);
    HeatMapView& canvas = window->canvas();
    const auto wide = [&] { return 512 / canvas.view().colsPerPixel; };
    const double before = wide();
    QVERIFY(before < canvas.canvas().width() / 2);
    QVERIFY(!canvas.legend()->text().contains(QStringLiteral("stretched")));
    canvas.setFocus();
    CanvasLink& link = window->canvasLink();
    link.goBack(); // nowhere: but this view is one to come back to
    QTest::keyClick(&canvas, Qt::Key_S);
    settle(*window);
    QVERIFY(canvas.stretched());
    QVERIFY2(wide() > 0.9 * canvas.canvas().width(), qPrintable(QString::number(wide())));
    QVERIFY(canvas.legend()->text().contains(QStringLiteral("stretched")));
    // Places are those of the matrix: what is under the middle is its middle.
    const auto middle = canvas.elementAt(canvas.canvas().center());
    QVERIFY(middle && std::abs(middle->row - 1024) < 8 && std::abs(middle->col - 256) < 3);
    // The way back and forward remembers it, and so does a file of the session.
    link.goBack();
    QVERIFY(!canvas.stretched());
    QVERIFY(std::abs(wide() - before) < 1e-9);
    link.goForward();
    QVERIFY(canvas.stretched());
    ViewKeeper& keeper = part<ViewKeeper>(*window);
    const session::SavedView kept = keeper.now();
    QTest::keyClick(&canvas, Qt::Key_S);
    QVERIFY(!canvas.stretched());
    keeper.show(kept);
    QVERIFY(canvas.stretched());
    // Another matrix is not.
    canvas.setStretched(true);
    window->workspace().document().setMatrix(m_data.matrix);
    QVERIFY(!canvas.stretched());
}

void TestFigures::theLegendLiesBesideTheMatrixInCompare()
{
    auto window = withTwoPlans();
    QVERIFY(window->twin().shown());
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1200)}) {
        window->resize(size);
        settle(*window);
        for (const HeatMapView* view : {&window->canvas(), &window->twin().second()}) {
            QVERIFY(view->legend());
            QVERIFY2(view->canvas().bottom() < view->height() - 20, "it has a strip of its own");
        }
        QCOMPARE(window->canvas().canvas().size(), window->twin().second().canvas().size());
    }
    window->grab().save(inOutput("figures-compare.png"));
    window->showPage("explore");
    settle(*window);
    QCOMPARE(window->canvas().canvas().bottom(), static_cast<double>(window->canvas().height()));
}

void TestFigures::layersHaveTheNamesOfTheirButtons()
{
    auto window = open();
    const LayerBar& bar = part<LayerBar>(*window);
    QStringList names;
    for (const char* name : raster::valueLayerNames)
        names << QLatin1String(name);
    for (const char* name : raster::tileLayerNames)
        names << QLatin1String(name);
    QStringList shown;
    for (const QAction* action : bar.valueActions() + bar.tileActions())
        shown << action->text();
    QCOMPARE(names, shown);
}

VIEW_TEST(TestFigures)
#include "tst_figures.moc"
