#include "views/graph/node_card.h"

#include "views/graph/graph_document.h"
#include "views/graph/offer_menu.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"

#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

using graph::Node;
using graph::Parameter;

// Its arrows go through the values that are worth a try; what is legal can be typed.
class GridSpin : public QSpinBox {
public:
    GridSpin(const Parameter& parameter, QWidget* parent) : QSpinBox(parent), m_grid(parameter.coarse)
    {
        setButtonSymbols(QAbstractSpinBox::NoButtons);
        setKeyboardTracking(false);
        lineEdit()->setFocusPolicy(Qt::ClickFocus); // the field is one stop of the keyboard
        setLocale(QLocale::c());
        setGroupSeparatorShown(false);
        setRange(static_cast<int>(parameter.orZero ? 0 : parameter.least), static_cast<int>(parameter.most));
    }
    void stepBy(int steps) override
    {
        const auto next = steps > 0 ? std::upper_bound(m_grid.begin(), m_grid.end(), value())
                                    : std::lower_bound(m_grid.begin(), m_grid.end(), value());
        if (steps > 0 && next != m_grid.end())
            setValue(static_cast<int>(*next));
        else if (steps < 0 && next != m_grid.begin())
            setValue(static_cast<int>(*(next - 1)));
        selectAll();
    }

private:
    std::vector<std::int64_t> m_grid;
};

// "rows" of the form {rows}, "by length" of {by: length, ...}.
QString formText(const std::vector<Parameter>& form)
{
    const Parameter& first = form.front();
    const QString name = QString::fromStdString(first.name);
    return first.words.size() == 1 ? name + QLatin1Char(' ') + QString::fromStdString(first.words.front()) : name;
}

// Says nothing beside the form.
bool isForm(const Parameter& parameter)
{
    return parameter.words.size() == 1;
}

// The user went there.
bool picks(Qt::FocusReason reason)
{
    return reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
           reason == Qt::ShortcutFocusReason;
}

QString placesText(const std::vector<std::int64_t>& places)
{
    QStringList texts;
    for (const std::int64_t place : places)
        texts << QString::number(place);
    return texts.join(QStringLiteral(", "));
}

} // namespace

NodeCard::NodeCard(GraphDocument& document, std::string node, QWidget* parent)
    : QWidget(parent), m_document(document), m_node(std::move(node))
{
    setFocusPolicy(Qt::StrongFocus);
    setProperty("low", true); // its button is
    const Node& shown = now();
    const QString name = QString::fromStdString(shown.kind->name);
    const QString sentence = fromEngine(shown.kind->description);
    setAccessibleName(name);
    setAccessibleDescription(sentence);
    setToolTip(sentence);
    setObjectName(QString::fromStdString(m_node));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::inside, 2, 4, 2);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    column->addLayout(row);
    auto* label = new QLabel(name, this);
    label->setFont(typeFace(TypeSize::Small, true));
    row->addWidget(label);
    row->addStretch();
    const std::vector<Parameter>& form = shown.kind->forms[graph::formIndexOf(shown)];
    QHBoxLayout* fields = row;
    const auto asked = std::count_if(form.begin(), form.end(), [](const Parameter& p) { return !isForm(p); });
    if (asked > 2 || (asked > 1 && shown.kind->forms.size() > 1)) {
        fields = new QHBoxLayout; // too many for the name's line
        fields->setSpacing(4);
        column->addLayout(fields);
    }
    if (shown.kind->forms.size() > 1)
        addFormField(*row);
    for (const Parameter& parameter : form)
        if (!isForm(parameter))
            addField(parameter, *fields);
    if (fields != row)
        fields->addStretch();
    m_more = new QToolButton(this);
    m_more->setText(QStringLiteral("⋯"));
    m_more->setToolTip(tr("What may stand here instead, moving, removing (Alt + Enter)"));
    m_more->setAccessibleName(tr("More of %1").arg(name));
    m_more->setFocusPolicy(Qt::NoFocus);
    connect(m_more, &QToolButton::clicked, this, &NodeCard::showMenu);
    row->addWidget(m_more);
    m_wrong = new QLabel(this);
    m_wrong->setProperty("role", QStringLiteral("bad"));
    m_wrong->setWordWrap(true);
    column->addWidget(m_wrong);
    for (QWidget* input : m_inputs)
        input->installEventFilter(this);
    refresh();
}

const Node& NodeCard::now() const
{
    return *graph::findNode(m_document.graph(), m_node);
}

std::string NodeCard::shapeOf(const Node& node)
{
    return node.kind->name + " " + std::to_string(graph::formIndexOf(node));
}

void NodeCard::set(const std::string& parameter, graph::Value value)
{
    m_document.select(m_node);
    m_document.change(
        [&](const graph::Graph& graph) { return graph::setParameter(graph, m_node, parameter, std::move(value)); });
}

void NodeCard::addFormField(QHBoxLayout& row)
{
    auto* box = new QComboBox(this);
    for (const std::vector<Parameter>& form : now().kind->forms)
        box->addItem(formText(form));
    box->setAccessibleName(tr("%1: by what").arg(accessibleName()));
    connect(box, &QComboBox::activated, this, [this](int form) {
        m_document.select(m_node);
        m_document.change(
            [&](const graph::Graph& graph) { return graph::setForm(graph, m_node, static_cast<std::size_t>(form)); });
    });
    m_fields.push_back([box](const Node& node) { box->setCurrentIndex(static_cast<int>(graph::formIndexOf(node))); });
    m_inputs.push_back(box);
    row.addWidget(box);
}

void NodeCard::addField(const Parameter& parameter, QHBoxLayout& row)
{
    const QString name = QString::fromStdString(parameter.name);
    QWidget* field = nullptr;
    if (parameter.type == Parameter::Type::Places) {
        field = placesField(parameter);
    } else if (parameter.type == Parameter::Type::Word) {
        QStringList words;
        for (const std::string& word : parameter.words)
            words << QString::fromStdString(word);
        field = choiceField(parameter, words);
    } else if (parameter.rule == Parameter::Legal::Coarse) {
        QStringList values;
        for (const std::int64_t value : parameter.coarse)
            values << QString::number(value);
        field = choiceField(parameter, values);
    } else {
        field = numberField(parameter);
    }
    // The form's field says it already where it is the first of several forms.
    const bool said =
        now().kind->forms.size() > 1 && parameter.name == now().kind->forms[graph::formIndexOf(now())].front().name;
    if (!said) {
        auto* label = new QLabel(name, this);
        label->setProperty("role", QStringLiteral("secondary"));
        label->setBuddy(field);
        row.addWidget(label);
    }
    field->setAccessibleName(tr("%1, %2").arg(accessibleName(), name));
    field->setToolTip(parameter.type == Parameter::Type::Number
                          ? tr("%1: %2").arg(name, QString::fromStdString(parameter.legalText()))
                          : name);
    m_inputs.push_back(field);
    row.addWidget(field);
}

QWidget* NodeCard::numberField(const Parameter& parameter)
{
    auto* spin = new GridSpin(parameter, this);
    spin->setFixedWidth(parameter.most > 9999 ? 64 : 48);
    connect(spin, &QSpinBox::valueChanged, this,
            [this, name = parameter.name](int value) { set(name, std::int64_t{value}); });
    m_fields.push_back([spin, name = parameter.name](const Node& node) {
        const QSignalBlocker quiet(spin);
        spin->setValue(static_cast<int>(node.number(name.c_str())));
    });
    return spin;
}

QWidget* NodeCard::choiceField(const Parameter& parameter, const QStringList& choices)
{
    auto* box = new QComboBox(this);
    box->addItems(choices);
    connect(box, &QComboBox::activated, this, [this, parameter](int i) {
        const auto chosen = static_cast<std::size_t>(i);
        set(parameter.name, parameter.type == Parameter::Type::Word ? graph::Value(parameter.words[chosen])
                                                                    : graph::Value(parameter.coarse[chosen]));
    });
    m_fields.push_back([box, parameter](const Node& node) {
        box->setCurrentText(parameter.type == Parameter::Type::Word
                                ? QString::fromStdString(node.word(parameter.name.c_str()))
                                : QString::number(node.number(parameter.name.c_str())));
    });
    return box;
}

QWidget* NodeCard::placesField(const Parameter& parameter)
{
    auto* edit = new QLineEdit(this);
    edit->setPlaceholderText(tr("positions: 100, 2000"));
    edit->setMinimumWidth(120);
    connect(edit, &QLineEdit::editingFinished, this, [this, edit, name = parameter.name] {
        std::vector<std::int64_t> places;
        for (const QString& text : edit->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
            places.push_back(text.trimmed().toLongLong()); // 0 where it is none, which the grammar refuses
        if (placesText(places) != placesText(now().places(name.c_str())))
            set(name, places);
    });
    m_fields.push_back([edit, name = parameter.name](const Node& node) {
        if (!edit->hasFocus() || !edit->isModified())
            edit->setText(placesText(node.places(name.c_str())));
    });
    return edit;
}

void NodeCard::refresh()
{
    const Node& node = now();
    for (const auto& field : m_fields)
        field(node);
    m_selected = m_document.selected() == m_node;
    const auto& problem = m_document.problem();
    m_bad = problem && problem->node == m_node;
    m_wrong->setVisible(m_bad);
    if (m_bad)
        m_wrong->setText(problem->reason);
    update();
}

void NodeCard::retire()
{
    m_retired = true;
    for (QWidget* input : m_inputs)
        input->blockSignals(true);
}

void NodeCard::enterFields()
{
    if (!m_inputs.empty())
        m_inputs.front()->setFocus(Qt::TabFocusReason);
}

void NodeCard::fillMenu(QMenu& menu)
{
    const Node& node = now();
    GraphDocument* document = &m_document;
    const std::string pointer = m_node;
    const std::vector<graph::Offer> others = graph::offersInstead(document->graph(), pointer);
    if (!others.empty()) {
        addHeading(menu, tr("Instead of it:"));
        OfferedChanges changes;
        const auto putIn = [pointer](const graph::Graph& graph, const graph::NodeKind& kind) {
            return graph::replaceNode(graph, pointer, kind);
        };
        addOffers(menu, others, *document, putIn, changes);
        greyWhatMatrixRefuses(menu, *document, changes);
        menu.addSeparator();
    }
    // Greyed with the reason where the grammar refuses it.
    const auto add = [&](const QString& text, const QKeySequence& keys, const GraphDocument::Change& change) {
        addChange(menu, text, keys, *document, change);
    };
    if (!node.branches.empty()) {
        const std::size_t count = node.branches.size();
        if (node.each) {
            add(tr("A chain of its own for each part"), {}, [pointer, parts = graph::partsOf(node)](const auto& graph) {
                return graph::setBranches(graph, pointer, std::max<std::size_t>(parts, 2));
            });
        } else {
            add(tr("One branch more"), {},
                [pointer, count](const auto& graph) { return graph::setBranches(graph, pointer, count + 1); });
            if (count > 2)
                add(tr("One branch less"), {},
                    [pointer, count](const auto& graph) { return graph::setBranches(graph, pointer, count - 1); });
            add(tr("One chain for all parts"), {},
                [pointer](const auto& graph) { return graph::setBranches(graph, pointer, 1); });
        }
        menu.addSeparator();
    }
    if (node.kind->slot == graph::Slot::Order) {
        add(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up),
            [pointer](const auto& graph) { return graph::moveNode(graph, pointer, -1); });
        add(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down),
            [pointer](const auto& graph) { return graph::moveNode(graph, pointer, 1); });
    }
    add(tr("Remove"), QKeySequence(Qt::Key_Delete),
        [pointer](const auto& graph) { return graph::removeNode(graph, pointer); });
}

void NodeCard::showMenu()
{
    m_document.select(m_node);
    popUp(*this, m_more->mapToGlobal(QPoint(0, m_more->height())), [this](QMenu& menu) { fillMenu(menu); });
}

void NodeCard::paintEvent(QPaintEvent*)
{
    const Colors& c = colorsOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(c.background);
    painter.setPen(QPen(m_bad ? c.bad : m_selected ? c.accent : c.hairline, m_selected || m_bad ? 2 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    if (hasFocus()) { // where the keys go
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.accent);
        painter.drawRoundedRect(QRectF(1, 1, 4, height() - 2), 2, 2);
    }
}

void NodeCard::mousePressEvent(QMouseEvent*)
{
    setFocus(Qt::MouseFocusReason);
    m_document.select(m_node);
    m_document.pick();
}

void NodeCard::contextMenuEvent(QContextMenuEvent*)
{
    showMenu();
}

void NodeCard::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (!m_retired && picks(event->reason()))
        m_document.select(m_node);
    // A page that is shown again gives the focus back; another node may have been picked elsewhere meanwhile.
    if (!m_retired && event->reason() == Qt::OtherFocusReason && m_document.selected() != m_node)
        if (auto* now = parentWidget()->findChild<QWidget*>(QString::fromStdString(m_document.selected()),
                                                            Qt::FindDirectChildrenOnly))
            now->setFocus(Qt::OtherFocusReason);
    update();
}

// Whose field is edited is looked at; undo is the graph's, not the field's; the wheel scrolls the cards and turns no
// value.
bool NodeCard::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::FocusIn && !m_retired && picks(static_cast<QFocusEvent*>(event)->reason()))
        m_document.select(m_node);
    if (undoByKey(*event, m_document))
        return true;
    if (event->type() == QEvent::Wheel) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(object, event);
}

} // namespace sparsescope
