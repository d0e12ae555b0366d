// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "heed-benchmarks",
    dependencies: [
        .package(name: "heed", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "heed-benchmarks",
            dependencies: [.product(name: "Heed", package: "heed")]
        )
    ],
    swiftLanguageModes: [.v6]
)
