extension LibraryAPI {
    /// Returns the fields of the user's own, by name: those that the user has added, and those in which lists or other machines have values.
    ///
    /// - Complexity: O(n) in the albums of the library.
    @concurrent
    public func ownFields() async throws(PersistencyError) -> [OwnFieldUse] {
        try persistency.ownFields()
    }

    /// Adds a field to the library's copies, or gives one another kind. Values that aren't of that kind stay as they are.
    ///
    /// - Returns: The change, which can be undone; `nil` if nothing changes.
    @discardableResult
    public func setOwnField(_ field: OwnField) async throws -> LibraryChange? {
        try await history.perform { try $0.recordOwnField(field) }
    }

    /// Renames a field with its values.
    ///
    /// - Parameter new: The field in its place, which may have another kind. ``OwnField/problem(withName:among:)`` says whether there may be one.
    /// - Returns: The change, which can be undone.
    @discardableResult
    public func replaceOwnField(_ field: OwnField, by new: OwnField) async throws -> LibraryChange? {
        try await history.perform { try $0.recordOwnField(field, to: new) }
    }

    /// Removes a field with its values.
    ///
    /// - Returns: The change, which can be undone.
    @discardableResult
    public func removeOwnField(_ field: OwnField) async throws -> LibraryChange? {
        try await history.perform { try $0.recordOwnField(field, to: nil) }
    }
}
