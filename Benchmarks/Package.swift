// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "heed-benchmarks",
    dependencies: [
        .package(name: "heed", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .executableTarget(
            name: "heed-benchmarks",
            dependencies: [
                .product(name: "Heed", package: "heed"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                "CPeers",
                "Floors",
            ]
        ),
        // What one would write by hand, in a module of its own as Heed is.
        .target(name: "Floors"),
        // The peers in C and C++ behind a C face. `generate` runs Qt's meta-object compiler for it first.
        .target(
            name: "CPeers",
            dependencies: ["CGObject", "CQt", "CSigc"],
            cSettings: [.headerSearchPath("../../Generated")],
            cxxSettings: [.headerSearchPath("../../Generated")]
        ),
        .systemLibrary(name: "CGObject", pkgConfig: "gobject-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CQt", pkgConfig: "Qt5Core", providers: [.apt(["qtbase5-dev"])]),
        .systemLibrary(name: "CSigc", pkgConfig: "sigc++-3.0", providers: [.apt(["libsigc++-3.0-dev"])]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
