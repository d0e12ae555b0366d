#if os(Linux)

    /// A client of an ``InspectorServer``: takes one request after the other, and none while an answer waits to be read.
    struct ServedConnection {
        let descriptor: FileDescriptor
        /// The received bytes of requests; at most `Answer.requestLimit` bytes.
        private var input: [UInt8] = []
        private var output: ArraySlice<UInt8> = []
        private var endsAfterAnswer = false
        /// The time within which a client has to complete a request, or to take a part of its answer.
        private let patience: Duration

        /// The time at which the client is disconnected, unless it does something.
        private(set) var deadline: ContinuousClock.Instant?
        /// Whether the connection has ended.
        private(set) var isOver = false

        init(_ descriptor: FileDescriptor, patience: Duration) {
            self.descriptor = descriptor
            self.patience = patience
        }

        /// Whether a part of an answer waits for the client.
        var isAnswering: Bool { !output.isEmpty }

        /// Whether there is a request that can be answered now.
        var hasRequest: Bool { !isAnswering && input.contains(UInt8(ascii: "\n")) }

        /// Whether there is something to do, even if nothing arrives.
        func needsTurn(at time: ContinuousClock.Instant) -> Bool {
            hasRequest || deadline.map { $0 <= time } == true
        }

        /// Does the work that is possible now: sends a part of an answer, or receives and answers a request.
        mutating func takeTurn(answer: (String) -> String) {
            if isAnswering {
                send()
            } else {
                if !hasRequest { receive() }
                guard !isOver else { return }
                if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                    let request = String(decoding: input[..<end], as: UTF8.self)
                    input.removeSubrange(...end)
                    deadline = nil
                    start(answer(request))
                } else if input.count >= Answer.requestLimit {
                    refuse("A request has at most \(Answer.requestLimit) bytes.")
                }
            }
            // Only now: the session may have kept the thread from serving this client for long.
            if let deadline, deadline <= .now { isOver = true }
        }

        /// Reports that there won't be an answer, and ends the connection.
        mutating func refuse(_ reason: String) {
            endsAfterAnswer = true
            start(Answer.error(reason))
        }

        private mutating func start(_ answer: String) {
            output = Array((answer + "\n").utf8)[...]
            deadline = .now + patience
            send()
        }

        private mutating func send() {
            while isAnswering {
                switch descriptor.send(output) {
                case .bytes(let count):
                    output.removeFirst(count)
                    deadline = .now + patience
                case .wouldWait: return
                case .ended:
                    isOver = true
                    return
                }
            }
            output = []
            deadline = nil
            isOver = endsAfterAnswer
        }

        private mutating func receive() {
            var buffer = [UInt8](repeating: 0, count: Answer.requestLimit - input.count)
            switch descriptor.receive(into: &buffer) {
            case .bytes(let count):
                input += buffer[..<count]
                // A client can't extend the time by sending its request byte by byte.
                if deadline == nil { deadline = .now + patience }
            case .wouldWait: break
            case .ended: isOver = true
            }
        }
    }

#endif
