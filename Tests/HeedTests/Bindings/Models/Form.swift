import Heed

/// The fields of a form.
@KeyValueObservable
final class Form {
    var text: String
    var number: Int
    var selection: Witness?
    var action: () -> Int = { 0 }
    /// A property that corrects the values it receives.
    var percent: Int = 0 {
        didSet { percent = min(max(percent, 0), 100) }
    }

    init(text: String = "", number: Int = 0) {
        self.text = text
        self.number = number
    }
}
