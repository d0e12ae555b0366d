import CConfinement
import Glibc
import Testing

@Suite("The system calls of a confined player")
struct PlayerCallTests {
    /// More than the system has, and the other numbering of x86-64; without 335 and 336, which the kernel's own probes use before filters.
    private static let numbers = Array(0..<335) + Array(337..<600) + Array(0x4000_0000..<0x4000_0250)

    @Test("Those that aren't in the list of allowed ones fail, and so do allowed ones with arguments that reach other processes")
    func others() async {
        await #expect(processExitsWith: .success) {
            let parent = getppid()
            guard confined_forbid_starting() else { exit(2) }
            for number in Self.numbers where !confined_player_allows(number) {
                let error = confined_try_call(number)
                guard error == EPERM || error == ENOSYS else { _exit(3) }
            }
            guard kill(parent, 0) == -1, fork() == -1, socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) == -1 else { _exit(4) }
            guard fcntl(0, F_SETOWN, parent) == -1, errno == ENOSYS, fcntl(0, F_GETFD) >= 0 else { _exit(5) }
            var owner = parent
            guard ioctl(0, 0x8901, &owner) == -1, errno == EPERM else { _exit(6) }  // FIOSETOWN
            _exit(0)
        }
    }
}
