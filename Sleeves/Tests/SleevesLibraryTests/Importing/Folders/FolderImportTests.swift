import Foundation
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite struct FolderImportTests {
    private func mp3(_ title: String, artist: String = "A", album: String = "One") -> [UInt8] {
        var mp3 = SyntheticMP3()
        mp3.text("TIT2", title)
        mp3.text("TPE1", artist)
        mp3.text("TALB", album)
        return mp3.bytes
    }

    private func read(_ paths: String...) async throws -> ImportedFolders.Content {
        try await ImportedFolders().read(paths)
    }

    @Test func `finds audio files in subfolders, and nothing that is hidden or no audio file`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "1.mp3")
        try folder.write(mp3("b"), to: "deep/er/2.MP3")
        try folder.write(mp3("hidden"), to: ".3.mp3")
        try folder.write(mp3("hidden"), to: ".trash/4.mp3")
        try folder.write("notes", to: "notes.txt")
        let result = try await read(folder.path)
        #expect(result.albums.flatMap(\.tracks).map(\.title) == ["a", "b"])
        #expect(result.albums.first?.folder == folder.path)
        #expect(result.filesRead == 2)
        #expect(result.problems.isEmpty)
    }

    @Test func `a name that begins with a dot because an album does is read, and what is hidden is counted`() async throws {
        let folder = try TemporaryFolder()
        for name in ["...And Justice for All", ".38 Special", "..dots"] { try folder.write(mp3(name), to: "\(name)/1.mp3") }
        try folder.write(mp3("...Baby One More Time"), to: "...Baby One More Time.mp3")
        for name in [".git", ".Trash-1000", "deep/.hidden", ".3"] { try folder.write(mp3("hidden"), to: "\(name)/1.mp3") }
        try folder.write(mp3("hidden"), to: "._1.mp3")
        try folder.write("", to: ".DS_Store")
        let library = try ImportedFolders()
        for _ in 0..<2 {
            let outcome = try await library.run([folder.path])
            #expect(outcome.files.found == 4)
            #expect(outcome.files.hidden == 5)
        }
    }

    @Test(arguments: [
        "#recycle", "@Recycle", "$RECYCLE.BIN", "$Recycle.Bin", "@eaDir", "#snapshot", "@Recently-Snapshot", "lost+found", ".Trash-1000",
        "S-1-5-21-1004336348-1177238915-682003330-512", "System Volume Information", "FOUND.000", "__MACOSX", "deep/er/#Recycle",
    ])
    func `recycle bins, snapshots and what systems make beside are passed over and counted`(name: String) async throws {
        let folder = try TemporaryFolder()
        for album in ["RECYCLER", "Recycled", "Found.", "S-1", "Lost+Found"] {
            try folder.write(mp3(album, album: album), to: "\(album)/1.mp3")
        }
        for track in ["sub/1", "2"] { try folder.write(mp3("gone"), to: "\(name)/\(track).mp3") }
        let library = try ImportedFolders()
        for _ in 0..<2 {
            let outcome = try await library.run([folder.path])
            #expect(outcome.files.found == 5 && outcome.files.hidden == 1)
            #expect(try library.albums().count == 5)
        }
        // The person may still name one.
        if name != ".Trash-1000" { #expect(try await read("\(folder.path)/\(name)").filesRead == 2) }
    }

    @Test func `a recycle bin that an earlier version searched goes`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "1.mp3")
        try folder.write(mp3("gone", album: "Gone"), to: "bin/1.mp3")
        let library = try ImportedFolders()
        try await library.run([folder.path])
        #expect(try library.albums().map(\.title).sorted() == ["Gone", "One"])
        try FileManager.default.moveItem(atPath: "\(folder.path)/bin", toPath: "\(folder.path)/#recycle")
        let stamp = try FileSystem.kind(of: folder.path, followsLinks: false).stamp
        try library.persistency.write { database in
            try database.execute(sql: "UPDATE folder SET path = replace(path, '/bin', '/#recycle')")
            // The folder above looks as it did, so it isn't opened.
            try database.execute(
                sql: "UPDATE folder SET size = ?, modified = ?, changed = ? WHERE path = ?",
                arguments: [stamp.size, stamp.modified, stamp.changed, folder.path])
        }
        let outcome = try await library.run([folder.path])
        #expect(try library.albums().map(\.title) == ["One"])
        #expect(outcome.files.hidden == 1 && outcome.files.gone == 1)
    }

    @Test func `audio files of kinds that are not read are counted by kind, each time`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "1.mp3")
        for name in ["1.dsf", "2.DSF", "deep/3.tak", "deep/4.mka", "5.txt", "6.jpg"] { try folder.write([1, 2, 3], to: name) }
        let library = try ImportedFolders()
        for _ in 0..<2 {
            let files = try await library.run([folder.path]).files
            #expect(files.unread == ["dsf": 2, "tak": 1, "mka": 1])
            #expect(files.found == 1)
        }
    }

    @Test(arguments: ["mp2", "mp4", "asf", "aac", "wave"]) func `a file is read by what it holds, whatever kind its name says`(kind: String)
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "1.\(kind)")
        #expect(try await read(folder.path).albums.flatMap(\.tracks).map(\.title) == ["a"])
    }

    @Test func `an empty folder gives nothing`() async throws {
        let folder = try TemporaryFolder()
        #expect(try await read(folder.path) == ImportedFolders.Content())
    }

    @Test func `a bad file is named with the reason, and the rest is read`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("good"), to: "good.mp3")
        try folder.write("", to: "a-empty.mp3")
        try folder.write("text", to: "b-text.flac")
        try folder.write(mp3("cut").prefix(20), to: "c-cut.mp3")
        try folder.link("d-dangling.mp3", to: "nowhere.mp3")
        try folder.link("e-circle.mp3", to: "e-circle.mp3")
        let result = try await read(folder.path)
        #expect(result.albums.flatMap(\.tracks).map(\.title) == ["good"])
        let named = result.problems.map { (String($0.path.dropFirst(folder.path.count + 1)), $0.reason) }
        let problems = Dictionary(uniqueKeysWithValues: named)
        #expect(problems.count == 5)
        #expect(problems["a-empty.mp3"]?.hasPrefix("The file is empty.") == true)
        #expect(problems["b-text.flac"]?.hasPrefix("Sleeves does not know the format") == true)
        #expect(problems["c-cut.mp3"]?.hasPrefix("The file is damaged or incomplete.") == true)
        #expect(problems["d-dangling.mp3"]?.hasPrefix("The file or folder cannot be opened. The file or folder does not exist.") == true)
        #expect(problems["e-circle.mp3"]?.hasPrefix("The file or folder cannot be opened. Its links form a loop.") == true)
    }

    @Test func `links that lead in a circle come to an end, and a file reached twice is read once, at its own place`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "music/1.mp3")
        try folder.link("music/self", to: ".")
        try folder.link("music/up", to: folder.path)
        try folder.link("alias.mp3", to: "music/1.mp3")
        try folder.link("another", to: "music")
        let result = try await read(folder.path, folder.path + "/music", folder.path + "/another/1.mp3")
        #expect(result.albums.flatMap(\.tracks).map(\.path) == [folder.path + "/music/1.mp3"])
        #expect(result.problems.isEmpty)
    }

    @Test func `a link to a folder elsewhere is followed`() async throws {
        let folder = try TemporaryFolder()
        let elsewhere = try TemporaryFolder()
        try elsewhere.write(mp3("a"), to: "1.mp3")
        try folder.link("link", to: elsewhere.path)
        #expect(try await read(folder.path).albums.flatMap(\.tracks).map(\.path) == [folder.path + "/link/1.mp3"])
    }

    // The superuser may open everything, so that nothing can be made unreadable for it.
    @Test(.enabled(if: geteuid() != 0))
    func `a folder and a file that may not be opened are named, and the rest is read`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "1.mp3")
        let file = try folder.write(mp3("b"), to: "2.mp3")
        try folder.write(mp3("c"), to: "closed/3.mp3")
        chmod(file, 0)
        chmod(folder.path + "/closed", 0)
        defer { chmod(folder.path + "/closed", 0o700) }
        let result = try await read(folder.path)
        #expect(result.filesRead == 1)
        #expect(result.problems.map(\.path) == [folder.path + "/closed", file])
        #expect(result.problems.allSatisfy { $0.reason.contains("You do not have permission.") })
    }

    @Test func `a path that is not there is an error that names it`() async throws {
        let error = try await #require(throws: ImportError.self) { try await read("/nowhere/at/all") }
        #expect(error.kind == .noInput)
        #expect(error.path == "/nowhere/at/all")
    }

    @Test func `the picture beside the files is found in any case, a cover first`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "1.mp3")
        try folder.write("picture", to: "FRONT.PNG")
        #expect(try await read(folder.path).albums.map(\.localCover) == [.file(path: folder.path + "/FRONT.PNG")])
        try folder.write("picture", to: "Folder.webp")
        #expect(try await read(folder.path).albums.map(\.localCover) == [.file(path: folder.path + "/Folder.webp")])
        try folder.write("picture", to: "Cover.JPEG")
        try folder.write("", to: "cover.jpg")
        #expect(try await read(folder.path).albums.map(\.localCover) == [.file(path: folder.path + "/Cover.JPEG")])
    }

    @Test func `the picture above the folders of discs is found`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3("a"), to: "One/CD1/1.mp3")
        try folder.write(mp3("b"), to: "One/CD2/1.mp3")
        try folder.write("picture", to: "One/cover.jpg")
        let result = try await read(folder.path)
        #expect(result.albums.map(\.localCover) == [.file(path: folder.path + "/One/cover.jpg")])
        #expect(result.albums.first?.tracks.map(\.disc) == [1, 2])
    }

    @Test func `a picture and a text that are too large are named, and the file is read`() async throws {
        var large = SyntheticMP3()
        large.text("TIT2", String(repeating: "x", count: 5000))
        large.picture([UInt8](repeating: 1, count: AudioFile.pictureLimit + 1), type: 3)
        let folder = try TemporaryFolder()
        try folder.write(large.bytes, to: "1.mp3")
        let result = try await read(folder.path)
        #expect(result.filesRead == 1)
        #expect(result.albums.map(\.localCover) == [nil])
        #expect(result.problems.map { $0.reason.contains("KiB") && $0.reason.contains("MiB") } == [true])
    }

    @Test func `the same folder gives the same result every time`() async throws {
        let first = try await read(SampleCollection.music)
        for _ in 0..<5 { #expect(try await read(SampleCollection.music) == first) }
    }

    @Test func `progress counts up to the number of files, and never back`() async throws {
        let folder = try TemporaryFolder()
        for index in 0..<50 { try folder.write(mp3("\(index)"), to: "\(index % 5)/\(index).mp3") }
        let seen = Mutex<[ImportProgress]>([])
        _ = try await ImportedFolders().read([folder.path]) { progress in seen.withLock { $0.append(progress) } }
        let reports = seen.withLock { $0 }
        #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.filesDone <= $1.filesDone && $0.filesFound <= $1.filesFound })
        #expect(reports.last == ImportProgress(filesDone: 50, filesFound: 50))
    }

    @Test func `a cancelled task stops and throws CancellationError`() async throws {
        let folder = try TemporaryFolder()
        for index in 0..<200 { try folder.write(mp3("\(index)"), to: "\(index).mp3") }
        let done = Mutex(0)
        let task = Task {
            try await ImportedFolders().read([folder.path]) { progress in
                done.withLock { $0 = progress.filesDone }
                // Cancelled by the import itself, so that it is certain to be under way.
                if progress.filesDone > 0 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(done.withLock { $0 } < 200)
    }
}
