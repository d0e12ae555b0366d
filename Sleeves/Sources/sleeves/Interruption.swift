internal import Dispatch
internal import Glibc
internal import Synchronization

/// A handler for Control-C, which replaces ending the program for as long as this object lives. A second Control-C ends the program.
///
/// The signal handler writes to a pipe, so that a Control-C before ``handle(_:)`` isn't lost. The pipe stays open until the program ends.
final class Interruption {
    private static let writingEnd = Atomic<Int32>(-1)

    /// The pipe's reading end; `nil` if no more files may be open. Control-C then ends the program.
    private let readingEnd: Int32?
    private var source: (any DispatchSourceRead)?

    /// Installs the signal handler.
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
            // Only async-signal-safe calls.
            signal(SIGINT, SIG_DFL)
            write(Interruption.writingEnd.load(ordering: .acquiring), "!", 1)
        }
    }

    /// Calls `action` once, on any thread, when Control-C is pressed, or at once if it has been.
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
