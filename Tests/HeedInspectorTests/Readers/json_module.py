#!/usr/bin/python3
"""Reads JSON and writes it anew, as differently as JSON allows: json_module.py < TEXT."""
import json
import sys


def refuse(word: str) -> None:
    sys.exit(f"json_module.py: {word} isn't JSON")


value = json.loads(sys.stdin.buffer.read().decode(), parse_constant=refuse)
json.dump(value, sys.stdout, ensure_ascii=True, indent=1, sort_keys=True)
