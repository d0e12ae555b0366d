import Glibc
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("The server's password")
struct SharingPasswordTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// The largest image of this process that a crash leaves, in bytes.
    private var coreLimit: rlimit {
        get {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
            return limit
        }
        nonmutating set {
            var limit = newValue
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        }
    }

    @Test func `is in no image that a crash leaves, of a process that has written or read it`() throws {
        let before = coreLimit
        defer { coreLimit = before }
        coreLimit.rlim_cur = before.rlim_max
        try SharingPassword.write("lilac", in: folder.path)
        #expect(coreLimit.rlim_cur <= 1)
        coreLimit.rlim_cur = before.rlim_max
        #expect(SharingPassword.read(in: folder.path) == "lilac")
        #expect(coreLimit.rlim_cur <= 1)
    }
}
