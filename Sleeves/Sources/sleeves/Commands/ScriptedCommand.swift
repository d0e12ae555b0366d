internal import ArgumentParser

/// A command that can print for scripts. What it prints then is in no language but English, so that it is the same everywhere.
protocol ScriptedCommand: ParsableCommand {
    var printsForScripts: Bool { get }
}
