internal import Dispatch
internal import Glibc

/// Hears Control-C instead of being ended by it, for as long as it lives. A second one ends the program.
final class Interruption {
    private let source: any DispatchSourceSignal

    /// - Parameter action: Called once, on no particular thread.
    init(_ action: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            signal(SIGINT, SIG_DFL)
            action()
        }
        source.activate()
    }

    deinit {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}
