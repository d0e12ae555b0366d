internal import FileNames
package import SleevesCovers
internal import SleevesModel
internal import Localization

/// A playlist of audio files: M3U and M3U8, PLS, or XSPF.
///
/// Playlists are the only lists whose paths are followed. Paths in other lists are ignored, because lists are untrusted.
///
/// ## Behavior
/// - Names are absolute paths, paths relative to the playlist's folder, or `file:` addresses. Backslashes count as slashes unless a file
///   has them in its name. Escapes such as `%20` count as their characters unless a file has them in its name.
/// - Names that aren't UTF-8 lead to files with these bytes in their names, or else to those with the characters that all names of the playlist
///   show together.
/// - Names match whatever form of Unicode the disk has them in, and in another case if only one file has the name.
/// - Only regular files with an audio file's extension are imported. Network addresses are counted and left out.
/// - A file that is named twice counts once.
package struct Playlist {
    package static let endings = ["m3u", "m3u8", "pls", "xspf"]
    /// The maximum size of a file, in bytes.
    private static let sizeLimit = 64 << 20
    /// The maximum number of entries.
    private static let entryLimit = 100_000
    /// The maximum length of a file name, in bytes.
    private static let nameLimit = 4096

    /// The contents of a playlist.
    package struct Contents {
        /// The absolute paths, or paths relative to the current folder if the playlist's own path is.
        package var files: [String] = []
        package var problems: [ImportProblem] = []
    }

    private let path: String
    private let reader: MediaReader

    /// - Parameter reader: The decoder of a playlist that isn't UTF-8.
    package init(path: String, reader: MediaReader = .inThisProcess) {
        self.path = path
        self.reader = reader
    }

    /// Reads the playlist and looks for its files.
    ///
    /// - Throws: ``ImportError`` if the playlist can't be read, or none of its files exists.
    package func contents() throws -> Contents {
        let entries = try ListFile(path: path, sizeLimit: Self.sizeLimit).read { source in
            Path.split(name: Path.name(of: path)).fileExtension == "xspf" ? try Self.locations(source) : try Self.lines(source)
        }
        var contents = Contents()
        var known: Set<String> = []
        var addresses = 0
        var missing: [String] = []
        var disk = SpelledNames()
        for (entry, shown) in zip(entries, try shown(entries)) {
            guard let name = Self.fileName(entry), let shownName = Self.fileName(shown) else {
                addresses += 1
                continue
            }
            // Names on the disk may be in the playlist's encoding, too.
            if let file = file(named: name, on: &disk) ?? (shownName == name ? nil : file(named: shownName, on: &disk)) {
                if known.insert(file).inserted { contents.files.append(file) }
            } else {
                missing.append(Path.shown(shownName))
            }
        }
        if addresses > 0 { contents.problems.append(problem(addresses: addresses)) }
        if let first = missing.first { contents.problems.append(problem(missing: missing.count, first: first)) }
        guard !contents.files.isEmpty else {
            let nothing = localized("The playlist names no files. Save it again, or import the folder instead.")
            throw ImportError(kind: .badData, path: path, reason: contents.problems.first?.reason ?? nothing)
        }
        return contents
    }

    /// Returns the names in bytes in memory, for fuzzing.
    package static func names(_ bytes: [UInt8], isXSPF: Bool) throws -> [String] {
        let entries = isXSPF ? try locations(ByteSource(bytes)) : try lines(ByteSource(bytes))
        return entries.compactMap(fileName)
    }

    private func problem(addresses: Int) -> ImportProblem {
        ImportProblem(
            path: path,
            reason: localized(
                one: "{count} network address was left out. Sleeves imports only files.",
                other: "{count} network addresses were left out. Sleeves imports only files.", count: addresses))
    }

    private func problem(missing: Int, first: String) -> ImportProblem {
        ImportProblem(
            path: path,
            reason: localized(
                one: "{count} audio file does not exist: {file}. Save the playlist again in the place of its files.",
                other: "{count} audio files do not exist. The first is {file}. Save the playlist again in the place of its files.",
                count: missing, ["file": String(first.prefix(200))]))
    }

    // MARK: Entries

    /// Returns the entries as people read them, decoded from the encoding that all of them show together.
    private func shown(_ entries: [String]) throws -> [String] {
        let foreign = entries.indices.filter { FileName.shown(entries[$0]) != entries[$0] }
        if foreign.isEmpty { return entries }
        let bytes = foreign.map { FileName.bytes(of: entries[$0]) }
        var shown = entries
        for (index, text) in zip(foreign, try reader.decode(bytes, as: reader.encoding(of: bytes))) { shown[index] = text }
        return shown
    }

    /// Returns the entries of M3U, one per line, and of PLS: `File1=…`, as strings of ``FileName``.
    private static func lines(_ source: consuming ByteSource) throws -> [String] {
        var entries: [String] = []
        var line: [UInt8] = []
        var isPLS = false
        func take() {
            guard !line.isEmpty, line.count <= nameLimit, entries.count < entryLimit else { return }
            let text = FileName.string(line).trimmed()
            if text.hasPrefix("["), text.lowercased() == "[playlist]" {
                isPLS = true
            } else if isPLS {
                let parts = text.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased().hasPrefix("file") { entries.append(String(parts[1]).trimmed()) }
            } else if !text.isEmpty, !text.hasPrefix("#") {
                entries.append(text)
            }
        }
        while let byte = try source.next() {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                take()
                line.removeAll(keepingCapacity: true)
            } else if line.count <= nameLimit {
                line.append(byte)
            }
        }
        take()
        return entries
    }

    /// Returns the entries of XSPF: `<track><location>`.
    private static func locations(_ source: consuming ByteSource) throws -> [String] {
        let reading = XSPFReading(limit: entryLimit)
        do {
            try MarkupParser.parse(source, handler: reading)
        } catch is MarkupParser.Broken {
            // Keep the entries before the error. Without any, the playlist names no files.
        }
        // A relative address is escaped too.
        return reading.locations.map { $0.contains(":") ? $0 : "file:" + $0 }
    }

    // MARK: Files

    /// Returns the file name in an entry; `nil` if it is another kind of address.
    private static func fileName(_ entry: String) -> String? {
        guard let colon = entry.firstIndex(of: ":") else { return entry }
        let scheme = entry[..<colon].lowercased()
        // A single letter is a drive.
        guard scheme.utf8.count > 1, scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2B })
        else {
            return entry
        }
        let rest = entry[entry.index(after: colon)...]
        guard scheme == "file" else { return rest.hasPrefix("//") || scheme == "spotify" ? nil : entry }
        var address = rest
        if address.hasPrefix("//localhost/") { address = address.dropFirst("//localhost".count) }
        if address.hasPrefix("///") { address = address.dropFirst(2) }
        return unescaped(String(address))
    }

    /// Returns the regular audio file that a name refers to, relative to the playlist's folder.
    private func file(named name: String, on disk: inout SpelledNames) -> String? {
        for spelling in Self.spellings(of: name) where spelling.utf8.count <= Self.nameLimit && !spelling.utf8.contains(0) {
            guard AudioFile.isNamedLikeAudio(Path.name(of: spelling)) else { continue }
            let file = spelling.hasPrefix("/") ? spelling : Path.appending(spelling, to: Path.folder(of: path))
            if let found = disk.file(at: file) { return found }
        }
        return nil
    }

    /// Returns a name as it is written, and what it may mean: other programs write backslashes, and escape characters, or bytes of
    /// Windows-1252, once or twice.
    private static func spellings(of name: String) -> [String] {
        var spellings = [name]
        if name.contains("\\") { spellings.append(name.replacing("\\", with: "/")) }
        for _ in 0..<2 {
            for spelling in spellings where spelling.contains("%") {
                let unescaped = unescaped(spelling)
                if !spellings.contains(unescaped) { spellings.append(unescaped) }
            }
        }
        for spelling in spellings where FileName.shown(spelling) != spelling {
            spellings.append(TextEncoding.western(FileName.bytes(of: spelling)))
        }
        return spellings
    }

    /// Decodes `%20` and the like, and leaves any other percent sign.
    private static func unescaped(_ name: String) -> String {
        func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
        var bytes: [UInt8] = []
        var rest = FileName.bytes(of: name)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest[rest.startIndex]),
                let low = digit(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return FileName.string(bytes)
    }
}

/// A handler that collects the locations of an XSPF document's tracks.
private final class XSPFReading: MarkupHandler {
    private(set) var locations: [String] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    func start(_ element: String, depth: Int) {}

    // playlist 1 › trackList 2 › track 3 › location 4.
    func end(_ element: String, text: String, depth: Int) {
        if depth == 4, element == "location" || element.hasSuffix(":location"), locations.count < limit, let location = text.cleaned() {
            locations.append(location)
        }
    }
}
