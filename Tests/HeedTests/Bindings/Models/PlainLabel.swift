/// Something that shows a text, counts how often it was given one, and is not observable.
final class PlainLabel {
    private(set) var writeCount = 0
    var text = "" {
        didSet { writeCount += 1 }
    }
}
