internal import Glibc
internal import SleevesModel

/// The password of the server, in a file of the library's folder that only its owner can read.
enum SharingPassword {
    private static func path(in directory: String) -> String { "\(directory)/sharing-password" }

    static func read(in directory: String) -> String? {
        guard let bytes = (try? FileSystem.bytes(ofFile: path(in: directory), limit: 4_096)) ?? nil else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// - Parameter password: `nil` removes it.
    static func write(_ password: String?, in directory: String) throws(PersistencyError) {
        let path = path(in: directory)
        guard let password else {
            unlink(path)
            return
        }
        try AtomicFile.write(Array(password.utf8), to: path)
    }
}
