// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "heed-nats",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "HeedNATS", targets: ["HeedNATS"])
    ],
    dependencies: [
        .package(name: "heed", path: "..")
    ],
    targets: [
        .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .target(name: "HeedNATS", dependencies: ["CNATS", .product(name: "HeedFoundation", package: "heed")]),
        .testTarget(name: "HeedNATSTests", dependencies: ["HeedNATS", .product(name: "Heed", package: "heed")]),
    ],
    swiftLanguageModes: [.v6]
)
