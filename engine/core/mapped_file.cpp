// Reading files: mapped, or their first bytes. A file that becomes shorter while it is mapped ends no program.
#include "engine/core/error.h"
#include "engine/core/files.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sparsescope {

namespace {

// Where files are mapped, for a handler that may take no lock. `begin` is 0 of a free slot, 1 of one that is being
// filled.
struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::size_t> size{0};
    std::atomic<bool> broken{false}; // zeros stand for what could not be read
};
constexpr std::uintptr_t taken = 1;
std::array<Slot, 1024> slots;

struct sigaction handlerBefore {};

// Touching a page that the file no longer has, or that the disk cannot give, is a bus error. Zeros come into its place
// and into that of all that follow.
bool putZeros(std::uintptr_t address)
{
    for (Slot& slot : slots) {
        const std::uintptr_t begin = slot.begin.load();
        if (begin <= taken || address < begin || address - begin >= slot.size.load())
            continue;
        const auto pageBytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        const std::uintptr_t page = address - address % pageBytes;
        // The system's own call: sanitizers watch mmap(), which is not for handlers.
        const long placed = ::syscall(SYS_mmap, page, begin + slot.size.load() - page, PROT_READ,
                                      MAP_FIXED | MAP_ANONYMOUS | MAP_PRIVATE | MAP_NORESERVE, -1, 0);
        if (placed == -1)
            return false;
        slot.broken = true;
        return true;
    }
    return false;
}

void onBusError(int number, siginfo_t* info, void* context)
{
    const int before = errno;
    if (info->si_code > 0 && putZeros(reinterpret_cast<std::uintptr_t>(info->si_addr))) {
        errno = before;
        return;
    }
    if ((handlerBefore.sa_flags & SA_SIGINFO) != 0) {
        handlerBefore.sa_sigaction(number, info, context);
    } else if (handlerBefore.sa_handler != SIG_DFL && handlerBefore.sa_handler != SIG_IGN) {
        handlerBefore.sa_handler(number);
    } else {
        // What is not ours ends the program as it would have without us: at once, or by touching the page again.
        std::signal(number, SIG_DFL);
        if (info->si_code <= 0)
            std::raise(number);
    }
}

void watchBusErrors()
{
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        ::sigaction(SIGBUS, &action, &handlerBefore);
    });
}

// The index of a free slot, which from then on is taken; as many as there are where all are taken.
std::size_t takeSlot()
{
    for (std::size_t i = 0; i < slots.size(); ++i) {
        std::uintptr_t free = 0;
        if (slots[i].begin.compare_exchange_strong(free, taken))
            return i;
    }
    return slots.size();
}

// Waits for nothing: neither for a writer of a pipe nor for a device. -1 where it cannot be opened.
int openToRead(const std::string& path)
{
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

} // namespace

MappedFile::MappedFile(const std::string& path) : m_path(path), m_descriptor(openToRead(path))
{
    if (m_descriptor < 0)
        failInput(fmt::format("cannot open: {}", std::strerror(errno)), {.file = path});
    const auto fail = [&](const std::string& reason) {
        ::close(m_descriptor);
        failInput(reason, {.file = path});
    };
    struct stat info {};
    if (::fstat(m_descriptor, &info) != 0 || !S_ISREG(info.st_mode))
        fail("is not a regular file");
    m_size = static_cast<std::size_t>(info.st_size);
    if (m_size == 0)
        return;
    watchBusErrors();
    m_slot = takeSlot();
    if (m_slot == slots.size())
        fail("cannot map: too many files are");
    void* data = ::mmap(nullptr, m_size, PROT_READ, MAP_PRIVATE, m_descriptor, 0);
    if (data == MAP_FAILED) {
        const int reason = errno;
        slots[m_slot].begin = 0;
        fail(fmt::format("cannot map: {}", std::strerror(reason)));
    }
    ::madvise(data, m_size, MADV_SEQUENTIAL);
    ::madvise(data, m_size, MADV_WILLNEED);
    m_data = static_cast<const char*>(data);
    slots[m_slot].broken = false;
    slots[m_slot].size = m_size;
    slots[m_slot].begin = reinterpret_cast<std::uintptr_t>(data);
}

MappedFile::~MappedFile()
{
    if (m_data) {
        slots[m_slot].begin = taken; // free only once the addresses may be another mapping's
        ::munmap(const_cast<char*>(m_data), m_size);
        slots[m_slot].begin = 0;
    }
    ::close(m_descriptor);
}

void MappedFile::requireWhole() const
{
    // The end of the last page becomes zeros without a bus error.
    struct stat info {};
    if (::fstat(m_descriptor, &info) == 0 && std::cmp_less(info.st_size, m_size))
        failInput("became shorter while it was read", {.file = m_path});
    if (m_data && slots[m_slot].broken)
        failInput("could not be read to its end", {.file = m_path});
}

std::string readText(const std::string& path, std::uint64_t most)
{
    return withMappedFile(path, [&](std::string_view text) {
        if (text.size() > most)
            failInput(fmt::format("holds {} bytes, more than the {} that such a file can have", text.size(), most),
                      {.file = path});
        return std::string(text);
    });
}

std::string readStart(const std::string& path, std::size_t bytes)
{
    const int descriptor = openToRead(path);
    if (descriptor < 0)
        return {};
    std::string start;
    struct stat info {};
    if (::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode)) {
        start.resize(std::min(bytes, static_cast<std::size_t>(info.st_size)));
        std::size_t done = 0;
        while (done < start.size()) {
            const ssize_t got = ::read(descriptor, start.data() + done, start.size() - done);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            done += static_cast<std::size_t>(got);
        }
        start.resize(done);
    }
    ::close(descriptor);
    return start;
}

} // namespace sparsescope
