internal import CAdwaita
internal import Glibc

/// Writes down what each frame of a window has cost the main thread, for measuring.
///
/// What is counted for a frame is the processor time of the main thread from the end of the frame before to where drawing begins (input,
/// timers, what other threads have sent, animations, layout), and of ``HorizontalScrollerView``'s part in saying what is to be drawn. Not
/// counted is what the renderer does with it: on a machine without a graphics card that is the processor's work, elsewhere it is not.
///
/// A line each in the record: `frame`, the end of the frame, what it has cost, what the whole process has cost by then; `mark`, a name, a
/// time. Times are nanoseconds, those of an end or a mark on the system's monotonic clock.
@MainActor
public final class FrameRecorder {
    /// How long the strips have taken in this frame to say what is to be drawn.
    private static var snapshotNanoseconds: UInt64 = 0

    private static var isRecording = false

    private let path: String
    private var lines: [String] = []
    private var connections: [SignalConnection] = []
    private var workStart = Clock.processor.now
    private var work: UInt64 = 0

    /// Prepares a record.
    ///
    /// - Parameter path: the file that ``write()`` writes it to.
    public init(path: String) {
        self.path = path
        Self.isRecording = true
    }

    /// Follows a window's frames. The window must have been shown.
    public func follow(_ window: Widget) {
        guard let clock = gtk_widget_get_frame_clock(window.gtk) else { return }
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(clock))
        connections = [
            // A frame need not have all of these. GTK's own handlers were connected before, so ours run when theirs are done.
            SignalConnection(to: object, "before-paint") { [weak self] _ in self?.noteWork() },
            SignalConnection(to: object, "update") { [weak self] _ in self?.noteWork() },
            SignalConnection(to: object, "layout") { [weak self] _ in self?.noteWork() },
            SignalConnection(to: object, "after-paint") { [weak self] _ in self?.frameDidEnd() },
        ]
        workStart = Clock.processor.now
    }

    /// Writes down that something has happened now.
    public func mark(_ name: String) {
        lines.append("mark \(name) \(Clock.monotonic.now)")
    }

    /// Writes the record to its file.
    public func write() {
        guard let file = fopen(path, "w") else { return perror(path) }
        fputs(lines.joined(separator: "\n") + "\n", file)
        fclose(file)
    }

    private func noteWork() {
        work = Clock.processor.now - workStart
    }

    private func frameDidEnd() {
        let now = Clock.monotonic.now
        lines.append("frame \(now) \(work + Self.snapshotNanoseconds) \(Clock.process.now)")
        Self.snapshotNanoseconds = 0
        work = 0
        workStart = Clock.processor.now
    }

    /// Runs what says what is to be drawn, and counts it if anybody records.
    static func countSnapshot(_ body: () -> Void) {
        guard isRecording else { return body() }
        let start = Clock.processor.now
        body()
        snapshotNanoseconds += Clock.processor.now - start
    }

    private enum Clock {
        case processor, process, monotonic

        var now: UInt64 {
            let identifier =
                switch self {
                case .processor: CLOCK_THREAD_CPUTIME_ID
                case .process: CLOCK_PROCESS_CPUTIME_ID
                case .monotonic: CLOCK_MONOTONIC
                }
            var time = timespec()
            clock_gettime(identifier, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }
    }
}
