"""Has Orca write down what it says instead of having it spoken."""

import os
import signal
import sys
import types

from gi.repository import GLib
from orca import speechserver


class SpeechServer(speechserver.SpeechServer):
    """Writes a line for each utterance into the file that the environment names."""

    @staticmethod
    def getSpeechServer(info=None):
        return SpeechServer()

    @staticmethod
    def shutdownActiveServers():
        pass

    def __init__(self):
        super().__init__()
        self.transcript = open(os.environ["ORCA_TRANSCRIPT"], "a", encoding="utf-8", buffering=1)

    def speak(self, text=None, acss=None, interrupt=True):
        if text:
            # Newer versions say "button", and distinguish toggle buttons.
            said = " ".join(text.split()).replace("toggle button not pressed", "button").replace("push button", "button")
            self.transcript.write(said + "\n")

    def speakCharacter(self, character, *_):
        self.speak(character)

    # The names that newer versions use.
    get_speech_server = getSpeechServer
    shutdown_active_servers = shutdownActiveServers
    speak_character = speakCharacter


def note_idleness():
    """Writes a line, for it is called once Orca has handled all keys and events that it has got."""
    with open(os.environ["ORCA_TRANSCRIPT"] + ".idle", "a", encoding="utf-8") as file:
        file.write("\n")
    return GLib.SOURCE_CONTINUE


GLib.unix_signal_add(GLib.PRIORITY_LOW, signal.SIGUSR2, note_idleness)

# These settings have Orca use this voice, and nothing that needs hardware.
try:
    from orca import settings
except ImportError:
    # Newer versions keep them in GSettings.
    from orca import gsettings_registry

    sys.modules["orca.transcript"] = types.SimpleNamespace(SpeechServer=SpeechServer)
    registry = gsettings_registry.get_registry()
    registry.set_runtime_value("speech", "speech-server-factory", "transcript")
    registry.set_runtime_value("braille", "enabled", False)
    registry.set_runtime_value("sound", "enabled", False)
else:
    # Orca imports its voice by this name, and this is the module's own.
    settings.speechServerFactory = __name__
    settings.enableBraille = False
    settings.enableSound = False
# Orca refuses to start where another one of the same person runs, but that one is on another display.
sys.modules["__main__"].otherOrcas = sys.modules["__main__"].other_orcas = lambda: []
