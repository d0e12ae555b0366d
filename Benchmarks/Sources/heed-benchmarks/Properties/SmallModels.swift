import Heed
import Observation
import OpenCombine

// Objects of which it is only measured how large they are.

final class PlainOne {
    var first = 0
}

final class PlainTwo {
    var first = 0
    var second = 0
}

@KeyValueObservable
final class HeedOne {
    var first = 0
}

@KeyValueObservable
final class HeedTwo {
    var first = 0
    var second = 0
}

@KeyValueObservable
final class HeedSharedOne: Sendable {
    var first: Int = 0
}

@KeyValueObservable
final class HeedSharedTwo: Sendable {
    var first: Int = 0
    var second: Int = 0
}

@Observable
final class ObservableOne {
    var first = 0
}

@Observable
final class ObservableTwo {
    var first = 0
    var second = 0
}

final class PublishedOne {
    @Published var first = 0
}

final class PublishedTwo {
    @Published var first = 0
    @Published var second = 0
}
