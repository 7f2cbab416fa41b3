// The real size of pixels in files that tifffile and GDAL write, and where GDAL says that maps lie.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels

@Suite struct PixelScaleOracleTests {
    /// What another program says of a file.
    private struct Expected: Decodable {
        var name: String
        var x: Double
        var y: Double
        /// GDAL's geotransform; nil for what is no map.
        var transform: [Double]?
        var epsg: Int?
    }

    /// The files of a folder, by a program that writes them and prints what they are as JSON.
    private static func files(_ program: String) throws -> (folder: TemporaryFolder, files: [Expected]) {
        let folder = try TemporaryFolder()
        let answer = try PythonOracle.run("folder = \"\(folder.path)\"\n" + program)
        return (folder, try JSONDecoder().decode([Expected].self, from: Data(answer)))
    }

    private static func scale(_ name: String, in folder: TemporaryFolder) throws -> PixelScale? {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")))
        return try ImageHeader.read(from: ByteSource(bytes)).facts?.scale
    }

    @Test("tifffile's OME and ImageJ files have the sizes that were put in", .needs(.tifffile), .needs(.numpy))
    func microscopes() throws {
        let (folder, files) = try Self.files(
            """
            import json, numpy, tifffile
            picture = numpy.zeros((3, 20, 30), numpy.uint8)
            all = []
            def ome(name, x, y, metres, **more):
                sizes = {"axes": "ZYX", "PhysicalSizeX": x, "PhysicalSizeY": y, **more}
                tifffile.imwrite(f"{folder}/{name}", picture, ome=True, metadata=sizes, photometric="minisblack")
                all.append(dict(name=name, x=x * metres, y=y * metres))
            ome("a.ome.tif", 0.65, 0.65, 1e-6)
            ome("b.ome.tif", 108.3, 120.0, 1e-9, PhysicalSizeXUnit="nm", PhysicalSizeYUnit="nm")
            ome("c.ome.tif", 1.5, 2.0, 1e-3, PhysicalSizeXUnit="mm", PhysicalSizeYUnit="mm")
            for name, unit, metres in (("d.tif", "um", 1e-6), ("e.tif", "micron", 1e-6), ("f.tif", "mm", 1e-3), ("g.tif", "\\\\u00B5m", 1e-6)):
                tifffile.imwrite(f"{folder}/{name}", picture, imagej=True, resolution=(4, 5), metadata={"unit": unit, "axes": "ZYX"})
                all.append(dict(name=name, x=metres / 4, y=metres / 5))
            print(json.dumps(all))
            """)
        #expect(files.count == 7)
        for file in files {
            let scale = try #require(try Self.scale(file.name, in: folder), "\(file.name)")
            #expect(scale.source == (file.name.contains("ome") ? .ome : .imageJ))
            #expect(abs(scale.x / file.x - 1) < 1e-9 && abs(scale.y / file.y - 1) < 1e-9, "\(file.name): \(scale)")
        }
    }

    @Test("A slide has the size that OpenSlide tells", .needs(.openSlide), .needs(.tifffile), .needs(.imagecodecs))
    func slide() throws {
        let (folder, files) = try Self.files(
            """
            import json, numpy, openslide, tifffile
            height, width = 480, 720
            picture = numpy.zeros((height, width, 3), numpy.uint8) + 90
            about = f"Aperio Image Library v11.2.1 \\r\\n{width}x{height} (240x240) JPEG/RGB Q=90|AppMag = 40|MPP = 0.2525"
            options = dict(photometric="ycbcr", compression="jpeg", metadata=None)
            with tifffile.TiffWriter(f"{folder}/a.svs") as file:
                file.write(picture, tile=(240, 240), description=about, **options)
                small = about.replace("(240x240)", "-> 180x120 -")
                file.write(picture[::4, ::4].copy(), rowsperstrip=16, description=small, **options)
            slide = openslide.OpenSlide(f"{folder}/a.svs")
            assert slide.properties["openslide.vendor"] == "aperio"
            x, y = (float(slide.properties[f"openslide.mpp-{axis}"]) / 1e6 for axis in "xy")
            print(json.dumps([dict(name="a.svs", x=x, y=y)]))
            """)
        let file = try #require(files.first)
        let scale = try #require(try Self.scale(file.name, in: folder))
        #expect(scale.source == .aperio && abs(scale.x / file.x - 1) < 1e-9 && abs(scale.y / file.y - 1) < 1e-9)
        // The thumbnail is a page of pixels four times as wide.
        let pages = try PageCollection(path: "\(folder.path)/a.svs", id: "p", name: "a.svs")
        pages.follow()
        #expect(pages.waitForFirstItem())
        try #require(eventually { pages.status.isComplete })
        let sizes = (0..<pages.status.count).compactMap {
            pages.summary(at: $0).flatMap { pages.pixelSize(ofItem: $0.id) }
        }
        #expect(sizes.contains { abs($0 / (4 * file.x) - 1) < 1e-9 }, "\(sizes)")
    }

    @Test("Maps lie where GDAL says, in its units", .needs(.rasterio), .needs(.numpy))
    func maps() throws {
        let (folder, files) = try Self.files(
            """
            import json, numpy, rasterio, warnings
            from rasterio.transform import Affine, from_origin
            warnings.simplefilter("ignore")
            all = []
            def write(name, epsg, transform, point=False):
                with rasterio.open(f"{folder}/{name}", "w", driver="GTiff", width=30, height=20, count=1, dtype="uint8",
                        crs=f"EPSG:{epsg}", transform=transform) as file:
                    file.write(numpy.zeros((1, 20, 30), numpy.uint8))
                    if point: file.update_tags(AREA_OR_POINT="Point")
                with rasterio.open(f"{folder}/{name}") as file:
                    t = file.transform
                    factor = 1 if file.crs.is_geographic else file.crs.linear_units_factor[1]
                    all.append(dict(name=name, x=(t.a ** 2 + t.d ** 2) ** 0.5 * factor, y=(t.b ** 2 + t.e ** 2) ** 0.5 * factor,
                        transform=list(t.to_gdal()), epsg=file.crs.to_epsg()))
            write("utm.tif", 32632, from_origin(691000.5, 5334000, 0.2, 0.25))
            write("south.tif", 32733, from_origin(300000, 8000000, 30, 30))
            write("point.tif", 25832, from_origin(691000, 5334000, 10, 10), point=True)
            write("web.tif", 3857, from_origin(1280000, 6130000, 4.7773142, 4.7773142))
            write("feet.tif", 2225, from_origin(6000000, 2000000, 1, 2))
            write("degrees.tif", 4326, from_origin(11.5, 48.2, 0.0001, 0.0002))
            write("turned.tif", 32632, Affine.translation(691000, 5334000) * Affine.rotation(30) * Affine.scale(2, -3))
            write("up.tif", 32632, Affine(10, 0, 500000, 0, 10, 5000000))
            print(json.dumps(all))
            """)
        #expect(files.count == 8)
        for file in files {
            let scale = try #require(try Self.scale(file.name, in: folder), "\(file.name)")
            #expect(scale.source == .geoTIFF)
            #expect(abs(scale.x / file.x - 1) < 1e-9 && abs(scale.y / file.y - 1) < 1e-9, "\(file.name): \(scale)")
            let (map, transform) = (try #require(scale.map), try #require(file.transform))
            for (ours, gdal) in zip(map.transform, transform) {
                #expect(
                    abs(ours - gdal) <= max(1e-9, abs(gdal) * 1e-12), "\(file.name): \(map.transform), \(transform)")
            }
            #expect(map.code == file.epsg, "\(file.name)")
        }
        // Web Mercator's metres are shorter on the ground: at 48° north by a third.
        let web = try #require(try Self.scale("web.tif", in: folder))
        let ground = try #require(web.metres(orientation: 1, width: 30, height: 20)).x
        #expect(abs(ground / web.x - 0.6686) < 0.002, "\(ground)")
    }
}
