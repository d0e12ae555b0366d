"""What the outcome of a test or of a check depends on, as a digest: the sources of modules and of those below them, files, the toolchain, the system."""
import functools
import hashlib
import json
import pathlib
import subprocess

FOLDERS = ["Sources", "Tests", "NATS/Sources", "NATS/Tests", "Sleeves/Sources", "Sleeves/Tests"]
# What any test of Sleeves may use.
SLEEVES = ["Sleeves/Package.swift", "Sleeves/Samples", "Sleeves/data", "Sleeves/po"]
ALWAYS = ["Package.swift", "NATS/Package.swift", "Scripts/run-tests", "Scripts/inputs.py", "Makefile", "README.md"]


def tests_of(root):
    """Returns the test modules of Heed's own package."""
    return sorted(path.name for path in (root / "Tests").iterdir() if path.is_dir())


def folder_of(root, module):
    return next((root / base / module for base in FOLDERS if (root / base / module).is_dir()), None)


def weights(root):
    """Returns how many bytes of Swift each module has, which is about its share of the time that a build takes."""
    folders = [folder for base in FOLDERS for folder in (root / base).iterdir() if folder.is_dir()]
    return {folder.name: sum(path.stat().st_size for path in folder.rglob("*.swift")) for folder in folders}


@functools.cache
def system():
    """What is installed: the toolchain, and the packages of the system."""
    described = ""
    for command in [["swift", "--version"], ["dpkg-query", "-W"]]:
        try:
            described += subprocess.run(command, capture_output=True, text=True).stdout
        except OSError:
            pass
    return described


@functools.cache
def content(path):
    """The digest of a file, or of all files in a folder."""
    digest = hashlib.sha256()
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        parts = file.relative_to(path).parts
        if file.is_file() and not any(part.startswith(".build") or part == "__pycache__" for part in parts):
            digest.update(f"{'/'.join(parts)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def digest(root, modules=(), paths=()):
    """Returns the digest of modules with all that they depend on, and of paths; `None` where it is not known what they depend on."""
    wanted = set(modules)
    if modules:
        try:
            below = json.loads((root / ".build/debug/description.json").read_text())["targetDependencyMap"]
            wanted |= {name for module in modules for name in below[module]}
        except (OSError, ValueError, KeyError):
            return None
    folders = [folder for folder in map(functools.partial(folder_of, root), sorted(wanted)) if folder]
    places = [*folders, *(root / name for name in [*ALWAYS, *paths])]
    if any(folder.is_relative_to(root / "Sleeves") for folder in folders):
        places += [root / name for name in SLEEVES]
    described = "".join(f"{place.relative_to(root)} {content(place)}\n" for place in places) + system()
    return hashlib.sha256(described.encode()).hexdigest()
