// What the command line does to a matrix can be done in the window: every option of sparsescope-cli, as --help tells
// them, and the control that does it here, or why there is none.
#include "engine/matrix/masks/kinds.h"
#include "engine/search/planner.h"
#include "tests/support/fake_worker.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/parts/action_palette.h"
#include "views/parts/label_text.h"
#include "views/workspace/gpu_hosts.h"
#include "views/workspace/workspace.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QMap>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <vector>

using namespace sparsescope;

namespace {

// A control is an action by its name in the list of all actions, "…" and what follows: a field in the dialog that it
// opens, or ": " and the name of a field in the window. A star stands for the rest of a name.
struct OptionPlace {
    const char* commands; // that have the option; a star: all
    const char* option;
    const char* control; // null: there is none, because
    const char* why = nullptr;
};

const std::vector<OptionPlace> optionPlaces = {
    {"*", "--json", nullptr, "for programs; what it holds is on screen, and leaves by File > Export as CSV or JSON"},
    {"*", "--threads", nullptr, "the window takes all cores; a plan is the same at any number of threads"},
    {"*", "--op", "Operator: SDDMM*"},
    {"*", "--dense", "Dense extent: J = 128"},
    {"*", "--inner", "Inner extent: Another*"},
    {"*", "--dtype", "Data type: bf16*"},
    {"*", "--planner", "Planner: hyb"},
    {"*", "--calibration", "Calibration: Open a calibration file…"},
    {"*", "--cost-model", "Cost model: Own cost model…"},
    {"*", "--what-if", ": factor-atomic"},
    {"plan sweep profile compare batch ir", "--with", nullptr,
     "a planner of the user's own has its options under Search, as others have"},
    {"plan sweep profile compare batch ir", "--program-seconds", nullptr, "as its other options"},
    {"compare", "--published", "Add published numbers…"},
    {"plan sweep profile compare batch ir", "--rules", "Rules: Open rules…"},
    {"plan sweep profile compare batch ir", "--fit", nullptr,
     "the window is not linked with the library of boosted trees"},
    {"render", "--output", "Export…"},
    {"render", "--size", "Export… Pixels across"},
    {"render", "--width", "Export… Width on paper"},
    {"render", "--font", "Export… Font"},
    {"render", "--font-size", "Export… Size of text"},
    {"render", "--legend", "Export… Legend"},
    {"render", "--title", "Export… Title"},
    {"render", "--axes", "Export… Axes with numbers"},
    {"render", "--map", "Colour map: cividis"},
    {"render", "--theme", "Theme: Dark"},
    {"render", "--layer", "Layer: *"},
    {"render", "--page", "Measure"},
    {"render", "--stretch", "Stretch to fill the canvas"},
    {"render permute info", "--order", "Order: *"},
    {"plan sweep profile compare batch ir", "--order", ": Plan this order*"},
    {"render permute info ir", "--plan", "Open…"},
    {"permute generate-matrix", "--output", "Export the matrix in the order shown…"},
    {"permute", "--permutation", "Export the matrix in the order shown…"},
    {"permute", "--rows", "Export the selected part of the matrix…"},
    {"permute", "--cols", "Export the selected part of the matrix…"},
    {"generate-masks", "--output", nullptr, "the window makes masks to look at them, anew from their parameters"},
    {"*", "--mask", ": Shown mask"},
    {"*", "--edges", "Open edge list…"},
    {"*", "--slice", nullptr,
     "the canvas has rulers between slices; permute --slice writes one, which opens as any matrix"},
    {"plan", "--output", "Save plan as…"},
    {"plan", "--trace", "Export… Data: Rounds of the search"},
    {"sweep", "--vary", ": What varies"},
    {"sweep", "--ready", ": Which sweep"},
    {"sweep", "--compete", ": Competitors may win"},
    {"sweep", "--output", ": CSV…"},
    {"compare", "--planners", "Compare planners"},
    {"compare sweep", "--run", ": Run all"},
    {"compare", "--output", ": CSV…"},
    {"batch", "--dtypes", nullptr, "a window shows one matrix; what it compares is in Compare"},
    {"batch", "--planners", nullptr, "as its types"},
    {"batch", "--ready", nullptr, "as its types"},
    {"batch", "--run", nullptr, "as its types"},
    {"batch", "--devices", nullptr, "a window measures one plan at a time"},
    {"batch", "--limit", nullptr, "as its types"},
    {"batch", "--family", nullptr, "as its types"},
    {"batch", "--output", nullptr, "as its types"},
    {"check profile compare sweep batch", "--seed", "Run options… seed"},
    {"ir", "--program", nullptr, "the page Program takes it as text"},
    {"ir", "--schedule", nullptr, "the page Program takes it as text"},
    {"ir", "--stage", nullptr, "the page Program shows all of them"},
    {"ir", "--untiled", nullptr, "a box on the page Program"},
    {"ir", "--check", nullptr, "a button on the page Program"},
    {"ir", "--output", nullptr, "a menu on the page Program"},
    {"generate", "--output", "The source as…"},
    {"generate", "--standalone", "A project that runs and checks it…"},
    {"calibrate", "--output", nullptr, "it measures a GPU for minutes, and no matrix; Operator > Calibration opens it"},
    {"calibrate", "--name", nullptr, "as its output"},
    {"calibrate", "--device", nullptr, "as its output"},
    {"calibrate", "--dtypes", nullptr, "as its output"},
    {"calibrate", "--only", nullptr, "as its output"},
    {"profile compare sweep", "--device", "1: another"},
    {"profile compare sweep", "--host", "Another machine…"},
    {"calibrate", "--host", nullptr, "as its output"},
    {"batch", "--host", nullptr, "as its devices"},
    {"profile compare sweep batch", "--repeats", "Run options… repeats"},
    {"check profile compare sweep batch", "--values", "Run options… values"},
    {"profile compare sweep batch", "--no-tune", "Run options… tune"},
    {"profile compare sweep", "--codegen", nullptr, "runs in the window take templates where there are some"},
    {"generate", "--codegen", nullptr, "the page Kernel shows both"},
    {"generate", "--parameters", nullptr, "the page Kernel shows the usual ones"},
    {"profile", "--oracle", "Run options… oracle"},
    {"profile", "--no-counters", "Run options… counters"},
    {"profile", "--baseline", "Run options… against"},
    {"profile", "--kernel", "Run options… ownKernel"},
    {"profile", "--plan", "Open…"},
    {"profile", "--output", "Save session"},
    {"profile compare", "--add", "Add…"},
    {"profile", "--title", nullptr, "the window names plans as their planners, with a number where two are alike"},
    {"export", "--output", "Export…"},
    {"report", "--output", "Export as web page…"},
    {"report", "--matrix", nullptr, "a matrix that is not place it was is asked for, in a bar with \"Locate…\""},
    {"learn", "--list", "Lesson: *"},
    {"learn", "--output", "The lesson as web page…"},
    {"learn", "--svg", "This picture…"},
    {"learn", "--part", "Next step of the lesson"},
    {"learn", "--step", "One step of the picture on"},
    {"learn", "--theme", "Theme: Dark"},
    {"learn", "--language", "Language: English"},
    {"learn", "--without-answers", "The web page without answers…"},
    {"learn", "--slides", "The web page, slides on paper…"},
    {"learn", "--instructor", "Notes for the instructor"},
    {"learn", "--gift", "The exercises as a quiz for Moodle…"},
    {"learn", "--grade", nullptr, "a table of what many handed in is for a terminal; the window hands in"},
    {"learn", "--formats", nullptr, "the window has them as buttons, with their help"},
    {"learn", "--views", nullptr, "the window has them as tabs, with their help"},
    {"learn", "--schema", nullptr, "for editors of text; the window's own fields take nothing else"},
};

bool isPlaceOf(const OptionPlace& place, const QString& command, const QString& option)
{
    const QStringList commands = QString::fromUtf8(place.commands).split(QLatin1Char(' '));
    return option == QLatin1String(place.option) && (commands.contains(command) || commands[0] == QLatin1String("*"));
}

QString helpOf(const QStringList& arguments)
{
    QProcess process;
    process.start(QString::fromStdString(programFile("sparsescope-cli")),
                  arguments + QStringList{QStringLiteral("--help")});
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput());
}

QStringList capturesIn(const QString& pattern, const QString& text)
{
    QStringList found;
    for (auto it = QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(text); it.hasNext();)
        found << it.next().captured(1);
    return found;
}

// Names of actions, and of what is seen.
QSet<QString> namesIn(QWidget& root)
{
    QSet<QString> names;
    for (QAction* action : root.findChildren<QAction*>())
        names << ActionPalette::nameOf(*action).section(QLatin1Char('\t'), 0, 0);
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        names << widget->objectName() << widget->accessibleName();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            names << fromLabel(button->text());
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            names << fromLabel(label->text());
        if (const auto* list = qobject_cast<const QListWidget*>(widget))
            for (int i = 0; i < list->count(); ++i)
                names << list->item(i)->text();
    }
    return names;
}

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyOptionIsInTheWindowOrSaysWhyNot();

private:
    QAction* actionOf(MainWindow& window, const QString& name)
    {
        for (QAction* action : window.findChildren<QAction*>())
            if (ActionPalette::nameOf(*action).section(QLatin1Char('\t'), 0, 0) == name)
                return action;
        return nullptr;
    }
    // What the dialog of an action offers, whatever is chosen in it.
    const QSet<QString>& namesBehind(MainWindow& window, const QString& name)
    {
        if (const auto known = m_dialogs.constFind(name); known != m_dialogs.constEnd())
            return *known;
        QSet<QString> names;
        QTimer::singleShot(0, &window, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            names = namesIn(*dialog);
            if (auto* kinds = dialog->findChild<QComboBox*>())
                for (int i = 0; i < kinds->count(); ++i) {
                    kinds->setCurrentIndex(i);
                    names += namesIn(*dialog);
                }
            dialog->reject();
        });
        if (QAction* action = actionOf(window, name))
            action->trigger();
        return *m_dialogs.insert(name, names);
    }
    QMap<QString, QSet<QString>> m_dialogs;
    fake::Data m_data = fake::searched();
};

void TestCommandLine::everyOptionIsInTheWindowOrSaysWhyNot()
{
    Hooks hooks;
    const auto worker = fakeWorker();
    worker->gpus.push_back({1, "another", {}});
    hooks.hosts = std::make_shared<GpuHosts>(
        worker, [&](const std::string&) { return worker; }, nullptr);
    hooks.worker = hooks.hosts->worker();
    MainWindow window(hooks, nullptr);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    QTRY_VERIFY(window.settled());
    for (Page* page : window.pages())
        page->moreActions();
    for (QMenu* menu : window.findChildren<QMenu*>())
        Q_EMIT menu->aboutToShow();
    const QSet<QString> inWindow = namesIn(window);
    QSet<QString> plannerOptions;
    for (const Planner* planner : planners()) {
        w.setup().setPlanner(QString::fromStdString(planner->name()));
        const QSet<QString> names = namesIn(window);
        for (const PlannerOption& option : planner->options()) {
            const QString name = QString::fromStdString(option.name);
            if (name != QLatin1String("rules") && !names.contains(QStringLiteral("option-") + name))
                continue; // not in the form: its row is missing below
            plannerOptions << QStringLiteral("--") + name << QStringLiteral("--no-") + name;
        }
    }
    plannerOptions.remove(QStringLiteral("--rules"));

    // Runs have more options where masks are open.
    MainWindow ofMasks(hooks, nullptr);
    ofMasks.show();
    const MaskSequencePtr masks = makeMasks("relu", {{"masks", 2}});
    ofMasks.workspace().document().setMasks(masks, 0, masks->matrix(0));
    namesBehind(ofMasks, QStringLiteral("Run options…"));

    const auto there = [&](const QString& control) {
        const auto in = [](const QSet<QString>& names, const QString& name) {
            return name.endsWith(QLatin1Char('*'))
                       ? std::any_of(names.begin(), names.end(),
                                     [&](const QString& n) { return n.startsWith(name.chopped(1)); })
                       : names.contains(name);
        };
        if (control.startsWith(QLatin1String(": ")))
            return in(inWindow, control.mid(2));
        const qsizetype dialog = control.indexOf(QStringLiteral("… "));
        return dialog < 0 ? in(inWindow, control)
                          : in(namesBehind(window, control.left(dialog + 1)), control.mid(dialog + 2));
    };

    QStringList wrong;
    QSet<const OptionPlace*> used;
    const QString overview = helpOf({});
    const QStringList commands = capturesIn(QStringLiteral("^  ([a-z][a-z-]*)  +[A-Z]"), overview);
    QVERIFY2(commands.size() > 10, qPrintable(overview));
    for (const QString& command : commands) {
        const QStringList options = capturesIn(QStringLiteral("^  (?:-\\w,)?(--[a-z][a-z0-9-]*)"), helpOf({command}));
        QVERIFY2(options.contains(QStringLiteral("--help")), qPrintable(command));
        for (const QString& option : options) {
            if (option == QLatin1String("--help"))
                continue;
            const QString what = command + QLatin1Char(' ') + option;
            const auto row = std::find_if(optionPlaces.begin(), optionPlaces.end(),
                                          [&](const OptionPlace& place) { return isPlaceOf(place, command, option); });
            if (row != optionPlaces.end()) {
                used << &*row;
                if (row->control && !there(QString::fromUtf8(row->control)))
                    wrong << what + QStringLiteral(" is not at ") + QString::fromUtf8(row->control);
            } else if (command == QLatin1String("generate-matrix") || command == QLatin1String("generate-masks")) {
                const QString dialog = command == QLatin1String("generate-masks")
                                           ? QStringLiteral("New masks… ")
                                           : QStringLiteral("New from pattern… ");
                if (!there(dialog + QStringLiteral("option-") + option.mid(2)))
                    wrong << what + QStringLiteral(" is not in the form of its pattern");
            } else if (!plannerOptions.contains(option)) {
                wrong << what + QStringLiteral(" has no line in this test");
            }
        }
    }
    for (const OptionPlace& place : optionPlaces)
        if (!used.contains(&place))
            wrong << QStringLiteral("no command has %1 any more").arg(QLatin1String(place.option));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

VIEW_TEST(TestCommandLine)
#include "tst_command_line.moc"
