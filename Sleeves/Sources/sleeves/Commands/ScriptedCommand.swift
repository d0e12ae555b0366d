internal import ArgumentParser

/// A command that can print for scripts. That output is always in English, so that it is the same everywhere.
protocol ScriptedCommand: ParsableCommand {
    var printsForScripts: Bool { get }
}
