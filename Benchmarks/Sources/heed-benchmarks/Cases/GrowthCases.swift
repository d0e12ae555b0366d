import CPeers

/// The growth of costs with the number of observers.
enum GrowthCases {
    static let all = deliveries + registrations + removals

    private static let deliveries = [10, 100, 1_000, 10_000, 100_000].map { count in
        Case(name: "growth-delivery-\(count)", title: "a delivery to one of \(count) observers") {
            PostingCases.contenders(count, posters([{ ForeignPoster(boost_signal_peer) }, { OpenCombinePoster() }]))
                + [HeedProperty(), HeedSharedProperty()].map { (property: any NumberProperty) in
                    property.add(count)
                    return Contender(property.name, property.role, perTime: count) { property.set($0) }
                }
        }
    }

    private static let registrations = [0, 1_000, 10_000, 100_000, 1_000_000].map { count in
        Case(name: "growth-add-remove-\(count)", title: "add and remove an observer, among \(count)") {
            RegistrationCases.contenders(among: count, posters([]), [HeedProperty()])
        }
    }

    private static let removals = [1_000, 100_000].map { count in
        Case(name: "growth-removal-\(count)", title: "remove an observer in the middle of a delivery to \(count)") {
            let removals: [any RemovalAmid] = [
                HubRemoval(among: count), PropertyRemoval(among: count), ForeignRemoval(sigc_signal_peer, among: count),
                ForeignRemoval(qt_signal_peer, among: count), ForeignRemoval(boost_signal_peer, among: count),
                ForeignRemoval(gobject_signal_peer, among: count), OpenCombineRemoval(among: count),
            ]
            return removals.map { removal in
                Contender(removal.name, removal.role, .time(perTime: 1, most: 1) { _ in removal.post() })
            }
        }
    }

    /// Heed, the floors, and those peers that keep up.
    private static func posters(_ more: [@Sendable () -> any Poster]) -> [any Poster] {
        let floors: [@Sendable () -> any Poster] = [{ UnmanagedPoster() }, { SlotPoster() }]
        let peers: [@Sendable () -> any Poster] = [{ ForeignPoster(sigc_signal_peer) }, { ForeignPoster(qt_signal_peer) }]
        return (floors + Posters.heed + peers + more).map { $0() }
    }
}
