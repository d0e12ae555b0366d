import Testing

@Suite("Examples")
struct ExampleTests {
    @Test("The README begins with the example of the first page")
    func readme() throws {
        let readme = try Repository.readme().normalised
        let blocks = try #require(try Repository.articles(of: "Heed")["Heed.md"]).swiftBlocks
        #expect(!blocks.isEmpty && blocks.allSatisfy { readme.contains($0.normalised) })
    }

    @Test(
        "Every Swift example of a comment also appears in the tests of its folder's comments, which compile and run it",
        arguments: zip(Repository.modules, [34, 3, 3, 6])
    )
    func comments(module: String, atLeast number: Int) throws {
        let tests = try Repository.examples().mapValues(\.normalised)
        var count = 0
        for source in try Repository.sources(of: module) {
            // Heed has a folder for each pattern; each other module is as large as one pattern.
            let subject = module == "Heed" ? source.folder ?? module : module
            let file = "Comments/\(subject)Comments.swift"
            for block in source.comments.flatMap(\.text.swiftBlocks) {
                count += 1
                #expect(
                    tests[file]?.contains(block.normalised) == true,
                    "\(source.path) has an example that \(file) does not have:\n\(block)"
                )
            }
        }
        #expect(count >= number)
    }
}
