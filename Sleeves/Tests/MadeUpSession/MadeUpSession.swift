public import HeedInspector
import Synchronization

/// A session whose reports are made up: a music player with a thousand covers, in which something happens all the time.
///
/// Reports differ with the number of calls alone, so that each test sees the same.
public final class MadeUpSession: InspectorSession {
    /// The error of a session whose process has ended.
    public struct Ended: Error, CustomStringConvertible {
        /// The text that a person reads.
        public let description = "process 4711 has ended"
    }

    // State, protected by the lock: the events that have been reported, the time, and whether the process has ended.
    private struct State {
        var time = Duration.seconds(2)
        var nextEvent: UInt64 = 1
        var events: [InspectorReport.Event] = []
        var callCount = 0
        var hasEnded = false
    }

    /// The number of events for each report.
    public let eventsPerReport: Int
    private let isStill: Bool
    private let program: MadeUpProgram
    private let state = Mutex(State())

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - coverCount: The number of sources named `Cover.image`.
    ///   - eventsPerReport: The number of events for each report. With 500, there are 5,000 a second.
    ///   - isStill: Whether the state of the observers stays the same.
    public init(coverCount: Int = 1_000, eventsPerReport: Int = 500, isStill: Bool = false) {
        self.eventsPerReport = eventsPerReport
        self.isStill = isStill
        program = MadeUpProgram(coverCount: coverCount)
    }

    /// The number of reports so far.
    public var callCount: Int { state.withLock { $0.callCount } }

    /// Has all further reports fail, as if the process had ended; or no longer.
    public func setEnded(_ hasEnded: Bool) {
        state.withLock { $0.hasEnded = hasEnded }
    }

    /// Returns a report with more events each time.
    public func report(since event: UInt64) throws -> InspectorReport {
        try state.withLock { state in
            guard !state.hasEnded else { throw Ended() }
            state.callCount += 1
            state.time += .milliseconds(100)
            state.events += program.events(eventsPerReport, from: state.nextEvent, before: state.time)
            state.nextEvent = (state.events.last?.id ?? 0) + 1
            if state.events.count > 30_000 { state.events.removeFirst(10_000) }
            var report = program.report
            report.time = state.time
            report.events = state.events.filter { $0.id > event }
            if !isStill, let index = report.observers.firstIndex(where: { $0.policy == "latest" }) {
                report.observers[index].delivery?.droppedCount = state.callCount * 40
            }
            return report
        }
    }

    /// Returns the same calls for each event.
    public func backtrace(of event: UInt64) throws -> [StackFrame] {
        [
            StackFrame(function: "Cover.image.setter", place: .init(fileID: "Sources/Player/Cover.swift", line: 31), address: 0x55d0_1000),
            StackFrame(
                function: "CoverLoader.finish(_:)", place: .init(fileID: "Sources/Player/CoverLoader.swift", line: 108),
                address: 0x55d0_2000),
            StackFrame(function: nil, place: nil, address: 0x7f00_1234),
        ]
    }
}
