import Synchronization
import Testing

/// The lines that an example prints.
final class Page: Sendable {
    private let written = Mutex<[String]>([])
    private let feed = AsyncStream.makeStream(of: String.self)

    /// The page of the test that is running.
    @TaskLocal static var current = Page()

    /// The lines that the running test has printed.
    static var lines: [String] { current.lines }

    /// Returns the next line that the running test prints, as soon as it is there.
    static func next() async -> String? {
        var lines = current.feed.stream.makeAsyncIterator()
        return await lines.next()
    }

    var lines: [String] { written.withLock { $0 } }

    func write(_ line: String) {
        written.withLock { $0.append(line) }
        feed.continuation.yield(line)
    }
}

/// Prints on the page of the running test. So examples appear here as they do in the articles, and their output is checked.
///
/// The declaration matches the standard library's, so that it hides that one in every call.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
    Page.current.write(items.map { "\($0)" }.joined(separator: separator))
}

/// A trait that gives each test of a suite its own page.
struct PrintingTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        try await Page.$current.withValue(Page()) { try await function() }
    }
}

extension Trait where Self == PrintingTrait {
    static var printing: PrintingTrait { PrintingTrait() }
}
