internal import CHeedThreads
internal import Heed

// The runtime's own reader of debug information takes recorded addresses only through an interface that newer toolchains may change.
#if canImport(Glibc) && canImport(Runtime) && compiler(>=6.3) && compiler(<6.5)
    import Glibc
    @_spi(Internal) @_spi(MemoryReaders) internal import Runtime
#endif

/// Names the calls of recorded backtraces.
enum Symbolication {
    #if arch(x86_64)
        private static let architecture = "x86_64"
    #else
        private static let architecture = "arm64"
    #endif

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

    // Reports ask for the same names each time, so these are kept.
    private static let firstCalls = Lock<[[UInt]: StackFrame]>([:])
    private static let pathNames = Lock<[String: String]>([:])
    private static let nameLimit = 4096

    /// Returns the innermost call with these return addresses whose line is known, or else the innermost one, without Heed's own.
    static func firstCall(at addresses: [UInt]) -> StackFrame? {
        if let known = firstCalls.withLock({ $0[addresses] }) { return known }
        let calls = frames(at: addresses)
        guard let call = calls.first(where: { $0.place != nil }) ?? calls.first else { return nil }
        firstCalls.withLock { names in
            if names.count < nameLimit { names[addresses] = call }
        }
        return call
    }

    // MARK: Key paths

    /// Returns the name of a path, with the names of its properties as far as they are known.
    static func name(of path: ObservedPath) -> String {
        path.printed.map { name(ofPrinted: $0) } ?? path.name
    }

    /// Returns the name of a path that the standard library printed.
    static func name(ofPrinted path: String) -> String {
        if let known = pathNames.withLock({ $0[path] }) { return known }
        let name = "\(KeyPathName(path, getterName: getterName))"
        pathNames.withLock { names in
            if names.count < nameLimit { names[path] = name }
        }
        return name
    }

    /// Returns the name of the property whose getter, for key paths, is at an address.
    private static func getterName(at address: UInt) -> String? {
        #if canImport(Glibc) && canImport(Runtime) && compiler(>=6.3) && compiler(<6.5) && (arch(x86_64) || arch(arm64))
            // If the getter is in another object file, the key path has a nameless function that calls it.
            let addresses = [address] + (CodeAddress(address).callee.map { [$0] } ?? [])
            let frames = addresses.map { RichFrame<UInt64>.programCounter(UInt64($0)) }
            let backtrace = Backtrace(architecture: architecture, frames: frames, images: images)
            // Without an offset, because the symbol before a nameless function is that of another.
            let symbols = backtrace.symbolicated()?.frames.compactMap(\.symbol).filter { $0.offset == 0 } ?? []
            return symbols.lazy.compactMap { propertyName(inSymbol: $0.name) }.first
        #else
            return nil
        #endif
    }

    /// Returns the property's name in the name of a getter, such as `key path getter for Album.title : Album`.
    private static func propertyName(inSymbol symbol: String) -> String? {
        let prefix = "key path getter for "
        guard symbol.hasPrefix(prefix), let end = symbol.firstRange(of: " : ") else { return nil }
        let property = symbol[..<end.lowerBound].dropFirst(prefix.count)
        // A private property, as in `Album.(title in _6C3)`.
        if property.hasSuffix(")"), let opening = property.firstRange(of: ".(") {
            let name = property[opening.upperBound...]
            return name.firstRange(of: " in ").map { String(name[..<$0.lowerBound]) }
        }
        let name = property.split(separator: ".").last ?? ""
        return name.isEmpty || name.contains("(") ? nil : String(name)
    }

    // MARK: Calls

    #if canImport(Glibc) && canImport(Runtime) && compiler(>=6.3) && compiler(<6.5)
        /// The program's object files. Finding them looks into every mapped file, and another thread may just unmap one, such as a font: so
        /// this reads by the kernel, which refuses instead of stopping the program.
        static var images: ImageMap { ImageMap.capture(using: LocalMemoryReader()) }
    #endif

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
            let frames = addresses.map { RichFrame<UInt64>.returnAddress(UInt64($0)) }
            let backtrace = Backtrace(architecture: architecture, frames: frames, images: images)
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
