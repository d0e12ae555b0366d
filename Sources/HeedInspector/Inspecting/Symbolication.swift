internal import CHeedThreads
internal import Heed

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
        let calls =
            RuntimeSymbols.calls(returningTo: addresses)
            ?? addresses.map { RuntimeSymbols.Call(function: nil, symbol: "", place: nil, address: UInt64($0)) }
        return calls.filter { $0.address != 0 }.drop { isOfHeed($0.symbol) }
            .map { StackFrame(function: $0.function, place: $0.place, address: $0.address) }
    }

    /// Returns whether a function is one of Heed's, of its extensions of standard types, or of the standard library, which calls Heed's closures in
    /// debug builds.
    private static func isOfHeed(_ symbol: String) -> Bool {
        symbol.hasPrefix("$s4Heed") || symbol.hasPrefix("$sS") && symbol.dropFirst(4).hasPrefix("4Heed") || symbol.hasPrefix("$ss")
            || symbol.hasPrefix("heed_") || symbol.hasPrefix("swift_")
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
        // If the getter is in another object file, the key path has a nameless function that calls it.
        let addresses = [address] + (CodeAddress(address).callee.map { [$0] } ?? [])
        return RuntimeSymbols.functions(at: addresses).lazy.compactMap { propertyName(inSymbol: $0) }.first
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
}
