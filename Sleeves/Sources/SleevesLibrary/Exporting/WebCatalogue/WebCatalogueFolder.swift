internal import FileNames
internal import Glibc
internal import Localization

/// A folder with a page for web browsers, while the page is written: `index.html`, and everything else in `sleeves`.
///
/// An earlier page stays whole until the new one is: covers are named by their contents, the data are in a folder of their own each time, and
/// `index.html`, which names it, is replaced at the end. Nothing is removed that an export hasn't written.
struct WebCatalogueFolder: ~Copyable {
    private let path: String
    /// The folder of the data, relative to `path`.
    let data: String
    private var isFinished = false

    private static let own = "sleeves"
    private static let covers = "\(own)/covers"
    private static let page = "index.html"
    /// The words that name the program that wrote a page.
    static let mark = #"<meta name="generator" content="Sleeves">"#

    /// Makes the folders that are missing.
    init(path: String) throws {
        self.path = path
        data = "\(Self.own)/\(Self.newName())"
        if Self.hasOwnPage(path) == false { throw WebCatalogueError(folder: path) }
        for folder in ["", Self.own, Self.covers, data] { try Self.makeFolder(folder.isEmpty ? path : Path.appending(folder, to: path)) }
    }

    deinit {
        if !isFinished { Self.removeData(place(data)) }
    }

    /// Writes a file of the data.
    func write(_ bytes: [UInt8], toData name: String) throws(ExportError) {
        try write(bytes, to: "\(data)/\(name)")
    }

    /// Returns an empty file of the data, for content of any length.
    func file(named name: String) throws(ExportError) -> ExportFile {
        try ExportFile(path: place("\(data)/\(name)"))
    }

    /// Copies a picture into the folder, unless it is there.
    func add(_ digest: CoverDigest, from picture: String) throws {
        let name = "\(Self.covers)/\(digest.rawValue).jpg"
        guard let bytes = try? FileSystem.bytes(ofFile: picture, limit: Self.pictureLimit) else { return }
        if let present = try? FileSystem.kind(of: place(name), followsLinks: false), present.stamp.size == bytes.count { return }
        try write(bytes, to: name)
    }

    private static let pictureLimit = 16 << 20

    /// Puts the page in its place, and removes what only the earlier one needed.
    mutating func finish(page: [UInt8], covers: Set<CoverDigest>) throws(ExportError) {
        try write(page, to: Self.page)
        isFinished = true
        // What can't be removed only takes space.
        let folders = (try? FileSystem.names(inFolder: place(Self.own))) ?? []
        for name in folders where Self.isNameOfData(name) && data != "\(Self.own)/\(name)" { Self.removeData(place("\(Self.own)/\(name)")) }
        for name in (try? FileSystem.names(inFolder: place(Self.covers))) ?? [] {
            guard name.hasSuffix(".jpg"), let digest = CoverDigest(rawValue: String(name.dropLast(4))), !covers.contains(digest) else {
                continue
            }
            Self.remove(place("\(Self.covers)/\(name)"))
        }
    }

    private func place(_ name: String) -> String { Path.appending(name, to: path) }

    private func write(_ bytes: [UInt8], to name: String) throws(ExportError) {
        var file = try ExportFile(path: place(name))
        try file.write(bytes)
        try file.finish()
    }

    /// Returns the folder for a page in a folder that a person has chosen: that one, if it is empty or has such a page, or else one in it.
    static func place(in chosen: String) -> String {
        func isFree(_ folder: String) -> Bool {
            guard let names = try? FileSystem.names(inFolder: folder) else { return folder != chosen }
            return names.isEmpty || hasOwnPage(folder) == true
        }
        if isFree(chosen) { return chosen }
        let name = localized("Albums")
        let candidates = [name] + (2...99).map { "\(name) \($0)" }
        return candidates.lazy.map { Path.appending($0, to: chosen) }.first(where: isFree) ?? chosen
    }

    /// Returns whether the page in a folder is of an export; `nil` without one.
    private static func hasOwnPage(_ folder: String) -> Bool? {
        let page = Path.appending(Self.page, to: folder)
        guard (try? FileSystem.kind(of: page, followsLinks: true)) != nil else { return nil }
        let start = (try? FileSystem.firstBytes(ofFile: page, limit: 4_096)) ?? []
        return String(decoding: start, as: UTF8.self).contains(mark)
    }

    private static func makeFolder(_ path: String) throws(ExportError) {
        guard FileName.withSystemName(path, { mkdir($0, 0o777) }) != 0 else { return }
        let code = errno
        if code == EEXIST, let kind = try? FileSystem.kind(of: path, followsLinks: true), kind.kind == .folder { return }
        throw ExportError(errno: code, path: path, isCreating: true)
    }

    // MARK: The folders of data

    private static func newName() -> String {
        String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
    }

    private static func isNameOfData(_ name: String) -> Bool {
        name.utf8.count == 8 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static func removeData(_ path: String) {
        for name in (try? FileSystem.names(inFolder: path)) ?? [] where name.hasSuffix(".js") { remove(Path.appending(name, to: path)) }
        _ = FileName.withSystemName(path) { rmdir($0) }
    }

    private static func remove(_ path: String) {
        _ = FileName.withSystemName(path) { unlink($0) }
    }
}
