// What the page's modules hand to each other, for the check of the page's scripts (Tests/Page/check). What comes from the
// server is in wire.d.ts.

/** Lengths are in px. */
declare namespace Page {
  /** The parameters that tell one view of a collection from another: see `address.js`. Without a `layout` the server chooses. */
  interface View extends ChartChoice {
    layout?: Wire.Layout;
    order?: string; group?: string; q?: string;
    columns?: number | "all"; lead?: number; rowHeight?: number;
    item?: string; zoom?: number;
    /** The fields of a plane, and whether their logarithms place the pictures. */
    fieldX?: string; fieldY?: string; logX?: boolean; logY?: boolean;
    /** On the samples of a picture that fills the view: see `samplewindow.js`. */
    window?: string;
    /** The same, where channels are shown together: see `channels.js`. */
    channels?: string;
  }

  /** A reader's choices for a chart, as parameters of a plan: see `chartchoice.js`. */
  interface ChartChoice {
    xColumn?: string; keyColumn?: string; keys?: string; lines?: string;
    separator?: string; headerLine?: string; dateOrder?: string; decimalMark?: string; columnKinds?: string; formulas?: string;
    axis?: string; band?: string; range?: string; units?: string; valueAxes?: string; valueScale?: string; ranges?: string;
    hide?: string; show?: string; timeZone?: string; line?: string; lineForms?: string;
    with?: string; withField?: string;
  }

  /** An item that the next plan brings to a point of the viewport, as parameters of that plan. */
  interface Hold {
    anchor?: string; fractionX?: number; fractionY?: number; anchorX?: number; anchorY?: number;
    item?: string; index?: number; align?: "start" | "center" | "end" | "nearest";
    /** A chart's range of x. */
    from?: number; to?: number;
    /** With the offset at which the open picture is left for its neighbour. */
    turn?: number; x?: number; y?: number;
  }

  /** A view of a collection and what is held in it; the collection is null where the address names none. */
  interface Place { collection: string | null; view: View; hold: Hold | null }

  /** Where a tile's picture comes from: bytes that are there, or an address. */
  type Source = { bytes: import("../../Public/values/bytes.js").Bytes; url?: undefined } | { url: string; bytes?: undefined };

  /** A tile as it is painted. */
  type Tile = Wire.Tile & {
    /** Null until the bytes have come; undefined where they are fetched by the tile's address. */
    source?: Source | null;
    /** Why it cannot be shown. */
    failure?: string;
    /** Whether it stands for its item; the item's other tiles lie over it. */
    isFirst?: boolean;
    /** In px of the runway. */
    frame?: Wire.Frame;
  };

  /** A band as it is painted. */
  type Band = Omit<Wire.Band, "band"> & { number: number };

  /** A plan as it is painted. */
  type Plan = Wire.Plan & { tiles: Tile[]; bands?: Band[] };

  /** What a plan is asked for: see `question.js`. One that comes by itself has neither an address nor a hold. */
  interface Question {
    generation: number;
    /** How many jumps there had been. */
    leaps?: number;
    offset: Wire.Point;
    zoom: import("../../Public/values/zoom.js").Zoom;
    /** Where a step of the zoom leads that the server computes, or a range of a chart. */
    goal?: {
      parameters: Record<string, string | number>; hasFocus?: boolean; isDragged?: boolean; focus: Wire.Point; otherwise?: (() => void) | null;
    } | null;
    /** Steps of the zoom by keys or buttons, whose factor the server knows; `of` are all that no plan shows yet. */
    steps?: { count: number; focus: Wire.Point; of: { count: number; focus: Wire.Point } } | null;
    entry?: Wire.Collection; query?: string; hold?: Hold | null;
    /** What the selection was changed to before it was asked. */
    chosen?: Wire.Selection | null;
  }

  // A site that was published as files: `ScrollServer export --format site` writes them

  /** A grid in bands of whole rows; lengths are in points of the grid, which the page scales to its view. */
  interface SiteGrid {
    columns: number; width: number; height: number; cell: number; bandHeight: number;
    /** Pictures in a band. */
    bandCount: number;
    /** The address of a band, with its number as `{band}`. */
    bands: string;
    /** Whether its bands have parts of many cells, in place of pictures. */
    mosaic?: boolean;
  }

  /** Cells of a mosaic that are painted together: the first one's index, its column and row, and a frame in points of the band. */
  interface SitePart extends Wire.Frame { index: number; column: number; row: number; url: string }

  /**
   * The collection. `picture` is the address of one, with its `{name}`; `names` that of the indices of all names with one `{ending}`,
   * which has `ending` letters.
   */
  interface SiteEntry extends Wire.Collection { site: { picture: string; names: string; ending: number; grids: SiteGrid[] } }

  /** A tile, in pixels of its level. */
  interface SiteTile extends Wire.Frame { column: number; row: number; url: string }

  /** A level with its tiles, or with `{column}` and `{row}` of windows of them, which are so many pixels wide and high. */
  interface SiteLevel extends Wire.Size { level: number; tiles?: SiteTile[]; windows?: string; window?: number; columns?: number; rows?: number }

  interface SitePicture extends Wire.ItemDetails { levels: SiteLevel[] }
}
