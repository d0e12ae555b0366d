/// An item's view in the tests.
@MainActor
final class Card {
    /// The item that it was last configured for.
    var index: Int

    init(index: Int) {
        self.index = index
    }
}
