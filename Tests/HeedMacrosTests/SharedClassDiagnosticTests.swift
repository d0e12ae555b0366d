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
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Picture: Sendable {
                    let name = ""
                    @ManuallyNotified var size: Int = 0 {
                        \(observer) { print(size) }
                    }
                }
                """,
            are: ["4:27 'willSet' and 'didSet' of 'size' cannot run under the lock of a Sendable class: observe the property instead"]
        )
    }
}
