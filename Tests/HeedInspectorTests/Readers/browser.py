#!/usr/bin/python3
"""Lets a page in Chromium read a text: browser.py PAGE < TEXT. Prints what the page says that it understood, as JSON.

The page gets the text from /input and posts its answer to /answer.
"""
import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

PAGES = pathlib.Path(__file__).resolve().parent
READERS = pathlib.Path(os.environ["HEED_READERS"])
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript"}

text = sys.stdin.buffer.read()
answers: list[bytes] = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.lstrip("/")
        found = [folder / name for folder in (PAGES, READERS) if (folder / name).is_file()]
        if name == "input":
            self.reply(200, "text/plain; charset=utf-8", text)
        elif found:
            self.reply(200, TYPES.get(found[0].suffix, "application/octet-stream"), found[0].read_bytes())
        else:
            self.reply(404, "text/plain", b"")

    def do_POST(self) -> None:
        answers.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply(200, "text/plain", b"")

    def reply(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_) -> None:
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as profile:
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={profile}"]
    page = f"http://127.0.0.1:{server.server_port}/{sys.argv[1]}"
    command = ["chromium", *flags, "--enable-logging=stderr", "--virtual-time-budget=30000", "--dump-dom", page]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
if not answers:
    messages = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
    sys.exit("\n".join(["browser.py: the page gave no answer", *messages]))
sys.stdout.buffer.write(answers[0])
