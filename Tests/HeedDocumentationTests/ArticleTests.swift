import Testing

@Suite("The articles")
struct ArticleTests {
    /// The lines between the fences that begin with a language's name, one string for each pair.
    private func blocks(of language: String, in article: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.drop { $0 == " " }
            if block != nil, mark.hasPrefix("```") {
                blocks.append(block!.joined(separator: "\n"))
                block = nil
            } else if block == nil, mark == "```\(language)" {
                block = []
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    private func normalised(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("Every Swift example of an article stands in the article's tests, where it is compiled and run")
    func examples() throws {
        let sources = try Repository.examples().mapValues(normalised)
        var count = 0
        for (name, article) in try Repository.articles() {
            for block in blocks(of: "swift", in: article) {
                count += 1
                let file = name.replacing(".md", with: "Examples.swift")
                let example = normalised(block)
                #expect(sources[file]?.contains(example) == true, "\(name) has an example that \(file) does not have:\n\(block)")
            }
        }
        #expect(count > 40)
    }

    @Test("Every promise names tests, and every test it names is there")
    func promises() throws {
        let page = try #require(try Repository.articles()["Promises.md"])
        let sources = try Repository.testSources().map(normalised)
        var promise = "the beginning"
        var named: [String: [String]] = [:]
        for line in page.split(separator: "\n") {
            if line.hasPrefix("### ") {
                promise = String(line.dropFirst(4))
                named[promise] = []
            } else if line.hasPrefix("- Test: ") {
                named[promise, default: []].append(String(line.dropFirst("- Test: ".count)))
            }
        }
        #expect(named.count >= 11)
        for (promise, tests) in named {
            #expect(!tests.isEmpty, "\(promise) names no test")
            for test in tests {
                #expect(
                    sources.contains { $0.contains("@Test(\"\(test)\"") || $0.contains("@Test( \"\(test)\"") },
                    "\(promise) names a test that is not there: \(test)"
                )
            }
        }
    }

    @Test("Every article is reached from the landing page")
    func landingPage() throws {
        let articles = try Repository.articles()
        let landing = try #require(articles["Heed.md"])
        for name in articles.keys where name != "Heed.md" {
            #expect(landing.contains("<doc:\(name.replacing(".md", with: ""))>"), "\(name)")
        }
    }

    @Test("Heed needs neither Foundation nor Dispatch, and no @preconcurrency")
    func floors() throws {
        let sources = try Repository.heedSources()
        #expect(sources.count > 50)
        for source in sources {
            for line in source.split(separator: "\n") {
                #expect(!line.contains("@preconcurrency"))
                #expect(!line.contains("import Foundation") && !line.contains("import Dispatch"))
            }
        }
    }
}
