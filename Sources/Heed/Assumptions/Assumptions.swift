/// What Heed assumes of Swift beyond what is documented, to save time. This folder has all of it.
///
/// | Assumption | Checked | Otherwise |
/// |---|---|---|
/// | a closure is two words, the second a native object or zero (`HandlerMemory.swift`) | by the compiler | handlers are in memory of their own |
/// | an executor's reference is two words, for the runtime's `swift_task_isCurrentExecutorWithFlags` (`CurrentExecutor.swift`) | at first use | the running code's isolation is unknown, so changes hop to where they are wanted |
/// | a stored property is at the same place in all objects of a class (`PropertyPlace.swift`) | when a place is noted | each registration reads its key path |
/// | classes have tables of methods (`VirtualGetter.swift`) | at each use | a property that a subclass may override is read again after each change |
/// | `_withUnsafeGuaranteedRef` (`BorrowedReference.swift`) | by the compiler | references are counted |
///
/// The inspector has one more, `RuntimeSymbols`. A build with `HEED_ASSUMES_NOTHING` takes the other way everywhere. It passes the same tests, except
/// for those that ask for what only the assumptions give.
enum Assumptions {
    /// Whether Heed may assume anything.
    @inline(__always)
    static var areAllowed: Bool {
        #if HEED_ASSUMES_NOTHING
            false
        #else
            true
        #endif
    }
}
