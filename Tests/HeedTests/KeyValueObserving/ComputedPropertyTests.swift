import Heed
import Testing

@Suite("Computed properties")
struct ComputedPropertyTests {
    @Test("A computed property fires once for each change of each source, through helper methods and other objects")
    func sources() {
        let album = Album(title: "t")
        let artist = Artist("a")
        let signatures = Recorder<String>()
        let token = album.observe(\.signature) { value in signatures.record(value) }
        album.title = "T"
        album.tracks.append("x")
        album.artist = artist
        artist.name = "A"
        artist.city = City("nobody asks")
        album.rating = 3
        album.scratch = 4
        #expect(
            signatures.elements == ["T · 0 by nobody", "T · 1 by nobody", "T · 1 by a", "T · 1 by A"]
        )
        withExtendedLifetime(token) {}
    }

    @Test("Two properties that depend on one source both notify")
    func twoDependants() {
        let album = Album()
        let told = Recorder<String>()
        let heading = album.observe(\.heading) { value in told.record(value) }
        let shout = album.observe(\.shout) { value in told.record(value) }
        album.title = "low"
        #expect(told.elements == ["low · 0", "LOW"])
        withExtendedLifetime((heading, shout)) {}
    }

    @Test("A source that is read in two ways fires once")
    func diamond() {
        let sums = Sums()
        let changes = Recorder<[Int]>()
        let token = sums.observe(\.diamond, options: [.old, .new]) { _, change in
            changes.record([change.oldValue!, change.newValue!])
        }
        sums.a = 1
        sums.a = 2
        sums.b = 9
        #expect(changes.elements == [[0, 5], [5, 10]])
        withExtendedLifetime(token) {}
    }

    @Test("Setting a computed property fires through what it sets")
    func settable() {
        let album = Album()
        let told = Recorder<[String]>()
        let token = album.observe(\.shout) { old, new in told.record([old, new]) }
        album.shout = "HEY"
        album.shout += "!"
        #expect(told.elements == [["", "HEY"], ["HEY", "HEY!"]])
        withExtendedLifetime(token) {}
    }

    @Test("Observers of a property and of its dependents are called in registration order")
    func commonOrder() {
        let album = Album()
        let told = Recorder<Int>()
        let tokens = [
            album.observe(\.heading, options: []) { _, _ in told.record(0) },
            album.observe(\.title, options: []) { _, _ in told.record(1) },
            album.observe(\.signature, options: []) { _, _ in told.record(2) },
            album.observe(\.title, options: []) { _, _ in told.record(3) },
        ]
        album.title = "x"
        album.artist = Artist("new source, same place in the order")
        album.title = "y"
        #expect(told.elements == [0, 1, 2, 3, 2, 0, 1, 2, 3])
        withExtendedLifetime(tokens) {}
    }

    @Test("An observer that joins a new source keeps its rank before those already registered there")
    func placeInNewSource() {
        let album = Album()
        let artist = Artist("a")
        let told = Recorder<String>()
        let early = album.observe(\.artist?.name, options: []) { _, _ in told.record("early") }
        let late = artist.observe(\.name, options: []) { _, _ in told.record("late") }
        album.artist = artist
        artist.name = "b"
        #expect(told.elements == ["early", "early", "late"])
        withExtendedLifetime((early, late)) {}
    }

    @Test("Properties that handlers read while a path is read don't become its sources")
    func handlersDuringReading() {
        let cache = Cache()
        let stranger = Artist("unread")
        let calls = Box(0)
        let first = cache.observe(\.fills, options: []) { cache, change in
            _ = stranger.name
            if cache.fills == 0 { _ = cache.value }
        }
        let second = cache.observe(\.fills, options: []) { _, _ in _ = stranger.name }
        let value = cache.observe(\.value, options: []) { _, _ in calls.increment() }
        cache.fills = 0
        let told = calls.value
        stranger.name = "unheard"
        #expect(calls.value == told)
        withExtendedLifetime((first, second, value)) {}
    }

    @Test("A value computed from nothing observable never fires")
    func noSources() {
        let album = Album()
        let calls = Box(0)
        let constant = album.observe(\.id, options: [.initial]) { _, _ in calls.increment() }
        let notObserved = album.observe(\.scratch, options: []) { _, _ in calls.increment() }
        album.scratch = 1
        album.title = "x"
        #expect(calls.value == 1)
        withExtendedLifetime((constant, notObserved)) {}
    }
}
