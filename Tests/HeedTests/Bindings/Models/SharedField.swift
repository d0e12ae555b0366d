import Heed

/// A field that several threads use.
@KeyValueObservable
final class SharedField: Sendable {
    var number = 0
    var text = ""
}
