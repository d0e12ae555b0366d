import Testing

@Suite("What types promise")
struct BehaviorTests {
    /// The public types that promise nothing of their own.
    private static let silentTypes = [
        "Iterator": "its sequence speaks for it",
        "KeptInOneIsolation": "marks classes, and has no values",
        "SharedByThreads": "marks classes, and has no values",
        "KeyValueRegistrar": "used by the code that the macro writes",
        "ManuallyNotifiedPaths": "used by the code that the macro writes",
        "PlainChange": "used by the code that the macro writes",
        "OpenChange": "used by the code that the macro writes",
        "SharedStorage": "used by the code that the macro writes",
        "StorageEdit": "used by the code that the macro writes",
        "ScrollerPoint": "holds what it is given",
        "ScrollerFrame": "holds what it is given",
    ]

    private func page(of module: String) throws -> BehaviorPage {
        BehaviorPage(try #require(try Repository.articles(of: module)["Behavior.md"]))
    }

    @Test("Every public type has a list of what it promises, but for those that promise nothing of their own")
    func everyType() throws {
        var silent = Self.silentTypes
        for module in Repository.modules {
            for source in try Repository.sources(of: module) {
                let speaking = Set(source.comments.filter { $0.behavior?.isEmpty == false }.compactMap(\.name))
                for type in source.publicTypes where !speaking.contains(type) {
                    #expect(Self.silentTypes[type] != nil, "\(source.path): \(type) has no list under '## Behavior'")
                    silent[type] = nil
                }
            }
        }
        #expect(silent.isEmpty, "these types have a list, or are gone")
    }

    @Test(
        "Every line of a list stands on the page of its module, word by word, with the tests that hold it",
        arguments: zip(Repository.modules, [120, 14, 40])
    )
    func everyLine(module: String, atLeast number: Int) throws {
        let page = try page(of: module)
        var count = 0
        for source in try Repository.sources(of: module) {
            for comment in source.comments {
                let name = comment.name ?? "?"
                for line in comment.behavior ?? [] {
                    count += 1
                    #expect(
                        page.sections[name]?.contains { $0.text == line } == true,
                        "\(source.path): Behavior.md does not have this under \(name):\n\(line)"
                    )
                }
            }
        }
        #expect(count >= number)
    }

    @Test("Every statement of the page is one of a list, and names tests that are there", arguments: Repository.modules)
    func everyStatement(module: String) throws {
        let tests = try Repository.testNames()
        var lists: [String: Set<String>] = [:]
        for comment in try Repository.sources(of: module).flatMap(\.comments) {
            lists[comment.name ?? "?", default: []].formUnion(comment.behavior ?? [])
        }
        for (name, statements) in try page(of: module).sections {
            for statement in statements {
                #expect(lists[name]?.contains(statement.text) == true, "\(name) does not promise this:\n\(statement.text)")
                #expect(!statement.tests.isEmpty, "\(name): no test is named for this:\n\(statement.text)")
                for test in statement.tests {
                    let isThere = tests.contains(test)
                    #expect(isThere, "\(name) names a test that is not there: \(test)")
                }
            }
        }
    }
}
