#include "views/masks/film_strip.h"

#include "engine/core/at.h"
#include "views/masks/masks_replay.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/workspace/workspace.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr int margin = 6, barHeight = 6;
constexpr int pictureSide = 64, leastSide = 32, mostSide = 160; // logical pixels
constexpr int leastPitch = 104;                                 // of masks side by side: room for their names

// Members of the dense tiles: what is owned is filled, zeros that come along are pale, padding is an empty outline.
struct Parts {
    double owned = 0, zeros = 0; // of what is stored
};

// What there is room for: the micro-tile, and along which axis it is gathered.
QString shortName(const std::optional<Pairing>& pairing)
{
    if (!pairing)
        return FilmStrip::tr("dense product");
    return FilmStrip::tr("%1x%2 by %3")
        .arg(pairing->height)
        .arg(pairing->width)
        .arg(QString::fromStdString(name(pairing->axis)));
}

} // namespace

FilmStrip::FilmStrip(Workspace& workspace, MasksReplay& replay, QWidget* parent)
    : QAbstractScrollArea(parent), m_workspace(workspace), m_replay(replay), m_pictures(new FilmPictures(this))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Masks"));
    viewport()->setMouseTracking(true);
    connect(m_pictures, &FilmPictures::made, this, [this](qint64 mask) { viewport()->update(placeOf(mask)); });
    listen(m_workspace.document(), Document::MasksChanged | Document::RuleChanged | Document::MaskRunsChanged, this,
           &FilmStrip::refresh);
    listen(m_workspace.operations(), Operations::MaskChanged, this, &FilmStrip::showChosen);
    refresh();
}

void FilmStrip::setLying(bool lying)
{
    if (lying == m_lying)
        return;
    m_lying = lying;
    layOut();
}

std::int64_t FilmStrip::size() const
{
    const MaskSequencePtr masks = m_workspace.document().masks();
    return masks ? masks->size() : 0;
}

bool FilmStrip::busy() const
{
    const int seen = m_lying ? viewport()->width() : viewport()->height();
    const std::int64_t first = bar()->value() / pitch();
    for (std::int64_t mask = first; mask < size() && mask * pitch() < bar()->value() + seen; ++mask)
        if (!m_pictures->find(mask))
            return true;
    return false;
}

int FilmStrip::lineHeight() const
{
    return fontMetrics().height();
}

int FilmStrip::side() const
{
    if (!m_lying)
        return std::max(pictureSide, 3 * lineHeight() + barHeight + 4);
    return std::clamp(viewport()->height() - 3 * lineHeight() - barHeight - 2 * margin - 4, leastSide, mostSide);
}

int FilmStrip::pitch() const
{
    return m_lying ? std::max(leastPitch, side() + 2 * margin) : side() + 2 * margin;
}

QScrollBar* FilmStrip::bar() const
{
    return m_lying ? horizontalScrollBar() : verticalScrollBar();
}

void FilmStrip::layOut()
{
    setHorizontalScrollBarPolicy(m_lying ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(m_lying ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    const int seen = m_lying ? viewport()->width() : viewport()->height();
    const std::int64_t all = size() * pitch();
    bar()->setRange(0, static_cast<int>(std::max<std::int64_t>(0, all - seen)));
    bar()->setPageStep(seen);
    bar()->setSingleStep(pitch() / 2);
    m_pictures->setStyle(static_cast<int>(std::lround(side() * devicePixelRatioF())), colorsOf(*this).dark);
    showChosen();
    viewport()->update();
}

void FilmStrip::refresh()
{
    m_pictures->setMasks(m_workspace.document().masks());
    const auto& rule = m_workspace.document().rule();
    const OpenMaskRun* run = m_workspace.document().maskRun();
    m_pictures->setPlan(rule ? rule->plan : nullptr, run ? run->run : nullptr);
    layOut();
}

QRect FilmStrip::placeOf(std::int64_t mask) const
{
    const auto at = static_cast<int>(mask * pitch() - bar()->value());
    return m_lying ? QRect(at, 0, pitch(), viewport()->height()) : QRect(0, at, viewport()->width(), pitch());
}

std::int64_t FilmStrip::maskAt(QPoint position) const
{
    const std::int64_t along = (m_lying ? position.x() : position.y()) + bar()->value();
    const std::int64_t mask = along < 0 ? -1 : along / pitch();
    return mask < size() ? mask : -1;
}

// The chosen one is in sight.
void FilmStrip::showChosen()
{
    const QRect place = placeOf(m_workspace.operations().chosenMask());
    const int begin = m_lying ? place.left() : place.top(), length = pitch();
    const int seen = m_lying ? viewport()->width() : viewport()->height();
    if (begin < 0)
        bar()->setValue(bar()->value() + begin);
    else if (begin + length > seen)
        bar()->setValue(bar()->value() + begin + length - seen);
    viewport()->update();
}

void FilmStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), colorsOf(*this).panel);
    const std::int64_t first = bar()->value() / pitch();
    const int seen = m_lying ? viewport()->width() : viewport()->height();
    const std::int64_t count = seen / pitch() + 2;
    for (std::int64_t mask = first; mask < std::min(first + count, size()); ++mask)
        paintMask(painter, placeOf(mask), mask);
    m_pictures->want(first - count, first + 2 * count, first + count / 2);
}

void FilmStrip::paintMask(QPainter& painter, const QRect& place, std::int64_t mask) const
{
    const Colors& c = colorsOf(*this);
    const MaskFacts& facts = m_workspace.document().masks()->facts();
    const auto& rule = m_workspace.document().rule();
    const bool chosen = mask == m_workspace.operations().chosenMask();
    if (chosen) {
        painter.fillRect(place, c.background);
        painter.fillRect(m_lying ? QRect(place.left(), place.bottom() - 2, place.width(), 3)
                                 : QRect(place.left(), place.top(), 3, place.height()),
                         c.accent);
        if (hasFocus()) { // its keys are at work here
            painter.setPen(c.accent);
            painter.drawRect(place.adjusted(0, 0, -1, -1));
        }
    }
    const FilmPicture* picture = m_pictures->find(mask);
    const int extent = side();
    const QRect room = m_lying
                           ? QRect(place.left() + (place.width() - extent) / 2, place.top() + margin, extent, extent)
                           : QRect(place.left() + margin + 2, place.top() + margin, extent, extent);
    painter.setPen(chosen ? c.accent : c.hairline);
    if (picture && !picture->image.isNull()) {
        const QSize size = (QSizeF(picture->image.size()) / devicePixelRatioF()).toSize();
        const QRect shown(
            QPoint(room.left() + (room.width() - size.width()) / 2, room.top() + (room.height() - size.height()) / 2),
            size);
        painter.fillRect(shown, c.background);
        painter.drawImage(shown, picture->image);
        painter.drawRect(shown.adjusted(-1, -1, 0, 0));
    } else {
        painter.drawRect(room.adjusted(-1, -1, 0, 0));
    }

    const int line = lineHeight();
    QRect text = m_lying
                     ? QRect(place.left() + margin, room.bottom() + 3, place.width() - 2 * margin, line)
                     : QRect(room.right() + 8, place.top() + margin, place.right() - room.right() - 8 - margin, line);
    const auto write = [&](const QString& words, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(text, m_lying ? Qt::AlignHCenter | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(words, Qt::ElideRight, text.width()));
        text.translate(0, line);
    };
    const QString name = facts.names.empty() ? QString() : QString::fromStdString(facts.names[at(mask)]);
    write(name.isEmpty() ? countText(mask) : tr("%1  %2").arg(countText(mask), name), chosen ? c.accent : c.text);
    if (!picture)
        return;
    write(picture->problem.isEmpty() ? figureOf(*picture) : picture->problem,
          picture->problem.isEmpty() ? c.secondary : c.bad);
    if (rule)
        write(shortName(pairing(mask)), c.secondary);
    paintBar(painter, {text.left(), text.top() + 2, text.width(), barHeight}, *picture);
}

// Where no plan covers the mask: how dense it is.
void FilmStrip::paintBar(QPainter& painter, const QRect& place, const FilmPicture& picture) const
{
    const Colors& c = colorsOf(*this);
    const MaskShape& shape = m_workspace.document().masks()->shape();
    const auto part = [](std::int64_t some, std::int64_t all) {
        return all > 0 ? static_cast<double>(some) / static_cast<double>(all) : 0;
    };
    const Parts parts = picture.covering ? Parts{part(picture.covering->owned, picture.covering->stored),
                                                 part(picture.covering->zeros, picture.covering->stored)}
                                         : Parts{part(picture.places, shape.rows * shape.cols), 0};
    const QColor filled = familyColor(FormatFamily::Block);
    const auto x = [&](double share) { return place.left() + static_cast<int>(std::lround(share * place.width())); };
    const int owned = std::max(x(parts.owned), place.left() + (picture.places > 0 ? 1 : 0));
    painter.fillRect(QRect(place.left(), place.top(), owned - place.left(), place.height()), filled);
    QColor pale = filled;
    pale.setAlphaF(0.35f);
    painter.fillRect(QRect(owned, place.top(), std::max(0, x(parts.owned + parts.zeros) - owned), place.height()),
                     pale);
    painter.setPen(c.hairline);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

std::optional<Pairing> FilmStrip::pairing(std::int64_t mask) const
{
    const OpenMaskRun* run = m_workspace.document().maskRun();
    return pairingOf(*m_workspace.document().rule()->plan, run ? run->run.get() : nullptr, mask);
}

const MaskRun* FilmStrip::measured(std::int64_t mask) const
{
    const OpenMaskRun* run = m_workspace.document().maskRun();
    return run && mask < std::ssize(run->run->masks) ? &run->run->masks[at(mask)] : nullptr;
}

QString FilmStrip::figureOf(const FilmPicture& picture) const
{
    const MaskShape& shape = m_workspace.document().masks()->shape();
    if (picture.covering && picture.covering->stored > 0)
        return tr("%1 owned")
            .arg(percentText(static_cast<double>(picture.covering->owned) /
                             static_cast<double>(picture.covering->stored)));
    return tr("%1 dense")
        .arg(percentText(static_cast<double>(picture.places) /
                         (static_cast<double>(shape.rows) * static_cast<double>(shape.cols))));
}

QString FilmStrip::describe(std::int64_t mask) const
{
    const MaskSequencePtr masks = m_workspace.document().masks();
    const MaskShape& shape = masks->shape();
    QStringList lines{
        QString::fromStdString(masks->title(mask)),
        tr("%1 x %2 in granules of %3")
            .arg(countText(shape.rows), countText(shape.cols), QString::fromStdString(shape.granularity()))};
    const FilmPicture* picture = m_pictures->find(mask);
    if (!picture)
        return lines.join(QLatin1Char('\n'));
    if (!picture->problem.isEmpty())
        return (lines << picture->problem).join(QLatin1Char('\n'));
    lines << tr("%1 non-zeros, %2 of all places")
                 .arg(countText(picture->places),
                      percentText(static_cast<double>(picture->places) /
                                  (static_cast<double>(shape.rows) * static_cast<double>(shape.cols))));
    if (const auto& rule = m_workspace.document().rule()) {
        const auto by = pairing(mask);
        lines << (by ? QString::fromStdString(by->label())
                     : tr("the dense product is predicted to be faster than all pairings"));
        if (picture->covering) {
            const Covering& covering = *picture->covering;
            lines << tr("%1 members in %2")
                         .arg(countText(covering.members), countOf(covering.steps, tr("step"), tr("steps")))
                  << tr("stored %1 = owned %2 + covered zeros %3 + padding %4")
                         .arg(countText(covering.stored), countText(covering.owned), countText(covering.zeros),
                              countText(covering.padding()));
        }
        if (const MaskRun* run = measured(mask))
            lines << tr("measured %1, predicted %2").arg(durationText(run->totalNs), durationText(run->predictedNs()))
                  << (run->accepted(rule->plan->op.dtype) ? tr("right, relative error %1").arg(figureText(run->error))
                                                          : tr("WRONG, relative error %1").arg(figureText(run->error)));
    }
    return lines.join(QLatin1Char('\n'));
}

void FilmStrip::resizeEvent(QResizeEvent*)
{
    layOut();
}

void FilmStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
    QAbstractScrollArea::changeEvent(event);
}

void FilmStrip::wheelEvent(QWheelEvent* event)
{
    const QPoint pixels = event->pixelDelta(), angle = event->angleDelta();
    const auto longer = [](QPoint by) { return std::abs(by.x()) > std::abs(by.y()) ? by.x() : by.y(); };
    bar()->setValue(bar()->value() - (pixels.isNull() ? longer(angle) * pitch() / 120 : longer(pixels)));
    event->accept();
}

void FilmStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    if (maskAt(event->position().toPoint()) < 0)
        return; // beyond the last
    m_replay.pause();
    m_scrubs = true;
    scrub(event->position().toPoint());
}

void FilmStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_scrubs)
        scrub(event->position().toPoint());
}

void FilmStrip::mouseReleaseEvent(QMouseEvent*)
{
    m_scrubs = false;
}

// Beyond an end the film follows the mouse.
void FilmStrip::scrub(QPoint position)
{
    const int along = (m_lying ? position.x() : position.y()) + bar()->value();
    m_workspace.operations().chooseMask(along < 0 ? 0 : along / pitch());
}

void FilmStrip::keyPressEvent(QKeyEvent* event)
{
    const std::int64_t chosen = m_workspace.operations().chosenMask();
    const int screen = std::max(1, (m_lying ? viewport()->width() : viewport()->height()) / pitch());
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        return m_replay.stepBack();
    case Qt::Key_Right:
    case Qt::Key_Down:
        return m_replay.stepForward();
    case Qt::Key_PageUp:
        return m_workspace.operations().chooseMask(chosen - screen);
    case Qt::Key_PageDown:
        return m_workspace.operations().chooseMask(chosen + screen);
    default:
        event->ignore(); // the panel's, or the window's
    }
}

bool FilmStrip::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto& help = *static_cast<QHelpEvent*>(event);
        const std::int64_t mask = maskAt(help.pos());
        QToolTip::showText(help.globalPos(), mask < 0 ? QString() : describe(mask), viewport(), placeOf(mask));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace sparsescope
