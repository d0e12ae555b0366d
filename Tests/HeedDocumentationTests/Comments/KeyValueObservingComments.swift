import Heed
import Testing

@Suite("The examples in the comments of KeyValueObserving", .printing, .timeLimit(.minutes(10)))
struct KeyValueObservingComments {
    @KeyValueObservable
    final class Album {
        var title = ""
        var tracks: [String] = []
        var heading: String { "\(title) · \(tracks.count)" }
    }

    private let album = Album()

    @Test("A handler receives each new value")
    func value() {
        let observation = album.observe(\.title) { title in print(title) }
        album.title = "Blue Train"
        #expect(Page.lines == ["Blue Train"])
        observation.invalidate()
    }

    @Test("A handler receives the old and the new value")
    func oldAndNew() {
        let album = Album()
        let observation = album.observe(\.title) { old, new in print(old, "→", new) }
        album.title = "Monk"
        #expect(Page.lines.count == 1)
        observation.invalidate()
    }

    @KeyValueObservable
    final class Player {
        var position = 0
    }

    private let player = Player()

    @Test("A handler receives each new value of an expression")
    func expression() {
        let observation = observe {
            "\(album.title) · \(player.position)"
        } onChange: { text in
            print(text)
        }
        album.title = "Monk"
        player.position = 3
        #expect(Page.lines == ["Monk · 0", "Monk · 3"])
        observation.invalidate()
    }

    @Test("A handler receives the old and the new value of an expression")
    func expressionBothValues() {
        let observation = observe {
            album.tracks.count + player.position
        } onChange: { old, new in
            print(old, "→", new)
        }
        album.tracks = ["So What"]
        player.position = 3
        #expect(Page.lines == ["0 → 1", "1 → 4"])
        observation.invalidate()
    }

    @KeyValueObservable
    final class Tally: Sendable {
        var count = 0
    }

    @Test("A handler receives the values of an expression over shared objects where they change")
    func sharedExpression() {
        let (first, second) = (Tally(), Tally())
        let observation = observe(on: .immediate) {
            first.count + second.count
        } onChange: { sum in
            print(sum)
        }
        first.count = 2
        second.count = 3
        #expect(Page.lines == ["2", "5"])
        observation.invalidate()
    }

    @Test("A handler runs when an object ends")
    func onDeinit() {
        var last: Album? = Album()
        func tell(of album: Album) -> ObservationToken {
            let observation = album.onDeinit { print("the album is gone") }
            return observation
        }
        let observation = tell(of: last!)
        last = nil
        #expect(Page.lines == ["the album is gone"])
        observation.invalidate()
    }

    @Test("A receptionist delivers the values of an expression")
    func expressionSource() {
        let texts = ObservationSource.values { "\(album.title) · \(player.position)" }
        let receptionist = Receptionist(for: texts, delivering: .latest) { text in print(text) }
        player.position = 3
        #expect(Page.lines == [" · 0", " · 3"])
        receptionist.invalidate()
    }

    @Test("A property is observed, equal values or not")
    func equalValues() {
        let observation = album.observe(\.title) { title in print(title) }
        album.title = "Blue Train"
        album.title = "Blue Train"
        observation.invalidate()
        album.title = "Lush Life"
        #expect(Page.lines == ["Blue Train", "Blue Train"])
    }

    @Test("Two observers of one property each receive what their own options request")
    func ownOptions() {
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

    @Test("A title is observed")
    func observing() {
        let observation = album.observe(\.title, options: [.old, .new]) { album, change in
            print(change.oldValue ?? "", "→", change.newValue ?? "")
        }
        album.title = "Blue Train"
        album.title = "Lush Life"
        #expect(Page.lines == [" → Blue Train", "Blue Train → Lush Life"])
        observation.invalidate()
    }

    @Test("An inserted track is reported with its index")
    func collection() {
        album.tracks = ["So What", "Blue in Green"]
        let observation = album.observe(\.tracks, options: [.new]) { _, change in
            print(change.kind, change.indexes.ranges.map(\.lowerBound), change.newValue ?? [])
        }
        album.mutableValue(for: \.tracks).insert("Freddie Freeloader", at: 1)
        #expect(Page.lines == [#"insertion [1] ["Freddie Freeloader"]"#])
        observation.invalidate()
    }

    @Test("A group notifies once")
    func group() {
        let tracks = ["So What"]
        let observation = album.observe(\.heading) { print($0) }
        withGroupedChanges {
            album.title = "Kind of Blue"
            album.tracks = tracks
        }  // observers of album.heading, which depends on both, are called once
        #expect(Page.lines == ["Kind of Blue · 1"])
        observation.invalidate()
    }

    @MainActor
    final class Shop {
        var album: Album! = Album()

        func listenToTitles() async {
            for await title in album.values(of: \.title) {
                print(title)
            }
        }

        func listenToTracks() async {
            for await change in album.changes(of: \.tracks) {
                print(change.kind)
            }
        }
    }

    @Test("A loop receives the values until the object is deallocated")
    @MainActor
    func values() async {
        let shop = Shop()
        // Runs when the loop waits.
        Task {
            shop.album.title = "Blue Train"
            shop.album.title = "Lush Life"
            shop.album = nil
        }
        await shop.listenToTitles()
        #expect(Page.lines == ["", "Blue Train", "Lush Life"])
    }

    @Test("A loop receives the changes until the object is deallocated")
    @MainActor
    func changes() async {
        let shop = Shop()
        Task {
            shop.album.tracks.append("Locomotion")
            shop.album = nil
        }
        await shop.listenToTracks()
        #expect(Page.lines == ["insertion"])
    }

    @Test("A change of a value that is not stored is announced manually")
    func byHand() {
        let cart = ByHand.Cart()
        let observation = cart.observe(\.total, options: [.old, .new]) { _, change in print(change.oldValue ?? 0, "→", change.newValue ?? 0)
        }
        cart.willChangeValue(for: \.total)
        cart.recompute()
        cart.didChangeValue(for: \.total)
        #expect(Page.lines == ["0 → 9"])
        observation.invalidate()
    }

    @Test("The macro makes stored and computed properties observable")
    func macro() {
        let album = Macro.Album()
        let observation = album.observe(\.heading) { print($0) }
        album.title = "Blue Train"
        album.scratch = 1
        #expect(Page.lines == ["BLUE TRAIN"])
        observation.invalidate()
    }

    @Test("A manually notified property reports only announced changes")
    func manual() {
        let player = Manual.Player()
        let observation = player.observe(\.position) { print($0) }
        player.move(to: 2)
        player.move(to: 2)
        player.position = 3
        #expect(Page.lines == ["2.0"])
        observation.invalidate()
    }

    @Test("A source behind a cache is declared in the class")
    func declaredInClass() {
        let cart = InClass.Cart()
        let observation = cart.observe(\.total, options: [.old, .new]) { _, change in print(change.oldValue ?? 0, "→", change.newValue ?? 0)
        }
        cart.items.append(InClass.Item(price: 8))
        cart.discount = 0.5
        cart.items.append(InClass.Item(price: 2))
        #expect(Page.lines == ["0.0 → 8.0", "8.0 → 4.0", "4.0 → 5.0"])
        observation.invalidate()
    }

    @Test("A source behind a cache is declared in the getter")
    func declaredInGetter() {
        let cart = InGetter.Cart()
        let observation = cart.observe(\.total) { print($0) }
        cart.items.append(3)
        cart.items.append(4)
        #expect(Page.lines == ["3.0", "7.0"])
        observation.invalidate()
    }
}

extension KeyValueObservingComments {
    enum ByHand {
        @KeyValueObservable
        final class Cart {
            private let prices = [4, 5]
            @ManuallyNotified private(set) var sum = 0
            var total: Int { sum }

            func recompute() { sum = prices.reduce(0, +) }
        }
    }

    enum Macro {
        @KeyValueObservable
        final class Album {
            var title = ""
            var heading: String { title.uppercased() }
            @NotObserved var scratch = 0
        }
    }

    enum Manual {
        @KeyValueObservable
        final class Player {
            @ManuallyNotified var position = 0.0

            func move(to new: Double) {
                guard new != position else { return }
                willChangeValue(for: \.position)
                position = new
                didChangeValue(for: \.position)
            }
        }
    }

    enum InClass {
        struct Item {
            let price: Double
        }

        @KeyValueObservable
        final class Cart {
            var items: [Item] = [] {
                didSet { cachedSum = nil }
            }
            var discount = 0.0
            @NotObserved private var cachedSum: Double?

            var total: Double {
                let sum = cachedSum ?? items.reduce(0) { $0 + $1.price }
                cachedSum = sum
                return sum * (1 - discount)
            }

            static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] {
                keyPath == \Cart.total ? [\Cart.items] : []
            }
        }
    }

    enum InGetter {
        @KeyValueObservable
        final class Cart {
            var items: [Double] = [] {
                didSet { cachedTotal = items.reduce(0, +) }
            }
            @NotObserved private var cachedTotal = 0.0

            var total: Double {
                dependsOn(\.items)
                return cachedTotal
            }
        }
    }
}
