public import SleevesNetworking

/// The services that provide covers that are neither in the library nor among the user's files.
public struct CoverServices: Sendable {
    let archive: ServiceAddress?
    let musicBrainz: ServiceAddress?
    /// The reach of addresses in imported data.
    let reachOfAddresses: NetworkReach

    /// No services: only the albums' own addresses are fetched.
    public static let none = CoverServices(archive: nil, musicBrainz: nil, reachOfAddresses: .publicNetwork)
}

extension CoverServices {
    /// Creates the services with the user's settings.
    ///
    /// - Parameters:
    ///   - archive: The address of the Cover Art Archive, `none` to skip it, or `nil` for its default address.
    ///   - musicBrainz: The address of MusicBrainz, `none` to skip it, or `nil` for its default address.
    ///   - allowsLocalNetwork: Whether addresses in imported data may lead to this computer and the local network.
    /// - Throws: An ``HTTPClientError`` if a text isn't an address.
    public init(archive: String? = nil, musicBrainz: String? = nil, allowsLocalNetwork: Bool = false) throws(HTTPClientError) {
        self.init(
            archive: try ServiceAddress("https://coverartarchive.org", chosen: archive),
            musicBrainz: try ServiceAddress("https://musicbrainz.org", chosen: musicBrainz),
            reachOfAddresses: allowsLocalNetwork ? .anywhere : .publicNetwork
        )
    }
}
