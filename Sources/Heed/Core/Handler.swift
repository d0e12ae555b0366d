/// What is called with an event.
///
/// It cannot be copied, so that calling it where it is stored takes no reference to what it has captured: that would cost several times
/// as much as the call.
struct Handler<Event: ~Copyable>: ~Copyable {
    private let receive: (borrowing Event) -> Void

    init(_ receive: consuming @escaping (borrowing Event) -> Void) {
        self.receive = receive
    }

    @inline(__always)
    borrowing func call(_ event: borrowing Event) {
        receive(event)
    }
}

extension Handler where Event: ~Copyable {
    /// Calls it with one event after the other, where they lie, for as long as a condition holds.
    borrowing func call(_ events: UnsafeBufferPointer<Event>, while condition: () -> Bool) {
        for index in events.indices where condition() { call(events[index]) }
    }
}

/// What is called with an event that lies somewhere.
struct PointerHandler<Event>: ~Copyable {
    private let receive: (UnsafePointer<Event>) -> Void

    init(_ receive: consuming @escaping (UnsafePointer<Event>) -> Void) {
        self.receive = receive
    }

    @inline(__always)
    borrowing func call(_ event: UnsafePointer<Event>) {
        receive(event)
    }
}

extension ObserverEntry {
    // An entry begins with two words for a handler, which is a function and nothing else: the address of its code, and what it has
    // captured, or zero. So both forms of handler lie in an entry, and are let go of, in the same way.

    /// An entry with a handler, which belongs to it from now on.
    init<Event: ~Copyable>(_ receive: consuming @escaping (borrowing Event) -> Void, at place: RegistrationPlace?, condition: UInt = 0) {
        self.init(place: place?.bits ?? RegistrationPlace.unknownBits, condition: condition)
        Self.store(Handler(receive), into: &self)
    }

    /// An entry with a handler that takes pointers.
    init<Event>(pointers receive: consuming @escaping (UnsafePointer<Event>) -> Void, at place: RegistrationPlace?, condition: UInt) {
        self.init(place: place?.bits ?? RegistrationPlace.unknownBits, condition: condition)
        Self.store(PointerHandler(receive), into: &self)
    }

    @inline(__always)
    static func store<Function: ~Copyable>(_ handler: consuming Function, into entry: UnsafeMutableRawPointer) {
        // SAFETY: see above. What is replaced is two zeros, which is nothing to be let go.
        entry.assumingMemoryBound(to: Function.self).pointee = handler
    }

    /// Lets go of what the handler has captured. Whoever calls this has taken the entry out of a list, and does so once.
    func release() {
        // SAFETY: what a function has captured is a native object, whose owner the entry is.
        guard let captured = UnsafeRawPointer(bitPattern: context) else { return }
        Unmanaged<AnyObject>.fromOpaque(captured).release()
    }
}

extension UnsafeMutablePointer<ObserverSlot> {
    /// Where the handler of the observer lies that stands here.
    @inline(__always)
    var handlerAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) + MemoryLayout<UInt64>.stride }

    // SAFETY: an entry begins with its handler, which the caller knows the type of.
    @inline(__always)
    func handler<Function: ~Copyable>(_ type: Function.Type) -> UnsafeMutablePointer<Function> {
        handlerAddress.assumingMemoryBound(to: Function.self)
    }
}
