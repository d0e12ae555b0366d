/// The memory of a handler: two words of an ``ObserverEntry``. They hold a closure itself, its code and its captured context. Otherwise they hold the
/// address of the closure, and the object that owns the memory there.
///
/// In both cases, the second word is an object that the entry owns, or zero.
enum HandlerMemory {
    /// Whether the words hold the closure itself. The compiler knows.
    @inline(__always)
    private static var isInline: Bool {
        Assumptions.areAllowed && MemoryLayout<() -> Void>.size == MemoryLayout<(UInt, UInt)>.size
    }

    /// Stores a handler.
    @inline(__always)
    static func store<Function: ~Copyable>(_ handler: consuming Function, into words: UnsafeMutableRawPointer) {
        // SAFETY: a handler consists of one function. The replaced value is two zeros, which need no release.
        if isInline {
            words.assumingMemoryBound(to: Function.self).pointee = handler
        } else {
            let owner = Owner(handler)
            words.assumingMemoryBound(to: (UInt, UInt).self).pointee = (
                UInt(bitPattern: owner.memory), UInt(bitPattern: Unmanaged.passRetained(owner).toOpaque())
            )
        }
    }

    /// Returns where the handler is that these words hold.
    @inline(__always)
    static func address(in words: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        // SAFETY: the words were stored above.
        isInline ? words : UnsafeMutableRawPointer(bitPattern: words.assumingMemoryBound(to: UInt.self).pointee)!
    }

    /// The owner of a handler in memory of its own.
    private final class Owner<Function: ~Copyable> {
        let memory: UnsafeMutablePointer<Function>

        init(_ handler: consuming Function) {
            memory = .allocate(capacity: 1)
            memory.initialize(to: handler)
        }

        deinit {
            memory.deinitialize(count: 1)
            memory.deallocate()
        }
    }
}
