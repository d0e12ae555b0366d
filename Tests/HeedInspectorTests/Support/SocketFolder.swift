#if os(Linux)
    import Foundation

    extension Duration {
        /// The time that an answer may take on a machine that is busy with other things. It only ends a hang.
        static var patient: Duration { .seconds(600) }
    }

    /// A folder with a socket, which is removed with everything in it.
    final class SocketFolder {
        let path: String

        init() throws {
            path = "/tmp/heed-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var socket: String { path + "/socket" }

        func mode(of path: String) -> UInt32 {
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
        }
    }
#endif
