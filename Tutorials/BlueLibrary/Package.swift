// swift-tools-version: 6.2

import PackageDescription

let heed = Target.Dependency.product(name: "Heed", package: "heed")
let foundation = Target.Dependency.product(name: "HeedFoundation", package: "heed")
let scroller = Target.Dependency.product(name: "HorizontalScroller", package: "heed")
let http = ["FlyingFox", "FlyingSocks"].map { Target.Dependency.product(name: $0, package: "FlyingFox") }
let gtk = Target.Dependency.product(name: "GTKAdapters", package: "Sleeves")

/// A step of the tutorial, which is a program of its own. A file that it shares with an earlier step is a symbolic link to it.
func step(_ number: Int, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(name: "Step\(number)", dependencies: dependencies)
}

let package = Package(
    name: "blue-library",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "heed", path: "../.."),
        // The HTTP server of step 10. It is small, and needs nothing else.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        step(0, heed),
        step(1, heed),
        step(2, heed),
        step(3, heed, scroller),
        step(4, heed, scroller),
        step(5, heed, foundation, scroller),
        step(6, heed, scroller),
        step(7, heed, scroller),
        step(8, heed, scroller),
        step(9, heed, scroller),
        .executableTarget(name: "Step10", dependencies: [heed] + http),
    ],
    swiftLanguageModes: [.v6]
)

// The last step needs GTK and libadwaita, and what Sleeves is made of; the others build without all that: `GTK=1 swift run Step11`.
if Context.environment["GTK"] == "1" {
    package.dependencies.append(.package(path: "../../Sleeves"))
    package.targets.append(step(11, heed, scroller, gtk))
}
