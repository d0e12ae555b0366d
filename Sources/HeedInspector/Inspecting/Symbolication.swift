internal import CHeedThreads
internal import Heed

// The runtime's own reader of debug information takes recorded addresses only through an interface that newer toolchains may change.
#if canImport(Glibc) && canImport(Runtime) && compiler(>=6.3) && compiler(<6.5)
    import Glibc
    @_spi(Internal) internal import Runtime
#endif

/// Names the calls of recorded backtraces.
enum Symbolication {
    /// Returns the calls that led to an outermost change, innermost first, without Heed's own.
    static func backtrace(of event: UInt64) -> [StackFrame] {
        var recorded = heed_event()
        guard heed_copy_event(event, &recorded) else { return [] }
        return frames(at: Recording.backtrace(UInt32(recorded.cause_and_backtrace >> 32)))
    }

    /// Returns the calls with these return addresses, without Heed's own.
    static func frames(at addresses: [UInt]) -> [StackFrame] {
        guard !addresses.isEmpty else { return [] }
        let named =
            namedFrames(at: addresses)
            ?? addresses.map { NamedFrame(StackFrame(function: nil, place: nil, address: UInt64($0)), symbol: "") }
        let calls = named.filter { $0.frame.address != 0 }.drop { $0.isOfHeed }
        return calls.map(\.frame)
    }

    private struct NamedFrame {
        let frame: StackFrame
        let isOfHeed: Bool

        init(_ frame: StackFrame, symbol: String) {
            self.frame = frame
            // Also its extensions of standard types, and the standard library's functions, which call Heed's closures in debug builds.
            isOfHeed =
                symbol.hasPrefix("$s4Heed") || symbol.hasPrefix("$sS") && symbol.dropFirst(4).hasPrefix("4Heed") || symbol.hasPrefix("$ss")
                || symbol.hasPrefix("heed_") || symbol.hasPrefix("swift_")
        }
    }

    private static func namedFrames(at addresses: [UInt]) -> [NamedFrame]? {
        #if canImport(Glibc) && canImport(Runtime) && compiler(>=6.3) && compiler(<6.5) && (arch(x86_64) || arch(arm64))
            #if arch(x86_64)
                let architecture = "x86_64"
            #else
                let architecture = "arm64"
            #endif
            let frames = addresses.map { RichFrame<UInt64>.returnAddress(UInt64($0)) }
            let backtrace = Backtrace(architecture: architecture, frames: frames, images: ImageMap.capture())
            return backtrace.symbolicated()?.frames.map { frame in
                let place = frame.symbol?.sourceLocation.map { InspectorReport.Place(fileID: $0.path, line: $0.line) }
                let address = UInt64("\(frame.captured.originalProgramCounter)".dropFirst(2), radix: 16) ?? 0
                return NamedFrame(
                    StackFrame(function: frame.symbol?.name, place: place, address: address),
                    symbol: frame.symbol?.rawName ?? ""
                )
            }
        #else
            return nil
        #endif
    }
}
