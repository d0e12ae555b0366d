import Foundation
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary

@Suite("Values in a temporary file") struct ValueCoderTests {
    /// An album with every value that a list can name.
    private static let album: CompleteAlbum = {
        var record = AlbumRecord(
            id: AlbumID(rawValue: "a"), title: "Ágætis byrjun", artist: "Sigur Rós", titleSortName: "T", artistSortName: "A", year: -1999,
            genre: "", trackCount: 3, coverURL: "https://example.org", source: .discogs, added: Date(timeIntervalSince1970: 1.5))
        record.year = .max
        var copy = CopyRecord(added: .distantPast)
        for field in CopyField.edited + SampleCopies.own.map(CopyField.own) { copy[field] = SampleCopies.value(of: field) }
        let copies = [copy, CopyRecord()]
        var release = ReleaseRecord(discogsID: 1, discSubtitles: [2: "b", 10: "c", 1: "a"], copies: copies)
        for field in ReleaseField.allCases { release[field] = SampleReleases.values(of: field) }
        let tracks = [TrackRecord(title: "1", artist: "A", disc: 2, number: 3, seconds: 4), TrackRecord(title: "2")]
        var album = CompleteAlbum(record, tracks: tracks, release: release)
        album.edits = AlbumEdits(title: "t", artist: "a", year: 0, genre: "g", release: SampleReleases.edits)
        album.edits?.copies = CopyEdits([CopyID(rawValue: "u1"): ["place": "Shelf", "mood": "blue"]])
        album.edits?.host = AlbumID(rawValue: "h")
        album.unedited = SourceValues(record)
        album.newerValues = ["n": "1"]
        album.exportedID = AlbumID(rawValue: "x")
        album.ownFields = [OwnField("Signed", kind: .mark)!]
        return album
    }()

    private static let track = ListedTrack(
        album: "A", albumKey: "K", albumArtist: "B", artist: "C", title: "T", disc: 1, number: 2, seconds: 3, year: 4, genre: "G",
        label: "L", coverURL: "U", albumSortName: "S", artistSortName: "R", isCompilation: true, added: Date(timeIntervalSince1970: 0))

    @Test func `are read as they were written`() {
        #expect(ValueCoder.value(CompleteAlbum.self, in: ValueCoder.bytes(of: Self.album)) == Self.album)
        let empty = CompleteAlbum(AlbumRecord(id: AlbumID(rawValue: ""), title: "", artist: "", source: .json))
        #expect(ValueCoder.value(CompleteAlbum.self, in: ValueCoder.bytes(of: empty)) == empty)
        let track = ValueCoder.value(ListedTrack.self, in: ValueCoder.bytes(of: Self.track))
        #expect("\(track)" == "\(Self.track)")
    }

    /// The order of a dictionary depends on where it is in memory, which differs as others come and go.
    @Test(arguments: [2, 40, 90])
    func `of own fields stay with their names, wherever they are in memory`(count: Int) {
        var record = CopyRecord()
        for number in 0..<count { record[.own(OwnField("Field \(number)")!)] = "value \(number)" }
        for round in 0..<400 {
            var others = (0..<round % 24).map { _ in record.own }
            others.removeFirst(others.count / (1 + round % 3))
            #expect(ValueCoder.value(CopyRecord.self, in: ValueCoder.bytes(of: record)) == record)
        }
    }

    @Test func `have the JSON that an encoder would write`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var release = try #require(Self.album.release)
        release.country = String(String.UnicodeScalarView((0..<0x100).map { Unicode.Scalar(UInt8($0)) })) + "/夜"
        release.copies += [1e9, 1e17, 0.125, -0.0, -1].map { CopyRecord(added: Date(timeIntervalSinceReferenceDate: $0)) }
        for value in [release, ReleaseRecord()] {
            #expect(StoredJSON.encode(value) == String(decoding: try encoder.encode(value), as: UTF8.self))
        }
        var track = Self.album.tracks[0]
        track.path = "/music"
        track.segment = FileSegment(start: 0)
        var other = track
        other.segment = FileSegment(start: 75, end: 150, gain: -648)
        for value in [[track, other] + Self.album.tracks, []] {
            #expect(StoredJSON.encode(value) == String(decoding: try encoder.encode(value), as: UTF8.self))
        }
    }

    /// A new property of an album must be in the sample above, so that the test above fails until it is written.
    @Test func `include every property that lists can name`() {
        let withoutLists: Set = ["localCover", "folder", "chosenCover", "path", "segment", "number", "joined"]
        func check(_ value: Any, _ name: String) {
            let mirror = Mirror(reflecting: value)
            let mayBeEmpty: Set<Mirror.DisplayStyle> = [.optional, .collection, .dictionary]
            if let style = mirror.displayStyle, mayBeEmpty.contains(style), mirror.children.isEmpty, !withoutLists.contains(name) {
                Issue.record("\(name) is empty")
            }
            // Only the first of several values has all properties.
            let children = mirror.displayStyle == .collection ? Array(mirror.children.prefix(1)) : Array(mirror.children)
            for child in children where !(child.value is Date || child.value is CopyField || child.value is ReleaseField) {
                check(child.value, child.label == "some" ? name : child.label ?? name)
            }
        }
        check(Self.album, "album")
        check(Self.track, "track")
    }
}
