/// Closures in an array, for one thread: what one writes where there is nothing else.
package final class ClosureArray {
    private var closures: [(Int) -> Void] = []

    package init() {}

    package func add(_ closure: @escaping (Int) -> Void) {
        closures.append(closure)
    }

    package func post(_ number: Int) {
        for closure in closures { closure(number) }
    }
}
