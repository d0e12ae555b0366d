/// An observer, in the middle of many, that removes a later one when it is called.
protocol RemovalAmid: AnyObject {
    var name: String { get }
    var role: Role { get }

    /// Tells all observers once, and puts an observer in the place of the one that was removed.
    ///
    /// - Returns: The nanoseconds that the removal took.
    func post() -> Double
}

/// The observer that is to be removed, and how long it took.
final class Victim<Token> {
    private var token: Token?
    private(set) var nanoseconds = 0.0

    func replace(with token: Token) {
        self.token = token
    }

    func remove(_ remove: (Token) -> Void) {
        guard let token = token.take() else { return }
        nanoseconds = Stopwatch.nanoseconds { remove(token) }
    }
}
