// The generated kernel beside the kinds of tiles that it runs.
#include "views/pages/kernel/kernel_page.h"

#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/ir/decompose.h"
#include "views/pages/kernel/kernel_kinds.h"
#include "views/pages/kernel/listing_view.h"
#include "views/pages/kernel/source_view.h"
#include "views/parts/before_going.h"
#include "views/parts/icons.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace sparsescope {

const PageDefinition& kernelPage()
{
    static const PageDefinition page{.key = "kernel",
                                     .title = KernelPage::tr("&Kernel"),
                                     .tip = KernelPage::tr("Read the generated kernel"),
                                     .icon = QStringLiteral("kernel"),
                                     .place = PagePlace::Beside,
                                     .views = {{"kernel"}, {"ptx"}, {"sass"}},
                                     .make = [](const PageParts& parts, QWidget* parent) -> Page* {
                                         return new KernelPage(parts.workspace, parent);
                                     }};
    return page;
}

KernelPage::KernelPage(Workspace& workspace, QWidget* parent) : Page(kernelPage(), parent), m_workspace(workspace)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::between, space::inside, 0, 0);
    column->setSpacing(space::inside);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(0, 0, space::inside, 0);
    m_title = new QLabel;
    m_title->setTextFormat(Qt::PlainText);
    m_title->setProperty("role", QStringLiteral("title"));
    top->addWidget(m_title);
    const auto addChoices = [&](QBoxLayout& row, std::initializer_list<const char*> names) {
        auto* group = new QButtonGroup(this);
        for (const char* name : names) {
            auto* b = new QToolButton;
            b->setText(tr(name));
            b->setCheckable(true);
            group->addButton(b, static_cast<int>(group->buttons().size()));
            row.addWidget(b);
        }
        group->button(0)->setChecked(true);
        return group;
    };
    top->addSpacing(space::between);
    m_codegens = addChoices(*top, {QT_TR_NOOP("Template"), QT_TR_NOOP("IR")});
    top->addStretch();
    const auto button = [&](const QString& text) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        b->setIconSize({16, 16});
        top->addWidget(b);
        return b;
    };
    m_copy = button(tr("Copy"));
    m_copy->setToolTip(tr("Copy the whole source"));
    m_save = button(tr("Save"));
    m_save->setPopupMode(QToolButton::InstantPopup);
    auto* ways = new QMenu(m_save);
    ways->addAction(tr("The source as…"), this, &KernelPage::save);
    m_saveProject = ways->addAction(tr("A project that runs and checks it…"), this, &KernelPage::saveProject);
    m_saveProject->setToolTip(tr("Source, arrays and a host program with its one line to build it"));
    ways->setToolTipsVisible(true);
    m_save->setMenu(ways);
    column->addLayout(top);

    m_facts = new QLabel;

    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setWordWrap(true);
    m_facts->setProperty("role", QStringLiteral("secondary"));
    column->addWidget(m_facts);
    m_resources = new QLabel;
    m_resources->setWordWrap(true);
    column->addWidget(m_resources);

    m_kinds = new KernelKinds;
    column->addWidget(m_kinds);

    m_problem = new QLabel;

    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(0, 0, space::between, 0);
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_problem);
    auto* choice = new QHBoxLayout;
    choice->setContentsMargins(0, 0, space::inside, 0);
    choice->setSpacing(4);
    m_shownButtons = addChoices(*choice, {QT_TR_NOOP("CUDA C++"), QT_TR_NOOP("PTX"), QT_TR_NOOP("SASS")});
    choice->addStretch(1);
    auto* target = new QLabel(tr("compiled for"));
    target->setProperty("role", QStringLiteral("secondary"));
    choice->addWidget(target);
    m_architecture = new QComboBox;
    for (const char* architecture : {"sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"})
        m_architecture->addItem(QString::fromLatin1(architecture));
    m_architecture->setCurrentText(QStringLiteral("sm_90"));
    m_architecture->setAccessibleName(tr("Architecture to compile for"));
    target->setBuddy(m_architecture);
    choice->addWidget(m_architecture);
    column->addLayout(choice);

    m_texts = new QSplitter(Qt::Vertical);
    m_texts->setChildrenCollapsible(false);
    m_source = new SourceView;
    m_texts->addWidget(m_source);
    m_listing = new ListingView;
    m_texts->addWidget(m_listing);
    m_listingProblem = new QLabel;
    m_listingProblem->setWordWrap(true);
    m_listingProblem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_texts->addWidget(m_listingProblem);
    column->addWidget(m_texts, 1);

    connect(m_shownButtons, &QButtonGroup::idClicked, this, [this](int id) { showListing(static_cast<Shown>(id)); });
    connect(m_codegens, &QButtonGroup::idClicked, this,
            [this](int id) { m_workspace.operations().setCodegen(static_cast<Codegen>(id)); });
    connect(m_architecture, &QComboBox::currentTextChanged, this, &KernelPage::compile);
    connect(m_listing, &ListingView::sourceLineClicked, this,
            [this](int line) { m_source->markLines(line, line, line); });
    listen(m_workspace.operations(), Operations::CompiledChanged, this, &KernelPage::showCompiled);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (const auto source = m_workspace.operations().source())
            QGuiApplication::clipboard()->setText(source->text);
    });
    connect(m_save, &QToolButton::clicked, this, &KernelPage::save);
    connect(m_kinds, &QTreeWidget::currentItemChanged, this, [this] { markCurrent(); });
    connect(m_source, &SourceView::lineClicked, this, [this](int line) {
        const auto source = m_workspace.operations().source();
        if (!source)
            return;
        if (const int node = m_kinds->nodeAt(line); node >= 0) {
            m_kinds->setCurrentNode(node);
            m_listing->markSource(line, line, line);
            return;
        }
        // The branch itself first, then the template that several kinds may share.
        int found = -1;
        for (int i = static_cast<int>(source->links.size()) - 1; i >= 0; --i) {
            const KernelLink& link = source->links[at(i)];
            if (line >= link.firstLine && line <= link.lastLine && found < 0)
                found = i;
            if (line == link.caseLine) {
                found = i;
                break;
            }
        }
        if (found >= 0)
            m_kinds->setCurrentItem(m_kinds->topLevelItem(found));
        m_listing->markSource(line, line, line);
    });
    listen(m_workspace.operations(), Operations::SourceChanged, this, &KernelPage::showSource);
    listen(m_workspace.document(), Document::PlanFactsChanged, this, &KernelPage::showSource);
    listen(m_workspace.document(), Document::RunsChanged, this, &KernelPage::showFacts);
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &KernelPage::showSelection);
    listen(m_workspace.attention(), Attention::NodeChanged, this, &KernelPage::showNode);
    connect(&m_workspace.jobs(), &Jobs::changed, this, [this] {
        if (!m_workspace.operations().source())
            showSource();
    });
    setIcons();
    showSource();
}

void KernelPage::showView(std::string_view name)
{
    if (name == "ptx")
        showListing(Shown::Ptx);
    else if (name == "sass")
        showListing(Shown::Sass);
}

QToolButton& KernelPage::choice(Codegen codegen)
{
    return *static_cast<QToolButton*>(m_codegens->button(static_cast<int>(codegen)));
}

// The source is read and tall: it has a little more than half.
int KernelPage::extent(int room) const
{
    return room * 55 / 100;
}

QList<QAction*> KernelPage::fillMenu(PageMenu which, QMenu& menu)
{
    if (which != PageMenu::Run)
        return {};
    m_generate = addEntry(menu, tr("&Generate the kernel"), QKeySequence(QStringLiteral("Ctrl+E")), [this] {
        Q_EMIT wanted();
        m_workspace.operations().generate();
    });
    return {m_generate};
}

void KernelPage::updateActions()
{
    m_generate->setEnabled(m_workspace.attention().plan() && m_workspace.operations().hooks().generateSource);
}

std::vector<TourStop> KernelPage::tour()
{
    return {{tr("One kernel runs all tiles"),
             tr("The CUDA source that is generated from the plan. A kind of tile leads to the lines that run it, "
                "and those to their PTX. Save writes a project that builds, runs and checks it without this program."),
             [this] { return parentWidget(); }, [this] { Q_EMIT wanted(); }}};
}

void KernelPage::showSource()
{
    const auto source = m_workspace.operations().source();
    const PlanPtr plan = m_workspace.attention().plan();
    m_texts->setVisible(source != nullptr);
    m_kinds->setVisible(source != nullptr);
    m_problem->setVisible(source == nullptr);
    m_copy->setEnabled(source != nullptr);
    m_save->setEnabled(source != nullptr);
    m_saveProject->setEnabled(static_cast<bool>(m_workspace.operations().hooks().writeProject));
    showFacts();
    showCodegen();
    showCompiled();
    compile();
    if (!source) {
        m_title->setText(tr("Kernel"));
        m_problem->setText(!plan ? tr("The kernel is generated from a plan. Search one (Alt+2), or open a plan file.")
                           : !m_workspace.operations().sourceProblem().isEmpty()
                               ? tr("No kernel is generated: %1").arg(m_workspace.operations().sourceProblem())
                           : m_workspace.operations().hooks().generateSource
                               ? tr("Generating…")
                               : tr("This program was built without code generation."));
        if (!m_source->toPlainText().isEmpty())
            m_source->setPlainText({});
        m_kinds->clearSource();
        m_source->setNotes({});
        showWriters();
        m_source->markLines(0, 0, 0);
        return;
    }
    m_title->setText(source->entry);
    if (m_source->toPlainText() != source->text) {
        m_source->markLines(0, 0, 0);
        m_source->setPlainText(source->text);
    }
    const QSignalBlocker quiet(m_kinds);
    m_kinds->setSource(*source, plan.get());
    m_source->setNotes(functionNotes(*source));
    showWriters();
    showSelection();
    showNode();
}

void KernelPage::showCodegen()
{
    const PlanPtr plan = m_workspace.attention().plan();
    const QString why = !plan                 ? tr("The kernel is generated from a plan.")
                        : ranByLibrary(*plan) ? tr("A library computes this plan.")
                                              : QString::fromStdString(ir::whyNotPrinted(*plan));
    choice(m_workspace.operations().codegen()).setChecked(true);
    for (QAbstractButton* button : m_codegens->buttons())
        button->setEnabled(why.isEmpty());
    choice(Codegen::Template)
        .setToolTip(!why.isEmpty() ? why
                                   : tr("Templates written by hand; a format that has none is printed from the plan's "
                                        "program"));
    choice(Codegen::Program)
        .setToolTip(!why.isEmpty() ? why
                                   : tr("All of it printed from the plan's program, with the schedule that was "
                                        "written for it, or default schedules"));
}

void KernelPage::showFacts()
{
    const auto source = m_workspace.operations().source();
    QStringList facts;
    if (source) {
        facts << tr("%1 lines").arg(countText(source->text.count(QLatin1Char('\n')) + 1));
        facts << tr("%1 threads a block").arg(countText(source->threads));
        if (const auto& node = m_workspace.attention().node();
            node && !source->nodes.empty() && wroteNothing(node->kind))
            facts << tr("%1 wrote no line: what it does is in the arrays").arg(QString::fromStdString(node->kind));
    }
    if (const OpenRun* run = m_workspace.attention().run(); run && source) {
        const Profile& p = *run->profile;
        facts << tr("ran with %1 registers, %2 shared, occupancy %3")
                     .arg(p.registers)
                     .arg(bytesText(p.sharedBytes), percentText(p.occupancy));
        if (run->recorded)
            facts << tr("recorded");
    }
    m_facts->setText(facts.join(QStringLiteral("  ·  ")));
    m_facts->setVisible(!facts.isEmpty());
}

void KernelPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    compile();
}

void KernelPage::compile()
{
    const auto source = m_workspace.operations().source();
    if (!source || !isVisible() || !m_workspace.operations().hooks().compileKernel)
        return;
    const auto compiled = m_workspace.operations().compiled();
    if (!compiled || compiled->kernel->architecture != m_architecture->currentText().toStdString())
        m_workspace.operations().compile(m_architecture->currentText());
}

void KernelPage::showListing(Shown what)
{
    m_shown = what;
    m_shownButtons->button(static_cast<int>(what))->setChecked(true);
    showCompiled();
}

void KernelPage::showCompiled()
{
    const auto compiled = m_workspace.operations().compiled();
    QString resources;
    QString problem = m_workspace.operations().compileProblem();
    if (compiled) {
        const CompiledKernel& k = *compiled->kernel;
        const KernelResources& r = k.resources;
        const Occupancy o = occupancyOf(k.architecture, k.threads, r);
        const QString spills =
            r.spillStores + r.spillLoads == 0
                ? tr("no spills")
                : tr("spills %1 stored, %2 loaded a thread").arg(bytesText(r.spillStores), bytesText(r.spillLoads));
        resources = tr("%1: %2 registers, %3 shared, %4")
                        .arg(QString::fromStdString(k.architecture))
                        .arg(r.registers)
                        .arg(bytesText(r.sharedBytes), spills);
        if (o.blocks > 0) {
            QStringList limits = QString::fromStdString(o.limit).split(QStringLiteral(" and "));
            for (QString& limit : limits)
                limit = fromEngine(limit.toStdString());
            resources += tr(". %1 blocks an SM, %2 of its threads, limited by %3.")
                             .arg(o.blocks)
                             .arg(percentText(o.share), inWords(limits));
        }
    } else if (!problem.isEmpty()) {
        resources = tr("Not compiled: %1").arg(problem);
    }
    m_resources->setText(resources);
    m_resources->setVisible(!resources.isEmpty());

    const bool listed = m_shown != Shown::Source;
    const Listing* listing = !compiled ? nullptr : m_shown == Shown::Ptx ? &compiled->ptx : &compiled->sass;
    const bool has = listed && listing && !listing->lines.empty();
    if (listed && compiled && !has)
        problem = QString::fromStdString(compiled->kernel->sassProblem);
    m_listing->setVisible(has);
    m_listing->listing().setListing(has ? std::shared_ptr<const Listing>(compiled, listing) : nullptr);
    m_listingProblem->setVisible(listed && !has);
    m_listingProblem->setText(!problem.isEmpty() ? problem
                              : m_workspace.operations().hooks().compileKernel
                                  ? tr("Compiling…")
                                  : tr("This program was built without a compiler."));
    if (!has)
        return;
    if (m_kinds->currentItem())
        return markCurrent();
    // The kernel itself, behind what stands in front of it; once the view has its size.
    const std::string entry = compiled->kernel->entry;
    const auto begin = std::find_if(listing->lines.begin(), listing->lines.end(), [&](std::string_view line) {
        return line.find(".entry " + entry) != std::string_view::npos ||
               line.find(".text." + entry) != std::string_view::npos;
    });
    const int row = static_cast<int>(begin - listing->lines.begin());
    QTimer::singleShot(0, m_listing, [this, row] {
        m_listing->scrollTo(m_listing->listing().index(row), QAbstractItemView::PositionAtTop);
    });
}

void KernelPage::save()
{
    const auto source = m_workspace.operations().source();
    if (!source)
        return;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the kernel"), QStringLiteral("kernel.cu"), tr("CUDA C++ (*.cu)"));
    if (path.isEmpty())
        return;
    try {
        writeText(path.toStdString(), source->text.toStdString());
        Q_EMIT m_workspace.operations().message(tr("Saved the kernel as %1").arg(path));
    } catch (...) {
        Q_EMIT m_workspace.operations().failed(
            failureOf(Lane::Save, tr("Saving the kernel"), std::current_exception()));
    }
}

void KernelPage::saveProject()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("A folder for the project"));
    if (!folder.isEmpty())
        m_workspace.operations().writeProject(folder);
}

void KernelPage::setIcons()
{
    const QColor color = colorsOf(*this).text;
    m_copy->setIcon(lineIcon(QStringLiteral("copy"), color));
    m_save->setIcon(lineIcon(QStringLiteral("save"), color));
}

void KernelPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        setIcons();
        showWriters();
    }
    Page::changeEvent(event);
}

} // namespace sparsescope
