/// An access to state that threads share, which a thread is about to make.
package struct Access: Sendable {
    package enum Kind: UInt8, Sendable {
        /// No access: the start of a thread.
        case nothing
        case read, write
        /// The acquisition of a lock, which waits until no other thread has it, and its release.
        case lock, unlock
    }

    package let kind: Kind
    /// The first address, and the one after the last.
    package let low, high: UInt

    package init(_ kind: Kind, at address: UInt, size: Int = 1) {
        self.kind = kind
        low = address
        high = address + UInt(size)
    }

    static let nothing = Access(.nothing, at: 0, size: 0)

    private var isWrite: Bool { kind.rawValue >= Kind.write.rawValue }

    /// Whether the order of two accesses matters.
    @inline(__always)
    func depends(on other: Access) -> Bool {
        low < other.high && other.low < high && (isWrite || other.isWrite)
    }
}
