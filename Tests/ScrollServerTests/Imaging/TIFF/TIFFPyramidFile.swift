// TIFFs with smaller copies in them, by other programs, and what others read from each copy.

import Foundation
import Synchronization

@testable import Pixels

/// A file that libvips, GDAL or tifffile has written.
struct TIFFPyramidFile {
    /// Who writes it, and how.
    enum Kind: String, CaseIterable, Sendable {
        case vips, vipsBig, vipsSubdirectories, vipsJPEG, vipsRGBJPEG, vipsGrayJPEG, vipsWideJPEG, gdal, gdalJPEG
        case tifffilePlanar, gdalStrips, aperio

        /// Whether its pixels are only nearly those that were put in.
        var isJPEG: Bool { rawValue.hasSuffix("JPEG") || self == .aperio }
        /// The side of its tiles, in pixels; nil for strips.
        var side: Int? { self == .gdalStrips ? nil : self == .aperio ? 240 : 128 }
    }

    let bytes: [UInt8]
    /// As the other program reads them: the picture, and then its copies.
    let levels: [PixelBuffer]

    /// Writes a picture, its copies, and each again as bytes: its width, its height, and its pixels.
    private static let program = """
        import json, subprocess, sys, numpy, tifffile
        from PIL import Image
        y, x = numpy.mgrid[0:height, 0:width]
        picture = numpy.stack([(x // 5 + y // 9) % 256, (x // 3) % 256, (y // 4 + x * y // 4000) % 256], -1)
        picture = picture.astype(numpy.uint8)
        source, name = folder + "/source.tif", folder + "/file.tif"
        tifffile.imwrite(source, picture, photometric="rgb", metadata=None)
        def vips(*options):
            subprocess.run(["vips", "tiffsave", source, name, "--pyramid", "--tile", "--tile-width", "128",
                "--tile-height", "128", *options], check=True, stdout=sys.stderr)
        def gdal(**options):
            from rasterio.shutil import copy
            copy(source, name, driver="COG", blocksize=128, **options)
        if kind == "vips": vips("--compression", "deflate", "--predictor", "horizontal")
        elif kind == "vipsBig": vips("--compression", "lzw", "--bigtiff")
        elif kind == "vipsSubdirectories": vips("--compression", "deflate", "--subifd")
        elif kind == "vipsJPEG": vips("--compression", "jpeg", "--Q", "90")
        elif kind == "vipsRGBJPEG": vips("--compression", "jpeg", "--Q", "90", "--rgbjpeg", "--bigtiff")
        elif kind == "vipsGrayJPEG":
            tifffile.imwrite(source, picture[..., 0], photometric="minisblack", metadata=None)
            vips("--compression", "jpeg", "--Q", "90")
        elif kind == "vipsWideJPEG": vips("--compression", "jpeg", "--Q", "90", "--profile", "p3")
        elif kind == "aperio":
            # As slide scanners write: copies at a quarter that do not say so, a thumbnail in strips between them, and a
            # label and the whole slide behind them.
            from PIL import Image as Pillow
            def reduced(step):
                columns, rows = width // step * step, height // step * step
                blocks = picture[:rows, :columns].reshape(rows // step, step, columns // step, step, 3)
                return blocks.mean((1, 3)).round().astype(numpy.uint8)
            about = f"Aperio Image Library v11.2.1 \\r\\n{width}x{height} (240x240) JPEG/RGB Q=90|AppMag = 20|MPP = 0.4990"
            options = dict(photometric="ycbcr", compression="jpeg", compressionargs={"level": 90}, metadata=None)
            with tifffile.TiffWriter(name) as file:
                file.write(picture, tile=(240, 240), description=about, **options)
                small = numpy.asarray(Pillow.fromarray(picture).resize((width // 7, height // 7)))
                file.write(small, rowsperstrip=16, description=about + " -> thumbnail", **options)
                for step in (4, 16): file.write(reduced(step), tile=(240, 240), description=about, **options)
                head = "Aperio Image Library v11.2.1 \\r\\n"
                file.write(small[:40, :60], photometric="rgb", compression="lzw", predictor=True, subfiletype=1,
                    description=head + "label 60x40", metadata=None)
                file.write(small[:60, :80], subfiletype=9, rowsperstrip=16, description=head + "macro 80x60", **options)
        elif kind == "gdal": gdal(compress="DEFLATE", predictor="2", overview_resampling="average")
        elif kind == "gdalJPEG": gdal(compress="JPEG", quality=90, overview_resampling="average")
        elif kind == "gdalStrips":
            import rasterio
            from rasterio.enums import Resampling
            from rasterio.shutil import copy
            copy(source, name, driver="GTiff", compress="LZW", blockysize=16)
            with rasterio.open(name, "r+") as file: file.build_overviews([2, 4], Resampling.average)
        elif kind == "tifffilePlanar":
            with tifffile.TiffWriter(name) as file:
                options = dict(tile=(128, 128), photometric="rgb", planarconfig="separate", compression="zlib",
                    predictor=True, metadata=None)
                planes = numpy.moveaxis(picture, -1, 0)
                file.write(planes, subifds=2, **options)
                for step in (2, 4): file.write(planes[:, ::step, ::step], subfiletype=1, **options)
        levels = []
        with tifffile.TiffFile(name) as file:
            pages = list(file.pages)
            if pages[0].pages: pages = [pages[0]] + list(pages[0].pages)
            if kind == "aperio": pages = [pages[0]] + pages[2:4]
            sizes = [(page.imagewidth, page.imagelength) for page in pages]
            if kind == "aperio": levels = [page.asarray() for page in pages]
            if kind in ("vipsSubdirectories", "tifffilePlanar"):
                levels = [page.asarray() for page in pages]
                levels = [numpy.moveaxis(level, 0, -1) if level.shape[0] == 3 else level for level in levels]
        if not levels:
            with Image.open(name) as file:
                for number in range(len(sizes)):
                    file.seek(number)
                    levels.append(numpy.asarray(file.convert("RGB")))
        with open(folder + "/levels", "wb") as file:
            for level in levels:
                file.write(level.shape[1].to_bytes(4, "little") + level.shape[0].to_bytes(4, "little"))
                file.write(level.tobytes())
        """

    init(_ kind: Kind, width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        let head = "kind, width, height, folder = \"\(kind.rawValue)\", \(width), \(height), \"\(folder.path)\"\n"
        _ = try PythonOracle.run(head + Self.program)
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/file.tif")))
        let all = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/levels")))
        var (levels, place): ([PixelBuffer], Int) = ([], 0)
        func number(_ start: Int) -> Int { (0..<4).reduce(0) { $0 | Int(all[start + $1]) << (8 * $1) } }
        while place + 8 <= all.count {
            let (width, height) = (number(place), number(place + 4))
            let end = place + 8 + width * height * 3
            levels.append(PixelBuffer(width: width, height: height, format: .rgb, bytes: Array(all[place + 8..<end])))
            place = end
        }
        self.levels = levels
    }
}

/// A file in memory that counts the bytes that are read of it.
final class CountedSource: Sendable {
    private let bytes: [UInt8]
    private let sum = Atomic<Int>(0)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var readByteCount: Int { sum.load(ordering: .relaxed) }

    var source: ByteSource {
        ByteSource(count: bytes.count) { [self] offset, buffer in
            let count = max(0, min(buffer.count, bytes.count - offset))
            sum.add(count, ordering: .relaxed)
            return ByteSource(bytes).read(at: offset, into: &buffer)
        }
    }
}
