// The server's answers and messages as the page reads them. `WireTypeTests` holds them against the server's own JSON, both
// ways: a member that is missing here, is not sent, or is of another type fails there. What members mean is described in
// HTTPAPI.md and LiveSessions.md.

/** What goes over the wire, in both directions. Lengths are in points. */
declare namespace Wire {
  /** A whole number. The description of the API, which is made from these types, says so. */
  type Whole = number;
  interface Point { x: number; y: number }
  interface Size { width: number; height: number }
  interface Frame extends Point, Size {}
  /** How much of a frame lies outside its cell, or is covered. */
  interface Edges { top: number; left: number; bottom: number; right: number }
  /** Indices of items, both included. */
  interface Run { first: Whole; last: Whole }

  type Layout = "grid" | "justified" | "stack" | "strip" | "pages" | "plane" | "slides" | "item";

  // Collections

  type CollectionKind = "folder" | "list" | "pages" | "chart" | "demo";
  type FieldKind = "text" | "category" | "keywords" | "number" | "time" | "position";
  type Unit = "pixels" | "megapixels" | "bytes" | "millimetres" | "metres" | "seconds" | "duration" | "aperture";
  /** A field of the items of a collection. */
  interface Field { name: string; kind: FieldKind; unit?: Unit }

  /** The addresses of a collection; only those that it has. */
  interface Links {
    self: string; plan: string; marks: string; items: string; item: string; session: string; manifest: string;
    cell?: string; folders?: string; facets?: string; export?: string;
    /** Missing where nothing can be selected. */
    selection?: string;
    table?: string; picture?: string; points?: string; statistics?: string;
    /** Missing where the server is read-only. */
    retry?: string;
    /** Only of lists that were made through the API, which can be edited. */
    undo?: string; redo?: string;
    /** Missing where the items are no files, too: where they are annotated by `PATCH`, and that is taken back and redone by `POST`. */
    annotations?: string; undoAnnotations?: string; redoAnnotations?: string;
  }

  /** A collection in the list of all. */
  interface Collection {
    id: string; name: string; kind: CollectionKind; count: Whole; complete: boolean; pending: Whole;
    layouts: Layout[];
    /** Values of a plan's `group` and `order`, besides the names of fields. */
    groups: string[]; orders: string[];
    fields?: Field[];
    revision: Whole;
    notice?: string;
    /** Of a chart: the collection whose pictures are below it when it is opened. */
    with?: string;
    /** The picture whose pages these are. */
    of?: { collection: string; item: string; url: string };
    /** Of the pages of a stack: where the pages lie that are neighbours in depth, time or channel. */
    axes?: StackAxis[];
    links: Links;
  }

  interface StackAxis { name: "z" | "t" | "c"; count: number; step: number; labels?: string[] }

  type FooterState = "more" | "loading" | "failed" | "end";
  interface Footer { state: FooterState; message: string | null; retryAfter: number | null }

  /** What was read of a chart's table. */
  interface TableReading {
    points: Whole; lines: string[]; units: string[]; xName: string; isLong: boolean;
    bytesRead: Whole; byteCount: Whole; badRowCount: Whole;
    badRows: { line: Whole; reason: string }[];
    notices: string[]; failure: string | null;
  }

  /** A collection asked for alone. */
  interface CollectionDetails extends Collection {
    table?: TableReading;
    minimumZoomScale: number; maximumZoomScale: number;
    footer?: Footer;
    atlas?: { done: Whole; total: Whole; secondsLeft: Whole | null };
    /** Whether files are still compared, as `is:duplicate` asks for. */
    comparing?: true;
  }

  interface Collections {
    collections: Collection[];
    unshown?: { name: string; reason: string }[];
    readOnly?: true;
    states?: string[];
  }

  // Plans

  /** A part of a picture. */
  interface PictureTile extends Frame {
    mosaic?: undefined; place?: undefined;
    index: Whole; item: string; level: Whole; column: Whole; row: Whole;
    clip?: Edges;
    /** Only with `names=true`. */
    name?: string;
    /** The type and the address of a file that the server makes no picture of. */
    media?: string; original?: string;
    /** Of a video, in seconds. */
    duration?: number;
    /** Only with `badges=true`. */
    badge?: Badge;
    /** The same, of the field that the pictures are sorted by. */
    sortValue?: SortValue;
    /** Where its item is selected. */
    selected?: true;
    /** In a plane: how many pictures its bin holds, where there are several. */
    count?: Whole;
    thumbnail?: string;
    /** As `#rrggbb`. */
    colour?: string;
    url: string;
  }

  /** A part of a mosaic, which shows many items. */
  interface MosaicTile extends Frame {
    mosaic: true;
    index: Whole; item: "mosaic"; level: 0; column: Whole; row: Whole;
    place: string; url: string;
    clip?: undefined; name?: undefined; media?: undefined; original?: undefined; duration?: undefined; thumbnail?: undefined;
    colour?: undefined; badge?: undefined; sortValue?: undefined; selected?: undefined; count?: undefined;
  }

  /** What a cell says of its picture, only what there is to say; a rating is from −1, rejected, to 5 stars. */
  interface Badge extends ItemMarks { kind?: "raw" | "video" | "animated" | "live"; pages?: Whole }

  /** The value that a picture is sorted by, written as in its facts. */
  interface SortValue { name: string; kind: FieldKind; unit?: Unit; text: string; number?: number }

  type Tile = PictureTile | MosaicTile;

  /** The item at the top of the view. */
  interface Anchor extends Point {
    index: Whole; item: string; url: string;
    name?: string;
    /** Only where the order is not that of names. */
    date?: string | null; bytes?: Whole | null;
    rounding: number; fractionX: number; fractionY: number;
  }

  /** `selected` is how many of its pictures are, where any is; null where the server has not counted them. */
  interface Heading extends Frame { group: Whole; title: string; date?: string; count: Whole; first: Whole; selected?: Whole | null }

  interface Changes {
    from: number;
    removed: string[]; inserted: { id: string; index: Whole }[]; moved: { id: string; index: Whole }[]; resized: string[];
    reset?: undefined;
  }
  /** The changes are not known any more. */
  interface Reset { from: number; reset: true; removed?: undefined; inserted?: undefined; moved?: undefined; resized?: undefined }

  /** A condition of a query, as it is written, and what people call it. */
  interface Condition { text: string; words: string }

  /** What plans of all layouts have. */
  interface PlanBase {
    collection: string; revision: Whole; count: Whole; total?: Whole; understood?: string; folder?: string;
    /** The conditions of what was understood. */
    conditions?: Condition[];
    minimumZoomScale: number; maximumZoomScale: number; zoomScale: number;
    contentSize: Size; contentOffset: Point;
    offsetRange: { minX: number; minY: number; maxX: number; maxY: number };
    rest?: Point & { duration: number };
    visible: Run | null; window: Run | null;
    edges: { top: boolean; bottom: boolean; left: boolean; right: boolean };
    anchor: Anchor | null;
    tiles: Tile[];
    prefetch: Whole[];
    hasMore: boolean;
    notice?: string;
    footer?: Footer & Frame;
    changes?: Changes | Reset;
    /** Only where anything is selected. */
    selection?: SelectionCount;
    /** Only of mosaics where anything is selected: runs of cells in a row. */
    selectedCells?: Frame[];
  }

  /** What a plan has where it was asked for a zoom. */
  type Zooming =
    | { zoomFactor?: number; zoomRemainder: number; leaves: boolean; zoomFocus?: { item: string; fraction: number } }
    | { zoomFactor?: undefined; zoomRemainder?: undefined; leaves?: undefined; zoomFocus?: undefined };
  /** What a plan of rows has where it was asked for groups. */
  type Grouping =
    | { group: string; headings: Heading[]; sticky: Heading | null }
    | { group?: undefined; headings?: undefined; sticky?: undefined };

  /** Where a picture lies beside others. */
  interface Comparison extends Size {
    magnification: number; minimum: number; maximum: number; pixels: number; detail: number; step: number;
    range: { minX: number; minY: number; maxX: number; maxY: number };
  }

  /**
   * Where the one picture lies, from the viewport's corner, and how wide its pixels are; `measure` is where to ask for distances,
   * `bar` tells its scale, `region` has addresses of what is seen of it, `stack` the files that it is in a stack with, and `map` all of it
   * in little: with the frame that is seen, and the offsets at which its first and last corner lie in the view's middle.
   */
  interface PlanPicture extends Point {
    scale: number; measure: string; bar?: { length: number; text: string }; region?: { png: string; jpeg: string };
    stack?: { first: Whole; axes: StackAxis[] };
    map?: { width: number; height: number; url: string; seen: Frame; offsets: { minX: number; minY: number; maxX: number; maxY: number } };
  }

  /**
   * An axis of a plane; `at` is where a tick stands, from the viewport's corner, and `context` the part of a date that its label leaves
   * out. Without a `field` it counts the pictures of a bar.
   */
  interface PlaneAxis {
    field?: string; scale: "linear" | "logarithmic" | "time" | "category" | "longitude" | "latitude"; unit?: Unit;
    ticks: { at: number; label: string; context?: string }[];
  }
  /**
   * The axes of a plane, how many pictures are in view and have no place, its bars, the squares of a map below them, and what is shown: of
   * pixels in tiles of a `level`; `legend` says what the colours of a density mean.
   */
  interface Plane {
    x: PlaneAxis; y: PlaneAxis; seen: Whole; unplaced: Whole; bars?: PlaneBar[];
    show: "pictures" | "colours" | "density"; level?: Whole; legend?: { count: Whole; colour: string }[]; backdrop?: MapSquare[];
  }
  /**
   * A bar of a plane with one field: its middle, its upper edge and its width, in points from the viewport's corner, and its pictures.
   * `zoom` is the scale at which it fills the view, and the point that then stays in place; a bar that does so already has none.
   */
  interface PlaneBar { at: number; top: number; width: number; count: Whole; label: string; zoom?: Point & { scale: number } }
  /** A square of a map: where it lies from the viewport's corner, and its picture. */
  interface MapSquare extends Frame { url: string }

  /** What plans of some layouts have. */
  interface OfLayouts {
    columns: Whole; lead: Whole; mosaic?: { cell: number; pitch: number; isAll: boolean; held?: string };
    rowHeight: number; rows?: string[];
    item: string; comparison?: Comparison; picture?: PlanPicture; pages?: { index: Whole; x: number }[];
    chart: Chart; plane: Plane;
  }
  /** A plan of a layout: what it has of `OfLayouts`, and nothing else. */
  type PlanOf<Name extends Layout, Own extends keyof OfLayouts = never> =
    PlanBase & Zooming & { layout: Name } & Pick<OfLayouts, Own> & { [Other in Exclude<keyof OfLayouts, Own>]?: undefined };

  type Plan =
    | PlanOf<"grid", "columns" | "lead" | "mosaic" | "rows"> & Grouping
    | PlanOf<"justified", "rowHeight" | "rows"> & Grouping
    | (PlanOf<"stack"> | PlanOf<"strip"> | PlanOf<"pages", "pages" | "picture"> | PlanOf<"item", "item" | "comparison" | "picture"> | PlanOf<"plane", "plane"> | PlanOf<"slides", "chart">)
      & { group?: undefined; headings?: undefined; sticky?: undefined };

  // Charts

  interface Tick { value: number; label: string; context: string | null }
  /** The outermost two have their labels aside. */
  type XTick = Tick & { x: number } & (
    | { align: "start" | "end"; labelX: number } | { align?: undefined; labelX?: undefined });
  interface YTick extends Tick { y: number }

  /** A range of values, and the lines that are drawn in it. */
  interface Pane {
    top: number; bottom: number; minValue: number; maxValue: number; isRight: boolean; isFixed: boolean; unit: string;
    lines: Whole[]; ticks: YTick[];
  }
  interface Line {
    name: string; colour: string; isShown: boolean; pane: number; width: number; dashes: number[]; unit: string;
    form: "straight" | "curve" | "steps" | "bars" | "points"; kind?: ValueKind;
  }
  /** What the seconds of a line are; numbers have no kind. */
  type ValueKind = "duration" | "clock";
  /** The values at a point. */
  interface Pointer {
    index: Whole; x: number; label: string;
    values: { line: Whole; name: string; colour: string; y: number | null; value: string | null }[];
  }
  interface Mark { x: number; label: string; count: Whole; room: number; labels: { text: string; place: string }[] }

  type Scale =
    | { valueScale: "linear" | "log"; base?: undefined }
    | { valueScale: "index"; base: number };

  type Chart = Scale & {
    axis: "even" | "date" | "number";
    points: Whole;
    lineGap: number; minimumLineGap: number; maximumLineGap: number; slideWidth: number;
    carry: { scale: number; scaleY: number; x: number; y: number } | null;
    section: { top: number; bottom: number; minValue: number; maxValue: number };
    visiblePoints: Run | null;
    span: string;
    xTicks: XTick[]; leftContext: { label: string; end: number | null } | null; yTicks: YTick[];
    valueAxes: "one" | "panes" | "second"; panes: Pane[];
    zone: { name: string; isKnown: boolean };
    lines: Line[];
    pointer: Pointer | null;
    marks?: Mark[];
    range: { from: number; to: number };
    isOpening?: true;
    overview?: { url: string; width: number; height: number; start: number; end: number };
    progress: number | null; badRows: Whole; notices: string[]; notice: string | null;
    pictures?: PicturesBelow;
  };

  /** The pictures of another collection below a chart, in bins between round times. */
  interface PicturesBelow {
    collection: string; name: string; field: string;
    top: number; height: number;
    /** How many have a time, how many have none, and how many are in view. */
    total: Whole; untimed: Whole; seen: Whole;
    bins: { x: number; width: number; from: string; to: string; count: Whole; pictures: PictureBelow[] }[];
    /** The one nearest in time to the point under the pointer. */
    nearest?: PictureBelow;
  }

  /** `at` is where its time is on the axis. */
  interface PictureBelow extends Frame { index: Whole; item: string; name: string; time: string; at: number; url?: string }

  interface Table {
    complete: boolean; zone: string | null;
    columns: { name: string; kind: "empty" | "number" | "time" | "text"; use: "ignored" | "x" | "key" | "line" }[];
    keys: { column: string; count: Whole; values: { name: string; rows: Whole; isShown: boolean }[] } | null;
    firstLines: TableLine[];
    findings: TableFinding[];
  }

  /** One of a table's first lines as it is, from 1, and what it was taken for. */
  interface TableLine {
    line: Whole; text: string; use: "header" | "units" | "comment" | "data" | "skipped" | "leftOut" | "blank"; isCut: boolean;
  }

  /** What was found in a table, why, and how it is read otherwise: a parameter, values that do so, and an option of the program. */
  interface TableFinding {
    what: "encoding" | "separator" | "comments" | "header" | "units" | "firstLine" | "decimalMark" | "x" | "key" | "columns"
      | "dateOrder" | "dateForm" | "timeZone" | "numbers" | "gap" | "rows" | "cells";
    column: string | null; value: string; isGuess: boolean; isNotice: boolean; because: string;
    override: {
      parameter: "separator" | "headerLine" | "dateOrder" | "decimalMark" | "columnKinds" | "xColumn" | "keyColumn" | "keys" | "lines";
      values: string[]; option: "--date-order" | "--decimal-mark" | "--x-column" | "--separator" | "--header-line" | null;
    } | null;
  }

  interface StatisticsPoint { index: Whole; x: number; label: string }
  /** `digits` has what a number of JavaScript cannot hold. */
  interface StatisticsValue extends StatisticsPoint { value: number; digits?: string }
  interface Statistics {
    points: Whole; xName: string; zone?: string; slopePer: "day" | "1" | "point"; confidence: number;
    first?: StatisticsPoint; last?: StatisticsPoint;
    lines: {
      line: Whole; name: string; unit: string; count: Whole; gaps: Whole;
      first: StatisticsValue | null; last: StatisticsValue | null; min: StatisticsValue | null; max: StatisticsValue | null;
      mean: number | null; slope: number | null; kind?: ValueKind;
      quantiles: { share: number; value: number | null }[]; rankError: number;
    }[];
  }

  // Items

  type Fact = { name: string; kind: FieldKind; unit?: Unit; text: string; query: string | null } & (
    | { number?: undefined; time?: undefined; latitude?: undefined; longitude?: undefined }
    | { number: number; time?: undefined; latitude?: undefined; longitude?: undefined }
    | { number?: undefined; time: number; latitude?: undefined; longitude?: undefined }
    | { number?: undefined; time?: undefined; latitude: number; longitude: number });

  /** An item in a list of items. */
  interface Item {
    index: Whole; id: string; name: string; width: number | null; height: number | null; measured: boolean; orientation: Whole;
    format: string | null; misnamed?: string; bytes: Whole | null; modified: string | null;
    url: string; original: string; companions: string;
    taken?: string; error?: string;
    pages?: { count: Whole; collection: string; url: string };
  }
  /** An item asked for alone. */
  interface ItemDetails extends Item {
    path?: string; preview?: string; histogram?: string; samples?: string; progress?: number; facts?: Fact[];
    /** Addresses for viewers of other programs. */
    iiif?: string; deepZoom?: string;
    /** Of a TIFF whose tiles are sent as they are. */
    storedTiles?: { side: Whole; step: Whole };
    /** The real size of a pixel, upright, and what told it. */
    pixelSize?: { x: number; y: number; unit: "metres" | "degrees"; from: string };
    /** Of a map: GDAL's geotransform of the picture as stored. */
    map?: { transform: number[]; epsg?: Whole };
    /** Of a photo with a film in its file or beside it. */
    film?: string;
    /** What is seen of its marks; missing where items cannot be annotated. */
    marks?: ItemMarks & { keywords?: string[] };
    /** The reader's own, only what there is. */
    annotation?: Annotation;
  }
  /** A point of a picture: the pixel that it lies in, and its place on the map that the picture shows. */
  interface MeasuredPoint { column: Whole; row: Whole; inside: boolean; map?: Point & { text: string } }
  /** A point, or two and their distance. */
  type Measured = { from: MeasuredPoint } & (
    | { to: MeasuredPoint; pixels: number; metres: number | null; text: string }
    | { to?: undefined; pixels?: undefined; metres?: undefined; text?: undefined });
  /** A rating is from −1, rejected, to 5 stars. */
  interface ItemMarks { rating?: Whole; flag?: "pick" | "reject"; label?: "red" | "yellow" | "green" | "blue" | "purple" }
  /** What a reader has noted about a picture. */
  interface Annotation {
    rating?: Whole; flag?: "none" | "pick" | "reject"; label?: "none" | "red" | "yellow" | "green" | "blue" | "purple";
    keywords?: { add: string[]; remove: string[] };
  }
  /** The answer to a change of annotations. */
  /** `best` is the number of groups of which the best is picked, where that is asked for. */
  /** `edit` is the change's number, by which it is taken back; `kept` counts items that stay, since they were changed later. */
  interface Annotated { count: Whole; best?: Whole; changed?: boolean; edit?: Whole; kept?: Whole; revision: Whole }
  /** How often each of 256 levels occurs; `full` is the count that fills a drawing. */
  interface Histogram { red: Whole[]; green: Whole[]; blue: Whole[]; full: Whole }
  /** How often the sample values of a picture occur, for choosing a window. */
  interface Samples {
    bits: Whole; kind: "unsigned" | "signed" | "float"; complete: boolean;
    /** The window that shows what is shown without one. */
    stored: { minimum: number; maximum: number };
    channels: SampleCounts[];
  }
  /** Of one channel; only `counted` where it has no finite value. */
  interface SampleCounts {
    /** Of channels that can be shown together; the colour as `#rrggbb`. */
    name?: string; colour?: string;
    counted: Whole; minimum?: number; maximum?: number; percentiles?: { percent: number; value: number }[]; counts?: Whole[]; full?: Whole;
  }
  /** What is selected of a collection, as it is answered after a change, too. */
  interface Selection { count: Whole; of: Whole; bytes?: Whole; revision: Whole }
  interface ItemPage { items: Item[]; nextCursor: string | null; hasNextPage: boolean; revision: Whole }

  interface Companions { companions: { name: string; bytes: Whole; url: string }[] }

  // Finding

  interface FacetBase { name: string; unit?: Unit; present: Whole; missing: Whole }
  interface ValueFacet extends FacetBase {
    kind: "category" | "keywords"; values: { text: string; count: Whole }[]; otherValues: Whole; otherCount: Whole;
    bars?: undefined;
  }
  /** `atLeast` and `atMost`, of whole numbers: how many have the bar's values or greater, or lower, ones. */
  interface Bar { lower: number; upper: number; count: Whole; atLeast?: Whole; atMost?: Whole }
  interface Bars { values?: undefined; least: number | null; greatest: number | null; bars: Bar[] }
  interface NumberFacet extends FacetBase, Bars { kind: "number"; whole: boolean; step?: undefined }
  interface TimeFacet extends FacetBase, Bars { kind: "time"; step?: Step; whole?: undefined }
  type RangeFacet = NumberFacet | TimeFacet;
  interface PlainFacet extends FacetBase { kind: "text" | "position"; values?: undefined; bars?: undefined }
  type Step = "second" | "minute" | "hour" | "day" | "month" | "year";
  type Facet = ValueFacet | RangeFacet | PlainFacet;
  /** A word that occurs, and the query with it in place of one that finds nothing. */
  interface NearWord { text: string; query: string; count: Whole }
  /** `near`: only where the query finds nothing, and words like its own occur. */
  interface Facets { count: Whole; total: Whole; unreadable: Whole; near?: NearWord[]; fields: Facet[]; revision: Whole }

  interface Folder {
    path: string; name: string; count: Whole; first: Whole; item: string | null; query: string | null; hasFolders: boolean;
  }
  interface Folders {
    count: Whole; item: string | null; query: string | null; folders: Folder[]; hasMore: boolean; revision: Whole;
  }

  /** A label beside a scrubber; `position` is from 0 to 1. */
  interface ScrubberMark { index: Whole; title: string; date?: string; major: boolean; position: number }
  interface Marks { marks: ScrubberMark[]; revision: Whole }

  interface Cell extends Frame { index: Whole; item: string; name: string | null; preview?: string }
  interface CellAnswer { revision: Whole; cell: Cell | null }

  // The selection

  /** `bytes` is missing where the items are no files. */
  interface SelectionCount { count: Whole; bytes?: Whole; revision: Whole }
  /** `items` are the first ones, where the address asks for them. */
  interface Selection extends SelectionCount { of: Whole; items?: string[] }
  /** From one item to another, by their ids. */
  interface SelectedRange { from: string; to: string }
  /** The items below a heading. */
  interface SelectedHeading { first: Whole; count: Whole }
  /** What a change of the selection names; `PUT` takes it alone. */
  type SelectionScope =
    | { items: string[]; range?: undefined; heading?: undefined; all?: undefined; frame?: undefined }
    | { range: SelectedRange; items?: undefined; heading?: undefined; all?: undefined; frame?: undefined }
    | { heading: SelectedHeading; items?: undefined; range?: undefined; all?: undefined; frame?: undefined }
    | { all: true; items?: undefined; range?: undefined; heading?: undefined; frame?: undefined }
    | { frame: Frame; items?: undefined; range?: undefined; heading?: undefined; all?: undefined };
  type SelectionChange = SelectionScope & { action: "add" | "remove" | "toggle" | "replace" };

  // Lists

  /** What an edit of a list adds, removes or moves. */
  type ListTarget = { items: string[]; selected?: undefined } | { selected: true; items?: undefined };
  /** What is added to a list, or a new one has at first. */
  type ListAddition = ListTarget & { from: string };
  type ListRemoval = ListTarget & { action: "remove" };
  type ListMove = ListTarget & { action: "move" } & (
    | { before: string; after?: undefined; by?: undefined } | { after: string; before?: undefined; by?: undefined }
    | { by: number; before?: undefined; after?: undefined });
  /** The answer to an edit of a list: new items, or how many were added, removed or moved. */
  interface ListEdit { revision: Whole; count?: Whole; items: { id: string; index: Whole }[] }

  // The program

  interface About {
    version: string; commit: string | null; build: string; readOnly: boolean; writesSidecars: boolean;
    reads: { name: string; path: string | null }[];
    cache: { path: string | null; limit: Whole } | null;
    state: { path: string | null } | null;
  }

  /** RFC 9457. */
  interface Problem { type: string; title: string; status: Whole; detail: string; parameter?: string }

  /** Where a page was, as it is saved and answered. */
  interface State {
    collection: string; layout: Layout; columns: Whole | null; lead: Whole | null; order: string | null; group: string | null;
    q?: string | null; item: string | null; rowHeight: number | null; zoomScale: number;
    contentInset: Edges; contentOffset: Point;
    anchor: { item: string; fractionX: number; fractionY: number } | null;
  }

  // Sessions

  /** What a page says. `report` and `plan` come together. */
  type Report = {
    acknowledged?: number; budget?: number; room?: number; pixels?: number; bands?: boolean; sheets?: boolean;
    /** Byte counts by address. */
    holds?: Record<string, number>;
  } & ({ report: number; plan: string } | { report?: undefined; plan?: undefined });

  /** A tile that a slot shows from now on. */
  interface Shown { slot: number; number: number; sent: boolean; tile: Tile }
  /** A slot whose tile lies elsewhere now. */
  interface Moved extends Frame { slot: number; index: Whole; name?: string; duration?: number; clip?: Edges; badge?: Badge; sortValue?: SortValue; selected?: true }

  interface Band extends Frame {
    band: number; columns: Whole; rows: Whole;
    /** Five for each: column, row, columns, rows, colour. */
    patches: number[];
    /** With sheets. Three for each: sheet, first cell, count. */
    runs?: number[];
    /** With sheets. Five for each: position in `patches`, and column, row, columns and rows of all of it. */
    cut?: number[];
  }
  interface Bands { free: number[]; show: Band[] }
  /** `numbers` has two for each: the sheet's, and that of its tile. */
  interface Sheets { side: Whole; columns: Whole; fresh: boolean; numbers: number[] }

  interface PlanMessage {
    report: number; fresh: boolean; place: Plan; free: number[]; show: Shown[]; move: Moved[]; bands?: Bands; sheets?: Sheets;
  }
  interface ProblemMessage { report: number; problem: Problem }
  interface NumbersMessage { numbers: { url: string; number: number }[] }
  interface DropMessage { drop: number[] }
  interface FailedMessage { failed: number; detail: string; retryAfter?: number }
  /** Whatever the server says as text. */
  type Message = PlanMessage | ProblemMessage | NumbersMessage | DropMessage | FailedMessage;
}
