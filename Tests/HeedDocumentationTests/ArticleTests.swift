import Testing

@Suite("The articles")
struct ArticleTests {
    @Test("Every promise names tests, and every test it names exists")
    func promises() throws {
        let page = try #require(try Repository.articles(of: "Heed")["Promises.md"])
        let tests = try Repository.testNames()
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
        for (promise, names) in named {
            #expect(!names.isEmpty, "\(promise) names no test")
            for name in names {
                let isThere = tests.contains(name)
                #expect(isThere, "\(promise) names a test that is not there: \(name)")
            }
        }
    }

    @Test("Every article is reached from the landing page", arguments: Repository.modules)
    func landingPage(module: String) throws {
        let articles = try Repository.articles(of: module)
        let landing = try #require(articles["\(module).md"])
        for name in articles.keys where name != "\(module).md" {
            #expect(landing.contains("<doc:\(name.replacing(".md", with: ""))>"), "\(name)")
        }
    }

    @Test("Heed needs neither Foundation nor Dispatch, and no @preconcurrency")
    func floors() throws {
        let sources = try Repository.sources(of: "Heed")
        #expect(sources.count > 50)
        for source in sources {
            for line in source.text.split(separator: "\n") {
                #expect(!line.contains("@preconcurrency"))
                #expect(!line.contains("import Foundation") && !line.contains("import Dispatch"))
            }
        }
    }
}
