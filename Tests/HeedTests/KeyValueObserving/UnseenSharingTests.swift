import Testing

/// A class that is `Sendable` by means that the macro can't see. Files of one module declare all of them, each with its number for `#`.
private struct UnseenSharing {
    var before = ""
    var head: String
    var after = ""
    /// The declaration that the error must ask for.
    var fixed: String
    /// The declarations that come after the class then.
    var afterFixed = ""

    private func source(_ head: String, _ after: String) -> String {
        "\(before)\n@KeyValueObservable\n\(head) {\n    var number: Int = 0\n}\n\(after)"
    }

    var source: String { source(head, after) }
    var fixedSource: String { source(fixed, afterFixed) }

    static let all = [
        UnseenSharing(head: "final class A#", after: "extension A#: @unchecked Sendable {}", fixed: "final class A#: Sendable"),
        UnseenSharing(head: "class A#", after: "extension A#: @unchecked Sendable {}", fixed: "class A#: @unchecked Sendable"),
        UnseenSharing(
            head: "final class A#<T, U: Hashable>",
            after: "extension A#: @unchecked Sendable where T: Sendable, U: Sendable {}",
            fixed: "final class A#<T, U: Hashable>: Sendable"
        ),
        UnseenSharing(
            before: "enum Models {",
            head: "final class A#",
            after: "}\nextension Models.A#: @unchecked Sendable {}",
            fixed: "final class A#: Sendable",
            afterFixed: "}"
        ),
        UnseenSharing(before: "protocol P#: Sendable {}", head: "final class A#: P#", fixed: "final class A#: P#, @unchecked Sendable"),
        UnseenSharing(before: "typealias B# = Sendable", head: "final class A#: B#", fixed: "final class A#: B#, @unchecked Sendable"),
        UnseenSharing(before: "class B#: @unchecked Sendable {}", head: "class A#: B#", fixed: "class A#: B#, @unchecked Sendable"),
        UnseenSharing(
            before: "@KeyValueObservable class B#: @unchecked Sendable { var name: String = \"\" }",
            head: "final class A#: B#",
            fixed: "final class A#: B#, @unchecked Sendable"
        ),
    ]
}

@Suite("Sharing that the macro can't see", .ifCompilerIsAvailable)
struct UnseenSharingTests {
    @Test("A class that is Sendable other than by its own declaration is refused at its line, with what to write")
    func refused() throws {
        let errors = try Compiler.errors(in: UnseenSharing.all.map(\.source))
        for (number, sharing) in UnseenSharing.all.enumerated() {
            // The compiler also refuses the storage of a class that a protocol makes Sendable.
            let own = errors[number].filter { !$0.hasPrefix("generated: stored property '_number'") }
            let fixed = sharing.fixed.replacing("#", with: "\(number)")
            #expect(
                own == [
                    "4: 'unlockedSharing' is unavailable: 'A\(number)' is Sendable, so its properties need locks, which the macro makes only if "
                        + "the class's own declaration says so: write '\(fixed)'"
                ])
        }
    }

    @Test("The declaration that the error asks for compiles")
    func fixed() throws {
        let errors = try Compiler.errors(in: UnseenSharing.all.map(\.fixedSource))
        #expect(errors.joined().isEmpty, "\(errors)")
    }

    @Test("A class of a global actor needs no locks, however it belongs to it")
    func isolated() throws {
        let errors = try Compiler.errors(in: [
            "@MainActor @KeyValueObservable final class A# { var number = 0 }",
            "@MainActor @KeyValueObservable class A#<T> { var number = 0 }",
            "@globalActor actor B# { static let shared = B#() }\n@B# @KeyValueObservable final class A# { var number = 0 }",
            "typealias B# = MainActor\n@B# @KeyValueObservable final class A# { var number = 0 }",
            "@MainActor class B# {}\n@KeyValueObservable final class A#: B# { var number = 0 }",
            "@MainActor @KeyValueObservable class B# { var name = \"\" }\n@KeyValueObservable final class A#: B# { var number = 0 }",
            "@MainActor protocol P# {}\n@KeyValueObservable final class A#: P# { var number = 0 }",
            "@MainActor protocol P#: Sendable {}\n@KeyValueObservable final class A#: P# { var number = 0 }",
        ])
        #expect(errors.joined().isEmpty, "\(errors)")
    }

    @Test("In a module whose default isolation is the main actor, classes need no locks")
    func isolatedByDefault() throws {
        let source = "@KeyValueObservable class A { var number = 0 }\n@KeyValueObservable final class B: A { var other = 0 }"
        #expect(try Compiler.errors(in: [source], options: ["-default-isolation", "MainActor"]) == [[]])
    }

    @Test("A class that isn't Sendable needs no locks, whatever its superclass or type arguments are", arguments: ["5", "6"])
    func unshared(mode: String) throws {
        let source = """
            @KeyValueObservable class A { var number = 0 }
            @KeyValueObservable final class B: A { var other = 0 }
            @KeyValueObservable final class C<T> { var value: T?; init() {} }
            @KeyValueObservable final class D<T: Sendable> { var value: T?; init() {} }
            """
        #expect(try Compiler.errors(in: [source], options: ["-swift-version", mode]) == [[]])
    }

    @Test("Every way to write Sendable in the declaration makes locks")
    func spellings() throws {
        let conformances = [
            "Sendable", "Swift.Sendable", "@unchecked Sendable", "@unchecked Swift.Sendable", "P# & Sendable", "P#, Sendable",
        ]
        let errors = try Compiler.errors(
            in: conformances.map { conformance in
                """
                protocol P# {}
                @KeyValueObservable final class A#: \(conformance) { var number: Int = 0 }
                func check#<Object: KeyValueObservable>(_ object: Object) where Object._HeedSharing == _SharedByThreads {}
                func check#() { check#(A#()) }
                """
            })
        #expect(errors.joined().isEmpty, "\(errors)")
    }
}
