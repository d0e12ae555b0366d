import Testing

@testable import SleevesLibrary

@Suite("A length that a file doesn't tell")
struct MeasuredLengthTests {
    private let fixture: LibraryFixture
    private let folder: TemporaryFolder

    init() throws {
        fixture = try LibraryFixture()
        folder = try TemporaryFolder()
    }

    private func seconds() throws -> [Int?] {
        try fixture.albums().flatMap { try fixture.library.completeAlbum($0.id)?.tracks.map(\.seconds) ?? [] }
    }

    /// A stream that doesn't even tell its rate.
    private func stream(frames: Int) -> [UInt8] {
        Array(repeatElement([0x56, 0xE1, 0x40] + [UInt8](repeating: 0x21, count: 320), count: frames).joined())
    }

    @Test func `is kept once it was measured, until the file changes`() async throws {
        let path = try folder.write(stream(frames: 200), to: "1.aac")
        _ = try await fixture.library.importAlbums(at: [folder.path])
        #expect(try seconds() == [nil])
        try await fixture.library.note(.seconds(75) + .milliseconds(900), ofFile: path)
        #expect(try seconds() == [75])
        // A better measure replaces it.
        try await fixture.library.note(.seconds(80), ofFile: path)
        #expect(try seconds() == [80])
        _ = try await fixture.library.importAlbums(at: [folder.path])
        #expect(try seconds() == [80])
        try folder.write(stream(frames: 300), to: "1.aac")
        _ = try await fixture.library.importAlbums(at: [folder.path])
        #expect(try seconds() == [nil])
    }

    @Test func `is not replaced if the file tells it`() async throws {
        let path = try folder.write(SyntheticMP3(frames: [("TIT2", [3] + Array("A".utf8))]).bytes, to: "1.mp3")
        _ = try await fixture.library.importAlbums(at: [folder.path])
        let told = try seconds()
        try await fixture.library.note(.seconds(75), ofFile: path)
        try await fixture.library.note(.seconds(75), ofFile: path + ".gone")
        #expect(try seconds() == told)
    }
}
