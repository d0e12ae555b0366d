import Foundation
import SleevesModel
import SleevesSharing
import Testing

@testable import SleevesStore

/// Several libraries that exchange what changes, without a network.
@Suite("Shared libraries")
struct SharedLibrariesTests {
    /// The environment may ask for more.
    private static let runs = ProcessInfo.processInfo.environment["SHARED_RUNS"].flatMap { UInt64($0) } ?? 10

    @Test("Whatever three machines do, with wrong clocks and a server that loses everything, they end equal", arguments: 0..<runs)
    func random(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let machines = try (0..<3).map { try TestMachine("machine \($0)", skew: Int64.random(in: -180_000...120_000, using: &random)) }
        var (bucket, newest) = (MemoryBucket(), NewestValues())
        var earlier = bucket
        // Some have albums before they share.
        for machine in machines where random.isTrue(1, in: 2) {
            for _ in 0..<5 { try machine.act(&random) }
        }
        for machine in machines { try machine.share() }
        for _ in 0..<120 {
            let machine = random.pick(machines)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<3: try machine.exchange(with: &bucket, losingAnswers: random.isTrue(1, in: 4))
            case 3 where random.isTrue(1, in: 4): bucket.wipe()
            case 3 where random.isTrue(1, in: 2): bucket.restore(earlier)
            case 3 where random.isTrue(1, in: 2): earlier = bucket
            case 4 where random.isTrue(1, in: 4): try machine.open()
            case 5 where random.isTrue(1, in: 6):
                try machine.library.stopSharing()
                for _ in 0..<3 { try machine.act(&random) }
                try machine.share()
            default: try machine.act(&random)
            }
            newest.observe(try machine.registers())
        }
        var rounds = 0
        while try machines.map({ try $0.exchange(with: &bucket) }).contains(true) {
            rounds += 1
            if rounds > 20 { break }
        }
        #expect(rounds <= 20, "They never stop sending.")
        try Self.expectEqual(machines, newest)
    }

    @Test("An edit replaces one that was there, whatever the clocks of the two machines say", arguments: [20 * 60_000, -60 * 60_000])
    func wrongClocks(skew: Int64) throws {
        let id = AlbumID(digesting: ["album"])
        var pair = try SharingPair(albums: [id], skew: skew)
        let (desk, sofa) = (pair.desk, pair.sofa)
        for number in 0..<6 {
            let (editor, reader) = number % 2 == 0 ? (desk, sofa) : (sofa, desk)
            try pair.exchange()
            _ = try editor.library.recordEdit(of: id, AlbumEdits(title: "Title \(number)"))
            // A clock that is set while the machine is on.
            if number == 3 { desk.skew = 0 }
            for machine in [editor, reader] { try machine.exchange(with: &pair.bucket) }
            #expect(try reader.library.album(id)?.title == "Title \(number)")
            #expect(try editor.library.album(id)?.title == "Title \(number)")
        }
        #expect(try desk.registers() == sofa.registers())
    }

    @Test("Files that are read again replace another machine's later values only where they say something new")
    func filesReadAgain() throws {
        let id = AlbumID(digesting: ["album"])
        var pair = try SharingPair()
        let (desk, sofa) = (pair.desk, pair.sofa)
        func read(_ machine: TestMachine, genre: String, year: Int, tracks: [String]) throws {
            var album = AlbumRecord(id: id, title: "Album", artist: "Artist", source: .discogs)
            (album.genre, album.year) = (genre, year)
            try machine.library.save([CompleteAlbum(album, tracks: tracks.map { TrackRecord(title: $0) })])
            try pair.exchange(times: 2)
        }
        func expect(genre: String, year: Int, tracks: [String]) throws {
            for machine in [desk, sofa] {
                let album = try #require(try machine.library.completeAlbum(id))
                #expect(album.genre == genre && album.year == year && album.tracks.map(\.title) == tracks, "\(machine.name)")
            }
            #expect(try desk.registers() == sofa.registers())
        }
        try read(desk, genre: "Rok", year: 1970, tracks: ["Un", "Two"])
        try read(sofa, genre: "Rock", year: 1971, tracks: ["One", "Two"])
        // Nothing new.
        for _ in 0..<2 { try read(desk, genre: "Rok", year: 1970, tracks: ["Un", "Two"]) }
        try expect(genre: "Rock", year: 1971, tracks: ["One", "Two"])
        // A new year, and an edit that has nothing to do with it.
        _ = try sofa.library.recordEdit(of: id, AlbumEdits(title: "Harbour"))
        try read(desk, genre: "Rok", year: 1972, tracks: ["Un", "Two"])
        try expect(genre: "Rock", year: 1972, tracks: ["One", "Two"])
        try read(sofa, genre: "Rock", year: 1971, tracks: ["One", "Two"])
        try expect(genre: "Rock", year: 1972, tracks: ["One", "Two"])
        try read(desk, genre: "Jazz", year: 1972, tracks: ["Uno", "Two"])
        try expect(genre: "Jazz", year: 1972, tracks: ["Uno", "Two"])
        #expect(try desk.library.album(id)?.title == "Harbour")
    }

    @Test("A server that has lost its latest values, and got others since, gets back what a machine has")
    func restoredServer() throws {
        let ids = (0..<3).map { AlbumID(digesting: ["\($0)"]) }
        var pair = try SharingPair(albums: ids)
        let (desk, sofa) = (pair.desk, pair.sofa)
        try pair.exchange()
        let earlier = pair.bucket
        _ = try desk.library.recordEdit(of: ids[0], AlbumEdits(title: "Harbour"))
        try desk.exchange(with: &pair.bucket)
        pair.bucket.restore(earlier)
        // The same revision as that of the lost value.
        _ = try sofa.library.recordEdit(of: ids[0], AlbumEdits(genre: "Jazz"))
        try sofa.exchange(with: &pair.bucket)
        try pair.exchange()
        for machine in [desk, sofa] { #expect(try machine.library.edits(of: ids[0]) == AlbumEdits(title: "Harbour", genre: "Jazz")) }
    }

    @Test("What is edited while sharing is stopped keeps its time")
    func stopped() throws {
        let id = AlbumID(digesting: ["album"])
        var pair = try SharingPair(albums: [id])
        let (desk, sofa) = (pair.desk, pair.sofa)
        try pair.exchange()
        try desk.library.stopSharing()
        _ = try desk.library.recordEdit(of: id, AlbumEdits(title: "Earlier"))
        sofa.skew = 60_000
        _ = try sofa.library.recordEdit(of: id, AlbumEdits(title: "Later"))
        desk.skew = 120_000
        try desk.share()
        for machine in [sofa, desk, sofa] { try machine.exchange(with: &pair.bucket) }
        for machine in [desk, sofa] { #expect(try machine.library.album(id)?.title == "Later") }
    }

    @Test("A newer version's values survive whatever an earlier one does with the album")
    func newerValues() throws {
        var pair = try SharingPair()
        let (desk, sofa) = (pair.desk, pair.sofa)
        let id = AlbumID(digesting: ["album"])
        let (newer, time) = (try #require(MachineID(rawValue: "0123456789abcdef")), HybridTime(ticks: 1 << 16, machine: MachineID.random()))
        var album = SharedAlbum()
        let release = #"{"copies":[{"notes":"first","shelf":"B2"}],"labels":["Northgate"],"pressing":{"plant":"X"}}"#
        let tracks = #"[{"isrc":"AA1","number":1,"title":"One"},{"isrc":"AA2","number":2,"title":"Two"}]"#
        let values: [SharedField: String] = [
            .title: " Album ", .artist: "Artist", .source: "tape", .release: release, .tracks: tracks, .year: "20000",
        ]
        for (field, value) in values { album.set(field, to: value, at: time) }
        album.setHeld(true, by: newer, at: time)
        album = try SharedAlbum(
            decoding: album.encoded.replacing(#""title":" Album ""#, with: #""mood":"blue","title":" Album ""#).utf8)
        _ = pair.bucket.put(Array(album.encoded.utf8), SharedKey.album(id).text, expecting: 0)
        try pair.exchange()
        // Six ways.
        _ = try desk.library.recordEdit(of: id, AlbumEdits(title: "Harbour"))
        _ = try desk.library.recordCover(CoverDigest(of: [1]), of: id)
        var imported = try #require(try desk.library.completeAlbum(id)).sourceRecord
        imported.album.genre = "Jazz"
        try desk.library.save([imported])
        _ = try desk.library.recordRemoval(of: [id])
        _ = try desk.library.revert(\.undo, expecting: try desk.library.historyTop())
        try desk.library.stopSharing()
        try desk.share()
        try pair.exchange()
        for machine in [desk, sofa] {
            let shared = try #require(try machine.registers()[id.rawValue])
            for field in values.keys { #expect(shared.registers[field.rawValue] == album.registers[field.rawValue], "\(field)") }
            #expect(shared.registers["mood"] == album.registers["mood"])
            #expect(shared[.editedTitle] == "Harbour")
        }
        // What is changed in them changes only what this version knows.
        imported.release?.labels = ["Southmoor"]
        imported.tracks[1].title = "Two, again"
        try desk.library.save([imported])
        let changed = try #require(try desk.registers()[id.rawValue])
        #expect(changed[.release] == release.replacing("Northgate", with: "Southmoor"))
        #expect(changed[.tracks] == tracks.replacing(#""Two""#, with: #""Two, again""#))
    }

    @Test("A newer version's values pass through exports, their import, edits and undo, in a library that isn't shared, too")
    func newerExports() async throws {
        let (desk, attic, sofa) = (try TestMachine("desk"), try TestMachine("attic"), try TestMachine("sofa"))
        for machine in [desk, sofa] { try machine.share() }
        let (id, time) = (AlbumID(digesting: ["album"]), HybridTime(ticks: 1 << 16, machine: .random()))
        var album = SharedAlbum()
        let release = #"{"copies":[{"notes":"first","shelf":"B2"}],"labels":["Northgate"],"pressing":{"plant":"X"}}"#
        let tracks = #"[{"isrc":"AA1","number":1,"path":"/etc/passwd","title":"One"},{"isrc":"AA2","number":2,"title":"Two"}]"#
        let values: [SharedField: String] = [.title: "Album", .artist: "Artist", .source: "json", .release: release, .tracks: tracks]
        for (field, value) in values { album.set(field, to: value, at: time) }
        album.setHeld(true, by: time.machine, at: time)
        album = try SharedAlbum(decoding: album.encoded.replacing(#""title":"Album""#, with: #""mood":"blue","title":"Album""#).utf8)
        var bucket = MemoryBucket()
        _ = bucket.put(Array(album.encoded.utf8), SharedKey.album(id).text, expecting: 0)
        try desk.exchange(with: &bucket)

        let file = FileManager.default.temporaryDirectory.appending(path: "sleeves-export-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        func export(_ machine: TestMachine) throws -> String {
            _ = try SharingLibrary(machine).api.export(to: file, as: .json)
            return try String(contentsOfFile: file, encoding: .utf8)
        }
        let exported = try export(desk)
        for newer in [#""shelf":"B2""#, #""pressing":{"plant":"X"}"#, #""isrc":"AA1""#, #""isrc":"AA2""#, #""newer":{"mood":"blue"}"#] {
            #expect(exported.contains(newer), "\(newer)")
        }
        #expect(!exported.contains("passwd"))

        let api = SharingLibrary(attic).api
        for _ in 0..<2 { _ = try await api.importAlbums(at: [file]) }
        #expect(try export(attic) == exported)
        try await api.edit(id, AlbumEdits(title: "Harbour"))
        try await api.remove([id])
        for _ in 0..<2 { try await api.history.undo() }
        #expect(try export(attic) == exported)

        // Once it is shared, others get them.
        try attic.share()
        var other = MemoryBucket()
        for machine in [attic, sofa] { try machine.exchange(with: &other) }
        let shared = try #require(try sofa.registers()[id.rawValue])
        #expect(shared[.release] == release)
        #expect(shared[.tracks] == tracks.replacing(#""path":"/etc/passwd","#, with: ""))
        #expect(shared.registers["mood"]?.value == "blue")
        #expect(try export(sofa) == exported)
        // A shared library takes them from an export, too, but not what decides over albums and machines.
        let hostile = #"{"mood":"red","removed":"1","on.0123456789abcdef":"1","genre":"Noise"}"#
        try exported.replacing(#"{"mood":"blue"}"#, with: hostile).replacing(#""plant":"X""#, with: #""plant":"Y","year":1971"#)
            .write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await SharingLibrary(sofa).api.importAlbums(at: [file])
        let after = try #require(try sofa.registers()[id.rawValue])
        #expect(after.holders == [try attic.machine, try sofa.machine].sorted { $0.rawValue < $1.rawValue })
        #expect(after[.removed] == nil && after[.genre] == nil && after.registers["mood"]?.value == "blue")
        #expect(after[.release] == release.replacing(#""plant":"X""#, with: #""plant":"X","year":1971"#))
    }

    @Test("Tracks that an album gets later are shared, and so is another list of them")
    func laterTracks() throws {
        var pair = try SharingPair()
        let (desk, sofa) = (pair.desk, pair.sofa)
        let id = AlbumID(digesting: ["album"])
        var album = CompleteAlbum(AlbumRecord(id: id, title: "Album", artist: "Artist", trackCount: 2, source: .json))
        for titles in [[], ["One", "Two"], ["One", "Three"]] {
            // Nothing else changes, not even their number.
            album.tracks = titles.map { TrackRecord(title: $0) }
            try desk.library.save([album])
            try pair.exchange()
            #expect(try sofa.library.tracks(of: id).map(\.title) == titles)
        }
    }

    @Test("A message is read whatever the order of its members, and refused if it is damaged")
    func messages() throws {
        let patches = #"[{"at":65536,"by":"0123456789abcdef","set":{"title":"A \"title\"","year":null},"new":[1,{"a":2}]}]"#
        for text in [#"{"version":1,"patches":\#(patches)}"#, #" {"patches" : \#(patches), "more": [[]], "version": 1} "#] {
            let album = try SharedAlbum(decoding: text.utf8)
            #expect(album[.title] == #"A "title""#)
            #expect(
                album.registers["year"] == .init(nil, at: HybridTime(ticks: 1 << 16, machine: MachineID(rawValue: "0123456789abcdef")!)))
            #expect(try SharedAlbum(decoding: album.encoded.utf8) == album)
        }
        for text in [#"{"patches":"new","version":2}"#, #"{"version":3}"#] {
            #expect(throws: SharedMessageError.newerVersion) { try SharedAlbum(decoding: text.utf8) }
        }
        let damaged = [
            "", "[]", "null", "{}", #"{"version":1}"#, #"{"version":0,"patches":[]}"#, #"{"version":1,"patches":{}}"#,
            #"{"version":1,"patches":[{}]}"#, #"{"version":1,"patches":[{"at":1,"by":"x","set":{}}]}"#,
            #"{"version":1,"patches":[{"at":-1,"by":"0123456789abcdef","set":{}}]}"#,
            #"{"version":1,"patches":[{"at":1e30,"by":"0123456789abcdef","set":{}}]}"#,
            #"{"version":1,"patches":[{"at":1,"by":"0123456789abcdef","set":{"title":1}}]}"#,
            #"{"version":1,"patches":\#(patches)"#, #"{"version":1,"patches":\#(patches)}}"#,
            #"{"version":1,"patches":\#(String(repeating: "[", count: 100_000))"#,
        ]
        for text in damaged { #expect(throws: SharedMessageError.malformed, "\(text.prefix(80))") { try SharedAlbum(decoding: text.utf8) } }
        let bytes =
            Array(#"{"version":1,"patches":[{"at":1,"by":"0123456789abcdef","set":{"title":"a"#.utf8) + [0xFF] + Array(#""}}]}"#.utf8)
        #expect(throws: SharedMessageError.malformed) { try SharedAlbum(decoding: bytes) }
    }

    @Test("Of two copies of a library, one takes a new identifier, and neither loses an album when the other forgets one")
    func copies() throws {
        let desk = try TestMachine("desk")
        try desk.share()
        let ids = (0..<3).map { AlbumID(digesting: ["\($0)"]) }
        try desk.library.save(ids.map { CompleteAlbum(AlbumRecord(id: $0, title: "Album", artist: "Artist", source: .json)) })
        var bucket = MemoryBucket()
        try desk.exchange(with: &bucket)
        let copy = try TestMachine("copy", copying: desk)
        #expect(try copy.machine == desk.machine)
        try copy.loseFiles(of: ids[0])
        for _ in 0..<3 { for machine in [copy, desk] { try machine.exchange(with: &bucket) } }
        #expect(try copy.machine != desk.machine)
        for machine in [desk, copy] { #expect(try machine.library.albums(sort: .title).count == 3) }
        #expect(try desk.registers() == copy.registers())
        #expect(try desk.registers()[ids[0].rawValue]?.holders.count == 1)
    }

    /// Stores a value of a library that was cloned from another one, to the same place of another machine, and has lost an album's files.
    private static func loss(of id: AlbumID, on machine: TestMachine, in bucket: inout MemoryBucket) throws -> SharedEntry {
        let own = try machine.machine
        var album = try #require(try machine.registers()[id.rawValue])
        album.setHeld(false, by: own, at: HybridTime(ticks: try #require(album.latestTime).ticks + 1, machine: own))
        let key = SharedKey.album(id).text
        _ = bucket.put(Array(album.encoded.utf8), key, expecting: bucket.revision(of: key))
        return try #require(bucket.entries[key])
    }

    @Test(
        "A library that gets values with its own identifier while it is connected takes a new one, and gives up its holds under the former")
    func twins() throws {
        let ids = (0..<2).map { AlbumID(digesting: ["\($0)"]) }
        var pair = try SharingPair(albums: ids)
        let (desk, sofa) = (pair.desk, pair.sofa)
        try pair.exchange()
        let (former, listed) = (try desk.machine, pair.bucket.lastRevision)
        // Its own values and those of others prove nothing.
        let own = try #require(pair.bucket.entries[SharedKey.album(ids[0]).text])
        #expect(try !desk.library.mergeShared([own], listed: 0).isCopy)
        _ = try sofa.library.recordEdit(of: ids[1], AlbumEdits(title: "Harbour"))
        try sofa.exchange(with: &pair.bucket)
        let edited = try #require(pair.bucket.entries[SharedKey.album(ids[1]).text])
        #expect(try !desk.library.mergeShared([edited], listed: listed).isCopy)

        // Another name at the same place is replaced with the next comparison, not at once: the other library would do the same.
        let key = SharedKey.machine(former).text
        let place = try SharedMachine(decoding: try #require(pair.bucket.entries[key]).value).place
        _ = pair.bucket.put(SharedMachine(name: "attic", of: former, place: place).encoded, key, expecting: pair.bucket.revision(of: key))
        let name = try #require(pair.bucket.entries[key])
        #expect(try desk.library.mergeShared([name], listed: listed).outcomes == [.machine(former): .same])
        #expect(try desk.library.mergeShared([name]).outcomes == [.machine(former): .waiting])

        let loss = try Self.loss(of: ids[0], on: desk, in: &pair.bucket)
        #expect(try desk.library.mergeShared([loss], listed: listed).isCopy)
        #expect(try desk.machine != former)
        try pair.exchange(times: 2)
        for id in ids { #expect(try sofa.registers()[id.rawValue]?.holders == [desk.machine]) }
        #expect(try sofa.registers() == desk.registers())
        #expect(try sofa.library.sharing()?.otherMachines.map(\.id) == [desk.machine])
    }

    @Test("A library that was restored from a backup keeps its identifier, and restores its holds once")
    func restoredLibrary() throws {
        let desk = try TestMachine("desk")
        try desk.share()
        let id = AlbumID(digesting: ["album"])
        try desk.library.save([CompleteAlbum(AlbumRecord(id: id, title: "Album", artist: "Artist", source: .json))])
        var bucket = MemoryBucket()
        try desk.exchange(with: &bucket)
        let former = try desk.machine
        // Stored before it connects, by the library as it was until it was restored.
        let later = try Self.loss(of: id, on: desk, in: &bucket)
        try desk.exchange(with: &bucket)
        #expect(try desk.machine == former)
        #expect(try desk.registers()[id.rawValue]?.holders == [former])
        try desk.exchange(with: &bucket)
        #expect(bucket.lastRevision == later.revision.number + 1)
    }

    @Test("Of what comes, only what is new is counted")
    func counts() throws {
        let id = AlbumID(digesting: ["album"])
        var pair = try SharingPair(albums: [id])
        let (desk, sofa) = (pair.desk, pair.sofa)
        try pair.exchange()
        _ = try desk.library.recordEdit(of: id, AlbumEdits(title: "Harbour"))
        let key = SharedKey.album(id).text
        let own = try #require(pair.bucket.entries[key])
        #expect(try desk.library.mergeShared([own]).newCount == 0)
        _ = try sofa.library.recordEdit(of: id, AlbumEdits(genre: "Jazz"))
        try sofa.exchange(with: &pair.bucket)
        let edited = try #require(pair.bucket.entries[key])
        #expect(try desk.library.mergeShared([edited]).newCount == 1)
    }

    @Test("The identifiers of machines with the same name are shown")
    func sameNames() async throws {
        let machines = try ["desk", "desk", "sofa"].map { try TestMachine($0) }
        for machine in machines { try machine.share() }
        var bucket = MemoryBucket()
        for _ in 0..<2 { for machine in machines { try machine.exchange(with: &bucket) } }
        let ids = try machines.map { try $0.machine }
        var names: [[String]?] = []
        for machine in machines { names.append(try await SharingLibrary(machine).api.sharingInformation()?.otherNames) }
        #expect(
            names == [
                ["desk (\(ids[1]))", "sofa"], ["desk (\(ids[0]))", "sofa"], ids[..<2].map(\.rawValue).sorted().map { "desk (\($0))" },
            ])
    }

    @Test(
        "Wishes are shared, and come true on all machines; what one machine has counts, though another wished for it before sharing"
    )
    func wishes() throws {
        for _ in 0..<6 {
            let (desk, sofa) = (try TestMachine("desk"), try TestMachine("sofa"))
            func album(_ title: String, isWanted: Bool) -> CompleteAlbum {
                let copies = [CopyRecord(notes: isWanted ? nil : "mine", isWanted: isWanted)]
                return CompleteAlbum(
                    AlbumRecord(id: AlbumID(digesting: [title]), title: title, artist: "Artist", source: .discogs),
                    release: ReleaseRecord(labels: ["Northgate"], copies: copies))
            }
            try desk.library.save([album("Blue", isWanted: false), album("Red", isWanted: true)])
            try sofa.library.save([album("Blue", isWanted: true), album("Grey", isWanted: true)])
            // Which of the two has the greater identifier is a matter of chance.
            for machine in [desk, sofa] { try machine.share() }
            var bucket = MemoryBucket()
            func exchange() throws { for _ in 0..<3 { for machine in [desk, sofa] { try machine.exchange(with: &bucket) } } }
            func expect(owned: [String], wished: [String], at place: SourceLocation = #_sourceLocation) throws {
                for machine in [desk, sofa] {
                    #expect(try machine.library.albums(sort: .title).map(\.title) == owned, sourceLocation: place)
                    let wishes = try machine.library.albums(filter: AlbumFilter([.wanted]), order: AlbumOrder(.title))
                    #expect(wishes.map(\.title) == wished, sourceLocation: place)
                }
                #expect(try desk.registers() == sofa.registers(), sourceLocation: place)
            }
            try exchange()
            try expect(owned: ["Blue"], wished: ["Grey", "Red"])
            let grey = AlbumID(digesting: ["Grey"])
            let copy = try #require(try desk.library.completeAlbum(grey)?.copies.first)
            _ = try desk.library.recordEdit(of: copy.id, in: grey) { $0.set(CopyField.got, of: $1) }
            try exchange()
            try expect(owned: ["Blue", "Grey"], wished: ["Red"])
            // The wantlists are read again.
            try sofa.library.save([album("Blue", isWanted: true), album("Grey", isWanted: true)])
            try exchange()
            try expect(owned: ["Blue", "Grey"], wished: ["Red"])
        }
    }

    @Test("A title of any length, and an album with any number of registers, are shared")
    func large() throws {
        let id = AlbumID(digesting: ["album"])
        var pair = try SharingPair(albums: [id])
        let (desk, sofa) = (pair.desk, pair.sofa)
        _ = try desk.library.recordEdit(of: id, AlbumEdits(title: String(repeating: "ü", count: 6_400)))
        try pair.exchange()
        #expect(try sofa.library.album(id)?.title.count == 6_400)
        var album = try #require(try sofa.registers()[id.rawValue])
        for number in 0..<400 { album.setHeld(true, by: .random(), at: HybridTime(ticks: Int64(number), machine: .random())) }
        _ = pair.bucket.put(
            Array(album.encoded.utf8), SharedKey.album(id).text, expecting: pair.bucket.revision(of: SharedKey.album(id).text))
        try pair.exchange()
        for machine in [desk, sofa] { #expect(try machine.registers()[id.rawValue]?.holders.count == 401) }
    }

    @Test("A machine that is given up has no albums any more, until it comes back")
    func givenUp() throws {
        let (desk, sofa, attic) = (try TestMachine("desk"), try TestMachine("sofa"), try TestMachine("attic"))
        for machine in [desk, sofa, attic] { try machine.share() }
        let ids = (0..<2).map { AlbumID(digesting: ["\($0)"]) }
        try attic.library.save(ids.map { CompleteAlbum(AlbumRecord(id: $0, title: "Album", artist: "Artist", source: .json)) })
        var bucket = MemoryBucket()
        for machine in [attic, desk, sofa] { try machine.exchange(with: &bucket) }
        #expect(try desk.library.forgetMachine("nobody").machines == 0)
        let forgotten = try desk.library.forgetMachine("attic")
        #expect(forgotten.machines == 1 && forgotten.albums == 2)
        for machine in [desk, sofa] { try machine.exchange(with: &bucket) }
        for machine in [desk, sofa] {
            #expect(try machine.library.albums(sort: .title).isEmpty)
            #expect(try machine.library.sharing()?.otherMachines.contains { $0.name == "attic" } == false)
        }
        for machine in [attic, attic, desk, sofa] { try machine.exchange(with: &bucket) }
        for machine in [desk, sofa] {
            #expect(try machine.library.albums(sort: .title).count == 2)
            #expect(try machine.library.sharing()?.otherMachines.contains { $0.name == "attic" } == true)
        }
    }

    @Test(
        "Any name is sent once, and read as it was sent",
        arguments: [
            "", " ", "a\u{1}b", " blank ", "two\nlines", "z" + String(repeating: "\u{301}", count: 5_000), "\u{202E}evil", "Björk’s 🎷",
        ])
    func names(name: String) throws {
        let (desk, sofa) = (try TestMachine(name), try TestMachine("sofa"))
        for machine in [desk, sofa] { try machine.share() }
        var bucket = MemoryBucket()
        for machine in [desk, sofa, desk, sofa] { try machine.exchange(with: &bucket) }
        let revision = bucket.lastRevision
        for machine in [desk, sofa] { #expect(try !machine.exchange(with: &bucket)) }
        #expect(bucket.lastRevision == revision)
        #expect(try sofa.library.sharing()?.otherMachines.map(\.name) == [desk.library.sharing()!.settings.machineName])
    }

    @Test("A password is in no file that others can read")
    func passwords() throws {
        let desk = try TestMachine("desk")
        var settings = try SharingSettings(address: "nats://anna:lilac@home.example", machineName: "desk")
        try desk.library.share(settings)
        #expect(try desk.library.sharing()?.settings == settings)
        let folder = desk.library.libraryDirectory
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            guard let content = FileManager.default.contents(atPath: "\(folder)/\(name)"), content.firstRange(of: Data("lilac".utf8)) != nil
            else { continue }
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(name)")
            #expect(name == "sharing-password")
        }
        settings.password = nil
        try desk.library.share(settings)
        #expect(try desk.library.sharing()?.settings.password == nil)
    }

    /// Expects that all machines have the newest values, in their registers and in their libraries.
    static func expectEqual(_ machines: [TestMachine], _ newest: NewestValues) throws {
        for machine in machines {
            let registers = try machine.registers()
            #expect(newest.equal(registers))
            let albums = try machine.albums()
            #expect(Set(albums.keys) == Set(registers.filter(\.value.isPresent).keys))
            for (id, values) in albums {
                for field in Set(SharedField.all).union(values.keys) where values[field] != registers[id]?[field] {
                    Issue.record("\(machine.name): \(field) of \(id) is \(values[field] ?? "nil"), not \(registers[id]?[field] ?? "nil")")
                }
            }
        }
        let first = try machines[0].albums()
        for machine in machines.dropFirst() { #expect(try machine.albums() == first) }
        for machine in machines.dropFirst() { #expect(try machine.ownFields() == machines[0].ownFields()) }
        for machine in machines {
            #expect(try machine.shelves() == machine.registers()[SharedAlbum.shelvesID.rawValue]?.shelves.compactMapValues(\.self) ?? [:])
        }
    }
}
