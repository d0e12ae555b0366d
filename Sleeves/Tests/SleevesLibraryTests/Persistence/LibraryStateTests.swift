import Foundation
import Testing

@testable import SleevesLibrary

@Suite("Remembering where the window was left")
struct LibraryStateTests {
    private let folder: StoreFolder
    private let library: PersistencyManager

    init() throws {
        folder = try StoreFolder()
        library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: "\(folder.path)/cache")
    }

    @Test("A new library has the defaults, and no problem")
    func defaults() {
        let (state, problem) = library.loadState()
        #expect(state == LibraryState())
        #expect(problem == nil)
    }

    @Test("A state comes back as it was, the last one of several")
    func roundTrip() throws {
        try library.saveState(LibraryState(windowWidth: 500))
        let state = LibraryState(
            selectedAlbum: AlbumID(rawValue: "abc"), position: 7, search: "björk", order: AlbumOrder(.year, isReversed: true),
            showsShelves: true, layout: .strip,
            coverSide: 200, windowWidth: 1200, windowHeight: 800,
            isMaximized: true,
            network: NetworkSettings(fetchesCovers: false, addresses: [.coverArtArchive: "https://example.org"], allowsLocalNetwork: true),
            playback: PlaybackState(albums: [AlbumID(rawValue: "abc")], path: "/music/1.flac", segmentStart: 75, seconds: 12.5),
            volume: 0.5,
            notifiesAboutTracks: true)
        try library.saveState(state)
        #expect(library.loadState().state == state)
        #expect(library.loadState().problem == nil)
        #expect(try folder.permissions(of: "state.json") == 0o600)
        #expect(folder.files.filter { $0.contains("incoming") }.isEmpty)
    }

    @Test(
        "A damaged state is set aside and told of once, and the defaults are used",
        arguments: ["", "{", "[]", "{\"windowWidth\": \"wide\"}", "\u{FFFD}"])
    func damaged(text: String) throws {
        try folder.write(Array(text.utf8), to: "state.json")
        let (state, problem) = library.loadState()
        #expect(state == LibraryState())
        #expect(problem?.reason == .damagedState)
        #expect(problem?.path == "\(folder.path)/state.json")
        #expect(try folder.bytes(of: "state.json.damaged") == Array(text.utf8))
        #expect(library.loadState().problem == nil)
    }

    @Test("Values that another version lacks, or invalid ones, keep their defaults")
    func otherVersions() throws {
        let text = #"""
            {"windowWidth": -5, "windowHeight": 700, "scale": 2, "selectedAlbum": null, "sort": "colour", "position": -1,
            "network": {"fetchesCovers": "yes"}}
            """#
        try folder.write(Array(text.utf8), to: "state.json")
        let (state, problem) = library.loadState()
        #expect(state == LibraryState(windowHeight: 700))
        #expect(problem == nil)
    }

    @Test("Numbers that nothing could be calculated with keep their defaults", arguments: [Int.max, Int.min, 1 << 32])
    func absurdNumbers(number: Int) throws {
        let names = ["position", "coverSide", "windowWidth", "windowHeight", "volume"]
        try folder.write(Array("{\(names.map { "\"\($0)\": \(number)" }.joined(separator: ", "))}".utf8), to: "state.json")
        let (state, problem) = library.loadState()
        #expect(state == LibraryState() && problem == nil)
    }

    @Test(
        "The order of an earlier version, of this one, and of a later one is read; an invalid one is the default",
        arguments: [
            (#"{"sort": "year"}"#, AlbumOrder(.year)),
            (#"{"sort": "year", "order": {"sort": "year", "isReversed": true}}"#, AlbumOrder(.year, isReversed: true)),
            (#"{"sort": "random", "order": {"sort": "random", "seed": 18446744073709551615}}"#, AlbumOrder(.random, seed: .max)),
            (#"{"sort": "title", "order": "year"}"#, AlbumOrder(.year)),
            (#"{"order": {"sort": "colour", "isReversed": 3, "seed": -1}}"#, AlbumOrder()),
            (#"{"order": 7}"#, AlbumOrder()), (#"{"order": null, "sort": "added"}"#, AlbumOrder(.added)),
        ])
    func orders(text: String, order: AlbumOrder) throws {
        try folder.write(Array(text.utf8), to: "state.json")
        let (state, problem) = library.loadState()
        #expect(state == LibraryState(order: order) && problem == nil)
    }

    @Test(
        "What was playing is read tolerantly: absurd values are not restored",
        arguments: [
            (#"{"playback": {"albums": ["a"], "path": "/1.mp3", "seconds": 5}}"#, LibraryState(playback: PlaybackState.sample(5))),
            (#"{"playback": {"albums": ["a"], "path": "/1.mp3", "seconds": -5}}"#, LibraryState(playback: PlaybackState.sample(0))),
            (#"{"playback": {"albums": ["a"], "path": "/1.mp3"}}"#, LibraryState(playback: PlaybackState.sample(0))),
            (#"{"playback": {"albums": ["a"], "path": "1.mp3", "seconds": 5}}"#, LibraryState()),
            (#"{"playback": {"albums": [], "path": "/1.mp3", "seconds": 5}}"#, LibraryState()),
            (#"{"playback": "yes", "volume": 7}"#, LibraryState()), (#"{"volume": 0.25}"#, LibraryState(volume: 0.25)),
        ])
    func playback(text: String, expected: LibraryState) throws {
        try folder.write(Array(text.utf8), to: "state.json")
        let (state, problem) = library.loadState()
        #expect(state == expected && problem == nil)
    }

    @Test("Of a long queue, the albums around the current one are saved")
    func longQueue() {
        let albums = (0..<1_000).map { AlbumID(rawValue: String($0)) }
        func saved(_ current: Int) -> [AlbumID] { PlaybackState(albums: albums, current: current, path: "/1", seconds: 0).albums }
        #expect(saved(0) == Array(albums.prefix(200)))
        #expect(saved(500) == Array(albums[450..<650]))
        #expect(saved(999) == Array(albums.suffix(200)))
        #expect(PlaybackState(albums: Array(albums.prefix(3)), current: 2, path: "/1", seconds: 0).albums == Array(albums.prefix(3)))
    }

    @Test("The old state stays where the new one cannot be written, and no temporary file does")
    func unwritable() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/state.json/inside", withIntermediateDirectories: true)
        let error = #expect(throws: PersistencyError.self) { try library.saveState(LibraryState()) }
        #expect(error?.reason == .notWritable)
        #expect(folder.files.filter { $0.contains("incoming") }.isEmpty)
    }
}

extension PlaybackState {
    fileprivate static func sample(_ seconds: Double) -> PlaybackState {
        PlaybackState(albums: [AlbumID(rawValue: "a")], path: "/1.mp3", seconds: seconds)
    }
}
