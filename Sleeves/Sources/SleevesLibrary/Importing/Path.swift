/// An absolute path in the file system, taken apart.
enum Path {
    /// The folder that `path` lies in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of `path`.
    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// `name` without its extension, and the extension in lower case; empty where there is none.
    static func split(name: String) -> (stem: String, fileExtension: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
    }

    static func appending(_ name: String, to folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
