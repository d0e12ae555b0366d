"""Drives a headless Chromium over its DevTools protocol, through a pipe."""
import base64
import functools
import http.server
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable

# What a page may take until it shows what is expected, in seconds.
DEADLINE = 30.0
# What is seen is how a page stays, not how it becomes so.
WITHOUT_TRANSITIONS = """addEventListener("DOMContentLoaded", () => {
    const style = document.createElement("style")
    style.textContent = "*, *::before, *::after { transition: none !important; animation: none !important }"
    document.head.append(style)
})"""


class BrowserError(Exception):
    """A page did not do what was expected of it, within the deadline."""


class BrowserGone(Exception):
    """The browser has ended, or does not answer any more."""


class Browser:
    """A browser with one page. It records the errors and failed requests of that page."""

    def __init__(self) -> None:
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            raise BrowserError("Chromium is needed: install the package chromium")
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        for_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
                   f"--user-data-dir={self.profile.name}", "about:blank"]
        # The protocol's descriptors are 3 and 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{for_browser} 4>&{from_browser}', "bash", program, *options],
            pass_fds=[for_browser, from_browser], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(for_browser)
        os.close(from_browser)
        self.received = b""
        self.count = 0
        self.session = None
        self.loads: list[str] = []
        self.requests: dict[str, str] = {}
        self.problems: list[str] = []
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.call("Page.addScriptToEvaluateOnNewDocument", source=WITHOUT_TRANSITIONS)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.profile.cleanup()

    def call(self, method: str, **parameters: object) -> dict:
        """Calls a method of the protocol and returns its result."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 2 * DEADLINE
        while True:
            answer = self.receive(deadline, method)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def receive(self, deadline: float, purpose: str) -> dict:
        while b"\0" not in self.received:
            ready, _, _ = select.select([self.input], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.input, 1 << 20) if ready else b""
            if not data:
                raise BrowserGone(f"the browser {'has ended' if ready else 'did not answer in time'}: {purpose}")
            self.received += data
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def note(self, event: dict) -> None:
        """Records an event of the page."""
        parameters = event.get("params", {})
        match event.get("method"):
            case "Page.lifecycleEvent" if parameters["name"] == "load":
                self.loads.append(parameters["loaderId"])
            case "Network.requestWillBeSent":
                self.requests[parameters["requestId"]] = parameters["request"]["url"]
            case "Network.loadingFailed" if not parameters.get("canceled"):
                self.problems.append(f"request failed: {self.requests.get(parameters['requestId'])}: {parameters['errorText']}")
            case "Network.responseReceived" if parameters["response"]["status"] >= 400:
                self.problems.append(f"request failed: {parameters['response']['url']}: {parameters['response']['status']}")
            case "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                self.problems.append(f"exception: {details.get('exception', {}).get('description', details['text'])}")
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "assert"):
                words = [str(argument.get("value", argument.get("description"))) for argument in parameters["args"]]
                self.problems.append(f"console: {' '.join(words)}")
            case "Log.entryAdded" if parameters["entry"]["level"] == "error" and parameters["entry"]["source"] != "network":
                self.problems.append(f"log: {parameters['entry']['text']}")

    def show_as(self, width: int, scheme: str) -> None:
        """Sets the width of the window, and whether the desktop is light or dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))")

    def open(self, address: str) -> None:
        """Opens a page and waits until it is loaded."""
        self.problems.clear()
        answer = self.call("Page.navigate", url=address)
        if answer.get("errorText"):
            raise BrowserError(f"{address}: {answer['errorText']}")
        self.wait_until(lambda: answer.get("loaderId", "") in ["", *self.loads], f"load {address}")

    def reload(self) -> None:
        self.loads.clear()
        self.call("Page.reload")
        self.wait_until(lambda: self.loads, "reload")

    def wait_until(self, condition: Callable[[], object], purpose: str) -> None:
        deadline = time.monotonic() + DEADLINE
        while not condition():
            self.note(self.receive(deadline, purpose))

    def evaluate(self, expression: str) -> object:
        """Returns the value of a JavaScript expression, awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def leave_by(self, expression: str) -> None:
        """Evaluates an expression that leads to another page, once this one has answered: its answer would be lost with it."""
        self.evaluate(f"void setTimeout(() => {{ {expression} }})")

    def wait_for(self, condition: str, purpose: str) -> None:
        """Waits until an expression is true, which is asked again with every frame, also of the next page."""
        deadline = time.monotonic() + DEADLINE
        while (rest := deadline - time.monotonic()) > 0:
            expression = f"""new Promise((resolve) => {{
                const end = performance.now() + {rest * 1000}
                const holds = () => {{ try {{ return Boolean({condition}) }} catch {{ return false }} }}
                const ask = () => holds() ? resolve(true) : performance.now() > end ? resolve(false) : requestAnimationFrame(ask)
                ask()
            }})"""
            try:
                if self.evaluate(expression):
                    return
            except BrowserError as error:
                if not any(words in str(error) for words in ("navigated or closed", "context was destroyed", "Cannot find context")):
                    raise
        raise BrowserError(f"{purpose}: this did not become true: {condition}")

    def press(self, key: str) -> None:
        """Presses a key, as a person does."""
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        codes = {"ArrowDown": 40, "ArrowUp": 38, "Enter": 13, "Escape": 27, "Tab": 9}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=codes.get(key, 0), **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=codes.get(key, 0))

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def screenshot(self, file: os.PathLike) -> None:
        image = self.call("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as stream:
            stream.write(base64.b64decode(image))


class Server(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def serve(folder: pathlib.Path) -> http.server.ThreadingHTTPServer:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def contrast(one: str, other: str) -> float:
    """The ratio of the luminances of two colours, as WCAG 2 defines it."""
    def luminance(colour: str) -> float:
        channels = [float(each) / 255 for each in re.findall(r"[\d.]+", colour)[:3]]
        red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
