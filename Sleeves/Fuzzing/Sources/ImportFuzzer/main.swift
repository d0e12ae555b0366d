import CFuzzer
import Foundation

// The first argument says which importer. Built as usual, the others are files that are given to it, one after another: that repeats a
// find. Built for libFuzzer, they are libFuzzer's own.
guard CommandLine.arguments.count > 1, let importer = FuzzedImporter(rawValue: CommandLine.arguments[1]) else {
    print("usage: ImportFuzzer \(FuzzedImporter.allCases.map(\.rawValue).joined(separator: "|")) …")
    exit(64)
}

#if LIBFUZZER
// libFuzzer has no place for a context.
setenv("SLEEVES_FUZZED_IMPORTER", importer.rawValue, 1)
nonisolated(unsafe) var arguments = ([CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)).map { strdup($0) } + [nil]
var count = Int32(arguments.count - 1)
// SAFETY: the arguments live as long as the program, and libFuzzer calls back on this thread, with bytes that are valid during the call.
let status = arguments.withUnsafeMutableBufferPointer { buffer in
    var start = buffer.baseAddress
    return LLVMFuzzerRunDriver(&count, &start) { data, size in
        let importer = getenv("SLEEVES_FUZZED_IMPORTER").flatMap { FuzzedImporter(rawValue: String(cString: $0)) }
        importer?.run(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    }
}
exit(status)
#else
for path in CommandLine.arguments.dropFirst(2) {
    importer.run(Array(try Data(contentsOf: URL(filePath: path))))
}
#endif
