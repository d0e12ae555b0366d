import CPeers

/// All ways of posting, the lowest floor first.
enum Posters {
    static let heed: [@Sendable () -> any Poster] = [{ HeedHub() }, { HeedSubject() }]

    static let floors: [@Sendable () -> any Poster] = [
        { UnmanagedPoster() }, { ClosurePoster() }, { LockedClosurePoster() }, { SlotPoster() },
    ]

    static let peers: [@Sendable () -> any Poster] = [
        { ForeignPoster(sigc_signal_peer) },
        { ForeignPoster(qt_signal_peer) },
        { ForeignPoster(boost_signal_peer) },
        { ForeignPoster(gobject_signal_peer) },
        { OpenCombinePoster() },
        { MainActorMessagePoster() },
        { NamedNotificationPoster() },
        { AsyncMessagePoster() },
        { StreamPoster() },
    ]

    static let each = floors + heed + peers

    static func all() -> [any Poster] { each.map { $0() } }
}
