// swift-tools-version: 6.2

import PackageDescription

// Heed and the probes, built as any program's release build builds them, but without building swift-syntax for it once more: that takes
// minutes, and the compiler plug-in is there already from the debug build that tests make. The sources are links to the real ones.
let plugin = "\(Context.packageDirectory)/../../.build/debug/HeedMacros-tool#HeedMacros"
let macros: [SwiftSetting] = [.unsafeFlags(["-load-plugin-executable", plugin])]

let package = Package(
    name: "heed-costs",
    products: [
        .library(name: "AllocationCounter", type: .dynamic, targets: ["AllocationCounter"])
    ],
    targets: [
        .target(name: "CHeedThreads"),
        .target(name: "Heed", dependencies: ["CHeedThreads"], exclude: ["Heed.docc"], swiftSettings: macros),
        .executableTarget(name: "heed-probes", dependencies: ["Heed"], swiftSettings: macros),
        .target(name: "AllocationCounter"),
    ],
    swiftLanguageModes: [.v6]
)
