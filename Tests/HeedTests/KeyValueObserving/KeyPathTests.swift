import Heed
import Testing

@Suite("Key paths through other objects")
struct KeyPathTests {
    @Test("A detached child no longer fires, and the new one does")
    func detachedChild() {
        let album = Album()
        let first = Artist("first")
        let second = Artist("second")
        album.artist = first
        let names = Recorder<String?>()
        let token = album.observe(\.artist?.name) { value in names.record(value) }
        album.artist = second
        first.name = "unheard"
        second.name = "heard"
        album.artist = nil
        second.name = "unheard"
        album.artist = first
        first.name = "heard again"
        #expect(names.elements == ["second", "heard", nil, "unheard", "heard again"])
        withExtendedLifetime(token) {}
    }

    @Test("Assigning the same child again fires, with equal values, and the child still fires once")
    func sameChildAgain() {
        let album = Album()
        let artist = Artist("same")
        album.artist = artist
        let changes = Recorder<[String?]>()
        let token = album.observe(\.artist?.name, options: [.old, .new]) { _, change in
            changes.record([change.oldValue!, change.newValue!])
        }
        album.artist = artist
        artist.name = "other"
        #expect(changes.elements == [["same", "same"], ["same", "other"]])
        withExtendedLifetime(token) {}
    }

    @Test("Deallocating a child while its parent is observed is harmless")
    func childDies() {
        let album = Album()
        album.artist = Artist("mortal")
        weak let artist = album.artist
        let names = Recorder<String?>()
        let token = album.observe(\.artist?.city.name) { value in names.record(value) }
        album.artist = nil
        #expect(artist == nil)
        album.artist = Artist("next", city: City("Chur"))
        #expect(names.elements == [nil, "Chur"])
        withExtendedLifetime(token) {}
    }

    @Test("Only the token and the parent keep anything: the child can outlive both")
    func childOutlivesParent() {
        var album: Album? = Album()
        weak let observed = album
        let artist = Artist("survivor")
        album!.artist = artist
        let calls = Box(0)
        let token = album!.observe(\.artist?.name, options: []) { _, _ in calls.increment() }
        album = nil
        #expect(observed == nil)
        artist.name = "alone"
        #expect(calls.value == 0)
        withExtendedLifetime(token) {}
    }

    @Test("A chain of objects can be cut and joined at any link")
    func longChain() {
        let end = Node(3)
        let middle = Node(2, next: end)
        let root = Node(1, next: middle)
        let values = Recorder<Int?>()
        let token = root.observe(\.next?.next?.value) { value in values.record(value) }
        end.value = 30
        middle.next = Node(4)
        end.value = 31
        root.next = Node(5, next: end)
        middle.next = nil
        end.value = 32
        root.next = nil
        #expect(values.elements == [30, 4, 31, 32, nil])
        withExtendedLifetime(token) {}
    }

    @Test("A cycle of objects that a key path passes through twice fires once for each change")
    func cycle() {
        let root = Node(1)
        root.next = root
        let values = Recorder<Int?>()
        let token = root.observe(\.next?.next?.value) { value in values.record(value) }
        root.value = 2
        root.next = nil
        root.value = 3
        #expect(values.elements == [2, nil])
        withExtendedLifetime(token) {}
    }

    @Test("A part of a stored value is observed as its own key path")
    func partOfValue() {
        let album = Album()
        let changes = Recorder<[Int]>()
        let token = album.observe(\.pair.number, options: [.old, .new]) { _, change in
            changes.record([change.oldValue!, change.newValue!])
        }
        album.pair.number = 2
        album.pair = (3, "three")
        album.pair.name = "same number"
        #expect(changes.elements == [[1, 2], [2, 3], [3, 3]])
        withExtendedLifetime(token) {}
    }

    @Test("Writing through a key path is a change like any other")
    func writingThroughKeyPath() {
        let album = Album()
        let titles = Recorder<String>()
        let token = album.observe(\.title) { value in titles.record(value) }
        let path: ReferenceWritableKeyPath<Album, String> = \.title
        album[keyPath: path] = "written"
        album[keyPath: path] += "!"
        #expect(titles.elements == ["written", "written!"])
        withExtendedLifetime(token) {}
    }

    @Test("A change in place that throws still notifies, with the stored value")
    func throwingInPlace() {
        struct Failure: Error {}
        func fail(_ tracks: inout [String]) throws {
            tracks.append("half done")
            throw Failure()
        }
        let album = Album()
        let tracks = Recorder<[String]>()
        let token = album.observe(\.tracks) { value in tracks.record(value) }
        #expect(throws: Failure.self) { try fail(&album.tracks) }
        #expect(tracks.elements == [["half done"]])
        withExtendedLifetime(token) {}
    }
}
