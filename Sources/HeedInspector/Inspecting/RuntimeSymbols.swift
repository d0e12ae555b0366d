/// The names of code addresses, as the runtime's reader of debug information knows them.
///
/// Only an interface that isn't public takes addresses that were recorded earlier. It was tried with the compilers of the condition below. With
/// others, and on other systems, nothing has a name: reports then show addresses.
enum RuntimeSymbols {}

#if canImport(Glibc) && canImport(Runtime) && (arch(x86_64) || arch(arm64)) && compiler(>=6.3) && compiler(<6.4)
    import Glibc
    @_spi(Internal) @_spi(MemoryReaders) internal import Runtime

    extension RuntimeSymbols {
        #if arch(x86_64)
            private static let architecture = "x86_64"
        #else
            private static let architecture = "arm64"
        #endif

        /// The program's object files. Finding them looks into every mapped file, and another thread may just unmap one, such as a font: so
        /// this reads by the kernel, which refuses instead of stopping the program.
        private static var images: ImageMap { ImageMap.capture(using: LocalMemoryReader()) }

        /// Returns the calls with these return addresses, inlined ones too; `nil` if that is unknown.
        static func calls(returningTo addresses: [UInt]) -> [Call]? {
            let frames = addresses.map { RichFrame<UInt64>.returnAddress(UInt64($0)) }
            let backtrace = Backtrace(architecture: architecture, frames: frames, images: images)
            return backtrace.symbolicated()?.frames.map { frame in
                Call(
                    function: frame.symbol?.name,
                    symbol: frame.symbol?.rawName ?? "",
                    place: frame.symbol?.sourceLocation.map { InspectorReport.Place(fileID: $0.path, line: $0.line) },
                    address: UInt64("\(frame.captured.originalProgramCounter)".dropFirst(2), radix: 16) ?? 0
                )
            }
        }

        /// Returns the names of the functions that begin at these addresses.
        static func functions(at addresses: [UInt]) -> [String] {
            let frames = addresses.map { RichFrame<UInt64>.programCounter(UInt64($0)) }
            let backtrace = Backtrace(architecture: architecture, frames: frames, images: images)
            // Without an offset, because the symbol before a nameless function is that of another.
            return backtrace.symbolicated()?.frames.compactMap(\.symbol).filter { $0.offset == 0 }.map(\.name) ?? []
        }
    }
#else
    extension RuntimeSymbols {
        static func calls(returningTo addresses: [UInt]) -> [Call]? { nil }

        static func functions(at addresses: [UInt]) -> [String] { [] }
    }
#endif

extension RuntimeSymbols {
    /// A call.
    struct Call {
        let function: String?
        /// The function's name as the linker has it.
        let symbol: String
        let place: InspectorReport.Place?
        let address: UInt64
    }
}
