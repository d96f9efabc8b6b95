"""What the programs end with, as exceptions."""


class SparsescopeError(Exception):
    """Something went wrong; the text says where and why."""

    status = None  # the exit status of the programs


class UsageError(SparsescopeError, ValueError):
    """The request itself makes no sense."""

    status = 1


class InputError(SparsescopeError, ValueError):
    """A file or its contents, or a matrix that was given."""

    status = 2


class DeviceError(SparsescopeError, RuntimeError):
    """No usable GPU, driver or library, or a fault on it."""

    status = 3


class VerificationError(SparsescopeError, ArithmeticError):
    """A result that is wrong."""

    status = 4


class Cancelled(SparsescopeError):
    """The program was asked to stop."""

    status = 130


class InternalError(SparsescopeError):
    """A defect of the program."""

    status = 70


_kinds = {kind.status: kind for kind in (UsageError, InputError, DeviceError, VerificationError, Cancelled,
                                         InternalError)}


def error_of(status, text):
    """The exception for an exit status; a signal is negative, as subprocess has it."""
    if status < 0:
        return InternalError(text or f"the program was ended by signal {-status}")
    return _kinds.get(status, InternalError)(text or f"the program ended with status {status}")
