// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "heed",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Heed", targets: ["Heed"]),
        .library(name: "HeedFoundation", targets: ["HeedFoundation"]),
        .library(name: "HorizontalScroller", targets: ["HorizontalScroller"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
    ],
    targets: [
        // The observation library. No Foundation, no Dispatch.
        .target(name: "Heed", dependencies: ["HeedMacros", "CHeedThreads"]),
        // One thread-local pointer, which Swift cannot declare by itself.
        .target(name: "CHeedThreads"),
        .macro(
            name: "HeedMacros",
            dependencies: [
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ]
        ),
        .target(name: "HeedFoundation", dependencies: ["Heed"]),
        .target(name: "HorizontalScroller"),

        .testTarget(name: "HeedTests", dependencies: ["Heed"]),
        .testTarget(
            name: "HeedMacrosTests",
            dependencies: [
                "HeedMacros",
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
            ]
        ),
        // The examples of the articles and of the comments, compiled and run; and what the documentation promises, held against the tests.
        .testTarget(name: "HeedDocumentationTests", dependencies: ["Heed", "HeedFoundation", "HorizontalScroller"]),
        .testTarget(name: "HeedFoundationTests", dependencies: ["HeedFoundation"]),
        .testTarget(name: "HorizontalScrollerTests", dependencies: ["HorizontalScroller"]),
    ],
    swiftLanguageModes: [.v6]
)
