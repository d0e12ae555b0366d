internal import Dispatch

/// The values to set: those that wait for their turn, and those that were sent and aren't answered. Without threads or a network.
struct PendingPuts<Caller> {
    private struct Waiting {
        let message: OutgoingMessage
        let caller: Caller
    }

    private struct Sent {
        let deadline: DispatchTime
        let subject: String
        let caller: Caller
    }

    /// The largest number of values that are sent and not answered.
    static var window: Int { 256 }
    /// The longest time that an answer may take.
    static var patience: DispatchTimeInterval { .seconds(10) }

    /// An entry is `nil` once it was sent.
    private var waiting: [Waiting?] = []
    private var firstWaiting = 0
    private var sent: [UInt64: Sent] = [:]

    /// The number of the value that was sent last. Each has a greater one than those before.
    private(set) var lastNumber: UInt64 = 0

    /// The time from which on the first of the answers is overdue; `nil` if none is expected.
    var deadline: DispatchTime? { sent.values.map(\.deadline).min() }

    mutating func append(_ message: OutgoingMessage, _ caller: Caller) {
        waiting.append(Waiting(message: message, caller: caller))
    }

    /// Returns the next value to send, with its number, and counts it as sent.
    mutating func nextToSend(at time: DispatchTime = .now()) -> (message: OutgoingMessage, number: UInt64)? {
        guard sent.count < Self.window, firstWaiting < waiting.count, let next = waiting[firstWaiting] else { return nil }
        waiting[firstWaiting] = nil
        firstWaiting += 1
        if firstWaiting > Self.window, firstWaiting * 2 > waiting.count {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        lastNumber += 1
        sent[lastNumber] = Sent(deadline: time + Self.patience, subject: next.message.subject, caller: next.caller)
        return (next.message, lastNumber)
    }

    /// Notes an answer.
    ///
    /// - Returns: The caller; `nil` if the value has been settled.
    mutating func settle(_ number: UInt64) -> Caller? {
        sent.removeValue(forKey: number)?.caller
    }

    /// Removes the values whose answers are overdue, and returns their callers.
    mutating func takeOverdue(at time: DispatchTime = .now()) -> [Caller] { takeSent { $0.deadline <= time } }

    /// Removes the values with certain subjects that aren't answered, and returns their callers.
    mutating func takeSent(where isTaken: (String) -> Bool) -> [Caller] { takeSent { isTaken($0.subject) } }

    private mutating func takeSent(_ isTaken: (Sent) -> Bool) -> [Caller] {
        let overdue = sent.filter { isTaken($0.value) }
        for number in overdue.keys { sent.removeValue(forKey: number) }
        return overdue.sorted { $0.key < $1.key }.map(\.value.caller)
    }

    /// Removes all values, and returns their callers.
    mutating func takeAll() -> [Caller] {
        defer { (waiting, firstWaiting, sent) = ([], 0, [:]) }
        return sent.sorted { $0.key < $1.key }.map(\.value.caller) + waiting.compactMap { $0?.caller }
    }
}
