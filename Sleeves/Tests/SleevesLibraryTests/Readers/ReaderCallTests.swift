import CConfinement
import Glibc
import Testing

/// The system calls of a confined reader.
@Suite struct `Readers' system calls` {
    /// More than the system has, and the other numbering of x86-64; without 335 and 336, which the kernel's own probes use before filters.
    static let numbers = Array(0..<335) + Array(337..<600) + Array(0x4000_0000..<0x4000_0250)

    @Test func `that aren't in the list of allowed ones fail`() async {
        await #expect(processExitsWith: .success) {
            guard confined_enter_reader(1 << 30) & CONFINED_SECCOMP != 0 else { exit(2) }
            for number in Self.numbers where !confined_reader_allows(number) {
                let error = confined_try_call(number)
                guard error == EPERM || error == ENOSYS else { _exit(3) }
            }
            // Those whose arguments are checked.
            guard kill(getppid(), 0) == -1, errno == EPERM, fcntl(0, F_SETOWN, 1) == -1, errno == EPERM else { _exit(4) }
            _exit(0)
        }
    }
}
