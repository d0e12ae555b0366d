// swift-tools-version: 6.2

import PackageDescription

// GStreamer's headers without its libraries, which its pkg-config file would link: the program must start where they aren't installed. Swift
// needs the headers wherever a module imports the player.
let gstreamerFolder = "-I/usr/include/gstreamer-1.0"
let gstreamerHeaders = CSetting.unsafeFlags([gstreamerFolder])
let gstreamerModule = SwiftSetting.unsafeFlags(["-Xcc", gstreamerFolder])

let package = Package(
    name: "sleeves",
    products: [
        .executable(name: "sleeves", targets: ["sleeves"]),
        // GTK in Swift, for the tutorial's last step.
        .library(name: "GTKAdapters", targets: ["GTKAdapters"]),
        // The window that shows what a program observes. Any GTK program in Swift can open it on itself.
        .library(name: "HeedInspectorView", targets: ["HeedInspectorView", "GTKAdapters"]),
        // For tests only.
        .library(name: "DecoderFaults", type: .dynamic, targets: ["DecoderFaults"]),
    ],
    dependencies: [
        .package(name: "heed", path: ".."),
        .package(name: "heed-nats", path: "../NATS"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // System libraries, the C++ face of TagLib, and libcurl's functions that Swift cannot call.
        .systemLibrary(
            name: "CAdwaita",
            pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev"])]
        ),
        .systemLibrary(
            name: "CGLib",
            pkgConfig: "gio-2.0",
            providers: [.apt(["libglib2.0-dev"])]
        ),
        // For tests: looks at the window as a screen reader does.
        .systemLibrary(
            name: "CAtspi",
            pkgConfig: "atspi-2",
            providers: [.apt(["libatspi2.0-dev"])]
        ),
        // For tests: moves the pointer and presses keys, as the display itself does.
        .systemLibrary(
            name: "CXTest",
            path: "Tests/CXTest",
            pkgConfig: "xtst",
            providers: [.apt(["libxtst-dev"])]
        ),
        // Detects the encoding of texts. Its module also has the C library's iconv, which Swift's own module of the C library lacks.
        .systemLibrary(
            name: "CUchardet",
            pkgConfig: "uchardet",
            providers: [.apt(["libuchardet-dev"])]
        ),
        .systemLibrary(name: "CGettext"),
        .systemLibrary(
            name: "CCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .target(
            name: "CCurl",
            linkerSettings: [.linkedLibrary("curl"), .linkedLibrary("crypto")]
        ),
        // Decodes pictures of all types to small ones.
        .target(
            name: "CPictures",
            linkerSettings: ["jpeg", "png", "webp", "webpdemux", "gif", "avif", "heif", "tiff", "lcms2"].map { .linkedLibrary($0) }
        ),
        // The calls behind processes that parse untrusted files: Landlock, seccomp, descriptors over a socket.
        .target(name: "CConfinement", linkerSettings: [.linkedLibrary("seccomp")]),
        // Names of files as strings, whatever their bytes.
        .target(name: "FileNames"),
        // The system call for the time of a file's creation.
        .target(name: "CFileTimes"),
        // GStreamer's functions, which are looked up at run time.
        .target(name: "CGStreamer", dependencies: ["CGLib"], cSettings: [gstreamerHeaders]),
        .target(
            name: "CTagLib",
            linkerSettings: [.linkedLibrary("tag")]
        ),

        // What a person reads, in their language.
        .target(name: "Localization", dependencies: ["CGettext"]),
        // The only code that touches SQLite's pointers. Knows no albums.
        .target(name: "CDatabaseLocks", dependencies: ["CSQLite"]),
        .target(name: "SQLite", dependencies: ["CSQLite", "CDatabaseLocks"]),
        // The only code that touches GTK's pointers. Knows no albums.
        .target(
            name: "GTKAdapters",
            dependencies: [
                "CAdwaita",
                "FileNames",
                "Localization",
                .product(name: "Heed", package: "heed"),
                .product(name: "HorizontalScroller", package: "heed"),
            ]
        ),
        // The live picture of who observes what. Knows no albums.
        .target(
            name: "HeedInspectorView",
            dependencies: [
                "GTKAdapters",
                "Localization",
                .product(name: "Heed", package: "heed"),
                .product(name: "HeedInspector", package: "heed"),
            ]
        ),
        // The only code that speaks to the network. Knows no albums.
        .target(
            name: "SleevesNetworking",
            dependencies: ["CCurl", "CGLib", "Localization", .product(name: "Heed", package: "heed")],
            // The desktop's proxies. The window's own modules link it too, a program without a window has it from here.
            linkerSettings: [.linkedLibrary("gio-2.0")]
        ),
        // Albums as plain values, files, and what every layer needs.
        .target(name: "SleevesModel", dependencies: ["CCrypto", "CFileTimes", "CGLib", "FileNames", "Localization"]),
        // The sockets between the program and its processes that parse untrusted files. Knows no albums.
        .target(name: "Confinement", dependencies: ["CConfinement", "SleevesModel"]),
        // Decodes pictures and reads audio files, in processes of their own, and keeps thumbnails. Knows no database and no network.
        .target(
            name: "SleevesCovers",
            dependencies: ["CConfinement", "CGLib", "CPictures", "CTagLib", "CUchardet", "Confinement", "Localization", "SleevesModel"]
        ),
        // Makes albums out of lists and of the tags of files. Knows no store, no database and no network.
        .target(
            name: "SleevesImporting",
            dependencies: ["CGLib", "FileNames", "Localization", "SleevesCovers", "SleevesModel"]
        ),
        // What machines that share a library tell each other. Knows no store and no network.
        .target(name: "SleevesSharing", dependencies: ["SleevesModel"]),
        // Keeps the library: albums, the catalogue of folders and files, and history. The only SQL.
        .target(
            name: "SleevesStore",
            dependencies: ["Localization", "SQLite", "SleevesCovers", "SleevesImporting", "SleevesModel", "SleevesSharing"]
        ),
        // The facade above the other layers. Knows no screen.
        .target(
            name: "SleevesLibrary",
            dependencies: [
                "FileNames",
                "Localization",
                "SleevesCovers",
                "SleevesImporting",
                "SleevesModel",
                "SleevesNetworking",
                "SleevesSharing",
                "SleevesStore",
                .product(name: "Heed", package: "heed"),
                .product(name: "HeedNATS", package: "heed-nats"),
            ],
            resources: ["html", "css", "js"].map { .embedInCode("Exporting/WebCatalogue/page.\($0)") }
        ),
        // Plays albums, in a process of its own. Knows no store, no network and no screen.
        .target(
            name: "SleevesPlayer",
            dependencies: [
                "CConfinement",
                "CGStreamer",
                "Confinement",
                "Localization",
                "SleevesModel",
                .product(name: "Heed", package: "heed"),
            ],
            swiftSettings: [gstreamerModule]
        ),
        .target(
            name: "SleevesUI",
            dependencies: [
                "GTKAdapters",
                "Localization",
                "SleevesLibrary",
                "SleevesPlayer",
                .product(name: "Heed", package: "heed"),
                .product(name: "HorizontalScroller", package: "heed"),
            ],
            swiftSettings: [gstreamerModule]
        ),
        .executableTarget(
            name: "sleeves",
            dependencies: [
                "FileNames",
                "GTKAdapters",
                "HeedInspectorView",
                "Localization",
                "SleevesLibrary",
                "SleevesNetworking",
                "SleevesPlayer",
                "SleevesUI",
                .product(name: "Heed", package: "heed"),
                .product(name: "HeedInspector", package: "heed"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [gstreamerModule],
            // Parts of Swift's runtime don't say that they need no executable stack.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "noexecstack"])]
        ),

        // A reader that misbehaves, for the tests of what that costs.
        .executableTarget(name: "ReaderProbe", dependencies: ["SleevesLibrary"], path: "Tests/ReaderProbe"),
        .testTarget(
            name: "SleevesLibraryTests",
            dependencies: [
                "CConfinement",
                "CGLib",
                "CUchardet",
                "Confinement",
                "FileNames",
                "Localization",
                "ReaderProbe",
                "SQLite",
                "SleevesCovers",
                "SleevesImporting",
                "SleevesLibrary",
                "SleevesNetworking",
                "SleevesSharing",
                "SleevesStore",
                .product(name: "Heed", package: "heed"),
            ]
        ),
        .testTarget(
            name: "SleevesSharingTests",
            dependencies: [
                "SQLite",
                "SleevesLibrary",
                "SleevesModel",
                "SleevesNetworking",
                "SleevesSharing",
                "SleevesStore",
                .product(name: "Heed", package: "heed"),
                .product(name: "HeedNATS", package: "heed-nats"),
                .product(name: "NATSTestServer", package: "heed-nats"),
            ]
        ),
        .testTarget(
            name: "SleevesPlayerTests",
            dependencies: ["CConfinement", "CGStreamer", "SleevesModel", "SleevesPlayer", .product(name: "Heed", package: "heed")],
            exclude: ["player.sh"],
            swiftSettings: [gstreamerModule]
        ),
        .testTarget(name: "LocalizationTests", dependencies: ["Localization"]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
        // What assistive technologies say of a widget, for tests.
        .target(name: "CAccessibleText", dependencies: ["CAdwaita"], path: "Tests/CAccessibleText"),
        // A desktop for tests that show windows in their own process.
        .target(name: "DisplayTesting", dependencies: ["CAdwaita", "CXTest", "GTKAdapters"], path: "Tests/DisplayTesting"),
        // A small program that the tests of the main loop run: in a test's process the main queue is not the main thread's.
        .executableTarget(name: "MainLoopProbe", dependencies: ["GTKAdapters"], path: "Tests/MainLoopProbe"),
        .testTarget(
            name: "GTKAdaptersTests",
            dependencies: [
                "GTKAdapters",
                "CAccessibleText",
                "CAdwaita",
                "DisplayTesting",
                "MainLoopProbe",
                .product(name: "Heed", package: "heed"),
                .product(name: "HorizontalScroller", package: "heed"),
            ]
        ),
        // A session with made-up reports, and a small program that shows the inspector on it.
        .target(
            name: "MadeUpSession",
            dependencies: [.product(name: "HeedInspector", package: "heed")],
            path: "Tests/MadeUpSession"
        ),
        .executableTarget(
            name: "InspectorProbe",
            dependencies: ["GTKAdapters", "HeedInspectorView", "MadeUpSession"],
            path: "Tests/InspectorProbe"
        ),
        .testTarget(
            name: "HeedInspectorViewTests",
            dependencies: [
                "GTKAdapters",
                "CAdwaita",
                "HeedInspectorView",
                "MadeUpSession",
                .product(name: "Heed", package: "heed"),
                .product(name: "HeedInspector", package: "heed"),
            ]
        ),
        .testTarget(
            name: "SleevesUITests",
            dependencies: [
                "CAccessibleText",
                "CAdwaita",
                "DisplayTesting",
                "GTKAdapters",
                "SleevesLibrary",
                "SleevesNetworking",
                "SleevesPlayer",
                "SleevesUI",
                .product(name: "Heed", package: "heed"),
            ],
            swiftSettings: [gstreamerModule]
        ),
        // Loaded into the real program by tests, so that a decoder crashes, hangs or eats memory.
        .target(name: "DecoderFaults", path: "Tests/DecoderFaults"),
        // Another one, to drag files from.
        .executableTarget(name: "DragProbe", dependencies: ["CAdwaita"], path: "Tests/DragProbe"),
        // The program as a person and a script meet it: real processes, a real display.
        .testTarget(
            name: "UITests",
            dependencies: ["CAtspi", "DragProbe", "SQLite", .product(name: "NATSTestServer", package: "heed-nats")],
            exclude: ["Accessibility/orca-customizations.py", "Processes/desktop-services.py"]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// `make test` optimises what computes pixels: otherwise each of its many windows spends a third of its start on that.
if Context.environment["OPTIMIZED_TESTS"] == "1", let covers = package.targets.first(where: { $0.name == "SleevesCovers" }) {
    covers.swiftSettings = [.unsafeFlags(["-O", "-assert-config", "Debug"])]
}

// In a program that contains libdispatch: stops its timer while its pool has no thread, so that an idle program sleeps.
if Context.environment["CONTAINS_DISPATCH"] == "1", let program = package.targets.first(where: { $0.name == "sleeves" }) {
    package.targets.append(.target(name: "CQuietDispatch"))
    program.dependencies.append("CQuietDispatch")
    let wrapped = ["_dispatch_workq_worker_register", "_dispatch_workq_worker_unregister", "dispatch_source_set_timer"]
    program.linkerSettings = (program.linkerSettings ?? []) + [.unsafeFlags(wrapped.flatMap { ["-Xlinker", "--wrap=\($0)"] })]
}

// SwiftPM compiles a module again when a module that its target names has changed. Those that it reaches through others are part of it all the
// same: a new field of a type in SleevesModel would leave SleevesUI with the former layout, and crash it. So each target names them all, except
// for the check of what it imports.
if Context.environment["NAMED_DEPENDENCIES"] != "only" {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    func collect(below target: Target, into found: inout [String: Target.Dependency]) {
        for dependency in target.dependencies {
            let name: String
            switch dependency {
            case .targetItem(let target, _), .byNameItem(let target, _): name = target
            case .productItem(let product, _, _, _): name = product
            @unknown default: continue
            }
            guard found.updateValue(dependency, forKey: name) == nil, let next = targets[name] else { continue }
            collect(below: next, into: &found)
        }
    }
    for target in package.targets where target.type != .system {
        var found: [String: Target.Dependency] = [:]
        collect(below: target, into: &found)
        target.dependencies = found.sorted { $0.key < $1.key }.map(\.value)
    }
}
