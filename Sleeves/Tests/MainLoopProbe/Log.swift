import GTKAdapters
import Glibc

/// Prints lines at once, and counts them.
@MainActor
final class Log {
    private(set) var count = 0

    func add(_ line: String) {
        count += 1
        print(line)
        fflush(nil)
    }

    func wait(for lines: Int) {
        while count < lines { MainLoop.turn() }
    }
}
