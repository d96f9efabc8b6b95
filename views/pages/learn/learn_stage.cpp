// The Learn page before a hall: the picture alone, as large as it fits, what happens in this step below it, and in a
// corner which part and step it is. Note and question come as a strip when they are asked for.
#include "views/pages/learn/exercise_panel.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/learn/lesson_panel.h"
#include "views/parts/theme.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

constexpr int cornerWidth = 300;

} // namespace

QFont LearnPage::stageFace() const
{
    QFont font = typeFace(TypeSize::Middle);
    font.setPixelSize(20);
    return font;
}

QWidget* LearnPage::makeCorner()
{
    m_corner = new QWidget;
    m_corner->setFixedWidth(cornerWidth);
    auto* grid = new QGridLayout(m_corner);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(4);
    grid->setColumnStretch(0, 1);
    const auto label = [&](int row, const char* role) {
        auto* l = new QLabel;
        l->setProperty("role", QString::fromLatin1(role));
        l->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        grid->addWidget(l, row, 0);
        return l;
    };
    m_partTitle = label(0, "title");
    m_counter = label(1, "secondary");
    const auto button = [&](int row, const QString& text, const QString& tip) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        b->setCheckable(true);
        b->setFocusPolicy(Qt::NoFocus); // the picture keeps the keys
        grid->addWidget(b, row, 1, Qt::AlignRight);
        return b;
    };
    m_noteButton = button(0, tr("Note"), tr("The note of this step of the lesson (N)"));
    m_questionButton = button(1, tr("Question"), tr("The question of this step of the lesson (Q)"));
    connect(m_noteButton, &QToolButton::clicked, this, [this](bool on) { showStrip(on, m_questionWanted); });
    connect(m_questionButton, &QToolButton::clicked, this, [this](bool on) { showStrip(m_noteWanted, on); });
    const auto another = [this] {
        if (m_presenting)
            placeStrip();
    };
    connect(m_desk, &LearnDesk::lessonStepChanged, this, another);
    connect(&m_panel->exercise(), &ExercisePanel::said, this, another);
    m_corner->hide();
    return m_corner;
}

void LearnPage::present(bool on)
{
    if (on == m_presenting)
        return;
    if (on) {
        setDrawing(false);
        setEditing(false);
    } else {
        keepLook();
        m_part = -1;
    }
    m_presenting = on;
    m_presentAction->setChecked(on);
    m_top->setVisible(!on);
    m_steps->setVisible(!on);
    m_transport->setVisible(!on);
    m_corner->setVisible(on);
    m_noteWanted = m_questionWanted = false;
    showCounts();
    fitSentence();
    showCounter();
    placeStrip();
    Q_EMIT presentingChanged(on);
    m_view->setStage(on);
    m_desk->setStage(on);
    m_view->setFocus();
}

// Where it leaves the picture larger: at the side, or below.
void LearnPage::placeStrip()
{
    const learn::LessonStep* part = m_desk->lessonStepNow();
    const bool asks = part && part->exercise;
    m_noteButton->setChecked(m_noteWanted);
    m_questionButton->setChecked(m_questionWanted);
    m_questionButton->setEnabled(asks);
    const bool shown = !m_presenting || m_noteWanted || (m_questionWanted && asks);
    m_panel->setVisible(shown);
    if (!m_presenting) {
        m_panel->setStrip({});
        m_split->setOrientation(Qt::Horizontal);
        m_split->insertWidget(0, m_panel);
        m_split->setSizes({panelWidth, width() - panelWidth});
        m_panel->setMinimumWidth(200);
    } else if (shown) {
        const int side = std::max(280, width() * 3 / 10);
        LessonPanel::Strip strip{m_noteWanted, m_questionWanted && asks, true};
        m_panel->setMinimumWidth(0);
        m_panel->setStrip(strip);
        const int below = std::min(m_panel->heightOfStrip(width()), height() / 2);
        const int free = height() - m_bottom->height();
        const bool wide =
            m_desk->scaleIn(QSizeF(width(), free - below)) > m_desk->scaleIn(QSizeF(width() - side, free));
        strip.wide = wide;
        m_panel->setStrip(strip);
        m_split->setOrientation(wide ? Qt::Vertical : Qt::Horizontal);
        m_split->insertWidget(wide ? 1 : 0, m_panel);
        m_split->setSizes(wide ? QList<int>{height() - below, below} : QList<int>{side, width() - side});
    }
}

void LearnPage::showStrip(bool note, bool question)
{
    m_noteWanted = note;
    m_questionWanted = question;
    placeStrip();
}

void LearnPage::showCounter()
{
    const learn::LessonStep* part = m_desk->lessonStepNow();
    const QString title =
        part ? QString::fromStdString(part->title) : QString::fromUtf8(learn::label(m_desk->state().view));
    m_partTitle->setText(m_partTitle->fontMetrics().elidedText(title, Qt::ElideRight, cornerWidth - 96));
    m_partTitle->setToolTip(title);
    const QString step =
        m_desk->lastStep() > 0 ? tr("step %1 of %2").arg(m_desk->step()).arg(m_desk->lastStep()) : QString();
    QString which = part ? tr("%1 / %2").arg(m_desk->lessonStep() + 1).arg(m_desk->lesson()->steps.size()) : QString();
    if (!which.isEmpty() && !step.isEmpty())
        which += QStringLiteral(" · ");
    m_counter->setText(which + step);
}

// As high as the longest sentence of this picture, so that it keeps its place from step to step.
void LearnPage::fitStageSentence()
{
    const QFontMetrics metrics(m_sentence->font());
    const int room = std::max(200, width() - cornerWidth - 4 * space::between - space::inside);
    int high = 2 * metrics.lineSpacing();
    constexpr int most = 200;
    const int steps = m_desk->lastStep() + 1, by = std::max(1, (steps + most - 1) / most);
    for (int step = 0; step < steps; step += by)
        high = std::max(high, metrics
                                  .boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap,
                                                QString::fromStdString(m_desk->show().text(step)))
                                  .height());
    m_sentence->setMinimumHeight(high + 2);
}

// What is left behind when another part of the lesson comes; true: it does.
bool LearnPage::keepLook()
{
    const int part = m_desk->lesson() ? m_desk->lessonStep() : -1;
    if (m_part >= 0 && m_presenting)
        m_looks[m_part] = m_view->look();
    return std::exchange(m_part, part) != part;
}

void LearnPage::showLook()
{
    m_view->setLook(m_looks[m_part]);
}

void LearnPage::forgetLooks()
{
    if (m_desk->lesson() && m_desk->lesson()->path == m_lookedAt)
        return;
    m_lookedAt = m_desk->lesson() ? m_desk->lesson()->path : std::string();
    m_looks.clear();
    m_part = -1;
}

bool LearnPage::stageKey(int key)
{
    switch (key) {
    case Qt::Key_N:
        showStrip(!m_noteWanted, m_questionWanted);
        return true;
    case Qt::Key_Q:
        if (m_questionButton->isEnabled())
            showStrip(m_noteWanted, !m_questionWanted);
        return true;
    case Qt::Key_P:
        m_view->setPointer(!m_view->pointer());
        return true;
    default:
        if (m_desk->hasListings())
            m_desk->setListings(!m_desk->listingsShown());
        return true;
    }
}

} // namespace sparsescope
