internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Heed
internal import Localization
internal import SleevesLibrary
internal import SleevesNetworking

/// The options that locate the library.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(localized("The folder of the library. Default: $XDG_DATA_HOME/sleeves."), valueName: "dir"),
        completion: .directory
    )
    var library: String?

    func validate() throws {
        guard let library else {
            guard let variable = ForeignArguments.variable(among: "HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME") else { return }
            throw ValidationError(
                localized(
                    "{variable} names a folder that is not valid UTF-8. Choose another folder with --library.", ["variable": variable]))
        }
        if library.isEmpty { throw ValidationError(localized("--library needs a folder. Enter its name.")) }
        if ForeignArguments.contains(library) {
            throw ValidationError(
                localized("The name of the library's folder is not valid UTF-8. Rename the folder, or choose another one."))
        }
    }

    /// The folder of the library.
    private var libraryDirectory: String {
        library.map(Self.absolute) ?? Self.baseDirectory("XDG_DATA_HOME", fallback: ".local/share") + "/sleeves"
    }

    /// Letters and digits that distinguish the library from others; `nil` for the default library.
    var instance: String? {
        let usual = Self.baseDirectory("XDG_DATA_HOME", fallback: ".local/share") + "/sleeves"
        let folders = [libraryDirectory, usual].map { URL(filePath: $0).resolvingSymlinksInPath().path(percentEncoded: false) }
        guard folders[0] != folders[1] else { return nil }
        return SHA256.hexadecimal(SHA256.digest(of: Array(folders[0].utf8)).prefix(8))
    }

    /// The folder for data that can be recreated. A named library has its covers beside it, so that two libraries don't mix.
    private var cacheDirectory: String {
        library.map { Self.absolute($0) + "/cache" } ?? Self.baseDirectory("XDG_CACHE_HOME", fallback: ".cache") + "/sleeves"
    }

    /// Opens the library with its own hub.
    ///
    /// - Parameter creates: Whether to create a named library that doesn't exist. The default library is always created.
    func open(creates: Bool = false) throws -> (library: LibraryAPI, hub: NotificationHub) {
        if !creates, library != nil, !PersistencyManager.isLibrary(libraryDirectory) {
            throw PersistencyError(.absent, path: libraryDirectory, detail: "")
        }
        let persistency = try PersistencyManager(
            libraryDirectory: libraryDirectory, cacheDirectory: cacheDirectory, reader: Installation.reader
        ) {
            StandardError.write("sleeves: " + localized("Updating the library for this version. This happens only once.") + "\n")
        }
        let client = HTTPClient(version: SleevesCommand.version, contact: SleevesCommand.contact)
        let hub = NotificationHub()
        return (LibraryAPI(persistency: persistency, client: client, sharedDirectory: Self.sharedDirectory, hub: hub), hub)
    }

    /// A folder for all processes of the user, whatever library they open; a temporary one if the system has it.
    private static var sharedDirectory: String {
        if let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return runtime }
        let folder = baseDirectory("XDG_CACHE_HOME", fallback: ".cache") + "/sleeves"
        // If this fails, opening the file in it fails too, and the process doesn't coordinate with others.
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    static func absolute(_ path: String) -> String {
        if path == "~" || path.hasPrefix("~/") { return home + path.dropFirst() }
        if path.hasPrefix("/") { return path }
        // If the name of the current folder isn't valid UTF-8, only the relative path works.
        guard let current = getcwd(nil, 0) else { return path }
        // SAFETY: getcwd(_:_:) allocated the text because it was given no buffer; it is copied and freed once.
        defer { free(current) }
        return String(validatingCString: current).map { $0 + "/" + path } ?? path
    }

    /// Returns a folder of the XDG Base Directory Specification, which ignores values that aren't absolute paths.
    private static func baseDirectory(_ variable: String, fallback: String) -> String {
        if let value = ProcessInfo.processInfo.environment[variable], value.hasPrefix("/") { return value }
        return home + "/" + fallback
    }

    /// The user's home folder. Foundation takes it from the user database, but the environment may differ.
    private static var home: String {
        if let home = ProcessInfo.processInfo.environment["HOME"], home.hasPrefix("/") { return home }
        return FileManager.default.homeDirectoryForCurrentUser.path
    }
}
