import Heed

/// A subclass with its own properties, and with one that it overrides.
@KeyValueObservable
final class BoxSet: Album {
    var discs = 1
    var label: String { "\(title) on \(discs)" }
    @NotObserved var titleSets = 0

    override var title: String {
        didSet { titleSets += 1 }
    }
}
