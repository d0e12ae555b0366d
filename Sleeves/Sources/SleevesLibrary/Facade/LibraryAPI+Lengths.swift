/// Lengths of tracks whose files don't give them.
extension LibraryAPI {
    /// Keeps the length of a file of which none is known, as it was measured by playing it. Lists and pages show it from now on, until the file
    /// changes.
    @concurrent
    public func note(_ length: Duration, ofFile path: String) async throws(PersistencyError) {
        if try persistency.note(seconds: Int(length.components.seconds), ofFile: path) { announceChange() }
    }
}
