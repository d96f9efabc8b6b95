// What a run says.
#include "views/pages/measure/overview_page.h"

#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>

namespace sparsescope {

namespace {

QLabel* overviewLabel(const QString& text, const char* role = nullptr, bool wrap = false)
{
    auto* label = new QLabel(text);
    if (role)
        label->setProperty("role", QString::fromLatin1(role));
    label->setWordWrap(wrap);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void clear(QGridLayout& grid)
{
    while (QLayoutItem* item = grid.takeAt(0)) {
        item->widget()->deleteLater();
        item->widget()->hide();
        delete item;
    }
}

// The part's colour beside its name.
class Swatch : public QWidget {
public:
    explicit Swatch(CallPart part) : m_part(part) { setFixedSize(12, 10); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        fillPart(painter, QRectF(rect()), m_part, colorsOf(*this));
    }

private:
    CallPart m_part;
};

} // namespace

OverviewPage::OverviewPage(QWidget* parent) : QWidget(parent)
{
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    m_call = new CallBars;
    column->addWidget(m_call);
    m_callNote = overviewLabel({}, "secondary", true);
    column->addWidget(m_callNote);
    auto* figures = new YieldingRow(2 * space::between);
    m_parts = new QGridLayout;
    m_parts->setHorizontalSpacing(12);
    m_parts->setVerticalSpacing(2);
    auto* parts = new QVBoxLayout;
    parts->addLayout(m_parts);
    parts->addStretch();
    figures->add(parts, 0);
    m_advice = new QGridLayout;
    m_advice->setVerticalSpacing(4);
    auto* advice = new QVBoxLayout;
    advice->setSpacing(4);
    advice->addWidget(overviewLabel(tr("What may make it faster"), "title"));
    advice->addLayout(m_advice);
    advice->addStretch();
    figures->add(advice, 1);
    column->addLayout(figures);
    column->addSpacing(space::inside);

    auto* more = new YieldingRow(2 * space::between);
    auto* left = new QVBoxLayout;
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(space::between);
    m_grid->setVerticalSpacing(10);
    m_grid->setColumnStretch(1, 1);
    left->addLayout(m_grid);
    left->addStretch();
    more->add(left, 3);
    auto* right = new QVBoxLayout;
    right->setSpacing(4);
    right->addWidget(overviewLabel(tr("Time per call"), "title"));
    m_bars = new BarsView;
    right->addWidget(m_bars);
    m_messages = overviewLabel({}, "secondary", true);
    right->addWidget(m_messages);
    right->addStretch();
    more->add(right, 2);
    column->addLayout(more);
    column->addStretch();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scrolled(content));
}

// The parts, with how far the measured ones are from the predicted ones: two kinds of number, which the column says.
void OverviewPage::setCall(const std::vector<CallBars::Row>& rows)
{
    m_call->setRows(rows);
    clear(*m_parts);
    QStringList notes;
    for (const CallBars::Row& row : rows)
        if (!row.anatomy.note.empty())
            notes << QString::fromStdString(row.anatomy.note);
    m_callNote->setVisible(!notes.isEmpty());
    m_callNote->setText(notes.join(QLatin1Char(' ')));
    if (rows.size() < 2)
        return;
    const Anatomy& predicted = rows[0].anatomy;
    const Anatomy& measured = rows[1].anatomy;
    const auto head = [&](int at, const QString& text, const QString& tip) {
        QLabel* label = overviewLabel(text, "secondary");
        label->setToolTip(tip);
        m_parts->addWidget(label, 0, at, Qt::AlignRight);
    };
    const QString label = QString::fromStdString(differenceLabel(measured.basis, predicted.basis));
    head(2, tr("predicted"), rows[0].title);
    head(3, tr("measured"), rows[1].title);
    head(4, tr("measured −\npredicted"), label);
    int line = 1;
    for (const CallPart part : partsInOrder()) {
        if (!predicted.known(part) && !measured.known(part))
            continue;
        m_parts->addWidget(new Swatch(part), line, 0, Qt::AlignVCenter);
        QLabel* name = overviewLabel(partName(part));
        name->setToolTip(QString::fromStdString(meaning(part)));
        m_parts->addWidget(name, line, 1);
        const auto put = [&](int at, double ns, const QString& text, const QString& what) {
            QLabel* figure = overviewLabel(std::isfinite(ns) ? text : QStringLiteral("–"));
            figure->setToolTip(std::isfinite(ns) ? tr("%1 ns, %2").arg(exactText(ns), what) : tr("not known"));
            m_parts->addWidget(figure, line, at, Qt::AlignRight);
        };
        put(2, predicted[part], durationText(predicted[part]), rows[0].title);
        put(3, measured[part], durationText(measured[part]), rows[1].title);
        const Difference d = difference(measured.quantity(part), predicted.quantity(part));
        put(4, d.by, (d.by > 0 ? QStringLiteral("+") : QString()) + durationText(d.by), label);
        ++line;
    }
}

void OverviewPage::setAdvice(const std::vector<Advice>& advice, double callNs)
{
    clear(*m_advice);
    int line = 0;
    for (const Advice& one : advice) {
        const QString gain =
            one.launch ? tr("%1 less, measured").arg(durationText(one.gainNs))
                       : tr("up to %1, %2 of the call").arg(durationText(one.gainNs), percentText(one.gainNs / callNs));
        QLabel* text = overviewLabel(QStringLiteral("<b>%1: %2.</b> %3")
                                         .arg(QString::fromStdString(one.title).toHtmlEscaped(), gain,
                                              QString::fromStdString(one.text).toHtmlEscaped()),
                                     nullptr, true);
        text->setToolTip(one.launch ? tr("Measured by the run, among its variants")
                                    : tr("Estimated, of %1 a call").arg(durationText(callNs)));
        m_advice->addWidget(text, line++, 0);
        auto* button = new QPushButton(QString::fromStdString(one.button));
        button->setToolTip(one.launch ? tr("Makes such a plan of the same tiles beside this one; Ctrl+Z takes it back")
                                      : tr("Searches such a plan beside this one; run it to see what it gains"));
        connect(button, &QPushButton::clicked, this, [this, one] { Q_EMIT tried(one); });
        m_advice->addWidget(button, line++, 0, Qt::AlignLeft);
    }
    if (advice.empty())
        m_advice->addWidget(overviewLabel(tr("Nothing that was measured says so."), "secondary", true), 0, 0);
}

void OverviewPage::setFindings(const std::vector<Finding>& findings)
{
    clear(*m_grid);
    int line = 0;
    for (const Finding& finding : findings) {
        auto* button = new QPushButton(finding.title);
        button->setToolTip(tr("Show more of it"));
        button->setCursor(Qt::PointingHandCursor);
        button->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
        connect(button, &QPushButton::clicked, this, [this, view = finding.view] { Q_EMIT wanted(view); });
        m_grid->addWidget(button, line, 0, Qt::AlignTop);
        m_grid->addWidget(overviewLabel(finding.sentence, nullptr, true), line, 1, Qt::AlignVCenter);
        ++line;
    }
}

void OverviewPage::setTimings(std::vector<Bar> bars, const QStringList& messages)
{
    m_bars->setBars(std::move(bars));
    m_messages->setText(messages.join(QLatin1Char('\n')));
    m_messages->setVisible(!messages.isEmpty());
}

} // namespace sparsescope
