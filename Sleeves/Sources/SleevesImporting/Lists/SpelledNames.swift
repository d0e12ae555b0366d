internal import SleevesModel

/// A finder of files by names that other systems wrote, which may spell them in another form of Unicode or another case than the disk.
///
/// Each folder is listed at most once.
struct SpelledNames {
    /// The names in a folder, by their folded forms.
    private var folders: [String: [String: [String]]] = [:]

    /// Returns the path of the regular file at `path`, with the names that the disk has; `nil` if there is none, or if several names are equally
    /// like one.
    mutating func file(at path: String) -> String? {
        if Self.isFile(path) { return path }
        var found = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") where part != "." {
            let next = found.isEmpty ? String(part) : Path.appending(String(part), to: found)
            if (try? FileSystem.kind(of: next, followsLinks: true)) != nil {
                found = next
            } else {
                guard let name = name(like: String(part), in: found.isEmpty ? "." : found) else { return nil }
                found = found.isEmpty ? name : Path.appending(name, to: found)
            }
        }
        return Self.isFile(found) ? found : nil
    }

    private static func isFile(_ path: String) -> Bool {
        (try? FileSystem.kind(of: path, followsLinks: true))?.kind == .file
    }

    private mutating func name(like name: String, in folder: String) -> String? {
        let known = folders[folder] ?? names(in: folder)
        folders[folder] = known
        let alike = known[name.caseFolded()] ?? []
        // Strings are equal whatever form of Unicode they are in.
        let same = alike.filter { $0 == name }
        return same.first ?? (alike.count == 1 ? alike[0] : nil)
    }

    private func names(in folder: String) -> [String: [String]] {
        let names = (try? FileSystem.names(inFolder: folder)) ?? []
        return Dictionary(grouping: names) { $0.caseFolded() }
    }
}
