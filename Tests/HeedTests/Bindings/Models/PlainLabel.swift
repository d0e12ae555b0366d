/// A label that shows a text, counts how often it was set, and is not observable.
final class PlainLabel {
    private(set) var writeCount = 0
    var text = "" {
        didSet { writeCount += 1 }
    }
}
