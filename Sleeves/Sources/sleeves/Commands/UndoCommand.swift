internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves undo`.
struct UndoCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: localized(
            "Undo the last change: an import, an edit, a removal, a chosen cover or a forgotten folder, including changes in the window."),
        discussion: localized("If there is nothing to undo, the command says so and the exit status is 0.")
    )

    @OptionGroup var options: LibraryOptions

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        if let step = try await library.history.undo() {
            try await readRestoredAlbums(of: library)
            StandardOutput.print(TerminalText.printable(localized("Undone: {change}.", ["change": step.change.name])))
        } else {
            StandardOutput.print(localized("There is nothing to undo."))
        }
        await library.shutdown()
    }
}

/// Reads the files that a step of the history has brought back, as the window does by itself.
private func readRestoredAlbums(of library: LibraryAPI) async throws {
    let bar = ProgressBar()
    try await bar.clearing { try await library.readRestoredAlbums { bar.show($0) } }
}

/// `sleeves redo`.
struct RedoCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: localized("Redo the last undone change."),
        discussion: localized("If there is nothing to redo, the command says so and the exit status is 0.")
    )

    @OptionGroup var options: LibraryOptions

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        if let step = try await library.history.redo() {
            try await readRestoredAlbums(of: library)
            StandardOutput.print(TerminalText.printable(localized("Redone: {change}.", ["change": step.change.name])))
        } else {
            StandardOutput.print(localized("There is nothing to redo."))
        }
        await library.shutdown()
    }
}
