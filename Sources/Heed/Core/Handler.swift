/// A function to call with an event.
///
/// It can't be copied, so calling it in place needs no reference to its captured values. Counting that reference would cost several times
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
    /// Calls the function with one event after the other, in place, as long as a condition holds.
    borrowing func call(_ events: UnsafeBufferPointer<Event>, while condition: () -> Bool) {
        for index in events.indices where condition() { call(events[index]) }
    }
}

/// A function to call with a pointer to an event.
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
    /// Creates an entry that takes ownership of a handler.
    init<Event: ~Copyable>(_ receive: consuming @escaping (borrowing Event) -> Void, at place: RegistrationPlace?, condition: UInt = 0) {
        self.init(place: place?.bits ?? RegistrationPlace.unknownBits, condition: condition)
        HandlerMemory.store(Handler(receive), into: &self)
    }

    /// Creates an entry with a handler that takes pointers.
    init<Event>(pointers receive: consuming @escaping (UnsafePointer<Event>) -> Void, at place: RegistrationPlace?, condition: UInt) {
        self.init(place: place?.bits ?? RegistrationPlace.unknownBits, condition: condition)
        HandlerMemory.store(PointerHandler(receive), into: &self)
    }

    /// Releases the handler's captured context. The caller has taken the entry out of a list, and calls this once.
    func release() {
        // SAFETY: see `HandlerMemory`.
        guard let captured = UnsafeRawPointer(bitPattern: context) else { return }
        #if DEBUG
            if SteppedThread.current?.takes(context: captured) == true { return }
        #endif
        Unmanaged<AnyObject>.fromOpaque(captured).release()
    }
}

extension UnsafeMutablePointer<ObserverSlot> {
    /// The location of the handler of this slot's observer.
    @inline(__always)
    var handlerAddress: UnsafeMutableRawPointer {
        HandlerMemory.address(in: UnsafeMutableRawPointer(self) + MemoryLayout<UInt64>.stride)
    }

    // SAFETY: an entry begins with the words of its handler, and the caller knows the handler's type.
    @inline(__always)
    func handler<Function: ~Copyable>(_ type: Function.Type) -> UnsafeMutablePointer<Function> {
        handlerAddress.assumingMemoryBound(to: Function.self)
    }
}
