import Heed
import Testing

@Suite("The examples of Key-Value Observing", .printing)
struct KeyValueObservingExamples {
    @KeyValueObservable
    final class Artist {
        var name = ""
    }

    @KeyValueObservable
    final class Album {
        var title = ""
        var artist: Artist?
        var tracks: [String] = []
        var heading: String { "\(title) · \(tracks.count)" }
        @NotObserved var scratch = 0
    }

    @KeyValueObservable
    final class Cart {
        var prices: [Int] = []
        @NotObserved private var cachedSum: Int?

        var total: Int {
            dependsOn(\.prices)
            if let cachedSum { return cachedSum }
            let sum = prices.reduce(0, +)
            cachedSum = sum
            return sum
        }

        func add(_ price: Int) {
            cachedSum = nil
            prices.append(price)
        }
    }

    @KeyValueObservable
    final class Player {
        @ManuallyNotified var position = 0

        func seek(to new: Int) {
            guard new != position else { return }
            willChangeValue(for: \.position)
            position = new
            didChangeValue(for: \.position)
        }
    }

    @Test("A property is observed, equal values or not")
    func basic() {
        let album = Album()
        let observation = album.observe(\.title) { title in print(title) }
        album.title = "Blue Train"  // prints Blue Train
        album.title = "Blue Train"  // prints Blue Train
        observation.invalidate()
        album.title = "Lush Life"  // prints nothing
        #expect(Page.lines == ["Blue Train", "Blue Train"])
    }

    @Test("Options determine what calls carry and when they come")
    func options() {
        let album = Album()
        let observation = album.observe(\.title, options: [.initial, .prior, .old, .new]) { _, change in
            print(change.isPrior ? "before" : "after", change.oldValue ?? "-", change.newValue ?? "-")
        }  // prints after - (the title is still empty)
        album.title = "Blue Train"  // prints before, then after
        #expect(Page.lines == ["after - ", "before  -", "after  Blue Train"])
        observation.invalidate()
    }

    @Test("Two observers of one property each receive what their own options request")
    func ownOptions() {
        let album = Album()
        func observe(_ options: KeyValueObservingOptions) -> ObservationToken {
            album.observe(\.title, options: options) { _, change in
                print(change.isPrior ? "before" : "after", change.oldValue ?? "-", change.newValue ?? "-")
            }
        }
        let all = [KeyValueObservingOptions.old, .new, [], .prior].map(observe)
        album.title = "Blue Train"
        #expect(Page.lines == ["before - -", "after  -", "after - Blue Train", "after - -", "after - -"])
        withExtendedLifetime(all) {}
    }

    @Test("A key path passes through other objects and through nil")
    func deep() {
        let album = Album()
        let observation = album.observe(\.artist?.name) { name in
            print(name ?? "nobody")
        }
        let coltrane = Artist()
        album.artist = coltrane  // prints an empty name
        coltrane.name = "John Coltrane"  // prints John Coltrane
        album.artist = nil  // prints nobody
        coltrane.name = "Trane"  // prints nothing: the path no longer contains him
        #expect(Page.lines == ["", "John Coltrane", "nobody"])
        observation.invalidate()
    }

    @Test("A computed property is observed like a stored one")
    func computed() {
        let album = Album()
        let observation = album.observe(\.heading) { print($0) }
        album.title = "Blue Train"  // prints Blue Train · 0
        album.tracks.append("Locomotion")  // prints Blue Train · 1
        #expect(Page.lines == ["Blue Train · 0", "Blue Train · 1"])
        observation.invalidate()
    }

    @Test("A source behind a cache is declared")
    func declared() {
        let cart = Cart()
        let observation = cart.observe(\.total) { print($0) }
        cart.add(3)
        cart.add(4)
        #expect(Page.lines == ["3", "7"])
        observation.invalidate()
    }

    @Test("Collections report what changed, and where")
    func collections() {
        let album = Album()
        album.tracks = ["So What", "Lazy Bird"]
        let observation = album.observe(\.tracks, options: [.old, .new]) { _, change in
            print(change.kind, change.indexes.ranges.map(\.lowerBound), change.newValue ?? [])
        }
        album.tracks.append("Locomotion")  // prints insertion [2] ["Locomotion"]
        album.tracks.remove(at: 0)  // prints removal [0] []
        album.mutableValue(for: \.tracks).append("In Walked Bud")  // prints insertion [2] ["In Walked Bud"]
        album.tracks = []  // prints setting [] []
        #expect(
            Page.lines == [
                #"insertion [2] ["Locomotion"]"#, "removal [0] []", #"insertion [2] ["In Walked Bud"]"#, "setting [] []",
            ]
        )
        observation.invalidate()
    }

    @Test("A property can notify only manually")
    func manual() {
        let player = Player()
        let observation = player.observe(\.position) { print($0) }
        player.seek(to: 5)
        player.seek(to: 5)
        #expect(Page.lines == ["5"])
        observation.invalidate()
    }

    @Test("Grouped changes notify once")
    func grouped() {
        let album = Album()
        let observation = album.observe(\.heading, options: [.old, .new]) { _, change in
            print(change.oldValue ?? "", "→", change.newValue ?? "")
        }
        withGroupedChanges {
            album.title = "Blue Train"
            album.tracks = ["Locomotion", "Lazy Bird"]
        }  // prints once, with the values from before and after the group
        #expect(Page.lines == [" · 0 → Blue Train · 2"])
        observation.invalidate()
    }

    @Test("Values arrive as an asynchronous sequence")
    func sequence() async {
        var album: Album? = Album()
        let titles = album!.values(of: \.title)
        album?.title = "Blue Train"
        album = nil  // the sequence ends with its object
        for await title in titles { print("'\(title)'") }  // prints '' and 'Blue Train'
        #expect(Page.lines == ["''", "'Blue Train'"])
    }
}
