#include "views/pages/batch/batch_page.h"

#include "engine/core/at.h"
#include "engine/plan/operators/operator.h"
#include "engine/work/batch_table.h"
#include "views/pages/batch/batch_curves.h"
#include "views/pages/batch/batch_gallery.h"
#include "views/pages/batch/batch_regret_view.h"
#include "views/pages/batch/batch_search_view.h"
#include "views/parts/flow_layout.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace sparsescope {

namespace {

const QString tableSuffix = QStringLiteral(".sqlite");

// What is typed as a number of non-zeros: "20000", "2e4"; else what there is without.
std::int64_t nnzIn(const QLineEdit& field, std::int64_t without)
{
    bool good = false;
    const double number = field.text().remove(QLatin1Char(',')).toDouble(&good);
    constexpr double most = 9e18;
    return good && number >= 0 && number < most ? static_cast<std::int64_t>(number) : without;
}

QString settingText(const BatchResults& of)
{
    const QString type = QString::fromStdString(of.dtype);
    for (const OperatorDefinition* op : operatorDefinitions())
        if (const QString label = QString::fromStdString(op->label); op->name == of.op)
            return op->axis.empty()
                       ? BatchPage::tr("%1 %2").arg(label, type)
                       : BatchPage::tr("%1 %2%3=%4 %5")
                             .arg(label,
                                  op->inner.empty() ? QString()
                                                    : QStringLiteral("%1=%2, ").arg(QString::fromStdString(op->inner),
                                                                                    countText(of.inner)),
                                  QString::fromStdString(op->axis), countText(of.dense), type);
    return QString::fromStdString(of.op) + QLatin1Char(' ') + type; // a later version's
}

} // namespace

const PageDefinition& batchPage()
{
    static const PageDefinition page{
        .key = "batch",
        .title = BatchPage::tr("&Batch"),
        .tip = BatchPage::tr("The table of a batch: many matrices, planners and libraries"),
        .icon = QStringLiteral("batch"),
        .place = PagePlace::Whole,
        .views =
            {{"batch", false}, {"profiles", false}, {"classes", false}, {"search-times", false}, {"regret", false}},
        .make = [](const PageParts& parts, QWidget* parent) -> Page* { return new BatchPage(parts, parent); }};
    return page;
}

struct BatchPage::Read {
    std::vector<BatchResults> results;
    std::vector<BatchRegret> regrets;
};

BatchPage::BatchPage(const PageParts& parts, QWidget* parent) : Page(batchPage(), parent), m_workspace(parts.workspace)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_stack = new ShownStack;
    column->addWidget(m_stack);
    m_stack->addWidget(makeEmpty());
    auto* table = new QWidget;
    auto* lines = new QVBoxLayout(table);
    lines->setContentsMargins(0, space::inside, 0, 0);
    lines->setSpacing(space::inside);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(space::between, 0, space::between, 0);
    head->setSpacing(space::between);
    m_tabs = makeTabBar();
    m_tabs->setAccessibleName(tr("Parts of the batch"));
    for (const QString& title : {tr("Matrices"), tr("Profiles"), tr("Classes"), tr("Search times"), tr("Regret")})
        m_tabs->addTab(title);
    head->addWidget(m_tabs);
    m_title = new ElidedLabel(Qt::ElideMiddle);
    m_summary = new ElidedLabel;
    m_summary->setProperty("role", QStringLiteral("secondary"));
    head->addWidget(m_title);
    head->addWidget(m_summary, 1);
    lines->addLayout(head);
    lines->addWidget(makeFilters());
    m_views = new ShownStack;
    m_gallery = new BatchGallery(m_workspace.jobs());
    m_curves = new BatchCurves;
    m_searches = new BatchSearchView;
    m_regretView = new BatchRegretView;
    m_none = new QLabel(tr("No matrix of the table is like that: change the filters above."));
    m_none->setAlignment(Qt::AlignCenter);
    m_none->setWordWrap(true);
    m_none->setProperty("role", QStringLiteral("secondary"));
    auto* cards = new QWidget;
    auto* room = new QVBoxLayout(cards);
    room->setContentsMargins(space::between - 4, 0, 0, 0);
    room->addWidget(m_gallery);
    for (QWidget* view : std::initializer_list<QWidget*>{cards, m_curves, m_searches, m_regretView, m_none})
        m_views->addWidget(view);
    lines->addWidget(m_views, 1);
    m_stack->addWidget(table);
    m_typing.setSingleShot(true);
    m_typing.setInterval(150);
    connect(&m_typing, &QTimer::timeout, this, &BatchPage::filter);
    m_growing.setSingleShot(true);
    m_growing.setInterval(1000);
    connect(&m_growing, &QTimer::timeout, this, &BatchPage::readAgain);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] {
        if (!m_growing.isActive())
            m_growing.start();
    });
    connect(m_tabs, &QTabBar::currentChanged, this, &BatchPage::filter);
    connect(m_gallery, &BatchGallery::matrixChosen, this, &BatchPage::openMatrix);
    connect(m_searches, &BatchSearchView::matrixChosen, this, &BatchPage::openMatrix);
    connect(m_regretView, &BatchRegretView::caseChosen, this, &BatchPage::matrixWanted);
}

QWidget* BatchPage::makeEmpty()
{
    auto* empty = new QWidget;
    auto* column = new QVBoxLayout(empty);
    column->setContentsMargins(32, 32, 32, 32);
    column->setSpacing(space::between);
    column->addStretch();
    auto* title = new QLabel(tr("No batch is open"));
    title->setProperty("role", QStringLiteral("figure"));
    auto* about = new QLabel(tr("sparsescope-cli batch plans, and on a GPU runs, many matrices by several planners and "
                                "libraries. Its table shows here which of them is the fastest, and where."));
    about->setProperty("role", QStringLiteral("secondary"));
    about->setWordWrap(true);
    for (QLabel* label : {title, about}) {
        label->setAlignment(Qt::AlignCenter);
        column->addWidget(label);
    }
    auto* open = new QPushButton(tr("Open a table…"));
    open->setProperty("primary", true);
    connect(open, &QPushButton::clicked, this, &BatchPage::openDialog);
    column->addWidget(open, 0, Qt::AlignCenter);
    column->addStretch();
    return empty;
}

QWidget* BatchPage::makeFilters()
{
    auto* filters = new QWidget;
    auto* row = new FlowLayout(space::inside, filters);
    row->setContentsMargins(space::between, 0, space::between, 0);
    const auto box = [&](const QString& name) {
        auto* made = new QComboBox;
        made->setAccessibleName(name);
        made->setToolTip(name);
        made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        made->setMaximumWidth(240);
        row->addWidget(made);
        return made;
    };
    const auto field = [&](const QString& name, const QString& hint, int width) {
        auto* made = new QLineEdit;
        made->setAccessibleName(name);
        made->setPlaceholderText(hint);
        made->setToolTip(name);
        made->setFixedWidth(width);
        row->addWidget(made);
        connect(made, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
        return made;
    };
    m_setting = box(tr("Operator, data type and dense extent"));
    m_group = box(tr("Class of matrices: folder of the file, or kind of the pattern"));
    m_text = field(tr("Part of the matrix' name or path"), tr("Name or path"), 176);
    m_text->setClearButtonEnabled(true);
    m_least = field(tr("At least so many non-zeros"), tr("non-zeros from"), 144);
    m_most = field(tr("At most so many non-zeros"), tr("to"), 80);
    m_failed = new QCheckBox(tr("Failed only"));
    m_failed->setToolTip(tr("Matrices of which a planner failed, or that could not be read"));
    row->addWidget(m_failed);
    m_order = box(tr("Order of the matrices"));
    m_order->addItems({tr("By name"), tr("By non-zeros"), tr("By ratio")});
    connect(m_setting, &QComboBox::currentIndexChanged, this, &BatchPage::showSetting);
    connect(m_group, &QComboBox::currentIndexChanged, this, &BatchPage::filter);
    connect(m_order, &QComboBox::currentIndexChanged, this, &BatchPage::filter);
    connect(m_failed, &QCheckBox::toggled, this, &BatchPage::filter);
    return filters;
}

void BatchPage::showView(std::string_view name)
{
    const auto& views = definition().views; // in the order of the tabs
    const auto found =
        std::find_if(views.begin(), views.end(), [&](const PageView& view) { return view.name == name; });
    m_tabs->setCurrentIndex(found == views.end() ? 0 : static_cast<int>(found - views.begin()));
}

// A file that calls itself one is told here what is wrong with it.
bool BatchPage::opens(const QString& path) const
{
    return path.endsWith(tableSuffix, Qt::CaseInsensitive) || (QFileInfo(path).isFile() && isBatch(path.toStdString()));
}

void BatchPage::openDialog()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open the table of a batch"), {},
                                                      tr("Tables (*%1);;All files (*)").arg(tableSuffix));
    if (!path.isEmpty())
        openFile(path);
}

void BatchPage::openFile(const QString& path)
{
    m_workspace.jobs().start(
        Lane::OpenBatch, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString()](Progress& progress) {
            return Read{batchResults(file, progress), batchRegret(file, progress)};
        },
        [this, path](Read read) {
            take(path, std::move(read));
            Q_EMIT wanted();
            Q_EMIT m_workspace.operations().opened(path);
        });
}

void BatchPage::readAgain()
{
    m_workspace.jobs().start(
        Lane::OpenBatch, tr("Reading %1").arg(openTitle()),
        [file = m_path.toStdString()](Progress& progress) {
            return Read{batchResults(file, progress), batchRegret(file, progress)};
        },
        [this, path = m_path](Read read) {
            if (path == m_path)
                take(path, std::move(read));
        },
        [](const Failure&) {}); // what is there half is read when it changes again
}

QString BatchPage::openTitle() const
{
    return QFileInfo(m_path).fileName();
}

void BatchPage::take(const QString& path, Read read)
{
    const QString setting = path == m_path ? m_setting->currentText() : QString();
    if (path != m_path)
        m_gallery->forgetPictures();
    if (const QStringList watched = m_watcher.files(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_watcher.addPath(path);
    m_path = path;
    m_regrets.clear();
    for (BatchRegret& one : read.regrets)
        m_regrets.push_back(std::make_shared<const BatchRegret>(std::move(one)));
    m_all.clear();
    std::size_t largest = 0; // most matrices
    {
        const QSignalBlocker quiet(m_setting);
        m_setting->clear();
        for (BatchResults& one : read.results) {
            m_setting->addItem(settingText(one));
            m_all.push_back(std::make_shared<const BatchResults>(std::move(one)));
            if (m_all.back()->matrices.size() > m_all[largest]->matrices.size())
                largest = m_all.size() - 1;
        }
        const int chosen = m_setting->findText(setting);
        m_setting->setCurrentIndex(chosen >= 0 ? chosen : static_cast<int>(largest));
    }
    m_title->setText(openTitle());
    m_title->setToolTip(path);
    m_stack->setCurrentIndex(1);
    showSetting();
}

// A class that is chosen stays chosen where there is one of its name.
void BatchPage::showSetting()
{
    m_results = m_all[at(m_setting->currentIndex())];
    std::set<std::string> groups;
    for (const BatchResult& matrix : m_results->matrices)
        groups.insert(matrix.group);
    {
        const QSignalBlocker quiet(m_group);
        const QString chosen = m_group->currentIndex() > 0 ? m_group->currentText() : QString();
        m_group->clear();
        m_group->addItem(tr("All classes"));
        for (const std::string& group : groups)
            m_group->addItem(QString::fromStdString(group));
        m_group->setCurrentIndex(std::max(0, m_group->findText(chosen)));
    }
    filter();
}

void BatchPage::filter()
{
    if (!m_results)
        return;
    BatchFilter asked;
    asked.text = m_text->text().trimmed().toStdString();
    asked.group = m_group->currentIndex() > 0 ? m_group->currentText().toStdString() : std::string();
    asked.leastNnz = nnzIn(*m_least, asked.leastNnz);
    asked.mostNnz = nnzIn(*m_most, asked.mostNnz);
    asked.failed = m_failed->isChecked();
    asked.order = static_cast<BatchOrder>(m_order->currentIndex());
    const std::vector<std::size_t> matrices = filtered(*m_results, asked);
    const auto all = std::ssize(m_results->matrices);
    const QString count =
        std::ssize(matrices) == all
            ? countOf(all, tr("matrix"), tr("matrices"))
            : tr("%1 of %2").arg(countText(std::ssize(matrices)), countOf(all, tr("matrix"), tr("matrices")));
    m_summary->setText(m_results->measured
                           ? tr("%1, measured on %2").arg(count, QString::fromStdString(m_results->devices))
                           : tr("%1, predicted: nothing was measured").arg(count));
    const int tab = m_tabs->currentIndex();
    m_curves->showClasses(tab == 2);
    m_views->setCurrentIndex(matrices.empty() ? m_views->indexOf(m_none) : tab < 2 ? tab : tab - 1);
    m_gallery->show(m_results, matrices);
    m_curves->show(m_results, matrices); // two tabs are its
    m_searches->show(m_results, matrices);
    const auto regret =
        std::find_if(m_regrets.begin(), m_regrets.end(), [this](const auto& one) { return one->op == m_results->op; });
    m_regretView->show(regret == m_regrets.end() ? nullptr : *regret, m_results, matrices);
}

// The page is shown: keys go to the cards. No proxy, with which Tab would pass over the filters.
void BatchPage::focusInEvent(QFocusEvent* event)
{
    Page::focusInEvent(event);
    if (m_results && m_gallery->isVisible())
        m_gallery->setFocus(event->reason());
}

QString BatchPage::summary() const
{
    return m_summary->text();
}

void BatchPage::openMatrix(std::size_t matrix)
{
    Operator op;
    try {
        op.kind = parseOperatorKind(m_results->op);
        op.dtype = parseDataType(m_results->dtype);
        op.dense = m_results->dense;
        op.inner = m_results->inner;
    } catch (const Error&) {
        op = m_workspace.setup().op(); // a later version's: the matrix can be opened all the same
    }
    Q_EMIT matrixWanted(QString::fromStdString(m_results->matrices[matrix].source), op);
}

KeyTexts BatchPage::keys() const
{
    return {{tr("← → ↑ ↓"), tr("among the matrices")}, {tr("↵"), tr("open the matrix in a tab")}};
}

std::vector<TourStop> BatchPage::tour()
{
    return {
        {tr("Many matrices at once"),
         tr("sparsescope-cli batch plans, and on GPUs runs, a whole collection. Its table opens here, while it still "
            "grows too: a card a matrix, performance profiles, speed-ups by class, after how many runs a longer search "
            "pays off, and what it costs to choose the planner in each of several ways."),
         [this]() -> QWidget* { return this; }, [this] { Q_EMIT wanted(); }}};
}

} // namespace sparsescope
