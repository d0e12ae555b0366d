/// One way of doing what a case is about.
struct Contender {
    /// Does it as often as told, and returns the nanoseconds that took.
    typealias Timed = @MainActor (_ times: Int) async -> Double

    let name: String
    let role: Role
    let measurement: Measurement

    enum Measurement {
        /// The time of an operation. `perTime` operations are done each time; `most` is as often as it may be done in one round.
        case time(perTime: Int, most: Int, Timed)
        /// The time of an operation divided by the time of the same with another thread's help.
        case speedUp(alone: Timed, together: Timed)
        /// Not a time. Measured once.
        case value(@MainActor () -> Double)
    }

    init(_ name: String, _ role: Role, _ measurement: Measurement) {
        self.name = name
        self.role = role
        self.measurement = measurement
    }

    /// A loop that is timed as a whole.
    init(_ name: String, _ role: Role, perTime: Int = 1, _ run: @escaping @MainActor (_ times: Int) -> Void) {
        self.init(name, role, .time(perTime: perTime, most: 1 << 30) { times in Stopwatch.nanoseconds { run(times) } })
    }
}
