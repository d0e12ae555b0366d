import CFuzzer
import Foundation
import SleevesLibrary

/// The importers that bytes from anywhere are given to.
enum FuzzedImporter: String, CaseIterable {
    case csv
    case json
    case tags
    case pictures

    /// Gives one input to the importer. Errors are what it should have; a crash is what it must not.
    func run(_ bytes: [UInt8]) {
        switch self {
        case .csv: _ = try? DiscogsCSVImporter.read(bytes, path: "collection.csv")
        case .json: _ = try? JSONListImporter.read(bytes, path: "list.json")
        case .tags: readTags(bytes)
        case .pictures: _ = try? CoverDecoder(maxPixel: 64, pixelLimit: 1_000_000).decode(bytes)
        }
    }

    /// Audio files are read by name, so the input becomes a file that is in memory only.
    private func readTags(_ bytes: [UInt8]) {
        let descriptor = fuzzer_memory_file()
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let file = AudioFile(path: "/proc/self/fd/\(descriptor)")
        _ = try? file.tags()
        _ = try? file.picture()
    }
}
