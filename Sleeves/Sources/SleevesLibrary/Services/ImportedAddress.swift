internal import SleevesNetworking

/// The source of covers whose address the album's list or service has named.
struct ImportedAddress: CoverSource {
    static let services: [OnlineService] = []
    static let reportsAbsence = true

    let reach: NetworkReach

    init(_ access: ServiceAccess) {
        reach = access.services.reachOfAddresses
    }

    func requests(for album: SoughtAlbum) -> [CoverRequest] {
        album.address.map { [.picture($0)] } ?? []
    }
}
