internal import CHeedThreads

/// Tells a thread from the other threads that are alive.
package struct ThreadIdentity: Sendable, Hashable {
    private let address: UInt

    package static var current: ThreadIdentity {
        ThreadIdentity(address: UInt(bitPattern: heed_thread_identity()))
    }
}
