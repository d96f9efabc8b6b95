#include "views/pages/learn/format_bar.h"

#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/parameter_slider.h"
#include "views/pages/learn/schedule_edit.h"
#include "views/pages/learn/setting_bar.h"
#include "views/parts/flow_layout.h"
#include "views/parts/icons.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace sparsescope {

using learn::LearnFormat;
using learn::LearnKind;
using learn::LearnParameter;

namespace {

constexpr int chipHeight = 30;

}

// One format: its name, its sliders, who does the work, a button that takes it away.
class FormatBar::Chip : public QFrame {
public:
    Chip(LearnDesk& desk, const LearnKind& kind, QWidget* parent) : QFrame(parent), m_desk(desk), m_kind(kind)
    {
        setObjectName(QStringLiteral("card"));
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(space::inside, 0, space::inside, 0);
        setFixedHeight(chipHeight);
        row->setSpacing(6);
        const QString label = fromEngine(kind.label);
        auto* name = new QLabel(label, this);
        name->setFont(typeFace(TypeSize::Small, true));
        name->setToolTip(fromEngine(kind.about));
        row->addWidget(name);
        for (const LearnParameter& p : kind.parameters) {
            m_sliders.push_back(new ParameterSlider(p, label, *row, this));
            connect(m_sliders.back(), &ParameterSlider::chosen, this, [this, name = p.name](std::int64_t value) {
                LearnFormat format = now();
                format.parameters[name] = value;
                m_desk.setFormat(m_index, format);
            });
        }
        m_mapping = new QComboBox(this);
        m_mapping->setAccessibleName(FormatBar::tr("Who computes what, %1").arg(label));
        for (const learn::LearnMapping& m : kind.mappings) {
            m_mapping->addItem(fromEngine(m.name), QString::fromStdString(m.name));
            m_mapping->setItemData(m_mapping->count() - 1, fromEngine(m.about), Qt::ToolTipRole);
        }
        row->addWidget(m_mapping);
        connect(m_mapping, &QComboBox::activated, this, [this] {
            LearnFormat format = now();
            format.mapping = m_mapping->currentData().toString().toStdString();
            m_desk.setFormat(m_index, format);
        });
        m_remove = new QToolButton(this);
        m_remove->setToolTip(FormatBar::tr("Take %1 away").arg(label));
        m_remove->setAccessibleName(m_remove->toolTip());
        m_remove->setIconSize({12, 12});
        row->addWidget(m_remove);
        // This chip goes with it.
        connect(
            m_remove, &QToolButton::clicked, &m_desk, [this] { m_desk.removeFormat(m_index); }, Qt::QueuedConnection);
    }

    const LearnKind& kind() const { return m_kind; }

    void refresh()
    {
        const LearnFormat& format = m_desk.state().formats[static_cast<std::size_t>(m_index)];
        for (ParameterSlider* slider : m_sliders) {
            const LearnParameter p = slider->parameter();
            slider->show(p, format.parameters.value(p.name, p.initial));
        }
        const bool multiply = m_desk.state().view == learn::View::Multiply;
        m_mapping->setVisible(multiply && m_mapping->count() > 1);
        m_mapping->setCurrentIndex(std::max(0, m_mapping->findData(QString::fromStdString(format.mapping))));
        m_mapping->setToolTip(m_mapping->currentData(Qt::ToolTipRole).toString());
        m_remove->setVisible(m_desk.state().formats.size() > 1);
    }

    void setIndex(int index) { m_index = index; }
    void setIcon(const QIcon& remove) { m_remove->setIcon(remove); }

private:
    LearnFormat now() const { return m_desk.state().formats[static_cast<std::size_t>(m_index)]; }

    LearnDesk& m_desk;
    int m_index = 0; // of its format
    LearnKind m_kind;
    std::vector<ParameterSlider*> m_sliders;
    QComboBox* m_mapping;
    QToolButton* m_remove;
};

FormatBar::FormatBar(LearnDesk& desk, QWidget* parent)
    : QWidget(parent), m_desk(desk), m_flow(new FlowLayout(space::inside, this))
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_add = new QToolButton;
    m_add->setText(tr("Add a format"));
    m_add->setProperty("framed", true);
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(new QMenu(m_add));
    m_add->menu()->setToolTipsVisible(true);
    connect(m_add->menu(), &QMenu::aboutToShow, this, &FormatBar::fillAdd);

    const auto combo = [&](const QString& name) {
        auto* box = new QComboBox;
        box->setAccessibleName(name);
        box->setToolTip(name);
        return box;
    };
    m_examples = combo(tr("Example"));
    m_settings = new SettingBar(m_desk, chipHeight);
    m_schedule = new ScheduleEdit(m_desk);
    m_lanes = combo(tr("Lanes of the warp that are drawn"));
    for (const int lanes : {8, 32})
        m_lanes->addItem(tr("%1 lanes").arg(lanes), lanes);
    connect(m_examples, &QComboBox::activated, &m_desk,
            [this] { m_desk.setExample(m_examples->currentData().toString().toStdString()); });
    connect(m_lanes, &QComboBox::activated, &m_desk, [this] { m_desk.setLanes(m_lanes->currentData().toInt()); });

    m_size = new QWidget;
    auto* row = new QHBoxLayout(m_size);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    const auto side = [&](const QString& name, std::int64_t most) {
        auto* box = new QSpinBox;
        box->setLocale(QLocale::c());
        box->setRange(2, static_cast<int>(most));
        box->setAccessibleName(name);
        box->setKeyboardTracking(false);
        row->addWidget(new QLabel(name));
        row->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            if (!m_refreshing)
                m_desk.resizeMatrix(m_rows->value(), m_cols->value());
        });
        return box;
    };
    m_rows = side(tr("Rows"), learn::mostRows);
    m_cols = side(tr("Columns"), learn::mostCols);
    auto* clear = new QToolButton;
    clear->setText(tr("Clear"));
    clear->setProperty("framed", true);
    clear->setToolTip(tr("All but the first element: a format needs one to store"));
    row->addWidget(clear);
    connect(clear, &QToolButton::clicked, &m_desk, &LearnDesk::clearMatrix);

    connect(&m_desk, &LearnDesk::stateChanged, this, &FormatBar::refresh);
    setIcons();
    refresh();
}

void FormatBar::setIcons()
{
    m_remove = lineIcon(QStringLiteral("cancel"), colorsOf(*this).secondary);
    for (Chip* chip : m_chips)
        chip->setIcon(m_remove);
}

int FormatBar::heightForWidth(int width) const
{
    return m_flow->heightForWidth(width);
}

void FormatBar::setDrawing(bool drawing)
{
    m_drawing = drawing;
    refresh();
}

void FormatBar::fillAdd()
{
    QMenu& menu = *m_add->menu();
    menu.clear();
    for (const LearnKind& kind : m_desk.kindsOfView()) {
        QAction* action = menu.addAction(fromEngine(kind.label));
        action->setToolTip(fromEngine(kind.about));
        connect(action, &QAction::triggered, &m_desk, [this, name = kind.name] { m_desk.addFormat(name); });
    }
}

// A chip is made anew when its format is another, or what can be chosen has changed; a slider under the mouse stays.
void FormatBar::rebuild()
{
    const auto same = [](const LearnKind& a, const LearnKind& b) {
        if (a.name != b.name || a.parameters.size() != b.parameters.size())
            return false;
        for (std::size_t i = 0; i < a.parameters.size(); ++i)
            if (a.parameters[i].values != b.parameters[i].values)
                return false;
        return true;
    };
    std::vector<const LearnKind*> wanted;
    for (const LearnFormat& format : m_desk.state().formats)
        if (const LearnKind* kind = m_desk.kindOf(format))
            wanted.push_back(kind);
    bool keep = wanted.size() == m_chips.size();
    for (std::size_t i = 0; keep && i < wanted.size(); ++i)
        keep = same(*wanted[i], m_chips[i]->kind());
    if (keep && m_flow->count() > 0)
        return;
    while (QLayoutItem* item = m_flow->takeAt(0))
        delete item;
    std::vector<Chip*> before = std::exchange(m_chips, {});
    for (const LearnKind* kind : wanted) {
        const auto kept =
            std::find_if(before.begin(), before.end(), [&](const Chip* chip) { return same(*kind, chip->kind()); });
        if (kept != before.end()) {
            m_chips.push_back(*kept);
            before.erase(kept);
        } else {
            m_chips.push_back(new Chip(m_desk, *kind, this));
            m_chips.back()->setIcon(m_remove);
        }
        m_chips.back()->setIndex(static_cast<int>(m_chips.size()) - 1);
        m_flow->addWidget(m_chips.back());
    }
    for (Chip* chip : before) {
        chip->hide();
        chip->deleteLater(); // one of its sliders may be speaking
    }
    for (QWidget* widget :
         {static_cast<QWidget*>(m_add), static_cast<QWidget*>(m_examples), static_cast<QWidget*>(m_settings),
          static_cast<QWidget*>(m_schedule), static_cast<QWidget*>(m_lanes), m_size})
        m_flow->addWidget(widget);
    // Tab goes through them in the order in which they stand.
    QWidget* last = nullptr;
    for (Chip* chip : m_chips)
        for (QWidget* widget : chip->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (widget->focusPolicy() & Qt::TabFocus) {
                if (last)
                    setTabOrder(last, widget);
                last = widget;
            }
    if (last)
        setTabOrder(last, m_add);
}

void FormatBar::fillExamples()
{
    const std::vector<learn::LearnExample> examples = learn::examples(m_desk.state().view);
    const auto same = [&](std::size_t i) {
        return m_examples->itemData(static_cast<int>(i)).toString().toStdString() == examples[i].name;
    };
    bool keep = m_examples->count() == static_cast<int>(examples.size());
    for (std::size_t i = 0; keep && i < examples.size(); ++i)
        keep = same(i);
    if (!keep) {
        m_examples->clear();
        for (const learn::LearnExample& e : examples)
            m_examples->addItem(fromEngine(e.label), QString::fromStdString(e.name));
    }
    m_examples->setCurrentIndex(std::max(0, m_examples->findData(QString::fromStdString(m_desk.state().example))));
    m_examples->setVisible(!examples.empty());
}

void FormatBar::refresh()
{
    const learn::LearnState& state = m_desk.state();
    const int most = m_desk.mostFormats();
    if (most > 0 || m_flow->count() == 0)
        rebuild();
    for (Chip* chip : m_chips) {
        if (most > 0)
            chip->refresh();
        chip->setVisible(most > 0);
    }
    fillExamples();
    m_settings->refresh();
    m_schedule->setVisible(state.view == learn::View::Program);
    m_add->setVisible(most > 0);
    m_add->setEnabled(static_cast<int>(state.formats.size()) < most);
    m_add->setToolTip(m_add->isEnabled() ? tr("Another format beside these")
                                         : tr("No more than %1 side by side").arg(most));
    const bool multiply = state.view == learn::View::Multiply;
    m_lanes->setVisible(multiply);
    m_lanes->setCurrentIndex(m_lanes->findData(state.lanes));
    m_size->setVisible(m_drawing);
    m_refreshing = true;
    m_rows->setValue(static_cast<int>(state.matrix->rows()));
    m_cols->setValue(static_cast<int>(state.matrix->cols()));
    m_refreshing = false;
    m_flow->invalidate();
    updateGeometry();
}

void FormatBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
