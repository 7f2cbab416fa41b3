// What tests need beside the toolchain. Where it is missing a test is skipped and says why; in CI it fails.

import Foundation
import Synchronization
import Testing

/// A tool, a module, a file or a right that some machines do not have.
final class Requirement: Sendable {
    /// What is needed, as in "needs …".
    let name: String
    /// How to get it.
    let remedy: String
    /// Whether CI may run without it: it says what it has left out.
    let isLeftOut: Bool
    private let look: @Sendable () -> Bool
    private let found = Mutex<Bool?>(nil)

    /// Whether the machine has it.
    ///
    /// Looked for once, when the first test that needs it is to run: Python takes seconds to load some modules.
    var isThere: Bool {
        found.withLock { found in
            let isThere = found ?? look()
            found = isThere
            return isThere
        }
    }

    init(name: String, remedy: String, isThere: @autoclosure @escaping @Sendable () -> Bool, isLeftOut: Bool = false) {
        self.name = name
        self.remedy = remedy
        self.isLeftOut = isLeftOut
        look = isThere
    }

    /// Thrown in CI, where everything has to be there: `.ci/install` installs it.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether a missing requirement is a failure.
    static let isCI = ProcessInfo.processInfo.environment["CI"] != nil

    var explanation: String { "needs \(name): \(remedy)" }
}

extension Requirement {
    static let python = Requirement(
        name: "Python 3", remedy: "install python3", isThere: PythonOracle.canImport("csv", "json", "zlib"))
    static let pillow = module("PIL.Image", package: "pillow")
    static let numpy = module("numpy", package: "numpy")
    static let pandas = module("pandas", package: "pandas")
    static let matplotlib = module("matplotlib.backends.backend_agg", package: "matplotlib")
    static let cairo = module("cairo", package: "pycairo (Debian: python3-cairo)")
    static let tifffile = module("tifffile", package: "tifffile")
    static let imagecodecs = module("imagecodecs", package: "imagecodecs")
    static let rasterio = module("rasterio", package: "rasterio")
    static let psdTools = module("psd_tools", package: "psd-tools")
    static let openImageIO = module("OpenImageIO", package: "OpenImageIO")
    static let prometheus = module("prometheus_client.parser", package: "prometheus-client")

    static let iiifValidator = module(
        "iiif_validator.validator", package: "iiif-validator, and the library libmagic (Debian: libmagic1)")

    static let openAPIValidator = module("openapi_spec_validator", package: "openapi-spec-validator")
    static let schemathesis = module("schemathesis.cli", package: "schemathesis")
    static let openAPIClient = module("openapi_python_client", package: "openapi-python-client")
    static let iiifPresentation = module(
        "iiif_prezi3", package: "iiif-prezi3 with --no-deps, since it wants an older pillow; and pydantic and requests")
    static let openSlide = module(
        "openslide", package: "openslide-python and openslide-bin (Debian: python3-openslide)")

    static let curl = program("curl", package: "curl")
    static let jpegtran = program("jpegtran", package: "libjpeg-turbo's programs (Debian: libjpeg-turbo-progs)")
    static let djpeg = program("djpeg", package: "libjpeg-turbo's programs (Debian: libjpeg-turbo-progs)")

    static let darktable = program("darktable-cli", package: "darktable")
    static let exiftool = program("exiftool", package: "exiftool (Debian: libimage-exiftool-perl)")
    static let ffmpeg = program("ffmpeg", package: "ffmpeg")

    static let gzip = program("gzip", package: "gzip")

    static let heifConvert = program("heif-convert", package: "libheif's programs (Debian: libheif-examples)")

    static let vips = program("vips", package: "libvips's program (Debian: libvips-tools)")

    static let node = program("node", package: "node (Debian: nodejs)")
    static let tsc = program("tsc", package: "TypeScript's compiler (Debian: node-typescript)")

    static let nginx = program("nginx", package: "nginx (Debian: nginx-light)")

    static let mandoc = program("mandoc", package: "mandoc")
    static let zsh = program("zsh", package: "zsh")
    static let fish = program("fish", package: "fish")
    static let bash = program("bash", package: "bash")
    static let script = program("script", package: "util-linux's programs (Debian: bsdutils)")
    static let systemdAnalyze = program("systemd-analyze", package: "systemd")
    static let desktopFiles = program("desktop-file-validate", package: "desktop-file-utils")

    static let corpus = Requirement(
        name: "the corpus of pictures",
        remedy: "put it at ../shared/corpus beside the package, or set SCROLLSERVER_CORPUS",
        isThere: FileManager.default.isReadableFile(atPath: Corpus.manifest.path),
        isLeftOut: ProcessInfo.processInfo.environment["SCROLLSERVER_WITHOUT_CORPUS"] != nil)

    static let cases = Requirement(
        name: "the pictures of bug reports",
        remedy: "put them at cases/pictures beside the corpus",
        isThere: FileManager.default.isReadableFile(atPath: Corpus.cases.appendingPathComponent("README.md").path),
        isLeftOut: ProcessInfo.processInfo.environment["SCROLLSERVER_WITHOUT_CASES"] != nil)

    static let formatCases = Requirement(
        name: "the pictures that were shown wrong",
        remedy: "put them at cases/formats beside the corpus",
        isThere: FileManager.default.isReadableFile(
            atPath: Corpus.formatCases.appendingPathComponent("README.md").path),
        isLeftOut: ProcessInfo.processInfo.environment["SCROLLSERVER_WITHOUT_CASES"] != nil)

    static let builtProgram = Requirement(
        name: "the program beside the tests", remedy: "run swift build", isThere: ProgramRun.program != nil)

    /// Root reads and writes whatever the permissions say.
    static let permissions = Requirement(
        name: "permissions that bind",
        remedy: "run as an ordinary user, or with setpriv --bounding-set=-dac_override,-dac_read_search",
        isThere: {
            guard let folder = try? TemporaryFolder(), let path = try? folder.write("closed") else { return false }
            return chmod(path, 0) == 0 && access(path, R_OK) != 0
        }())

    private static func module(_ name: String, package: String) -> Requirement {
        Requirement(
            name: "Python's module \(name)", remedy: "pip install \(package)", isThere: PythonOracle.canImport(name))
    }

    private static func program(_ name: String, package: String) -> Requirement {
        Requirement(name: name, remedy: "install \(package)", isThere: Self.path(of: name) != nil)
    }

    /// Where a program lies in the folders of `PATH`.
    static func path(of program: String) -> String? {
        // Servers lie where an ordinary user's PATH does not lead.
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return (folders + ["/usr/sbin", "/usr/local/sbin"]).map { "\($0)/\(program)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where something is missing, and fails it there in CI.
    static func needs(_ requirement: Requirement) -> Self {
        .enabled(Comment(rawValue: requirement.explanation)) {
            if !requirement.isThere, Requirement.isCI, !requirement.isLeftOut {
                throw Requirement.Missing(description: requirement.explanation)
            }
            return requirement.isThere
        }
    }

    /// For tests that take too long with code that is not optimised.
    static func optimised(_ reason: Comment = "takes too long in a debug build: SCROLLSERVER_OPTIMISED=1 swift test")
        -> Self
    {
        .enabled(if: isOptimised, reason)
    }
}

/// Whether what is tested is optimised.
let isOptimised: Bool = {
    #if !OPTIMISED
        false
    #else
        true
    #endif
}()
