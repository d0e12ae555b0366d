internal import CHeedThreads
public import Heed

/// Answers who observes what, why a handler was called, and why it was not.
///
/// ```swift
/// Inspector.start()
/// let token = album.observe(\.heading) { print($0) }
/// album.title = "Kind of Blue"
/// print(Inspector.why(album, \.heading)!)
/// ```
///
/// You can ask about the present state at any time. Events are known from the moment when the recording started: ``start(recording:)``, or
/// the environment variable `HEED_INSPECT=1`.
///
/// ## Behavior
/// - The inspector keeps no object alive, and changes neither order nor values nor lifetimes.
/// - The recording holds the last 65,536 events, 3 MiB. Older ones are dropped and counted; no thread ever waits.
/// - It works the same in a release build.
///
/// While nothing is recorded, a delivery costs three instructions more, and a handler none.
///
/// - Threading: You can use it on any thread. Methods that take a key path read it, so call them where you can read the object.
public enum Inspector {
    /// Starts to record.
    ///
    /// Observers that registered before are shown with their places. The state of their waiting values is known from the next value on.
    ///
    /// - Parameter isIncluded: Whether to record the handlers that a file registers, given by the file's `#fileID`. The inspector asks once
    ///   for each file. By default, it records all.
    public static func start(recording isIncluded: (@Sendable (_ fileID: String) -> Bool)? = nil) {
        precondition(Recording.start(where: isIncluded), "HeedInspector: there is no memory for a recording, which takes 4 MiB")
    }

    /// Stops recording. Recorded events stay available.
    public static func stop() {
        Recording.stop()
    }

    /// Whether events are being recorded.
    public static var isRecording: Bool { Recording.isOn }

    /// This process as a source of reports.
    public static var session: any InspectorSession { OwnSession() }

    /// Returns what is known of everything that was registered or delivered since the recording started.
    ///
    /// - Parameter event: The number of the last event to leave out; zero for all that are kept.
    /// - Complexity: O(n log n) in the sources, the observers and the returned events.
    public static func report(since event: UInt64 = 0) -> InspectorReport {
        ReportMaker().report(since: event)
    }

    // MARK: Who observes this?

    /// Returns who observes an object's properties, and what happened to them.
    public static func snapshot(of object: some KeyValueObservable) -> InspectorReport {
        let numbers = ObservationIndex.note(object)
        return report().limited(to: Set(numbers))
    }

    /// Returns who observes a hub's messages, and what happened to them.
    public static func snapshot(of hub: NotificationHub) -> InspectorReport {
        let numbers = ObservationIndex.note(hub)
        return report().limited(to: Set(numbers))
    }

    /// Returns who observes a subject, and what happened to it.
    public static func snapshot(of subject: Subject<some Any>) -> InspectorReport {
        let number = ObservationIndex.note(subject)
        return report().limited(to: [number])
    }

    // MARK: Why?

    /// Returns the changes and handlers that led to the last change of a key path's value.
    ///
    /// - Returns: `nil` if no change is recorded. Changes that nobody observes are not.
    public static func why<Object: KeyValueObservable, Value>(_ object: Object, _ keyPath: KeyPath<Object, Value>) -> InspectorReport
        .Explanation?
    {
        let path = InspectedKeyPath(keyPath, of: object)
        let report = report()
        return report.events.last { $0.kind == .change && path.sources.contains($0.source) }.flatMap { report.why(event: $0.id) }
    }

    /// Returns the changes and handlers that led to the last message of a type.
    ///
    /// - Returns: `nil` if no message is recorded. Messages that nobody observes are not.
    public static func why<Message: HubMessage>(_ hub: NotificationHub, _ type: Message.Type) -> InspectorReport.Explanation? {
        let numbers = Set(ObservationIndex.note(hub))
        let report = report()
        return report.sources.first { numbers.contains($0.id) && $0.name == "\(type)" }.flatMap { report.why(source: $0.id) }
    }

    /// Returns the changes and handlers that led to the last notification of a subject.
    ///
    /// - Returns: `nil` if none is recorded.
    public static func why(_ subject: Subject<some Any>) -> InspectorReport.Explanation? {
        let number = ObservationIndex.note(subject)
        return report().why(source: number)
    }

    /// Returns the calls that led to an outermost change, innermost first.
    ///
    /// - Returns: Empty if the change is too old, or wasn't an outermost one: those within a handler have a cause instead.
    public static func backtrace(of event: UInt64) -> [StackFrame] {
        Symbolication.backtrace(of: event)
    }

    // MARK: Why not?

    /// Returns why the observers of a key path were not called.
    ///
    /// - Returns: Empty if nothing is in the way.
    public static func whyNot<Object: KeyValueObservable, Value>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>
    ) -> [InspectorReport.Obstacle] {
        let path = InspectedKeyPath(keyPath, of: object)
        return ObstacleSearch().obstacles(to: path, of: ObservedObject(object))
    }

    /// Returns why the observers of a hub's messages of a type were not called.
    ///
    /// - Returns: Empty if nothing is in the way.
    public static func whyNot<Message: HubMessage>(_ hub: NotificationHub, _ type: Message.Type) -> [InspectorReport.Obstacle] {
        let numbers = Set(ObservationIndex.note(hub))
        return ObstacleSearch().obstacles(toMessage: "\(type)", of: ObservedObject(hub), among: numbers)
    }

    /// Returns why the observers of a subject were not called.
    ///
    /// - Returns: Empty if nothing is in the way.
    public static func whyNot(_ subject: Subject<some Any>) -> [InspectorReport.Obstacle] {
        let number = ObservationIndex.note(subject)
        return ObstacleSearch().obstacles(toSubject: number)
    }

    // MARK: What goes wrong?

    /// Returns the registrations that no longer serve a purpose.
    public static func leaks() -> [InspectorReport.Leak] {
        report(since: .max).leaks
    }

    /// Returns the endless loops that Heed stopped since the recording started, and the recorded long ones that it didn't stop.
    public static func loops() -> [InspectorReport.Mistake] {
        report().loops()
    }

    /// Returns the uses of Heed that are often mistakes: repeated registrations, and messages that are only posted or only observed.
    public static func suspicions() -> [InspectorReport.Suspicion] {
        report(since: .max).suspicions
    }

    /// Returns how long the recorded calls of each handler took, the longest in total first.
    public static func handlerTimes() -> [InspectorReport.HandlerTimes] {
        report().handlerTimes()
    }

    /// Returns how long recorded values were on the way to where each handler runs, the longest in total first.
    public static func hopTimes() -> [InspectorReport.HandlerTimes] {
        report().hopTimes()
    }
}

/// This process.
struct OwnSession: InspectorSession {
    func report(since event: UInt64) -> InspectorReport { Inspector.report(since: event) }

    func backtrace(of event: UInt64) -> [StackFrame] { Inspector.backtrace(of: event) }
}

extension InspectorReport {
    /// The report, reduced to certain sources.
    func limited(to numbers: Set<UInt32>) -> InspectorReport {
        var report = self
        report.sources = sources.filter { numbers.contains($0.id) }
        report.observers = observers.filter { !numbers.isDisjoint(with: $0.sources) }
        report.events = events.filter { numbers.contains($0.source) }
        let threads = Set(report.events.map(\.thread))
        report.threads = self.threads.filter { threads.contains($0.id) }
        return report
    }
}
