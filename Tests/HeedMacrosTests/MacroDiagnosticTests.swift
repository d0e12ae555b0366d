import Testing

@Suite("The macros' diagnostics")
struct MacroDiagnosticTests {
    @Test("A type that is not a class is rejected with the reason", arguments: ["struct", "enum", "protocol"])
    func notAClass(keyword: String) {
        expectExpansion(
            of: """
                @KeyValueObservable
                \(keyword) Thing {
                }
                """,
            to: """
                \(keyword) Thing {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "@KeyValueObservable needs a class: observers follow an object's identity, and a \(keyword) has none",
                    line: 1,
                    column: 1
                )
            ]
        )
    }

    @Test("An actor is rejected with an alternative")
    func actor() {
        expectExpansion(
            of: """
                @KeyValueObservable
                actor Thing {
                }
                """,
            to: """
                actor Thing {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "@KeyValueObservable needs a class: an actor's state cannot be observed synchronously from outside; "
                        + "give the actor an observable object to own",
                    line: 1,
                    column: 1
                )
            ]
        )
    }

    @Test("A property with a wrapper is rejected in one sentence")
    func wrapper() {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Dial {
                    @Clamped var level = 0
                    @NotObserved @Clamped var other = 0
                    @MainActor var third = 0
                    @Clamped static var fourth = 0
                    @ListBuilder var rows: [String] { "a" }
                    @ListBuilder var lines: [String] { get { "b" } }
                    @Tracked let fifth = 0
                }
                """,
            are: [
                "3:5 'level' cannot be observed, because '@Clamped' keeps its value elsewhere: mark it '@NotObserved' too, or do what the wrapper "
                    + "does in a setter, around an observable property"
            ]
        )
    }

    @Test("A name that means something else in a key path is rejected, unless the property isn't observed")
    func unnameable() {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Token {
                    var `Type` = ""
                    @NotObserved var `self` = 0
                    static var `Protocol` = 0
                    var type = ""
                }
                """,
            are: [
                "3:9 a key path cannot name '`Type`', which means something else there: rename it, or mark it '@NotObserved'"
            ]
        )
    }

    @Test("A declaration that only resembles keyPathsForValuesAffecting is rejected")
    func affecting() {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Cart {
                    static func keyPathsForValuesAffecting(_ keyPath: PartialKeyPath<Cart>) -> Set<PartialKeyPath<Cart>> { [] }
                }
                """,
            are: [
                "3:17 Heed does not call this: it looks for 'static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath]'"
            ]
        )
    }

    @Test("Coding keys that name a property instead of its storage, and automatic coding of a Sendable class, are rejected")
    func codable() {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Song: Codable {
                    var title = ""
                    enum CodingKeys: String, CodingKey {
                        case title
                    }
                }
                """,
            are: ["5:14 remove CodingKeys, so that the macro generates them, or name the storage: 'case _title = \"title\"'"]
        )
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Song: Codable, Sendable {
                    var title = ""
                }
                """,
            are: [
                "2:13 write 'init(from:)' and 'encode(to:)': a Sendable class keeps its properties under locks, which the compiler cannot encode"
            ]
        )
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Song: Codable, Sendable {
                    var title = ""
                    init(from decoder: any Decoder) {}
                    func encode(to encoder: any Encoder) {}
                }
                """,
            are: []
        )
    }

    @Test("Two names in one declaration are rejected")
    func twoNames() {
        expectDiagnostics(
            of: "@KeyValueObservable\nfinal class Pair {\n    var a = 1, b = 2\n}",
            are: ["3:5 an observable property needs a declaration of its own: write one 'var' for each name"]
        )
    }

    @Test("Two static names in one declaration are accepted")
    func twoNamesOfTheType() {
        expectDiagnostics(of: "@KeyValueObservable\nfinal class Pair {\n    static var a = 1, b = 2\n}", are: [])
    }

    @Test("A warning says that names in a tuple aren't observed")
    func namesInTuple() {
        expectDiagnostics(
            of: """
                @KeyValueObservable
                final class Pair {
                    var (a, b) = (1, 2)
                    @NotObserved var (c, d) = (1, 2)
                    static var (e, f) = (1, 2)
                    let (g, h) = (1, 2)
                    var i = (1, 2)
                }
                """,
            are: [
                "warning at 3:5: properties in a tuple are not observed: write one 'var' for each name, or mark them '@NotObserved'"
            ]
        )
    }

    @Test(
        "Two names in one declaration that can't be observed, or is marked so, are accepted",
        arguments: [
            "weak var a: Thing?, b: Thing?", "unowned var a: Thing, b: Thing",
            "@Heed.NotObserved var a = 1, b = 2",
            "let a = 1, b = 2",
        ]
    )
    func twoUnobservedNames(declaration: String) {
        expectDiagnostics(of: "@KeyValueObservable\nfinal class Pair {\n\(declaration)\n}", are: [])
    }

    @Test(
        "A class that is private inside a type is rejected, and one in a private type that is",
        arguments: [
            ("struct Screen {\n", "private final class Model {}\n}", "2:41", "Model"),
            ("extension Int {\nenum Screen {\n", "private final class Model {}\n}\n}", "3:41", "Model"),
            ("struct Screen {\nprivate class View {\n", "final class Model {}\n}\n}", "3:33", "View"),
            ("private struct Screen {\n", "final class Model {}\n}", nil, ""),
            ("struct Screen {\n", "fileprivate final class Model {}\n}", nil, ""),
            ("", "private final class Model {}", nil, ""),
        ] as [(String, String, String?, String)]
    )
    func privateClass(outer: String, inner: String, place: String?, name: String) {
        let expected = place.map {
            "\($0) '\(name)' cannot be 'private' inside another type, because the macro adds a conformance outside of it: write 'fileprivate'"
        }
        expectDiagnostics(of: "\(outer)@KeyValueObservable \(inner)", are: expected.map { [$0] } ?? [])
    }

    @Test("A class that is also @Observable gets one diagnostic and no conflicting code", arguments: ["", "Observation."])
    func alsoObservable(module: String) {
        expectExpansion(
            of: """
                @\(module)Observable
                @KeyValueObservable
                final class Album: Sendable {
                    var title = ""
                    var opened = Instant.now
                }
                """,
            to: """
                @\(module)Observable
                final class Album: Sendable {
                    var title = ""
                    var opened = Instant.now
                }

                nonisolated extension Album: _HeedObservable {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "a class is either @KeyValueObservable or @Observable: remove '@Observable'; so that "
                        + "Observation tracks its objects, too, declare that it conforms to 'Observable'",
                    line: 1,
                    column: 1
                )
            ]
        )
    }

    @Test("An extension is referred to the class")
    func onExtension() {
        expectExpansion(
            of: """
                @KeyValueObservable
                extension Thing {
                }
                """,
            to: """
                extension Thing {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "put @KeyValueObservable on the class itself: an extension cannot store what observers need",
                    line: 1,
                    column: 1
                )
            ]
        )
    }

    @Test("On a property, the macro refers to the class, and from 'let' to 'var'", arguments: ["let", "var"])
    func onProperty(keyword: String) {
        expectExpansion(
            of: """
                @KeyValueObservable
                \(keyword) thing = 1
                """,
            to: """
                \(keyword) thing = 1
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: keyword == "var"
                        ? "put @KeyValueObservable on the class: it makes every stored 'var' observable"
                        : "put @KeyValueObservable on the class, and make the property a 'var': a 'let' never changes, so there is "
                            + "nothing to observe",
                    line: 1,
                    column: 1
                )
            ]
        )
    }

    @Test(
        "@ManuallyNotified reports where it has no effect",
        arguments: [
            ("let a = 1", "has no effect on a 'let': it never changes after 'init'; make it a 'var', or remove the attribute"),
            ("lazy var a = 1", "has no effect on a property that is 'lazy': such a property is not observed"),
            ("weak var a: Thing?", "has no effect on a property that is 'weak': such a property is not observed"),
            ("static var a = 1", "has no effect on a property that is 'static': such a property is not observed"),
            ("var a: Int { 1 }", "needs a stored property: a computed one is observed through the properties it reads"),
        ]
    )
    func misplacedManuallyNotified(declaration: String, reason: String) {
        expectExpansion(
            of: "@ManuallyNotified \(declaration)",
            to: declaration,
            diagnostics: [DiagnosticSpec(message: "@ManuallyNotified \(reason)", line: 1, column: 1)]
        )
    }

    @Test("An explicit @_HeedObserved on a 'let' reports that it has no effect")
    func observedConstant() {
        expectExpansion(
            of: "@_HeedObserved(0, shared: false) let a = 1",
            to: "let a = 1",
            diagnostics: [
                DiagnosticSpec(
                    message: "@_HeedObserved has no effect on a 'let': it never changes after 'init'; make it a 'var', or remove the "
                        + "attribute",
                    line: 1,
                    column: 1
                )
            ]
        )
    }
}
