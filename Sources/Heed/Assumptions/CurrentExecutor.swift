internal import CHeedThreads

extension UnownedSerialExecutor {
    /// Whether the running code belongs to this executor. False if that is unknown.
    var isCurrent: Bool {
        guard Self.hasTwoWords else { return false }
        // SAFETY: the reference has this size.
        let (identity, implementation) = unsafeBitCast(self, to: (UInt, UInt).self)
        return heed_is_isolated_to(identity, implementation)
    }

    /// Whether a reference is the executor's address and another word, as the runtime's function takes them.
    private static let hasTwoWords: Bool = {
        guard Assumptions.areAllowed, MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<(UInt, UInt)>.size else { return false }
        let probe = Probe()
        return withExtendedLifetime(probe) {
            let (identity, _) = unsafeBitCast(probe.asUnownedSerialExecutor(), to: (UInt, UInt).self)
            return identity == UInt(bitPattern: Unmanaged.passUnretained(probe).toOpaque())
        }
    }()

    /// An executor that nothing runs on.
    private final class Probe: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {}

        func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    }
}
