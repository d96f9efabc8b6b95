// The window in German: what the catalogues hold is whole, is found where it is asked for, and has room.
#include "engine/learn/warp.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/matrix/patterns/kinds.h"
#include "engine/measure/anatomy.h"
#include "engine/plan/graph/node.h"
#include "engine/search/planner.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "tests/views/walk.h"
#include "views/main_window/main_window.h"
#include "views/pages/pages.h"
#include "views/parts/language.h"
#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

#include <set>

using namespace sparsescope;

namespace {

struct Message {
    QString context, source, translation;
    bool finished = true;
};

std::vector<Message> messagesOf(const char* catalogue)
{
    QFile file(inSource("resources/translations/") + QString::fromLatin1(catalogue));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no catalogue");
    QXmlStreamReader xml(&file);
    std::vector<Message> all;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            all.push_back({context, xml.readElementText(), {}});
        else if (xml.name() == QLatin1String("translation")) {
            all.back().finished = xml.attributes().value(QLatin1String("type")).isEmpty();
            all.back().translation = xml.readElementText();
        }
    }
    return all;
}

// What has to be the same in every language: numbers of arguments, tags, and what stands behind a tabulator.
QStringList fixedParts(const QString& text)
{
    static const QRegularExpression part(QStringLiteral("%L?[0-9]+|%n|</?[a-z0-9]+>|\\t|^ +| +$"));
    QStringList all;
    for (auto found = part.globalMatch(text); found.hasNext();)
        all << found.next().captured();
    all.sort();
    return all;
}

// Hears everything that is asked for, and answers nothing.
class Listener : public QTranslator {
public:
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        m_asked.insert({QString::fromUtf8(context), QString::fromUtf8(source)});
        return {};
    }
    bool isEmpty() const override { return false; }
    const std::set<std::pair<QString, QString>>& asked() const { return m_asked; }

private:
    mutable std::set<std::pair<QString, QString>> m_asked;
};

// The sentences that the engine says as they are, which the window looks up in engine_de.ts.
std::set<QString> engineWords()
{
    std::set<QString> all;
    const auto add = [&](const std::string& text) {
        if (!text.empty())
            all.insert(QString::fromStdString(text));
    };
    const auto addParameter = [&](const auto& parameter) {
        add(parameter.label);
        add(parameter.help);
    };
    for (int v = 0; v < learn::viewCount; ++v) {
        const auto view = static_cast<learn::View>(v);
        add(learn::label(view));
        add(learn::about(view));
        learn::LearnState state;
        state.matrix = learn::namedMatrix("figure1");
        state.view = view;
        std::vector<learn::LearnExample> examples = learn::examples(view);
        if (examples.empty())
            examples.emplace_back();
        for (const learn::LearnExample& example : examples) {
            add(example.label);
            state.example = example.name;
            for (const learn::LearnParameter& setting : learn::settingsOf(state))
                addParameter(setting);
        }
    }
    for (const learn::LearnKind& kind : learn::learnKinds(*learn::namedMatrix("figure1"))) {
        add(kind.about);
        for (const learn::LearnParameter& parameter : kind.parameters)
            addParameter(parameter);
        for (const learn::LearnMapping& mapping : kind.mappings) {
            add(mapping.name);
            add(mapping.about);
        }
    }
    for (const learn::NamedMatrix& matrix : learn::namedMatrices())
        add(matrix.label);
    for (const Planner* planner : planners()) {
        add(planner->description());
        for (const PlannerOption& option : planner->options())
            addParameter(option);
    }
    for (const auto& kinds : {patternKinds(), maskKinds()})
        for (const PatternKind& kind : kinds) {
            add(kind.label);
            add(kind.description);
            for (const PatternParameter& parameter : kind.parameters)
                addParameter(parameter);
        }
    for (const graph::NodeKind& kind : graph::nodeKinds())
        add(kind.description);
    for (std::size_t part = 0; part < callParts; ++part) {
        add(name(static_cast<CallPart>(part)));
        add(meaning(static_cast<CallPart>(part)));
    }
    return all;
}

bool builtIn()
{
    return languages().contains(QStringLiteral("de"));
}

} // namespace

class TestGerman : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void everyTranslationHasThePartsOfItsSource_data();
    void everyTranslationHasThePartsOfItsSource();
    void theEngineSaysWhatIsTranslated();
    void theWindowHasItsWordsInGerman();
    void nothingIsCut_data();
    void nothingIsCut();
    void noTwoEntriesOfAMenuHaveOneLetter();
    void everyWordIsFoundWhereItIsAskedFor();
    void theChoiceIsKept();

private:
    void settle() { QTRY_VERIFY(m_window->settled()); }
    fake::Data m_data = fake::searched();
    Listener m_listener;
    std::unique_ptr<MainWindow> m_window;
};

void TestGerman::initTestCase()
{
    if (!builtIn())
        return;
    useLanguage(QStringLiteral("de"));
    QCoreApplication::installTranslator(&m_listener);
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->resize(1280, 720);
    m_window->show();
    Workspace& w = m_window->workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
    m_window->reduceMotion(true);
    settle();
}

void TestGerman::everyTranslationHasThePartsOfItsSource_data()
{
    QTest::addColumn<QByteArray>("catalogue");
    for (const char* catalogue : {"sparsescope_de.ts", "engine_de.ts"})
        QTest::addRow("%s", catalogue) << QByteArray(catalogue);
}

void TestGerman::everyTranslationHasThePartsOfItsSource()
{
    QFETCH(QByteArray, catalogue);
    const std::vector<Message> messages = messagesOf(catalogue.constData());
    QVERIFY(messages.size() > 100);
    int unfinished = 0;
    for (const Message& message : messages) {
        if (!message.finished) {
            ++unfinished;
            continue;
        }
        QVERIFY2(!message.translation.isEmpty(), qPrintable(message.source));
        QVERIFY2(fixedParts(message.translation) == fixedParts(message.source),
                 qPrintable(message.source + QStringLiteral(" | ") + message.translation));
    }
    if (unfinished > 0)
        qInfo("%d of %zu are not translated yet", unfinished, messages.size());
}

// Who changes a sentence there need not know German: it is English then, until somebody looks at this.
void TestGerman::theEngineSaysWhatIsTranslated()
{
    std::set<QString> translated;
    for (const Message& message : messagesOf("engine_de.ts"))
        QVERIFY2(translated.insert(message.source).second, qPrintable(message.source));
    qsizetype said = 0;
    QStringList missing;
    for (const QString& words : engineWords())
        translated.contains(words) ? static_cast<void>(++said) : missing.push_back(words);
    if (!missing.isEmpty()) {
        QFile list(inOutput("engine_de_missing.txt"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write(missing.join(QLatin1Char('\n')).toUtf8());
        qInfo("%lld of the engine's sentences are not in engine_de.ts: %s", static_cast<long long>(missing.size()),
              qPrintable(list.fileName()));
    }
    QVERIFY(said > 50);
}

void TestGerman::theWindowHasItsWordsInGerman()
{
    if (!builtIn())
        QSKIP("built without catalogues");
    QCOMPARE(windowLanguage(), QStringLiteral("de"));
    QCOMPARE(languageName(QStringLiteral("de")), QStringLiteral("Deutsch"));
    QStringList menus;
    for (const QAction* menu : m_window->menus().actions())
        menus << menu->text();
    QVERIFY2(menus.contains(QStringLiteral("&Datei")) && menus.contains(QStringLiteral("&Hilfe")),
             qPrintable(menus.join(QLatin1Char('|'))));
    QCOMPARE(countText(1234567), QStringLiteral("1,234,567")); // numbers stay as they are
}

void TestGerman::nothingIsCut_data()
{
    QTest::addColumn<QByteArray>("page");
    for (const char* page : {"explore", "search", "kernel", "measure", "compare", "learn", "program", "batch"})
        QTest::addRow("%s", page) << QByteArray(page);
}

void TestGerman::nothingIsCut()
{
    if (!builtIn())
        QSKIP("built without catalogues");
    QFETCH(QByteArray, page);
    m_window->showPage(page.constData());
    for (const PageView& view : m_window->page().definition().views) {
        m_window->page().showView(view.name);
        settle();
        // Rows that fold what they have no room for do so a moment later.
        QStringList faults;
        const bool whole = QTest::qWaitFor([&] {
            faults = walk::layoutFaults(*m_window, *m_window) + walk::widerThanTheirScroll(*m_window);
            return faults.isEmpty();
        });
        QVERIFY2(whole,
                 qPrintable(QString::fromLatin1(view.name) + QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    }
}

void TestGerman::noTwoEntriesOfAMenuHaveOneLetter()
{
    if (!builtIn())
        QSKIP("built without catalogues");
    static const QRegularExpression letter(QStringLiteral("&([^&])"));
    QStringList clashes;
    const auto look = [&](const QString& title, const QList<QAction*>& actions) {
        QMap<QString, QString> taken;
        for (const QAction* action : actions) {
            const QString text = QString(action->text()).remove(QStringLiteral("&&"));
            const QString key = letter.match(text).captured(1).toLower();
            if (key.isEmpty() || !action->isVisible())
                continue;
            if (taken.contains(key))
                clashes << QStringLiteral("%1: %2, %3").arg(title, taken.value(key), text);
            taken[key] = text;
        }
    };
    look(QStringLiteral("menu bar"), m_window->menus().actions());
    for (QMenu* menu : m_window->menus().findChildren<QMenu*>()) {
        Q_EMIT menu->aboutToShow();
        look(menu->title(), menu->actions());
    }
    QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(QLatin1Char('\n'))));
}

// lupdate guesses the class that a word is asked for by; a wrong guess is English on screen.
void TestGerman::everyWordIsFoundWhereItIsAskedFor()
{
    if (!builtIn())
        QSKIP("built without catalogues");
    std::set<std::pair<QString, QString>> known;
    std::set<QString> sources;
    for (const Message& message : messagesOf("sparsescope_de.ts")) {
        known.insert({message.context, message.source});
        sources.insert(message.source);
    }
    QVERIFY(m_listener.asked().size() > 500);
    for (const auto& [context, source] : m_listener.asked())
        if (context.startsWith(QStringLiteral("sparsescope")) && sources.contains(source))
            QVERIFY2(known.contains({context, source}), qPrintable(context + QStringLiteral(": ") + source));
}

void TestGerman::theChoiceIsKept()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    QCOMPARE(keptLanguage(settings), QStringLiteral("system"));
    keepLanguage(settings, QStringLiteral("en"));
    QCOMPARE(keptLanguage(settings), QStringLiteral("en"));
    keepLanguage(settings, QStringLiteral("klingon"));
    QCOMPARE(keptLanguage(settings), QStringLiteral("system"));
    QCOMPARE(languageOf(QStringLiteral("en")), QStringLiteral("en"));
}

VIEW_TEST(TestGerman)
#include "tst_german.moc"
