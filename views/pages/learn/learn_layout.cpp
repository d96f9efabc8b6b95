// Where the parts of the Learn page stand.
#include "views/pages/learn/counts_table.h"
#include "views/pages/learn/format_bar.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/learn/lesson_panel.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"
#include "views/parts/yielding.h"
#include "views/scene/scene_view.h"
#include "views/scene/step_transport.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

using learn::View;

namespace {

QWidget* hairline()
{
    auto* line = new QWidget;
    line->setObjectName(QStringLiteral("hairline"));
    line->setAttribute(Qt::WA_StyledBackground);
    line->setFixedHeight(1);
    return line;
}

} // namespace

QWidget* LearnPage::makeTop()
{
    auto* top = new QWidget(this);
    top->setObjectName(QStringLiteral("conditions"));
    top->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(space::between, 4, space::inside, 4);
    row->setSpacing(4);
    m_lessons = new QComboBox;
    m_lessons->setAccessibleName(tr("Lesson"));
    m_lessons->setToolTip(tr("Lessons, and free exploration"));
    m_lessons->setMinimumWidth(120);
    m_lessons->setMaximumWidth(panelWidth - space::between - space::inside);
    row->addWidget(m_lessons);
    row->addSpacing(space::between);
    m_views = makeTabBar();
    m_views->setAccessibleName(tr("What is shown of the matrix"));
    for (int i = 0; i < learn::viewCount; ++i) {
        m_views->addTab(fromEngine(learn::label(static_cast<View>(i))));
        m_views->setTabToolTip(i, fromEngine(learn::about(static_cast<View>(i))));
    }
    m_views->setUsesScrollButtons(true);
    row->addWidget(m_views, 1);
    const auto button = [&](const QString& text, const QString& tip) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        row->addWidget(b);
        return b;
    };
    m_edit = button(tr("Edit"), tr("Change the lesson: its notes, steps and exercises"));
    m_edit->setCheckable(true);
    m_present = button(tr("Present"), tr("Large type, and nothing else on screen (F11)"));
    m_help = button({}, tr("Keys of this page (?)"));
    m_help->setIconSize({20, 20});
    connect(m_lessons, &QComboBox::activated, this, [this](int index) {
        const QString path = m_lessons->itemData(index).toString();
        path.isEmpty() ? explore() : openLesson(path);
        fillLessons();      // where it was refused, what is open
        m_view->setFocus(); // which has the keys
    });
    connect(m_views, &QTabBar::currentChanged, m_desk,
            [this](int index) { m_desk->setView(static_cast<View>(index)); });
    connect(m_edit, &QToolButton::toggled, this, &LearnPage::setEditing);
    connect(m_present, &QToolButton::clicked, this, [this] { present(true); });
    connect(m_help, &QToolButton::clicked, this, &LearnPage::helpWanted);
    return top;
}

QWidget* LearnPage::makeMiddle()
{
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    m_split->setHandleWidth(1);
    m_panel = new LessonPanel(*m_desk, m_split);
    m_panel->setMinimumWidth(200);
    m_split->addWidget(m_panel);
    auto* right = new QWidget;
    m_split->addWidget(new Scroller(right, m_split));
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_steps = new QWidget;
    auto* bar = new QHBoxLayout(m_steps);
    bar->setContentsMargins(space::between, space::inside, space::between, space::inside);
    bar->setSpacing(space::inside);
    const auto framed = [&](const QString& text, const QString& tip) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        b->setProperty("framed", true);
        bar->addWidget(b, 0, Qt::AlignTop);
        return b;
    };
    m_matrix = framed(tr("Matrix"), tr("Which small matrix"));
    m_matrix->setPopupMode(QToolButton::InstantPopup);
    m_draw = framed(tr("Draw"), tr("Draw the matrix by hand: click cells, or arrows and Space (D)"));
    m_draw->setCheckable(true);
    connect(m_draw, &QToolButton::toggled, this, &LearnPage::setDrawing);
    bar->addSpacing(space::inside);
    m_formats = new FormatBar(*m_desk);
    bar->addWidget(m_formats, 1);
    column->addWidget(m_steps);
    m_problem = new QLabel;
    m_problem->setWordWrap(true);
    m_problem->setProperty("role", QStringLiteral("bad"));
    m_problem->setContentsMargins(space::between, 0, space::between, space::inside);
    column->addWidget(m_problem);
    m_view = new SceneView;
    m_view->setMinimumSize(200, 160);
    column->addWidget(m_view, 1);
    m_bottom = makeBottom();
    column->addWidget(m_bottom);
    m_split->setStretchFactor(0, 0);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({panelWidth, 900});
    return m_split;
}

QWidget* LearnPage::makeBottom()
{
    auto* bottom = new QWidget(this);
    bottom->setObjectName(QStringLiteral("strip"));
    bottom->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(bottom);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(hairline());
    auto* row = new YieldingRow(space::between * 2);
    row->setContentsMargins(space::between, space::inside, space::between, space::inside);
    column->addLayout(row);
    auto* left = new QVBoxLayout;
    left->setSpacing(4);
    m_sentence = new QLabel;
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the numbers beside it come first
    left->addWidget(m_sentence, 1);
    m_transport = new StepTransport(*m_desk);
    left->addWidget(m_transport);
    row->add(left, 1);
    m_counts = new CountsTable;
    row->add(m_counts, 0);
    row->add(makeCorner(), 0);
    return bottom;
}

} // namespace sparsescope
