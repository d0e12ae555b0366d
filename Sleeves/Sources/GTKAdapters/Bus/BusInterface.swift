/// An interface that this program offers on the bus: its description, and what its methods and properties do.
public struct BusInterface {
    /// The implementation of a method.
    public enum Method {
        /// A method that answers at once.
        case immediate(@MainActor ([BusValue]) throws(BusError) -> [BusValue])
        /// A method that answers when its task ends.
        case deferred(@MainActor ([BusValue]) async throws(BusError) -> [BusValue])
    }

    /// The access to a property.
    public struct Property {
        /// Returns the value, of the type that the description says.
        public let get: @MainActor () -> BusValue
        /// Takes a new value, of the type that the description says; `nil` for a property that only this program changes.
        public let set: (@MainActor (BusValue) -> Void)?

        /// Creates a property.
        public init(_ get: @escaping @MainActor () -> BusValue, set: (@MainActor (BusValue) -> Void)? = nil) {
            (self.get, self.set) = (get, set)
        }
    }

    /// The interface's name.
    public let name: String
    /// The description in D-Bus's language of introspection: an element `<interface>`.
    public let description: String
    /// The methods by their names.
    public let methods: [String: Method]
    /// The properties by their names.
    public let properties: [String: Property]

    /// Creates an interface.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - description: The element `<interface>` that describes it. GIO refuses calls with arguments of other types.
    ///   - methods: The methods of the description.
    ///   - properties: The properties of the description.
    public init(_ name: String, description: String, methods: [String: Method] = [:], properties: [String: Property] = [:]) {
        (self.name, self.description, self.methods, self.properties) = (name, description, methods, properties)
    }
}
