internal import Synchronization

/// A function of texts that many albums share, such as genres, labels and formats. It remembers its last results.
struct FrequentTexts<Result: Sendable>: ~Copyable, Sendable {
    private let function: @Sendable (String) -> Result
    private let known = Mutex<[String: Result]>([:])

    init(_ function: @escaping @Sendable (String) -> Result) {
        self.function = function
    }

    subscript(text: String) -> Result {
        guard text.utf8.count <= FrequentTextLimits.length else { return function(text) }
        if let result = known.withLock({ $0[text] }) { return result }
        let result = function(text)
        known.withLock { known in
            if known.count >= FrequentTextLimits.count { known = [:] }
            known[text] = result
        }
        return result
    }
}

/// The maximum number of remembered texts of a function, and the maximum length of one, in bytes.
private enum FrequentTextLimits {
    static let (count, length) = (512, 128)
}
