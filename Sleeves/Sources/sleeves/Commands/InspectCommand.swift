internal import ArgumentParser
internal import GTKAdapters
internal import Localization

/// `sleeves inspect`: the window that shows who observes what.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: localized("Show, live, which part of a program observes which."),
        discussion: localized(
            """
            Without a process, Sleeves opens its own window with the inspector beside it. With one, it opens only the inspector, on a \
            process that records what it observes, such as “sleeves open --inspect”, or any program that uses Heed’s inspector.

            The inspector shows sources and observers as a graph, lights up what is delivered, and answers why something fired, or why \
            it did not.
            """)
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var network: NetworkOptions

    @Option(
        name: .long, help: ArgumentHelp(localized("Inspect the running process with this number instead."), valueName: "pid"))
    var process: Int32?

    @Option(help: ArgumentHelp(localized("Serve the window to a browser at this port, even if there is a display."), valueName: "port"))
    var port: UInt16?

    func validate() throws {
        if let process, process <= 0 {
            throw ValidationError(localized("--process needs the number of a running process. “ps” lists them."))
        }
    }

    func run() throws {
        // The argument parser calls this from the program's synchronous main, on the main thread.
        let status = try MainActor.assumeIsolated { try open() }
        Main.end(with: status)
    }

    @MainActor
    private func open() throws -> Int32 {
        guard let process else {
            return try LibraryWindow(options: options, network: network, port: port, isInspected: true).run()
        }
        let server = try BrowserDisplay.serverIfNeeded(port: port, hasDisplay: DisplayProbe.hasDisplay)
        defer { server?.stop() }
        return try ProcessWindow(process: process, isRemote: server != nil).run()
    }
}
