internal import FoundationEssentials
internal import SleevesLibrary

/// The places of the program and of the files installed with it.
enum Installation {
    /// The folder `share` beside the program's own: `/usr/local/share` for `/usr/local/bin/sleeves`.
    static var sharedFolder: String? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        return URL(filePath: program).appending(path: "../../share").standardizedFileURL.path(percentEncoded: false)
    }

    /// A reader whose processes are of this program.
    static var reader: MediaReader { MediaReader(program: "/proc/self/exe") }

    /// The folder with the translations.
    static var catalogues: String? { sharedFolder.map { $0 + "/locale" } }
}
