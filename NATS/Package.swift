// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "heed-nats",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "HeedNATS", targets: ["HeedNATS"]),
        // For tests only.
        .library(name: "NATSTestServer", targets: ["NATSTestServer"]),
    ],
    dependencies: [
        .package(name: "heed", path: "..")
    ],
    targets: [
        .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .target(name: "HeedNATS", dependencies: ["CNATS", .product(name: "Heed", package: "heed")]),
        // A real server that a test starts, kills and stalls.
        .target(name: "NATSTestServer", path: "Tests/NATSTestServer"),
        .testTarget(name: "HeedNATSTests", dependencies: ["HeedNATS", "CNATS", "NATSTestServer", .product(name: "Heed", package: "heed")]),
    ],
    swiftLanguageModes: [.v6]
)
