/// An error that prevents reading or writing a value.
public enum KeyValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key has another revision than the expected one.
    case conflict
    /// The value is larger than the server or ``ConnectionOptions/maximumMessageBytes`` accepts.
    case tooLarge
    /// The key isn't valid: it is empty or longer than 200 bytes, has other characters than letters, digits and `-_=./`, or has an empty
    /// word.
    case invalidKey
    /// The server can't be used.
    case problem(ConnectionError)

    /// A description of the problem and a remedy.
    public var description: String {
        switch self {
        case .conflict: "The key has another revision. Read it, and write again."
        case .tooLarge:
            "The value is larger than the server or this connection accepts. Split it, or raise max_payload and maximumMessageBytes."
        case .invalidKey:
            "The key isn't valid. Use 1 to 200 letters, digits and the characters - _ = . /, with a dot only between two words."
        case .problem(let error): error.description
        }
    }
}
