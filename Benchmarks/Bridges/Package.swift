// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "heed-nats-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "heed-nats", path: "../../NATS"),
        .package(name: "heed", path: "../.."),
    ],
    targets: [
        .executableTarget(
            name: "nats-benchmarks",
            dependencies: [
                .product(name: "HeedNATS", package: "heed-nats"),
                .product(name: "Heed", package: "heed"),
                "CPeers",
            ]
        ),
        .target(name: "CPeers", dependencies: ["CLibNATS", "CHiredis"]),
        .systemLibrary(name: "CLibNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .systemLibrary(name: "CHiredis", pkgConfig: "hiredis", providers: [.apt(["libhiredis-dev"])]),
    ],
    swiftLanguageModes: [.v6]
)
