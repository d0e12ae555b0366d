internal import Localization
internal import SleevesModel

/// Finds the entries in a file of JSON, one after another, however they are held together: a list, one object a line, pages as Discogs'
/// programming interface returns them (`{"pagination": …, "releases": […]}`), several lists in one object as Spotify's `YourLibrary.json` has
/// them, or several of these.
///
/// Only one entry is in memory at a time, so that the length of the file does not matter.
struct JSONEntryReader: ~Copyable {
    /// The next finding.
    enum Finding: Equatable {
        case entry(JSONValue)
        /// An unusable entry, with the problem in whole sentences. The rest is still read.
        case unusable(String)
        /// The same, of something that is not even JSON.
        case notJSON(String)
    }

    /// The list ends here, because nobody can tell where the next entry begins.
    struct Broken: Error, Equatable {
        let line: Int
        let reason: String
    }

    /// The longest entry that is read, in bytes.
    static let entryLimit = 4 << 20

    private enum Place {
        /// Values one after another, as at the top of a file.
        case sequence
        case list
        /// Inside an object that holds the list, between its members.
        case page
    }

    private enum Captured {
        case value([UInt8])
        case tooLong
        case page
    }

    private var source: ByteSource
    private var places = [Place.sequence]
    /// Whether anything was found that holds entries: a list or a page.
    private(set) var foundList = false
    /// The key of the page's list that the entries are in now; `nil` where they are in no page.
    private(set) var section: String?

    /// The pages that were found, by the keys of their lists.
    private var pages: [String: (found: Set<Int>, count: Int)] = [:]

    /// The number of pages of lists that their "pagination" counts, and how many of them were found.
    var pageCount: (found: Int, all: Int) {
        pages.values.reduce((0, 0)) { ($0.0 + $1.found.count, $0.1 + max($1.count, $1.found.count)) }
    }

    /// Whether the texts are in a Western encoding rather than UTF-8, as the first entry beyond ASCII shows; `nil` before that.
    private var isWestern: Bool?

    init(_ source: consuming ByteSource) {
        self.source = source
    }

    /// The next entry, or `nil` at the end of the file.
    ///
    /// - Throws: ``Broken``, after which nothing more can be read; ``SystemError`` where the disk refuses.
    mutating func next() throws -> Finding? {
        while true {
            try skipSpace()
            let byte = try source.peek()
            switch (places.last!, byte) {
            case (.sequence, nil):
                return nil
            case (_, nil):
                throw Broken(line: source.line, reason: localized("The file ends before its list does."))
            case (_, UInt8(ascii: ",")):
                _ = try source.next()
            case (.sequence, UInt8(ascii: "[")):
                enterList()
                _ = try source.next()
            case (.list, UInt8(ascii: "]")), (.page, UInt8(ascii: "}")):
                places.removeLast()
                _ = try source.next()
            case (.page, _):
                try readMember()
            default:
                if let finding = try readEntry() { return finding }
            }
        }
    }

    private mutating func enterList() {
        places.append(.list)
        foundList = true
    }

    /// The entry that begins here; `nil` where it turned out to be a page, which has now been entered.
    private mutating func readEntry() throws -> Finding? {
        let (offset, line) = (source.offset, source.line)
        do {
            switch try capture() {
            case .page: return nil
            case .tooLong: return .unusable(Self.tooLong)
            case .value(let bytes):
                let bytes = decoded(bytes)
                if let value = JSONParser.value(of: bytes) ?? Self.withoutNumbers(bytes).flatMap(JSONParser.value) { return .entry(value) }
                // Where each line is an object, an entry that goes on for lines has run into the next ones.
                if places.last == .sequence, source.line != line { try skipLine(from: offset, line) }
                return .notJSON(localized("Line {line} is not valid JSON. Correct it, or export the list again.", ["line": "\(line)"]))
            }
        } catch let broken as Broken where places.last == .sequence && foundList == false {
            try skipLine(from: offset, line)
            let places = ["line": "\(line)", "reason": broken.reason]
            return .notJSON(localized("Line {line} is not valid JSON. {reason} Correct it, or export the list again.", places))
        }
    }

    /// Returns an entry with `null` in place of `NaN` and `Infinity`, which Python writes for values that are missing; `nil` if it has none.
    private static func withoutNumbers(_ bytes: [UInt8]) -> [UInt8]? {
        // An entry that is never closed runs into all those after it, line by line.
        guard bytes.count <= 64 << 10 else { return nil }
        var (kept, isText, isEscaped, hasChanged) = ([UInt8](), false, false, false)
        var rest = bytes[...]
        while let byte = rest.first {
            if !isText, let word = noNumbers.first(where: rest.starts) {
                kept += "null".utf8
                rest = rest.dropFirst(word.count)
                hasChanged = true
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
            isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
            kept.append(byte)
            rest = rest.dropFirst()
        }
        return hasChanged ? kept : nil
    }

    private static let noNumbers = ["NaN", "-Infinity", "Infinity"].map { Array($0.utf8) }

    private mutating func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if isWestern == nil, bytes.contains(where: { $0 >= 0x80 }) { isWestern = String(validating: bytes, as: UTF8.self) == nil }
        return isWestern == true ? Array(CSVReader.text(bytes).utf8) : bytes
    }

    private static var tooLong: String {
        localized("The entry is longer than {limit} MiB and was left out.", ["limit": "\(entryLimit >> 20)"])
    }

    private mutating func skipLine(from offset: Int, _ line: Int) throws {
        try source.goBack(to: offset, line: line)
        while let byte = try source.next(), byte != UInt8(ascii: "\n") {}
    }

    /// Reads `"key": value` of a page; a value that is the list is entered, any other is passed over.
    private mutating func readMember() throws {
        guard case .value(let name) = try capture(), try skipColon() else {
            throw Broken(line: source.line, reason: localized("A member of an object is malformed."))
        }
        if let section = Self.sections[name], try source.peek() == UInt8(ascii: "[") {
            self.section = section
            _ = try source.next()
            enterList()
        } else if case .value(let value) = try capture(mayBePage: false), name == Self.pagination {
            notePage(JSONParser.value(of: value) ?? .null)
        }
    }

    private static let pagination = Array(#""pagination""#.utf8)
    /// The maximum number of pages that are told apart.
    private static let pageLimit = 100_000

    /// Notes which page of how many the section's list is.
    private mutating func notePage(_ pagination: JSONValue) {
        let limits = 1...Self.pageLimit
        guard let section, let page = pagination["page"].wholeNumber, let count = pagination["pages"].wholeNumber, limits.contains(page),
            limits.contains(count)
        else { return }
        pages[section, default: ([], 0)].found.insert(page)
        pages[section]?.count = count
    }

    private mutating func skipColon() throws -> Bool {
        try skipSpace()
        guard try source.next() == UInt8(ascii: ":") else { return false }
        try skipSpace()
        return true
    }

    private mutating func skipSpace() throws {
        while let byte = try source.peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { _ = try source.next() }
    }

    /// The keys of lists in a page: of Discogs and MusicBrainz, and of Spotify.
    private static let sections: [[UInt8]: String] = {
        let names = ["releases", "wants", "release-groups", "tracks", "albums"]
        return Dictionary(uniqueKeysWithValues: names.map { (Array("\"\($0)\"".utf8), $0) })
    }()
    /// Keys of an album. An object that has one of them before a list is no page: its list is part of it.
    private static let albumKeys = Set(["title", "artist", "album", "sleeves"].map { Array("\"\($0)\"".utf8) })
    private static let closing = [UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "["): UInt8(ascii: "]")]

    /// The bytes of the value that begins here. Only brackets and quotation marks are looked at: the parser does the rest.
    private mutating func capture(mayBePage: Bool = true) throws -> Captured {
        var bytes: [UInt8] = []
        var open: [UInt8] = []
        var isTooLong = false
        // Where the last text of the outermost object begins in `bytes`; a key is the text before a colon.
        var lastText = 0..<0
        var key: [UInt8] = []
        var couldBePage = mayBePage && places.count <= 2 && places.last != .page
        let firstLine = source.line
        while let byte = try source.peek() {
            // Where each line is an object, a bracket that is never closed must not cost a reading of all that follows.
            if isTooLong, places.last == .sequence, source.line != firstLine {
                throw Broken(line: firstLine, reason: localized("The entry is too long."))
            }
            switch byte {
            case UInt8(ascii: "\""):
                let start = bytes.count
                try captureText(into: &bytes, &isTooLong)
                if open.count == 1 { lastText = start..<bytes.count }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if couldBePage, open == [UInt8(ascii: "}")], byte == UInt8(ascii: "["), let section = Self.sections[key] {
                    self.section = section
                    places.append(.page)
                    enterList()
                    _ = try source.next()
                    if !isTooLong { notePage((JSONParser.value(of: bytes + Array("[]}".utf8)) ?? .null)["pagination"]) }
                    return .page
                }
                guard open.count < JSONParser.depthLimit else {
                    throw Broken(line: source.line, reason: localized("Lists and objects are nested too deeply."))
                }
                open.append(Self.closing[byte]!)
                try append(&bytes, &isTooLong)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if open.isEmpty {
                    guard !bytes.isEmpty else {
                        throw Broken(line: source.line, reason: localized("A closing bracket has no opening bracket."))
                    }
                    return .value(bytes)
                }
                guard open.removeLast() == byte else { throw Broken(line: source.line, reason: localized("The brackets do not match.")) }
                try append(&bytes, &isTooLong)
            case UInt8(ascii: ":") where open.count == 1:
                key = Array(bytes[lastText])
                if Self.albumKeys.contains(key) { couldBePage = false }
                try append(&bytes, &isTooLong)
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x09...0x0D, 0x20:
                if open.isEmpty {
                    guard !bytes.isEmpty else {
                        throw Broken(line: source.line, reason: localized("There is a colon in place of an entry."))
                    }
                    return isTooLong ? .tooLong : .value(bytes)
                }
                try append(&bytes, &isTooLong)
                continue
            default:
                try append(&bytes, &isTooLong)
                continue
            }
            if open.isEmpty { return isTooLong ? .tooLong : .value(bytes) }
        }
        guard open.isEmpty, !bytes.isEmpty else {
            throw Broken(line: source.line, reason: localized("The file ends in the middle of an entry."))
        }
        return .value(bytes)
    }

    private mutating func captureText(into bytes: inout [UInt8], _ isTooLong: inout Bool) throws {
        try append(&bytes, &isTooLong)
        while let byte = try source.peek() {
            guard byte >= 0x20 else { throw Broken(line: source.line, reason: localized("A text does not end on its line.")) }
            try append(&bytes, &isTooLong)
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\"), try source.peek() != nil { try append(&bytes, &isTooLong) }
        }
        throw Broken(line: source.line, reason: localized("The file ends in the middle of a text."))
    }

    /// Takes the next byte over, as long as there is room.
    private mutating func append(_ bytes: inout [UInt8], _ isTooLong: inout Bool) throws {
        guard let byte = try source.next() else { return }
        if bytes.count < Self.entryLimit { bytes.append(byte) } else { isTooLong = true }
    }
}
