internal import ArgumentParser
internal import Glibc
internal import GTKAdapters
internal import Localization
internal import SleevesLibrary
internal import SleevesUI

/// `sleeves open`: the window.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: localized("Open the window."),
        discussion: localized(
            """
            Sleeves imports the music folders, audio files and lists that you name. If a window already shows the library, it comes to the \
            front and imports them. Each library has its own window.

            If there is no display, Sleeves serves the window to a browser on this machine (on 127.0.0.1 only) and prints the address. \
            Control-C stops it.
            """)
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var network: NetworkOptions

    @Option(help: ArgumentHelp(localized("Serve the window to a browser at this port, even if there is a display."), valueName: "port"))
    var port: UInt16?

    @Flag(help: ArgumentHelp(localized("Also open a window that shows, live, which part of the program observes which.")))
    var inspect = false

    @Flag(help: .hidden)
    var service = false

    @Argument(
        help: ArgumentHelp(
            localized(
                "Music folders, audio files, playlists ({playlists}), or lists ({lists}).",
                ["playlists": LibraryAPI.playlistEndings, "lists": LibraryAPI.listEndings])),
        completion: .file())
    var paths: [String] = []

    func validate() throws {
        // A mistyped subcommand arrives here as a path.
        for path in paths where !path.contains("/") && (try? FileSystem.kind(of: path, followsLinks: true)) == nil {
            throw ValidationError(
                localized(
                    "“{path}” is neither a subcommand nor an existing file. Run “sleeves --help” for a list of subcommands.", ["path": path]
                ))
        }
    }

    func run() throws {
        // The argument parser calls this from the program's synchronous main, on the main thread.
        let status = try MainActor.assumeIsolated { try open() }
        Main.end(with: status)
    }

    @MainActor
    private func open() throws -> Int32 {
        let places = try paths.map(Self.place)
        let window = LibraryWindow(options: options, network: network, port: port, isService: service, isInspected: inspect)
        return try window.run(opening: places)
    }

    /// Returns a named path in absolute form, because an open window's process may have another current folder.
    private static func place(_ path: String) throws -> String {
        if path.contains("://") { return path }
        var absolute = LibraryOptions.absolute(path)
        // The name of the current folder isn't UTF-8.
        if !absolute.hasPrefix("/") { absolute = (try? FileSystem.resolved(absolute)) ?? absolute }
        guard (try? FileSystem.kind(of: absolute, followsLinks: true)) != nil else {
            throw ImportError(SystemError(code: ENOENT), path: path)
        }
        return absolute
    }
}
