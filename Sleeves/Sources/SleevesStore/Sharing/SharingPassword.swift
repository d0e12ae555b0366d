internal import Glibc
internal import SleevesModel

/// The password of the server, in a file of the library's folder that only its owner can read.
enum SharingPassword {
    private static func path(in directory: String) -> String { "\(directory)/sharing-password" }

    static func read(in directory: String) -> String? {
        guard let bytes = (try? FileSystem.bytes(ofFile: path(in: directory), limit: 4_096)) ?? nil else { return nil }
        keepOutOfCores()
        return String(validating: bytes, as: UTF8.self)
    }

    /// - Parameter password: `nil` removes it.
    static func write(_ password: String?, in directory: String) throws(PersistencyError) {
        let path = path(in: directory)
        guard let password else {
            unlink(path)
            return
        }
        keepOutOfCores()
        try AtomicFile.write(Array(password.utf8), to: path)
    }

    /// From now on, a crash leaves no image of this process's memory.
    private static func keepOutOfCores() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        // Not 0, which doesn't apply to a program that receives cores: the kernel writes none where the limit is a byte.
        limit.rlim_cur = min(1, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
