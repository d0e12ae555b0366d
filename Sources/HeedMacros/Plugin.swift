import SwiftSyntaxMacros

#if canImport(SwiftCompilerPlugin)
    import SwiftCompilerPlugin
#else
    // The toolchain includes all of swift-syntax except this small module.
    @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
#endif

@main
struct HeedMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        KeyValueObservableMacro.self,
        ObservedPropertyMacro.self,
        NotObservedMacro.self,
        ManuallyNotifiedMacro.self,
    ]
}

#if !canImport(SwiftCompilerPlugin)
    /// The same interface as SwiftCompilerPlugin's, as far as this plug-in uses it.
    protocol CompilerPlugin: PluginProvider {
        init()
        var providingMacros: [any Macro.Type] { get }
    }

    extension CompilerPlugin {
        func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
            let name = "\(moduleName).\(typeName)"
            guard let macro = providingMacros.first(where: { String(reflecting: $0) == name }) else { throw UnknownMacro(name: name) }
            return macro
        }

        /// Answers the compiler's messages on standard input until it closes.
        static func main() throws {
            try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Self()).main()
        }
    }

    struct UnknownMacro: Error {
        let name: String
    }
#endif
