import Heed

/// A property with bindings to others, whose setters are the handlers.
final class BindingSource: PatternSource {
    private let number = SharedNumber()

    var observed: AnyObject { number }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let sink = NumberSink(number.value, handler)
        let token = number.bind(\.value, to: sink, \.value)
        return PatternToken {
            token.invalidate()
            sink.release()
        }
    }

    func change(to value: Int) {
        number.value = value
    }
}

/// A sink that calls a handler with each number it receives.
private final class NumberSink: Sendable {
    private let last: Box<Int>
    private let handler: Box<(@Sendable (Int) -> Void)?>

    init(_ value: Int, _ handler: @escaping @Sendable (Int) -> Void) {
        last = Box(value)
        self.handler = Box(handler)
    }

    var value: Int {
        get { last.value }
        set {
            last.exchange(newValue)
            handler.value?(newValue)
        }
    }

    /// The sink belongs to the token, not to the binding, so the handler is released here.
    func release() {
        handler.exchange(nil)
    }
}
