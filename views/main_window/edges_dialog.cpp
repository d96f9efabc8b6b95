#include "views/main_window/edges_dialog.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/io/edge_layout.h"
#include "engine/io/text_chunks.h"
#include "views/parts/table_look.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::array<char, 5> offeredSeparators = {' ', ',', ';', '\t', '|'};
constexpr int offeredColumns = 12;
constexpr int linesShown = 8;

std::optional<bool> answerOf(const QComboBox& box)
{
    return box.currentIndex() == 0 ? std::nullopt : std::optional(box.currentIndex() == 1);
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

EdgesDialog::EdgesDialog(const QString& path, std::string start, QWidget* parent)
    : QDialog(parent), m_start(std::move(start)), m_size(new QLineEdit(this)), m_table(new QTableWidget(this)),
      m_verdict(new QLabel(this))
{
    setWindowTitle(tr("Open %1 as an edge list").arg(QFileInfo(path).fileName()));
    QStringList columns{tr("As guessed")};
    for (int i = 1; i <= offeredColumns; ++i)
        columns << tr("Column %1").arg(i);
    m_source = addChoice(QStringLiteral("source"), columns);
    m_target = addChoice(QStringLiteral("target"), columns);
    m_weight = addChoice(QStringLiteral("weight"), columns);
    m_weight->insertItem(1, tr("None"));
    m_separator = addChoice(QStringLiteral("separator"),
                            {tr("As guessed"), tr("Blanks"), tr("Comma"), tr("Semicolon"), tr("Tab"), tr("Bar")});
    m_header = addChoice(QStringLiteral("header"), {tr("As guessed"), tr("Names of columns"), tr("An edge")});
    m_base = addChoice(QStringLiteral("base"), {tr("As found"), tr("From 0"), tr("From 1")});
    m_direction =
        addChoice(QStringLiteral("direction"), {tr("As the file says"), tr("Both directions"), tr("One direction")});
    m_vertices = addChoice(QStringLiteral("vertices"),
                           {tr("One set"), tr("Sources apart from targets"), tr("Those that occur, numbered anew"),
                            tr("Those that occur, sources apart")});
    m_size->setObjectName(QStringLiteral("edges-size"));
    m_size->setPlaceholderText(tr("as the largest numbers are, or 100x200"));
    connect(m_size, &QLineEdit::textChanged, this, &EdgesDialog::preview);

    auto* left = new QFormLayout;
    left->addRow(tr("Source"), m_source);
    left->addRow(tr("Target"), m_target);
    left->addRow(tr("Weight"), m_weight);
    left->addRow(tr("Separator"), m_separator);
    auto* right = new QFormLayout;
    right->addRow(tr("First line"), m_header);
    right->addRow(tr("Vertices are numbered"), m_base);
    right->addRow(tr("A line is an edge in"), m_direction);
    right->addRow(tr("Vertices"), m_vertices);
    right->addRow(tr("Size"), m_size);
    auto* form = new QHBoxLayout;
    form->setSpacing(24);
    form->addLayout(left, 1);
    form->addLayout(right, 2);

    m_table->setObjectName(QStringLiteral("edges-preview"));
    m_table->setAccessibleName(tr("First lines"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    setTableLook(*m_table);
    m_verdict->setObjectName(QStringLiteral("edges-verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    connect(buttons, &QDialogButtonBox::accepted, this, &EdgesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &EdgesDialog::reject);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_verdict);
    layout->addWidget(buttons);
    resize(760, 560);
    preview();
}

QComboBox* EdgesDialog::addChoice(const QString& name, const QStringList& choices)
{
    auto* box = new QComboBox(this);
    box->setObjectName(QStringLiteral("edges-") + name);
    box->addItems(choices);
    connect(box, &QComboBox::currentIndexChanged, this, &EdgesDialog::preview);
    return box;
}

EdgeOptions EdgesDialog::options() const
{
    EdgeOptions options;
    const QString size = m_size->text().trimmed();
    if (!size.isEmpty())
        options = parseEdgeOptions("size=" + size.toStdString());
    if (m_source->currentIndex() > 0 || m_target->currentIndex() > 0) {
        const int source = m_source->currentIndex(), target = m_target->currentIndex();
        options.source = source > 0 ? source : target == 1 ? 2 : 1;
        options.target = target > 0 ? target : source == 2 ? 1 : source + 1;
        if (options.source == options.target)
            failUsage("source and target are two columns");
    }
    if (m_weight->currentIndex() > 0)
        options.weight = m_weight->currentIndex() - 1;
    if (m_separator->currentIndex() > 0)
        options.separator = offeredSeparators[at(m_separator->currentIndex() - 1)];
    options.header = answerOf(*m_header);
    if (m_base->currentIndex() > 0)
        options.base = m_base->currentIndex() - 1;
    options.symmetric = answerOf(*m_direction);
    const int vertices = m_vertices->currentIndex();
    if (vertices == 1 || vertices == 3)
        options.bipartite = true;
    if (vertices >= 2)
        options.compact = true;
    return parseEdgeOptions(edgeOptionsText(options)); // which says what excludes what
}

void EdgesDialog::preview()
{
    try {
        fillTable();
        m_open->setEnabled(true);
    } catch (const Error& e) {
        // What the command line would be told to give is chosen above.
        const QString reason = QString::fromStdString(e.reason().substr(0, e.reason().find(": --edges")));
        m_verdict->setText(e.where().line > 0 ? tr("Line %1 %2.").arg(e.where().line).arg(reason) : reason);
        m_open->setEnabled(false);
    }
}

void EdgesDialog::fillTable()
{
    const EdgeOptions chosen = options();
    const auto fill = [&](char separator, std::size_t from, std::int64_t number, const EdgeLayout* layout) {
        std::vector<std::vector<std::string_view>> rows;
        QStringList numbers;
        Lines lines(std::string_view(m_start).substr(from));
        std::string_view line;
        std::size_t columns = 1;
        while (std::ssize(rows) < linesShown && lines.next(line)) {
            if (holdsNoEdge(line))
                continue;
            rows.push_back(edgeFields(line, separator));
            numbers << QString::number(number + lines.number() - 1);
            columns = std::max(columns, rows.back().size());
        }
        m_table->setRowCount(static_cast<int>(rows.size()));
        m_table->setColumnCount(static_cast<int>(columns));
        m_table->setVerticalHeaderLabels(numbers);
        QStringList titles;
        for (int c = 1; c <= static_cast<int>(columns); ++c) {
            QString title =
                layout && at(c) <= layout->names.size() ? textOf(layout->names[at(c - 1)]) : tr("column %1").arg(c);
            if (layout)
                title = c == layout->source   ? tr("%1: source").arg(title)
                        : c == layout->target ? tr("%1: target").arg(title)
                        : c == layout->weight ? tr("%1: weight").arg(title)
                                              : title;
            titles << title;
        }
        m_table->setHorizontalHeaderLabels(titles);
        for (std::size_t r = 0; r < rows.size(); ++r)
            for (std::size_t c = 0; c < columns; ++c) {
                auto* item = new QTableWidgetItem(c < rows[r].size() ? textOf(rows[r][c]) : QString());
                const int column = static_cast<int>(c) + 1;
                const bool used =
                    layout && (column == layout->source || column == layout->target || column == layout->weight);
                if (!used)
                    item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
                m_table->setItem(static_cast<int>(r), static_cast<int>(c), item);
            }
        fitColumns(*m_table);
    };
    EdgeLayout layout;
    try {
        layout = edgeLayout(m_start, chosen, {});
    } catch (const Error&) {
        fill(chosen.separator.value_or(' '), 0, 1, nullptr); // as it is, beside the reason
        throw;
    }
    fill(layout.separator, layout.body, layout.line, &layout);
    QStringList words{tr("Separated by %1; %2, %3.")
                          .arg(QString::fromStdString(separatorName(layout.separator)),
                               layout.weight > 0 ? tr("with weights") : tr("without weights"),
                               layout.symmetric ? tr("each line an edge in both directions")
                                                : tr("each line an edge in one direction"))};
    for (const std::string& reason : layout.reasons)
        words << QString::fromStdString(reason);
    m_verdict->setText(words.join(QLatin1Char(' ')));
}

} // namespace sparsescope
