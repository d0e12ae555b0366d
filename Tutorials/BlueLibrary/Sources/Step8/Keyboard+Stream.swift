import Dispatch

extension Keyboard {
    /// The same keys for a program whose main actor has more to do than to wait for them.
    static var stream: AsyncStream<Character> {
        AsyncStream {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: Keyboard().next()) }
            }
        }
    }
}
