import Heed
import Testing

@Suite("Changes as an asynchronous sequence")
struct ChangesSequenceTests {
    private let number = SharedNumber()

    @Test("Every change after the call arrives in order")
    func order() async {
        let changes = number.changes(of: \.value, options: [.initial, .old, .new])
        for value in 1...3 { number.value = value }
        var told: [[Int?]] = []
        for await change in changes {
            told.append([change.oldValue, change.newValue])
            if told.count == 4 { break }
        }
        #expect(told == [[nil, 0], [0, 1], [1, 2], [2, 3]])
        #expect(changes.droppedCount == 0)
    }

    @Test("The sequence ends when the object is deallocated, after the buffered changes", arguments: [\SharedNumber.value, \.doubled])
    func end(path: KeyPath<SharedNumber, Int> & Sendable) async {
        var mortal: SharedNumber? = SharedNumber()
        weak let observed = mortal
        let changes = mortal!.changes(of: path)
        mortal!.value = 1
        mortal!.value = 2
        mortal = nil
        #expect(observed == nil)
        var told: [Int] = []
        for await change in changes { told.append(change.newValue!) }
        #expect(told == (path == \.value ? [1, 2] : [2, 4]))
    }

    @Test("Deallocating the object also ends a waiting loop")
    func endWhileWaiting() async {
        let owner = Box<SharedNumber?>(SharedNumber())
        let changes = owner.value!.changes(of: \.value)
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let loop = Task {
            var told: [Int] = []
            for await change in changes {
                told.append(change.newValue!)
                hasBegun.yield()
            }
            return told
        }
        owner.value!.value = 1
        for await _ in begun { break }
        owner.exchange(nil)
        #expect(await loop.value == [1])
    }

    @Test("A full buffer drops the oldest or the newest, as specified, and counts the drops")
    func buffers() async {
        let newest = number.changes(of: \.value, buffering: .buffered(2))
        let oldest = number.changes(of: \.value, buffering: .buffered(2, .dropNewest))
        let all = number.changes(of: \.value)
        for value in 1...5 { number.value = value }
        func taken(_ count: Int, of changes: some ObservedSequence<KeyValueChange<Int>>) async -> [Int] {
            var taken: [Int] = []
            for await change in changes {
                taken.append(change.newValue!)
                if taken.count == count { break }
            }
            return taken
        }
        #expect(await taken(2, of: newest) == [4, 5])
        #expect(await taken(2, of: oldest) == [1, 2])
        #expect(await taken(5, of: all) == [1, 2, 3, 4, 5])
        #expect([newest.droppedCount, oldest.droppedCount, all.droppedCount] == [3, 3, 0])
    }

    @Test("A buffer that may drop receives whole collections; one that keeps everything receives elements")
    func collections() async {
        let shelf = SharedShelf()
        let newest = shelf.changes(of: \.numbers, buffering: .buffered(1))
        let all = shelf.changes(of: \.numbers)
        shelf.mutableValue(for: \.numbers).append(1)
        shelf.mutableValue(for: \.numbers).append(2)
        for await change in newest {
            #expect(change.kind == .setting && change.newValue == [1, 2])
            break
        }
        var elements: [Int] = []
        for await change in all {
            #expect(change.kind == .insertion)
            elements += change.newValue!
            if elements.count == 2 { break }
        }
        #expect(elements == [1, 2])
    }

    @Test("With .latest, the old value is the one that the loop last received")
    func latest() async throws {
        let changes = number.changes(of: \.value, options: [.old, .new], buffering: .latest)
        var iterator = changes.makeAsyncIterator()
        var told: [[Int?]] = []
        for last in [3, 5] {
            for value in (last - 1)...last { number.value = value }
            let change = await iterator.next()
            told.append([change?.oldValue, change?.newValue])
        }
        #expect(told == [[0, 3], [3, 5]])
        #expect(changes.droppedCount == 2)
    }

    @Test("Values begin with the current one, and arrive after each change", arguments: [\SharedNumber.value, \.doubled])
    func values(path: KeyPath<SharedNumber, Int> & Sendable) async {
        var mortal: SharedNumber? = SharedNumber()
        let values = mortal!.values(of: path)
        mortal!.value = 1
        mortal!.value = 2
        mortal = nil
        var told: [Int] = []
        for await value in values { told.append(value) }
        #expect(told == (path == \.value ? [0, 1, 2] : [0, 2, 4]))
    }

    @Test("Values of a collection are whole, however it is changed, and those of an optional can be nil")
    func wholeValues() async {
        var (shelf, holder): (SharedShelf?, SharedHolder?) = (SharedShelf(), SharedHolder(nil))
        let (numbers, contents) = (shelf!.values(of: \.numbers), holder!.values(of: \.number?.value))
        shelf!.mutableValue(for: \.numbers).append(1)
        shelf!.numbers.append(2)
        holder!.number = SharedNumber()
        holder!.number = nil
        (shelf, holder) = (nil, nil)
        var told: ([[Int]], [Int?]) = ([], [])
        for await value in numbers { told.0.append(value) }
        for await value in contents { told.1.append(value) }
        #expect(told.0 == [[], [1], [1, 2]])
        #expect(told.1 == [nil, 0, nil])
    }

    @Test("Values of a main-actor object are read on the main actor")
    @MainActor func mainActorValues() async {
        let counter = Counter()
        let values = counter.values(of: \.isEven, buffering: .latest)
        counter.count = 1
        counter.count = 3
        for await isEven in values {
            #expect(!isEven)
            break
        }
    }

    @Test("Cancelling the task ends the loop and removes the observer")
    func cancellation() async {
        let node = Box<SharedHolder?>(SharedHolder(nil))
        let changes = node.value!.changes(of: \.number?.value)
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let loop = Task {
            for await _ in changes { hasBegun.yield() }
            return Task.isCancelled
        }
        node.value!.number = SharedNumber()
        for await _ in begun { break }
        loop.cancel()
        #expect(await loop.value)
        let dropped = changes.droppedCount
        node.value!.number = nil
        #expect(changes.droppedCount == dropped)
    }

    @Test("Releasing the sequence removes the observer, and the sequence doesn't keep the object alive")
    func release() {
        var holder: SharedHolder? = SharedHolder(nil)
        weak let observed = holder
        var changes: (any ObservedSequence<KeyValueChange<SharedNumber?>>)? = holder!.changes(of: \.number)
        let kept = SharedNumber()
        weak var contained: SharedNumber?
        do {
            let number = SharedNumber()
            contained = number
            holder!.number = number
            holder!.number = kept
        }
        #expect(contained != nil, "a buffered change carries it")
        withExtendedLifetime(changes) {}
        changes = nil
        #expect(contained == nil)
        holder = nil
        #expect(observed == nil)
    }

    @Test("A main-actor class is observed on the main actor")
    @MainActor func mainActor() async {
        let counter = Counter()
        let changes = counter.changes(of: \.isEven)
        counter.count = 1
        counter.count = 2
        var told: [Bool] = []
        for await change in changes {
            told.append(change.newValue!)
            if told.count == 2 { break }
        }
        #expect(told == [false, true])
    }

    @Test("By default, a change carries the old and the new value, as that of a source does")
    func defaultOptions() async {
        let changes = number.changes(of: \.value)
        number.value = 5
        for await change in changes {
            #expect((change.oldValue, change.newValue) == (0, 5))
            break
        }
    }

    @Test("1,000 changes of four threads arrive, each once")
    func threads() async {
        let changes = number.changes(of: \.value)
        let areDone = OtherThread.concurrently(4) { [number] thread in
            for step in 0..<250 { number.value = thread * 250 + step }
        }
        #expect(areDone)
        var told: [Int] = []
        for await change in changes {
            told.append(change.newValue!)
            if told.count == 1_000 { break }
        }
        #expect(told.sorted() == Array(0..<1_000))
    }

    @Test("Several loops share the changes: each goes to one of them")
    func sharing() async {
        var mortal: SharedNumber? = SharedNumber()
        let changes = mortal!.changes(of: \.value)
        for value in 1...100 { mortal!.value = value }
        mortal = nil
        let told = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var told: [Int] = []
                    for await change in changes { told.append(change.newValue!) }
                    return told
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(told.sorted() == Array(1...100))
    }
}
