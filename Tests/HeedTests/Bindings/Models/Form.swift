import Heed

/// The fields of a form.
@KeyValueObservable
final class Form {
    var text: String
    var number: Int
    var selection: Witness?
    var action: () -> Int = { 0 }
    /// Corrects what it is given.
    var percent: Int = 0 {
        didSet { percent = min(max(percent, 0), 100) }
    }

    init(text: String = "", number: Int = 0) {
        self.text = text
        self.number = number
    }
}
