// Archives and compressed texts, made in memory.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using ArchivedFiles = std::vector<std::pair<std::string, std::string>>; // names and contents

// `format` is one of libarchive's ("ustar", "pax", "zip", "raw"), `filter` too ("none", "gzip", "bzip2", "xz", "zstd").
class ArchiveInMemory {
public:
    ArchiveInMemory(const std::string& format, const std::string& filter)
        : m_archive(archive_write_new(), archive_write_free)
    {
        require(archive_write_set_format_by_name(m_archive.get(), format.c_str()));
        if (filter != "none")
            require(archive_write_add_filter_by_name(m_archive.get(), filter.c_str()));
        archive_write_set_bytes_in_last_block(m_archive.get(), 1);
        require(archive_write_open(m_archive.get(), &m_bytes, nullptr, append, nullptr));
    }

    // `type` is one of libarchive's file types; a link leads to `target`.
    void add(const std::string& name, const std::string& contents, unsigned type = AE_IFREG,
             const char* target = nullptr)
    {
        const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
        archive_entry_set_pathname(entry.get(), name.c_str());
        archive_entry_set_filetype(entry.get(), type);
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(contents.size()));
        archive_entry_set_perm(entry.get(), 0644);
        if (target)
            archive_entry_set_symlink(entry.get(), target);
        require(archive_write_header(m_archive.get(), entry.get()));
        if (!contents.empty() && archive_write_data(m_archive.get(), contents.data(), contents.size()) < 0)
            require(ARCHIVE_FATAL);
    }

    std::string finish()
    {
        require(archive_write_close(m_archive.get()));
        return m_bytes;
    }

private:
    static la_ssize_t append(archive*, void* bytes, const void* data, std::size_t size)
    {
        static_cast<std::string*>(bytes)->append(static_cast<const char*>(data), size);
        return static_cast<la_ssize_t>(size);
    }

    void require(int status) const
    {
        if (status != ARCHIVE_OK)
            throw std::runtime_error(archive_error_string(m_archive.get()));
    }

    std::string m_bytes;
    std::unique_ptr<archive, int (*)(archive*)> m_archive;
};

inline std::string archiveOf(const ArchivedFiles& files, const std::string& format = "ustar",
                             const std::string& filter = "none")
{
    ArchiveInMemory made(format, filter);
    for (const auto& [name, contents] : files)
        made.add(name, contents);
    return made.finish();
}

inline std::string compressedBy(const std::string& filter, const std::string& text)
{
    ArchiveInMemory made("raw", filter);
    made.add("text", text);
    return made.finish();
}
