#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
public import Heed

extension HubBridge {
    /// A type of message that a bridge carries, and the way in which it does.
    public struct Route: Sendable {
        /// The way in which messages of a type are carried.
        enum Kind: Sendable {
            case fleeting(DeliveryPolicy)
            case lasting

            var lane: Lane {
                switch self {
                case .fleeting: .fleeting
                case .lasting: .lasting
                }
            }
        }

        /// The kinds, without the data of a route. Each is a word of the subjects.
        enum Lane: String, Sendable {
            case fleeting, lasting
        }

        typealias Sending = @Sendable (Result<[UInt8], any Error>) -> Void

        let wireName: String
        let version: Int
        let kind: Kind
        /// Observes the messages that are posted on a hub, except those that have just arrived by a bridge, as bytes.
        let observe: @Sendable (NotificationHub, _ bridge: ObjectIdentifier, _ send: @escaping Sending) -> ObservationToken
        /// Decodes a message and posts it on a hub.
        let post: @Sendable ([UInt8], NotificationHub) throws -> Void

        /// Carries a type of message to the processes that are connected at the moment.
        ///
        /// - Parameters:
        ///   - type: The type of message.
        ///   - policy: What happens to messages that arrive faster than the handlers of this process run.
        public static func fleeting(_ type: (some CarriedMessage).Type, delivering policy: DeliveryPolicy = .buffered(1024)) -> Route {
            Route(type, .fleeting(policy))
        }

        /// Carries a type of message through a stream that the server stores.
        ///
        /// - Parameter type: The type of message.
        public static func lasting(_ type: (some CarriedMessage).Type) -> Route {
            Route(type, .lasting)
        }

        private init<Message: CarriedMessage>(_ type: Message.Type, _ kind: Kind) {
            precondition(
                Message.wireName.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(\.isSubjectWord),
                "HeedNATS: “\(Message.wireName)” can't be the wire name of \(type); use words of ASCII letters, digits, - and _"
            )
            wireName = Message.wireName
            version = Message.wireVersion
            self.kind = kind
            observe = { hub, bridge, send in
                hub.observe(type) { message in
                    guard !Arrivals.isArriving(type, on: hub, for: bridge) else { return }
                    send(Result { try Array(JSONEncoder().encode(message)) })
                }
            }
            post = { bytes, hub in
                let message = try SafeJSON.decode(type, from: bytes)
                Arrivals.during(type, on: hub) { hub.post(message) }
            }
        }
    }
}

extension Sequence<HubBridge.Route> {
    /// Returns the routes of a kind by their wire names, which differ.
    func byWireName(in lane: HubBridge.Route.Lane) -> [String: HubBridge.Route] {
        Dictionary(uniqueKeysWithValues: filter { $0.kind.lane == lane }.map { ($0.wireName, $0) })
    }
}
