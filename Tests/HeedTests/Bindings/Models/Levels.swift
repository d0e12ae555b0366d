import Heed

/// The levels of a mixer, none of which has to be a number.
@KeyValueObservable
final class Levels {
    struct Channel: Equatable {
        var isMuted = false
        var level = 0.0
    }

    var level = 0.0
    var peak: Float? = nil
    var history: [Double] = []
    var channel = Channel()
    /// A property that corrects the values it receives.
    var limited = 0.0 {
        didSet { if limited.isNaN { limited = 0 } }
    }
}
