// The processes of one job on one or several machines, which mpirun starts: what a batch needs of MPI. app/ranks holds
// what does it, in a library of its own, so that no program needs MPI.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace sparsescope {

class Ranks {
public:
    virtual ~Ranks() = default;
    virtual int rank() const = 0;
    virtual int count() const = 0;
    virtual int rankHere() const = 0; // among those on this machine
    virtual int countHere() const = 0;
    // Asks rank 0 and waits for the answer; of any thread.
    virtual std::string ask(const std::string& question) = 0;
    // On rank 0: answers one question that another rank has asked; false where there is none now.
    virtual bool answer(const std::function<std::string(int rank, const std::string& question)>& answerOf) = 0;
    // Ends all processes at once, where some of them no longer listen.
    [[noreturn]] virtual void abort(int exitStatus) = 0;
};

// Null where mpirun has not started this process, or it alone. Throws Error(Usage) where it has, but the library is not
// there, cannot be loaded, or is for another MPI.
std::unique_ptr<Ranks> joinRanks();

} // namespace sparsescope
