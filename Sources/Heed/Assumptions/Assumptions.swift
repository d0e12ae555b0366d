/// Heed's assumptions about Swift's runtime that go beyond its documentation, to save time.
///
/// | Assumption | Checked | Otherwise |
/// |---|---|---|
/// | a closure is two words, the second a native object or zero (`HandlerMemory.swift`) | its size, by the compiler | handlers are in memory of their own |
/// | an executor's reference is two words, for the runtime's `swift_task_isCurrentExecutorWithFlags` (`CurrentExecutor.swift`) | at first use, and whether the runtime has that function | the running code's isolation is unknown: changes hop to where they are wanted, also from there; a registration needs `#isolation` to know the main actor; nothing runs `.mainActorAtOnce` |
/// | a stored property is at the same place in all objects of a class (`PropertyPlace.swift`) | when a place is noted | each registration reads its key path |
/// | classes have tables of methods (`VirtualGetter.swift`) | at each use | a property that a class inherits is read again after each change, so changes of a collection are settings |
/// | `_withUnsafeGuaranteedRef` exists (`BorrowedReference.swift`) | by the compiler | references are counted |
///
/// The inspector has one more, `RuntimeSymbols`. Other unsafe code follows rules of the language; `Sources/README.md` lists it. A build of Heed with
/// `HEED_ASSUMES_NOTHING` takes the other way everywhere, and passes the same tests, except for those that ask for what only an assumption gives.
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
