import Testing

@Suite("Diagnostics of properties that can't be observed")
struct PropertyDiagnosticTests {
    @Test("nonisolated(unsafe) is rejected at the property, in every class", arguments: ["", ": Sendable"])
    func nonisolatedUnsafe(conformance: String) {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Player\(conformance) {
                    nonisolated(unsafe) var position: Int = 0
                    @NotObserved nonisolated(unsafe) var cache: Int = 0
                    nonisolated(unsafe) static var count = 0
                    nonisolated let name = ""
                    nonisolated var isPaused: Bool = false
                }
                """,
            are: [
                "3:29 'position' cannot be observed as 'nonisolated(unsafe)', which turns off the checks that its observers rely on: remove "
                    + "'nonisolated(unsafe)', or mark it '@NotObserved'"
            ]
        )
    }

    @Test("nonisolated is rejected in a class of an actor")
    func nonisolated() {
        expectDiagnostics(
            of: """
                @MainActor
                @KeyValueObservable
                final class Player {
                    nonisolated var position = 0
                }
                """,
            are: [
                "4:21 'position' cannot be observed as 'nonisolated', because its observers rely on the isolation of the class: remove "
                    + "'nonisolated'"
            ]
        )
    }

    @Test("Observable properties inside #if are rejected, in every branch, nested or not")
    func conditional() {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Player {
                    #if DEBUG
                        var log = ""
                        @NotObserved var count = 0
                        let name = ""
                        var computed: Int { 1 }
                        func dump() {}
                    #elseif os(Linux)
                        var log = ""
                        #if SLOW
                            var delay = 0
                        #endif
                    #endif
                }
                """,
            are: [("4:13", "log"), ("10:13", "log"), ("12:17", "delay")].map { place, name in
                "\(place) '\(name)' cannot be observed inside '#if', because the macro does not know which branch is compiled: move it out, or "
                    + "mark it '@NotObserved'"
            }
        )
    }

    @Test("Opaque types are rejected at the property", arguments: ["some Source", "[some Source]", "(some Source)?"])
    func opaque(type: String) {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Player {
                    var source: \(type) = make()
                    @NotObserved var other: some Source = make()
                    var third: some Source { other }
                    var fourth: any Source = make()
                }
                """,
            are: [
                "3:9 'source' cannot be observed with an opaque type, which its storage cannot have too: write a concrete type or 'any' instead of "
                    + "'some', or mark it '@NotObserved'"
            ]
        )
    }

    @Test("Names whose storage the macro or the class itself declares are rejected")
    func takenNames() {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Player {
                    var heed = 0
                    var heedTrack = 0
                    var heedless = 0
                    @NotObserved var heedPath = 0
                    var title = ""
                    @NotObserved var (`_title`, other) = ("", 0)
                    var _name = ""
                    var name: String { _name }
                    var count = 0
                    static var _count = 0
                }
                """,
            are: [
                "3:9 'heed' cannot be observed, because the macro declares '_heed' itself: rename it, or mark it '@NotObserved'",
                "4:9 'heedTrack' cannot be observed, because the macro declares '_heedTrack' itself: rename it, or mark it '@NotObserved'",
                "7:9 'title' cannot be observed, because the macro keeps its value in '_title', which the class also declares: rename one of "
                    + "them, or mark 'title' '@NotObserved'",
            ]
        )
    }

    @Test("A rejected property gets no accessors, so that it has no other errors, and the others keep their order")
    func untouched() {
        expectExpansion(
            of: """
                @KeyValueObservable
                final class Player: Sendable {
                    var source: some Source = make()
                    var title: String = ""
                }
                """,
            contains: """
                    var source: some Source = make()
                    @_HeedObserved(0, shared: true)
                    var title: String = ""
                """
        )
    }
}
