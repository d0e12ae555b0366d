#if os(Linux)

    /// An error that prevents inspecting another process, or being inspected by one.
    public struct InspectorConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The kinds of errors. More may be added; compare with those you know.
        public enum Kind: String, Sendable, CaseIterable {
            /// `XDG_RUNTIME_DIR` isn't set, and no path is given.
            case noRuntimeFolder
            /// The folder for the socket is a symbolic link, isn't a folder, or is open to other users.
            case unsafeFolder
            /// The socket can't be created.
            case cannotListen
            /// No process listens at the path.
            case notListening
            /// The other process belongs to another user.
            case otherUser
            /// The other process doesn't answer in time.
            case timeout
            /// The other process ended the connection.
            case ended
            /// The answer is too long, or isn't one.
            case invalidAnswer
            /// The other process answered that it can't answer.
            case refused
        }

        /// The kind of error.
        public let kind: Kind
        /// The path of the socket or the folder, if it is known.
        public let path: String?
        /// A description of the problem, its place, and a remedy.
        public let description: String

        init(_ kind: Kind, path: String? = nil, _ description: String) {
            self.kind = kind
            self.path = path
            self.description = description
        }
    }

#endif
