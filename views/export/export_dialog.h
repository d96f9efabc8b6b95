// One place for everything that leaves the window as a file: pictures, the data behind them, frames of the search, a
// web page of the session.
#pragma once

#include "views/export/canvas_figure.h"
#include "views/export/data_tables.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace sparsescope {

// A picture that the window can hand out.
struct PictureChoice {
    enum Kind { Matrix, Plot, Screen }; // what of a style it has: all, its text and size, its size alone
    QString name;
    QString stem; // of the file that is suggested
    QSize size;   // on screen, in logical pixels
    Kind kind = Screen;
    QString title;   // of the matrix
    QString greyTip; // what cannot be told apart in grey
    // Both start what they have to; the result is a message or a failure of the workspace.
    std::function<void(const QString& path, const FigureStyle& style)> save;
    std::function<void()> copy;
};

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    struct Actions {
        std::function<void(const DataChoice&, const QString& path)> saveData;
        std::function<void(const QString& folder, int frames, int pixels)> saveFrames; // empty: no search
        std::function<void(const QString& path)> savePage;                             // empty: no session
    };
    // `stem`: of the session's file.
    ExportDialog(std::vector<PictureChoice> pictures, std::vector<DataChoice> data, QString stem, Actions actions,
                 QWidget* parent = nullptr);

    QListWidget& list() { return *m_list; }
    // Does what is chosen into this file or folder.
    void exportTo(const QString& path);

private:
    enum Kind { Picture, Data, Frames, Page };
    struct Entry {
        Kind kind;
        std::size_t index = 0;
    };
    void add(const QString& name, Entry entry);
    Entry chosen() const;
    void showChoice();
    void showPixels();
    void ask();
    QWidget* pictureOptions();
    QString suffix() const;
    QString suggestion() const; // a file's name
    FigureStyle style() const;

    std::vector<PictureChoice> m_pictures;
    std::vector<DataChoice> m_data;
    Actions m_actions;
    std::vector<Entry> m_entries;
    QListWidget* m_list;
    QStackedWidget* m_options;
    QString m_stem;
    QFormLayout* m_picture;
    QComboBox *m_pictureFormat, *m_legend, *m_dataFormat;
    QDoubleSpinBox *m_width, *m_points;
    QFontComboBox* m_family;
    QCheckBox* m_axes;
    QLineEdit* m_title;
    QSpinBox *m_pictureWidth, *m_frames, *m_frameWidth;
    QLabel *m_pixels, *m_grey;
    QPushButton *m_export, *m_copy;
};

} // namespace sparsescope
