internal import SleevesModel
internal import SQLite
internal import Synchronization

/// The facets of all albums, in memory: about 30 bytes an album, and each value once.
///
/// - `state` and `joined` are protected by their locks. Reading copies nothing, because it shares the arrays.
final class AlbumFacets: Sendable {
    private let state = Mutex(FacetSnapshot())
    private let joined = Mutex<(pairs: [JoinedRecords.Pair], snapshot: FacetSnapshot)>(([], FacetSnapshot()))

    /// Returns the facets with those of records among those of the albums that show them.
    func snapshot(in database: Database, joining pairs: [JoinedRecords.Pair]) throws -> FacetSnapshot {
        let snapshot = try snapshot(in: database)
        if pairs.isEmpty { return snapshot }
        let kept = joined.withLock { $0 }
        if kept.snapshot.last == snapshot.last, kept.pairs.elementsEqual(pairs, by: ==) { return kept.snapshot }
        var new = snapshot
        let rated = Set(pairs.map(\.host).filter { snapshot.rating(ofAlbumNumbered: $0) != nil })
        for (record, host) in pairs { new.join(record, with: host, isRated: rated.contains(host)) }
        joined.withLock { $0 = (pairs, new) }
        return new
    }

    /// Returns the facets as of the database's moment, or of a later one. Reads only those that have changed since the last call.
    func snapshot(in database: Database) throws -> FacetSnapshot {
        let statement = try database.cachedStatement(sql: "SELECT id, number, facets FROM albumText WHERE id > ? ORDER BY id")
        var snapshot = state.withLock { $0 }
        let last = snapshot.last
        try Row.forEach(statement, arguments: [last]) { row in
            guard let id = try? row[0] as Int64, let number = try? row[1] as Int64, let lines = try? row[2] as String else { return }
            snapshot.append(lines, of: number, id: id)
        }
        guard snapshot.last > last else { return snapshot }
        snapshot.sortValues()
        // Two readers may see two moments; the later one counts.
        state.withLock { if $0.last < snapshot.last { $0 = snapshot } }
        return snapshot
    }
}

/// The facets of albums as of one moment: numbers of values, which have a table of their own.
struct FacetSnapshot: Sendable {
    /// A value of a facet, as it was last written.
    struct Value: Sendable {
        let kind: StoredFacetKind
        var name: String
        /// The year, for that kind.
        var year: Int? { kind == .year ? Int(name) : nil }
        /// The field, for a value of the release.
        var field: ReleaseField? { kind == .release ? FieldValue(name).flatMap { ReleaseField.named($0.field) } : nil }
        /// The place of the grade, for that kind: 0 for the best.
        var grade: Int? { kind == .condition ? CopyField.place(ofGrade: name) : nil }
        /// The rating, for that kind.
        var rating: Int? { kind == .rating ? Int(name) : nil }
    }

    /// The identifier of the last row that was read.
    private(set) var last: Int64 = 0
    private(set) var values: [Value] = []
    /// The place of each value among those of its kind, by name or by year.
    private(set) var places: [Int32] = []
    /// The numbers of values by kind and folded name.
    private var valueNumbers: [String: Int32] = [:]
    /// The numbers of values by the lines that were read: a value nearly always is written as it was before.
    private var lineNumbers: [String: Int32] = [:]
    private(set) var keys: [String] = []
    /// For each album the place in `members` where its values begin; -1 for an album without values.
    private var starts = NumberTable<Int32>(absent: -1)
    /// The count of an album's values, and the values, for one album after the other.
    private var members: [Int32] = []

    mutating func append(_ lines: String, of number: Int64, id: Int64) {
        last = max(last, id)
        guard members.count < Int(Int32.max) / 2 else { return }
        let start = members.count
        members.append(0)
        var lines = lines
        lines.withUTF8 { bytes in
            var first = 0
            for offset in bytes.indices where bytes[offset] == 0x0A {
                defer { first = offset + 1 }
                guard offset > first + 1 else { continue }
                let line = String(decoding: UnsafeBufferPointer(rebasing: bytes[first..<offset]), as: UTF8.self)
                guard let value = valueNumber(of: line), !members[(start + 1)...].contains(value) else { continue }
                members.append(value)
            }
        }
        members[start] = Int32(members.count - start - 1)
        starts[number] = Int32(start)
    }

    private mutating func valueNumber(of line: String) -> Int32? {
        guard let kind = line.first.flatMap(StoredFacetKind.init), kind != .copies else { return nil }
        if let known = lineNumbers[line] { return known }
        let name = String(line.dropFirst())
        if kind == .year || kind == .bought, Int(name) == nil { return nil }
        let key = Self.key(kind, name)
        if let known = valueNumbers[key] {
            // The last spelling that was written counts.
            lineNumbers[String(kind.rawValue) + values[Int(known)].name] = nil
            lineNumbers[line] = known
            values[Int(known)].name = name
            return known
        }
        let number = Int32(values.count)
        lineNumbers[line] = number
        valueNumbers[key] = number
        keys.append(key)
        values.append(Value(kind: kind, name: name))
        return number
    }

    /// Returns a text that is the same for values that count as one.
    static func key(_ kind: StoredFacetKind, _ name: String) -> String {
        let text =
            switch kind {
            case .folder, .year: name
            case .release, .own: FieldValue(name).map { FieldValue(field: $0.field, value: $0.value.caseFolded()).text } ?? name
            default: name.caseFolded()
            }
        return String(kind.rawValue) + text
    }

    /// Returns the number of a value; `nil` if no album has ever had it.
    func valueNumber(_ kind: StoredFacetKind, _ name: String) -> Int32? { valueNumbers[Self.key(kind, name)] }

    /// Sorts the values, if there are new ones.
    fileprivate mutating func sortValues() {
        guard places.count != values.count else { return }
        let years = values.map(\.year)
        let sorted = values.indices.sorted { left, right in
            if let first = years[left], let second = years[right] { return first < second }
            return keys[left] < keys[right]
        }
        places = [Int32](repeating: 0, count: values.count)
        for (place, value) in sorted.enumerated() { places[value] = Int32(place) }
    }

    /// Gives an album the values of a record's copies, too.
    ///
    /// - Parameter isRated: Whether the album has a rating without its records. Otherwise, the best one of theirs counts.
    fileprivate mutating func join(_ record: Int64, with host: Int64, isRated: Bool) {
        var own = Array(values(ofAlbumNumbered: host))
        let known = Set(own.compactMap { values[Int($0)].field })
        var others = values(ofAlbumNumbered: record).filter { number in
            let value = values[Int(number)]
            // What is said of the work counts where the album itself says nothing of it.
            return !own.contains(number) && !value.kind.isOfWork && value.field.map { $0.isOfEdition || !known.contains($0) } != false
        }
        if let rating = rating(ofAlbumNumbered: record) {
            let former = self.rating(ofAlbumNumbered: host) ?? 0
            if isRated || rating < former { others.removeAll { values[Int($0)].kind == .rating } }
            if !isRated, rating > former { own.removeAll { values[Int($0)].kind == .rating } }
        }
        guard !others.isEmpty, members.count < Int(Int32.max) / 2 else { return }
        starts[host] = Int32(members.count)
        members += [Int32(own.count + others.count)] + own + others
    }

    /// Returns the rating of an album; `nil` if it has none.
    fileprivate func rating(ofAlbumNumbered number: Int64) -> Int? {
        values(ofAlbumNumbered: number).lazy.compactMap { values[Int($0)].rating }.max()
    }

    /// Returns the values of an album.
    func values(ofAlbumNumbered number: Int64) -> ArraySlice<Int32> {
        let start = Int(starts[number])
        return start < 0 ? [] : members[start + 1..<start + 1 + Int(members[start])]
    }

    /// Returns the number of albums among these with each value.
    func counts(of numbers: [Int64]) -> [Int] {
        var counts = [Int](repeating: 0, count: values.count)
        for number in numbers {
            for value in values(ofAlbumNumbered: number) { counts[Int(value)] += 1 }
        }
        return counts
    }

    /// Returns whether each value is one of some facets.
    func matches(_ facets: [AlbumFacet]) -> [Bool] {
        var matches = [Bool](repeating: false, count: values.count)
        for facet in facets {
            let key: String
            switch facet {
            case .artist(let name): key = Self.key(.artist, FacetLines.line(name))
            case .genre(let name): key = Self.key(.genre, FacetLines.line(name))
            case .label(let name): key = Self.key(.label, FacetLines.line(name))
            case .format(let name): key = Self.key(.format, FacetLines.line(name))
            case .folder(let name): key = Self.key(.folder, FacetLines.line(name))
            case .place(let name): key = Self.key(.place, FacetLines.line(name))
            case .release(let field, let value):
                key = Self.key(.release, FacetLines.line(FieldValue(field: field.name, value: value).text))
            case .own(let field, let value):
                let own = FacetLines.line(FieldValue(field: field, value: value).text)
                key = Self.key(.own, own)
                guard valueNumbers[key] == nil else { break }
                // A person may write the name in another case.
                let folded = own.caseFolded()
                for (number, value) in values.enumerated() where value.kind == .own && value.name.caseFolded() == folded {
                    matches[number] = true
                }
            case .bought(let year): key = Self.key(.bought, String(year))
            case .condition(let name):
                guard let worst = CopyField.place(ofGrade: name) else { continue }
                for (number, value) in values.enumerated() where value.grade.map({ $0 <= worst }) == true { matches[number] = true }
                continue
            case .rating(let worst):
                for (number, value) in values.enumerated() where value.rating.map({ $0 >= worst }) == true { matches[number] = true }
                continue
            case .favourite: key = Self.key(.favourite, "1")
            case .lent: key = Self.key(.lent, "1")
            case .wanted: key = Self.key(.wanted, "1")
            case .year(let year): key = Self.key(.year, String(year))
            case .decade(let decade):
                guard let decade = AlbumFacet.decade(of: decade) else { continue }
                for (number, value) in values.enumerated() where value.year.flatMap(AlbumFacet.decade) == decade { matches[number] = true }
                continue
            case .duplicate, .withoutCover, .smallCover, .withoutBack, .tracksMissing: continue
            }
            if let number = valueNumbers[key] { matches[Int(number)] = true }
        }
        return matches
    }
}
