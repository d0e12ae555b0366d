import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("A library in numbers")
struct StatisticsTests {
    @Test("Albums are counted by decade, genre, label and format, with what is missing; the rest of many values is summed up")
    func counts() async throws {
        let fixture = try LibraryFixture()
        #expect(try await fixture.library.statistics() == LibraryStatistics())
        var first = SampleAlbums.record(
            "A", year: 1971, genre: "Rock, Pop", tracks: [TrackRecord(title: "1", seconds: 100), TrackRecord(title: "2", seconds: 50)])
        first.release = ReleaseRecord(labels: ["Sodium"], format: "2xLP, Album")
        var second = SampleAlbums.record("B", year: 1979, genre: "rock")
        second.trackCount = 7
        try fixture.persistency.save([
            first, second, SampleAlbums.record("C", genre: "Jazz"), SampleAlbums.record("D", year: 1980, genre: "Folk, Jazz"),
            SampleAlbums.record("E"),
        ])
        try fixture.persistency.setCover(.present(CoverDigest(of: [1])), for: first.id)
        let statistics = try await fixture.library.statistics(limit: 1)
        #expect(statistics.albums == 5 && statistics.tracks == 9 && statistics.seconds == 150)
        #expect(statistics.decades == [.init(year: 1970, albums: 2), .init(year: 1980, albums: 1)])
        #expect(statistics.genres.top == [.init(name: "Jazz", albums: 2)])
        // "Folk, Jazz" has one of the top.
        #expect(statistics.genres.otherValues == 3 && statistics.genres.otherAlbums == 2)
        #expect(statistics.labels.top == [.init(name: "Sodium", albums: 1)] && statistics.labels.otherValues == 0)
        #expect(statistics.formats.top.count == 1 && statistics.formats.otherValues == 1 && statistics.formats.otherAlbums == 0)
        let missing = statistics.missing
        #expect(missing.covers == 4 && missing.years == 2 && missing.genres == 1 && missing.tracks == 3)
        #expect(try StoredJSON.decode(LibraryStatistics.self, from: StoredJSON.encode(statistics)) == statistics)
    }
}
