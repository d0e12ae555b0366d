import Testing

@Suite("Diagnostics of properties that can't be kept under a lock")
struct SharedClassDiagnosticTests {
    @Test("A property of a Sendable class needs a type if the macro can't infer it, reported at the property")
    func sharedPropertyWithoutType() {
        expectExpansion(
            of: """
                @KeyValueObservable
                final class Timer: Sendable {
                    var started = Instant.now
                }
                """,
            to: """
                final class Timer: Sendable {
                    var started = Instant.now

                    private nonisolated let _heed = _KeyValueRegistrar()

                    typealias _HeedSharing = _SharedByThreads

                    nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {
                        _heed.manuallyNotifiedPaths(creating: creating)
                    }
                }

                nonisolated extension Timer: _HeedObservable {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "write the type of 'started', so that it can be kept under a lock: 'var started: Type'",
                    line: 3,
                    column: 9
                )
            ]
        )
    }

    @Test("A property of a Sendable class can't have willSet or didSet, reported at the property", arguments: ["willSet", "didSet"])
    func sharedPropertyWithObservers(observer: String) {
        expectExpansion(
            of: """
                @KeyValueObservable
                final class Picture: Sendable {
                    let name = ""
                    @ManuallyNotified var size: Int = 0 {
                        \(observer) { print(size) }
                    }
                }
                """,
            to: """
                final class Picture: Sendable {
                    let name = ""
                    @_HeedObserved(0, shared: true, notifies: false) var size: Int = 0 {
                        \(observer) { print(size) }
                    }

                    private nonisolated let _heed = _KeyValueRegistrar()

                    typealias _HeedSharing = _SharedByThreads

                    nonisolated func _heedManuallyNotifiedPaths(creating: Swift.Bool) -> _ManuallyNotifiedPaths {
                        _heed.manuallyNotifiedPaths(creating: creating)
                    }

                    private static func _heedKeyPath(_ index: Swift.Int) -> Swift.AnyKeyPath? {
                        func keyPath<HeedRoot: Picture>(from root: HeedRoot.Type) -> Swift.AnyKeyPath? {
                            switch index {
                            case 0:
                                return \\HeedRoot.size
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
                            (root as? Picture.Type)?._heedKeyPath(index)
                        }
                        switch index {
                        case 0:
                            _heed.wasRead(0, "size", of: self, notifies: false, isShared: true, isFinal: true, keyPath: keyPath) {
                                $0.make(in: _size)
                            }
                        default:
                            break
                        }
                    }
                }

                nonisolated extension Picture: _HeedObservable {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "'willSet' and 'didSet' of 'size' cannot run under the lock of a Sendable class: observe the property instead",
                    line: 4,
                    column: 27
                )
            ]
        )
    }
}
