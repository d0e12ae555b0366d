import Foundation

/// Notices which files and folders are opened below a folder, by asking the system.
final class OpeningWatch {
    private let descriptor: Int32
    private var folders: [Int32: String] = [:]

    init(below folder: String) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | O_CLOEXEC)
        try watch(folder, called: "")
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        for name in names {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder), isFolder.boolValue else { continue }
            try watch("\(folder)/\(name)", called: name + "/")
        }
        // Looking for the folders has opened them.
        _ = opened
    }

    deinit {
        close(descriptor)
    }

    private func watch(_ path: String, called name: String) throws {
        let watch = inotify_add_watch(descriptor, path, UInt32(IN_OPEN))
        guard watch >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        folders[watch] = name
    }

    /// Returns what was opened since this was asked last. A folder ends in a slash; the topmost is empty.
    var opened: Set<String> {
        var opened: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            var offset = 0
            while offset < count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
                let start = offset + MemoryLayout<inotify_event>.size
                let name = String(decoding: buffer[start..<start + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
                opened.insert((folders[event.wd] ?? "?") + name)
                offset = start + Int(event.len)
            }
        }
        return opened
    }
}
