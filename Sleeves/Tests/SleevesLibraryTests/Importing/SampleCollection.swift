import Foundation

/// The music that comes with the package, made for these tests.
enum SampleCollection {
    /// The albums that an import of the samples should find.
    struct Expected: Decodable, Hashable, CustomStringConvertible {
        let artist: String
        let title: String
        let year: Int?
        let genre: String?
        let trackCount: Int
        let cover: Bool
        let format: String
        let coverKind: String
        let folder: String

        var description: String { "\(artist) – \(title) (\(format))" }
    }

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Samples")

    static let music = folder.appendingPathComponent("Music").path

    static func expected() throws -> [Expected] {
        try JSONDecoder().decode([Expected].self, from: Data(contentsOf: folder.appendingPathComponent("expected.json")))
    }

    /// The first audio file of the first album that is stored as `format` and, where it matters, has its cover as `coverKind` says.
    static func file(format: String, coverKind: String? = nil) throws -> URL {
        let fits = { (album: Expected) in album.format == format && (coverKind ?? album.coverKind) == album.coverKind }
        guard let album = try expected().first(where: fits) else { throw CocoaError(.fileNoSuchFile) }
        let folder = URL(fileURLWithPath: music).appendingPathComponent(album.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        guard let name = names.first(where: { $0.hasPrefix("01") }) else { throw CocoaError(.fileNoSuchFile) }
        return folder.appendingPathComponent(name)
    }
}
