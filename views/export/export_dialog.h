// One place for everything that leaves the window as a file: pictures, the data behind them, frames of the search, a
// web page of the session.
#pragma once

#include "views/export/canvas_figure.h"
#include "views/export/data_tables.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace sparsescope {

// A picture that the window can hand out.
struct PictureChoice {
    QString name;
    QString stem; // of the file that is suggested
    QSize size;   // logical pixels
    // Both start what they have to; the result is a message or a failure of the workspace.
    std::function<void(const QString& path, double ratio)> save;
    std::function<void()> copy;
};

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    struct Actions {
        std::function<void(const DataChoice&, const QString& path)> saveData;
        std::function<void(const QString& folder, int frames, double ratio)> saveFrames; // empty: no search
        std::function<void(const QString& path)> savePage;
    };
    ExportDialog(std::vector<PictureChoice> pictures, std::vector<DataChoice> data, Actions actions,
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
    QString suffix() const;
    double ratio() const;

    std::vector<PictureChoice> m_pictures;
    std::vector<DataChoice> m_data;
    Actions m_actions;
    std::vector<Entry> m_entries;
    QListWidget* m_list;
    QStackedWidget* m_options;
    QComboBox *m_pictureFormat, *m_dataFormat;
    QSpinBox *m_width, *m_frames, *m_frameWidth;
    QLabel* m_pixels;
    QPushButton *m_export, *m_copy;
};

} // namespace sparsescope
