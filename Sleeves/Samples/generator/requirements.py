"""Finds out what is missing before anything is written, and names the packages that bring it."""

import importlib.util
import os
import shutil

FONTS = "/usr/share/fonts"

PROGRAMS = {"ffmpeg": "ffmpeg"}
MODULES = {"mutagen": "python3-mutagen", "PIL": "python3-pil"}
FONT_FILES = {
    f"{FONTS}/truetype/dejavu/DejaVuSans-Bold.ttf": "fonts-dejavu-core",
    f"{FONTS}/truetype/dejavu/DejaVuSansCondensed-Bold.ttf": "fonts-dejavu-extra",
    f"{FONTS}/truetype/noto/NotoSerifDisplay-Regular.ttf": "fonts-noto-core",
    f"{FONTS}/opentype/noto/NotoSerifCJK-Bold.ttc": "fonts-noto-cjk",
}


def missing_packages() -> list:
    """The Debian packages that have to be installed first."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    missing += [package for module, package in MODULES.items() if importlib.util.find_spec(module) is None]
    missing += [package for path, package in FONT_FILES.items() if not os.path.exists(path)]
    return missing
