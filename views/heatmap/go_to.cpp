#include "views/heatmap/go_to.h"

#include "views/parts/numbers.h"

#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

constexpr int fieldWidth = 260; // pixels

struct Span {
    std::int64_t first = 0, last = 0;
    bool operator==(const Span&) const = default;
};

struct Reading {
    Span rows, cols;
    bool operator==(const Reading&) const = default;
};

std::optional<std::int64_t> numberIn(const QString& text)
{
    static const QRegularExpression form(QStringLiteral(
        "^(?:\\d+|\\d{1,3}(?:(?<mark>[,'_\\x{2019}\\x{A0}\\x{2009}\\x{202F}])\\d{3})(?:\\k<mark>\\d{3})*)$"));
    if (!form.match(text).hasMatch())
        return std::nullopt;
    QString digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](QChar c) { return c.isDigit(); });
    bool fits = false;
    const qlonglong number = digits.toLongLong(&fits);
    return fits ? std::optional<std::int64_t>(number) : std::nullopt;
}

std::optional<Span> spanIn(const QString& text)
{
    static const QRegularExpression dash(QStringLiteral("\\s*[-\\x{2013}]\\s*"));
    const QStringList ends = text.split(dash);
    const auto first = numberIn(ends.front()), last = numberIn(ends.back());
    if (ends.size() > 2 || !first || !last)
        return std::nullopt;
    return Span{std::min(*first, *last), std::max(*first, *last)};
}

// All ways to understand what was typed, in any matrix.
std::vector<Reading> readingsOf(QString text)
{
    text = text.trimmed().toLower();
    static const QRegularExpression brackets(QStringLiteral("^[(\\[]\\s*(.*?)\\s*[)\\]]$"));
    if (const auto inside = brackets.match(text); inside.hasMatch())
        text = inside.captured(1);
    std::vector<Reading> readings;
    const auto add = [&](const QString& row, const QString& col) {
        const auto rows = spanIn(row), cols = spanIn(col);
        if (rows && cols && std::find(readings.begin(), readings.end(), Reading{*rows, *cols}) == readings.end())
            readings.push_back({*rows, *cols});
    };
    static const QString row = QStringLiteral("r(?:ows?)?[\\s=:]*"), col = QStringLiteral("c(?:ol(?:umn)?s?)?[\\s=:]*");
    static const QRegularExpression named(QStringLiteral("^%1(\\d.*?)[\\s,;]*%2(\\d.*)$").arg(row, col));
    static const QRegularExpression swapped(QStringLiteral("^%1(\\d.*?)[\\s,;]*%2(\\d.*)$").arg(col, row));
    if (const auto match = named.match(text); match.hasMatch())
        add(match.captured(1), match.captured(2));
    else if (const auto other = swapped.match(text); other.hasMatch())
        add(other.captured(2), other.captured(1));
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    for (auto it = between.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch mark = it.next();
        add(text.left(mark.capturedStart()), text.mid(mark.capturedEnd()));
    }
    return readings;
}

} // namespace

GoTo parseGoTo(const QString& typed, std::int64_t rows, std::int64_t cols)
{
    const std::vector<Reading> all = readingsOf(typed);
    std::vector<Reading> inside;
    std::copy_if(all.begin(), all.end(), std::back_inserter(inside),
                 [&](const Reading& r) { return r.rows.last < rows && r.cols.last < cols; });
    if (all.empty())
        return {
            {},
            GoToField::tr("Type a row from 0 to %1 and a column from 0 to %2, as 17, 42; or a rectangle as 0-15, 0-31.")
                .arg(countText(rows - 1), countText(cols - 1))};
    if (inside.empty())
        return {{},
                all.front().rows.last >= rows ? GoToField::tr("The last row is %1.").arg(countText(rows - 1))
                                              : GoToField::tr("The last column is %1.").arg(countText(cols - 1))};
    if (inside.size() > 1)
        return {{},
                GoToField::tr("Row %1 and column %2, or row %3 and column %4? Put a blank between them.")
                    .arg(countText(inside[0].rows.last), countText(inside[0].cols.last), countText(inside[1].rows.last),
                         countText(inside[1].cols.last))};
    const auto& [r, c] = inside.front();
    return {raster::ElementRect{r.first, r.last + 1, c.first, c.last + 1}, {}};
}

GoToField::GoToField(QWidget* parent) : QWidget(parent), m_edit(new QLineEdit(this)), m_why(new QLabel(this))
{
    setAutoFillBackground(true);
    setFixedWidth(fieldWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_edit->setPlaceholderText(tr("row,column or 0-15,0-31 (from 0)"));
    m_edit->setAccessibleName(tr("Go to row and column, or select rows and columns, counted from 0"));
    column->addWidget(m_edit);
    m_why->setProperty("role", QStringLiteral("bad"));
    m_why->setTextFormat(Qt::PlainText);
    m_why->setWordWrap(true);
    m_why->setContentsMargins(6, 4, 6, 4);
    column->addWidget(m_why);
    connect(m_edit, &QLineEdit::returnPressed, this, &GoToField::accept);
    connect(m_edit, &QLineEdit::textEdited, this, [this] {
        m_why->hide();
        m_edit->setAccessibleDescription({});
        adjustSize();
    });
    hide();
}

void GoToField::open(std::int64_t rows, std::int64_t cols)
{
    m_rows = rows;
    m_cols = cols;
    m_edit->clear();
    m_edit->setAccessibleDescription({});
    m_why->hide();
    adjustSize();
    show();
    m_edit->setFocus();
}

void GoToField::accept()
{
    const GoTo to = parseGoTo(m_edit->text(), m_rows, m_cols);
    if (to.place) {
        hide();
        Q_EMIT entered(*to.place);
        return;
    }
    m_why->setText(to.why);
    m_why->show();
    m_edit->setAccessibleDescription(to.why);
    m_edit->selectAll();
    resize(width(), layout()->heightForWidth(width()));
}

} // namespace sparsescope
