import SleevesLibrary
import Testing

@testable import SleevesUI

@Suite("The records that a person is adding")
struct RecordDeskTests {
    private static let barcode = "5012345678900"

    /// A release whose title is that text.
    private static func release(_ title: String) throws -> FoundRelease {
        let json = """
            {"id": "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10", "title": "\(title)", "artist-credit": [{"name": "Artist"}], "date": "1964",
             "label-info": [{"catalog-number": "KST 1001", "label": {"name": "Kestrel"}}], "media": [{"format": "LP"}], "country": "GB"}
            """
        let value = try #require(JSONValue(json))
        return FoundRelease(try #require(MusicBrainzRelease(value)))
    }

    private static func added(_ release: FoundRelease, isNew: Bool = true) -> Result<AddedRecord, any Error> {
        .success(AddedRecord(album: release.album.album, isNew: isNew))
    }

    private struct Failed: Error, CustomStringConvertible {
        var description: String { "No network." }
    }

    @Test("Typed words are searched for, and Enter adds the first release once the answer is that to these words")
    func words() throws {
        var desk = RecordDesk()
        #expect(desk.type("old", isAllowed: true) == .search("old", number: 1) && desk.isSearching)
        let (old, new) = (try Self.release("Old"), try Self.release("New"))
        desk.end(search: 1, with: .success([old]))
        #expect(desk.results == .found([old]))
        #expect(desk.type("new", isAllowed: true) == .search("new", number: 2))
        // What was found before stays to be read, but isn't added.
        #expect(desk.results == .found([old]) && desk.enter() == nil)
        desk.end(search: 1, with: .success([old, old]))
        #expect(desk.results == .found([old]))
        desk.end(search: 2, with: .success([new, old]))
        #expect(desk.enter() == .add(new, line: 1))
        #expect(desk.text == "" && desk.results == .none)
        #expect(desk.lines.map(\.title) == ["New"] && desk.lines.map(\.facts) == ["Artist · 1964 · LP · Kestrel KST 1001 · GB"])
        desk.end(adding: 1, with: Self.added(new))
        #expect(desk.lines.map(\.state) == [.added(new.album.id)] && desk.lastAdded == new.album.id)
        desk.remove([new.album.id])
        #expect(desk.lines.isEmpty && desk.lastAdded == nil)
    }

    @Test("A barcode is looked up at once, whatever was found so far, and the next one can be scanned meanwhile")
    func barcodes() throws {
        var desk = RecordDesk()
        _ = desk.type(Self.barcode, isAllowed: true)
        #expect(desk.enter() == .lookUp(Self.barcode, line: 1))
        #expect(desk.text == "" && !desk.isSearching)
        // The answer to the search for the typed digits comes too late.
        desk.end(search: 1, with: .success([]))
        #expect(desk.results == .none)
        _ = desk.type("96385074", isAllowed: true)
        #expect(desk.enter() == .lookUp("96385074", line: 2))
        #expect(desk.lines.map(\.title) == ["96385074", Self.barcode] && desk.lines.allSatisfy(\.isPending))
        let release = try Self.release("Title")
        #expect(desk.end(lookUp: 2, with: .success([])) == nil)
        #expect(desk.end(lookUp: 1, with: .success([release, release])) == .add(release, line: 1))
        desk.end(adding: 1, with: Self.added(release, isNew: false))
        #expect(desk.lines.map(\.state) == [.notFound, .alreadyThere])
        #expect(desk.activate(line: 2) == .describe(RecordForm("96385074")))
        // It stays until it is described, for the user may go back.
        #expect(desk.lines.map(\.title) == ["96385074", "Title"] && desk.activate(line: 1) == nil)
        let line = desk.describe(NewRecord(title: "Tape", artist: "A", barcode: "96385074"))
        #expect(desk.lines.map(\.title) == ["Tape", "Title"] && desk.lines.map(\.id) == [line, 1])
    }

    @Test("A barcode that couldn't be looked up stays, and is looked up again")
    func again() {
        var desk = RecordDesk()
        _ = desk.type(Self.barcode, isAllowed: true)
        _ = desk.enter()
        #expect(desk.end(lookUp: 1, with: .failure(Failed())) == nil)
        #expect(desk.lines.map(\.state) == [.failed("No network.")])
        #expect(desk.activate(line: 1) == .lookUp(Self.barcode, line: 1))
        #expect(desk.lines.map(\.state) == [.lookingUp])
    }

    @Test("Without permission, without an answer and without a match, Enter leads to the form, with what was typed")
    func byHand() {
        var desk = RecordDesk()
        #expect(desk.enter() == nil)
        #expect(desk.type("Title", isAllowed: false) == .stopSearch && desk.results == .notAllowed)
        #expect(desk.enter() == .describe(RecordForm("Title")))
        _ = desk.type(Self.barcode, isAllowed: false)
        #expect(desk.enter() == .describe(RecordForm(Self.barcode)))
        for answer in [Result<[FoundRelease], any Error>.success([]), .failure(Failed())] {
            guard case .search(_, let number) = desk.type("Title", isAllowed: true) else {
                Issue.record("nothing is searched for")
                return
            }
            desk.end(search: number, with: answer)
            #expect(desk.enter() == .describe(RecordForm("Title")))
        }
        let line = desk.describe(NewRecord(title: "Title", artist: "Artist", year: 1988, format: "Cassette"))
        #expect(desk.lines.map(\.facts) == ["Artist · 1988 · Cassette"] && desk.lines.map(\.id) == [line] && desk.text == "")
    }

    @Test("The form takes a barcode or a title, and says what is missing")
    func form() {
        var form = RecordForm(Self.barcode)
        #expect(form[.barcode] == Self.barcode && form[.title] == "" && form.record == nil)
        #expect(RecordForm.Field.allCases.filter { form.problem(in: $0) != nil } == [.title, .artist])
        (form[.title], form[.artist]) = ("  A  Title ", "Artist")
        #expect(form.record == NewRecord(title: "A Title", artist: "Artist", barcode: Self.barcode))
        for year in ["64", "0964", "19a4", "19640"] {
            form[.year] = year
            #expect(form.record == nil && form.problem(in: .year) != nil, "\(year)")
        }
        form[.year] = " 1964 "
        #expect(form.record?.year == 1964)
    }

    @Test("Whatever is entered and answered in any order, no record is lost or added twice, and old answers are never shown")
    func anyOrder() throws {
        let releases = try (0..<5).map { try Self.release("\($0)") }
        let texts = ["", "a", "ab", "abc", Self.barcode, "96385074"]
        for seed in 0..<3_000 as Range<UInt64> {
            var random = Numbers(seed: seed)
            var desk = RecordDesk()
            var searches: [Int: String] = [:], lookUps: [Int] = [], additions: [Int] = []
            var entered = 0, described = 0
            func perform(_ action: RecordDesk.Action?) {
                switch action {
                case .search(let text, let number): searches[number] = text
                case .lookUp(_, let line): lookUps.append(line)
                case .add(_, let line):
                    #expect(!additions.contains(line))
                    additions.append(line)
                case .stopSearch, nil: break
                case .describe: described += 1
                }
            }
            for _ in 0..<40 {
                switch random.next() % 8 {
                case 0, 1: perform(desk.type(texts[random.below(texts.count)], isAllowed: random.below(8) > 0))
                case 2, 3:
                    let before = desk.lines.count
                    perform(desk.enter())
                    entered += desk.lines.count - before
                case 4:
                    guard let number = searches.keys.sorted().dropFirst(random.below(searches.count + 1)).first else { break }
                    let text = searches.removeValue(forKey: number)
                    let former = desk
                    let found = Array(releases.prefix(random.below(3)))
                    desk.end(search: number, with: random.below(4) == 0 ? .failure(Failed()) : .success(found))
                    if text != desk.text { #expect(desk == former, "seed \(seed)") }
                case 5:
                    if lookUps.isEmpty { break }
                    let line = lookUps.remove(at: random.below(lookUps.count))
                    let found = Array(releases.prefix(random.below(3)))
                    perform(desk.end(lookUp: line, with: random.below(4) == 0 ? .failure(Failed()) : .success(found)))
                case 6:
                    if additions.isEmpty { break }
                    let line = additions.remove(at: random.below(additions.count))
                    desk.end(adding: line, with: random.below(4) == 0 ? .failure(Failed()) : Self.added(releases[0]))
                default:
                    if let line = desk.lines.dropFirst(random.below(desk.lines.count + 1)).first { perform(desk.activate(line: line.id)) }
                }
                // Each line that waits has exactly one answer to come.
                let pending = desk.lines.filter(\.isPending).map(\.id).sorted()
                #expect(pending == (lookUps + additions).sorted(), "seed \(seed)")
                #expect(desk.lines.count == entered, "seed \(seed)")
            }
        }
    }

    @Test("Of many lines the last fifty stay, and all that wait for an answer")
    func manyLines() throws {
        var desk = RecordDesk()
        for number in 1...120 {
            let line = desk.describe(NewRecord(title: "\(number)", artist: "A"))
            if number.isMultiple(of: 2) { desk.end(adding: line, with: Self.added(try Self.release("\(number)"))) }
        }
        #expect(desk.lines.count(where: \.isPending) == 60)
        let latest: [String] = (71...120).reversed().map { (number: Int) -> String in String(number) }
        #expect(desk.lines.prefix(50).map(\.title) == latest)
    }
}

/// Numbers from a seed.
private struct Numbers {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state >> 11
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
