// Why an export ends before it is complete.

import Platform

/// An error that ends an export; its description is a line that says what to do.
enum ExportFailure: Error, Equatable, CustomStringConvertible {
    /// The folder to write lies in the folder that is exported.
    case outputInside(output: String, source: String)
    case outputIsFile(String)
    case outputIsForeign(String)
    case outputHasFormat(String, format: String)
    case outputHasOther(String)
    case outputInUse(String)
    case cannotWrite(output: String, SystemError)
    case notPictures(String)

    var description: String {
        switch self {
        case .outputInside(let output, let source):
            "--output '\(output)' lies in '\(source)', and folders of pictures are only read; name a folder outside of it"
        case .outputIsFile(let output): "--output '\(output)' is not a folder; name a new or an empty one"
        case .outputIsForeign(let output):
            "--output '\(output)' has files that are not of an export; name a new or an empty folder"
        case .outputHasFormat(let output, let format):
            "--output '\(output)' holds an export in the format \(format); name another folder, or --format \(format)"
        case .outputHasOther(let output):
            "--output '\(output)' holds the export of another PATH; name another folder"
        case .outputInUse(let output):
            "another export writes to '\(output)'; wait until it ends, or name another folder"
        case .cannotWrite(let output, let error) where error.isNoSpace:
            "the disk of '\(output)' is full; make room, and give the same command again: it goes on where it ended"
        case .cannotWrite(let output, let error):
            "'\(output)' cannot be written (\(error)); mend that, and give the same command again: it goes on where it "
                + "ended"
        case .notPictures(let source): "'\(source)' is a table of measurements; only pictures are exported"
        }
    }
}
