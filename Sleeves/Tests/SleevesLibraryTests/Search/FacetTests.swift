import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Filtering albums by facets")
struct FacetTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    init() throws {
        fixture = try LibraryFixture()
    }

    private func titles(_ facets: AlbumFacet..., search: String? = nil) throws -> [String] {
        let filter = AlbumFilter(Set(facets))
        let records = try library.records(search: search, filter: filter, order: AlbumOrder(.title))
        #expect(try library.albumList(search: search, filter: filter, order: AlbumOrder(.title)).count == records.count)
        return records.map(\.title)
    }

    private func record(
        _ title: String, by artist: String = "Somebody", year: Int? = nil, genre: String? = nil, labels: [String] = [],
        format: String? = nil,
        folder: String? = nil
    ) -> CompleteAlbum {
        var record = SampleAlbums.record(title, by: artist, year: year, genre: genre)
        record.folder = folder
        if !labels.isEmpty || format != nil { record.release = ReleaseRecord(labels: labels, format: format) }
        return record
    }

    @Test("A facet means exactly its value, regardless of case; kinds combine, and values of one kind are alternatives")
    func combining() throws {
        try fixture.persistency.save([
            record("A", by: "Björk", year: 1993, genre: "Pop, Rock", labels: ["One Little Indian"], format: "2xLP, Album"),
            record("B", by: "Bjork", year: 1995, genre: "rock", folder: "/music/b"), record("C", by: "Björk Orchestra", genre: "Post-Rock"),
            record("D", by: "BJÖRK", year: 2001, format: "CD, Album + DVD", folder: "/music/B"),
        ])
        #expect(try titles(.artist("björk")) == ["A", "D"] && titles(.artist("Bjork")) == ["B"])
        #expect(try titles(.genre("Rock")) == ["A", "B"] && titles(.genre("Pop, Rock")).isEmpty)
        #expect(try titles(.decade(1990)) == ["A", "B"] && titles(.decade(1995)) == ["A", "B"] && titles(.year(1995)) == ["B"])
        #expect(try titles(.label("one little indian")) == ["A"] && titles(.label("One")).isEmpty)
        #expect(try titles(.format("LP")) == ["A"] && titles(.format("Album")) == ["A", "D"] && titles(.format("DVD")) == ["D"])
        #expect(try titles(.folder("/music/b")) == ["B"] && titles(.folder("/music")).isEmpty)
        #expect(try titles(.artist("Björk"), .decade(1990)) == ["A"] && titles(.artist("Björk"), .genre("Post-Rock")).isEmpty)
        #expect(try titles(.genre("Pop"), .genre("post-rock")) == ["A", "C"])
        #expect(try titles(.genre("Rock"), search: "1995") == ["B"] && titles(.genre("Rock"), search: "post").isEmpty)
        #expect(try titles() == ["A", "B", "C", "D"] && titles(.artist("")).isEmpty && titles(.year(.max)).isEmpty)
    }

    @Test("Albums of the same title and artist are a facet, which follows the names; wishes don't count")
    func duplicates() async throws {
        var discogs = record("a ", by: "THE SOMEBODY", year: 1999)
        discogs.id = AlbumID(digesting: ["discogs", "1"])
        var wish = record("C", year: 2000)
        wish.id = AlbumID(digesting: ["discogs", "2"])
        wish.release = ReleaseRecord(copies: [CopyRecord(isWanted: true)])
        let albums = [record("A", by: "The Somebody"), discogs, record("B"), record("B", by: "Other"), record("C"), wish]
        try fixture.persistency.save(albums)
        #expect(try titles(.duplicate) == ["a ", "A"] && titles(.duplicate, .year(1999)) == ["a "])
        #expect(try await library.facets().duplicates == 2)
        #expect(try await library.facets(search: "1999").duplicates == 1)
        try await library.edit(albums[3].id, AlbumEdits(artist: "Somebody"))
        #expect(try titles(.duplicate) == ["a ", "A", "B", "B"])
        try await library.remove([discogs.id])
        #expect(try titles(.duplicate) == ["B", "B"])
        let wished = try #require(try library.completeAlbum(wish.id)?.copies.first)
        try await library.editCopy(wished.id, of: wish.id, CopyField.got)
        #expect(try titles(.duplicate) == ["B", "B", "C", "C"] && titles(.duplicate, .wanted).isEmpty)
    }

    @Test("Albums without a cover are a facet, which follows the covers")
    func withoutCover() async throws {
        try fixture.persistency.save([record("A"), record("B", by: "Other"), record("C")])
        try fixture.persistency.setCover(.present(CoverDigest(of: [1])), for: record("A").id)
        #expect(try titles(.withoutCover) == ["B", "C"] && titles(.withoutCover, .artist("Other")) == ["B"])
        #expect(try titles(.withoutCover, search: "cover:missing other") == ["B"])
        #expect(try await library.facets().withoutCover == 2)
        #expect(try await library.facets(search: "a", filter: AlbumFilter([.withoutCover])).albums == 0)
        try fixture.persistency.setCover(.failed, for: record("A").id)
        #expect(try await library.facets().withoutCover == 3)
    }

    @Test("Each count is the number of albums that the facet leaves, the most frequent first")
    func counts() async throws {
        var random = SeededRandom(seed: 17)
        let genres = ["Rock", "Pop", "Jazz; Soul", "Folk, World, & Country", "rock, Pop", ""]
        let labels = ["Kettle Drum", "Sodium", "Northgate"]
        try fixture.persistency.save(
            (0..<120).map { number in
                record(
                    "Title \(number)", by: "Artist \(random.number(below: 20))",
                    year: random.number(below: 5) == 0 ? nil : 1950 + random.number(below: 25),
                    genre: random.element(of: genres), labels: [random.element(of: labels), random.element(of: labels)],
                    format: random.element(of: ["LP", "2xLP, Album", "CD; Vinyl, LP"]), folder: "/m/\(random.number(below: 9))")
            })
        for (search, filter) in [
            (nil, AlbumFilter()), ("artist 1", AlbumFilter()), (nil, AlbumFilter([.genre("Rock")])),
            ("title 2", AlbumFilter([.label("Sodium"), .decade(1970)])),
        ] as [(String?, AlbumFilter)] {
            let counts = try await library.facets(search: search, filter: filter)
            #expect(try counts.albums == library.albumList(search: search, filter: filter).count)
            for kind in AlbumFacet.Kind.known where !filter.facets.contains(where: { $0.kind == kind }) {
                #expect(counts[kind].map(\.count) == counts[kind].map(\.count).sorted(by: >))
                for value in counts[kind] {
                    #expect(value.facet.kind == kind)
                    let narrowed = AlbumFilter(filter.facets.union([value.facet]))
                    #expect(try library.albumList(search: search, filter: narrowed).count == value.count, "\(value)")
                }
            }
        }
        #expect(try await library.facets().genres.map(\.facet).contains(.genre("Folk, World, & Country")))
    }

    @Test(
        "Conditions are found from a grade upwards, and purchases by their year, by whichever copy; a library of an earlier version has them too"
    )
    func copies() async throws {
        let grades = CopyField.mediaCondition.usualValues
        var random = SeededRandom(seed: 7)
        var expected: [(conditions: Set<String>, years: Set<Int>)] = []
        try fixture.persistency.save(
            (0..<200).map { index in
                var conditions: Set<String> = []
                var years: Set<Int> = []
                let copies = (0..<random.number(below: 4)).map { _ in
                    var copy = CopyRecord(isWanted: random.number(below: 5) == 0)
                    if random.number(below: 3) > 0 {
                        let grade = random.element(of: grades)
                        if !copy.isWanted { conditions.insert(grade) }
                        copy[.mediaCondition] = grade.uppercased()
                    } else {
                        copy[.mediaCondition] = "like new"
                    }
                    if random.number(below: 3) > 0 {
                        let year = 2020 + random.number(below: 5)
                        if !copy.isWanted { years.insert(year) }
                        copy[.bought] = random.element(of: ["\(year)", "\(year)-03", "\(year)-03-27"])
                    }
                    return copy
                }
                expected.append((conditions, years))
                var record = record("Title \(index)")
                record.release = ReleaseRecord(copies: copies)
                return record
            })
        func check() async throws {
            let counts = try await library.facets()
            for (worst, grade) in grades.enumerated() {
                let count = expected.count { !$0.conditions.isDisjoint(with: grades[...worst]) }
                #expect(try titles(.condition(grade)).count == count)
                #expect(counts.conditions.first { $0.facet == .condition(grade) }?.count == count)
            }
            #expect(counts.conditions.map(\.facet) == grades.map(AlbumFacet.condition))
            for year in 2019...2025 {
                let count = expected.count { $0.years.contains(year) }
                #expect(try titles(.bought(year)).count == count)
                #expect(counts.purchases.first { $0.facet == .bought(year) }?.count ?? 0 == count)
            }
            let both = expected.count { $0.years.contains(2021) && !$0.conditions.isDisjoint(with: grades[...2]) }
            #expect(try titles(.bought(2021), .condition(grades[2])).count == both)
        }
        try await check()
        // The user's own.
        let own = try #require(try library.records(search: "title", order: AlbumOrder(.title)).first)
        let index = try #require(Int(own.title.dropFirst("Title ".count)))
        _ = try await library.addCopy(to: own.id, [.mediaCondition: grades[0], .bought: "2019"])
        expected[index].conditions.insert(grades[0])
        expected[index].years.insert(2019)
        try await check()

        // As an earlier version left it.
        func texts() throws -> [String] {
            try fixture.persistency.read { database in
                try String.fetchAll(database, sql: "SELECT number || words || details || facets FROM albumText ORDER BY number")
            }
        }
        let written = try texts()
        try fixture.persistency.write { database in
            try database.execute(sql: "UPDATE albumText SET facets = ''")
            try database.execute(sql: "DELETE FROM albumText")
            try AlbumSearchText.fill(in: database)
        }
        #expect(try texts() == written)
        try await check()
    }

    @Test(
        "A grade is known by its name, its word and its letters",
        arguments: [
            ("Very Good Plus (VG+)", 2), ("vg+", 2), ("Very good plus", 2), (" NM ", 1), ("M-", 1), ("Near Mint", 1), ("mint", 0), ("P", 7),
        ])
    func grades(text: String, place: Int) {
        #expect(CopyField.grade(named: text) == CopyField.mediaCondition.usualValues[place])
    }

    @Test("Other texts are no grades", arguments: ["", "VG++", "like new", "(", "or"])
    func otherTexts(text: String) {
        #expect(CopyField.grade(named: text) == nil)
    }

    @Test("Facets follow the albums: imported again, edited, removed, restored")
    func following() async throws {
        func genres() async throws -> [AlbumFacet] { try await library.facets().genres.map(\.facet) }
        var record = record("A", genre: "Rock", labels: ["Sodium"])
        try fixture.persistency.save([record])
        #expect(try await genres() == [.genre("Rock")])
        record.genre = "ROCK"
        record.release = nil
        try fixture.persistency.save([record])
        #expect(try await genres() == [.genre("ROCK")])
        #expect(try titles(.label("Sodium")).isEmpty)
        try await library.edit(record.id, AlbumEdits(year: 1999, genre: "Jazz"))
        #expect(try await genres() == [.genre("Jazz")])
        #expect(try titles(.year(1999)) == ["A"])
        _ = try await library.history.undo()
        #expect(try await genres() == [.genre("ROCK")])
        try await library.remove([record.id])
        #expect(try await library.facets() == AlbumFacetCounts())
        _ = try await library.history.undo()
        #expect(try titles(.genre("rock")) == ["A"])
        let other = try LibraryFixture(in: fixture.folder)
        try await other.library.edit(record.id, AlbumEdits(genre: "Folk"))
        #expect(try titles(.genre("folk")) == ["A"])
    }

    @Test("Values of any kind do no harm: huge years, two thousand labels, line ends, operators of the database")
    func hostile() async throws {
        let labels = (0..<2_000).map { "Label \($0)" }
        let odd = ["' OR 1=1 --", "\"; DROP TABLE album; --", "a\nb", "\u{1}", "*", "%", " ", "", "\u{202E}x", "g\ny1999"]
        try fixture.persistency.save(
            [record("Many", year: .max, labels: labels), record("Least", year: .min, genre: ",;, ,"), record("Early", year: -1)]
                + odd.enumerated().map {
                    record("Odd \($0.offset)", by: $0.element, genre: $0.element, labels: [$0.element], folder: $0.element)
                })
        let counts = try await library.facets()
        #expect(counts.albums == 13 && counts.labels.count >= 2_000)
        #expect(try titles(.label("Label 1999")) == ["Many"] && titles(.year(.max)) == ["Many"] && titles(.year(.min)) == ["Least"])
        #expect(counts.decades.isEmpty)
        #expect(try titles(.decade(.min)).isEmpty && titles(.decade(.max)).isEmpty && titles(.decade(0)).isEmpty)
        for (number, value) in odd.enumerated() where !value.isEmpty {
            #expect(try titles(.artist(value)).contains("Odd \(number)"), "\(value)")
            #expect(try titles(.folder(value)).contains("Odd \(number)"), "\(value)")
        }
        #expect(try titles(.year(1999)).isEmpty)
        let statistics = try await library.statistics(limit: 2)
        #expect(statistics.labels.top.count == 2 && statistics.labels.otherValues >= 1_998)
    }

    @Test("A filter is saved and read again; facets that another version wrote are skipped")
    func saving() throws {
        let filter = AlbumFilter([
            .artist("A"), .decade(1970), .year(1971), .withoutCover, .smallCover, .tracksMissing, .folder("/a"), .label("L"), .format("LP"),
            .genre("G"),
        ])
        #expect(try StoredJSON.decode(AlbumFilter.self, from: StoredJSON.encode(filter)) == filter)
        #expect(
            try StoredJSON.decode(AlbumFilter.self, from: #"[{"colour": {"_0": "red"}}, {"year": {"_0": 1971}}, 7]"#).facets == [
                .year(1971)
            ])
        #expect(try StoredJSON.decode(AlbumFilter.self, from: "{}").isEmpty)
    }
}
