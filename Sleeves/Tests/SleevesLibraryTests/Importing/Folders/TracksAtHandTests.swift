import SQLite
import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Tracks at hand")
struct TracksAtHandTests {
    @Test func `are those of an album only if the catalogue has no others of it`() throws {
        let queue = try DatabaseQueue()
        try LibrarySchema.migrator.migrate(queue)
        try queue.write { database in
            let catalogue = FileCatalogue(database)
            let stamp = FileStamp(device: 0, inode: 1, size: 0, modified: 0, changed: -1)
            let folder = try catalogue.save(CataloguedFolder(id: 0, path: "/music", stamp: stamp))
            for name in ["2.mp3", "1.mp3"] {
                let id = try catalogue.insert(name, in: folder, stamp: stamp, state: .pending)
                try catalogue.store(AudioTags(album: "T"), of: id, shelf: 0, problem: nil)
            }
            try database.run("UPDATE file SET albumID = 'album'")
            let tracks = try catalogue.tracks("albumID = ?", ["album"])

            var atHand = TracksAtHand()
            atHand.addChosen(Array(tracks.prefix(1)))
            #expect(try atHand.takeTracks(of: "album", in: catalogue) == nil)
            for track in tracks.reversed() { atHand.addChosen([track]) }
            #expect(try atHand.takeTracks(of: "album", in: catalogue)?.map(\.track.file.path) == ["/music/1.mp3", "/music/2.mp3"])
            #expect(try atHand.takeTracks(of: "album", in: catalogue) == nil)
        }
    }
}
