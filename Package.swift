// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors where we test; a newer toolchain's new warning must not keep a user from building.
let settings: [SwiftSetting] =
    [.swiftLanguageMode(.v6)] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// An installed program tells its commit: SCROLLSERVER_COMMIT=$(git rev-parse HEAD) swift build -c release
let commit = Context.environment["SCROLLSERVER_COMMIT"].flatMap { UInt32($0.prefix(7), radix: 16) }
let commitSettings: [SwiftSetting] =
    commit.map { commit in
        [.define("COMMIT_IS_KNOWN")] + (0..<28).filter { commit >> $0 & 1 == 1 }.map { .define("COMMIT_BIT_\($0)") }
    } ?? []

let package = Package(
    name: "ScrollServer",
    // Mutex and Atomic need macOS 15.
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "ScrollServer", targets: ["ScrollServer"])
    ],
    targets: [
        .target(
            name: "Tiling", swiftSettings: settings,
            // Rounding a Double calls the C library's mathematics on baseline x86-64.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .executableTarget(
            name: "ScrollServer", dependencies: ["Tiling"], swiftSettings: settings + commitSettings),
        .testTarget(name: "TilingTests", dependencies: ["Tiling"], swiftSettings: settings),
        .testTarget(name: "ScrollServerTests", dependencies: ["ScrollServer", "Tiling"], swiftSettings: settings),
        .testTarget(name: "BrowserTests", dependencies: ["ScrollServer"], swiftSettings: settings),
        // A test target, since only a test may link an executable; each benchmark is skipped unless asked for.
        .testTarget(
            name: "Benchmarks", dependencies: ["ScrollServer", "Tiling"], path: "Tests/Benchmarks",
            exclude: ["HTTP/compare.sh", "proof", "run"],
            swiftSettings: settings),
    ]
)
