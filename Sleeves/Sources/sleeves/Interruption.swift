internal import Dispatch
internal import Glibc
internal import Synchronization

/// Hears Control-C instead of being ended by it, for as long as it lives. A second one ends the program.
///
/// The signal's handler writes into a pipe, so that nothing is lost before ``handle(_:)``. The pipe stays open until the program ends.
final class Interruption {
    private static let writingEnd = Atomic<Int32>(-1)

    /// `nil` where no more files may be open. Control-C then ends the program.
    private let readingEnd: Int32?
    private var source: (any DispatchSourceRead)?

    /// Hears from now on.
    init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            readingEnd = nil
            return
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readingEnd = ends[0]
        Self.writingEnd.store(ends[1], ordering: .releasing)
        signal(SIGINT) { _ in
            // Only calls that a signal's handler may make.
            signal(SIGINT, SIG_DFL)
            write(Interruption.writingEnd.load(ordering: .acquiring), "!", 1)
        }
    }

    /// Calls `action` when Control-C is pressed, or at once where it has been. Once, on no particular thread.
    func handle(_ action: @escaping @Sendable () -> Void) {
        guard let readingEnd else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: readingEnd, queue: .global())
        source.setEventHandler {
            source.cancel()
            action()
        }
        source.activate()
        self.source = source
    }

    deinit {
        signal(SIGINT, SIG_DFL)
        source?.cancel()
    }
}
