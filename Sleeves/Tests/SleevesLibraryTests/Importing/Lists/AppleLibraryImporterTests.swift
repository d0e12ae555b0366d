import Foundation
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary

@Suite struct AppleLibraryImporterTests {
    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>Major Version</key><integer>1</integer>
        \t<key>Music Folder</key><string>file://localhost/C:/Music/</string>
        \t<key>Tracks</key>
        \t<dict>

        """
    private static let foot = """
        \t</dict>
        \t<key>Playlists</key>
        \t<array>
        \t\t<dict>
        \t\t\t<key>Name</key><string>Library</string>
        \t\t\t<key>Playlist Items</key><array><dict><key>Track ID</key><integer>1</integer></dict></array>
        \t\t</dict>
        \t</array>
        </dict>
        </plist>
        """

    private static func track(_ number: Int, _ values: String) -> String {
        "\t\t<key>\(number)</key>\n\t\t<dict>\n\t\t\t<key>Track ID</key><integer>\(number)</integer>\n\(values)\n\t\t</dict>\n"
    }

    private static func song(_ number: Int, _ name: String, album: String, artist: String, more: String = "") -> String {
        track(
            number,
            "<key>Name</key><string>\(name)</string><key>Artist</key><string>\(artist)</string><key>Album</key><string>\(album)</string>\(more)"
        )
    }

    private func read(_ tracks: String) throws -> ImportResult {
        try AppleLibraryImporter.read(Array((Self.head + tracks + Self.foot).utf8), path: "Library.xml")
    }

    @Test func `a library of iTunes gives its albums with their tracks`() throws {
        let result = try read(
            Self.song(
                1, "Love &#38; Hate", album: "Tom &amp; Jerry", artist: "A",
                more: "<key>Album Artist</key><string>Ørjan</string><key>Sort Album Artist</key><string>Orjan</string>"
                    + "<key>Track Number</key><integer>2</integer><key>Disc Number</key><integer>1</integer><key>Year</key><integer>1993</integer>"
                    + "<key>Total Time</key><integer>146050</integer><key>Genre</key><string>Pop</string>"
                    + "<key>Date Added</key><date>2015-09-19T12:53:20Z</date><key>Location</key><string>file:///etc/passwd</string>")
                + Self.song(
                    2, "First", album: "Tom &amp; Jerry", artist: "Ørjan",
                    more: "<key>Album Artist</key><string>Ørjan</string><key>Track Number</key><integer>1</integer>")
                + Self.song(3, "Mix", album: "Now", artist: "B", more: "<key>Compilation</key><true/>")
                + Self.song(4, "Mix 2", album: "Now", artist: "C", more: "<key>Compilation</key><true/>")
                + Self.song(5, "Episode", album: "Show", artist: "D", more: "<key>Podcast</key><true/>")
                + Self.track(6, "<key>Name</key><string>Loose</string>"))
        #expect(result.albums.map(\.title) == ["Tom & Jerry", "Now"])
        #expect(result.albums.map(\.artist) == ["Ørjan", "Various Artists"])
        #expect(
            result.albums[0].tracks == [
                TrackRecord(title: "First", number: 1), TrackRecord(title: "Love & Hate", artist: "A", disc: 1, number: 2, seconds: 146),
            ])
        #expect(result.albums[0].year == 1993 && result.albums[0].genre == "Pop" && result.albums[0].artistSortName == "Orjan")
        #expect(result.albums[0].added == Date(timeIntervalSince1970: 1_442_667_200))
        #expect(result.albums[1].tracks.map(\.artist) == ["B", "C"])
        #expect(result.problems.map(\.reason) == ["1 track names no album and was left out."])
    }

    @Test func `a truncated library gives the albums before the end`() throws {
        let whole = Self.head + Self.song(1, "One", album: "A", artist: "B") + Self.song(2, "Two", album: "C", artist: "D")
        let result = try AppleLibraryImporter.read(Array(whole.dropLast(40).utf8), path: "Library.xml")
        #expect(result.albums.map(\.title) == ["A"])
        #expect(result.problems.count == 1)
        #expect(result.problems.first?.reason.contains("Everything before it was imported") == true)
    }

    @Test(arguments: [
        ("", "Line 1 is not valid XML."), ("Dear diary", "Line 1 is not valid XML."), ("<plist><dict>", "Line 1 is not valid XML."),
        ("<html></html>", "This seems to be a web page."), ("<opml/>", "This is not a library"),
        ("<plist><dict><key>CFBundleName</key><string>x</string></dict></plist>", "This property list has no tracks."),
    ])
    func `what is no library is refused, with the reason`(text: String, reason: String) throws {
        let error = try #require(throws: ImportError.self) { try AppleLibraryImporter.read(Array(text.utf8), path: "Library.xml") }
        #expect(error.kind == .badData)
        #expect(error.reason.hasPrefix(reason), "\(error)")
    }

    @Test func `entities of the document's own neither expand nor name files`() throws {
        let laughs = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        for definition in ["<!ENTITY l0 \"ha\">" + laughs + "<!ENTITY x \"&l9;\">", "<!ENTITY x SYSTEM \"file:///etc/passwd\">"] {
            let text =
                "<?xml version=\"1.0\"?><!DOCTYPE plist [\(definition)]><plist><dict><key>Tracks</key><dict>"
                + Self.song(1, "&x;", album: "A", artist: "B") + "</dict></dict></plist>"
            #expect(throws: ImportError.self) { try AppleLibraryImporter.read(Array(text.utf8), path: "Library.xml") }
        }
    }

    @Test func `elements in each other and texts have limits`() throws {
        let deep = Self.head + String(repeating: "<a>", count: 100_000)
        let long = Self.head + "<key>" + String(repeating: "x", count: MarkupParser.partLimit + (1 << 20))
        let comment = Self.head + "<!-- " + String(repeating: "<>", count: MarkupParser.partLimit)
        for (text, words) in [(deep, "too deeply"), (long, "longer than"), (comment, "longer than")] {
            let folder = try TemporaryFolder()
            let path = try folder.write(text, to: "Library.xml")
            let error = try #require(throws: ImportError.self) { try AppleLibraryImporter.read(fileAt: path) }
            #expect(error.reason.contains(words), "\(error)")
        }
    }

    @Test func `a library of ten thousand tracks is read`() throws {
        let tracks = (0..<10_000).map { Self.song($0, "Track \($0)", album: "Album \($0 / 10)", artist: "Artist \($0 / 100)") }.joined()
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.head + tracks + Self.foot, to: "Library.xml")
        let result = try AppleLibraryImporter.read(fileAt: path)
        #expect(result.albums.count == 1_000 && result.albums.allSatisfy { $0.trackCount == 10 })
    }
}
