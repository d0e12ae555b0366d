import Testing

@Suite("The check that threads don't share a class without locks")
struct SharingCheckTests {
    @Test("A class that doesn't declare Sendable has a check at its own line, which asks for the declaration that makes locks")
    func plain() {
        expectExpansion(
            of: """
                @KeyValueObservable
                final class Album {
                    var title = ""
                }
                """,
            contains: """
                private static func _heedCheckSharing() {
                    func unlockedSharing(_: _KeptInOneIsolation.Type) {
                    }
                    @available(*, unavailable, message: "'Album' is Sendable, so its properties need locks, which the macro makes only if the class's own declaration says so: write 'final class Album: Sendable'")
                    func unlockedSharing(_: _SharedByThreads.Type) {
                    }
                    let isolation = _SharingCheck(of: _heedCheckSharing)
                    let sharing = isolation.sharing(of: Album.self)
                    #sourceLocation(file: "file.swift", line: 2)
                    unlockedSharing(sharing)
                    #sourceLocation()
                }
                """
        )
    }

    @Test(
        "The declaration that it asks for keeps the parameters and inherited types",
        arguments: [
            ("class Album", "class Album: @unchecked Sendable"),
            ("public final class Album: Work,\n    Codable", "final class Album: Work, Codable, @unchecked Sendable"),
            ("final class Box<Value: Hashable>", "final class Box<Value: Hashable>: Sendable"),
            ("final class `Quo\"te`", "final class `Quo\\\"te`: Sendable"),
        ]
    )
    func declaration(head: String, fixed: String) {
        expectExpansion(of: "@KeyValueObservable\n\(head) {\n    var title = \"\"\n}", contains: "says so: write '\(fixed)'\")")
    }

    @Test("A generic class is checked for Sendable type arguments")
    func generic() {
        expectExpansion(
            of: "@KeyValueObservable\nfinal class Box<Value, each Part, let count: Int> {\n    var title = \"\"\n}",
            contains: "private static func _heedCheckSharing() where Value: Swift.Sendable, repeat each Part: Swift.Sendable {"
        )
    }
}
