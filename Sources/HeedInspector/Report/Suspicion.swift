extension InspectorReport {
    /// A use of Heed that is often a mistake, but may be intended.
    public struct Suspicion: Sendable, Hashable, CustomStringConvertible {
        /// The kinds of suspicions. More may be added; compare with those you know.
        public enum Kind: String, Sendable, CaseIterable {
            /// One line has registered several observers of the same source, which all still exist.
            case repeatedRegistration
            /// A message was posted in a hub where nobody has ever observed it.
            case unobservedMessage
            /// A message is observed in a hub where nobody has posted it since the recording started.
            case unpostedMessage
        }

        /// The kind of suspicion.
        public var kind: Kind
        /// The name of what is observed or posted.
        public var name: String
        /// The place of registration; for an unobserved message, that of the call that posted it first, whose file is a path.
        public var place: Place?
        /// The number of registrations, or of posted messages.
        public var count: Int
        /// The finding, its place, and what to do.
        public var description: String

        /// Creates a suspicion.
        public init(kind: Kind, name: String, place: Place?, count: Int, description: String) {
            self.kind = kind
            self.name = name
            self.place = place
            self.count = count
            self.description = description
        }
    }
}
