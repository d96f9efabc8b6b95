// Nothing open yet.
#include "views/main_window/start_view.h"

#include "engine/core/at.h"
#include "engine/raster/overview.h"
#include "views/parts/flow_layout.h"
#include "views/parts/label_text.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

constexpr int pictureSide = 128;
constexpr int columnWidth = 860;
constexpr int cardWidth = (columnWidth - 4 * space::inside - 2 * 9) / 5; // five in a line, within the layout's margins

constexpr const char pathProperty[] = "path";

QImage toQImage(const raster::Image& image)
{
    return QImage(reinterpret_cast<const uchar*>(image.pixels.data()), image.width, image.height, image.width * 4,
                  QImage::Format_ARGB32)
        .copy();
}

} // namespace

StartView::StartView(Jobs& jobs, QWidget* parent) : QWidget(parent), m_jobs(jobs)
{
    setObjectName(QStringLiteral("start"));
    setAttribute(Qt::WA_StyledBackground);
    auto* outer = new QHBoxLayout(this);
    outer->addStretch();
    auto* middle = new QWidget;
    middle->setMaximumWidth(columnWidth);
    middle->setMinimumWidth(280);
    auto* column = new QVBoxLayout(middle);
    column->setSpacing(space::between);
    column->addStretch(2);

    m_drop = new QWidget;
    m_drop->setObjectName(QStringLiteral("drop"));
    m_drop->setAttribute(Qt::WA_StyledBackground);
    auto* drop = new QVBoxLayout(m_drop);
    drop->setContentsMargins(32, 16, 32, 16); // so that all fits 720 pixels
    drop->setSpacing(space::inside);
    auto* title = new QLabel(tr("Drop a matrix here"));
    title->setProperty("role", QStringLiteral("figure"));
    title->setAlignment(Qt::AlignCenter);
    drop->addWidget(title);
    auto* kinds =
        new QLabel(tr("Matrix Market (.mtx), DLMC (.smtx), FROSTT (.tns), NumPy (.npz, masks too), MATLAB (.mat), "
                      "Binsparse (.bsp.h5), edge lists (.txt, .csv), packed ones (.gz, .xz, .tar.gz, .zip); a recorded "
                      "session (.sscope); a batch (.sqlite); a "
                      "plan (.json) onto the matrix that is open"));
    kinds->setProperty("role", QStringLiteral("secondary"));
    kinds->setAlignment(Qt::AlignCenter);
    kinds->setWordWrap(true);
    drop->addWidget(kinds);
    auto* open = new QPushButton(tr("Open a file…"));
    open->setProperty("primary", true);
    connect(open, &QPushButton::clicked, this, &StartView::openWanted);
    auto* ways = new QHBoxLayout;
    ways->setSpacing(space::inside);
    ways->addStretch();
    ways->addWidget(open);
    auto* tour = new QPushButton(tr("Take the tour"));
    tour->setToolTip(tr("The parts of the window, one after the other, with a sample"));
    connect(tour, &QPushButton::clicked, this, &StartView::tourWanted);
    ways->addWidget(tour);
    ways->addStretch();
    drop->addLayout(ways);
    column->addWidget(m_drop);
    column->addSpacing(space::between);

    m_recentTitle = new QLabel(tr("Recent files"));
    m_recentTitle->setProperty("role", QStringLiteral("title"));
    column->addWidget(m_recentTitle);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    column->addLayout(m_recent);

    auto* samplesTitle = new QLabel(tr("Samples"));
    samplesTitle->setProperty("role", QStringLiteral("title"));
    column->addWidget(samplesTitle);
    auto* row = new FlowLayout(space::inside);
    for (std::size_t i = 0; i < samples().size(); ++i) {
        const Sample& sample = samples()[i];
        auto* card = new QToolButton;
        card->setObjectName(QStringLiteral("card"));
        card->setText(sample.title);
        card->setToolTip(sample.about);
        card->setAccessibleDescription(sample.about);
        card->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        card->setIconSize({pictureSide, pictureSide});
        card->setFixedSize(cardWidth, pictureSide + 48);
        connect(card, &QToolButton::clicked, this, [this, i] { Q_EMIT sampleWanted(static_cast<int>(i)); });
        row->addWidget(card);
        m_cards.push_back(card);
    }
    column->addLayout(row);
    auto* recorded = new FlowLayout(space::between);
    for (const auto kind :
         {RecordingKind::Systems, RecordingKind::Graphs, RecordingKind::Programs, RecordingKind::Relations}) {
        auto* part = new QWidget;
        part->setLayout(makeRecorded(kind, new QVBoxLayout));
        recorded->addWidget(part);
    }
    column->addLayout(recorded);
    column->addLayout(makeRecorded(RecordingKind::Masks, new FlowLayout(space::inside)));
    column->addStretch(3);
    outer->addWidget(middle, 1);
    outer->addStretch();
    setRecent({});
}

// Systems that choose, formats that are designed, programs, relations, or masks that change: recorded, and taught, by
// buttons in `ways`.
QLayout* StartView::makeRecorded(RecordingKind kind, QLayout* ways)
{
    struct Words {
        QString title, lesson, about, file;
    };
    const Words words =
        kind == RecordingKind::Systems ? Words{tr("Systems side by side"), tr("Lesson: a tree by hand"),
                                               tr("What LiteForm's predictors do: trees that learned from runs say how "
                                                  "much slower a format will be"),
                                               QStringLiteral("lessons/8-trees.json")}
        : kind == RecordingKind::Graphs
            ? Words{tr("Formats as graphs"), tr("Lesson: a format is a graph"),
                    tr("CSR as four nodes, and what becomes of it where one after another is another (AlphaSparse)"),
                    QStringLiteral("lessons/5-graphs.json")}
        : kind == RecordingKind::Programs
            ? Words{tr("Programs"), tr("Lesson: three stages"),
                    tr("Axes, sparse iterations, and the loops that they are lowered to, statement by statement "
                       "(SparseTIR)"),
                    QStringLiteral("lessons/7-program.json")}
        : kind == RecordingKind::Relations
            ? Words{tr("Relations"), tr("Lesson: relations"),
                    tr("A graph's types of edges, or the offsets of a sparse convolution, side by side as one matrix; "
                       "what a block does with a tile of one of them (SparseTIR)"),
                    QStringLiteral("lessons/9-relations.json")}
            : Words{tr("Masks that change, recorded on an H200"), tr("Lesson: sparsity that changes"),
                    tr("Axes in any order, micro-tiles that are gathered into dense tiles, and which pairing of the "
                       "two is least (SparDA)"),
                    QStringLiteral("lessons/6-sparda.json")};
    auto* part = new QVBoxLayout;
    part->setContentsMargins({});
    part->setSpacing(space::inside);
    ways->setSpacing(space::inside);
    auto* title = new QLabel(words.title);
    title->setProperty("role", QStringLiteral("title"));
    part->addWidget(title);
    const auto way = [&](const QString& text, const QString& tip) {
        auto* button = new QPushButton(text);
        button->setToolTip(tip);
        button->setAccessibleDescription(tip);
        ways->addWidget(button);
        return button;
    };
    for (std::size_t i = 0; i < recordings().size(); ++i)
        if (const Recording& recording = recordings()[i]; recording.kind == kind)
            connect(way(recording.brief, recording.about), &QPushButton::clicked, this,
                    [this, i] { Q_EMIT recordingWanted(static_cast<int>(i)); });
    connect(way(words.lesson, words.about), &QPushButton::clicked, this,
            [this, file = words.file] { Q_EMIT lessonWanted(file); });
    part->addLayout(ways);
    return part;
}

void StartView::setRecent(const QStringList& paths)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recentTitle->setVisible(!paths.isEmpty());
    for (const QString& path : paths.mid(0, 5)) {
        auto* button = new QToolButton;
        button->setProperty(pathProperty, path);
        button->setToolTip(path);
        button->setAccessibleName(path);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        connect(button, &QToolButton::clicked, this, [this, path] { Q_EMIT fileWanted(path); });
        m_recent->addWidget(button, 0, Qt::AlignLeft);
    }
    fitRecent();
}

// Where there is little room the folder is left out from its middle, then the name.
void StartView::fitRecent()
{
    const int room = std::min(columnWidth, width()) - 64;
    for (int i = 0; i < m_recent->count(); ++i) {
        auto* button = static_cast<QToolButton*>(m_recent->itemAt(i)->widget());
        const QFileInfo file(button->property(pathProperty).toString());
        const QFontMetrics metrics(button->font());
        const QString name = metrics.elidedText(file.fileName(), Qt::ElideMiddle, room);
        const QString folder = metrics.elidedText(QStringLiteral("    ") + file.absolutePath(), Qt::ElideMiddle,
                                                  room - metrics.horizontalAdvance(name));
        button->setText(asLabel(name + folder));
    }
}

void StartView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitRecent();
}

void StartView::setDropping(bool over)
{
    m_drop->setProperty("over", over);
    m_drop->style()->unpolish(m_drop);
    m_drop->style()->polish(m_drop);
}

void StartView::drawSamples()
{
    const bool dark = colorsOf(*this).dark;
    if (m_drawn == (dark ? 1 : 0))
        return;
    m_drawn = dark ? 1 : 0;
    m_jobs.start(
        Lane::Samples, tr("Drawing samples"),
        [dark](Progress& progress) {
            std::vector<QImage> pictures;
            raster::DensityStyle style;
            style.dark = dark;
            for (const Sample& sample : samples()) {
                progress.check();
                pictures.push_back(toQImage(raster::renderOverview(*sample.small(), pictureSide * 2, style, progress)));
            }
            return pictures;
        },
        [this](const std::vector<QImage>& pictures) {
            for (qsizetype i = 0; i < m_cards.size(); ++i)
                m_cards[i]->setIcon(QIcon(QPixmap::fromImage(pictures[at(i)])));
        });
}

void StartView::showEvent(QShowEvent* event)
{
    drawSamples();
    QWidget::showEvent(event);
}

void StartView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && isVisible())
        drawSamples();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
