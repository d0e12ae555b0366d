internal import SleevesModel
internal import Glibc

/// A parser for the commands of a CUE sheet, a line at a time.
///
/// Commands count in any case, with any white space before them. Texts may lack one or both of their quotation marks. Unknown commands are
/// skipped.
struct CueSheetParser {
    /// The maximum number of tracks and of files. Further ones are left out.
    private static let limit = 999
    /// The maximum length of a line, in bytes. The rest is left out.
    private static let lineLimit = 4 << 10

    private struct Entry {
        var number: Int?
        var isAudio: Bool
        /// The line of the track, and then that of its time.
        var line: Int
        /// The index of the file that was named last when the track began, and then when its time came.
        var file: Int
        var title: String?
        var performer: String?
        var songwriter: String?
        var start: Int?
        var hasBadTime = false
    }

    private var sheet = CueSheet()
    private var files: [String] = []
    private var knownFiles: [String: Int] = [:]
    private var currentFile = 0
    private var entries: [Entry] = []
    private var peak: Double?
    private var isFull = false

    // MARK: Lines

    mutating func parse(_ text: String) {
        var line: [UInt8] = []
        var number = 1
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0A || byte == 0x0D {
                if !(byte == 0x0A && last == 0x0D) {
                    take(line, number)
                    line.removeAll(keepingCapacity: true)
                    number += 1
                }
            } else if line.count < Self.lineLimit {
                line.append(byte)
            }
            last = byte
        }
        take(line, number)
    }

    private mutating func take(_ bytes: [UInt8], _ line: Int) {
        if bytes.isEmpty { return }
        let (command, rest) = Self.word(Substring(String(decoding: bytes, as: UTF8.self)))
        switch command {
        case "FILE": takeFile(rest)
        case "TRACK": takeTrack(rest, line)
        case "INDEX": takeIndex(rest, line)
        case "TITLE": setText(\.title, \.title, rest)
        case "PERFORMER": setText(\.performer, \.performer, rest)
        case "SONGWRITER": setText(\.songwriter, \.songwriter, rest)
        case "CATALOG": sheet.barcode = Self.barcode(Self.text(rest)) ?? sheet.barcode
        case "REM": takeRemark(rest)
        default: break
        }
    }

    /// Splits off the first word, in upper case.
    private static func word(_ text: Substring) -> (word: String, rest: Substring) {
        let text = text.drop(while: isBlank)
        let word = text.prefix { !isBlank($0) }
        return (word.utf8.count <= 64 ? word.uppercased() : "", text[word.endIndex...].drop(while: isBlank))
    }

    private static func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" || character == "\0" }

    /// Returns a text without its quotation marks; `nil` if it is empty.
    private static func text(_ rest: Substring) -> String? {
        var text = rest.trimmed()[...]
        if text.first == "\"" {
            text = text.dropFirst()
            text = text[..<(text.lastIndex(of: "\"") ?? text.endIndex)]
        } else if text.last == "\"", text.firstIndex(of: "\"") == text.indices.last {
            text = text.dropLast()
        }
        return String(text).cleaned()
    }

    private mutating func setText(
        _ ofSheet: WritableKeyPath<CueSheet, String?>, _ ofTrack: WritableKeyPath<Entry, String?>, _ rest: Substring
    ) {
        guard let text = Self.text(rest), !isFull else { return }
        if let index = entries.indices.last {
            entries[index][keyPath: ofTrack] = entries[index][keyPath: ofTrack] ?? text
        } else {
            sheet[keyPath: ofSheet] = sheet[keyPath: ofSheet] ?? text
        }
    }

    // MARK: Commands

    private mutating func takeFile(_ rest: Substring) {
        var name = rest.trimmed()
        if name.first == "\"" {
            name = String(name.dropFirst())
            if let end = name.lastIndex(of: "\"") { name = String(name[..<end]) }
        } else if let end = name.lastIndex(where: Self.isBlank), !name[end...].contains(".") {
            // The type of the file: WAVE, MP3, BINARY.
            name = name[..<end].trimmed()
        }
        // Nothing that a sheet says leads out of its folder.
        let last = String(name.split { $0 == "/" || $0 == "\\" }.last ?? "").trimmed()
        name = last == "." || last == ".." ? "" : last
        if let known = knownFiles[name] {
            currentFile = known
        } else if files.count < Self.limit {
            currentFile = files.count
            knownFiles[name] = currentFile
            files.append(name)
        } else {
            isFull = true
        }
    }

    private mutating func takeTrack(_ rest: Substring, _ line: Int) {
        let (first, type) = Self.word(rest)
        guard entries.count < Self.limit else { return isFull = true }
        let number = first.utf8.count <= 3 && first.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(first) : nil
        let isAudio = number == nil && type.isEmpty ? first == "AUDIO" || first.isEmpty : Self.word(type).word == "AUDIO" || type.isEmpty
        entries.append(Entry(number: number, isAudio: isAudio, line: line, file: currentFile))
    }

    private mutating func takeIndex(_ rest: Substring, _ line: Int) {
        guard let index = entries.indices.last, !isFull else { return }
        let (number, time) = Self.word(rest)
        guard Int(number) == 1, entries[index].start == nil else { return }
        // A track whose pregap is in one file can begin in the next.
        (entries[index].file, entries[index].line) = (currentFile, line)
        entries[index].start = Self.frames(time.trimmed())
        entries[index].hasBadTime = entries[index].start == nil
    }

    /// Returns the frames of `mm:ss:ff`, of any number of minutes.
    static func frames(_ time: String) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var numbers = parts.compactMap { part in
            (1...5).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count else { return nil }
        if numbers.count == 2 { numbers.append(0) }
        guard numbers[1] < 60, numbers[2] < FileSegment.rate else { return nil }
        return (numbers[0] * 60 + numbers[1]) * FileSegment.rate + numbers[2]
    }

    private mutating func takeRemark(_ rest: Substring) {
        let (name, value) = Self.word(rest)
        guard let text = Self.text(value) else { return }
        switch name {
        case "DATE", "YEAR": sheet.date = sheet.date ?? text
        case "GENRE": sheet.genre = sheet.genre ?? text
        case "DISCNUMBER", "DISC":
            sheet.disc = sheet.disc ?? Int(text.prefix { $0.isASCII && $0.isNumber }.prefix(3)).flatMap { $0 > 0 ? $0 : nil }
        case "COMPILATION": sheet.isCompilation = ["1", "TRUE", "YES"].contains(text.uppercased())
        case "REPLAYGAIN_ALBUM_GAIN": sheet.gain = Self.number(text).map { Int((max(-60, min(60, $0)) * 100).rounded()) }
        case "REPLAYGAIN_ALBUM_PEAK": peak = Self.number(text)
        default: break
        }
    }

    /// Returns the number before a unit: `-6.48 dB`.
    private static func number(_ text: String) -> Double? {
        Double(text.prefix { !isBlank($0) }).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func barcode(_ text: String?) -> String? {
        guard let text, (8...14).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.utf8.allSatisfy { $0 == 0x30 } ? nil : text
    }

    // MARK: The sheet

    func result() throws(CueSheetProblem) -> CueSheet {
        guard !entries.isEmpty else { throw .noTracks }
        var sheet = sheet
        if let gain = sheet.gain, let peak, peak > 0 { sheet.gain = min(gain, Int((-2_000 * log10(peak)).rounded(.down))) }
        let numbers = numbers()
        for (index, name) in (files.isEmpty ? [""] : files).enumerated() {
            let members = entries.indices.filter { entries[$0].file == index }
            var starts: [Int] = []
            for member in members {
                let entry = entries[member]
                // A file with one track may leave out that it begins at its beginning.
                guard let start = entry.start ?? (members.count == 1 && !entry.hasBadTime ? 0 : nil) else {
                    throw .badTime(track: numbers[member], line: entry.line)
                }
                if let before = starts.last, start <= before { throw .backwards(track: numbers[member], line: entry.line) }
                starts.append(start)
            }
            let tracks = members.enumerated().filter { entries[$0.element].isAudio }.map { place, member in
                let entry = entries[member]
                return CueSheet.Track(
                    number: numbers[member], title: entry.title, performer: entry.performer, songwriter: entry.songwriter,
                    start: starts[place], end: place + 1 < starts.count ? starts[place + 1] : nil)
            }
            if !tracks.isEmpty { sheet.files.append(CueSheet.File(name: name, tracks: tracks)) }
        }
        return sheet
    }

    /// The numbers of the tracks: those that the sheet has or, if they can't all be right, counted.
    private func numbers() -> [Int] {
        let numbers = entries.compactMap(\.number)
        return numbers.count == entries.count && Set(numbers).count == numbers.count ? numbers : Array(1...entries.count)
    }
}
