// What the sources must be that no compiler checks.

import Testing

@Suite struct SourceTests {
    @Test func onlyThePlatformKnowsAboutPlatforms() throws {
        for file in try SourceTree.program.get() where file.room != "Platform" {
            for word in ["#if os", "#if canImport", "import Glibc", "import Darwin"] {
                #expect(!file.code.contains(word), "\(file.path): \(word)")
            }
        }
    }

    /// What a kind of collection can do is a member of the protocol.
    @Test func nobodyAsksWhatKindACollectionIs() throws {
        let files = try SourceTree.program.get()
        let kinds = files.flatMap { file in
            file.code.matches(of: /class (\w+)\s*:\s*(?:ItemCollection|PagedCollection)\b/).map { String($0.output.1) }
        }
        #expect(kinds.count >= 7, "\(kinds)")
        let cast = try Regex("(?:\\bas[?!]|\\bis)\\s+(?:\(kinds.joined(separator: "|")))\\b")
        for file in files {
            let casts = file.code.matches(of: cast).map { file.code[$0.range] }
            #expect(casts.isEmpty, "\(file.path): \(casts)")
        }
    }

    /// The files that may go around the compiler's checks of memory; in all others every access is checked.
    private static let kernels: Set = [
        "Catalog/Demo/DemoPicture.swift",
        "Catalog/Facts/Columns/FoldedText.swift",
        "Catalog/Facts/Facets/FacetCounting.swift",
        "Catalog/Facts/Facets/KeyExtent.swift",
        "Catalog/Facts/Query/ByteSearch.swift",
        "Catalog/Facts/Query/PreparedQuery+Rows.swift",
        "Catalog/Facts/Query/TextPattern.swift",
        "Catalog/Facts/Selection/FactTable+Order.swift",
        "Catalog/Folder/CompanionFiles.swift",
        "Catalog/Folder/DirectoryListing.swift",
        "Catalog/Folder/DirectoryTree.swift",
        "Catalog/Folder/FolderComparison.swift",
        "Catalog/Folder/FolderFollower.swift",
        "Catalog/Folder/FolderScan.swift",
        "Catalog/Folder/ItemStore.swift",
        "Catalog/Folder/NameArena.swift",
        "Catalog/LetterFolding.swift",
        "Catalog/ListFile/ListFileItems.swift",
        "Catalog/NaturalOrder.swift",
        "Catalog/Order/StableSort.swift",
        "Charts/Data/BlockSum.swift",
        "Charts/Data/CellReader.swift",
        "Charts/Data/CellRows.swift",
        "Charts/Data/DecimalNumber.swift",
        "Charts/Data/DemoSeries.swift",
        "Charts/Data/FileStore.swift",
        "Charts/Data/JSONRows.swift",
        "Charts/Data/JSONScanner.swift",
        "Charts/Data/LineMoments.swift",
        "Charts/Data/LongRows.swift",
        "Charts/Data/PowersOfTen.swift",
        "Charts/Data/ReadBuffer.swift",
        "Charts/Data/ReadingProgress+Index.swift",
        "Charts/Data/RestColumns.swift",
        "Charts/Data/RowBatch.swift",
        "Charts/Data/RowPipe.swift",
        "Charts/Data/RowReader.swift",
        "Charts/Data/SeriesBlock+Extremes.swift",
        "Charts/Data/SeriesBlock+Moments.swift",
        "Charts/Data/SeriesBlock+Packing.swift",
        "Charts/Data/SeriesBlock.swift",
        "Charts/Data/SeriesBuilder+Sorting.swift",
        "Charts/Data/SeriesBuilder.swift",
        "Charts/Data/SeriesFile.swift",
        "Charts/Data/SeriesIndex.swift",
        "Charts/Data/SeriesMemory.swift",
        "Charts/Data/SeriesStore.swift",
        "Charts/Data/SeriesView.swift",
        "Charts/Data/TableRows.swift",
        "Charts/Data/TimeText.swift",
        "Charts/Drawing/Canvas+Encoding.swift",
        "Charts/Drawing/Canvas.swift",
        "Charts/Drawing/ColumnBand.swift",
        "Charts/Drawing/CoverageBuffer.swift",
        "Charts/Table/ColumnFacts.swift",
        "Charts/Table/DateScanner.swift",
        "Charts/Table/PlainCopy.swift",
        "Imaging/BMP/BMPDecoder.swift",
        "Imaging/BMP/BMPRowConverter.swift",
        "Imaging/BMP/BMPRunReader.swift",
        "Imaging/ByteSource.swift",
        "Imaging/Colour/ColourConversion.swift",
        "Imaging/Deflate/Adler32.swift",
        "Imaging/Deflate/CRC32.swift",
        "Imaging/Deflate/DeflateBitWriter.swift",
        "Imaging/Deflate/DeflateTokens.swift",
        "Imaging/Deflate/Deflater.swift",
        "Imaging/Deflate/InflateBits.swift",
        "Imaging/Deflate/InflateInput.swift",
        "Imaging/Deflate/InflateSymbols.swift",
        "Imaging/Deflate/InflateTable.swift",
        "Imaging/Deflate/Inflater.swift",
        "Imaging/GIF/GIFBlocks.swift",
        "Imaging/GIF/GIFCodeReader.swift",
        "Imaging/GIF/GIFDecoder.swift",
        "Imaging/JPEG/JPEGArithmeticScan.swift",
        "Imaging/JPEG/JPEGBits.swift",
        "Imaging/JPEG/JPEGBlockBand.swift",
        "Imaging/JPEG/JPEGBlockDecoding.swift",
        "Imaging/JPEG/JPEGBlockEncoder.swift",
        "Imaging/JPEG/JPEGColour.swift",
        "Imaging/JPEG/JPEGDecoder.swift",
        "Imaging/JPEG/JPEGForwardDCT.swift",
        "Imaging/JPEG/JPEGHuffmanTable.swift",
        "Imaging/JPEG/JPEGInput.swift",
        "Imaging/JPEG/JPEGInverseDCT+Reduced.swift",
        "Imaging/JPEG/JPEGInverseDCT.swift",
        "Imaging/JPEG/JPEGLosslessReader.swift",
        "Imaging/JPEG/JPEGOutput.swift",
        "Imaging/JPEG/JPEGPlane.swift",
        "Imaging/JPEG/JPEGReduction.swift",
        "Imaging/JPEG/JPEGRestartSearch.swift",
        "Imaging/JPEG/JPEGSampleStrip.swift",
        "Imaging/JPEG/JPEGScanLoop.swift",
        "Imaging/JPEG/JPEGScanReader.swift",
        "Imaging/JPEG/JPEGSkipTable.swift",
        "Imaging/JPEG/JPEGStripReader.swift",
        "Imaging/JPEG/JPEGUpsampler.swift",
        "Imaging/LZWDecoder.swift",
        "Imaging/OpenFile+Source.swift",
        "Imaging/Orientation.swift",
        "Imaging/PNG/PNGCanvas.swift",
        "Imaging/PNG/PNGDecoder.swift",
        "Imaging/PNG/PNGEncoder.swift",
        "Imaging/PNG/PNGFilter.swift",
        "Imaging/PNG/PNGHeader.swift",
        "Imaging/PNG/PNGImageData.swift",
        "Imaging/PNG/PNGLeadingChunks.swift",
        "Imaging/PNG/PNGRowExpander.swift",
        "Imaging/PNG/PNGUnfilter.swift",
        "Imaging/Probe/HeaderReader.swift",
        "Imaging/Probe/ISOBox.swift",
        "Imaging/Resampler/AlphaWeighting.swift",
        "Imaging/Resampler/BoxReducer.swift",
        "Imaging/Resampler/HalvingReducer.swift",
        "Imaging/Resampler/LanczosScaler.swift",
        "Imaging/Resampler/RowScaler.swift",
        "Imaging/SIMD4+Rounding.swift",
        "Imaging/TIFF/CCITTDecoder.swift",
        "Imaging/TIFF/TIFFColours.swift",
        "Imaging/TIFF/TIFFDecoder.swift",
        "Imaging/TIFF/TIFFInput.swift",
        "Imaging/TIFF/TIFFJPEGStream.swift",
        "Imaging/TIFF/TIFFLZWStream.swift",
        "Imaging/TIFF/TIFFPredictor.swift",
        "Imaging/TIFF/TIFFSamples.swift",
        "Imaging/TIFF/TIFFStream.swift",
        "Imaging/TIFF/TIFFYCbCrStream.swift",
        "Imaging/WebP/WebPVectors.swift",
        "Page/PageFiles.swift",
        "Plan/Chart/ChartSpan.swift",
        "Platform/Memory/FullyInhabited.swift",
        "Platform/System/FileSystem+Mapping.swift",
        "Platform/System/FileSystem+Writing.swift",
        "Platform/System/FileSystem.swift",
        "Platform/System/MappingGuard.swift",
        "Platform/System/Process.swift",
        "Platform/System/SanitizedMutex.swift",
        "Platform/System/ScratchMemory.swift",
        "Platform/System/System+Sockets.swift",
        "Platform/System/System.swift",
        "Tiles/Atlas/Atlas.swift",
        "Tiles/Atlas/AtlasChunk.swift",
        "Tiles/Atlas/AtlasFile.swift",
        "Tiles/Atlas/AtlasRanking.swift",
        "Tiles/Atlas/AtlasRecord.swift",
        "Tiles/Atlas/CellScaler.swift",
        "Tiles/Atlas/MosaicCanvas.swift",
        "Tiles/Atlas/MosaicLightPainter.swift",
        "Tiles/Atlas/MosaicLights.swift",
        "Tiles/Atlas/MosaicPainter.swift",
        "Tiles/Atlas/MosaicPictures.swift",
        "Tiles/Atlas/TinyPictureMaker.swift",
        "Tiles/DiskCache.swift",
        "Tiles/FileTiles.swift",
        "Tiles/LevelChain.swift",
        "Tiles/LevelCutter.swift",
        "Tiles/TIFFTiles.swift",
    ]

    @Test func unsafeCodeStandsInTheKernelsOnly() throws {
        let files = try SourceTree.program.get() + SourceTree.files(in: "Sources/Tiling")
        let found = Set(files.filter { $0.code.contains(/\bunsafe\b|@safe\b|Unsafe/) }.map(\.path))
        #expect(found.subtracting(Self.kernels).sorted() == [], "not in the list")
        #expect(Self.kernels.subtracting(found).sorted() == [], "in the list, but without unsafe code")
    }

    @Test func tilingImportsNothing() throws {
        for file in try SourceTree.files(in: "Sources/Tiling") {
            #expect(!file.code.contains("import "), "\(file.path)")
        }
    }

    /// But for the page, which is made of its files.
    @Test(
        arguments: [
            "Sources/Tiling", "Sources/ScrollServer", "Tests/ScrollServerTests", "Tests/TilingTests",
            "Tests/BrowserTests",
        ])
    func noFileIsTooLongToRead(folder: String) throws {
        for (path, text) in try SourceTree.texts(in: folder) where path != "Page/EmbeddedPage.swift" {
            let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") }
            #expect(lineCount <= 400, "\(path) has \(lineCount) lines")
        }
    }
}
