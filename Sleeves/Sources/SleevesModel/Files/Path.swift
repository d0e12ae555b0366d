internal import FileNames

/// Functions on absolute paths in the file system, as strings of ``FileName``.
///
/// The functions work on bytes, like the file system, so that a combining mark doesn't hide a slash.
package enum Path {
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// Returns the parent folder of `path`.
    package static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// Returns the last component of `path`.
    package static func name(of path: String) -> String {
        path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// Splits `name` into the stem and the lowercase extension, which is empty if there is none.
    package static func split(name: String) -> (stem: String, fileExtension: String) {
        guard let end = name.utf8.lastIndex(of: dot), end != name.startIndex else { return (name, "") }
        return (String(name[..<end]), name[name.utf8.index(after: end)...].lowercased())
    }

    /// Returns a path for people to read, with `�` for each byte that isn't UTF-8.
    package static func shown(_ path: String) -> String {
        FileName.shown(path)
    }

    package static func appending(_ name: String, to folder: String) -> String {
        folder.utf8.last == slash ? folder + name : folder + "/" + name
    }

    /// Returns `path` without empty components, dots and a trailing slash, by its text alone: it doesn't need to exist.
    package static func normalised(_ path: String) -> String {
        var parts: [Substring.UTF8View.SubSequence] = []
        for part in path.utf8.split(separator: slash) where !part.elementsEqual([dot]) {
            if part.elementsEqual([dot, dot]) { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.isEmpty ? "/" : parts.map { "/" + String(Substring($0)) }.joined()
    }

    /// Returns whether a path is a folder's, or leads into it.
    package static func isPath(_ path: String, in folder: String) -> Bool {
        path == folder || isPath(path, below: folder)
    }

    /// Returns whether a path leads into a folder.
    package static func isPath(_ path: String, below folder: String) -> Bool {
        path.hasPrefix(appending("", to: folder))
    }

    /// Returns the folder that contains all of some paths, or is one of them; `/` without any.
    package static func common(_ paths: [String]) -> String {
        func parts(_ path: String) -> [Substring.UTF8View.SubSequence] { path.utf8.split(separator: slash) }
        guard let first = paths.first else { return "/" }
        var common = parts(first)[...]
        for path in paths.dropFirst() { common = common.prefix(zip(common, parts(path)).prefix { $0.elementsEqual($1) }.count) }
        return common.isEmpty ? "/" : common.map { "/" + String(Substring($0)) }.joined()
    }

    /// Returns a path without the folder that contains it.
    package static func relative(_ path: String, to folder: String) -> String {
        String(decoding: path.utf8.dropFirst(folder.utf8.count).drop { $0 == slash }, as: UTF8.self)
    }
}
