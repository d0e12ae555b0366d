internal import struct FoundationEssentials.Date

/// The identifier of a copy among those of its album.
public struct CopyID: RawRepresentable, Sendable, Hashable {
    /// The identifier as a text.
    public let rawValue: String

    /// Creates an identifier from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier from a text of another program; `nil` if it isn't one.
    package init?(checking text: some StringProtocol) {
        let isUsable = text.utf8.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isUsable, (1...64).contains(text.utf8.count) else { return nil }
        self.init(rawValue: String(text))
    }

    /// The identifier of the copy that a record gets when it is joined with an album: the same on each machine.
    package static let ofRecord = CopyID(rawValue: "u0")

    /// Returns a new identifier for a copy that the user adds now. Later ones are greater.
    package static func new() -> CopyID {
        func digits(_ number: UInt64, _ count: Int) -> String {
            let text = String(number, radix: 36)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return CopyID(rawValue: "u" + digits(UInt64(max(0, Date().milliseconds)), 9) + digits(.random(in: 0..<2_176_782_336), 6))
    }
}

/// A copy of an album, as its list and the user describe it.
public struct AlbumCopy: Sendable, Hashable, Identifiable {
    /// The identifier, which stays the same when the list is imported again.
    public let id: CopyID
    /// The values, with the user's edits.
    public private(set) var record: CopyRecord
    /// The list's values; `nil` if the user has added the copy.
    package let source: CopyRecord?
    /// The album that the copy belongs to, if it is joined with the one that shows the copy; otherwise `nil`.
    package var album: AlbumID?
    /// The edition in a line, if the copy belongs to a joined record: label and number, format, country, year.
    public package(set) var edition: String?

    /// Whether the user has added the copy, which is in no list.
    package var isAddedByUser: Bool { source == nil }

    /// Returns the copy with the kinds of own fields that a library knows.
    func typed(by fields: [OwnField]) -> AlbumCopy {
        var copy = self
        copy.record = record.typed(by: fields)
        return copy
    }
}

/// The user's edits of an album's copies: values that replace those of lists, copies that the user has added, and others that were removed.
///
/// - Values of fields that this version doesn't know stay as they are.
/// - Edits stay with a copy whose list changes the date on which it was added.
public struct CopyEdits: Sendable, Hashable {
    /// The values by the names of their fields, for each copy. An empty one replaces a list's value by none.
    package var values: [CopyID: [String: String]] = [:]

    /// Creates edits; without arguments, none.
    package init(_ values: [CopyID: [String: String]] = [:]) { self.values = values }

    /// Whether there are no edits.
    public var isEmpty: Bool { values.isEmpty }

    /// The name of the value that says what the user has done with a copy as a whole.
    package static let state = "state"
    private static let added = "added by hand"
    private static let removed = "removed"

    /// The maximum number of copies of an album that other programs may describe, and of values of each.
    package static let limit = 1000

    /// Returns whether a text of another program may be the name of a value.
    package static func isName(_ text: some StringProtocol) -> Bool {
        OwnField(key: text) != nil || (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    }

    /// Returns the name under which machines share a value of a copy.
    package static func sharedName(_ copy: CopyID, _ name: String) -> String { "\(sharedPrefix)\(copy.rawValue).\(name)" }

    /// Returns the copy and the name of the value that machines share under a name; `nil` if it is another name.
    package static func value(named shared: String) -> (copy: CopyID, name: String)? {
        guard shared.hasPrefix(sharedPrefix) else { return nil }
        let rest = shared.dropFirst(sharedPrefix.count)
        // The name of an own field may have points.
        guard let end = rest.prefix(while: { $0 != ":" }).lastIndex(of: "."), isName(rest[rest.index(after: end)...]) else { return nil }
        return CopyID(checking: rest[..<end]).map { ($0, String(rest[rest.index(after: end)...])) }
    }

    private static let sharedPrefix = "copy."

    /// A value of one copy, whatever its field.
    package subscript(copy: CopyID, name: String) -> String? {
        get { values[copy]?[name] }
        set {
            values[copy, default: [:]][name] = newValue
            if values[copy]?.isEmpty == true { values[copy] = nil }
        }
    }

    /// Sets values of a copy, by their fields. Empty ones remove the value; invalid ones are left out. A copy that is lent now is lent since today,
    /// and a wish that has come true was bought today, unless another day is known.
    package mutating func set(_ new: [CopyField: String], of copy: AlbumCopy) {
        var new = new
        let isLent = new[.lentTo].flatMap(CopyField.lentTo.checked) != nil && copy.record[.lentTo] == nil
        if isLent, copy.record[.lentSince] == nil, new[.lentSince]?.cleaned() == nil { new[.lentSince] = CopyField.day(of: Date()) }
        if let name = new[.lentTo], name.cleaned() == nil { new[.lentSince] = "" }
        let isGot = copy.record.isWanted && new[.wanted]?.cleaned() == nil && new[.wanted] != nil
        if isGot, copy.record[.bought] == nil, new[.bought]?.cleaned() == nil { new[.bought] = CopyField.day(of: Date()) }
        for (field, text) in new {
            let value = field.checked(text)
            if value == nil, text.cleaned() != nil { continue }
            let isOriginal = value == copy.source?[field]
            self[copy.id, field.name] = isOriginal ? nil : value ?? ""
        }
        if copy.source == nil { self[copy.id, Self.state] = Self.added }
    }

    /// Adds a copy.
    package mutating func add(_ id: CopyID, _ new: [CopyField: String]) {
        set(new, of: AlbumCopy(id: id, record: CopyRecord(), source: nil))
    }

    /// Removes a copy.
    package mutating func remove(_ copy: AlbumCopy) {
        if copy.source == nil { values[copy.id] = nil } else { self[copy.id, Self.state] = Self.removed }
    }

    /// Returns the copies of an album: those of its lists, then those that the user has added.
    package func copies(besides listed: [CopyRecord]) -> [AlbumCopy] {
        if values.isEmpty, listed.isEmpty { return [] }
        let ids = identifiers(of: listed)
        let known = zip(ids, listed).filter { values[$0.0]?[Self.state] != Self.removed }.map { id, source in
            AlbumCopy(id: id, record: edited(source, id), source: source)
        }
        let own = values.filter { $0.value[Self.state] == Self.added && !ids.contains($0.key) }.map(\.key)
            .sorted { $0.rawValue < $1.rawValue }
        return known + own.map { AlbumCopy(id: $0, record: edited(CopyRecord(), $0), source: nil) }
    }

    private func edited(_ source: CopyRecord, _ id: CopyID) -> CopyRecord {
        var record = source
        for (name, value) in values[id] ?? [:] {
            // A value that another program has written may be invalid.
            if let field = CopyField.named(name), value.isEmpty || field.checked(value) != nil { record[field] = value }
        }
        return record
    }

    /// Returns the identifiers of a list's copies.
    ///
    /// A list may change the date of a copy: a spreadsheet leaves out the seconds, another export has another time zone, a later one has dates at
    /// all. A copy without edits gets the identifier of edits that no copy has, so that they stay, and later ones join them. That follows from the
    /// copies and the edits alone, so it is the same on each machine.
    private func identifiers(of listed: [CopyRecord]) -> [CopyID] {
        var ids = Self.identifiers(of: listed)
        guard !values.isEmpty else { return ids }
        let taken = Set(ids)
        var orphans = values.filter { !taken.contains($0.key) && $0.value[Self.state] == nil }.keys.compactMap(Orphan.init).sorted()
        guard !orphans.isEmpty else { return ids }
        var free = Array(ids.indices.filter { values[ids[$0]] == nil }.prefix(Self.limit))
        func match(_ copy: (Orphan) -> Int?) {
            orphans.removeAll { orphan in
                guard let place = copy(orphan), let index = free.firstIndex(of: place) else { return false }
                ids[place] = orphan.id
                free.remove(at: index)
                return true
            }
        }
        match { orphan in
            guard let date = orphan.date else { return nil }
            let times = free.compactMap { place in listed[place].added.map { (place, Int(clamping: Int64($0.timeIntervalSince1970))) } }
            return times.filter { Self.mayBeSame(date, $0.1) }.min { abs(date - $0.1) < abs(date - $1.1) }?.0
        }
        match { orphan in
            if orphan.date == nil { return free.contains(orphan.count - 1) ? orphan.count - 1 : free.first }
            return free.first { listed[$0].added == nil }
        }
        return ids
    }

    /// Returns whether two times in seconds may be one: in other time zones, without the seconds, or without the time of day. Copies that were added
    /// one after the other have others.
    private static func mayBeSame(_ a: Int, _ b: Int) -> Bool {
        let (zone, minute) = (900, 60)
        let distance = abs(a - b)
        guard distance <= 26 * 3600 else { return false }
        let rest = min(distance % zone, zone - distance % zone)
        return rest == 0 || a % zone == 0 || b % zone == 0 || rest < minute && (a % minute == 0 || b % minute == 0)
    }

    /// Edits of a listed copy that the list doesn't have now.
    private struct Orphan: Comparable {
        let id: CopyID
        /// The time at which the copy was added, in seconds since 1970; `nil` if its list didn't say.
        let date: Int?
        /// The number among the copies of that date, counted from 1.
        let count: Int

        /// - Returns: `nil` if the identifier isn't that of a listed copy.
        init?(_ id: CopyID) {
            let parts = id.rawValue.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, let count = parts.count == 2 ? Int(parts[1]) : 1, count >= 1 else { return nil }
            (self.id, self.count) = (id, count)
            if parts[0] == "n" {
                date = nil
            } else if parts[0].first == "d", let seconds = Int(parts[0].dropFirst()) {
                date = seconds
            } else {
                return nil
            }
        }

        static func < (a: Orphan, b: Orphan) -> Bool { (a.date ?? .min, a.count) < (b.date ?? .min, b.count) }
    }

    /// Returns the identifiers that copies have by themselves. A list tells copies of one album apart by when they were added, if at all.
    private static func identifiers(of listed: [CopyRecord]) -> [CopyID] {
        var counts: [String: Int] = [:]
        return listed.map { copy in
            let base = copy.added.map { "d\($0.milliseconds / 1000)" } ?? "n"
            let count = counts[base, default: 0] + 1
            counts[base] = count
            return CopyID(rawValue: count == 1 ? base : "\(base).\(count)")
        }
    }

    /// Returns these edits with other ones, which replace them where they have a value.
    package func replaced(by edits: CopyEdits) -> CopyEdits {
        CopyEdits(values.merging(edits.values) { $0.merging($1) { $1 } })
    }

    /// Returns these edits with a change taken back. Values that have changed since then stay.
    package func reverted(from: CopyEdits, to: CopyEdits) -> CopyEdits {
        var reverted = self
        for copy in Set(from.values.keys).union(to.values.keys) {
            for name in Set((from.values[copy] ?? [:]).keys).union((to.values[copy] ?? [:]).keys)
            where self[copy, name] == from[copy, name] {
                reverted[copy, name] = to[copy, name]
            }
        }
        return reverted
    }
}

extension CopyEdits: Codable {
    /// Decodes edits that any version wrote.
    public init(from decoder: any Decoder) throws {
        let texts = try decoder.singleValueContainer().decode([String: [String: String]].self)
        self.init(Dictionary(uniqueKeysWithValues: texts.map { (CopyID(rawValue: $0.key), $0.value) }))
    }

    /// Encodes the values as an object for each copy.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) }))
    }
}
