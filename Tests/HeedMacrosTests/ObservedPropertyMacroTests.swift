import Testing

@Suite("The expansion of @_HeedObserved")
struct ObservedPropertyMacroTests {
    @Test("A plain property gets storage and accessors")
    func plain() {
        expectExpansion(
            of: """
                @_HeedObserved(3, shared: false)
                public private(set) var title: String = ""
                """,
            to: """
                public private(set) var title: String {
                    @storageRestrictions(initializes: _title)
                    init(initialValue) {
                        _title = initialValue
                    }
                    get {
                        if _heedIsReadingKeyPath() {
                            _heedTrack(3)
                        }
                        _heed.wasAccessed(3, of: self)
                        return _title
                    }
                    @inline(__always) set {
                        if _heed.isIdle {
                            _title = newValue
                            return
                        }
                        _heed.willSet(3, of: self)
                        defer {
                            _heed.didSet(3, of: self)
                        }
                        let plain = _heed.beginPlainChange(3)
                        if plain.isPlain {
                            let oldValue = _title
                            _title = newValue
                            plain.end(of: self, from: oldValue, to: newValue)
                            return
                        }
                        _heed.set(3, of: self, to: newValue, from: _title) {
                            _title = $0
                        }
                    }
                    _modify {
                        _heed.wasAccessed(3, of: self)
                        if _heed.isIdle {
                            yield &_title
                            return
                        }
                        _heed.willSet(3, of: self)
                        defer {
                            _heed.didSet(3, of: self)
                        }
                        let plain = _heed.beginPlainChange(3)
                        if plain.isPlain {
                            let oldValue = _title
                            plain.beginAccess()
                            defer {
                                plain.endModification(of: self, from: oldValue, to: _title)
                            }
                            yield &_title
                            return
                        }
                        let change = _heed.willChange(3, of: self, old: _title)
                        let oldValue = _title
                        _heed.beginAccess(3)
                        defer {
                            _heed.endAccess(3)
                            _heed.didModify(change, of: self, from: oldValue, to: _title)
                        }
                        yield &_title
                    }
                }

                private var _title: String = ""
                """
        )
    }

    @Test("A property of a class that threads share is kept under a lock")
    func shared() {
        expectExpansion(
            of: """
                @_HeedObserved(0, shared: true)
                var count = 0
                """,
            to: """
                var count {
                    @storageRestrictions(initializes: _count)
                    init(initialValue) {
                        _count = _SharedStorage(initialValue)
                    }
                    get {
                        if _heedIsReadingKeyPath() {
                            _heedTrack(0)
                        }
                        _heed.wasAccessed(0, of: self)
                        return _count.value
                    }
                    set {
                        _heed.willSet(0, of: self)
                        defer {
                            _heed.didSetShared(0, of: self)
                        }
                        let plain = _heed.isIdle ? _PlainChange.unheard : _heed.beginPlainChange(0)
                        guard plain.isPlain else {
                            return _heed.setShared(0, of: self, to: newValue, in: _count)
                        }
                        let (oldValue, turn) = _count.exchange(newValue, in: plain)
                        if !_heed.isIdle {
                            _heed.endSharedChange(0, plain, turn, of: self, from: oldValue, to: newValue, in: _count)
                        }
                    }
                    _modify {
                        _heed.wasAccessed(0, of: self)
                        _heed.willSet(0, of: self)
                        defer {
                            _heed.didSetShared(0, of: self)
                        }
                        var change = _heed.isIdle ? _OpenChange() : _heed.willChange(0, of: self, old: _count.value)
                        var value = _count.value
                        defer {
                            let oldValue = _count.exchange(value, in: &change)
                            if !_heed.isIdle {
                                _heed.didModifyShared(0, change, of: self, from: oldValue, to: value, in: _count)
                            }
                        }
                        yield &value
                    }
                }

                @exclusivity(unchecked) nonisolated(unsafe) private var _count: _SharedStorage<Swift.Int>
                """
        )
    }

    @Test("An implicitly unwrapped property is kept under a lock as an optional")
    func sharedImplicitlyUnwrapped() {
        expectExpansion(
            of: "@_HeedObserved(0, shared: true)\nvar url: String!",
            contains: "@exclusivity(unchecked) nonisolated(unsafe) private var _url: _SharedStorage<String?>"
        )
        expectExpansion(of: "@_HeedObserved(0, shared: false)\nvar url: String!", contains: "private var _url: String!")
    }

    @Test("didSet moves to the storage, and accesses it directly, so that correcting the value doesn't call it again")
    func observers() {
        expectExpansion(
            of: """
                @_HeedObserved(1, shared: false)
                var volume = 0 {
                    willSet { print(other.volume) }
                    didSet { volume = min(self.volume, other.volume, limit(\\Player.volume)) }
                }
                """,
            to: """
                var volume {
                    willSet { print(other.volume) }
                    didSet { volume = min(self.volume, other.volume, limit(\\Player.volume)) }
                    @storageRestrictions(initializes: _volume)
                    init(initialValue) {
                        _volume = initialValue
                    }

                    get {
                        if _heedIsReadingKeyPath() {
                            _heedTrack(1)
                        }
                        _heed.wasAccessed(1, of: self)
                        return _volume
                    }

                    set {
                        if _heed.isIdle {
                            _volume = newValue
                            return
                        }
                        _heed.willSet(1, of: self)
                        defer {
                            _heed.didSet(1, of: self)
                        }
                        let change = _heed.willChangeAroundObservers(1, of: self, old: _volume)
                        let oldValue = _volume
                        _volume = newValue
                        _heed.didChange(change, of: self, from: oldValue, to: _volume)
                    }

                    _modify {
                        _heed.wasAccessed(1, of: self)
                        if _heed.isIdle {
                            yield &_volume
                            return
                        }
                        _heed.willSet(1, of: self)
                        defer {
                            _heed.didSet(1, of: self)
                        }
                        let change = _heed.willChangeAroundObservers(1, of: self, old: _volume)
                        let oldValue = _volume
                        _heed.beginAccess(1)
                        defer {
                            _heed.endAccess(1)
                            _heed.didModify(change, of: self, from: oldValue, to: _volume)
                        }
                        yield &_volume
                    }
                }

                private var _volume = 0 {
                    willSet {
                        print(other.volume)
                    }
                    didSet {
                        _volume = min(self._volume, other.volume, limit(\\Player.volume))
                    }
                }
                """
        )
    }

    @Test(
        "didSet accesses the storage wherever Swift accesses the value directly, and only there",
        arguments: [
            (
                "guard let volume else { return }\nself.volume = volume + 1",
                "guard let volume = _volume else { return }\nself._volume = volume + 1"
            ),
            ("guard let volume else { return volume = 1 }", "guard let volume = _volume else { return _volume = 1 }"),
            ("if let volume, volume > 1 { self.volume = volume }", "if let volume = _volume, volume > 1 { self._volume = volume }"),
            (
                "if case .on(let volume) = level { use(volume) } else { volume = 1 }",
                "if case .on(let volume) = level { use(volume) } else { _volume = 1 }"
            ),
            ("while let volume { use(volume) }", "while let volume = _volume { use(volume) }"),
            ("for volume in [volume] where volume > 1 { use(volume) }", "for volume in [_volume] where volume > 1 { use(volume) }"),
            ("let volume = volume, double = volume * 2\nuse(volume)", "let volume = _volume, double = volume * 2\nuse(volume)"),
            ("do { let (volume, other) = pair; use(volume) }\nvolume = 1", "do { let (volume, other) = pair; use(volume) }\n_volume = 1"),
            ("use(volume)\nfunc volume(_ number: Int) {}", "use(volume)\nfunc volume(_ number: Int) {}"),
            ("#if DEBUG\nlet volume = 1\n#endif\nuse(volume)", "#if DEBUG\nlet volume = 1\n#endif\nuse(volume)"),
            (
                "switch volume { case let volume? where volume > 1: use(volume)\ndefault: volume = 1 }",
                "switch _volume { case let volume? where volume > 1: use(volume)\ndefault: _volume = 1 }"
            ),
            (
                "do { try use(volume) } catch let volume as Loud { use(volume) } catch { volume = 1 }",
                "do { try use(_volume) } catch let volume as Loud { use(volume) } catch { _volume = 1 }"
            ),
            (
                "levels.forEach { volume in self.volume = volume }\nvolume = 1",
                "levels.forEach { volume in self.volume = volume }\n_volume = 1"
            ),
            ("levels.forEach { volume in print(volume) }", "levels.forEach { volume in print(volume) }"),
            ("Task { [volume] in volume = 1 }", "Task { [volume] in volume = 1 }"),
            ("func lower() { volume = 1 }\nvolume = 2", "func lower() { volume = 1 }\n_volume = 2"),
            (
                "struct Level { var volume = 1; var double: Int { volume * 2 } }",
                "struct Level { var volume = 1; var double: Int { volume * 2 } }"
            ),
            ("var double: Int { volume * 2 }", "var double: Int { volume * 2 }"),
            ("volume(at: volume[0])\nself.volume(1)", "volume(at: _volume[0])\nself.volume(1)"),
            ("volume { volume in }\nvolume.sort()\nvolume?()", "volume { volume in }\n_volume.sort()\n_volume?()"),
            ("other.volume = self.volume", "other.volume = self._volume"),
        ]
    )
    func directAccess(body: String, expanded: String) {
        expectStorage("var volume = 0", observers: "didSet { \(body) }", becomes: "didSet { \(expanded) }")
    }

    @Test("The values that willSet, didSet and catch name themselves aren't the property")
    func implicitNames() {
        expectStorage("var oldValue = 0", observers: "didSet { use(oldValue) }", becomes: "didSet { use(oldValue) }")
        expectStorage("var oldValue = 0", observers: "didSet(old) { use(oldValue) }", becomes: "didSet(old) { use(_oldValue) }")
        expectStorage("var newValue = 0", observers: "willSet { use(newValue) }", becomes: "willSet { use(newValue) }")
        expectStorage("var old = 0", observers: "didSet(old) { self.old = old }", becomes: "didSet(old) { self._old = old }")
        expectStorage("var error = 0", observers: "didSet { do {} catch { use(error) } }", becomes: "didSet { do {} catch { use(error) } }")
    }

    /// Expects the code of a property's observers in its storage, whatever its layout.
    private func expectStorage(
        _ property: String, observers: String, becomes expanded: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let result = expansion(of: "@_HeedObserved(0, shared: false)\n\(property) { \(observers) }").filter { !$0.isWhitespace }
        let storage = "private \(property.replacing("var ", with: "var _")) { \(expanded) }".filter { !$0.isWhitespace }
        #expect(result.hasSuffix(storage), "\(result)", sourceLocation: sourceLocation)
    }

    @Test("A keyword's backticks don't become part of the storage's name")
    func keyword() {
        let source = "@_HeedObserved(0, shared: false)\nvar `repeat` = false"
        expectExpansion(of: source, contains: "var `repeat` {\n@storageRestrictions(initializes: _repeat)")
        expectExpansion(of: source, contains: "private var _repeat = false")
    }

    @Test("A manually notified property is read like any other and set like a plain one")
    func manual() {
        expectExpansion(
            of: """
                @_HeedObserved(0, shared: false, notifies: false)
                var position = 0
                """,
            to: """
                var position {
                    @storageRestrictions(initializes: _position)
                    init(initialValue) {
                        _position = initialValue
                    }
                    get {
                        if _heedIsReadingKeyPath() {
                            _heedTrack(0)
                        }
                        _heed.wasAccessed(0, of: self)
                        return _position
                    }
                    set {
                        _position = newValue
                    }
                    _modify {
                        _heed.wasAccessed(0, of: self)
                        _heed.beginAccess(0)
                        defer {
                            _heed.endAccess(0)
                        }
                        yield &_position
                    }
                }

                private var _position = 0
                """
        )
    }

    @Test("A manually notified property of a shared class is also kept under a lock")
    func manualShared() {
        expectExpansion(
            of: """
                @_HeedObserved(0, shared: true, notifies: false)
                var position: Int = 0
                """,
            to: """
                var position: Int {
                    @storageRestrictions(initializes: _position)
                    init(initialValue) {
                        _position = _SharedStorage(initialValue)
                    }
                    get {
                        if _heedIsReadingKeyPath() {
                            _heedTrack(0)
                        }
                        _heed.wasAccessed(0, of: self)
                        return _position.value
                    }
                    set {
                        _position.exchange(newValue)
                    }
                }

                @exclusivity(unchecked) nonisolated(unsafe) private var _position: _SharedStorage<Int>
                """
        )
    }
}
