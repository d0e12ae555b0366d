import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct HeedMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        KeyValueObservableMacro.self,
        ObservedPropertyMacro.self,
        NotObservedMacro.self,
        ManuallyNotifiedMacro.self,
    ]
}
