/// A subject from scratch: a list of closures. It shows what a subject is, and what is easily forgotten.
final class HandmadeSubject<Value> {
    private var observers: [(key: Int, update: (Value) -> Void)] = []
    private var lastKey = 0

    /// Adds an observer, and returns the key to remove it with.
    func attach(_ update: @escaping (Value) -> Void) -> Int {
        lastKey += 1
        observers.append((lastKey, update))
        return lastKey
    }

    func detach(_ key: Int) {
        observers.removeAll { $0.key == key }
    }

    func notify(_ value: Value) {
        // The loop walks a copy of the list: it also calls the observers that an earlier one has just removed.
        for observer in observers { observer.update(value) }
    }
}
