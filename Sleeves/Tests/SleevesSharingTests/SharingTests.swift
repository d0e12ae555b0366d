import Foundation
import HeedNATS
import NATSTestServer
@testable import SleevesLibrary
import SleevesModel
import SleevesSharing
import SQLite
import Testing

@testable import SleevesStore

/// Libraries that share a collection by way of a real server.
@Suite("Sharing", .timeLimit(.minutes(2)))
struct SharingTests {
    @Test("What one machine has, edits, removes and brings back, the other has too")
    func together() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        let albums = (1...3).map { Self.album("Album \($0)", source: .folder) }
        try desk.machine.library.save(albums)
        desk.api.announce()
        try await sofa.becomes { try $0.titles == ["Album 1", "Album 2", "Album 3"] }

        try await sofa.api.edit(albums[0].id, AlbumEdits(title: "Harbour"))
        try await desk.becomes { try $0.titles.contains("Harbour") }
        try await desk.api.edit(albums[0].id, AlbumEdits(title: "Harbour", genre: "Jazz"))
        try await sofa.becomes { try $0.machine.library.edits(of: albums[0].id).genre == "Jazz" }
        try await desk.api.remove([albums[1].id])
        try await sofa.becomes { try $0.titles == ["Album 3", "Harbour"] }
        try await desk.api.history.undo()
        try await sofa.becomes { try $0.titles == ["Album 2", "Album 3", "Harbour"] }

        // The files are on the other machine.
        #expect(try await sofa.api.details(of: albums[2].id).machines == ["desk"])
        #expect(try await desk.api.details(of: albums[2].id).machines == [])
        #expect(try sofa.machine.library.tracks(of: albums[2].id).allSatisfy { $0.path == nil })
        #expect(try desk.machine.library.tracks(of: albums[2].id).allSatisfy { $0.path != nil })
        try await desk.finish()
        try await sofa.finish()
        #expect(try desk.machine.albums() == sofa.machine.albums())
        #expect(try await sofa.api.sharingInformation()?.otherMachines.map(\.name) == ["desk"])
    }

    @Test("Each value of a copy is shared by itself: two machines describe the same copy at once, and nothing is lost")
    func copies() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        var album = Self.album("Album")
        album.release = ReleaseRecord(labels: ["Northgate"], copies: [CopyRecord(notes: "first"), CopyRecord(notes: "second")])
        let id = album.id
        try desk.machine.library.save([album])
        desk.api.announce()
        try await sofa.becomes { try $0.titles == ["Album"] }
        let copy = try #require(try sofa.api.completeAlbum(id)?.copies.last)
        #expect(copy.record[.notes] == "second")
        async let place = desk.api.editCopy(copy.id, of: id, [.place: "Box 4"])
        async let loan = sofa.api.editCopy(copy.id, of: id, [.lentTo: "Ann", .lentSince: "2020"])
        async let added = sofa.api.addCopy(to: id, [.format: "CD"])
        _ = try await (place, loan, added)
        for machine in [desk, sofa] {
            try await machine.becomes { machine in
                let copies = try machine.api.completeAlbum(id)?.copies.map(\.record) ?? []
                return copies.count == 3 && copies[1][.place] == "Box 4" && copies[1][.lentTo] == "Ann" && copies[2][.format] == "CD"
            }
        }
        // Whichever of the two was made last.
        try await sofa.api.history.undo()
        try await sofa.api.history.undo()
        for machine in [sofa, desk] {
            try await machine.becomes { machine in
                let copies = try machine.api.completeAlbum(id)?.copies.map(\.record) ?? []
                return copies.count == 2 && copies[1][.place] == "Box 4" && copies[1][.lentTo] == nil
            }
        }
        try await desk.finish()
        try await sofa.finish()
        #expect(try desk.machine.albums() == sofa.machine.albums())
    }

    @Test("What other machines say of copies is bounded, and names that can't be such values are passed on unread")
    func hostileCopies() throws {
        let machine = try #require(MachineID(rawValue: "0123456789abcdef"))
        var values = SharedAlbum.values(of: Self.album("Album")).reduce(into: [String: String?]()) { $0[$1.key.rawValue] = $1.value }
        for number in 0..<5_000 { values["copy.u\(number).place"] = "Shelf" }
        let names = [
            "copy.", "copy..", "copy.a", "copy.a.", "copy.a/b.place", "copy.ü.place", "copy.a.b c",
            "copy.\(String(repeating: "a", count: 99)).place",
            "copy.u1.\(String(repeating: "a", count: 99))",
        ]
        for name in names { values[name] = "x" }
        values["copy.u1.rating"] = "17"
        values["copy.u1.bought"] = "tomorrow"
        values["copy.u1.lentTo"] = "a\u{1}\n b"
        let patch: [String: Any] = ["by": machine.rawValue, "at": 1, "set": values.compactMapValues(\.self)]
        let shared = try SharedAlbum(
            decoding: [UInt8](JSONSerialization.data(withJSONObject: ["version": 1, "patches": [patch]] as [String: Any])))
        let album = try #require(shared.newAlbum(Self.album("Album").id))
        let edits = try #require(album.edits?.copies)
        #expect(edits.values.count == CopyEdits.limit)
        #expect(edits.values.keys.allSatisfy { $0.rawValue.hasPrefix("u") } && album.copies.isEmpty, "nobody has added these copies")
        var stamped = shared
        _ = stamped.stamp(.present(album, isBorrowed: true), at: HybridTime(ticks: 9, machine: machine))
        #expect(stamped == shared, "what isn't understood stays as it is")
    }

    @Test("What an earlier version kept of copies without reading it is there after the update, and in what is made of its export")
    func updatedCopies() async throws {
        let (desk, sofa) = (try TestMachine("desk"), try TestMachine("sofa"))
        for machine in [desk, sofa] { try machine.share() }
        let album = Self.album("Album")
        try desk.library.save([album])
        var bucket = MemoryBucket()
        for machine in [desk, sofa] { try machine.exchange(with: &bucket) }
        _ = try desk.library.recordEdit(of: [album.id]) { $0.adding([.place: "Box 4"]) }
        for machine in [desk, sofa] { try machine.exchange(with: &bucket) }
        let expected = try #require(try desk.library.completeAlbum(album.id)?.copies)
        #expect(expected.map(\.record[.place]) == ["Box 4"])
        // An earlier version has the registers alone.
        try sofa.library.write { database in
            try database.execute(sql: "UPDATE album SET edits = NULL, unedited = NULL; DELETE FROM changedHere")
            try SharedCatalogue.takeCopies(in: database)
        }
        #expect(try sofa.library.completeAlbum(album.id)?.copies == expected)
        #expect(try sofa.library.albums(search: "box 4").map(\.id) == [album.id])
        _ = try sofa.library.recordEdit(of: album.id, AlbumEdits(title: "Harbour"))
        for machine in [sofa, desk] { try machine.exchange(with: &bucket) }
        for machine in [desk, sofa] {
            let complete = try #require(try machine.library.completeAlbum(album.id))
            #expect(complete.copies == expected && complete.title == "Harbour")
        }

        let name = CopyEdits.sharedName(expected[0].id, "place")
        let state = CopyEdits.sharedName(expected[0].id, CopyEdits.state)
        let export = #"[{"sleeves": 1, "title": "T", "artist": "A", "newer": {"\#(name)": "Attic", "\#(state)": "added by hand"}}]"#
        let file = FileManager.default.temporaryDirectory.appending(path: "sleeves-export-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try export.write(toFile: file, atomically: true, encoding: .utf8)
        let attic = try TestMachine("attic")
        _ = try await SharingLibrary(attic).api.importAlbums(at: [file])
        let imported = try #require(try attic.library.albums().first)
        #expect(try attic.library.completeAlbum(imported.id)?.copies.map(\.record[.place]) == ["Attic"])
    }

    @Test("A release has one register that earlier versions know all of, and others that they keep as they are")
    func releases() throws {
        var album = Self.album("Album")
        album.release = ReleaseRecord(
            labels: ["Northgate"], catalogueNumber: "NG-7", barcode: "501", originalYear: 1971, reissue: "1999-01",
            composers: ["Ada Byron"],
            conductors: ["Leo Sand"], discSubtitles: [2: "Films"])
        let values = SharedAlbum.values(of: album)
        #expect(values[.release] == #"{"catalogueNumber":"NG-7","copies":[],"labels":["Northgate"]}"#)
        let machine = try #require(MachineID(rawValue: "0123456789abcdef"))
        var shared = SharedAlbum()
        for (field, value) in values { shared.set(field, to: value, at: HybridTime(ticks: 1, machine: machine)) }
        #expect(try SharedAlbum(decoding: shared.encoded.utf8).newAlbum(album.id)?.release == album.release)
        // An earlier version changes the release, and sends the other registers as they came.
        shared.set(.release, to: #"{"copies":[],"labels":["Southmoor"]}"#, at: HybridTime(ticks: 2, machine: machine))
        let changed = try #require(shared.newAlbum(album.id)?.release)
        #expect(changed.labels == ["Southmoor"] && changed.barcode == "501" && changed.discSubtitles == [2: "Films"])
        album.release = ReleaseRecord(composers: ["Ada Byron"])
        #expect(SharedAlbum.values(of: album)[.release] == nil)
        #expect(SharedAlbum.values(of: Self.album("Plain")).keys.contains(try #require(SharedField(rawValue: "composers"))) == false)
    }

    @Test("Undo takes back only what was done here")
    func undoing() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        let album = Self.album("Album")
        try desk.machine.library.save([album])
        desk.api.announce()
        try await sofa.becomes { try $0.titles == ["Album"] }
        try await desk.api.edit(album.id, AlbumEdits(title: "Harbour", year: 1999))
        try await sofa.becomes { try $0.titles == ["Harbour"] }
        #expect(sofa.api.history.undoName == nil)
        try await sofa.api.edit([album.id], setting: AlbumEdits(title: "Haven", genre: "Jazz"))
        try await desk.becomes { try $0.titles == ["Haven"] }
        // The title has changed elsewhere since; the year hasn't.
        try await desk.api.history.undo()
        #expect(try desk.machine.library.edits(of: album.id) == AlbumEdits(title: "Haven", genre: "Jazz"))
        try await sofa.becomes { try $0.machine.library.edits(of: album.id).year == nil }
        try await desk.api.history.redo()
        #expect(try desk.machine.library.edits(of: album.id) == AlbumEdits(title: "Haven", year: 1999, genre: "Jazz"))
    }

    @Test("Undoing an import leaves what another machine has edited since")
    func undoingImports() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        let list = FileManager.default.temporaryDirectory.appending(path: "sleeves-list-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: list) }
        for genre in ["Rock", "Jazz"] {
            try Data(#"[{"title": "Album", "artist": "Artist", "genre": "\#(genre)"}]"#.utf8).write(to: list)
            _ = try await desk.api.importAlbums(at: [list.path])
        }
        try await sofa.becomes { try $0.machine.library.albums(sort: .title).first?.genre == "Jazz" }
        let id = try #require(try sofa.machine.library.albums(sort: .title).first?.id)
        try await sofa.api.edit(id, AlbumEdits(title: "Harbour"))
        try await desk.becomes { try $0.titles == ["Harbour"] }
        try await desk.api.history.undo()
        let album = try #require(try desk.machine.library.album(id))
        #expect((album.title, album.genre) == ("Harbour", "Rock"))
        try await sofa.becomes { try $0.machine.library.album(id)?.genre == "Rock" }
        #expect(try sofa.titles == ["Harbour"])
    }

    @Test("Undoing an import keeps what another machine has imported since, and brings back nothing that it has removed")
    func undoingImportsOfRemovedAlbums() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        let list = FileManager.default.temporaryDirectory.appending(path: "sleeves-list-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: list) }
        for (library, genre) in [(desk, "Rock"), (desk, "Jazz"), (sofa, "Folk")] {
            let albums = ["Kept", "Removed"].map { #"{"title": "\#($0)", "artist": "Artist", "genre": "\#(genre)"}"# }
            try Data("[\(albums.joined(separator: ", "))]".utf8).write(to: list)
            _ = try await library.api.importAlbums(at: [list.path])
            for library in [desk, sofa] {
                try await library.becomes { try $0.machine.library.albums(sort: .title).map(\.genre) == [genre, genre] }
            }
        }
        let removed = try #require(try sofa.machine.library.albums(sort: .title).last?.id)
        try await sofa.api.remove([removed])
        try await desk.becomes { try $0.titles == ["Kept"] }
        for _ in 0..<2 {
            try await desk.api.history.undo()
            try await desk.finish()
            try await sofa.finish()
            for library in [desk, sofa] { try await library.becomes { try $0.titles == ["Kept"] } }
            #expect(try desk.machine.library.albums(sort: .title).first?.genre == "Folk")
            #expect(try desk.machine.albums() == sofa.machine.albums())
        }
    }

    @Test("A chosen cover goes along, in pieces")
    func covers() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        let album = Self.album("Album")
        try desk.machine.library.save([album])
        let picture = Picture.bytes(0, count: 300_000)
        try await desk.api.setCover(picture, of: album.id)
        let digest = CoverDigest(of: picture)
        try await sofa.becomes { $0.machine.library.chosenCovers.bytes(of: digest) == picture }
        #expect(try sofa.machine.library.album(album.id)?.chosenCover == digest)
        try await sofa.api.setCover(nil, of: album.id)
        try await desk.becomes { try $0.machine.library.album(album.id)?.chosenCover == nil }
    }

    @Test("Kept pictures go along, those that were kept before, too, and the other machine's page hears of each when it is there")
    func keptPictures() async throws {
        let server = try Server.storing()
        let album = Self.album("Album")
        let (early, late) = (Picture.bytes(1, count: 300_000), Picture.bytes(2))
        let desk = SharingLibrary(try TestMachine("desk"))
        try desk.machine.library.save([album])
        try await desk.api.keepPicture(from: .bytes(early), as: .back, of: album.id)
        try await desk.api.share(try SharingSettings(address: server.address, machineName: "desk"))
        await desk.api.sharing.start()
        let sofa = try await SharingLibrary("sofa", with: server)
        try await desk.api.keepPicture(from: .bytes(late), as: .booklet, of: album.id)
        try await sofa.becomes { try $0.pictures(of: album.id) == [CoverDigest(of: early): .back, CoverDigest(of: late): .booklet] }
        #expect(await sofa.api.pictures(of: album.id).map(\.kind) == [.back, .booklet])
        try await sofa.api.setKind(.other, ofPicture: CoverDigest(of: early), of: album.id)
        try await sofa.api.setKind(nil, ofPicture: CoverDigest(of: late), of: album.id)
        try await desk.becomes { try $0.pictures(of: album.id) == [CoverDigest(of: early): .other] }
    }

    @Test("Without the server, changes wait and are counted; both sides get them when it is back")
    func away() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        let album = Self.album("Album")
        try desk.machine.library.save([album])
        desk.api.announce()
        try await sofa.becomes { try $0.titles == ["Album"] }
        try await desk.finish()
        server.kill()
        await desk.becomes { $0.api.sharing.state == .disconnected }
        try await desk.api.edit(album.id, AlbumEdits(title: "Harbour"))
        try await sofa.api.edit(album.id, AlbumEdits(artist: "Someone"))
        await desk.becomes { $0.api.sharing.waitingCount == 1 }
        await desk.becomes { $0.api.sharing.problem != nil }
        try server.start()
        for library in [desk, sofa] {
            try await library.becomes {
                try $0.machine.library.edits(of: album.id) == AlbumEdits(title: "Harbour", artist: "Someone")
            }
            try await library.finish()
            #expect(library.api.sharing.problem == nil)
        }
    }

    @Test("A server that has lost everything gets everything again")
    func wiped() async throws {
        let server = try Server.storing()
        let desk = try await SharingLibrary("desk", with: server)
        let albums = (1...300).map { Self.album("Album \($0)") }
        try desk.machine.library.save(albums)
        let picture = Picture.bytes(0)
        try await desk.api.setCover(picture, of: albums[0].id)
        try await desk.finish()
        server.kill()
        await desk.becomes { $0.api.sharing.state == .disconnected }
        try server.wipe()
        try server.start()
        let sofa = try await SharingLibrary("sofa", with: server)
        try await sofa.becomes { try $0.titles.count == 300 && $0.machine.library.chosenCovers.bytes(of: CoverDigest(of: picture)) != nil }
        #expect(try await sofa.api.sharingInformation()?.otherMachines.map(\.name) == ["desk"])
    }

    @Test("A clock that is far ahead is named on both machines, and its changes count until others follow")
    func clocks() async throws {
        let server = try Server.storing()
        let sofa = try await SharingLibrary("sofa", with: server)
        let wrong = try TestMachine("desk", skew: 20 * 60_000)
        let desk = SharingLibrary(wrong)
        try await desk.api.share(try SharingSettings(address: server.address, machineName: "desk"))
        await desk.api.sharing.start()
        let album = Self.album("Album")
        // Later than the time at which sharing began, even if that was in this millisecond: only such a time shows the clock.
        wrong.skew += 1
        try wrong.library.save([album])
        desk.api.announce()
        await sofa.becomes { $0.api.sharing.warning?.contains("The clock of “desk” is 20 minutes ahead") == true }
        await desk.becomes { $0.api.sharing.warning?.contains("The clock of this computer is 20 minutes ahead") == true }
        try await sofa.becomes { try $0.titles == ["Album"] }
        try await sofa.api.edit(album.id, AlbumEdits(title: "Harbour"))
        try await desk.becomes { try $0.titles == ["Harbour"] }
        wrong.skew = -60 * 60_000
        try await desk.api.edit(album.id, AlbumEdits(title: "Haven"))
        try await sofa.becomes { try $0.titles == ["Haven"] }
        await desk.becomes { $0.api.sharing.warning?.contains("The clock of this computer is 60 minutes behind") == true }
    }

    @Test("A machine whose clock is ahead is named as soon as its name is known, until its clock is right")
    func clockNames() async throws {
        let server = try Server.storing()
        let sofa = try await SharingLibrary("sofa", with: server)
        try await sofa.finish()
        let connection = try Connection(ConnectionOptions(servers: [server.address]))
        let reader = IdleReader()
        let bucket = KeyValueBucket("sleeves", on: connection, by: reader)
        await reader.begins()
        let attic = try #require(MachineID(rawValue: "0123456789abcdef"))
        func sendAlbum(_ name: String, minutesAhead: Double) async throws {
            let milliseconds = Int64((Date().timeIntervalSince1970 + 60 * minutesAhead) * 1_000)
            var album = SharedAlbum()
            album.set(.title, to: name, at: HybridTime(ticks: milliseconds << 16, machine: attic))
            try await bucket.put(
                Array(album.encoded.utf8), for: SharedKey.album(AlbumID(digesting: [name])).text, expecting: nil)
        }
        try await sendAlbum("One", minutesAhead: 20)
        await sofa.becomes { $0.api.sharing.warning?.contains("“0123456789abcdef” is 20 minutes ahead") == true }
        let description = SharedMachine(name: "attic", of: attic, place: nil).encoded
        try await bucket.put(description, for: SharedKey.machine(attic).text, expecting: nil)
        await sofa.becomes { $0.api.sharing.warning?.contains("“attic” is 20 minutes ahead") == true }
        try await sendAlbum("Two", minutesAhead: 0)
        await sofa.becomes { $0.api.sharing.warning == nil }
        withExtendedLifetime(connection) {}
    }

    @Test("Values that came while a machine was away are looked up at once, not one after the other: a slow connection costs little")
    func lookups() async throws {
        let server = try Server.storing()
        let relay = try Relay(to: server.address)
        let desk = try await SharingLibrary("desk", with: server)
        let sofa = try await SharingLibrary("sofa", with: server) { $0.server = relay.address }
        let albums = (1...30).map { Self.album("Album \($0)") }
        try desk.machine.library.save(albums)
        desk.api.announce()
        try await sofa.becomes { try $0.titles.count == albums.count }
        try await sofa.finish()
        sofa.api.sharing.stop()
        _ = try await desk.api.edit(albums.map(\.id), setting: AlbumEdits(genre: "Jazz"))
        try await desk.finish()
        relay.holdRequests(with: "STREAM.MSG.GET", until: 8)
        let before = sofa.api.sharing.messageCount
        await sofa.api.sharing.start()
        try await sofa.finish()
        #expect(try albums.allSatisfy { try sofa.machine.library.edits(of: $0.id).genre == "Jazz" })
        #expect(sofa.api.sharing.messageCount >= before + albums.count)
    }

    @Test("A process ends its exchange although another one has sent what it waits for")
    func twoProcesses() async throws {
        let server = try Server.storing()
        let relay = try Relay(to: server.address)
        let window = try await SharingLibrary("desk", with: server) { $0.server = relay.address }
        try await window.finish()
        relay.holdNewConnections()
        let album = Self.album("Album")
        try window.machine.library.save([album])
        let command = SharingLibrary(window.machine)
        await command.api.sharing.start()
        await command.becomes { $0.api.sharing.waitingCount == 1 }
        window.api.announce()
        // Until the stream has brought it back.
        try await window.becomes { window in
            try window.machine.library.ownIndex().heads[.album(album.id)].map { $0.revision.time > 0 && !$0.isWaiting } == true
        }
        #expect(command.api.sharing.waitingCount == 1)
        relay.release()
        await command.becomes { $0.api.sharing.state == .connected && $0.api.sharing.waitingCount == 0 }
    }

    @Test("A locked database keeps nothing back for good")
    func locked() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        try await sofa.finish()
        // The library may still be writing.
        var configuration = SQLite.Configuration()
        configuration.busyTimeout = .seconds(60)
        let other = try DatabaseQueue(
            path: "\(sofa.machine.library.libraryDirectory)/library.sqlite", configuration: configuration)
        try Self.execute("BEGIN IMMEDIATE", other)
        try desk.machine.library.save([Self.album("Album")])
        desk.api.announce()
        await sofa.becomes { $0.api.sharing.status.held.contains { $0.reason.contains("library") } }
        try Self.execute("ROLLBACK", other)
        try await sofa.becomes { try $0.titles == ["Album"] && $0.api.sharing.warning == nil }
    }

    @Test("A full disk keeps nothing back for good")
    func fullDisk() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        try await sofa.finish()
        let pageCount = try sofa.machine.library.write { database in
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            return try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count + 20)") ?? 0
        }
        #expect(pageCount > 0)
        try desk.machine.library.save((1...500).map { Self.album("Album \($0)") })
        desk.api.announce()
        await sofa.becomes { $0.api.sharing.status.held.contains { $0.reason.contains("full") } }
        try sofa.machine.library.write { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = 1000000") }
        try await sofa.becomes { try $0.titles.count == 500 && $0.api.sharing.warning == nil }
    }

    @Test("While everyone is connected, a stream that is deleted is made again, with everything")
    func deletedStream() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        try desk.machine.library.save((1...20).map { Self.album("Album \($0)") })
        desk.api.announce()
        try await sofa.becomes { try $0.titles.count == 20 }
        try await desk.finish()
        let connection = try Connection(ConnectionOptions(servers: [server.address]))
        let reader = IdleReader()
        let bucket = KeyValueBucket("other", on: connection, by: reader)
        await reader.begins()
        try connection.publish([], to: "$JS.API.STREAM.DELETE.KV_sleeves")
        try await connection.flush()
        let attic = try await SharingLibrary("attic", with: server)
        try await attic.becomes { try $0.titles.count == 20 }
        withExtendedLifetime((bucket, desk, sofa)) {}
    }

    @Test("Keys of other programs are passed over and counted")
    func foreignKeys() async throws {
        let server = try Server.storing()
        let connection = try Connection(ConnectionOptions(servers: [server.address]))
        let reader = IdleReader()
        let bucket = KeyValueBucket("sleeves", on: connection, by: reader)
        await reader.begins()
        let foreign = ["collection.%2e", "collection.#", "collection.ü", "collection." + String(repeating: "a", count: 300), "elsewhere"]
        for key in foreign { try connection.publish([1], to: "$KV.sleeves.\(key)") }
        try await connection.flush()
        let desk = try await SharingLibrary("desk", with: server)
        await desk.becomes { $0.api.sharing.status.foreignCount == foreign.count && $0.api.sharing.state == .connected }
        // Also while it is connected.
        for key in foreign { try connection.publish([2], to: "$KV.sleeves.\(key)") }
        try desk.machine.library.save([Self.album("Album")])
        desk.api.announce()
        try await desk.finish()
        let sofa = try await SharingLibrary("sofa", with: server)
        try await sofa.becomes { try $0.titles == ["Album"] }
        #expect(sofa.api.sharing.warning == nil)
        withExtendedLifetime(bucket) {}
    }

    @Test("Pieces of a cover that are deleted or damaged on the server come back with the next comparison")
    func coverPieces() async throws {
        let server = try Server.storing()
        let desk = try await SharingLibrary("desk", with: server)
        let album = Self.album("Album")
        try desk.machine.library.save([album])
        let picture = Picture.bytes(0, count: 300_000)
        try await desk.api.setCover(picture, of: album.id)
        try await desk.finish()
        let digest = CoverDigest(of: picture)
        let connection = try Connection(ConnectionOptions(servers: [server.address]))
        let reader = IdleReader()
        let bucket = KeyValueBucket("sleeves", on: connection, by: reader)
        await reader.begins()
        try await bucket.put([], for: SharedKey.piece(0, of: digest).text, expecting: nil)
        try await bucket.put([1, 2, 3], for: SharedKey.piece(1, of: digest).text, expecting: nil)
        let purge = #"{"filter":"$KV.sleeves.\#(SharedKey.piece(2, of: digest).text)"}"#
        try connection.publish(Array(purge.utf8), to: "$JS.API.STREAM.PURGE.KV_sleeves")
        try await connection.flush()
        let sofa = try await SharingLibrary("sofa", with: server)
        await sofa.becomes { $0.api.sharing.warning?.contains("not complete") == true }
        server.kill()
        try server.start()
        await sofa.becomes { $0.machine.library.chosenCovers.bytes(of: digest) == picture && $0.api.sharing.warning == nil }
        withExtendedLifetime((bucket, connection)) {}
    }

    @Test("A server that discards, refuses or limits values is named, and what it accepts is exchanged")
    func limits() async throws {
        let server = try Server.storing("max_payload: 20000")
        let desk = try await SharingLibrary("desk", with: server)
        var long = Self.album("Long")
        long.tracks = (1...900).map { TrackRecord(title: "A track with the number \($0)", number: $0) }
        try desk.machine.library.save([Self.album("Album"), long])
        desk.api.announce()
        await desk.becomes { $0.api.sharing.warning?.contains("“Long” is larger") == true }
        try await desk.finish()
        await desk.becomes { $0.api.sharing.waitingCount == 1 }
        let sofa = try await SharingLibrary("sofa", with: server)
        try await sofa.becomes { try $0.titles == ["Album"] }
        // Once it is smaller, it is sent.
        long.tracks.removeLast(880)
        try desk.machine.library.save([long])
        desk.api.announce()
        try await sofa.becomes { try $0.titles == ["Album", "Long"] }
        await desk.becomes { $0.api.sharing.warning == nil && $0.api.sharing.waitingCount == 0 }
    }

    @Test(
        "A bucket that discards or refuses values is named",
        arguments: [
            (#""max_msgs":2,"discard":"old""#, "discards values"), (#""max_bytes":8192,"discard":"old""#, "discards values"),
            (#""max_age":3600000000000"#, "discards values"), (#""max_msg_size":500"#, "“Long” is larger"),
        ])
    func limitedBucket(limit: String, warning: String) async throws {
        let server = try Server.storing()
        let connection = try Connection(ConnectionOptions(servers: [server.address]))
        let reader = IdleReader()
        let bucket = KeyValueBucket("other", on: connection, by: reader)
        await reader.begins()
        let configuration = #"{"name":"KV_small","subjects":["$KV.small.>"],"max_msgs_per_subject":1,\#(limit)}"#
        try connection.publish(Array(configuration.utf8), to: "$JS.API.STREAM.CREATE.KV_small")
        try await connection.flush()
        let attic = try await SharingLibrary("attic", with: server) { $0.collection = "small" }
        var long = Self.album("Long")
        long.tracks = (1...50).map { TrackRecord(title: "A track with the number \($0)", number: $0) }
        try attic.machine.library.save([long])
        attic.api.announce()
        await attic.becomes { $0.api.sharing.warning?.contains(warning) == true }
        withExtendedLifetime(bucket) {}
    }

    @Test("A user who may only read learns so, gets what others change, and keeps what waits")
    func readOnly() async throws {
        let server = try Server.storing(
            """
            authorization { users: [
                { user: home, password: lilac },
                { user: guest, password: maple, permissions: { publish: { deny: "$KV.>" } } } ] }
            """)
        let desk = try await SharingLibrary("desk", with: server) { ($0.user, $0.password) = ("home", "lilac") }
        try desk.machine.library.save([Self.album("Album")])
        desk.api.announce()
        try await desk.finish()
        let sofa = try await SharingLibrary("sofa", with: server) { ($0.user, $0.password) = ("guest", "maple") }
        try await sofa.becomes { try $0.titles == ["Album"] }
        try sofa.machine.library.save([Self.album("Other")])
        sofa.api.announce()
        await sofa.becomes { ($0.api.sharing.warning ?? $0.api.sharing.problem)?.contains("does not permit") == true }
        await sofa.becomes { $0.api.sharing.waitingCount == 1 }
        #expect(sofa.api.sharing.problem?.contains("does not answer") != true)
    }

    @Test("Damaged, foreign and newer values are left out and named, and lose nothing")
    func hostile() async throws {
        let server = try Server.storing()
        let desk = try await SharingLibrary("desk", with: server)
        let album = Self.album("Album")
        try desk.machine.library.save([album])
        desk.api.announce()
        try await desk.finish()

        let connection = try Connection(ConnectionOptions(servers: [server.address]))
        let reader = IdleReader()
        let bucket = KeyValueBucket("sleeves", on: connection, by: reader)
        await reader.begins()
        let key = SharedKey.album(album.id).text
        for value in [Array("[".utf8), [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20 - 1000), [0xFF, 0xFE], Array("{}".utf8), []] {
            // What this machine has takes the place of damage.
            let sentCount = desk.api.sharing.status.sentCount
            try await bucket.put(value, for: key, expecting: nil)
            await desk.becomes { $0.api.sharing.status.sentCount > sentCount }
            #expect(String(decoding: try #require(try await bucket.entry(for: key)).value, as: UTF8.self).contains("Album"))
        }
        let unknown = SharedKey.album(AlbumID(digesting: ["unknown"])).text
        try await bucket.put(Array("[".utf8), for: unknown, expecting: nil)
        await desk.becomes { $0.api.sharing.warning?.contains("damaged") == true }
        try await bucket.put([], for: unknown, expecting: nil)
        await desk.becomes { $0.api.sharing.warning == nil }
        try await desk.api.edit(album.id, AlbumEdits(title: "Harbour"))
        try await desk.finish()

        let other = AlbumID(digesting: ["other"])
        for foreign in ["collection.album.\(other)x", "collection.album.%2e%2e", "collection.song.1", "elsewhere"]
        where !foreign.contains("%") {
            try await bucket.put([1], for: foreign, expecting: nil)
        }
        try await bucket.put(Array(#"{"version":2,"patches":"new"}"#.utf8), for: SharedKey.album(other).text, expecting: nil)
        await desk.becomes { $0.api.sharing.warning?.contains("newer version") == true }
        // It isn't overwritten by what this version knows.
        var mine = album
        mine.album.id = other
        try desk.machine.library.save([mine])
        desk.api.announce()
        await desk.becomes { $0.api.sharing.waitingCount == 1 }
        #expect(try await bucket.entry(for: SharedKey.album(other).text)?.value.count == 29)
        #expect(try desk.titles == ["Album", "Harbour"])
        withExtendedLifetime(connection) {}
    }

    @Test("The parts of files that tracks are stay on their machine")
    func segments() throws {
        var album = Self.album("Divided", source: .folder)
        for index in album.tracks.indices {
            album.tracks[index].path = "/music/Divided/1.flac"
            album.tracks[index].segment = FileSegment(start: index * 75, end: (index + 1) * 75)
        }
        let time = HybridTime(ticks: 1 << 16, machine: try #require(MachineID(rawValue: "0123456789abcdef")))
        var shared = SharedAlbum()
        for (field, value) in SharedAlbum.values(of: album) { shared.set(field, to: value, at: time) }
        let tracks = try #require(shared[.tracks])
        #expect(tracks.contains("Track") && !tracks.contains("segment"))
        shared.set(
            .tracks, to: #"[{"title":"a","number":1},{"title":"b","number":2},{"title":"c","number":3,"segment":{"start":1}}]"#, at: time)
        var own = album
        shared.apply(to: &own)
        #expect(own.tracks.map(\.title) == ["a", "b", "c"])
        #expect(own.tracks.map(\.segment) == album.tracks.map(\.segment))
        #expect(shared.newAlbum(album.id)?.tracks.allSatisfy { $0.segment == nil } == true)
    }

    @Test("A path of another machine is never used")
    func paths() async throws {
        let machine = try TestMachine("desk")
        try machine.share()
        let other = try #require(MachineID(rawValue: "0123456789abcdef"))
        var hostile = SharedAlbum()
        let time = HybridTime(ticks: 1 << 16, machine: other)
        hostile.set(.title, to: "../../etc", at: time)
        hostile.set(.artist, to: "A\u{0}B", at: time)
        hostile.set(.source, to: "folder", at: time)
        hostile.set(.chosenCover, to: "../../../etc/passwd", at: time)
        hostile.set(.tracks, to: #"[{"title":"x","path":"/etc/passwd"}]"#, at: time)
        hostile.setHeld(true, by: other, at: time)
        let id = AlbumID(digesting: ["x"])
        let entry = SharedEntry(key: SharedKey.album(id).text, value: Array(hostile.encoded.utf8), revision: SharedRevision(1, at: 1))
        #expect(try machine.library.mergeShared([entry]).albums == [id])
        let album = try #require(try machine.library.completeAlbum(id))
        #expect(album.tracks.map(\.path) == [nil])
        #expect(album.folder == nil)
        #expect(album.chosenCover == nil)
    }

    @Test("A password that is wrong or was revoked is named, and what changes waits")
    func passwords() async throws {
        let server = try Server.storing("authorization { user: home, password: secret }")
        let desk = try await SharingLibrary("desk", with: server) { ($0.user, $0.password) = ("home", "wrong") }
        await desk.becomes { $0.api.sharing.problem?.contains("refuses the user") == true }
        #expect(desk.api.sharing.problem?.contains("wrong") == false)
        try desk.machine.library.save([Self.album("Album")])
        desk.api.announce()
        await desk.becomes { $0.api.sharing.waitingCount == 1 }
        var settings = try #require(try await desk.api.sharingInformation()).settings
        settings.password = "secret"
        try await desk.api.share(settings)
        await desk.becomes { $0.api.sharing.state == .connected && $0.api.sharing.waitingCount == 0 }
        server.kill()
        server.settings = server.settings.replacing("secret", with: "other")
        try server.start()
        await desk.becomes { $0.api.sharing.problem?.contains("refuses the user") == true }
    }

    @Test("A server whose storage is full says so, and takes what waits when there is room")
    func full() async throws {
        let server = try Server("jetstream { store_dir: FOLDER/store, max_file_store: 20000 }")
        let desk = try await SharingLibrary("desk", with: server)
        try desk.machine.library.save((1...200).map { Self.album("Album \($0)") })
        desk.api.announce()
        await desk.becomes { $0.api.sharing.warning?.contains("cannot store") == true }
        #expect(desk.api.sharing.waitingCount > 0)
        server.kill()
        server.settings = "jetstream { store_dir: FOLDER/store }"
        try server.start()
        await desk.becomes { $0.api.sharing.state == .connected && $0.api.sharing.waitingCount == 0 }
    }

    // MARK: Material

    private static func execute(_ sql: String, _ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private static func album(_ title: String, source: AlbumSource = .json) -> CompleteAlbum {
        let tracks = (1...3).map {
            TrackRecord(title: "Track \($0)", number: $0, seconds: 200, path: source == .folder ? "/music/\(title)/\($0).flac" : nil)
        }
        let record = AlbumRecord(
            id: AlbumID(digesting: [title]), title: title, artist: "Artist", year: 1997, source: source,
            folder: source == .folder ? "/music/\(title)" : nil)
        return CompleteAlbum(record, tracks: tracks)
    }
}

extension LibraryAPI {
    /// Notices what a test has changed in the store below.
    fileprivate func announce() { announceChange() }
}

/// A reader that only waits until the bucket is there.
private final class IdleReader: KeyValueReader {
    private let began = AsyncStream.makeStream(of: Void.self)

    func begins() async { for await _ in began.stream { break } }
    func begin(_ status: KeyValueStatus) -> UInt64 { status.lastRevision }
    func receive(_ entries: [KeyValueEntry], isCaughtUp: Bool) { began.continuation.yield() }
    func interrupt(_ problem: ConnectionError?) {}
}

extension SharingLibrary {
    /// The kept pictures of an album that are here.
    fileprivate func pictures(of id: AlbumID) throws -> [CoverDigest: AlbumPicture.Kind] {
        try machine.library.completeAlbum(id).map(api.keptPictures) ?? [:]
    }
}
