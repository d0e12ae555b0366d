import Testing

@Suite("The expansion of @KeyValueObservable")
struct KeyValueObservableMacroTests {
    @Test("A plain class gets a registrar, and each observable stored property gets a number")
    func plainClass() {
        expectExpansion(
            of: """
                @KeyValueObservable
                final class Album {
                    var title = ""
                    var pages: Int?
                    let id: Int
                    var heading: String { title }
                    @NotObserved var scratch = 0
                    static var count = 0
                    lazy var slow = 1
                    weak var owner: Album?
                }
                """,
            to: """
                final class Album {
                    @_HeedObserved(0, shared: false)
                    var title = ""
                    @_HeedObserved(1, shared: false)
                    var pages: Int?
                    let id: Int
                    var heading: String { title }
                    var scratch = 0
                    static var count = 0
                    lazy var slow = 1
                    weak var owner: Album?

                    private nonisolated let _heed = _KeyValueRegistrar()

                    nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {
                        _heed.manuallyNotifiedPaths(creating: creating)
                    }

                    private static func _heedGetter(_ path: Swift.AnyKeyPath) -> Any? {
                        func getter<HeedRoot: Album>(from root: HeedRoot.Type) -> Any? {
                            if path == root._heedKeyPath(2) {
                                return _KeyValueRegistrar.getter("heading") { (root: HeedRoot) in
                                    root.heading
                                }
                            }
                            return nil
                        }
                        return getter(from: Self.self)
                    }

                    private static func _heedKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
                        func keyPath<HeedRoot: Album>(from root: HeedRoot.Type) -> Swift.AnyKeyPath? {
                            switch index {
                            case 0:
                                return \\HeedRoot.title
                            case 1:
                                return \\HeedRoot.pages
                            case 2:
                                return \\HeedRoot.heading
                            default:
                                return nil
                            }
                        }
                        return keyPath(from: Self.self)
                    }

                    private func _heedTrack(_ index: Swift.Int) {
                        if _heed.wasReadAgain(index) {
                            return
                        }
                        let keyPath: (Any.Type) -> Swift.AnyKeyPath? = { root in
                            (root as? Album.Type)?._heedKeyPath(index)
                        }
                        let getter: (Swift.AnyKeyPath) -> Any? = { path in
                            (Swift.type(of: path).rootType as? Album.Type)?._heedGetter(path)
                        }
                        switch index {
                        case 0:
                            _heed.wasRead(0, "title", of: self, isFinal: true, getter: getter, keyPath: keyPath) {
                                $0.make(in: &_title)
                            }
                        case 1:
                            _heed.wasRead(1, "pages", of: self, isFinal: true, getter: getter, keyPath: keyPath) {
                                $0.make(in: &_pages)
                            }
                        default:
                            break
                        }
                    }
                }

                nonisolated extension Album: _HeedObservable {
                }
                """
        )
    }

    @Test("A Sendable class keeps its values in locked storage and is marked as shared")
    func sharedClass() {
        expectExpansion(
            of: """
                @KeyValueObservable
                public final class Cover: Sendable {
                    var image: Int?
                    var name = ""
                }
                """,
            to: """
                public final class Cover: Sendable {
                    @_HeedObserved(0, shared: true)
                    var image: Int?
                    @_HeedObserved(1, shared: true)
                    var name = ""

                    private nonisolated let _heed = _KeyValueRegistrar()

                    public typealias _HeedSharing = _SharedByThreads

                    public nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {
                        _heed.manuallyNotifiedPaths(creating: creating)
                    }

                    private static func _heedKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
                        func keyPath<HeedRoot: Cover>(from root: HeedRoot.Type) -> Swift.AnyKeyPath? {
                            switch index {
                            case 0:
                                return \\HeedRoot.image
                            case 1:
                                return \\HeedRoot.name
                            default:
                                return nil
                            }
                        }
                        return keyPath(from: Self.self)
                    }

                    private func _heedTrack(_ index: Swift.Int) {
                        if _heed.wasReadAgain(index) {
                            return
                        }
                        let keyPath: (Any.Type) -> Swift.AnyKeyPath? = { root in
                            (root as? Cover.Type)?._heedKeyPath(index)
                        }
                        switch index {
                        case 0:
                            _heed.wasRead(0, "image", of: self, isShared: true, isFinal: true, keyPath: keyPath) {
                                $0.make(in: _image)
                            }
                        case 1:
                            _heed.wasRead(1, "name", of: self, isShared: true, isFinal: true, keyPath: keyPath) {
                                $0.make(in: _name)
                            }
                        default:
                            break
                        }
                    }
                }

                nonisolated extension Cover: _HeedObservable {
                }
                """
        )
    }

    @Test("Properties keep their access levels, and the class's is repeated only where needed")
    func accessLevels() {
        let source = "@KeyValueObservable\nopen class Player {\n    public private(set) var `repeat` = false\n}"
        for line in [
            "open class Player {\n@_HeedObserved(0, shared: false)\npublic private(set) var `repeat` = false",
            "private nonisolated let _heed = _KeyValueRegistrar()",
            "public nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {",
            "open nonisolated class func _heedPath(like path: Swift.AnyKeyPath, from root: Any.Type) -> Swift.AnyKeyPath? {\nnil\n}",
            "private static func _heedKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {",
            "return \\HeedRoot.`repeat`",
            "private func _heedTrack(_ index: Swift.Int) {",
            #"_heed.wasRead(0, "repeat", of: self, keyPath: keyPath) {"#,
            "nonisolated extension Player: _HeedObservable {",
        ] {
            expectExpansion(of: source, contains: line)
        }
    }

    @Test("A final property can't be overridden, whatever the class is")
    func finalProperty() {
        let source = "@KeyValueObservable\nclass Player {\n    final var volume = 1\n}"
        expectExpansion(of: source, contains: "@_HeedObserved(0, shared: false)\nfinal var volume = 1")
        expectExpansion(of: source, contains: #"_heed.wasRead(0, "volume", of: self, isFinal: true, keyPath: keyPath) {"#)
    }

    @Test("A class that declares dependencies, and can have subclasses, tells what a path of theirs is called in it")
    func declaredDependencies() {
        expectExpansion(
            of: """
                @KeyValueObservable
                class Cart {
                    var total: Int { 0 }
                    class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] { [] }
                }
                """,
            to: """
                class Cart {
                    var total: Int { 0 }
                    class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] { [] }

                    private nonisolated let _heed = _KeyValueRegistrar()

                    nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {
                        _heed.manuallyNotifiedPaths(creating: creating)
                    }

                    nonisolated class func _heedPath(like path: Swift.AnyKeyPath, from root: Any.Type) -> Swift.AnyKeyPath? {
                        guard let named = Swift.type(of: path).rootType as? Cart.Type,
                            let place = (0 ..< 1).first(where: { named._heedKeyPath($0) == path
                            })
                        else {
                            return nil
                        }
                        return (root as? Cart.Type)?._heedKeyPath(place)
                    }

                    private static func _heedKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
                        func keyPath<HeedRoot: Cart>(from root: HeedRoot.Type) -> Swift.AnyKeyPath? {
                            switch index {
                            case 0:
                                return \\HeedRoot.total
                            default:
                                return nil
                            }
                        }
                        return keyPath(from: Self.self)
                    }
                }

                nonisolated extension Cart: _HeedObservable {
                }
                """
        )
    }

    @Test("A manually notified property is expanded differently")
    func manualProperty() {
        let source = "@KeyValueObservable\nfinal class Player {\n    @ManuallyNotified var position = 0\n}"
        expectExpansion(of: source, contains: "@_HeedObserved(0, shared: false, notifies: false) var position = 0")
        expectExpansion(
            of: source, contains: #"_heed.wasRead(0, "position", of: self, notifies: false, isFinal: true, keyPath: keyPath) {"#)
    }

    @Test(
        "A class is Codable with an attribute and in a composition, too",
        arguments: ["@MainActor Codable", "Codable & Named", "Named & Swift.Encodable", "nonisolated Named & Decodable"]
    )
    func composedCodable(type: String) {
        expectExpansion(of: "@KeyValueObservable\nclass Song: \(type) {\nvar title = \"\"\n}", contains: "case _title = \"title\"")
    }

    @Test("The storage of a raw identifier has backticks, and its name in a literal has none")
    func rawIdentifier() {
        let source = """
            @KeyValueObservable
            final class Song: Codable {
                var `my "title"` = ""
                var `2nd` = 0
                var `both of them`: String { `my "title"` }
            }
            """
        expectExpansion(of: source, contains: #"case `_my "title"` = "my \"title\""\#ncase _2nd = "2nd""#)
        expectExpansion(of: source, contains: #"return _KeyValueRegistrar.getter("both of them") { (root: HeedRoot) in"#)
        expectExpansion(
            of: source, contains: #"_heed.wasRead(0, "my \"title\"", of: self, isFinal: true, getter: getter, keyPath: keyPath) {"#)
        expectExpansion(of: source, contains: #"$0.make(in: &`_my "title"`)"#)
        expectExpansion(
            of: "@_HeedObserved(0, shared: false)\nvar `my title` = 0", contains: "@storageRestrictions(initializes: `_my title`)")
        expectExpansion(of: "@_HeedObserved(0, shared: false)\nvar `my title` = 0", contains: "private var `_my title` = 0")
    }

    @Test("The coding keys name all properties that the compiler encodes without the macro")
    func codingKeys() {
        let source = """
                let id = 1
                let (left, right) = (1, 2)
                let `default`: Int
                var title = ""
                @NotObserved var (width, height) = (1, 2)
                @NotObserved @Clamped var level: Int
                weak var next: Song?, last: Song?
                unowned var album: Album
                override var name: String { didSet {} }
                lazy var slow = 1
                static let kind = 1
                static var count: Int = 1
                var double: Int { 2 }
                var token: ObservationToken?
            """
        expectExpansion(
            of: "@KeyValueObservable\nfinal class Song: Codable {\n\(source)\n}",
            contains: """
                private enum CodingKeys: Swift.String, Swift.CodingKey {
                    case id
                    case left
                    case right
                    case `default`
                    case _title = "title"
                    case width
                    case height
                    case level
                    case next
                    case last
                    case album
                }
                """
        )
        expectExpansion(
            of: "@KeyValueObservable\nfinal class Song: Decodable {\n\(source)\n}",
            contains: """
                private enum CodingKeys: Swift.String, Swift.CodingKey {
                    case `default`
                    case _title = "title"
                    case width
                """
        )
    }

    @Test("A class without observable properties gets only the registrar")
    func emptyClass() {
        expectExpansion(
            of: """
                @KeyValueObservable
                final class Empty {
                    let fixed = 1
                }
                """,
            to: """
                final class Empty {
                    let fixed = 1

                    private nonisolated let _heed = _KeyValueRegistrar()

                    nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {
                        _heed.manuallyNotifiedPaths(creating: creating)
                    }
                }

                nonisolated extension Empty: _HeedObservable {
                }
                """
        )
    }

    @Test("A Sendable class of a global actor stays in that actor's isolation, without locks")
    func isolatedClass() {
        let source = "@MainActor @KeyValueObservable\nfinal class Model: Sendable {\n    var count = 0\n}"
        expectExpansion(of: source, contains: "@MainActor\nfinal class Model: Sendable {\n@_HeedObserved(0, shared: false)\nvar count = 0")
        expectExpansion(of: source, contains: #"_heed.wasRead(0, "count", of: self, isFinal: true, keyPath: keyPath) {"#)
        #expect(!expansion(of: source).contains("typealias _HeedSharing"))
    }
}
