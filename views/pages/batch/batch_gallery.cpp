#include "views/pages/batch/batch_gallery.h"

#include "engine/core/at.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/raster/overview.h"
#include "engine/session/session.h"
#include "engine/work/batch.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QAbstractListModel>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sparsescope {

namespace {

constexpr int pictureSide = 120, leastWidth = 184, lines = 5;

QString toText(const std::string& text)
{
    return QString::fromStdString(text);
}

int cardHeight()
{
    return pictureSide + 3 * space::inside + lines * QFontMetrics(typeFace(TypeSize::Small)).lineSpacing();
}

QString extentText(const BatchResult& matrix)
{
    return BatchGallery::tr("%1 x %2").arg(countText(matrix.rows), countText(matrix.cols));
}

QString nnzText(const BatchResult& matrix)
{
    return countOf(matrix.nnz, BatchGallery::tr("non-zero"), BatchGallery::tr("non-zeros"));
}

QString sizeText(const BatchResult& matrix)
{
    return matrix.nnz < 0 ? BatchGallery::tr("could not be read")
                          : BatchGallery::tr("%1, %2").arg(extentText(matrix), nnzText(matrix));
}

// Made on a thread of a job: the pixmap is not.
struct Drawn {
    QImage picture;
    QString problem;
};

Drawn draw(const std::string& source, const std::string& fingerprint, int side, bool dark, Progress& progress)
{
    try {
        const BatchMatrix of = matrixOfSource(source);
        std::error_code ignored;
        if (!of.file.empty() && !std::filesystem::is_regular_file(of.file, ignored))
            return {{}, BatchGallery::tr("The file is not there any more")};
        const MatrixPtr matrix = of.file.empty() ? makePattern(of.pattern, of.parameters, progress)
                                                 : session::openMatrix(of.file, progress, of.mask);
        if (!fingerprint.empty() && matrix->fingerprint().text() != fingerprint)
            return {{}, BatchGallery::tr("The file holds another matrix now")};
        raster::DensityStyle style;
        style.dark = dark;
        const raster::Image image = raster::renderOverview(*matrix, side, style, progress);
        return {QImage(reinterpret_cast<const uchar*>(image.pixels.data()), image.width, image.height, image.width * 4,
                       QImage::Format_ARGB32)
                    .copy(),
                {}};
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Cancelled)
            throw;
        return {{}, toText(e.reason())};
    }
}

} // namespace

class BatchModel : public QAbstractListModel {
public:
    using QAbstractListModel::QAbstractListModel;

    void show(std::shared_ptr<const BatchResults> results, std::vector<std::size_t> matrices)
    {
        beginResetModel();
        m_results = std::move(results);
        m_matrices = std::move(matrices);
        endResetModel();
    }
    bool shows(const std::shared_ptr<const BatchResults>& results, const std::vector<std::size_t>& matrices) const
    {
        return results == m_results && matrices == m_matrices;
    }
    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_matrices.size());
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const BatchResult& matrix = matrixAt(index);
        switch (role) {
        case Qt::DisplayRole:
            return toText(matrix.matrix);
        case Qt::ToolTipRole: {
            QStringList tip{toText(matrix.source), sizeText(matrix),
                            BatchGallery::tr("class %1").arg(toText(matrix.group))};
            if (matrix.best >= 0)
                tip << bestText(matrix, true);
            if (!matrix.problem.empty())
                tip << toText(matrix.problem).left(300);
            return tip.join(QLatin1Char('\n'));
        }
        case Qt::AccessibleTextRole:
            return BatchGallery::tr("%1, %2, %3").arg(toText(matrix.matrix), sizeText(matrix), bestText(matrix, true));
        default:
            return {};
        }
    }
    const BatchResult& matrixAt(const QModelIndex& index) const { return m_results->matrices[positionOf(index)]; }
    std::size_t positionOf(const QModelIndex& index) const { return m_matrices[at(index.row())]; }

    // Its best planner, and against which library where there is room.
    QString bestText(const BatchResult& matrix, bool whole) const
    {
        if (matrix.best < 0)
            return BatchGallery::tr("no planner is right");
        const QString planner = toText(m_results->contestants[at(matrix.best)].name);
        const QString time = m_results->measured ? durationText(matrix.bestNs)
                                                 : BatchGallery::tr("%1 predicted").arg(durationText(matrix.bestNs));
        if (!whole)
            return planner;
        if (matrix.bestLibrary < 0)
            return BatchGallery::tr("%1: %2").arg(planner, time);
        return BatchGallery::tr("%1: %2, %3 as fast as %4")
            .arg(planner, time, ratioText(matrix.ratio), toText(m_results->contestants[at(matrix.bestLibrary)].name));
    }
    QString figureText(const BatchResult& matrix) const
    {
        if (matrix.best < 0)
            return {};
        return matrix.ratio > 0 ? ratioText(matrix.ratio) : durationText(matrix.bestNs);
    }

private:
    std::shared_ptr<const BatchResults> m_results;
    std::vector<std::size_t> m_matrices;
};

namespace {

class CardPainter : public QStyledItemDelegate {
public:
    CardPainter(BatchGallery& gallery, const BatchModel& model)
        : QStyledItemDelegate(&gallery), m_gallery(gallery), m_model(model)
    {
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return m_gallery.gridSize(); }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colors& c = colorsOf(m_gallery);
        const BatchResult& matrix = m_model.matrixAt(index);
        const QRect card = option.rect.adjusted(4, 4, -4, -4);
        const bool current = (option.state & QStyle::State_HasFocus) != 0;
        const bool lit = current || (option.state & QStyle::State_MouseOver) != 0;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(lit ? c.accent : c.hairline, current ? 2 : 1));
        painter->setBrush(c.background);
        painter->drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        const QRect inside = card.adjusted(space::inside, space::inside, -space::inside, -space::inside);
        paintPicture(*painter, QRect(inside.topLeft(), QSize(inside.width(), pictureSide)), matrix);

        const QFont plain = typeFace(TypeSize::Small), strong = typeFace(TypeSize::Small, true);
        const int line = QFontMetrics(plain).lineSpacing();
        QRect row(inside.left(), inside.top() + pictureSide + space::inside - 4, inside.width(), line);
        const auto write = [&](const QString& text, const QFont& font, const QColor& colour, Qt::TextElideMode mode,
                               int width) {
            painter->setFont(font);
            painter->setPen(colour);
            painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                              QFontMetrics(font).elidedText(text, mode, width));
        };
        // Words at the left as far as those at the right leave room.
        const auto both = [&](const QString& left, const QColor& leftColour, const QString& right, const QFont& font,
                              const QColor& rightColour) {
            const int taken = right.isEmpty() ? 0 : QFontMetrics(font).horizontalAdvance(right) + space::inside;
            write(left, plain, leftColour, Qt::ElideRight, row.width() - taken);
            painter->setFont(font);
            painter->setPen(rightColour);
            painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, right);
            row.translate(0, line);
        };
        // A name may go on in a second line, for many differ in their middle alone.
        const QFontMetrics letters(strong);
        const QString name = letters.elidedText(toText(matrix.matrix), Qt::ElideMiddle, 2 * row.width() - 24);
        const int nameLines = letters.horizontalAdvance(name) > row.width() ? 2 : 1;
        painter->setFont(strong);
        painter->setPen(c.text);
        painter->drawText(QRect(row.topLeft(), QSize(row.width(), nameLines * line)),
                          nameLines > 1 ? Qt::TextWrapAnywhere : Qt::TextSingleLine, name);
        row.translate(0, nameLines * line);
        const bool read = matrix.nnz >= 0, none = matrix.best < 0;
        both(read ? extentText(matrix) : BatchGallery::tr("could not be read"), c.secondary,
             matrix.failures == 0 || none ? QString() : BatchGallery::tr("%1 failed").arg(matrix.failures), plain,
             c.bad);
        both(read ? nnzText(matrix) : QString(), c.secondary, {}, plain, c.secondary);
        both(none && !matrix.problem.empty() ? toText(matrix.problem).left(200) : m_model.bestText(matrix, false),
             none ? c.bad : c.text, m_model.figureText(matrix), strong,
             matrix.ratio == 0   ? c.text
             : matrix.ratio >= 1 ? c.good
                                 : c.bad);
        painter->restore();
    }

private:
    void paintPicture(QPainter& painter, const QRect& room, const BatchResult& matrix) const
    {
        const Colors& c = colorsOf(m_gallery);
        const Thumbnail* thumbnail = m_gallery.thumbnail(matrix);
        if (thumbnail && !thumbnail->picture.isNull()) {
            const QSize size = (QSizeF(thumbnail->picture.size()) / thumbnail->picture.devicePixelRatio()).toSize();
            painter.drawPixmap(
                QRect(QPoint(room.center().x() - size.width() / 2, room.center().y() - size.height() / 2), size),
                thumbnail->picture);
            return;
        }
        QRect place(0, 0, pictureSide, pictureSide);
        place.moveCenter(room.center());
        painter.setBrush(c.panel);
        painter.setPen(thumbnail ? QPen(c.secondary, 1, Qt::DashLine) : QPen(c.hairline));
        painter.drawRect(place);
        if (!thumbnail)
            return;
        painter.setFont(typeFace(TypeSize::Small));
        painter.setPen(c.secondary);
        painter.drawText(place.adjusted(4, 4, -4, -4), Qt::AlignCenter | Qt::TextWordWrap, thumbnail->problem);
    }

    const BatchGallery& m_gallery;
    const BatchModel& m_model;
};

} // namespace

BatchGallery::BatchGallery(Jobs& jobs, QWidget* parent)
    : QListView(parent), m_jobs(jobs), m_model(new BatchModel(this)), m_thumbnails(1000)
{
    setAccessibleName(tr("Matrices of the batch"));
    setModel(m_model);
    setItemDelegate(new CardPainter(*this, *m_model));
    setFlow(LeftToRight);
    setWrapping(true);
    setResizeMode(Adjust);
    setUniformItemSizes(true);
    setVerticalScrollMode(ScrollPerPixel);
    verticalScrollBar()->setSingleStep(40);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    setFrameShape(NoFrame);
    setMinimumSize(leastWidth + 24, 120);
    m_pause.setSingleShot(true);
    m_pause.setInterval(40);
    connect(&m_pause, &QTimer::timeout, this, &BatchGallery::drawNext);
    connect(this, &QListView::clicked, this, &BatchGallery::choose);
    fitCards();
}

void BatchGallery::show(std::shared_ptr<const BatchResults> results, std::vector<std::size_t> matrices)
{
    if (m_model->shows(results, matrices))
        return; // at the place where it is
    m_model->show(std::move(results), std::move(matrices));
    if (m_model->rowCount() > 0)
        setCurrentIndex(m_model->index(0));
    scrollToTop();
    m_pause.start();
}

void BatchGallery::forgetPictures()
{
    m_thumbnails.clear();
    m_drawing.clear();
    m_jobs.forget(Lane::Thumbnails);
    m_pause.start();
}

const Thumbnail* BatchGallery::thumbnail(const BatchResult& matrix) const
{
    return m_thumbnails.object(toText(matrix.source));
}

void BatchGallery::choose(const QModelIndex& index)
{
    if (index.isValid())
        Q_EMIT matrixChosen(m_model->positionOf(index));
}

// As many in a line as there is room for; they share what is left.
void BatchGallery::fitCards()
{
    const int room = std::max(leastWidth, viewport()->width() - 1), count = std::max(1, room / leastWidth);
    if (const QSize size(room / count, cardHeight() + 8); size != gridSize())
        setGridSize(size);
}

// The first one from the top that is seen and has no picture.
QModelIndex BatchGallery::nextToDraw() const
{
    const QRect seen = viewport()->rect();
    QModelIndex index = indexAt(QPoint(gridSize().width() / 2, 4));
    for (int row = index.isValid() ? index.row() : 0; row < m_model->rowCount(); ++row) {
        index = m_model->index(row);
        const QRect place = visualRect(index);
        if (place.top() > seen.bottom())
            break;
        if (place.bottom() >= seen.top() && !thumbnail(m_model->matrixAt(index)))
            return index;
    }
    return {};
}

void BatchGallery::drawNext()
{
    if (!isVisible())
        return;
    const QModelIndex index = nextToDraw();
    if (!index.isValid()) {
        if (!m_drawing.isEmpty()) // one that has been scrolled away
            m_jobs.forget(Lane::Thumbnails);
        m_drawing.clear();
        return;
    }
    const BatchResult& matrix = m_model->matrixAt(index);
    const QString source = toText(matrix.source);
    if (source == m_drawing)
        return;
    m_drawing = source;
    const double ratio = devicePixelRatioF();
    m_jobs.start(
        Lane::Thumbnails, tr("Drawing %1").arg(toText(matrix.matrix)),
        [file = matrix.source, fingerprint = matrix.fingerprint, side = qRound(pictureSide * ratio),
         dark = colorsOf(*this).dark](Progress& progress) { return draw(file, fingerprint, side, dark, progress); },
        [this, source, ratio](const Drawn& drawn) {
            auto* made = new Thumbnail{QPixmap::fromImage(drawn.picture), drawn.problem};
            made->picture.setDevicePixelRatio(ratio);
            m_thumbnails.insert(source, made);
            m_drawing.clear();
            viewport()->update();
            drawNext();
        });
}

void BatchGallery::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return choose(currentIndex());
    QListView::keyPressEvent(event);
}

void BatchGallery::resizeEvent(QResizeEvent* event)
{
    fitCards();
    QListView::resizeEvent(event);
    m_pause.start();
}

void BatchGallery::scrollContentsBy(int dx, int dy)
{
    QListView::scrollContentsBy(dx, dy);
    m_pause.start();
}

void BatchGallery::showEvent(QShowEvent* event)
{
    QListView::showEvent(event);
    m_pause.start();
}

void BatchGallery::hideEvent(QHideEvent* event)
{
    m_jobs.forget(Lane::Thumbnails);
    m_drawing.clear();
    QListView::hideEvent(event);
}

void BatchGallery::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        forgetPictures();
    QListView::changeEvent(event);
}

} // namespace sparsescope
