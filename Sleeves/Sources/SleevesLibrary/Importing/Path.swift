/// An absolute path in the file system, taken apart.
///
/// Paths are bytes to the file system, so bytes are what is looked at: a mark that combines with a slash does not hide it.
package enum Path {
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// The folder that `path` lies in.
    static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// The last part of `path`.
    package static func name(of path: String) -> String {
        path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// `name` without its extension, and the extension in lower case; empty where there is none.
    package static func split(name: String) -> (stem: String, fileExtension: String) {
        guard let end = name.utf8.lastIndex(of: dot), end != name.startIndex else { return (name, "") }
        return (String(name[..<end]), name[name.utf8.index(after: end)...].lowercased())
    }

    static func appending(_ name: String, to folder: String) -> String {
        folder.utf8.last == slash ? folder + name : folder + "/" + name
    }

    /// `path` without empty parts, dots and a slash at its end, as far as its text tells: nothing need be there.
    static func normalised(_ path: String) -> String {
        var parts: [Substring.UTF8View.SubSequence] = []
        for part in path.utf8.split(separator: slash) where !part.elementsEqual([dot]) {
            if part.elementsEqual([dot, dot]) { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.isEmpty ? "/" : parts.map { "/" + String(Substring($0)) }.joined()
    }
}
