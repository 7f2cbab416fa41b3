// What files an export makes of a picture's tiles.

import Metadata
import Pixels
import Platform
import Tiling

/// Why a file of an export could not be made.
package enum PictureFileError: Error {
    /// A tile cannot be decoded.
    case image(ImageError)
    /// The file cannot be written.
    case file(SystemError)
}

/// Where the files of one picture are written; paths are relative to the picture's place.
package struct PictureFolder: Sendable {
    package typealias Write = @Sendable (_ path: String, _ bytes: [UInt8]) throws(SystemError) -> Void

    /// Writes a whole file, or none; makes the folders on the way.
    let write: Write
    /// Whether a file is there from an earlier run.
    let contains: @Sendable (_ path: String) -> Bool

    package init(write: @escaping Write, contains: @escaping @Sendable (_ path: String) -> Bool) {
        (self.write, self.contains) = (write, contains)
    }

    func write(_ bytes: [UInt8], to path: String) throws(PictureFileError) {
        do throws(SystemError) { try write(path, bytes) } catch { throw .file(error) }
    }
}

/// Takes the tiles of a picture's pyramid, in any order and on any thread, and writes the files of an export.
package protocol PictureFiles: AnyObject, Sendable {
    /// The coarsest level whose tiles are needed.
    var lastLevel: Int { get }
    /// Whether a file that needs this tile is not written yet.
    func isWanted(_ position: TilePosition) -> Bool
    /// Writes the files for which this was the last tile that lacked; ignores tiles that are not wanted. Blocks.
    func take(_ tile: EncodedTile, at position: TilePosition) throws(PictureFileError)
    /// The number of files that are not written yet.
    var missingCount: Int { get }
}

extension PictureTileMaker {
    /// Makes the tiles of a pass that are wanted, and hands them over; blocks.
    ///
    /// - Parameters:
    ///   - pass: one of `TilePass.exporting`.
    ///   - files: take the tiles.
    ///   - idleWorkers: returns the number of processors that may help.
    ///   - note: is called after each tile with its pixels.
    /// - Throws: why the picture cannot be decoded, or a file not be written.
    package func export(
        _ pass: TilePass, to files: any PictureFiles, idleWorkers: @escaping @Sendable () -> Int,
        note: @escaping (Int) -> Void
    ) throws(PictureFileError) {
        var pass = pass
        pass.idleWorkers = idleWorkers
        var failure: PictureFileError?
        let output = TileOutput(
            isWanted: { failure == nil && files.isWanted($0) },
            emit: { position, tile in
                guard failure == nil else { return }
                do throws(PictureFileError) { try files.take(tile, at: position) } catch { failure = error }
                let part = pass.pyramid.region(level: position.level, column: position.column, row: position.row)
                note(part.map { $0.width * $0.height } ?? 0)
            }, progress: { _ in })
        do throws(ImageError) {
            try make(pass, to: output)
        } catch {
            throw failure ?? .image(error)
        }
        if let failure { throw failure }
    }
}
