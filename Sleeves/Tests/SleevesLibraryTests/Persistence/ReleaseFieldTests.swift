import Foundation
import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesSharing
@testable import SleevesStore

/// The consequences of a field's declaration. A new field needs no test of its own: it fails one of these until it is declared well.
@Suite("The fields of a release")
struct ReleaseFieldTests {
    private static let album = CompleteAlbum(
        AlbumRecord(id: AlbumID(digesting: ["fields"]), title: "Title", artist: "Artist", source: .json), release: SampleReleases.release)

    @Test("Each has a number, a name and a column that nothing else has")
    func names() throws {
        let fields = ReleaseField.allCases
        #expect(Set(fields.map(\.number)) == Set(fields.indices))
        let registers = SharedField.all.map(\.rawValue)
        #expect(Set(registers).count == registers.count)
        // Edits are beside those of titles, and values beside the other members.
        let taken: Set = ["title", "artist", "year", "genre", "host", "copies", "discogsID", "discSubtitles"]
        #expect(taken.isDisjoint(with: fields.map(\.name)) && Set(fields.map(\.name)).count == fields.count)
        let columns = DiscogsColumn.allCases.flatMap(\.names)
        #expect(Set(columns).count == columns.count)
        for field in fields {
            #expect(ReleaseField.matching(field.label) == field && ReleaseField.matching(field.name) == field, "\(field.name)")
            #expect(!field.label.isEmpty && field.tags.allSatisfy { $0 == $0.uppercased() && !$0.contains { "\t\n".contains($0) } })
        }
        for field in ReleaseField.edited { #expect(!field.isDate, "\(field.name): a date needs a check of what the user enters") }
    }

    @Test("Each is read from tags", arguments: ReleaseField.tagged.map(\.name))
    func tags(name: String) throws {
        let field = try #require(ReleaseField.named(name))
        let folder = try TemporaryFolder()
        for (number, tag) in field.tags.enumerated() {
            let comments = SampleReleases.values(of: field).map { (tag, $0) }
            let tags = try OpenAudioFile(path: folder.write(SyntheticAudio.flac(comments), to: "\(number).flac")).tags()
            #expect(tags.release[field] == SampleReleases.values(of: field), "\(tag)")
        }
    }

    @Test("Each is stored, and comes back from JSON, from a table and from other machines")
    func roundTrips() async throws {
        let fixture = try LibraryFixture()
        try fixture.persistency.save([Self.album])
        let stored = try #require(try fixture.persistency.release(of: Self.album.id))
        #expect(stored == SampleReleases.release)
        for format in [ExportFormat.json, .csv] {
            let path = "\(fixture.folder.path)/export.\(format)"
            try fixture.library.export(to: path, as: format)
            let other = try LibraryFixture()
            let report = try await other.library.importAlbums(at: [path])
            #expect(report.problems == [] && report.keysIgnored == 0)
            var release = try #require(try other.persistency.albums().first.flatMap { try other.persistency.release(of: $0.id) })
            release.copies = []
            #expect(release == SampleReleases.release, "\(format)")
        }
        let machine = try #require(MachineID(rawValue: "0123456789abcdef"))
        var shared = SharedAlbum()
        for (field, value) in SharedAlbum.values(of: Self.album) {
            shared.set(field, to: value, at: HybridTime(ticks: 1, machine: machine))
        }
        let arrived = try SharedAlbum(decoding: shared.encoded.utf8)
        #expect(arrived.newAlbum(Self.album.id)?.release == SampleReleases.release && arrived.newerValues == nil)
    }

    @Test("Each is found by its values, and those that are facets are filtered and counted by")
    func finding() async throws {
        let fixture = try LibraryFixture()
        try fixture.persistency.save([Self.album, SampleAlbums.record("Other")])
        for field in ReleaseField.allCases {
            for value in SampleReleases.values(of: field) {
                #expect(try fixture.persistency.albums(search: value).map(\.id) == [Self.album.id], "\(value)")
                let isFound = try fixture.persistency.albums(filter: AlbumFilter([.release(field: field, value: value.uppercased())]))
                #expect(isFound.map(\.id) == (field.isFacet ? [Self.album.id] : []), "\(value)")
            }
            let counts = try await fixture.library.facets()[.release(field)]
            let expected = field.isFacet ? SampleReleases.values(of: field) : []
            #expect(counts.map(\.facet) == expected.map { .release(field: field, value: $0) } && counts.allSatisfy { $0.count == 1 })
        }
        let filter = AlbumFilter(Set(ReleaseField.facets.map { .release(field: $0, value: "x") }))
        #expect(try StoredJSON.decode(AlbumFilter.self, from: StoredJSON.encode(filter)) == filter)
        let newer = #"[{"release":{"field":"of a newer version","value":"x"}},{"year":{"_0":1999}}]"#
        #expect(try StoredJSON.decode(AlbumFilter.self, from: newer) == AlbumFilter([.year(1999)]))
    }

    @Test("Edits take precedence over the source, whatever it says later, and can be undone, exported and shared")
    func edits() async throws {
        let fixture = try LibraryFixture()
        let (library, id) = (fixture.library, Self.album.id)
        try fixture.persistency.save([Self.album])
        try await library.edit(id, AlbumEdits(release: SampleReleases.edits))
        func shown(_ fixture: LibraryFixture) async throws -> [ReleaseField: [String]] {
            let release = try await fixture.library.details(of: id).release
            return Dictionary(uniqueKeysWithValues: ReleaseField.edited.map { ($0, release?[$0] ?? []) })
        }
        let edited = SampleReleases.edits.mapValues { [$0] }
        #expect(try await shown(fixture) == edited)
        // The import again has other values.
        var again = Self.album
        again.release = ReleaseRecord(labels: ["New"])
        try fixture.persistency.save([again])
        #expect(try await shown(fixture) == edited)
        #expect(try fixture.persistency.release(of: id)?.labels == ["New"])
        for field in ReleaseField.edited {
            let text = try #require(SampleReleases.edits[field])
            #expect(try fixture.persistency.albums(search: text).count == 1, "\(text)")
            if field.isFacet {
                #expect(try fixture.persistency.albums(filter: AlbumFilter([.release(field: field, value: text)])).count == 1, "\(text)")
            }
        }
        for format in [ExportFormat.json, .csv] {
            let path = "\(fixture.folder.path)/export.\(format)"
            try library.export(to: path, as: format)
            let other = try LibraryFixture()
            _ = try await other.library.importAlbums(at: [path])
            let album = try #require(try other.persistency.albums().first)
            let release = try await other.library.details(of: album.id).release
            for (field, values) in edited { #expect(release?[field] == values, "\(format), \(field.name)") }
            if format == .json { #expect(try other.persistency.edits(of: id) == AlbumEdits(release: SampleReleases.edits)) }
        }
        let complete = try #require(try fixture.persistency.completeAlbum(id))
        let machine = try #require(MachineID(rawValue: "0123456789abcdef"))
        var shared = SharedAlbum()
        for (field, value) in SharedAlbum.values(of: complete) { shared.set(field, to: value, at: HybridTime(ticks: 1, machine: machine)) }
        #expect(try SharedAlbum(decoding: shared.encoded.utf8).newAlbum(id)?.edits == AlbumEdits(release: SampleReleases.edits))

        try await library.history.undo()
        #expect(try await shown(fixture).values.allSatisfy(\.isEmpty), "what the source says now")
        try await library.history.redo()
        try await library.resetEdits(of: [id])
        #expect(try fixture.persistency.edits(of: id).isEmpty)
    }

    @Test("An edit of a list names several values, each once; blank ones and those of the source are no edits")
    func lists() async throws {
        let fixture = try LibraryFixture()
        let (library, id) = (fixture.library, Self.album.id)
        try fixture.persistency.save([Self.album])
        try await library.edit(id, AlbumEdits(release: [.composers: " Byron, Ada ;Cy  Low;; Byron, Ada "]))
        #expect(try await library.details(of: id).release?.composers == ["Byron, Ada", "Cy Low"])
        #expect(try await library.commonValues(of: [id]).values.release[.composers] == "Byron, Ada; Cy Low")
        let own = "First composers; Second composers"
        #expect(try await library.edit(id, AlbumEdits(release: [.composers: own]))?.albumCount == 1)
        #expect(try fixture.persistency.edits(of: id).isEmpty)
        #expect(try await library.commonValues(of: [id]).values.release[.composers] == own)
        try await library.edit([id], setting: AlbumEdits(release: [.composers: ""]))
        #expect(try await library.details(of: id).release?.composers == [])
        #expect(try await library.commonValues(of: [id]).values.release[.composers] == "")
        // Nothing else is known of this one.
        let only = CompleteAlbum(SampleAlbums.record("Only").album, release: ReleaseRecord(composers: ["Solitary"]))
        try fixture.persistency.save([only])
        #expect(try fixture.persistency.albums(search: "solitary").count == 1)
        try await library.edit([only.id], setting: AlbumEdits(release: [.composers: ""]))
        #expect(try fixture.persistency.albums(search: "solitary").isEmpty)
        #expect(try await library.details(of: only.id).release == nil)
        try fixture.persistency.save([SampleAlbums.record("Other")])
        let both = [id, SampleAlbums.record("Other").id]
        #expect(try await library.commonValues(of: both).values.release == [.composers: ""], "the conductors differ")
        // One has the value from its source, and the other one by an edit.
        try await library.edit(both, setting: AlbumEdits(release: [.conductors: "First conductors; Second conductors"]))
        #expect(try await library.commonValues(of: both).values.release[.conductors] == "First conductors; Second conductors")
    }

    @Test("A value of the source that has the sign between values isn't an edit; a long one of another version stays")
    func signs() async throws {
        let fixture = try LibraryFixture()
        let (library, id) = (fixture.library, Self.album.id)
        var album = Self.album
        album.release = ReleaseRecord(composers: ["Lennon; McCartney", "Lennon"])
        try fixture.persistency.save([album])
        let text = try #require(try await library.commonValues(of: [id]).values.release[.composers])
        try await library.edit(id, AlbumEdits(title: "Other", release: [.composers: text]))
        #expect(try fixture.persistency.edits(of: id) == AlbumEdits(title: "Other"))
        for long in [String(repeating: "x", count: 5_000), (0..<1_100).map(String.init).joined(separator: ";")] {
            #expect(ReleaseField.composers.problem(with: long) != nil)
            var shared = SharedAlbum()
            shared.set(try #require(SharedField(rawValue: "title")), to: "T", at: HybridTime(ticks: 1, machine: .nobody))
            shared.set(try #require(SharedField(rawValue: "artist")), to: "A", at: HybridTime(ticks: 1, machine: .nobody))
            shared.set(try #require(SharedField(rawValue: "editedComposers")), to: long, at: HybridTime(ticks: 1, machine: .nobody))
            let edits = try #require(shared.newAlbum(id)?.edits)
            #expect(edits.release[.composers]?.isEmpty == false, "another version may allow more")
            // Another edit keeps it.
            try await library.edit(id, AlbumEdits(title: "Other", release: edits.release))
            #expect(try fixture.persistency.edits(of: id).release == edits.release)
        }
        // Other members that a later version may write cost nothing.
        let later = #"{"title":"Other","labels":["X"],"originalYear":1970,"composers":[1]}"#
        #expect(try StoredJSON.decode(AlbumEdits.self, from: later) == AlbumEdits(title: "Other"))
    }

    @Test("What a newer version has said is taken by the first version that knows the field")
    func takesWhatIsNewer() async throws {
        let fixture = try LibraryFixture()
        var plain = Self.album
        plain.release = ReleaseRecord(labels: ["Label"])
        try fixture.persistency.save([plain])
        var edited = Self.album
        edited.edits = AlbumEdits(release: SampleReleases.edits)
        let machine = try #require(MachineID(rawValue: "0123456789abcdef"))
        var shared = SharedAlbum()
        for (field, value) in SharedAlbum.values(of: edited) { shared.set(field, to: value, at: HybridTime(ticks: 1, machine: machine)) }
        try fixture.persistency.write { database in
            try database.execute(
                sql: "INSERT INTO sharedAlbum (id, registers, isWaiting) VALUES (?, ?, 0)",
                arguments: [Self.album.id.rawValue, shared.encoded])
            try LibrarySchema.add(.composers, .conductors, .barcode, in: database)
        }
        #expect(try fixture.persistency.edits(of: Self.album.id) == AlbumEdits(release: SampleReleases.edits))
        let release = try #require(try fixture.persistency.release(of: Self.album.id))
        #expect(release[.barcode] == SampleReleases.values(of: .barcode) && release.labels == ["Label"] && release.country == nil)
        #expect(try fixture.persistency.albums(search: SampleReleases.edits[.composers]).count == 1)

        // An earlier version has passed them on in an export.
        let list = #"""
            [{"sleeves": 1, "title": "Passed On", "artist": "A",
              "newer": {"editedComposers": " Ada  Byron;Cy Low", "barcode": "501", "composers": "[\"X\"]"}}]
            """#
        let path = "\(fixture.folder.path)/list.json"
        try Data(list.utf8).write(to: URL(filePath: path))
        _ = try await fixture.library.importAlbums(at: [path])
        let passed = try #require(try fixture.persistency.albums(search: "passed on").first)
        #expect(try fixture.persistency.edits(of: passed.id) == AlbumEdits(release: [.composers: "Ada Byron; Cy Low"]))
        let known = try #require(try fixture.persistency.release(of: passed.id))
        #expect(known.composers == ["X"] && known.barcode == "501")
    }

    @Test("An album shows and is filtered by what a joined record says of the work, as far as it says nothing itself")
    func joined() async throws {
        let fixture = try LibraryFixture()
        let library = fixture.library
        var host = SampleAlbums.record("Host")
        host.folder = "/music"
        var record = Self.album
        record.release?.discSubtitles = [1: "Films"]
        try fixture.persistency.save([host, record])
        try await library.join([host.id, record.id])
        func shown() async throws -> ReleaseRecord? { try await library.details(of: host.id).release }
        let id = try #require(try library.records().first).id
        #expect(id == host.id)
        #expect(try await shown()?.composers == SampleReleases.values(of: .composers))
        let composers = try #require(try await shown()?.composers)
        func titles(_ composer: String) throws -> [String] {
            try library.records(filter: AlbumFilter([.release(field: .composers, value: composer)])).map(\.title)
        }
        #expect(try titles(composers[0]) == ["Host"])
        try await library.edit(host.id, AlbumEdits(release: [.composers: "Mine"]))
        let release = try #require(try await shown())
        #expect(release.composers == ["Mine"] && release.conductors == SampleReleases.values(of: .conductors))
        #expect(release.discSubtitles == [1: "Films"] && release.labels == SampleReleases.values(of: .labels))
        #expect(try titles("Mine") == ["Host"] && titles(composers[0]) == [])
    }
}
