/// The state of a ``Mailbox`` and its rules, without locks or threads: each event returns what is to be done.
struct MailboxState<Element> {
    private let rule: DeliveryPolicy.Rule
    private var waiting: [Element] = []
    /// Whether a hop is under way, or its elements are being handled.
    private var isHopping = false
    private var isClosed = false
    /// How many elements the rule has dropped in favour of newer ones.
    private(set) var droppedCount = 0

    enum Action: Equatable {
        case none
        case hop
    }

    init(rule: DeliveryPolicy.Rule) {
        self.rule = rule
    }

    /// Something has arrived.
    mutating func offer(_ element: Element) -> Action {
        guard !isClosed else { return .none }
        if rule == .latest, !waiting.isEmpty {
            waiting[0] = element
            droppedCount += 1
        } else {
            waiting.append(element)
        }
        guard !isHopping else { return .none }
        isHopping = true
        return .hop
    }

    /// The hop has arrived: takes what waits.
    mutating func arrive() -> [Element] {
        guard !isClosed else { return [] }
        defer { waiting = [] }
        return waiting
    }

    /// What was taken has been handled.
    mutating func finish() -> Action {
        guard !isClosed, !waiting.isEmpty else {
            isHopping = false
            return .none
        }
        return .hop
    }

    /// Nothing more is to be handled.
    ///
    /// - Returns: What waited, so that it can be released outside the lock.
    mutating func close() -> [Element] {
        isClosed = true
        defer { waiting = [] }
        return waiting
    }

    var isOpen: Bool { !isClosed }
}
