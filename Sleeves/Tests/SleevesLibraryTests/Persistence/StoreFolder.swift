import Foundation

/// A folder of its own for a test, deleted with everything in it when the test is over.
final class StoreFolder: Sendable {
    let path: String

    init() throws {
        path = "\(NSTemporaryDirectory())/sleeves-\(UUID().uuidString)".replacing("//", with: "/")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The names of all files below, as paths from here.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// A file's permissions, as three octal digits say them.
    func permissions(of name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int ?? 0
    }
}
