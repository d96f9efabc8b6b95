#include "views/pages/search/tree_walk.h"

#include "engine/core/at.h"
#include "views/pages/search/tree_picture.h"
#include "views/parts/format_name.h"
#include "views/parts/numbers.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace sparsescope {

using liteform::TreeNode;

namespace {

constexpr std::size_t deepestWalk = 200;
const std::string estimatePrefix = "estimate of ";

// A value before its logarithm, rounded to so many digits; whole numbers to none, as far as a float holds them.
double rounded(const std::string& feature, double value, int digits)
{
    constexpr double largest = 1e5, rounding = 1e-5;
    const double plain = liteform::plainValue(feature, value), whole = std::round(plain);
    if (std::abs(whole) < largest && std::abs(plain - whole) <= rounding * std::max(1.0, std::abs(whole)))
        return whole;
    return QString::number(plain, 'g', digits).toDouble();
}

QString numberText(const std::string& feature, double number, int digits)
{
    constexpr double thousand = 1000, most = 1e15; // with separators
    const QString text = number >= thousand && number < most && number == std::floor(number)
                             ? countText(static_cast<std::int64_t>(number))
                             : QString::number(number, 'g', digits);
    return feature.starts_with(estimatePrefix) ? text + QLatin1Char('x') : text;
}

// What is there and the cut, with as many digits as it takes to see which is the lesser.
std::pair<QString, QString> apart(const std::string& feature, double value, double cut)
{
    int digits = 3;
    while (digits < 9 && (rounded(feature, value, digits) < rounded(feature, cut, digits)) != (value < cut))
        ++digits;
    return {numberText(feature, rounded(feature, value, digits), digits),
            numberText(feature, rounded(feature, cut, digits), digits)};
}

} // namespace

QString featureName(const std::string& feature)
{
    if (feature.starts_with(estimatePrefix))
        return TreeWalk::tr("%1 / CSR").arg(shortPlanner(feature.substr(estimatePrefix.size())));
    return feature == "nnz" ? TreeWalk::tr("non-zeros") : QString::fromStdString(feature);
}

QString featureAbout(const std::string& feature)
{
    return feature.starts_with(estimatePrefix)
               ? TreeWalk::tr("What the cost model predicts for %1 by a sample of the rows, over the same for CSR")
                     .arg(QString::fromStdString(feature.substr(estimatePrefix.size())))
               : QString::fromStdString(feature);
}

QString featureText(const std::string& feature, double value)
{
    constexpr int digits = 3;
    return numberText(feature, rounded(feature, value, digits), digits);
}

TreeWalk::TreeWalk(QWidget* parent)
    : QWidget(parent), m_trees(new QSpinBox(this)), m_summary(new QLabel(this)), m_picture(new TreePicture(this)),
      m_steps(new QTableWidget(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->setSpacing(space::inside);
    m_trees->setAccessibleName(tr("The number of the tree"));
    m_trees->setPrefix(tr("tree "));
    m_trees->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_summary->setWordWrap(true);
    m_summary->setProperty("role", QStringLiteral("secondary"));
    head->addWidget(m_trees);
    head->addWidget(m_summary, 1);
    column->addLayout(head);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::between);
    row->addWidget(m_picture, 2);
    setTableLook(*m_steps);
    m_steps->setAccessibleName(tr("The way through the tree, node by node"));
    m_steps->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_steps->setColumnCount(4);
    m_steps->setHorizontalHeaderLabels({tr("Asked"), tr("Here"), tr("Below"), tr("?")});
    m_steps->horizontalHeaderItem(3)->setToolTip(tr("Yes goes to the left, no to the right"));
    for (int number = 0; number < m_steps->columnCount(); ++number)
        m_steps->horizontalHeaderItem(number)->setTextAlignment(
            (number == 1 || number == 2 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    row->addWidget(m_steps, 3);
    column->addLayout(row, 1);
    connect(m_trees, &QSpinBox::valueChanged, this, &TreeWalk::walk);
    connect(m_steps, &QTableWidget::currentCellChanged, m_picture, &TreePicture::setStep);
    connect(m_picture, &TreePicture::stepChosen, m_steps, &QTableWidget::selectRow);
}

void TreeWalk::clear()
{
    m_model = nullptr;
    m_picture->clear();
    m_steps->setRowCount(0);
    m_summary->clear();
    m_trees->setEnabled(false);
}

void TreeWalk::setModel(std::shared_ptr<const liteform::Model> model, liteform::AskedChoice asked)
{
    m_model = std::move(model);
    m_asked = std::move(asked);
    const QSignalBlocker silent(m_trees);
    const int count = static_cast<int>(m_model->trees.perForest());
    m_trees->setEnabled(true);
    m_trees->setRange(1, count);
    m_trees->setSuffix(tr(" of %1").arg(countText(count)));
    m_trees->setValue(1);
    m_candidate = 0;
    walk();
}

void TreeWalk::setCandidate(int candidate)
{
    m_candidate = candidate;
    walk();
}

// A bagged tree says it all, one that corrects others a part.
QString TreeWalk::leafText(float value) const
{
    const double factor = std::exp(m_model->boosted ? value : value * static_cast<double>(m_model->trees.perForest()));
    constexpr int digits = 4; // a part is near 1
    return QStringLiteral("%1x").arg(QString::number(factor, 'g', digits));
}

QString TreeWalk::summary() const
{
    return m_summary->text();
}

void TreeWalk::walk()
{
    if (!m_model)
        return;
    const std::size_t candidate = at(m_candidate);
    const liteform::Trees& trees = m_model->trees;
    const std::vector<std::int32_t> way = trees.path(candidate, at(m_trees->value() - 1), m_asked.x);
    const double expected = m_asked.expected[candidate], sum = trees.sum(candidate, m_asked.x);
    const auto nameOf = [&](const TreeNode& node) -> const std::string& { return m_model->features[at(node.feature)]; };
    const QSignalBlocker quiet(m_steps);
    m_steps->setRowCount(0);
    m_picture->clear();
    if (way.size() > deepestWalk) {
        m_summary->setText(tr("This tree is too deep to be walked: %1 nodes.").arg(countText(std::ssize(way))));
        return;
    }
    m_summary->setText((m_model->boosted
                            ? tr("%1: estimates expect %2 the least time, all trees together %3 of that: %4")
                            : tr("%1: estimates expect %2 the least time, the mean of all trees %3 of that: %4"))
                           .arg(shortPlanner(m_model->candidates[candidate]), ratioText(std::exp(expected)),
                                ratioText(std::exp(sum)), ratioText(std::exp(expected + sum))));
    m_picture->setTree(trees, trees.root(candidate, at(m_trees->value() - 1)), way, [&](const TreeNode& node) {
        return node.leaf()
                   ? tr("leaf: %1").arg(leafText(node.cut))
                   : tr("%1 below %2: to the left").arg(featureName(nameOf(node)), featureText(nameOf(node), node.cut));
    });
    m_steps->setRowCount(static_cast<int>(way.size()));
    for (int row = 0; row < m_steps->rowCount(); ++row) {
        const TreeNode& node = trees.nodes()[at(way[at(row)])];
        const auto set = [&](int column, const QString& text, const QString& tip = {}) {
            auto* item = new QTableWidgetItem(text);
            if (column == 1 || column == 2)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(tip);
            m_steps->setItem(row, column, item);
        };
        if (node.leaf()) {
            set(0, m_model->boosted ? tr("leaf: factor") : tr("leaf: it says"));
            set(1, leafText(node.cut),
                m_model->boosted ? tr("The estimate is multiplied by this, and by the factors of all other trees")
                                 : tr("Times what the estimates expect; the forest's answer is the mean of its trees"));
            set(2, {});
            set(3, {});
            continue;
        }
        const float value = m_asked.x[at(node.feature)];
        const auto [here, cut] = apart(nameOf(node), value, node.cut);
        const QString asked = tr("The trees are asked with %1, and cut at %2");
        const QString tip = asked.arg(exactText(value), exactText(node.cut));
        set(0, featureName(nameOf(node)), featureAbout(nameOf(node)));
        set(1, here, tip);
        set(2, cut, tip);
        set(3, value < node.cut ? tr("yes") : tr("no"));
    }
    fitColumns(*m_steps, 0);
    m_steps->selectRow(0);
    m_picture->setStep(0);
}

} // namespace sparsescope
