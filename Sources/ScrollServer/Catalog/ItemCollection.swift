// The interface of a collection of images to the layers above.

import Charts
import Metadata
import Pixels
import Platform

/// Where a collection's items come from.
package enum CollectionKind: String, Sendable {
    case folder, list, pages, chart, demo
}

/// How many items a collection has, and whether more are expected.
package struct CollectionStatus: Sendable, Equatable {
    /// Items known so far.
    package var count: Int
    /// False while a scan runs or a paged source has more pages.
    package var isComplete: Bool
    /// Grows each time the collection's order or sizes change.
    package var revision: Int
    /// Files and folders that could not be read for a temporary reason, and will be retried.
    package var pending = 0

    package init(count: Int, isComplete: Bool, revision: Int, pending: Int = 0) {
        self.count = count
        self.isComplete = isComplete
        self.revision = revision
        self.pending = pending
    }
}

/// An ordered sequence of images.
///
/// As a `CollectionView` it shows its own order: by name where items have names.
///
/// An index identifies an item in this order only; an id does in every order and after every change. A member is nil
/// where the kind of collection lacks the feature, so callers never test for the kind. `original`, `content` and
/// `measure` wait for the disk: call them on a worker thread.
package protocol ItemCollection: CollectionView {
    /// Unique in the catalog, and fit for a path segment of a URL.
    var id: String { get }
    /// The name that clients show.
    var name: String { get }
    var kind: CollectionKind { get }
    /// Where the items come from, such as a folder's path. Cache key in place of the id: collections of one source
    /// share cached tiles and colours.
    var source: String { get }

    /// The layouts that can show this collection; the first is the default. Never empty.
    var layouts: [LayoutKind] { get }
    /// The keys by which its items can be sorted.
    var orders: [ItemOrder.Key] { get }
    /// The groupings that it offers, each in one order (see `ItemGrouping.order`).
    var groupings: [ItemGrouping] { get }
    /// The items in another order; nil while that order has not been made, or when it is not in `orders`.
    func ordered(by key: ItemOrder.Key) -> (any CollectionView)?
    /// Makes an order, if it is one of `orders`. O(n log n). Blocks: call it on a worker thread.
    func makeOrder(_ key: ItemOrder.Key)

    /// The companion files of an item; empty where there are none. Blocks.
    func companions(ofItem id: String) throws(ImageError) -> [CompanionFiles.Companion]
    /// One of these companion files, open for reading. Blocks.
    func companion(_ name: [UInt8], ofItem id: String) throws(ImageError) -> OpenFile
    /// The film of a still picture, in its file or beside it. Blocks. Throws `unreadable` where there is none.
    func film(ofItem id: String) throws(ImageError) -> ItemFilm
    /// The name of the XMP file beside an item's file that is read for it; nil for none. Blocks.
    func sidecarName(ofItem id: String) -> [UInt8]?
    /// The faces and other parts of an item's picture that its file or sidecar describes. Blocks.
    func regions(ofItem id: String) throws(ImageError) -> [PictureRegion]
    /// The real size of an item's pixels; nil where its file does not tell it. Blocks.
    func scale(ofItem id: String) throws(ImageError) -> ItemScale?
    /// The real width of a pixel of an item's upright picture, in metres; nil where it is not known. Returns at once.
    func pixelSize(ofItem id: String) -> Double?
    /// Enables orders by appearance, where the collection offers them.
    func rank(by ranking: any ItemRanking)
    /// Reports that the pictures of these items have become known or have changed. Blocks.
    func rerank(_ items: [ItemNumbers])
    /// Ranks items whose pictures were unknown before, since making a tile may have made them known. Blocks.
    func rankUnranked()
    /// Finds groups of pictures that look alike, where pictures have changed and it is time. `pause` waits while others
    /// work, and is true when all shall end. Blocks: up to a minute for a million items.
    func findAlike(pause: () -> Bool)
    /// The best of each group of alike pictures among items (see `ItemNumbers`), and the others of these groups; none of
    /// groups with one of them. O(items × log items).
    func bestOfAlike(among items: [UInt64]) -> (best: [UInt64], others: [UInt64])
    /// Has files compared from now on, since a query asks which have the same bytes. O(1).
    func wantDuplicates()
    /// Compares files where that is wanted and they have changed; `pause` is as above. Blocks: it reads files.
    func findDuplicates(pause: () -> Bool)
    /// Whether files are still to be compared, since a query has asked or files have changed. O(1).
    var isComparing: Bool { get }
    /// Whether both are done for all that is known. O(1).
    var isAlikeFound: Bool { get }
    /// What an item looks like; nil while that is not known. O(log n).
    func look(ofItem id: String) -> Look?
    /// The fields of the items that queries can use; empty where the items cannot be searched. Returns at once.
    var factFields: [FactField] { get }
    /// The facts of all items as they are now; nil where the items cannot be searched. Returns at once.
    var facts: FactTable? { get }
    /// The facts of an item. O(fields).
    func facts(ofItem id: String) -> [(field: FactField, value: FactValue)]
    /// One fact of an item, by its field's name or an alias; nil where it has none. O(log n). Returns at once.
    func fact(_ name: String, ofItem id: String) -> (field: FactField, value: FactValue)?
    /// What a cell says about an item besides its name. O(log n). Returns at once.
    func badge(of item: ItemSummary) -> ItemBadge
    /// Lets readers annotate the items, where they are files of their own.
    func offerAnnotations(_ store: AnnotationStore)
    /// Whether readers can annotate the items.
    var canBeAnnotated: Bool { get }
    /// What the reader has noted about an item; nil where that is not offered, and for an unknown item.
    func annotation(ofItem id: String) -> Annotation?
    /// The keywords of an item, with what the reader has noted.
    func keywords(ofItem id: String) -> [String]
    /// The real path of the folder in which all files of the collection lie; nil where they may lie anywhere.
    var annotatedFolder: [UInt8]? { get }
    /// The collection, where annotations follow its files when these are moved; else nil.
    var followed: (any FollowedCollection)? { get }
    /// The keys of the files of items (see `ItemNumbers`), without those of unknown items.
    func fileKeys(of items: [UInt64]) -> [FileKey]
    /// Brings the facts of these items in line with their annotations.
    func showAnnotations(of items: [UInt64])
    /// The same for all items. O(n).
    func showAnnotations()
    /// An arrangement of the items; nil while it has not been made, or when the items cannot be searched.
    func arranged(_ order: ArrangedOrder) -> (any CollectionView)?
    /// Makes an arrangement. O(n log n). Blocks: call it on a worker thread.
    func arrange(_ order: ArrangedOrder)

    /// The measurements that the slides of a chart draw; nil for pictures. A chart is planned from its series, since
    /// its slides depend on how it is drawn.
    var series: Series? { get }
    /// The measurements under a reader's choice of columns; nil unless they are open.
    func openedSeries(_ choice: SeriesChoice) -> Series?
    /// The measurements under a reader's choice of columns; nil for pictures. Reads a part of the file unless they are
    /// open: call it on a worker thread.
    func openSeries(_ choice: SeriesChoice) throws(SeriesError) -> Series?
    /// Named moments to mark on a chart; nil for none.
    var marks: ChartMarks? { get }
    /// The id of the collection whose pictures are below a chart when it is opened; nil for none.
    var picturesBelow: String? { get }
    /// Grows with every change of the chart's marks, or of measurements under other choices of columns than the
    /// collection's own.
    var choiceRevision: Int { get }
    /// Grows with each change of the selection; nil where no item can be selected. O(1).
    var selectionRevision: Int? { get }
    /// How many items are selected; nil where none can be. O(1), for lists made by hand O(selected).
    var selection: SelectionStatus? { get }
    /// Whether `select` takes the indices of items rather than their numbers.
    var selectsIndices: Bool { get }
    /// The selected ones among items with these ids; nil where none can be. O(ids).
    func selected(among ids: [String]) -> SelectedItems?
    /// Changes the selection, unless it has none of `revisions`. All or nothing. Blocks: call it on a worker thread.
    func select(_ action: SelectionAction, _ scope: SelectionScope, ifRevision revisions: Set<Int>?)
        throws(SelectionError) -> SelectionStatus
    /// The sum of the lengths of these items' files, modulo 2⁶⁴, as far as they are known. O(ids).
    func fileByteCount(ofItems ids: [String]) -> UInt64
    /// The selection as it is saved; nil where no item can be selected. O(items).
    var savedSelection: SavedSelection? { get }
    /// Adds a saved selection to the present one; items not found yet are selected when they are.
    func restore(_ saved: SavedSelection)
    /// The list through which items are added and moved; nil where the items cannot be edited.
    var list: ListCollection? { get }

    /// The item whose pages these are; nil where the collection does not hold an item's pages.
    var origin: ItemOrigin? { get }
    /// Grows when the collections that items come from change; the collection's own revision follows only when it reads
    /// those items again.
    var originsRevision: Int { get }
    /// A notice about the whole collection for viewers, a sentence without its full stop; nil for none.
    var notice: String? { get }
    /// The directions in which the items follow one another, where they are the pages of a stack; else empty.
    var axes: [StackAxis] { get }
    /// Whether the search for items is still running, so that more may appear.
    var isScanning: Bool { get }
    /// Whether the item's source is closed and `open(item:)` can open it. O(1).
    func needsLoading(item id: String) -> Bool
    /// Opens the item's source. Blocks: call it on a worker thread.
    func open(item id: String)
    /// Whether the collection was just opened and its contents will be known in a moment. O(1).
    var isOpening: Bool { get }
    /// Waits until `isOpening` ends, for a few seconds at most. Blocks: call it on a worker thread.
    func waitForOpening()
    /// The item with this id; nil when there is none. O(log n).
    func summary(ofItem id: String) -> ItemSummary?
    /// The details of the item with this id; nil when there is none. O(log n + depth of the item's path).
    func details(ofItem id: String) -> ItemDetails?
    /// Reads the headers of the items at `indices`, in the collection's own order, that are not measured yet. Blocks.
    ///
    /// - Returns: the indices whose size or error changed, ascending.
    @discardableResult
    func measure(_ indices: [Int]) -> [Int]
    /// Reads the headers of these items where they are not measured yet. Blocks.
    func measure(items ids: [String])
    /// Reads the item's header if it is not measured yet. Blocks.
    func measure(item id: String)
    /// Examines the item's file again, whatever is known of it. Blocks.
    func examine(item id: String)
    /// Counts this version of an item as unreadable, since decoding it has failed for a reason that waiting does not
    /// mend. Does nothing where the item has another version by now. O(conditions of the arrangements in use).
    func noteUndecodable(item id: String, version: String, _ error: ImageError)
    /// The text below the last item while more items are expected; nil for none.
    var footer: CollectionFooter? { get }
    /// Starts to fetch the next page, or to retry what could not be read. Does nothing while a fetch runs or when
    /// nothing is left. Returns at once.
    func fetchNextPage()

    /// The path of the item's file; nil for items that are no files, and for unknown ones. O(log n + depth of the path).
    func path(ofItem id: String) -> ItemPath?
    /// Opens the item's own bytes. Blocks. Throws when the item was removed or cannot be read.
    func original(ofItem id: String) throws(ImageError) -> Original
    /// The source of the tiles of this version of the item. Blocks. Throws as `original` does, and `changed` when the
    /// item has another version by now.
    func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent
}

extension ItemCollection {
    /// Whether items are files of their own, unlike the pages of one and what is drawn on demand.
    package var hasFiles: Bool { kind == .folder || kind == .list }

    package var layouts: [LayoutKind] {
        PlaneFields.arePossible(with: factFields) ? LayoutKind.ofKnownPictures : LayoutKind.ofPictures
    }
    package var orders: [ItemOrder.Key] { [.name] }
    package var groupings: [ItemGrouping] { [] }
    package func ordered(by key: ItemOrder.Key) -> (any CollectionView)? { key == .name ? self : nil }
    package func makeOrder(_ key: ItemOrder.Key) {}
    package func rank(by ranking: any ItemRanking) {}
    package func rerank(_ items: [ItemNumbers]) {}
    package func rankUnranked() {}
    package func findAlike(pause: () -> Bool) {}
    package func bestOfAlike(among items: [UInt64]) -> (best: [UInt64], others: [UInt64]) { ([], []) }
    package var isAlikeFound: Bool { true }
    package func wantDuplicates() {}
    package func findDuplicates(pause: () -> Bool) {}
    package var isComparing: Bool { false }
    package func look(ofItem id: String) -> Look? { nil }
    package var factFields: [FactField] { [] }
    package var facts: FactTable? { nil }
    package func facts(ofItem id: String) -> [(field: FactField, value: FactValue)] { [] }
    package func fact(_ name: String, ofItem id: String) -> (field: FactField, value: FactValue)? { nil }
    package func badge(of item: ItemSummary) -> ItemBadge { ItemBadge(item.format) }
    package func offerAnnotations(_ store: AnnotationStore) {}
    package var canBeAnnotated: Bool { false }
    package func annotation(ofItem id: String) -> Annotation? { nil }
    package func keywords(ofItem id: String) -> [String] {
        for case (let field, .words(let words)) in facts(ofItem: id) where field.name == "keywords" {
            return words.map { String(decoding: $0, as: UTF8.self) }
        }
        return []
    }

    package var annotatedFolder: [UInt8]? { nil }
    package var followed: (any FollowedCollection)? { nil }
    package func fileKeys(of items: [UInt64]) -> [FileKey] { [] }
    package func showAnnotations(of items: [UInt64]) {}
    package func showAnnotations() {}
    package func arranged(_ order: ArrangedOrder) -> (any CollectionView)? { nil }
    package func arrange(_ order: ArrangedOrder) {}
    package var series: Series? { nil }
    package func openedSeries(_ choice: SeriesChoice) -> Series? { series }
    package func openSeries(_ choice: SeriesChoice) throws(SeriesError) -> Series? { series }
    package var marks: ChartMarks? { nil }
    package var picturesBelow: String? { nil }
    package var choiceRevision: Int { 0 }
    package var list: ListCollection? { nil }
    package var origin: ItemOrigin? { nil }
    package var originsRevision: Int { 0 }
    package var notice: String? { nil }
    package var axes: [StackAxis] { [] }
    package var isScanning: Bool { false }
    package func needsLoading(item id: String) -> Bool { false }
    package func open(item id: String) {}
    package var isOpening: Bool { false }
    package func waitForOpening() {}
    package var footer: CollectionFooter? { status.isComplete ? nil : CollectionFooter(.loading) }
    package func fetchNextPage() {}
    package func path(ofItem id: String) -> ItemPath? { nil }

    package func summary(ofItem id: String) -> ItemSummary? {
        // Another item may be at this index by the time of the second call.
        index(ofItem: id).flatMap { summary(at: $0) }.flatMap { $0.id == id ? $0 : nil }
    }

    package func details(ofItem id: String) -> ItemDetails? {
        index(ofItem: id).flatMap { details(at: $0) }.flatMap { $0.id == id ? $0 : nil }
    }

    package func measure(item id: String) {
        if let index = index(ofItem: id) { measure([index]) }
    }

    package func measure(items ids: [String]) { measure(ids.compactMap { index(ofItem: $0) }) }

    package func examine(item id: String) {}
    package func noteUndecodable(item id: String, version: String, _ error: ImageError) {}

    package func sidecarName(ofItem id: String) -> [UInt8]? { nil }
    package func companions(ofItem id: String) throws(ImageError) -> [CompanionFiles.Companion] { [] }
    package func companion(_ name: [UInt8], ofItem id: String) throws(ImageError) -> OpenFile {
        throw .unreadable("no file belongs to item '\(id)'")
    }
    package func film(ofItem id: String) throws(ImageError) -> ItemFilm {
        guard case .file(let file, let format) = try original(ofItem: id), format.mayBeLive,
            let film = try ItemFilm(in: file)
        else { throw ItemFilm.missing }
        return film
    }

    package func regions(ofItem id: String) throws(ImageError) -> [PictureRegion] {
        let original = try original(ofItem: id)
        switch original {
        case .file, .part: break
        case .unknown, .bytes: return []
        }
        let source = original.source
        return try source.checked { () throws(ImageError) in
            try ImageHeader.read(from: source, name: []).facts?.regions ?? []
        }
    }

    package func scale(ofItem id: String) throws(ImageError) -> ItemScale? {
        let original = try original(ofItem: id)
        switch original {
        case .file, .part: break
        case .unknown, .bytes: return nil
        }
        let source = original.source
        return try source.checked { () throws(ImageError) in ItemScale(try ImageHeader.read(from: source, name: [])) }
    }

    package func pixelSize(ofItem id: String) -> Double? {
        guard case .number(let metres)? = fact("pixelsize", ofItem: id)?.value, metres > 0, metres.isFinite else {
            return nil
        }
        return metres
    }

    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        guard let details = details(ofItem: id) else { throw .unreadable("the item has gone") }
        guard details.version == version else { throw .changed }
        let original = try original(ofItem: id)
        switch original {
        case .file, .part:
            // The name may lead to another file by now.
            guard original.version == version else { throw .changed }
        case .unknown: throw Original.notAnImage
        case .bytes: break
        }
        return .file(original.source, orientation: details.orientation)
    }
}
