internal import Foundation
@testable internal import SleevesCovers
@testable internal import SleevesImporting
internal import SleevesModel

/// The importers that bytes from anywhere are given to. Which one, the environment says: `SLEEVES_FUZZED=csv|json|xml|playlist|xspf|cue|tags|pictures`.
enum FuzzedImporter: String {
    case csv
    case json
    case xml
    case playlist
    case xspf
    case cue
    case tags
    case pictures

    static let chosen = ProcessInfo.processInfo.environment["SLEEVES_FUZZED"].flatMap(FuzzedImporter.init)

    /// Gives one input to the importer. Errors are what it should have; a crash is what it must not.
    func run(_ bytes: [UInt8]) {
        switch self {
        case .csv: readList(bytes, CSVListImporter.self)
        case .json: readList(bytes, JSONListImporter.self)
        case .xml: readList(bytes, AppleLibraryImporter.self)
        case .playlist: _ = try? Playlist.names(bytes, isXSPF: false)
        case .xspf: _ = try? Playlist.names(bytes, isXSPF: true)
        case .cue: _ = try? CueSheet(bytes)
        case .tags: readTags(bytes)
        case .pictures: _ = try? CoverDecoder(maxPixel: 64, pixelLimit: 1_000_000).thumbnail(of: bytes)
        }
    }

    private func readList(_ bytes: [UInt8], _ importer: any ListImporter.Type) {
        let contents = ListContents()
        try? importer.read(ByteSource(bytes), path: "list", into: contents)
        try? contents.join()
        guard var albums = try? contents.albums() else { return }
        while case .some(.some) = try? albums.next() {}
    }

    /// Audio files are read by name.
    private func readTags(_ bytes: [UInt8]) {
        let path = "/dev/shm/sleeves-fuzz-\(getpid()).mp3"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        _ = try? OpenAudioFile(path: path).tags()
        _ = try? OpenAudioFile(path: path).picture()
    }
}

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let importer = FuzzedImporter.chosen else {
        fatalError("say what to fuzz: SLEEVES_FUZZED=csv|json|xml|playlist|xspf|cue|tags|pictures")
    }
    importer.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
