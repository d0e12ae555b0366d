import Foundation

@testable import SleevesLibrary

/// A folder of small MP3 files that a test changes.
struct MusicFolder {
    let folder: TemporaryFolder
    var path: String { folder.path }
    var name: String { (path as NSString).lastPathComponent }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a file over what was there, called like its title or number.
    func add(
        _ name: String,
        artist: String = "A",
        album: String?,
        title: String? = nil,
        genre: String? = nil,
        release: String? = nil,
        track: Int? = nil,
        isCompilation: Bool = false
    ) throws {
        var mp3 = SyntheticMP3()
        mp3.text("TIT2", title ?? String((name as NSString).lastPathComponent.prefix { $0 != "." }))
        mp3.text("TPE1", artist)
        if let album { mp3.text("TALB", album) }
        if let genre { mp3.text("TCON", genre) }
        if let release { mp3.userText("MusicBrainz Album Id", release) }
        if let track { mp3.text("TRCK", String(track)) }
        if isCompilation { mp3.text("TCMP", "1") }
        let path = self.path + "/" + name
        // Taken away first, so that a file which other names lead to stays what it is.
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        try folder.write(mp3.bytes, to: name)
    }

    func addAlbum(_ title: String, tracks: Int) throws {
        for number in 1...tracks { try add("\(title)/\(number).mp3", album: title) }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
    }

    func move(_ name: String, to new: String) throws {
        let destination = path + "/" + new
        try FileManager.default.createDirectory(
            atPath: (destination as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path + "/" + name, toPath: destination)
    }
}
