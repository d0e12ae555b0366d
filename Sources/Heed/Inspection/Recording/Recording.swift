internal import CHeedThreads
import Synchronization

/// The recording of what observers do. It is off by default, and then costs one load of a byte for each delivery.
///
/// Events go into a ring of 64 Ki entries of 48 bytes, in C. A thread that records never waits: it takes the next number, writes its entry,
/// and so overwrites the oldest one. Each thread keeps its current event in thread-local state, so each new event has a cause.
///
/// State and its protection: the ring's words, the flag and `verdicts` are atomic; `filter`, by its lock.
package enum Recording {
    /// Whether events are being recorded.
    package static var isOn: Bool { heed_is_recording() }

    /// Whether observers are noted in the ``ObservationIndex``: from the first recording on.
    static var isIndexing: Bool { heed_is_indexing() }

    /// The number of the newest event.
    package static var newestEvent: UInt64 { heed_count_events() }

    /// Starts to record.
    ///
    /// - Parameter isIncluded: Whether to record the handlers that a file registers, given by the file's `#fileID`; `nil` for all files.
    /// - Returns: Whether there was memory for it.
    package static func start(where isIncluded: (@Sendable (_ fileID: String) -> Bool)?) -> Bool {
        let replaced = filter.withLock { filter in
            defer { filter = isIncluded }
            return filter
        }
        _ = replaced
        for word in 0..<verdictCount { verdicts.words[word].store(0, ordering: .relaxed) }
        isFiltering.store(isIncluded != nil, ordering: .releasing)
        return heed_start_recording()
    }

    /// Stops recording. Recorded events stay available.
    package static func stop() {
        heed_stop_recording()
    }

    /// Returns the return addresses of a recorded backtrace, innermost first; empty if newer ones have taken its place.
    package static func backtrace(_ number: UInt32) -> [UInt] {
        withUnsafeTemporaryAllocation(of: UInt.self, capacity: Int(HEED_BACKTRACE_DEPTH)) { buffer in
            buffer.baseAddress.map { Array(buffer.prefix(heed_copy_backtrace(number, $0))) } ?? []
        }
    }

    // MARK: The filter

    private static let filter = Lock<(@Sendable (String) -> Bool)?>(nil)
    private static let isFiltering = Atomic<Bool>(false)
    private static let verdictCount = 1024

    /// The filter's answers about files. A file's name is a literal, so its address identifies it as long as the program runs.
    private struct Verdicts: @unchecked Sendable {
        // SAFETY: atomic words that are never freed.
        let words: UnsafeMutablePointer<Atomic<UInt64>>

        init() {
            words = .allocate(capacity: verdictCount)
            for word in 0..<verdictCount { (words + word).initialize(to: Atomic(0)) }
        }
    }

    private static let verdicts = Verdicts()

    /// Returns whether the handlers that were registered at a place are recorded.
    @inline(__always)
    static func includes(_ place: UInt64) -> Bool {
        !isFiltering.load(ordering: .relaxed) || includesFile(of: place)
    }

    private static func includesFile(of place: UInt64) -> Bool {
        let file = place >> 16
        let word = verdicts.words + Int((file >> 3 ^ file >> 13) % UInt64(verdictCount))
        let known = word.pointee.load(ordering: .relaxed)
        if known >> 1 == file, known != 0 { return known & 1 == 1 }
        guard let isIncluded = filter.withLock({ $0 }) else { return true }
        let verdict = isIncluded(RegistrationPlace(bits: place)?.fileID ?? "?")
        word.pointee.store(file << 1 | (verdict ? 1 : 0), ordering: .relaxed)
        return verdict
    }

    // MARK: What a thread is in

    /// The number of the event that this thread is in, or zero.
    static var cause: UInt64 {
        let cause = heed_current_thread().pointee.cause
        return cause != 0 ? cause : RecordedCalls.causeOfTask
    }

    /// Ends a registration because its token was invalidated or released.
    static func ending(_ ending: heed_ending, _ body: () -> Void) {
        let thread = heed_current_thread()
        let outer = thread.pointee.ending
        thread.pointee.ending = ending.rawValue
        body()
        thread.pointee.ending = outer
    }

    /// Records that an operator discarded a value.
    static func discarded(at place: RegistrationPlace) {
        let cause = heed_current_thread().pointee.cause
        var event = heed_event()
        // The value is on its way from the handler that this thread is in.
        guard cause != 0, heed_copy_event(cause, &event) else { return }
        let origin = heed_event_origin(HEED_EVENT_FILTERED, UInt32(event.origin >> 32))
        _ = heed_add_event(heed_ticks(), origin, event.duration_and_observer >> 32, place.bits, cause)
    }
}

/// A delivery's role in a change, for a recording.
enum RecordedPart {
    /// The delivery of the change itself, to all observers.
    case change
    /// The announcement of a change, to handlers that want prior calls.
    case prior
    /// A step in which key paths are read.
    case preparation

    /// Whether an observer responds to the delivery, judging by its condition.
    @inline(__always)
    func isRecorded(forObserverOn condition: UInt) -> Bool {
        if self == .change { return true }
        let traits = ListenerTraits(condition: condition)
        return self == .preparation ? traits.form == .event : traits.form != .event && traits.options.contains(.prior)
    }
}

extension AnyObserverRegistry {
    /// Does the same as ``proceed(_:upTo:)``, and records it, if one of the called handlers is to be recorded.
    @inline(never)
    final func proceedRecording(_ delivery: UnsafeMutablePointer<Delivery>, upTo limit: UInt64) {
        let thread = heed_current_thread()
        let outer = thread.pointee.cause
        let source = ObservationIndex.number(of: self)
        let part = recordedPart(of: delivery)
        let origin = heed_event_origin(part == .preparation ? HEED_EVENT_READING : HEED_EVENT_HANDLER, source)
        var cause = part == .change && delivery.pointee.recorded != 0 ? delivery.pointee.recorded : outer
        delivery.walk(upTo: limit) { slot in
            let entry = slot.pointee.entry
            guard part.isRecorded(forObserverOn: entry.condition), Recording.includes(entry.place) else { return tell(delivery, slot) }
            if part == .change, delivery.pointee.recorded == 0 {
                delivery.pointee.recorded = Recording.beginChange(of: source)
                cause = delivery.pointee.recorded
            }
            let number = heed_begin_event(origin, slot.pointee.id, entry.place, cause & 0xffff_ffff)
            thread.pointee.cause = number
            tell(delivery, slot)
            thread.pointee.cause = outer
            heed_end_event(number)
        }
        if part == .change, delivery.pointee.recorded != 0 { heed_end_event(delivery.pointee.recorded) }
    }
}

extension Recording {
    /// Records the beginning of a change: its cause, or the calls that made it.
    @inline(never)
    fileprivate static func beginChange(of source: UInt32) -> UInt64 {
        let cause = cause
        let backtrace = cause == 0 ? UInt64(heed_record_backtrace(3)) : 0
        return heed_begin_event(heed_event_origin(HEED_EVENT_CHANGE, source), 0, 0, backtrace << 32 | cause & 0xffff_ffff)
    }
}
