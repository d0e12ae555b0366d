import Foundation
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

/// Lists whose entries are joined with little memory give the same as lists that are in memory as a whole.
@Suite("The contents of lists", .timeLimit(.minutes(10))) struct ListContentsTests {
    @Test("are the same however little memory there is", arguments: [1, 400, 3_000, 1 << 22])
    func joins(memory: Int) throws {
        var random = SeededRandom(seed: UInt64(memory))
        for _ in 0..<60 {
            let lists = (0..<random.number(below: 4)).map { _ in SomeList(using: &random) }
            let contents = ListContents(memory: memory)
            for (index, list) in lists.enumerated() { try list.add(to: contents, path: "\(index)") }
            let result = try ImportResult(contents)
            let expected = WholeLists(lists)
            #expect(result.albums == expected.albums)
            #expect(result.wanted == expected.wanted)
            #expect(result.problems == expected.problems)
            #expect(result.filesRead == lists.count(where: \.isReadable))
            var mentions: [[AlbumID: Bool]] = lists.map { _ in [:] }
            try contents.forEachMention { mention in
                if mentions[mention.list][mention.album] == nil { mentions[mention.list][mention.album] = mention.isWanted }
            }
            #expect(mentions == expected.mentions)
        }
    }

    @Test func `have so many problems and no more, and count the rest`() throws {
        let rows = (0..<ListNotes.limit + 500).map { "Artist,Title \($0),soon\n" }
        let contents = ListContents()
        try CSVListImporter.read(ByteSource(Array(("Artist,Title,Released\n" + rows.joined()).utf8)), path: "/list.csv", into: contents)
        try contents.join()
        let problems = contents.lists[0].problems.map(\.reason)
        #expect(contents.albumCount == rows.count)
        #expect(problems.count == ListNotes.limit + 1)
        #expect(problems.first == "Line 2: The year cannot be read. The album was imported without it.")
        #expect(problems.last == "500 more problems are not listed.")
    }

    @Test func `are saved alike in one turn and in many, again and again`() async throws {
        var random = SeededRandom(seed: 7)
        let (one, many) = (try LibraryFixture(), try LibraryFixture())
        func save(_ lists: [SomeList], _ library: LibraryFixture, memory: Int, turn: Duration) async throws -> AlbumSaving {
            let contents = ListContents(memory: memory)
            for (index, list) in lists.enumerated() { try list.add(to: contents, path: "/\(index)") }
            try contents.join()
            var albums = try contents.albums()
            let saving = AlbumSaving(at: Date(timeIntervalSince1970: 1e9), journal: ImportJournal())
            let saved = try await library.persistency.saveInTurns(saving, turn: turn) { try albums.next() }
            let noted = try library.persistency.note(contents, saving: saved)
            var wanted = try contents.wanted()
            let wishing = AlbumSaving(at: Date(timeIntervalSince1970: 1e9), journal: noted.journal)
            _ = try await library.persistency.saveInTurns(wishing, turn: turn) { try wanted.next() }
            return saved
        }
        for _ in 0..<8 {
            let lists = (0..<2).map { _ in SomeList(using: &random) }
            let first = try await save(lists, one, memory: 1 << 22, turn: .seconds(60))
            let second = try await save(lists, many, memory: 1, turn: .zero)
            #expect(first.summary == second.summary && first.coverCount == second.coverCount)
            #expect(try LibraryContent(one.persistency) == LibraryContent(many.persistency))
            #expect(try one.persistency.wishes() == many.persistency.wishes())
            #expect(try one.library.sources().map(\.albumCount) == many.library.sources().map(\.albumCount))
            #expect(try one.persistency.changes().map(\.albumCount) == many.persistency.changes().map(\.albumCount))
            // The user's changes stay when the lists are read again.
            guard let id = try one.persistency.albums().first?.id else { continue }
            for library in [one, many] {
                _ = try library.persistency.recordEdit(of: id, AlbumEdits(genre: "Mine"))
                try library.persistency.setCover(.present(CoverDigest(of: [1])), for: id)
            }
        }
        for library in [one, many] {
            await library.library.history.refresh()
            while try await library.library.history.undo() != nil {}
            #expect(try library.library.albumCount() == 0)
            while try await library.library.history.redo() != nil {}
        }
        #expect(try LibraryContent(one.persistency) == LibraryContent(many.persistency))
    }
}

/// A list of few different entries, so that many are of one album.
private struct SomeList {
    enum Entry {
        case album(CompleteAlbum)
        case wanted(CompleteAlbum)
        case track(ListedTrack)
        case problem
    }

    let entries: [Entry]
    /// Whether reading ends without an error.
    let isReadable: Bool

    init(using random: inout SeededRandom) {
        entries = (0..<random.number(below: 16)).map { number in
            let title = random.element(of: ["A", "B", "Ç"])
            switch random.number(below: 8) {
            case 0: return .problem
            case 1, 2: return .wanted(Self.discogs(title, number, &random).asWanted)
            case 3, 4: return .album(Self.discogs(title, number, &random))
            case 5:
                let record = AlbumRecord(
                    id: AlbumID(listed: title, by: "X", year: nil), title: title, artist: "X", genre: "\(number)", source: .json)
                return .album(CompleteAlbum(record))
            default:
                var track = ListedTrack(album: title)
                track.title = random.element(of: [nil, "1", "2", "3"])
                track.albumKey = random.element(of: [nil, nil, "k"])
                track.albumArtist = random.element(of: [nil, "X"])
                track.artist = random.element(of: [nil, "X", "x feat. Y", "Z"])
                track.isCompilation = random.number(below: 4) == 0
                track.year = random.element(of: [nil, 1990, 1980])
                return .track(track)
            }
        }
        isReadable = random.number(below: 5) > 0
    }

    private static func discogs(_ title: String, _ number: Int, _ random: inout SeededRandom) -> CompleteAlbum {
        let copy = CopyRecord(added: Date(timeIntervalSince1970: Double(number)), notes: "\(number)")
        let release = ReleaseRecord(discogsID: random.element(of: [1, 2, nil]), labels: ["L"], copies: [copy])
        return CompleteAlbum(discogs: title, artist: "X", year: number, genre: nil, coverURL: nil, release: release)
    }

    func add(to contents: ListContents, path: String) throws {
        var collector = contents.collector(path: path, unit: .line)
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .album(let album): try collector.add(album, entry: index + 1)
            case .wanted(let album): try collector.add(album, entry: index + 1, isWanted: true)
            case .track(let track): try collector.add(track)
            case .problem: collector.note(["P.", "Q."], entry: index + 1)
            }
        }
        if isReadable { collector.finish() }
    }
}

/// The same in memory, entry by entry.
private struct WholeLists {
    var albums: [CompleteAlbum] = []
    var wanted: [CompleteAlbum] = []
    var problems: [ImportProblem] = []
    /// For each list whether its albums are wanted, and not owned.
    var mentions: [[AlbumID: Bool]] = []

    init(_ lists: [SomeList]) {
        for (number, list) in lists.enumerated() {
            mentions.append([:])
            guard list.isReadable else { continue }
            var (owned, desired): ([CompleteAlbum], [CompleteAlbum]) = ([], [])
            var lines: [AlbumID: Int] = [:]
            var tracks: [(key: [String], album: TrackAlbum)] = []
            func note(_ reason: String, _ line: Int) {
                problems.append(ImportProblem(path: "\(number)", reason: "Line \(line): \(reason)"))
            }
            for (index, entry) in list.entries.enumerated() {
                switch entry {
                case .problem:
                    note("P.", index + 1)
                    note("Q.", index + 1)
                case .wanted(let album):
                    if !desired.contains(where: { $0.id == album.id }) { desired.append(album) }
                case .track(let track):
                    let place = tracks.firstIndex { $0.key == TrackAlbum.key(of: track) } ?? tracks.count
                    if place == tracks.count { tracks.append((TrackAlbum.key(of: track), TrackAlbum())) }
                    tracks[place].album.add(track)
                case .album(let album):
                    if let place = owned.firstIndex(where: { $0.id == album.id }) {
                        if let copies = album.release?.copies, owned[place].release != nil {
                            owned[place].release?.copies += copies
                        } else {
                            note("This is the same album as line \(lines[album.id] ?? 0). It was left out.", index + 1)
                        }
                    } else {
                        lines[album.id] = index + 1
                        owned.append(album)
                    }
                }
            }
            for album in tracks.flatMap(\.album.records) {
                if let place = owned.firstIndex(where: { $0.id == album.id }) {
                    owned[place].tracks += album.tracks
                } else {
                    owned.append(album)
                }
            }
            for album in desired { mentions[number][album.id] = true }
            for album in owned { mentions[number][album.id] = false }
            albums += owned.filter { album in !albums.contains { $0.id == album.id } }
            wanted += desired.filter { album in !wanted.contains { $0.id == album.id } }
        }
    }
}
