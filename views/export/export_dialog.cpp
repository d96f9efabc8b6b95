// One place for everything that leaves the window as a file.
#include "views/export/export_dialog.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

QLabel* remark(const QString& text)
{
    auto* label = new QLabel(text);
    label->setProperty("role", QStringLiteral("secondary"));
    label->setWordWrap(true);
    return label;
}

QSpinBox* pixels(int value)
{
    auto* box = new QSpinBox;
    box->setRange(200, 16'000);
    box->setSingleStep(100);
    box->setValue(value);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setSuffix(QObject::tr(" px"));
    return box;
}

} // namespace

ExportDialog::ExportDialog(std::vector<PictureChoice> pictures, std::vector<DataChoice> data, Actions actions,
                           QWidget* parent)
    : QDialog(parent), m_pictures(std::move(pictures)), m_data(std::move(data)), m_actions(std::move(actions))
{
    setWindowTitle(tr("Export"));
    resize(760, 420);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(space::between, space::between, space::between, space::between);
    whole->setSpacing(space::between);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::between);
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("What to export"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    row->addWidget(m_list, 5);
    m_options = new QStackedWidget;
    row->addWidget(m_options, 4);
    whole->addLayout(row, 1);

    const auto page = [this] {
        auto* widget = new QWidget;
        auto* form = new QFormLayout(widget);
        form->setContentsMargins(0, 0, 0, 0);
        form->setRowWrapPolicy(QFormLayout::WrapLongRows);
        m_options->addWidget(widget);
        return form;
    };
    QFormLayout* picture = page();
    m_pictureFormat = new QComboBox;
    m_pictureFormat->addItem(tr("PNG (pixels)"), QStringLiteral("png"));
    m_pictureFormat->addItem(tr("SVG (vectors)"), QStringLiteral("svg"));
    m_pictureFormat->addItem(tr("PDF (vectors)"), QStringLiteral("pdf"));
    picture->addRow(tr("&As"), m_pictureFormat);
    m_width = pixels(2400);
    picture->addRow(tr("&Width"), m_width);
    m_pixels = remark({});
    picture->addRow(m_pixels);

    QFormLayout* table = page();
    m_dataFormat = new QComboBox;
    m_dataFormat->addItem(tr("CSV (comma-separated)"), QStringLiteral("csv"));
    m_dataFormat->addItem(tr("JSON (one object a row)"), QStringLiteral("json"));
    table->addRow(tr("&As"), m_dataFormat);
    table->addRow(remark(tr("All rows, not rounded; times in nanoseconds.")));

    QFormLayout* frames = page();
    m_frames = new QSpinBox;
    m_frames->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_frames->setRange(2, 9999);
    m_frames->setValue(120);
    frames->addRow(tr("&Number"), m_frames);
    m_frameWidth = pixels(1280);
    frames->addRow(tr("&Width"), m_frameWidth);
    frames->addRow(
        remark(tr("frame-0001.png and so on in a folder, from the first tile to the last, in the part of the "
                  "matrix that is in view. For a film: ffmpeg -i frame-%04d.png search.mp4")));

    QFormLayout* web = page();
    web->addRow(remark(tr("One file that any browser opens, without this program and without the net: the matrix, the "
                          "plans by format, what was measured, and the search step by step.")));

    for (std::size_t i = 0; i < m_pictures.size(); ++i)
        add(m_pictures[i].name, {Picture, i});
    for (std::size_t i = 0; i < m_data.size(); ++i)
        add(tr("Data: %1").arg(m_data[i].name), {Data, i});
    if (m_actions.saveFrames)
        add(tr("The search as frames"), {Frames});
    add(tr("Session as a web page"), {Page});

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(space::inside);
    buttons->addStretch();
    m_copy = new QPushButton(tr("&Copy as image"));
    m_copy->setAutoDefault(false);
    buttons->addWidget(m_copy);
    auto* close = new QPushButton(tr("Cancel"));
    close->setAutoDefault(false);
    buttons->addWidget(close);
    m_export = new QPushButton(tr("&Export…"));
    m_export->setProperty("primary", true);
    m_export->setDefault(true);
    buttons->addWidget(m_export);
    whole->addLayout(buttons);

    connect(m_list, &QListWidget::currentRowChanged, this, &ExportDialog::showChoice);
    connect(m_list, &QListWidget::itemActivated, this, &ExportDialog::ask);
    connect(m_pictureFormat, &QComboBox::currentIndexChanged, this, &ExportDialog::showPixels);
    connect(m_width, &QSpinBox::valueChanged, this, &ExportDialog::showPixels);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::ask);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        m_pictures[chosen().index].copy();
        accept();
    });
    m_list->setCurrentRow(0);
    m_list->setFocus();
}

void ExportDialog::add(const QString& name, Entry entry)
{
    m_entries.push_back(entry);
    m_list->addItem(name);
}

ExportDialog::Entry ExportDialog::chosen() const
{
    return m_entries[at(std::max(0, m_list->currentRow()))];
}

void ExportDialog::showChoice()
{
    const Entry entry = chosen();
    m_options->setCurrentIndex(entry.kind);
    m_copy->setVisible(entry.kind == Picture);
    if (entry.kind == Picture)
        m_width->setValue(std::max(2400, 2 * m_pictures[entry.index].size.width())); // enough for print
    showPixels();
}

void ExportDialog::showPixels()
{
    const Entry entry = chosen();
    if (entry.kind != Picture)
        return;
    const bool vectors = m_pictureFormat->currentIndex() > 0;
    const QSize size = (QSizeF(m_pictures[entry.index].size) * ratio()).toSize();
    m_pixels->setText(vectors ? tr("Lines and text stay vectors; a heat map is an image inside, %1 pixels wide.")
                                    .arg(countText(size.width()))
                              : tr("%1 x %2 pixels").arg(countText(size.width()), countText(size.height())));
}

double ExportDialog::ratio() const
{
    const Entry entry = chosen();
    const int width = entry.kind == Picture ? m_pictures[entry.index].size.width() : m_pictures.front().size.width();
    return static_cast<double>((entry.kind == Picture ? m_width : m_frameWidth)->value()) / std::max(1, width);
}

QString ExportDialog::suffix() const
{
    switch (chosen().kind) {
    case Picture:
        return m_pictureFormat->currentData().toString();
    case Data:
        return m_dataFormat->currentData().toString();
    case Frames:
        break;
    case Page:
        return QStringLiteral("html");
    }
    return {};
}

void ExportDialog::ask()
{
    const Entry entry = chosen();
    if (entry.kind == Frames) {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("A folder for the frames"));
        if (!folder.isEmpty())
            exportTo(folder);
        return;
    }
    const QString stem = entry.kind == Picture ? m_pictures[entry.index].stem
                         : entry.kind == Data  ? m_data[entry.index].stem
                                               : QStringLiteral("session");
    const QString path = QFileDialog::getSaveFileName(this, tr("Export"), stem + QLatin1Char('.') + suffix(),
                                                      tr("%1 files (*.%2)").arg(suffix().toUpper(), suffix()));
    if (!path.isEmpty())
        exportTo(path);
}

void ExportDialog::exportTo(const QString& path)
{
    const Entry entry = chosen();
    const QString ending = QLatin1Char('.') + suffix();
    const QString file = entry.kind == Frames || path.endsWith(ending, Qt::CaseInsensitive) ? path : path + ending;
    switch (entry.kind) {
    case Picture:
        m_pictures[entry.index].save(file, ratio());
        break;
    case Data:
        m_actions.saveData(m_data[entry.index], file);
        break;
    case Frames:
        m_actions.saveFrames(file, m_frames->value(), ratio());
        break;
    case Page:
        m_actions.savePage(file);
        break;
    }
    accept();
}

} // namespace sparsescope
