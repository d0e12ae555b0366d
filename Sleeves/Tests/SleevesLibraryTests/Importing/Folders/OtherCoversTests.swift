import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// The choice of an album's picture if the best one can't be used.
@Suite("Pictures instead of others", .timeLimit(.minutes(10)))
struct OtherCoversTests {
    private let fixture: LibraryFixture
    private let music: TemporaryFolder

    init() throws {
        fixture = try LibraryFixture()
        music = try TemporaryFolder()
    }

    /// A picture of one colour: its red.
    private static func picture(_ red: UInt8) throws -> [UInt8] {
        try CoverDecoder().encodeJPEG(SamplePictures.plain(width: 64, height: 64, red: red))
    }

    private func track(_ number: Int, _ pictures: [(bytes: [UInt8], type: UInt8)]) throws {
        var mp3 = SyntheticMP3()
        mp3.text("TPE1", "A")
        mp3.text("TALB", "One")
        mp3.text("TRCK", "\(number)")
        for picture in pictures { mp3.picture(picture.bytes, type: picture.type) }
        try music.write(mp3.bytes, to: "\(number).mp3")
    }

    /// Imports the folder, and returns the red of the cover, the name of its file, and the problems.
    private func imported() async throws -> (red: Int?, name: String?, problems: [ImportProblem]) {
        let report = try await fixture.library.importAlbums(at: [music.path])
        let album = try #require(try fixture.persistency.albums().first)
        let image = album.cover.digest.flatMap { fixture.persistency.covers.load($0, size: .standard)?.image }
        let name = album.localCover.map { Path.name(of: $0.path) }
        return (image.map { Int($0.pixels[0]) }, name, report.problems)
    }

    private static let unusable: [(String, [UInt8])] = [
        ("page", Array("<html><body>404 Not Found</body></html>".utf8)),
        ("damaged", [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 2000)),
        ("JPEG XL", [0xFF, 0x0A] + [UInt8](repeating: 7, count: 99)), ("huge", SamplePictures.bomb(.png, width: 30_000, height: 30_000)),
    ]

    @Test(arguments: unusable.map(\.0))
    func `a picture that can't be used gives way to another track's, and is reported`(name: String) async throws {
        let bytes = try #require(Self.unusable.first { $0.0 == name }?.1)
        try track(1, [(bytes, 3)])
        try track(2, [(Self.picture(200), 3)])
        try music.write(Self.picture(20), to: "cover.jpg")
        for _ in 0..<2 {
            let found = try await imported()
            #expect(found.red.map { $0 > 180 } == true && found.name == "2.mp3")
            #expect(found.problems.map { Path.name(of: $0.path) } == ["1.mp3"])
        }
    }

    @Test(arguments: unusable.map(\.0))
    func `a picture that can't be used gives way to one beside the files`(name: String) async throws {
        let bytes = try #require(Self.unusable.first { $0.0 == name }?.1)
        for number in 1...6 { try track(number, [(bytes, 3)]) }
        try music.write(bytes, to: "cover.jpg")
        try music.write(Self.picture(20), to: "folder.jpg")
        let found = try await imported()
        #expect(found.red.map { $0 < 60 } == true && found.name == "folder.jpg" && found.problems.count == 1)
        // When it is mended, it is the cover again.
        try track(1, [(Self.picture(200), 3)])
        let mended = try await imported()
        #expect(mended.red.map { $0 > 180 } == true && mended.name == "1.mp3" && mended.problems == [])
    }

    @Test func `a picture that is cut off gives way to a whole one, and is used where there is none`() async throws {
        let whole = SamplePictures.baselineJPEG
        try track(1, [(Array(whole.prefix(whole.count - 40)), 3)])
        let alone = try await imported()
        #expect(alone.name == "1.mp3")
        try music.write(Self.picture(20), to: "front.jpg")
        try track(1, [(Array(whole.prefix(whole.count - 41)), 3)])
        #expect(try await imported().name == "front.jpg")
    }

    @Test(arguments: [1, 2, 4, 8, 17, 20] as [UInt8]) func `what is no front never hides one beside the files`(type: UInt8) async throws {
        try track(1, [(Self.picture(200), type)])
        try music.write(Self.picture(20), to: "cover.jpg")
        let found = try await imported()
        #expect(found.red.map { $0 < 60 } == true && found.name == "cover.jpg" && found.problems == [])
        try FileManager.default.removeItem(atPath: "\(music.path)/cover.jpg")
        let alone = try await imported()
        #expect(alone.red.map { $0 > 180 } == true && alone.name == "1.mp3")
    }

    @Test func `in one file, a front is before a picture of no kind, and that before others; what is no picture comes last`() async throws {
        let page = Self.unusable[0].1
        for (pictures, red) in [
            ([(try Self.picture(20), 4), (try Self.picture(200), 3)], 200), ([(try Self.picture(20), 4), (try Self.picture(200), 0)], 200),
            ([(try Self.picture(20), 0), (try Self.picture(200), 3)], 200), ([(page, 3), (try Self.picture(200), 0)], 200),
            ([(page, 3), (try Self.picture(200), 3)], 200),
        ] as [([([UInt8], UInt8)], Int)] {
            try track(1, pictures.map { (bytes: $0.0, type: $0.1) })
            #expect(try await imported().red.map { abs($0 - red) < 20 } == true)
        }
    }

    @Test func `a library without decoders for a picture names it`() async throws {
        try track(1, [])
        try music.write(SamplePictures.bomb(.heic, width: 8, height: 8), to: "cover.heic")
        let found = try await imported()
        #expect(found.red == nil && found.problems.map { Path.name(of: $0.path) } == ["cover.heic"])
    }
}
