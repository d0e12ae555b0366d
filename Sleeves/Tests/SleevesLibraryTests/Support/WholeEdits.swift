@testable import SleevesLibrary
@testable import SleevesStore

extension PersistencyManager {
    /// Replaces the edits of an album, but not those of its copies, as a change that can be undone.
    func recordEdit(of id: AlbumID, _ edits: AlbumEdits) throws(PersistencyError) -> ChangeOutcome {
        try recordEdit(of: [id]) { edits.withCopies(of: $0) }
    }
}

extension LibraryAPI {
    /// Replaces the edits of an album, but not those of its copies.
    @discardableResult
    func edit(_ id: AlbumID, _ edits: AlbumEdits) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: id, edits) }
    }
}
