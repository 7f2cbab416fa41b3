// TIFFs of several pages, by other programs, and what others read from each page.

import Foundation

@testable import Pixels

/// A file that Pillow, tifffile, libvips or GDAL has written.
struct TIFFPageFile {
    /// Who writes it, and how.
    enum Kind: String, CaseIterable, Sendable {
        /// One size for all.
        case pillow, pillowBig
        /// Each page with its own size, samples and compression, by libtiff.
        case pillowMixed
        /// Series of several sizes, with names; smaller copies and masks between them.
        case tifffileSeries, tifffileBig
        case vips
        /// Each page with smaller copies in SubIFDs.
        case vipsPyramids
        case gdal
    }

    let bytes: [UInt8]
    /// As the other program reads them, RGBA.
    let pages: [PixelBuffer]
    /// The names that pages were given.
    let names: [String?]

    /// Writes the file, and each of its pages again as bytes: its width, its height, and its pixels.
    ///
    /// Which directories are pages is tifffile's opinion.
    private static let program = """
        import subprocess, sys, numpy, tifffile
        from PIL import Image, TiffImagePlugin
        name, source = folder + "/file.tif", folder + "/source.tif"
        def picture(n, width, height):
            y, x = numpy.mgrid[0:height, 0:width]
            return numpy.stack([(x * 3 + n * 40) % 256, (y * 5 + n * 90) % 256, (x * y // 7 + n * 20) % 256],
                -1).astype(numpy.uint8)
        def image(n, width, height, mode="RGB"): return Image.fromarray(picture(n, width, height)).convert(mode)
        if kind in ("pillow", "pillowBig"):
            images = [image(n, 90, 70) for n in range(5)]
            images[0].save(name, save_all=True, append_images=images[1:], compression="tiff_adobe_deflate",
                big_tiff=kind == "pillowBig")
        elif kind == "pillowMixed":
            with TiffImagePlugin.AppendingTiffWriter(name, True) as file:
                for n, (mode, compression) in enumerate([("RGB", "tiff_lzw"), ("1", "group4"), ("L", "packbits"),
                        ("RGBA", "tiff_adobe_deflate"), ("1", "group3"), ("P", "raw"), ("LA", "tiff_lzw"), ("RGB", "raw")]):
                    image(n, 50 + 30 * n, 120 - 10 * n, mode).save(file, "TIFF", compression=compression)
                    file.newFrame()
        elif kind in ("tifffileSeries", "tifffileBig"):
            with tifffile.TiffWriter(name, bigtiff=kind == "tifffileBig", byteorder="<" if kind == "tifffileBig" else ">") as file:
                for n in range(4):
                    whole = picture(n, 80 + n, 60)
                    tags = [(285, "s", 0, ["Front", None, "Ganz rechts", None][n], True)] if n % 2 == 0 else []
                    file.write(whole, photometric="rgb", compression=["zlib", None][n % 2], metadata=None,
                        tile=(32, 32) if n == 1 else None, extratags=tags, subifds=1 if n == 3 else None)
                    if n == 3: file.write(whole[::2, ::2], photometric="rgb", metadata=None, subfiletype=1)
                    if n == 0:
                        file.write(whole[::2, ::2], photometric="rgb", metadata=None, subfiletype=1)
                        file.write(whole[..., 0] > 99, photometric="minisblack", metadata=None, subfiletype=4)
        elif kind in ("vips", "vipsPyramids"):
            tall = numpy.concatenate([picture(n, 200, 300) for n in range(3)])
            tifffile.imwrite(source, tall, photometric="rgb", metadata=None)
            subprocess.run(["vips", "tiffsave", source, name, "--page-height", "300", "--compression", "lzw"]
                + (["--pyramid", "--tile", "--tile-width", "64", "--tile-height", "64", "--subifd"]
                    if kind == "vipsPyramids" else []), check=True, stdout=sys.stderr)
        elif kind == "gdal":
            from rasterio.shutil import copy
            for n, compression in enumerate(["NONE", "LZW", "DEFLATE", "PACKBITS"]):
                tifffile.imwrite(source, picture(n, 70 + 20 * n, 50), photometric="rgb", metadata=None)
                copy(source, name, driver="GTiff", compress=compression,
                    **(dict(APPEND_SUBDATASET="YES") if n else {}))
        with tifffile.TiffFile(name) as file:
            pages = [(number, page.tags[285].value if 285 in page.tags else "")
                for number, page in enumerate(file.pages) if not page.is_reduced and not page.is_mask]
        with open(folder + "/pages", "wb") as output, Image.open(name) as file:
            for number, title in pages:
                file.seek(number)
                output.write(len(title).to_bytes(4, "little") + title.encode())
                output.write(file.width.to_bytes(4, "little") + file.height.to_bytes(4, "little"))
                output.write(numpy.asarray(file.convert("RGBA")).tobytes())
        """

    init(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        _ = try PythonOracle.run("kind, folder = \"\(kind.rawValue)\", \"\(folder.path)\"\n" + Self.program)
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/file.tif")))
        let all = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/pages")))
        var (pages, names, place): ([PixelBuffer], [String?], Int) = ([], [], 0)
        func number() -> Int {
            defer { place += 4 }
            return (0..<4).reduce(0) { $0 | Int(all[place + $1]) << (8 * $1) }
        }
        while place < all.count {
            let title = number()
            names.append(title == 0 ? nil : String(decoding: all[place..<place + title], as: UTF8.self))
            place += title
            let (width, height) = (number(), number())
            let end = place + width * height * 4
            pages.append(PixelBuffer(width: width, height: height, format: .rgba, bytes: Array(all[place..<end])))
            place = end
        }
        (self.pages, self.names) = (pages, names)
    }

    /// Small gray pages, each behind the one before: 4 × 3 samples of its number, behind its directory of 114 bytes.
    static func stack(_ count: Int) -> [UInt8] {
        var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        file.reserveCapacity(count * 128)
        func put(_ value: Int, _ count: Int) {
            for byte in 0..<count { file.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
        }
        for number in 0..<count {
            let start = file.count
            let entries = [
                (256, 3, 4), (257, 3, 3), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, start + 114), (277, 3, 1),
                (278, 3, 3), (279, 4, 12),
            ]
            put(entries.count, 2)
            for (tag, type, value) in entries {
                put(tag, 2)
                put(type, 2)
                put(1, 4)
                put(value, 4)
            }
            put(number == count - 1 ? 0 : start + 126, 4)
            file += [UInt8](repeating: UInt8(number % 251), count: 12)
        }
        return file
    }
}
