import FileNames
import Foundation
import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite("The web page of a library")
struct WebCatalogueTests {
    private let fixture: LibraryFixture
    private let folder: String

    init() throws {
        fixture = try LibraryFixture()
        folder = "\(fixture.folder.path)/page"
    }

    // MARK: What it shows

    @Test("It has every album by artist, with its pressing, its tracks and what a search and the filters look at")
    func contents() async throws {
        var album = SampleAlbums.complete
        album.genre = "Folk, World, & Country, Rock"
        album.release = ReleaseRecord(
            labels: ["Northgate", "Moor"], catalogueNumber: "NG 12", format: "2xLP, Album", originalYear: 1971, composers: ["Ada Byron"],
            discSubtitles: [2: "Late"])
        album.tracks = [
            TrackRecord(title: "One", disc: 1, number: 1, seconds: 185), TrackRecord(title: "Two", artist: "Guest", disc: 2, number: 1),
        ]
        try fixture.persistency.save([SampleAlbums.record("Zebra", by: "Zoe"), album])
        #expect(try await fixture.library.exportWebCatalogue(to: folder) == 2)

        let page = try Page(in: folder)
        #expect(page.albums.map(\.title) == [album.title, "Zebra"])
        let shown = try #require(page.albums.first)
        #expect(shown.genres == ["Folk, World, & Country", "Rock"] && shown.formats == ["LP", "Album"])
        #expect(shown.label == "Northgate" && shown.number == "NG 12" && shown.artist == album.artist && shown.year == album.year)
        #expect(shown.words == "Moor Ada Byron Late", "what only the card shows is found, too")
        let card = page.cards[0]
        let facts = Dictionary(uniqueKeysWithValues: card.facts.map { ($0[0], $0[1]) })
        #expect(facts["Label"] == "Northgate, Moor" && facts["Original Year"] == "1971" && facts["Composer"] == "Ada Byron")
        #expect(card.tracks.map(\.title) == ["One", "Two"] && card.tracks.map(\.artist) == [nil, "Guest"])
        #expect(card.tracks.map(\.heading) == ["Disc 1", "Disc 2: Late"] && card.tracks[0].seconds == 185)
    }

    @Test("Each card is at its place in its file", arguments: [0, 1, 50, 51, 120])
    func files(count: Int) async throws {
        try fixture.persistency.save((0..<count).map { SampleAlbums.record("Album \($0)", by: "Artist \($0)") })
        #expect(try await fixture.library.exportWebCatalogue(to: folder) == count)
        let page = try Page(in: folder)
        #expect(page.albums.count == count && page.cards.count == count)
    }

    @Test("What only concerns the owner is on it only if they want it, and no file ever is", arguments: [false, true])
    func privacy(showsPrivateValues: Bool) async throws {
        var album = SampleAlbums.complete
        album.folder = "/music/secret"
        album.tracks = [TrackRecord(title: "One", path: "/music/secret/one.flac")]
        try fixture.persistency.save([album])
        try await fixture.library.addCopy(to: album.id, SampleCopies.values)
        try await fixture.library.exportWebCatalogue(to: folder, showsPrivateValues: showsPrivateValues)

        let page = try Page(in: folder)
        let copy = try #require(page.cards.first?.copies.first)
        let shown = Dictionary(uniqueKeysWithValues: copy.facts.map { ($0[0], $0[1]) })
        for field in SampleCopies.fields where field.kind != .rating {
            let isPublic =
                switch field {
                case .format, .label, .catalogueNumber, .released, .country, .barcode, .mediaCondition, .sleeveCondition, .rating: true
                default: false
                }
            #expect(shown[field.label] == (isPublic || showsPrivateValues ? SampleCopies.value(of: field) : nil), "\(field)")
            #expect(page.text.contains(SampleCopies.value(of: field)) == (isPublic || showsPrivateValues))
        }
        #expect(!page.text.contains("secret") && !page.text.contains(NSUserName() + "/") && !page.text.contains(fixture.folder.path))
    }

    @Test("No text can be more than text", arguments: ["</script><script>alert(1)</script>", "\u{2028}\"\\", "{title} {style}", "<!--"])
    func hostileTexts(text: String) async throws {
        try fixture.persistency.save([SampleAlbums.record(text, by: text)])
        try await fixture.library.exportWebCatalogue(to: folder, title: text)
        let page = try Page(in: folder)
        #expect(page.albums.map(\.title) == [text])
        #expect(!page.html.contains("<script>alert") && !page.html.contains("<!--"))
        #expect(page.html.components(separatedBy: "<script").count == 3 && page.html.components(separatedBy: "</style>").count == 2)
    }

    @Test("A title that comes from a folder's name in an unknown encoding shows that some of it is missing")
    func unknownEncoding() async throws {
        try fixture.persistency.save([SampleAlbums.record(FileName.string(Array("Caf".utf8) + [0xE9]), by: "Ann")])
        try await fixture.library.exportWebCatalogue(to: folder)
        #expect(try Page(in: folder).albums.map(\.title) == ["Caf\u{FFFD}"])
    }

    // MARK: Its pictures

    private static func picture(_ number: Int) -> [UInt8] {
        try! CoverDecoder(maxPixel: 900).encodePNG(SamplePictures.plain(width: 900, height: 800 + number))
    }

    private func album(_ number: Int, in music: TemporaryFolder) throws -> CompleteAlbum {
        var album = SampleAlbums.record("Album \(number)")
        album.localCover = .file(path: try music.write(Self.picture(number), to: "\(number).png"))
        return album
    }

    @Test("Covers are as large as a phone shows them, even if the library has only small ones")
    func covers() async throws {
        let music = try TemporaryFolder()
        let albums = try fixture.fill([try album(1, in: music)])
        _ = await fixture.requestCover(of: albums[0])
        try await fixture.library.exportWebCatalogue(to: folder)
        let page = try Page(in: folder)
        let name = try #require(page.albums.first?.cover)
        let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/sleeves/covers/\(name).jpg"))
        let image = try CoverDecoder(maxPixel: 1_200).decode([UInt8](bytes))
        #expect(max(image.width, image.height) == 400)
    }

    @Test("Another export replaces it, without what isn't needed any more, and leaves all other files alone")
    func again() async throws {
        let music = try TemporaryFolder()
        let albums = try fixture.fill([try album(1, in: music), try album(2, in: music)])
        for album in albums { _ = await fixture.requestCover(of: album) }
        try await fixture.library.exportWebCatalogue(to: folder)
        let first = try Page(in: folder)
        for name in ["robots.txt", "sleeves/mine.txt", "sleeves/covers/mine.jpg"] {
            #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data("mine".utf8)))
        }
        let kept = "\(folder)/sleeves/covers/\(try #require(first.albums[0].cover)).jpg"
        let date = try FileManager.default.attributesOfItem(atPath: kept)[.modificationDate] as? Date

        try await fixture.library.remove([albums[1].id])
        try await fixture.library.exportWebCatalogue(to: folder)
        let second = try Page(in: folder)
        #expect(second.albums.map(\.title) == ["Album 1"] && second.data != first.data)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(first.data)"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(folder)/sleeves/covers").sorted()
                == [Path.name(of: kept), "mine.jpg"].sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["index.html", "robots.txt", "sleeves"])
        #expect(FileManager.default.fileExists(atPath: "\(folder)/sleeves/mine.txt"))
        #expect(try FileManager.default.attributesOfItem(atPath: kept)[.modificationDate] as? Date == date, "it wasn't written again")
    }

    @Test("An export that is cancelled, or that can't write its page, leaves the earlier page as it was")
    func failing() async throws {
        let music = try TemporaryFolder()
        let albums = try fixture.fill([try album(1, in: music)])
        _ = await fixture.requestCover(of: albums[0])
        try await fixture.library.exportWebCatalogue(to: folder)
        let before = try contents(of: folder)
        let (library, folder) = (fixture.library, folder)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.exportWebCatalogue(to: folder)
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(try contents(of: folder) == before)

        // A folder stands where the page would be written.
        let other = "\(fixture.folder.path)/other"
        try FileManager.default.createDirectory(atPath: "\(other)/sleeves/covers", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: "\(other)/index.html", withIntermediateDirectories: false)
        await #expect(throws: (any Error).self) { try await library.exportWebCatalogue(to: other) }
        #expect(try contents(of: other).keys.filter { $0.hasSuffix(".js") } == [])
    }

    @Test("A folder with another page is left alone, and so is a file")
    func anotherPage() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("<title>Mine</title>".utf8).write(to: URL(filePath: "\(folder)/index.html"))
        let error = await #expect(throws: WebCatalogueError.self) { try await fixture.library.exportWebCatalogue(to: folder) }
        #expect(error?.description == "\(folder) has another page, index.html. Choose an empty folder, or a new name.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["index.html"])
        try fixture.folder.write(Array("mine".utf8), to: "file")
        let file = "\(fixture.folder.path)/file"
        await #expect(throws: ExportError.self) { try await fixture.library.exportWebCatalogue(to: file) }
    }

    @Test("In a folder that a person has chosen, it gets a folder of its own, unless nothing else is there")
    func chosenFolder() async throws {
        let fixture = fixture
        func export(_ chosen: String) async throws -> String {
            try await fixture.library.exportWebCatalogue(toFolderIn: chosen, title: nil, showsPrivateValues: false).folder
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(try await export(folder) == folder)
        #expect(try await export(folder) == folder, "it is this page's")
        let music = try TemporaryFolder()
        _ = try music.write([1], to: "a.txt")
        #expect(try await export(music.path) == "\(music.path)/Albums")
        #expect(try await export(music.path) == "\(music.path)/Albums")
        let other = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(other.path)/Albums/Somebody", withIntermediateDirectories: true)
        #expect(try await export(other.path) == "\(other.path)/Albums 2")
    }

    private func contents(of folder: String) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, $0) } })
    }
}

/// A page as its program reads it.
private struct Page {
    struct Album: Decodable {
        let title, artist: String
        let year: Int?
        let genres, formats: [String]
        let label, number, words, cover: String?
    }

    struct Card: Decodable {
        struct Copy: Decodable {
            let name: String
            let facts: [[String]]
        }

        struct Track: Decodable {
            let title: String
            let artist, heading: String?
            let seconds: Int?
        }

        let facts: [[String]]
        let copies: [Copy]
        let tracks: [Track]
    }

    private struct Wall: Decodable {
        let cardsInFile: Int
        let albums: [Album]
    }

    let html: String
    let data: String
    let albums: [Album]
    let cards: [Card]
    /// Everything that it says.
    let text: String

    init(in folder: String) throws {
        html = try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8)
        let name = try #require(html.firstMatch(of: #/const data = "(sleeves/[0-9a-f]{8})"/#))
        data = String(name.1)
        func value(of file: String, after prefix: String) throws -> String {
            let text = try String(contentsOfFile: "\(folder)/\(name.1)/\(file)", encoding: .utf8)
            try #require(text.hasPrefix(prefix) && text.hasSuffix(")\n"))
            return String(text.dropFirst(prefix.count).dropLast(2))
        }
        let list = try value(of: "albums.js", after: "catalogue(")
        let wall = try JSONDecoder().decode(Wall.self, from: Data(list.utf8))
        albums = wall.albums
        var (cards, texts): ([Card], [String]) = ([], [html, list])
        for number in 0..<(albums.count + wall.cardsInFile - 1) / wall.cardsInFile {
            let text = try value(of: "\(number).js", after: "cards(\(number),")
            let more = try JSONDecoder().decode([Card].self, from: Data(text.utf8))
            try #require(more.count == min(wall.cardsInFile, albums.count - cards.count))
            cards += more
            texts.append(text)
        }
        (self.cards, text) = (cards, texts.joined())
    }
}
