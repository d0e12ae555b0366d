import Heed
import Testing

@Suite("Observing plain values")
struct ValueObservingTests {
    @Test("A handler receives each new value, and the current one on request", arguments: [\SharedNumber.value, \.doubled])
    func values(path: KeyPath<SharedNumber, Int> & Sendable) {
        let number = SharedNumber()
        let (told, toldAtOnce) = (Recorder<Int>(), Recorder<Int>())
        let tokens = [number.observe(path) { told.record($0) }, number.observe(path, initial: true) { toldAtOnce.record($0) }]
        number.value = 1
        number.value = 1
        for token in tokens { token.invalidate() }
        number.value = 2
        let value = path == \.value ? 1 : 2
        #expect(told.elements == [value, value])
        #expect(toldAtOnce.elements == [0, value, value])
    }

    @Test("A collection arrives as a whole, however it is changed")
    func collections() {
        let shelf = SharedShelf()
        let told = Recorder<[Int]>()
        let token = shelf.observe(\.numbers) { told.record($0) }
        shelf.mutableValue(for: \.numbers).append(1)
        shelf.numbers.append(2)
        shelf.numbers = []
        #expect(told.elements == [[1], [1, 2], []])
        token.invalidate()
    }

    @Test("An optional that becomes nil notifies")
    func optionals() {
        let holder = SharedHolder(SharedNumber())
        let told = Recorder<Int?>()
        let token = holder.observe(\.number?.value) { told.record($0) }
        holder.number = nil
        holder.number = SharedNumber()
        #expect(told.elements == [nil, 0])
        token.invalidate()
    }

    @Test("A handler receives both values, of stored and computed properties", arguments: [\SharedNumber.value, \.doubled])
    func oldAndNew(path: KeyPath<SharedNumber, Int> & Sendable) {
        let number = SharedNumber()
        let told = Recorder<[Int]>()
        let token = number.observe(path) { old, new in told.record([old, new]) }
        number.value = 1
        number.value = 3
        #expect(told.elements == (path == \.value ? [[0, 1], [1, 3]] : [[0, 2], [2, 6]]))
        token.invalidate()
    }

    @Test("A handler of both values receives the current one as both on request", arguments: [\SharedNumber.value, \.doubled])
    func initialOldAndNew(path: KeyPath<SharedNumber, Int> & Sendable) {
        let number = SharedNumber()
        number.value = 1
        let (told, toldOnTheActor) = (Recorder<[Int]>(), Recorder<[Int]>())
        let token = number.observe(path, initial: true) { old, new in told.record([old, new]) }
        let album = Album(title: "a")
        let titles = album.observe(\.title, initial: true) { old, new in toldOnTheActor.record([old.count, new.count]) }
        number.value = 3
        album.title = "abc"
        #expect(told.elements == (path == \.value ? [[1, 1], [1, 3]] : [[2, 2], [2, 6]]))
        #expect(toldOnTheActor.elements == [[1, 1], [1, 3]])
        token.invalidate()
        titles.invalidate()
    }

    @Test("Both values of a collection that is changed in place are whole")
    func oldAndNewCollections() {
        let shelf = SharedShelf()
        let told = Recorder<[[Int]]>()
        let token = shelf.observe(\.numbers) { old, new in told.record([old, new]) }
        shelf.mutableValue(for: \.numbers).append(1)
        shelf.numbers.append(2)
        #expect(told.elements == [[[], [1]], [[1], [1, 2]]])
        token.invalidate()
    }

    @Test("A main-actor object's handlers access the main actor's state")
    @MainActor func mainActor() {
        let counter = Counter()
        var told: [Bool] = []
        let token = counter.observe(\.isEven, initial: true) { told.append($0) }
        counter.count = 1
        #expect(told == [true, false])
        let both = counter.observe(\.isEven) { old, new in told += [old, new] }
        counter.count = 2
        #expect(told == [true, false, true, false, true])
        token.invalidate()
        both.invalidate()
    }
}
