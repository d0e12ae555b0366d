internal import SQLite
internal import Synchronization

/// The searchable texts of all albums, in memory: about 60 bytes an album, and the details of a collector's catalogue.
///
/// A search looks through all of them, which takes a few milliseconds for a hundred thousand albums, and finds any part of a word. An index
/// on the disk is slower for frequent words, and costs each import more than this costs the first search.
///
/// - `state` is protected by its lock. Reading copies nothing, because it shares the arrays.
final class AlbumTexts: Sendable {
    private let state = Mutex(TextSnapshot())

    /// Returns the texts as of the database's moment, or of a later one. Reads only those that have changed since the last call.
    func snapshot(in database: Database) throws -> TextSnapshot {
        let statement = try database.cachedStatement(sql: "SELECT id, number, words, details FROM albumText WHERE id > ? ORDER BY id")
        var snapshot = state.withLock { $0 }
        let last = snapshot.last
        try Row.forEach(statement, arguments: [last]) { row in
            guard let id = try? row[0] as Int64, let number = try? row[1] as Int64, let words = try? row[2] as String else { return }
            snapshot.append(words, details: (try? row[3] as String) ?? "", of: number, id: id)
        }
        guard snapshot.last > last else { return snapshot }
        snapshot.compact()
        // Two readers may see two moments; the later one counts.
        state.withLock { if $0.last < snapshot.last { $0 = snapshot } }
        return snapshot
    }
}

/// The texts of albums, one after the other, as of one moment.
struct TextSnapshot: Sendable {
    /// The identifier of the last row that was read.
    private(set) var last: Int64 = 0
    /// The row number of each text's album.
    private(set) var numbers: [Int64] = []
    /// Whether the text is the album's current one.
    private(set) var isCurrent: [Bool] = []
    /// A part of each album's text.
    enum Section: Int {
        /// The texts that name the album in lists.
        case album = 0
        /// The texts that only the album's page shows.
        case details = 1
    }

    /// The texts of a section, one after the other.
    private struct Texts {
        var bytes: [UInt8] = []
        /// The offsets at which the texts begin, and that at which the last one ends.
        var starts = [0]

        mutating func append(_ text: some Collection<UInt8>) {
            bytes += text
            starts.append(bytes.count)
        }

        mutating func append(_ text: String) {
            if !text.isEmpty {
                bytes += text.utf8.prefix(TextSnapshot.limit)
                // Searches compare the byte after a word.
                bytes.append(0x0A)
            }
            starts.append(bytes.count)
        }
    }

    private var sections = [Texts(), Texts()]
    private var slots = NumberTable<Int32>(absent: -1)
    private var outdated = 0

    /// A longer text is cut. Importers limit titles and names to far less.
    private static let limit = 1 << 20

    mutating func append(_ words: String, details: String, of number: Int64, id: Int64) {
        last = max(last, id)
        guard numbers.count < Int(Int32.max) else { return }
        let old = Int(slots[number])
        if old >= 0 {
            isCurrent[old] = false
            outdated += 1
        }
        slots[number] = Int32(numbers.count)
        numbers.append(number)
        isCurrent.append(true)
        sections[Section.album.rawValue].append(words)
        sections[Section.details.rawValue].append(details)
    }

    /// Forgets outdated texts, if they are many.
    mutating func compact() {
        guard outdated > 1000, outdated > numbers.count / 2 else { return }
        var compacted = TextSnapshot()
        for slot in numbers.indices where isCurrent[slot] {
            compacted.slots[numbers[slot]] = Int32(compacted.numbers.count)
            compacted.numbers.append(numbers[slot])
            compacted.isCurrent.append(true)
            for (number, section) in sections.enumerated() {
                compacted.sections[number].append(section.bytes[section.starts[slot]..<section.starts[slot + 1]])
            }
        }
        compacted.last = last
        self = compacted
    }

    /// Ranks the texts that contain a part.
    ///
    /// - Parameters:
    ///   - needle: Tokens with spaces between them.
    ///   - section: The part of the texts to look at.
    ///   - findsInside: Whether the part may begin inside a word.
    ///   - isComplete: Whether the part must end where a word ends.
    ///   - ranks: The rank of each text, which is improved where the part is found.
    ///   - places: The texts to look at, in order; `nil` for all.
    func find(
        _ needle: [UInt8], in section: Section, findsInside: Bool, isComplete: Bool, among places: [Int]? = nil, ranks: inout [SearchRank?]
    ) {
        guard !needle.isEmpty else { return }
        // A needle that begins a word is faster to find with the space before it.
        let sought = findsInside ? needle : [0x20] + needle
        let search = ByteSearch(sought)
        let starts = sections[section.rawValue].starts
        sections[section.rawValue].bytes.withUnsafeBufferPointer { bytes in
            func rank(at offset: Int) -> SearchRank? {
                let begins = !findsInside || offset > 0 && bytes[offset - 1] == 0x20
                let end = offset + sought.count
                let ends = end >= bytes.count || bytes[end] == 0x20 || bytes[end] == 0x0A
                if isComplete, !(begins && ends) { return nil }
                if section == .details { return .detail }
                if begins, ends { return .word }
                return begins ? .beginning : .inside
            }
            /// Returns whether no other place in the text can improve a rank.
            func isBest(_ rank: SearchRank?) -> Bool { rank == .word || section == .details && rank != nil }
            if let places {
                for slot in places where section == .album || ranks[slot] == nil {
                    search.forEach(in: bytes, starts[slot]..<starts[slot + 1]) { offset in
                        ranks[slot] = SearchRank.better(ranks[slot], rank(at: offset))
                        return isBest(ranks[slot]) ? nil : offset + 1
                    }
                }
            } else {
                var slot = 0
                search.forEach(in: bytes, 0..<bytes.count) { offset in
                    while starts[slot + 1] <= offset { slot += 1 }
                    ranks[slot] = SearchRank.better(ranks[slot], rank(at: offset))
                    return isBest(ranks[slot]) ? starts[slot + 1] : offset + 1
                }
            }
        }
    }

    /// Ranks the texts that have a word which differs from another one by a typing error or two.
    func find(near word: TypedWord, among places: [Int]?, ranks: inout [SearchRank?]) {
        let (shortest, longest) = (word.lengths.lowerBound, word.lengths.upperBound)
        /// Returns whether one of the words of a text is near.
        func hasNear(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            var start = 0
            for (offset, byte) in text.enumerated() where byte == 0x20 || byte == 0x0A {
                let length = offset - start
                if length >= shortest, length <= longest, word.isNear(UnsafeBufferPointer(rebasing: text[start..<offset])) { return true }
                start = offset + 1
            }
            return false
        }
        let starts = sections[Section.album.rawValue].starts
        sections[Section.album.rawValue].bytes.withUnsafeBufferPointer { bytes in
            for slot in places ?? Array(numbers.indices) where isCurrent[slot] && ranks[slot] == nil {
                if hasNear(UnsafeBufferPointer(rebasing: bytes[starts[slot]..<starts[slot + 1]])) { ranks[slot] = .typingError }
            }
        }
    }

    /// Improves the rank of an album's text.
    func mark(_ number: Int64, as rank: SearchRank, in ranks: inout [SearchRank?]) {
        let slot = Int(slots[number])
        if slot >= 0 { ranks[slot] = SearchRank.better(ranks[slot], rank) }
    }
}
