internal import ArgumentParser
internal import Foundation
internal import GTKAdapters
internal import Localization
internal import SleevesUI

/// `sleeves open`: the window.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the window.",
        discussion: """
            Where there is no display, the window is served to a browser on this machine (on 127.0.0.1 only), and the address is printed. \
            Control-C ends it.
            """
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp("Serve the window to a browser at this port, display or not.", valueName: "port"))
    var port: UInt16?

    func run() throws {
        // The argument parser calls this from the program's synchronous main, on the main thread.
        let status = try MainActor.assumeIsolated { try open() }
        Foundation.exit(status)
    }

    @MainActor
    private func open() throws -> Int32 {
        let (library, hub) = try options.open()
        let server = try serverIfNeeded()
        defer { server?.stop() }
        // For Benchmarks/window.py.
        let record = ProcessInfo.processInfo.environment["SLEEVES_FRAME_RECORD"]
        let application = SleevesApplication(library: library, hub: hub, fillsDisplay: server != nil, record: record) { problem in
            StandardError.write("sleeves: \(problem)\n")
        }
        return application.run()
    }

    @MainActor
    private func serverIfNeeded() throws -> BroadwayServer? {
        guard port != nil || !DisplayProbe.hasDisplay else { return nil }
        let server = try BroadwayServer(port: port)
        print(
            localized(
                "There is no display here. Open {address} in a browser on this machine; Control-C ends Sleeves.",
                ["address": "\(server.address)"]))
        // The address must be seen although standard output may be a file or a pipe.
        fflush(nil)
        return server
    }
}
