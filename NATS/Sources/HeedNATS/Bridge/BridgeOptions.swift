/// The options of a ``HubBridge``.
///
/// ## Behavior
/// - The bridges of all processes that use one prefix must agree on the age and size of lasting messages: the first one that reaches the
///   server sets them.
public struct BridgeOptions: Sendable {
    /// The beginning of all subjects, and the name of the stream of lasting messages: ASCII letters, digits, `-` and `_`. Bridges with the
    /// same prefix exchange messages.
    public var prefix = "heed"

    /// The name of this process's copy of the program, such as that of the machine: ASCII letters, digits, `-` and `_`.
    ///
    /// With a name, the bridge also receives the lasting messages that arrived at the server while the process wasn't running; at its
    /// first start, all that the server has. Only one process at a time may use a name. Without a name, the bridge receives the lasting
    /// messages posted since it first connected.
    public var name: String?

    /// The number of lasting messages that the server sends before the handlers of the first one have returned.
    public var maximumUnhandled = 256

    /// The time for which the server keeps lasting messages.
    public var maximumAge = Duration.seconds(7 * 24 * 60 * 60)

    /// The number of bytes of lasting messages that the server keeps. It drops the oldest ones beyond that.
    public var maximumBytes = 256 << 20

    /// Creates options.
    ///
    /// - Parameter name: The name of this process's copy of the program.
    public init(name: String? = nil) {
        self.name = name
    }

    /// Checks that the prefix and the name can be part of a subject.
    func check() {
        precondition(prefix.isSubjectWord, "HeedNATS: “\(prefix)” can't be a prefix; use ASCII letters, digits, - and _")
        if let name {
            precondition(name.isSubjectWord, "HeedNATS: “\(name)” can't be the name of a bridge; use ASCII letters, digits, - and _")
        }
        precondition(maximumUnhandled >= 1, "HeedNATS: a bridge must accept at least 1 unhandled message")
    }
}

extension StringProtocol {
    /// Whether a subject of a server, and the names of its streams and consumers, can contain it as a word.
    var isSubjectWord: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
