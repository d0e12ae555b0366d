#!/usr/bin/python3
"""Makes the sample music of Sleeves, or a large library to try it with.

    generate.py                          the sample collection, in the Music folder beside this script, and expected.json
    generate.py --out DIR                the same collection in DIR, which must be empty
    generate.py --albums 1000 --out DIR  a library of 1,000 albums in DIR; with --damage, with all that twenty years do to files
"""

import argparse
import os
import sys

# The script lives in a source tree: leave no byte code there.
sys.dont_write_bytecode = True

HERE = os.path.dirname(os.path.abspath(__file__))

EX_USAGE = 64
EX_UNAVAILABLE = 69
EX_IOERR = 74


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the sample music of Sleeves, or a large library to try it with.")
    parser.add_argument("--out", metavar="DIR", help="an empty folder to write to (default: Music, beside this script, made anew)")
    parser.add_argument("--albums", metavar="N", type=int, help="make a synthetic library of N albums instead; needs --out")
    parser.add_argument("--damage", action="store_true", help="add files that are broken in every way; needs --albums")
    parser.add_argument("--expected", metavar="FILE", help="write the list of albums that a library should show to FILE")
    options = parser.parse_args()

    from generator.requirements import missing_packages
    missing = missing_packages()
    if missing:
        return complain(EX_UNAVAILABLE, "Something is missing. On Debian: sudo apt-get install " + " ".join(sorted(set(missing))))
    if options.albums is not None and (options.albums < 1 or not options.out):
        return complain(EX_USAGE, "--albums takes a number from 1 up, and needs --out DIR.")
    if options.damage and options.albums is None:
        return complain(EX_USAGE, "--damage needs --albums N.")
    if options.out and os.path.isdir(options.out) and os.listdir(options.out):
        return complain(EX_USAGE, f"{options.out} is not empty; choose an empty folder.")

    from generator import bulk, collection, damage
    from generator.encoding import EncodingError
    try:
        if options.albums is not None:
            expected = bulk.BulkLibrary(options.albums, options.out).make()
            if options.damage:
                print(f"{damage.add(options.out)} files are of no use")
        elif options.out:
            expected = collection.make(options.out)
        else:
            expected = collection.replace(os.path.join(HERE, "Music"))
        list_path = options.expected or (None if options.out else os.path.join(HERE, "expected.json"))
        if list_path:
            collection.write_expected(expected, list_path)
    except (OSError, EncodingError) as error:
        return complain(EX_IOERR, str(error))
    print(f"{len(expected)} albums, {sum(album['trackCount'] for album in expected)} tracks")
    return 0


def complain(status: int, message: str) -> int:
    print(message, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
