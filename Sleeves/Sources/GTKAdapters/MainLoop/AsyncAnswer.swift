internal import CAdwaita

/// An await for GIO's asynchronous functions.
@MainActor
enum AsyncAnswer {
    /// Starts an operation and waits until GIO calls back.
    ///
    /// - Parameter start: starts the operation with the callback and the data for it.
    /// - Returns: the result, to pass to the function that finishes the operation.
    static func to(_ start: (@escaping GAsyncReadyCallback, gpointer) -> Void) async -> GObjectReference {
        await withCheckedContinuation { continuation in
            start(
                { _, result, data in
                    guard let result, let data else { return }
                    // SAFETY: retained below, and GIO calls this once, on the thread of the main loop, which assumeIsolated checks.
                    nonisolated(unsafe) let answer = UnsafeMutableRawPointer(result)
                    nonisolated(unsafe) let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
                    MainActor.assumeIsolated { waiting.continuation.resume(returning: GObjectReference(sharing: answer)) }
                },
                Unmanaged.passRetained(Waiting(continuation)).toOpaque()
            )
        }
    }

    private final class Waiting {
        let continuation: CheckedContinuation<GObjectReference, Never>

        init(_ continuation: CheckedContinuation<GObjectReference, Never>) {
            self.continuation = continuation
        }
    }
}
