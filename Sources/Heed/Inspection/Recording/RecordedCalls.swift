internal import CHeedThreads
import Synchronization

/// The calls of a receptionist's handler with the values of one hop, for a recording.
///
/// State and its protection: `current` is atomic; everything else is constant, or used only by the code that delivers the values, one at a
/// time.
final class RecordedCalls: @unchecked Sendable {
    // SAFETY: see above.

    /// The calls that the running task makes: an asynchronous handler may continue on any thread.
    @TaskLocal static var ofTask: RecordedCalls?
    /// The number of asynchronous calls in progress. If there are none, there is no need to check the task.
    private static let asynchronousCount = Atomic<Int>(0)

    /// The number of the call that the running task is in, or zero.
    static var causeOfTask: UInt64 {
        asynchronousCount.load(ordering: .relaxed) > 0 ? ofTask?.current ?? 0 : 0
    }

    private let link: QueueLink
    private let values: [SentValue]
    private var place = 0
    private let isAsynchronous: Bool
    private let isIncluded: Bool
    private let number = Atomic<UInt64>(0)
    private let outer: UInt64

    /// - Parameter values: The values of the hop, oldest first.
    init(_ link: QueueLink, _ values: [SentValue], isAsynchronous: Bool) {
        self.link = link
        self.values = values
        self.isAsynchronous = isAsynchronous
        isIncluded = Recording.includes(link.place)
        outer = heed_current_thread().pointee.cause
        if isAsynchronous { Self.asynchronousCount.add(1, ordering: .relaxed) }
    }

    deinit {
        if isAsynchronous { Self.asynchronousCount.subtract(1, ordering: .relaxed) }
    }

    /// The number of the current call.
    var current: UInt64 { number.load(ordering: .relaxed) }

    /// Ends the previous call, and begins the next one, if there is one.
    ///
    /// - Returns: Whether there is.
    func next(if isWanted: Bool = true) -> Bool {
        guard isIncluded else { return isWanted }
        let former = current
        if former != 0 { heed_end_event(former) }
        guard isWanted else {
            number.store(0, ordering: .relaxed)
            return false
        }
        let value = place < values.count ? values[place] : SentValue(cause: 0, time: heed_ticks())
        place += 1
        let hop = heed_add_event(value.time, heed_event_origin(HEED_EVENT_HOP, link.source), link.observer, link.place, value.cause)
        let next = heed_begin_event(heed_event_origin(HEED_EVENT_HANDLER, link.source), link.observer, link.place, hop & 0xffff_ffff)
        number.store(next, ordering: .relaxed)
        if !isAsynchronous { heed_current_thread().pointee.cause = next }
        return true
    }

    /// Ends the last call.
    func end() {
        guard isIncluded else { return }
        let last = number.exchange(0, ordering: .relaxed)
        if last != 0 { heed_end_event(last) }
        if !isAsynchronous { heed_current_thread().pointee.cause = outer }
    }
}

/// A value on its way to a handler: the event in which it was sent, and when.
struct SentValue: Sendable {
    var cause: UInt64
    var time: UInt64
}

/// A recording's data about a mailbox.
///
/// State and its protection: everything, by the mailbox's lock.
final class MailboxTrace: @unchecked Sendable {
    // SAFETY: see above.
    var link = QueueLink()
    var hopStart: UInt64 = 0
    var handlingSince: UInt64 = 0
    var lostHopCount = 0
    /// The waiting values.
    private var values = Fifo<SentValue>()

    private var newValue: SentValue { SentValue(cause: Recording.cause, time: heed_ticks()) }

    /// Notes a value that arrives behind the others.
    func append(waitingCount: Int) {
        catchUp(waitingCount)
        values.append(newValue)
    }

    /// Notes a value that a schedule places.
    func put(_ step: DeliverySchedule.Step, waitingCount: Int) {
        catchUp(waitingCount)
        if step.dropsFirst { dropFirst() }
        switch step.placement {
        case .behindLast: values.append(newValue)
        case .inPlaceOfLast: _ = values.replaceLast(newValue)
        case .nowhere: break
        }
    }

    func dropFirst() {
        _ = values.popFirst()
    }

    func take(_ count: Int) -> [SentValue] {
        values.pop(count)
    }

    /// Adds values that arrived when there was no recording.
    private func catchUp(_ waitingCount: Int) {
        while values.count > waitingCount { dropFirst() }
        while values.count < waitingCount { values.append(SentValue(cause: 0, time: heed_ticks())) }
    }
}

/// A ticket that a job keeps until it runs. If it is released before that, the job was discarded.
final class HopTicket: Sendable {
    private let hasArrived = Atomic<Bool>(false)
    private let lost: @Sendable () -> Void

    init(lost: @escaping @Sendable () -> Void) {
        self.lost = lost
    }

    func arrive() {
        hasArrived.store(true, ordering: .relaxed)
    }

    deinit {
        if !hasArrived.load(ordering: .relaxed) { lost() }
    }
}

/// The observer that a queue of values belongs to.
struct QueueLink: Sendable {
    var source: UInt32 = 0
    var observer: UInt64 = 0
    var place: UInt64 = 0
}

/// A queue between a source and its observer: of a receptionist, or of an asynchronous sequence.
protocol InspectableQueue: AnyObject, Sendable {
    /// Notes which observer the queue belongs to.
    func link(_ link: QueueLink)

    /// The state of the queue.
    var inspected: QueueState { get }
}

/// The state of a queue between a source and its observer, with times as the recording counts them.
package struct QueueState: Sendable {
    package var isSequence = false
    /// The type of the context in which the handler runs.
    package var context: String?
    package var policy: String
    package var waitingCount = 0
    package var dueCount = 0
    package var droppedCount = 0
    package var hoppingSince: UInt64?
    package var handlingSince: UInt64?
    package var lostHopCount = 0
}

extension Recording {
    /// Runs the code that registers the observers to which a queue belongs.
    static func registering<Result>(_ queue: some InspectableQueue, _ body: () -> Result) -> Result {
        guard heed_is_indexing() else { return body() }
        let thread = heed_current_thread()
        let outer = thread.pointee.registering
        let reference = QueueReference(queue)
        thread.pointee.registering = UnsafeRawPointer(Unmanaged.passUnretained(reference).toOpaque())
        defer { thread.pointee.registering = outer }
        return withExtendedLifetime(reference, body)
    }

    /// The queue that observers being registered on this thread belong to.
    static var registeringQueue: (any InspectableQueue)? {
        // SAFETY: `registering` keeps the reference while the pointer is set.
        heed_current_thread().pointee.registering.flatMap { Unmanaged<QueueReference>.fromOpaque($0).takeUnretainedValue().queue }
    }
}

/// A weak reference to a queue.
// SAFETY: weak references are read atomically, and this one is never reassigned.
final class QueueReference: @unchecked Sendable {
    private(set) weak var queue: (any InspectableQueue)?

    init(_ queue: some InspectableQueue) {
        self.queue = queue
    }
}
