// One place for everything that leaves the window as a file.
#include "views/export/export_dialog.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>

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

ExportDialog::ExportDialog(std::vector<PictureChoice> pictures, std::vector<DataChoice> data, QString stem,
                           Actions actions, QWidget* parent)
    : QDialog(parent), m_pictures(std::move(pictures)), m_data(std::move(data)), m_actions(std::move(actions)),
      m_stem(std::move(stem))
{
    setWindowTitle(tr("Export"));
    resize(760, 460);
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
    m_options->addWidget(pictureOptions());

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
    if (m_actions.savePage)
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
    connect(m_width, &QDoubleSpinBox::valueChanged, this, &ExportDialog::showPixels);
    connect(m_pictureWidth, &QSpinBox::valueChanged, this, &ExportDialog::showPixels);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::ask);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        m_pictures[chosen().index].copy();
        accept();
    });
    m_list->setCurrentRow(0);
    m_list->setFocus();
}

// Those of figures for print come first: a column of a journal is about 85 mm wide.
QWidget* ExportDialog::pictureOptions()
{
    auto* widget = new QWidget;
    m_picture = new QFormLayout(widget);
    m_picture->setContentsMargins(0, 0, space::inside, 0);
    m_picture->setRowWrapPolicy(QFormLayout::WrapLongRows);
    const auto number = [](double low, double high, double value, const QString& unit) {
        auto* box = new QDoubleSpinBox;
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
        box->setLocale(QLocale::English);
        box->setDecimals(1);
        box->setRange(low, high);
        box->setValue(value);
        box->setSuffix(unit);
        return box;
    };
    m_pictureFormat = new QComboBox;
    m_pictureFormat->addItem(tr("PNG (pixels)"), QStringLiteral("png"));
    m_pictureFormat->addItem(tr("SVG (vectors)"), QStringLiteral("svg"));
    m_pictureFormat->addItem(tr("PDF (vectors)"), QStringLiteral("pdf"));
    m_pictureFormat->addItem(tr("TikZ (vectors, for LaTeX)"), QStringLiteral("tex"));
    m_picture->addRow(tr("&As"), m_pictureFormat);
    m_width = number(10, 2000, 85, tr(" mm"));
    m_picture->addRow(tr("&Width on paper"), m_width);
    m_pictureWidth = pixels(2000);
    m_picture->addRow(tr("&Pixels across"), m_pictureWidth);
    m_points = number(4, 48, 8, tr(" pt"));
    m_picture->addRow(tr("&Size of text"), m_points);
    m_family = new QFontComboBox;
    m_family->setCurrentFont(typeFace(TypeSize::Small));
    m_family->setMinimumContentsLength(12);
    m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_picture->addRow(tr("&Font"), m_family);
    m_legend = new QComboBox;
    m_legend->addItem(tr("below the matrix"), static_cast<int>(FigureStyle::Legend::Below));
    m_legend->addItem(tr("at its right"), static_cast<int>(FigureStyle::Legend::Right));
    m_legend->addItem(tr("none"), static_cast<int>(FigureStyle::Legend::None));
    m_picture->addRow(tr("&Legend"), m_legend);
    m_title = new QLineEdit;
    m_picture->addRow(tr("&Title"), m_title);
    m_axes = new QCheckBox(tr("A&xes with numbers"));
    m_axes->setChecked(true);
    m_picture->addRow(m_axes);
    m_pixels = remark({});
    m_picture->addRow(m_pixels);
    m_grey = remark({});
    m_picture->addRow(m_grey);
    return new Scroller(widget); // low screens
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
    if (entry.kind == Picture) {
        const PictureChoice& picture = m_pictures[entry.index];
        const bool matrix = picture.kind == PictureChoice::Matrix, screen = picture.kind == PictureChoice::Screen;
        const auto show = [this](QWidget* field, bool shown) {
            field->setVisible(shown);
            if (QWidget* label = m_picture->labelForField(field))
                label->setVisible(shown);
        };
        for (QWidget* field : {static_cast<QWidget*>(m_legend), static_cast<QWidget*>(m_title),
                               static_cast<QWidget*>(m_axes), static_cast<QWidget*>(m_grey)})
            show(field, matrix);
        show(m_points, !screen);
        show(m_family, !screen);
        m_width->setValue(screen ? picture.size.width() / pixelsPerMillimetre : 85);
        m_pictureWidth->setValue(screen ? std::max(2400, 2 * picture.size.width()) : 2000); // enough for print
        m_title->setText(picture.title);
        m_grey->setText(picture.greyTip.isEmpty() ? tr("Printed in grey, all its colours can be told apart.")
                                                  : picture.greyTip);
    }
    showPixels();
}

void ExportDialog::showPixels()
{
    if (chosen().kind != Picture)
        return;
    const QString across = countText(m_pictureWidth->value());
    const QString dots = countText(std::llround(m_pictureWidth->value() / m_width->value() * 25.4));
    const QString format = suffix();
    m_pixels->setText(
        format == QLatin1String("png") ? tr("%1 pixels wide, %2 an inch").arg(across, dots)
        : format == QLatin1String("tex")
            ? tr("Lines and text are commands of TikZ, set in the fonts of your document; a heat map is a "
                 "PNG beside the file, %1 pixels an inch.")
                  .arg(dots)
            : tr("Lines and text stay vectors; a heat map is an image inside, %1 pixels an inch.").arg(dots));
}

FigureStyle ExportDialog::style() const
{
    const PictureChoice& picture = m_pictures[chosen().index];
    FigureStyle style;
    style.width = m_width->value() * pixelsPerMillimetre;
    style.ratio = m_pictureWidth->value() / style.width;
    style.points = m_points->value();
    style.family = m_family->currentFont().family();
    style.axes = m_axes->isChecked();
    style.legend = static_cast<FigureStyle::Legend>(m_legend->currentData().toInt());
    style.title = picture.kind == PictureChoice::Matrix ? m_title->text() : picture.name;
    return style;
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

QString ExportDialog::suggestion() const
{
    const Entry entry = chosen();
    const QString stem = entry.kind == Picture ? m_pictures[entry.index].stem
                         : entry.kind == Data  ? m_stem + QLatin1Char('-') + m_data[entry.index].stem
                                               : m_stem;
    return stem + QLatin1Char('.') + suffix();
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
    const QString path = QFileDialog::getSaveFileName(this, tr("Export"), suggestion(),
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
        m_pictures[entry.index].save(file, style());
        break;
    case Data:
        m_actions.saveData(m_data[entry.index], file);
        break;
    case Frames:
        m_actions.saveFrames(file, m_frames->value(), m_frameWidth->value());
        break;
    case Page:
        m_actions.savePage(file);
        break;
    }
    accept();
}

} // namespace sparsescope
