extension Unmanaged {
    /// Calls a closure with the object, without counting the reference.
    ///
    /// The caller guarantees that the object stays alive until the closure returns.
    @inlinable
    @inline(__always)
    func borrow<Result>(_ body: (Instance) throws -> Result) rethrows -> Result {
        #if HEED_ASSUMES_NOTHING
            try body(takeUnretainedValue())
        #else
            try _withUnsafeGuaranteedRef(body)
        #endif
    }
}
