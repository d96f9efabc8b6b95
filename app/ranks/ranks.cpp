// Ranks by MPI. A rank asks by one message and gets one back; rank 0 looks for messages now and then, since to wait for
// one takes a whole core in most of MPI's implementations.
#include "engine/work/ranks.h"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <mpi.h>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace sparsescope {

namespace {

enum Tag : int { Question = 1, Answer = 2 };

void send(const std::string& text, int to, Tag tag)
{
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

std::string receive(const MPI_Status& status)
{
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::string text(static_cast<std::size_t>(size), '\0');
    MPI_Recv(text.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return text;
}

bool arrived(int from, Tag tag, MPI_Status& status)
{
    int there = 0;
    MPI_Iprobe(from, tag, MPI_COMM_WORLD, &there, &status);
    return there != 0;
}

class MpiRanks final : public Ranks {
public:
    MpiRanks()
    {
        int allowed = MPI_THREAD_SINGLE;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &allowed);
        if (allowed < MPI_THREAD_SERIALIZED)
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
        MPI_Comm_size(MPI_COMM_WORLD, &m_count);
        MPI_Comm here = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, m_rank, MPI_INFO_NULL, &here);
        MPI_Comm_rank(here, &m_rankHere);
        MPI_Comm_size(here, &m_countHere);
        MPI_Comm_free(&here);
    }
    ~MpiRanks() override { MPI_Finalize(); }

    int rank() const override { return m_rank; }
    int count() const override { return m_count; }
    int rankHere() const override { return m_rankHere; }
    int countHere() const override { return m_countHere; }

    std::string ask(const std::string& question) override
    {
        const std::lock_guard lock(m_mutex);
        send(question, 0, Question);
        MPI_Status status;
        while (!arrived(0, Answer, status))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return receive(status);
    }

    bool answer(const std::function<std::string(int rank, const std::string& question)>& answerOf) override
    {
        const std::lock_guard lock(m_mutex);
        MPI_Status status;
        if (!arrived(MPI_ANY_SOURCE, Question, status))
            return false;
        const std::string question = receive(status);
        send(answerOf(status.MPI_SOURCE, question), status.MPI_SOURCE, Answer);
        return true;
    }

    [[noreturn]] void abort(int exitStatus) override
    {
        MPI_Abort(MPI_COMM_WORLD, exitStatus);
        std::_Exit(exitStatus);
    }

private:
    std::mutex m_mutex;
    int m_rank = 0, m_count = 1, m_rankHere = 0, m_countHere = 1;
};

} // namespace

} // namespace sparsescope

// Called once in a process.
extern "C" sparsescope::Ranks* sparsescopeJoinRanks()
{
    return std::make_unique<sparsescope::MpiRanks>().release();
}
