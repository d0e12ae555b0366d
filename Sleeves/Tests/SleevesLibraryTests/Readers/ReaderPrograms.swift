import Foundation

@testable import SleevesCovers
@testable import SleevesLibrary

/// The programs that tests have as readers. They lie beside the tests' own.
enum ReaderPrograms {
    /// The real one.
    static let sleeves = path(of: "sleeves")
    /// The one that does what files tell it to.
    static let probe = path(of: "ReaderProbe")

    static func pool(
        _ program: String = probe, width: Int = 2, milliseconds: Int = 400, wait: Duration = .seconds(20), idle: Duration = .seconds(60)
    ) -> ReaderPool {
        var limits = ReaderPool.Limits()
        limits.milliseconds = milliseconds
        limits.wait = wait
        limits.idle = idle
        limits.memory = 256 << 20
        return ReaderPool(program: program, limits: limits, width: width)
    }

    private static func path(of product: String) -> String {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: product).path(percentEncoded: false)
    }
}
