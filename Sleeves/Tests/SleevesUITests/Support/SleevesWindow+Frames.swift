import Testing

extension SleevesWindow {
    /// Expects that the albums which are in view before and after a change show their covers in each frame of it, as they did before.
    ///
    /// - Parameter albums: The albums of the library; `nil` if all have covers.
    func expectSteadyCovers(
        of albums: [ListedAlbum]? = nil, at place: SourceLocation = #_sourceLocation, while change: () async throws -> Void
    ) async throws {
        let withCover = albums.map { Set($0.filter(\.hasCover).map(\.heading)) }
        let shown = { (content: borrowing WindowContent) in
            Dictionary((content.cells + content.covers).map { ($0.name, $0.hasPicture) }) { first, _ in first }
        }
        let complete = { (content: borrowing WindowContent) -> [String: Bool]? in
            let names = shown(content)
            return !names.isEmpty && names.allSatisfy { $0.value || withCover?.contains($0.key) == false } ? names : nil
        }
        let before = try await still("all albums in view show their covers", at: place, complete)
        var after: [String: Bool] = [:]
        let frames = try await self.frames(shown) {
            try await change()
            after = try await still("all albums in view show their covers", at: place, complete)
        }
        let staying = before.filter(\.value).keys.filter { after[$0] != nil }
        #expect(!staying.isEmpty, sourceLocation: place)
        for name in staying {
            let lacking = frames.indices.filter { frames[$0][name] == false }
            #expect(lacking.isEmpty, "\(name) lacks its cover in the frames \(lacking) of \(frames.count)", sourceLocation: place)
        }
    }
}
