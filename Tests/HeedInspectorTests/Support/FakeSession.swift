#if os(Linux)
    import Foundation
    import HeedInspector
    import Synchronization

    /// A session that answers what a test wants.
    final class FakeSession: InspectorSession {
        /// The reason why it doesn't answer.
        struct Refusal: Error, CustomStringConvertible {
            let description: String
        }

        private let answer: @Sendable (UInt64) throws -> InspectorReport
        private let requested = Mutex<[UInt64]>([])

        init(_ answer: @escaping @Sendable (UInt64) throws -> InspectorReport = { InspectorReport(lostEventCount: $0) }) {
            self.answer = answer
        }

        /// The events that reports were requested since.
        var requests: [UInt64] { requested.withLock { $0 } }

        func report(since event: UInt64) throws -> InspectorReport {
            requested.withLock { $0.append(event) }
            return try answer(event)
        }

        func backtrace(of event: UInt64) throws -> [StackFrame] {
            [
                StackFrame(function: "main \"quoted\"", place: .init(fileID: "/src/main.swift", line: 3), address: .max),
                StackFrame(function: nil, place: nil, address: event),
            ]
        }
    }
#endif
