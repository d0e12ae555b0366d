// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// swift-syntax, which the compiler plug-in and its tests are written with, takes minutes to build. The toolchain has it built: the Makefile
// says where. Everyone else, above all a package that depends on Heed by its address and may not use unsafe flags, has it from its package.
let toolchainSyntax = Context.environment["HEED_TOOLCHAIN_SYNTAX"].flatMap { $0.isEmpty ? nil : $0 }

/// The dependencies and settings of a target that imports these modules of swift-syntax.
func syntax(_ modules: String...) -> (dependencies: [Target.Dependency], swift: [SwiftSetting], linker: [LinkerSetting]) {
    guard let toolchainSyntax else {
        return (modules.map { .product(name: $0, package: "swift-syntax") }, [], [])
    }
    let libraries = modules.flatMap { ["-l\($0)"] }
    return (
        [],
        [.unsafeFlags(["-I", toolchainSyntax])],
        [.unsafeFlags(["-L", toolchainSyntax, "-Xlinker", "-rpath", "-Xlinker", toolchainSyntax] + libraries)]
    )
}

let plugin = syntax(
    "SwiftSyntax", "SwiftDiagnostics", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
    toolchainSyntax == nil ? "SwiftCompilerPlugin" : "SwiftCompilerPluginMessageHandling"
)
let pluginTests = syntax("SwiftParser", "SwiftParserDiagnostics", "SwiftSyntaxMacroExpansion")

let package = Package(
    name: "heed",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Heed", targets: ["Heed"]),
        .library(name: "HeedFoundation", targets: ["HeedFoundation"]),
        .library(name: "HeedInspector", targets: ["HeedInspector"]),
        .library(name: "HorizontalScroller", targets: ["HorizontalScroller"]),
    ],
    dependencies: toolchainSyntax == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"605.0.0")] : [],
    targets: [
        // The observation library. No Foundation, no Dispatch.
        .target(name: "Heed", dependencies: ["HeedMacros", "CHeedThreads"]),
        // One thread-local pointer, which Swift cannot declare by itself.
        .target(name: "CHeedThreads"),
        .macro(
            name: "HeedMacros",
            dependencies: plugin.dependencies,
            swiftSettings: plugin.swift,
            linkerSettings: plugin.linker
        ),
        .target(name: "HeedFoundation", dependencies: ["Heed"]),
        // Shows who observes what. Programs that ship without it are not larger for it.
        .target(name: "HeedInspector", dependencies: ["Heed", "CHeedThreads"]),
        .target(name: "HorizontalScroller"),

        .testTarget(name: "HeedTests", dependencies: ["Heed", "Interleavings"]),
        // Runs threads in every order of their accesses, for HeedTests.
        .target(name: "Interleavings", path: "Tests/Interleavings"),
        // Compiles the plug-in's sources itself, by a symbolic link. If it depended on the plug-in, which runs on the machine that compiles,
        // SwiftPM would build all tests for that machine: a second Heed, HeedFoundation, HeedInspector and HorizontalScroller.
        .testTarget(
            name: "HeedMacrosTests",
            dependencies: plugin.dependencies + pluginTests.dependencies,
            exclude: ["Macros/Plugin.swift"],
            swiftSettings: plugin.swift,
            linkerSettings: plugin.linker + pluginTests.linker
        ),
        // The examples of the comments, compiled and run; and what the documentation promises, held against the tests.
        .testTarget(name: "HeedDocumentationTests", dependencies: ["Heed", "HeedFoundation", "HeedInspector", "HorizontalScroller"]),
        // SwiftPM compiles a module again only for a change of a module that its target names, so it names Heed.
        .testTarget(name: "HeedFoundationTests", dependencies: ["Heed", "HeedFoundation"]),
        .testTarget(name: "HeedInspectorTests", dependencies: ["Heed", "HeedInspector"], exclude: ["Readers"]),
        .testTarget(name: "HorizontalScrollerTests", dependencies: ["HorizontalScroller"]),
    ],
    swiftLanguageModes: [.v6]
)

// `make test` tests Heed as optimised code, which is what programs contain, with every check on.
if Context.environment["OPTIMIZED_TESTS"] == "1", let heed = package.targets.first(where: { $0.name == "Heed" }) {
    heed.swiftSettings = [.unsafeFlags(["-O", "-assert-config", "Debug"])]
}
