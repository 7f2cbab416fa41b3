// What the help lists besides the actions: keys that move, keys of parts of the page, and gestures.

/**
 * Each has `keys`, as `keyOf` names them, or `how`, what hands do or type. A `button` does the same and names the keys; `isOf` says of what
 * it is true, if not of everything, and `isFinger` that a finger does it.
 * @type {{group: string, name: string, words?: string, keys?: string[], how?: string, button?: string, isOf?: "chart" | "pictures", isFinger?: boolean}[]}
 */
export const ways = [
  { group: "Move", name: "Scroll a little; the next picture when one fills the window", keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] },
  { group: "Move", name: "Scroll a screen", keys: ["PageUp", "PageDown", " "] },
  { group: "Move", name: "Go from picture to picture", how: "→, or Tab, then arrows", isOf: "pictures" },
  { group: "Move", name: "Go anywhere in the collection", how: "Drag the thumb at the edge", words: "scrubber", isOf: "pictures", isFinger: true },
  { group: "Move", name: "Larger and smaller: from the pixels of a picture to all pictures at once", how: "Pinch, or Ctrl and wheel", words: "zoom", isFinger: true },
  { group: "Move", name: "Open a picture; hide what surrounds it, or bring it back", how: "Tap, or click", words: "touch", isOf: "pictures", isFinger: true },
  { group: "Move", name: "The neighbour of an open picture", how: "A finger drawn sideways", words: "swipe next previous", isOf: "pictures", isFinger: true },
  { group: "Move", name: "Closer, and back", how: "Double tap", words: "zoom", isFinger: true },
  { group: "Move", name: "100 % of an open picture at that point, and back", how: "Double click", words: "zoom actual size", isOf: "pictures" },
  { group: "Move", name: "Away from a picture, back to the others", how: "A finger drawn down", isOf: "pictures", isFinger: true },
  { group: "Move", name: "The menu of a picture", how: "Right click", isOf: "pictures" },

  { group: "View", name: "A panel over the window, as high as before, or closed", how: "A finger on the panel’s handle", words: "sheet drag details filters", isFinger: true },
  { group: "View", name: "Draw a line that is measured, or move its end", how: "m, then a drag or arrows", words: "ruler length distance", isOf: "pictures" },

  { group: "Pictures", name: "Rotating, cropping and editing", how: "Not here, since files are not changed; another program does it", words: "rotate turn flip mirror crop straighten edit retouch resize", isOf: "pictures" },

  { group: "Selection", name: "Select the cell that has the cursor, or deselect it", keys: [" "], words: "choose", isOf: "pictures" },
  { group: "Selection", name: "Select from cell to cell", how: "Shift and arrows", words: "range extend", isOf: "pictures" },
  { group: "Selection", name: "Select a picture, or deselect it", how: "Ctrl or Cmd and click; the check in its corner", words: "choose", isOf: "pictures" },
  { group: "Selection", name: "Select up to there from the last one chosen", how: "Shift and click", words: "range", isOf: "pictures" },
  { group: "Selection", name: "Select what a frame meets", how: "A drag from a gap, or with Alt", words: "rubber band lasso", isOf: "pictures" },
  { group: "Selection", name: "Select with a finger", how: "A long press; then taps, or a finger drawn over pictures", words: "touch", isOf: "pictures", isFinger: true },

  { group: "Chart", name: "The values of the next point; with Shift ten points on", keys: ["ArrowLeft", "ArrowRight"], words: "read", isOf: "chart" },
  { group: "Chart", name: "Zoom to the range that is drawn over", how: "Shift and a drag", words: "brush", isOf: "chart" },
  { group: "Chart", name: "These values alone; a double press shows all again", how: "A drag over the value axis", isOf: "chart" },

  { group: "Comparison", name: "Another picture in the pane that Tab has led to", keys: ["ArrowLeft", "ArrowRight"], words: "compare", isOf: "pictures" },
  { group: "Comparison", name: "Move all pictures", how: "Shift and arrows", words: "compare", isOf: "pictures" },
  { group: "Comparison", name: "Larger", keys: ["+"], button: "#compare-closer", words: "compare zoom", isOf: "pictures" },
  { group: "Comparison", name: "Smaller", keys: ["-"], button: "#compare-further", words: "compare zoom", isOf: "pictures" },
  { group: "Comparison", name: "All of each picture, and single pixels", keys: ["0", "z"], words: "compare fit", isOf: "pictures" },
  { group: "Comparison", name: "Close the comparison", keys: ["Escape"], button: "#compare-close", words: "compare", isOf: "pictures" },

  { group: "Words to find by", name: "Words of names, folders, titles, keywords, people and captions", how: "sunset \"exact words\"", isOf: "pictures" },
  { group: "Words to find by", name: "A field’s value, or a range of it", how: "camera:x100 taken:2019-05..2020 iso:>3200", isOf: "pictures" },
  { group: "Words to find by", name: "Places and kinds", how: "folder:2021/italy is:portrait is:video is:unreadable is:duplicate has:gps near:48.1,11.5,5km", isOf: "pictures" },
  { group: "Words to find by", name: "Cities, where pictures know their places", how: "lisbon, new york", words: "gps map location", isOf: "pictures" },
  { group: "Words to find by", name: "Dates in words, and days of every year", how: "last summer, July 2026, taken:*-12-25", isOf: "pictures" },
  { group: "Words to find by", name: "Kinds; in quotation marks, names with that word", how: "videos, raw files, duplicates, photos; \"videos\"", words: "films movies raws", isOf: "pictures" },
  { group: "Words to find by", name: "Stars", how: "4 stars, 4 stars or more", words: "rating", isOf: "pictures" },
  { group: "Words to find by", name: "Not, or, and brackets that group", how: "not blurred, -blurred, (cat | dog)", words: "without hide exclude", isOf: "pictures" },
];
