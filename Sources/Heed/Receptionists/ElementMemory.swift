/// Waiting values, one after another in reusable memory, without their type. So the code that holds a lock doesn't have to look up the
/// type, which would take many times as long as everything else.
///
/// Each call must name the same type. Values are moved out to the caller's memory, and the caller releases them outside the lock.
// SAFETY: it is under a lock, or belongs to the code that took it from there.
struct ElementMemory: @unchecked Sendable {
    private var address: UnsafeMutableRawPointer?
    private var capacity = 0
    private var first = 0
    private(set) var count = 0

    /// The address of the first value.
    @inline(__always)
    func start<Element>(_ type: Element.Type = Element.self) -> UnsafeMutablePointer<Element> {
        base(Element.self) + first
    }

    /// Returns the values, contiguous, valid until they are destroyed.
    func values<Element>(of type: Element.Type = Element.self) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: start(type), count: count)
    }

    @inline(__always)
    private func base<Element>(_ type: Element.Type) -> UnsafeMutablePointer<Element> {
        (address ?? UnsafeMutableRawPointer(bitPattern: MemoryLayout<Element>.alignment)!).assumingMemoryBound(to: Element.self)
    }

    @inline(__always)
    mutating func append<Element>(_ element: Element) {
        if first + count == capacity { makeRoom(Element.self) }
        (start() + count).initialize(to: element)
        count += 1
    }

    /// Stores a value as a schedule says.
    ///
    /// - Parameter dropped: The memory to move the dropped value to, if there is one.
    /// - Returns: Whether a value was dropped.
    @inline(__always)
    mutating func put<Element>(_ element: Element, _ step: DeliverySchedule.Step, dropped: UnsafeMutablePointer<Element>) -> Bool {
        let drops = step.dropsFirst && moveFirst(to: dropped)
        switch step.placement {
        case .behindLast: append(element)
        case .inPlaceOfLast:
            let last = start(Element.self) + (count - 1)
            dropped.moveInitialize(from: last, count: 1)
            last.initialize(to: element)
            return true
        case .nowhere: break
        }
        return drops
    }

    /// - Returns: True: a value was moved.
    mutating func moveFirst<Element>(to target: UnsafeMutablePointer<Element>) -> Bool {
        target.moveInitialize(from: start(), count: 1)
        first += 1
        count -= 1
        if count == 0 { first = 0 }
        return true
    }

    /// Takes the first values, with their memory; the others continue in the spare memory.
    mutating func take<Element>(_ number: Int, as type: Element.Type, spare: inout ElementMemory) -> ElementMemory {
        var taken = self
        taken.count = number
        let left = count - number
        self = spare
        spare = ElementMemory()
        for place in 0..<left { append((taken.start(type) + (number + place)).move()) }
        return taken
    }

    func destroy<Element>(_ type: Element.Type) {
        start(type).deinitialize(count: count)
    }

    /// This memory, after its values were destroyed.
    var emptied: ElementMemory {
        var memory = self
        (memory.first, memory.count) = (0, 0)
        return memory
    }

    func deallocate() { address?.deallocate() }

    /// Moves the waiting values to the front, if at least half of the memory is free there; otherwise to larger memory.
    @inline(never)
    private mutating func makeRoom<Element>(_ type: Element.Type) {
        if first > 0, first >= capacity / 2 {
            base(type).moveInitialize(from: start(type), count: count)
        } else {
            let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(8, capacity * 2))
            larger.moveInitialize(from: start(type), count: count)
            address?.deallocate()
            address = UnsafeMutableRawPointer(larger)
            capacity = max(8, capacity * 2)
        }
        first = 0
    }
}
