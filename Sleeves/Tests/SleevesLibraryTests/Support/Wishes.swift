@testable import SleevesLibrary
@testable import SleevesStore

extension PersistencyManager {
    /// Returns the albums with a copy that the user wishes to have.
    func wishes(
        search: String? = nil, filter: AlbumFilter = AlbumFilter(), order: AlbumOrder = AlbumOrder()
    ) throws -> [AlbumRecord] {
        try albums(search: search, filter: AlbumFilter(filter.facets.union([.wanted])), order: order)
    }
}
