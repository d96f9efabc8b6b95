"""Finds the programs and runs them."""

import functools
import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

from .errors import InputError, SparsescopeError, UsageError, error_of
from .version import __version__

_NAME = "sparsescope-cli"
_VARIABLE = "SPARSESCOPE_CLI"


def _beside():
    """Where the program lies in a bundle, an installation and a checkout, as seen from this package."""
    package = Path(__file__).resolve().parent
    for folder in (package, *list(package.parents)[:4]):
        yield folder / "bin" / _NAME
    yield package.parents[2] / "build" / "release" / "bin" / _NAME


def find():
    """The path of sparsescope-cli. Raises UsageError where there is none, or one of another release."""
    named = os.environ.get(_VARIABLE)
    if named:
        path = shutil.which(named)
        if not path:
            raise UsageError(f"{_VARIABLE} names {named}, which is no program")
    else:
        path = next((str(p) for p in _beside() if os.access(p, os.X_OK) and p.is_file()), None) or shutil.which(_NAME)
    if not path:
        raise UsageError(f"{_NAME} is not found: neither beside this package nor in the PATH; "
                         f"let the variable {_VARIABLE} name it")
    _check_version(path)
    return path


@functools.lru_cache(maxsize=None)
def _check_version(path):
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, errors="replace", timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"{path} does not start: {error}") from None
    words = said.stdout.split()
    if said.returncode != 0 or len(words) != 2 or words[0] != _NAME:
        raise UsageError(f"{path} is not {_NAME}, or does not start: {(said.stderr or said.stdout).strip()}")
    if words[1].split(".")[:2] != __version__.split(".")[:2]:
        raise UsageError(f"{path} is version {words[1]}, this package is {__version__}: take both of one release")


def _ended(child):
    """Ends the child as Ctrl-C does, and by force where it does not listen."""
    child.send_signal(signal.SIGINT)
    try:
        child.wait(10)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def run(*arguments, accept=()):
    """What the program prints. Other statuses than 0 and those accepted are raised as exceptions; an interrupt ends
    the program and goes on."""
    command = [find(), *map(str, arguments)]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, complaint = child.communicate()
    except BaseException:
        _ended(child)
        child.stdout.close()
        child.stderr.close()
        raise
    if child.returncode != 0 and child.returncode not in accept:
        raise error_of(child.returncode, _text(complaint))
    return out.decode("utf-8", "replace")


def _text(complaint):
    lines = complaint.decode("utf-8", "replace").replace("\r", "\n").splitlines()
    prefix = _NAME + ": "
    return "\n".join(line[len(prefix):] if line.startswith(prefix) else line for line in lines if line.strip())


def run_json(*arguments, accept=()):
    """The JSON object that the program prints."""
    text = run(*arguments, "--json", accept=accept)
    try:
        return json.loads(text)
    except ValueError:
        raise SparsescopeError(f"{_NAME} {arguments[0]} printed no JSON: {text[:200]!r}") from None


def start_window(*files):
    """Starts the window, which goes on by itself; returns its process."""
    beside = Path(find()).with_name("sparsescope")
    path = str(beside) if os.access(beside, os.X_OK) else shutil.which("sparsescope")
    if not path:
        raise UsageError(f"the window, sparsescope, is neither beside {find()} nor in the PATH")
    return subprocess.Popen([path, *map(str, files)], stdin=subprocess.DEVNULL, start_new_session=True)


def option_list(options):
    """Keyword arguments as options: c=32 is "--c 32", dense_split=[32, 64] "--dense-split 32,64", no_compete=True
    "--no-compete", and so is compete=False."""
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None:
            continue
        if value is True:
            words.append(option)
        elif value is False:
            words.append("--no-" + option[2:])
        else:
            # One word, so that a value that begins with a hyphen is none of an option's.
            words.append(f"{option}={_value(name, value)}")
    return words


def _value(name, value):
    if isinstance(value, (list, tuple)):
        return ",".join(_value(name, one) for one in value)
    if isinstance(value, (str, int, float, os.PathLike)) or hasattr(value, "item"):
        return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
    raise UsageError(f"{name} is a {type(value).__name__}; options are numbers, words, files, or lists of them")


def require_file(path):
    path = os.fspath(path)
    if not os.path.exists(path):
        raise InputError(f"{path}: cannot open: No such file or directory")
    return path
