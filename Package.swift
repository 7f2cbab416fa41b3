// swift-tools-version: 6.3
import PackageDescription

// SCROLLSERVER_OPTIMISED=1 swift test: optimises what is tested, as a release build does, and not the tests. With
// -c release SwiftPM optimises the tests as well, which takes longer than running them.
let isOptimised = Context.environment["SCROLLSERVER_OPTIMISED"] != nil

// Warnings are errors where we test; a newer toolchain's new warning must not keep a user from building.
let settings: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .strictMemorySafety()]
    + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])
    // Crash reports need lines, not variables; describing those takes a tenth of an optimised build. It goes to the
    // frontend, since SwiftPM's own -g comes last and would win.
    + [.unsafeFlags(["-Xfrontend", "-gline-tables-only"], isOptimised ? nil : .when(configuration: .release))]

let optimisation = ["-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"]
let testedSettings = settings + (isOptimised ? [.unsafeFlags(optimisation, .when(configuration: .debug))] : [])
let testSettings = settings + [.define("OPTIMISED", isOptimised ? nil : .when(configuration: .release))]

// An installed program tells its commit: SCROLLSERVER_COMMIT=$(git rev-parse HEAD) swift build -c release
let commit = Context.environment["SCROLLSERVER_COMMIT"].flatMap { UInt32($0.prefix(7), radix: 16) }
let commitSettings: [SwiftSetting] =
    commit.map { commit in
        [.define("COMMIT_IS_KNOWN")] + (0..<28).filter { commit >> $0 & 1 == 1 }.map { .define("COMMIT_BIT_\($0)") }
    } ?? []

let rooms: [Target.Dependency] = [
    "Platform", "HTTP", "Pixels", "Metadata", "HEVC", "Imaging", "Charts", "Catalog", "Tiles",
]

/// A room of the program: a module in its own folder, which knows those that it names, and Tiling.
func room(_ name: String, knows others: [Target.Dependency], with more: [SwiftSetting] = []) -> Target {
    .target(
        name: name, dependencies: ["Tiling"] + others, path: "Sources/ScrollServer/\(name)",
        swiftSettings: testedSettings + more)
}

let package = Package(
    name: "ScrollServer",
    // The spans of arrays need macOS 26.
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "ScrollServer", targets: ["ScrollServer"])
    ],
    targets: [
        .target(
            name: "Tiling", swiftSettings: testedSettings,
            // Rounding a Double calls the C library's mathematics on baseline x86-64.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        room("Platform", knows: [], with: commitSettings),
        room("HTTP", knows: ["Platform"]),
        room("Pixels", knows: ["Platform"]),
        room("Metadata", knows: ["Platform", "Pixels"]),
        // Knows nothing of files and pixels, so it builds beside all other rooms.
        room("HEVC", knows: []),
        // Decoders take longest to build; they do so beside the catalog, which needs none.
        room("Imaging", knows: ["Platform", "Pixels", "Metadata", "HEVC"]),
        room("Charts", knows: ["Platform", "Pixels"]),
        room("Catalog", knows: ["Platform", "Pixels", "Metadata", "Charts"]),
        room("Tiles", knows: ["Platform", "HTTP", "Pixels", "Metadata", "Imaging", "Catalog"]),
        // The program: plans, sessions and routes, and what puts the rooms together.
        .executableTarget(
            name: "ScrollServer", dependencies: ["Tiling"] + rooms,
            exclude: ["Platform", "HTTP", "Pixels", "Metadata", "HEVC", "Imaging", "Charts", "Catalog", "Tiles"],
            swiftSettings: testedSettings),
        .testTarget(name: "TilingTests", dependencies: ["Tiling"], swiftSettings: testSettings),
        .testTarget(
            name: "ScrollServerTests", dependencies: ["ScrollServer", "Tiling"] + rooms,
            swiftSettings: testSettings),
        .testTarget(
            name: "BrowserTests", dependencies: ["ScrollServer", "Tiling"] + rooms, swiftSettings: testSettings),
        // A test target, since only a test may link an executable; each benchmark is skipped unless asked for.
        .testTarget(
            name: "Benchmarks", dependencies: ["ScrollServer", "Tiling"] + rooms, path: "Tests/Benchmarks",
            exclude: ["HTTP/compare.sh", "proof", "run"],
            swiftSettings: testedSettings),
    ]
)
