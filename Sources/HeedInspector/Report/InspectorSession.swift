/// A source of reports: this process, or another one.
public protocol InspectorSession: Sendable {
    /// Returns a report with the events after a given one.
    ///
    /// - Parameter event: The number of the last event already known; zero for all that are kept.
    /// - Throws: An error if the other process has ended or doesn't answer.
    func report(since event: UInt64) throws -> InspectorReport

    /// Returns the calls that led to an outermost change, innermost first; empty if they are no longer known.
    func backtrace(of event: UInt64) throws -> [StackFrame]
}

/// One call of a backtrace.
public struct StackFrame: Sendable, Hashable, CustomStringConvertible {
    /// The function's name, if it is known.
    public var function: String?
    /// The line of source, if it is known. Its file is a path, rather than a module and a file.
    public var place: InspectorReport.Place?
    /// The address in the program.
    public var address: UInt64

    /// Creates a call.
    public init(function: String?, place: InspectorReport.Place?, address: UInt64) {
        self.function = function
        self.place = place
        self.address = address
    }

    /// The function and the line, such as `AlbumView.show(_:) at AlbumView.swift:42`.
    public var description: String {
        let name = function ?? "0x" + String(address, radix: 16)
        return place.map { "\(name) at \($0)" } ?? name
    }
}
