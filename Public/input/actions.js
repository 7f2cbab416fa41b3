// The table of actions: from it come the keys, the help, the palette, and the keys that buttons and menus name.

import { isThere } from "../site/parts.js";
import { farthest } from "../values/lists.js";

/**
 * What the page can do.
 * @typedef {object} Action
 * @property {string} id
 * @property {string} group under which the help lists it
 * @property {string} name as people read it
 * @property {string} words by which it is found besides its name
 * @property {string[]} keys as `keyOf` names them; where several actions have a key, the first one that is possible acts
 * @property {string} [button] the buttons that do the same, as a selector; they name the key
 * @property {boolean} [isOrdered] whether its keys wait for keys before that still wait: see `intents.js`
 * @property {boolean} [isOfFields] whether its keys are a field's own where one has the focus
 * @property {string | (() => string)} [needs] what must be there, as a sentence's end; a function where that depends on what is shown
 * @property {() => boolean} isPossible whether it can be done now
 * @property {() => void} run
 */

/** The groups of actions and of `ways`, in the order in which the help lists them. */
export const groups = ["Find", "Pictures", "Selection", "Lists", "Rating", "View", "Move", "Chart", "Comparison", "Words to find by", "Help"];

/**
 * Returns which of an action's keys do it: not those of one character that mean another action now, which comes first in the table.
 * @param {Action[]} actions @param {{keys?: string[]}} action
 */
export const ownKeys = (actions, { keys = [], ...action }) => keys.filter(key => {
  const first = key.length === 1 && actions.find(other => other.keys.includes(key) && other.isPossible());
  return !first || first.id === /** @type {Action} */ (action).id;
});

/** Returns what an action that is not possible now needs; undefined where that is not known. @param {{needs?: Action["needs"]}} action */
export const needsOf = ({ needs }) => (typeof needs === "function" ? needs() : needs);

/**
 * Returns the table. A row without `run` presses its button, and is possible where that is offered; one with `run` is possible unless
 * `isPossible` says otherwise. To add an action, add a row here and its keys to the page of keys, `ThePage.md`.
 * @param parts has the parts of the page by name: see `main.js`.
 * @param hand has what keys do to what is shown, and `press(button)`, `isOffered(button)` and `item()`: see `controls.js`.
 * @returns {Action[]}
 */
export function actionsOf(parts, hand) {
  const { shown, navigation, search, facets, details, originals, exporting, choosing, looking } = parts;
  const { marks, annotating, lists } = choosing;
  const arePictures = () => !shown.isChart;
  const areSeveral = () => !shown.isChart && !shown.isLooking;
  const isOne = () => shown.isLooking;
  const hasItem = () => Boolean(hand.item());
  const canSelect = () => choosing.isOffered;
  const areSelected = () => choosing.isOffered && choosing.count > 0;
  const canFindSelected = () => areSelected() && search.isOffered;
  /** With one picture open, that is what keeps it from being done. */
  const several = words => () => (isOne() ? "several pictures in view" : words);
  const layout = number => ({
    group: "View", words: "layout", needs: "pictures", isPossible: () => arePictures() && Boolean(shown.entry?.layouts[number]),
    run: () => hand.layout(number),
  });
  const canNote = () => annotating.isOffered;
  const noted = { group: "Rating", isOrdered: true, needs: "pictures that are files, on a server that is not read-only", isPossible: canNote };
  const noting = (part, value) => ({ ...noted, run: () => annotating.note(part, value) });
  const [aList, aMovable] = ["a list that was made here", "a list that was made here, in its own order"];
  const moving = places => ({ group: "Lists", isOrdered: true, isOfFields: true, needs: aMovable, isPossible: () => lists.canMove, run: () => lists.move(places) });
  const [aPicture, oneOpen, aChart, aStack] = ["an open picture, or one with the focus", "an open picture", "a chart", "an open page of a stack"];
  const rows = [
    { id: "open", isOrdered: true, group: "Pictures", name: "Open the picture", keys: ["Enter"], words: "look show", needs: "several pictures", isPossible: areSeveral, run: hand.open },
    { id: "end-choice", group: "Pictures", name: "End the choice of pictures to compare", keys: ["Escape"], words: "cancel", needs: "pictures to compare that are being chosen", isPossible: () => marks.isChoosing, run: () => marks.cancel() },
    { id: "end-measuring", group: "View", name: "End measuring", keys: ["Escape"], button: "#measure-end", words: "ruler length cancel", needs: "a picture that is being measured", isPossible: () => looking.measuring.isOn, run: () => looking.measuring.end() },
    { id: "back", isOrdered: true, group: "Pictures", name: "Back to the others", keys: ["Escape"], button: "#back, #show-end", words: "close leave grid", needs: oneOpen, isPossible: isOne, run: hand.close },
    { id: "closer", isOrdered: true, group: "Pictures", name: "Closer", keys: ["Enter"], words: "zoom in", needs: oneOpen, isPossible: isOne, run: hand.open },
    { id: "details", group: "Pictures", name: "About the picture", keys: ["i"], button: "#details-button, #details-item, #details-close", words: "details information facts exif panel", needs: "pictures", isPossible: arePictures, run: () => details.toggle() },
    { id: "original", group: "Pictures", name: "Open the original", keys: ["o"], button: "#menu [data-act=open]", words: "file", needs: aPicture, isPossible: hasItem, run: () => originals.act("open") },
    { id: "download", group: "Pictures", name: "Download the original", keys: ["d"], button: "#menu [data-act=download]", words: "save file", needs: aPicture, isPossible: hasItem, run: () => originals.act("download") },
    { id: "copy-selected", group: "Selection", name: "Copy the paths of the selected pictures", keys: ["c"], button: "#copy-selected-item, #selection-copy-row", words: "names files clipboard", needs: several("selected pictures that are files"), isPossible: () => !shown.isLooking && areSelected() && choosing.canExport, run: () => choosing.copyPaths() },
    { id: "copy", group: "Pictures", name: "Copy the picture’s path", keys: ["c"], button: "#menu [data-act=copy]", words: "name file clipboard", needs: aPicture, isPossible: hasItem, run: () => originals.act("copy") },
    { id: "copy-link", group: "Pictures", name: "Copy the picture’s link", keys: [], button: "#menu [data-act=link]", words: "address url share clipboard", needs: aPicture, isPossible: hasItem, run: () => originals.act("link") },
    { id: "print-picture", group: "Pictures", name: "Print the picture", keys: [], button: "#menu [data-act=print]", words: "paper pdf", needs: aPicture, isPossible: hasItem, run: () => originals.act("print") },
    { id: "alike", group: "Pictures", name: "Show what is alike", keys: [], button: "#alike-item", words: "similar duplicates copies near nearest", needs: "a picture of a folder, open or with the focus", isPossible: () => hasItem() && choosing.alike.isOffered, run: () => choosing.alike.show(hand.item()) },
    { id: "mark", group: "Pictures", name: "Mark to compare, or unmark", keys: ["x"], button: "#mark-item", words: "tick choose", needs: "pictures that cannot be selected", isPossible: () => arePictures() && !canSelect(), run: () => choosing.marks.toggle() },
    { id: "compare", group: "Pictures", name: "Compare pictures side by side", keys: ["X"], button: "#compare-button, #compare-this, #compare-row, #compare-item, #selection-compare, #compare-selected-item", words: "marked selected two second next to each other", needs: "pictures", isPossible: arePictures, run: () => choosing.compare() },
    { id: "clear-marks", group: "Pictures", name: "Clear the marks", keys: [], button: "#clear-marks", words: "unmark deselect none", needs: "marked pictures" },
    { id: "slideshow", group: "Pictures", name: "Slideshow, and its end", keys: ["s"], button: "#play", words: "play start stop", needs: "pictures", isPossible: () => arePictures() && Boolean(shown.plan?.count) },
    { id: "pause", group: "Pictures", name: "Pause the slideshow, and go on", keys: [" "], words: "play stop", needs: "a slideshow", isPossible: () => looking.slideshow.isRunning, run: () => looking.slideshow.pause() },
    { id: "pause-video", group: "Pictures", name: "Pause the video", keys: [" "], words: "play stop film", needs: "a video that plays", isPossible: () => Boolean(hand.isPlaying), run: () => hand.pausePlayer() },
    { id: "shuffle", group: "Pictures", name: "Slideshow in random order, or as sorted", keys: [], words: "shuffle", needs: "pictures", isPossible: arePictures, run: () => looking.slideshow.shuffle() },
    { id: "next", group: "Pictures", name: "Next picture", keys: [], button: "#next", words: "forward on", needs: oneOpen },
    { id: "previous", group: "Pictures", name: "Previous picture", keys: [], button: "#previous", words: "back before", needs: oneOpen },
    { id: "deeper", group: "Pictures", name: "Next depth of a stack", keys: ["."], words: "slice z plane page", needs: aStack, isPossible: () => looking.stack.has("z"), run: () => looking.stack.move("z", 1) },
    { id: "shallower", group: "Pictures", name: "Previous depth of a stack", keys: [","], words: "slice z plane page", needs: aStack, isPossible: () => looking.stack.has("z"), run: () => looking.stack.move("z", -1) },
    { id: "next-time", group: "Pictures", name: "Next time of a stack", keys: [">"], words: "frame t page", needs: aStack, isPossible: () => looking.stack.has("t"), run: () => looking.stack.move("t", 1) },
    { id: "previous-time", group: "Pictures", name: "Previous time of a stack", keys: ["<"], words: "frame t page", needs: aStack, isPossible: () => looking.stack.has("t"), run: () => looking.stack.move("t", -1) },
    { id: "export", group: "Pictures", name: "Export what was found", keys: [], button: "#export-button", words: "save download zip archive csv table paths list script copy move trash", needs: "pictures that are files" },
    { id: "select", isOrdered: true, group: "Selection", name: "Select the picture, or deselect it", keys: ["x"], button: "#select-item, #select-this", words: "choose tick check mark toggle", needs: "pictures that can be selected", isPossible: canSelect, run: () => choosing.toggle() },
    { id: "select-all", isOrdered: true, group: "Selection", name: "Select all that is shown", keys: ["Ctrl+A", "Cmd+A"], isOfFields: true, button: "#selection-all, #select-all-button", words: "choose everything found", needs: "pictures that can be selected", isPossible: canSelect, run: () => choosing.all() },
    { id: "invert", isOrdered: true, group: "Selection", name: "Invert the selection of what is shown", keys: ["Ctrl+I", "Cmd+I"], isOfFields: true, button: "#selection-invert", words: "others opposite toggle", needs: "pictures that can be selected", isPossible: canSelect, run: () => choosing.invert() },
    { id: "select-none", isOrdered: true, group: "Selection", name: "Select none", keys: ["Ctrl+Shift+A", "Cmd+Shift+A"], isOfFields: true, button: "#selection-clear, #select-none-item", words: "clear deselect all nothing", needs: "selected pictures", isPossible: areSelected, run: () => choosing.none() },
    { id: "show-selected", isOrdered: true, group: "Selection", name: "Show the selected pictures alone, and all again", keys: ["v"], button: "#selection-show, #show-selected-item", words: "find filter view", needs: "selected pictures of a collection that can be searched", isPossible: canFindSelected, run: () => choosing.show() },
    { id: "export-selected", isOrdered: true, group: "Selection", name: "Export the selected pictures", keys: ["e"], button: "#selection-export, #selection-export-row, #export-selected-item", words: "save download zip archive csv table paths list script copy move trash", needs: "selected pictures that are files", isPossible: () => areSelected() && Boolean(shown.entry.links.export), run: () => exporting.open(true) },
    { id: "print", group: "Pictures", name: "Print what is seen", keys: [], button: "#print-button", words: "paper pdf", run: hand.print },

    { id: "add-to-list", isOrdered: true, group: "Lists", name: "Add to a list, or make one", keys: ["l"], button: "#list-item, #selection-list, #selection-list-row, #list-selected-item", words: "album collect put new create selected", needs: "pictures that can be in lists", isPossible: () => lists.isOffered, run: () => lists.add() },
    { id: "remove-from-list", isOrdered: true, group: "Lists", name: "Remove from the list", keys: ["L"], button: "#unlist-item, #selection-unlist, #unlist-selected-item", words: "album take out selected", needs: aList, isPossible: () => lists.isList, run: () => lists.remove() },
    { id: "earlier", name: "Move one place back", keys: ["Alt+ArrowUp"], button: "#earlier-item", words: "list order sort earlier up before", ...moving(-1) },
    { id: "later", name: "Move one place on", keys: ["Alt+ArrowDown"], button: "#later-item", words: "list order sort later down after", ...moving(1) },
    { id: "earliest", name: "Move to the start of the list", keys: ["Alt+PageUp"], button: "#earliest-item", words: "order sort first top", ...moving(-farthest) },
    { id: "latest", name: "Move to the end of the list", keys: ["Alt+PageDown"], button: "#latest-item", words: "order sort last bottom", ...moving(farthest) },
    { id: "rename-list", group: "Lists", name: "Rename the list", keys: [], button: "#rename-list", words: "name call album", needs: aList, isPossible: () => lists.isList, run: () => lists.rename() },
    { id: "delete-list", group: "Lists", name: "Delete the list", keys: [], button: "#delete-list", words: "remove album", needs: aList, isPossible: () => lists.isList, run: () => lists.delete() },
    { id: "undo-list", isOrdered: true, group: "Lists", name: "Undo the last change of a list", keys: ["Ctrl+Z", "Cmd+Z"], isOfFields: true, words: "take back", needs: "a list that was changed last", isPossible: () => lists.canUndo, run: () => lists.undo() },
    { id: "redo-list", isOrdered: true, group: "Lists", name: "Redo the change of a list that was undone", keys: ["Ctrl+Shift+Z", "Cmd+Shift+Z"], isOfFields: true, words: "make again", needs: "a change of a list that was undone", isPossible: () => lists.canRedo, run: () => lists.redo() },

    { id: "rate-selected", group: "Rating", name: "Rate the selected pictures…", keys: [], button: "#selection-rate", words: "stars flags labels keywords menu all", needs: several("selected pictures that can be rated"), isPossible: () => canNote() && areSelected() && hand.isOffered("#selection-rate") },
    { id: "rate-1", name: "1 star", keys: ["1"], button: "#menu [data-noted='rating:1']", words: "rate rating", ...noting("rating", 1) },
    { id: "rate-2", name: "2 stars", keys: ["2"], button: "#menu [data-noted='rating:2']", words: "rate rating", ...noting("rating", 2) },
    { id: "rate-3", name: "3 stars", keys: ["3"], button: "#menu [data-noted='rating:3']", words: "rate rating", ...noting("rating", 3) },
    { id: "rate-4", name: "4 stars", keys: ["4"], button: "#menu [data-noted='rating:4']", words: "rate rating", ...noting("rating", 4) },
    { id: "rate-5", name: "5 stars", keys: ["5"], button: "#menu [data-noted='rating:5']", words: "rate rating", ...noting("rating", 5) },
    { id: "rate-0", name: "No stars", keys: ["0"], button: "#menu [data-noted='rating:0']", words: "rate rating unrated none", ...noting("rating", 0) },
    { id: "pick", name: "Pick", keys: ["p"], button: "#menu [data-noted='flag:pick']", words: "flag choose keep", ...noting("flag", "pick") },
    { id: "reject", name: "Reject", keys: ["Delete", "r"], button: "#menu [data-noted='flag:reject']", words: "flag delete trash throw away", ...noting("flag", "reject") },
    { id: "best-of-alike", ...noted, name: "Duplicates and alike pictures: pick the best…", keys: ["P"], button: "#best-button", words: "flag find duplicates copies burst cull first similar reject others", needs: "pictures of a folder, on a server that is not read-only", isPossible: () => Boolean(annotating.hasAlike), run: () => annotating.best() },
    { id: "hide-rejected", group: "Rating", name: "Hide rejected pictures, and show them again", keys: [], button: "#hide-rejected", words: "flag filter deleted trash without", needs: several("pictures that can be rated and searched") },
    { id: "unflag", name: "No flag", keys: ["u"], button: "#menu [data-noted='flag:none']", words: "unflag pick reject none", ...noting("flag", "none") },
    { id: "label-red", name: "Red label", keys: ["6"], button: "#menu [data-noted='label:red']", words: "colour color", ...noting("label", "red") },
    { id: "label-yellow", name: "Yellow label", keys: ["7"], button: "#menu [data-noted='label:yellow']", words: "colour color", ...noting("label", "yellow") },
    { id: "label-green", name: "Green label", keys: ["8"], button: "#menu [data-noted='label:green']", words: "colour color", ...noting("label", "green") },
    { id: "label-blue", name: "Blue label", keys: ["9"], button: "#menu [data-noted='label:blue']", words: "colour color", ...noting("label", "blue") },
    { id: "label-purple", name: "Purple label", keys: [], button: "#menu [data-noted='label:purple']", words: "colour color", ...noting("label", "purple") },
    { id: "label-none", name: "No label", keys: [], button: "#menu [data-noted='label:none']", words: "colour color none", ...noting("label", "none") },
    { id: "keywords", name: "Keywords", keys: ["k"], button: "#menu [data-noted=keywords]", words: "tags words add", ...noted, run: () => annotating.openKeywords() },
    { id: "undo", name: "Undo the last rating, flag, label or keyword", keys: ["Ctrl+Z", "Cmd+Z"], isOfFields: true, words: "take back", ...noted, run: () => annotating.undo() },
    { id: "redo", name: "Redo what was undone", keys: ["Ctrl+Shift+Z", "Cmd+Shift+Z"], isOfFields: true, words: "make again", ...noted, run: () => annotating.redo() },
    { id: "advance", group: "Rating", name: "Go on to the next picture after each mark, or not", keys: [], button: "#advance", words: "advance automatic cull stars flags", needs: "an open picture that can be rated" },

    { id: "find", group: "Find", name: "Find", keys: ["/", "Ctrl+F", "Cmd+F"], button: "#find-button", words: "search query filter look for", needs: "a collection that can be searched", isPossible: () => search.isOffered, run: () => search.open() },
    { id: "end-search", group: "Find", name: "End the search", keys: ["Escape"], button: "#find-close", words: "clear all", needs: "a search", isPossible: () => search.isOpen, run: () => search.close() },
    { id: "leave-pages", isOrdered: true, group: "Pictures", name: "Back to the picture of these pages", keys: ["Escape"], words: "close leave document", needs: "the pages of a picture", isPossible: () => shown.arePages, run: () => navigation.leavePages() },
    { id: "filters", group: "Find", name: "Filters", keys: ["f"], button: "#facets-button, #facets-close", words: "facets values counts choose camera", needs: "a collection that can be searched", isPossible: () => search.isOffered, run: () => facets.toggle() },
    { id: "unreadable", group: "Find", name: "Pictures that could not be read", keys: [], words: "broken damaged missing errors files", needs: "a collection that can be searched", isPossible: () => search.isOffered, run: () => navigation.search("is:unreadable", false) },
    { id: "folders", group: "Find", name: "Folders", keys: [], button: "#folders-button", words: "tree directory go to", needs: "folders" },
    { id: "sort", group: "Find", name: "Sort by", keys: [], button: "#sort-button", words: "order date name size rating", needs: "a collection with several orders" },
    { id: "direction", group: "Find", name: "Turn the order round", keys: [], button: "#direction", words: "sort reverse ascending descending newest oldest", needs: "a collection with several orders" },
    { id: "start", isOrdered: true, group: "Find", name: "Go to the start", keys: ["Home"], words: "first picture top beginning", run: hand.start },
    { id: "end", isOrdered: true, group: "Find", name: "Go to the end", keys: ["End"], words: "last picture bottom", run: hand.end },

    { id: "layout-1", name: "Grid", keys: ["Alt+1"], button: ".layouts [data-layout=grid]", ...layout(0) },
    { id: "layout-2", name: "Rows", keys: ["Alt+2"], button: ".layouts [data-layout=justified]", ...layout(1) },
    { id: "layout-3", name: "Stack", keys: ["Alt+3"], button: ".layouts [data-layout=stack]", ...layout(2) },
    { id: "layout-4", name: "Strip", keys: ["Alt+4"], button: ".layouts [data-layout=strip]", ...layout(3) },
    { id: "layout-5", name: "Pages", keys: ["Alt+5"], button: ".layouts [data-layout=pages]", ...layout(4) },
    { id: "layout-6", name: "Plane", keys: ["Alt+6"], button: ".layouts [data-layout=plane]", ...layout(5), needs: "pictures of which something is known" },
    { id: "larger", group: "View", name: "Larger", keys: ["+", "="], button: "#closer", words: "zoom in closer bigger size", run: () => hand.zoom(1) },
    { id: "smaller", group: "View", name: "Smaller", keys: ["-", "_"], button: "#further", words: "zoom out further size", run: () => hand.zoom(-1) },
    { id: "fit", group: "View", name: "All of it, and back", keys: ["Alt+0", "0"], button: "#fit-button, #whole-button, #whole-view, #plane-all", words: "fit whole mosaic all pictures at once overview zoom out reset range", run: hand.fit },
    { id: "pixels", group: "View", name: "100 %, and back", keys: ["z"], button: "#pixels-button", words: "actual size single pixels zoom 1:1", needs: "pictures", isPossible: arePictures, run: hand.pixels },
    { id: "measure", group: "View", name: "Measure in the picture, and end it", keys: ["m"], button: "#measure-button", words: "ruler length distance scale size micrometres millimetres", needs: oneOpen, isPossible: () => looking.measuring.isOffered, run: () => looking.measuring.toggle() },
    { id: "coordinates", group: "View", name: "Coordinates of the pointer", keys: [], button: "#coordinates-button", words: "pixels position map latitude longitude", needs: oneOpen },
    { id: "save-png", group: "Pictures", name: "Save the visible part as PNG", keys: [], button: "#save-png", words: "crop region cut download export screenshot", needs: "an open picture that the server can read" },
    { id: "save-jpeg", group: "Pictures", name: "Save the visible part as JPEG", keys: [], button: "#save-jpeg", words: "crop region cut download export screenshot", needs: "an open picture that the server can read" },
    { id: "names", group: "View", name: "Names, stars and kinds in cells", keys: [], button: "#names", words: "show labels captions badges hide", needs: "pictures", isPossible: arePictures },
    { id: "filmstrip", group: "View", name: "Filmstrip", keys: [], button: "#filmstrip-button", words: "thumbnails neighbours show hide", needs: oneOpen },
    { id: "group", group: "View", name: "Group by a date, a folder or another value", keys: [], button: "#group", words: "sections month headings", needs: several("pictures that can be grouped"), isPossible: () => arePictures() && hand.isOffered("#group"), run: hand.group },
    { id: "copy-view", group: "View", name: "Copy a link to this view", keys: [], button: "#copy-view", words: "address url share send clipboard", run: () => originals.copyLink() },
    { id: "full", group: "View", name: "Full screen, and back", keys: ["F11"], button: "#full", words: "fullscreen window", needs: "a browser that has it" },
    { id: "colours", group: "View", name: "Colours: the next of system, light, dark", keys: [], button: "#theme", words: "theme colors scheme night mode" },

    { id: "brush", group: "Chart", name: "Draw a range to zoom to", keys: ["b"], button: "#brush-button", words: "brush select zoom", needs: aChart, isPossible: () => shown.isChart },
    { id: "rest", group: "Chart", name: "Lay down the brush, end reading, free the axes", keys: ["Escape"], words: "stop release values", needs: aChart, isPossible: () => shown.isChart, run: hand.close },
    { id: "lines", group: "Chart", name: "Lines and axes", keys: [], button: "#chart-button", words: "panel scale unit time zone settings", needs: aChart },
    { id: "table-reading", group: "Chart", name: "How this table was read", keys: [], button: "#table-reading-button", words: "separator header line names decimal date order types key first lines findings notes import", needs: aChart },
    { id: "figures", group: "Chart", name: "Figures and downloads", keys: [], button: "#figures-button", words: "statistics mean median csv svg png export save", needs: aChart, isPossible: () => shown.isChart },

    { id: "palette", group: "Help", name: "Find an action", keys: ["Ctrl+K", "Cmd+K"], button: "#palette-button", words: "command palette run" },
    { id: "notes", group: "Help", name: "Notes about the collection", keys: [], button: "#notes-button", words: "left out rows problems", needs: "something to note" },
    { id: "help", group: "Help", name: "Keys and help", keys: ["?"], button: "#help-button", words: "shortcuts keyboard" },
    { id: "about", group: "Help", name: "About this program, and its version", keys: [], button: "#about-button", words: "release build commit number license", run: () => hand.press("#about-button") },
  ];
  return rows.filter(isThere).map(row => ({
    words: "", isPossible: row.run ? () => true : () => hand.isOffered(row.button), run: () => hand.press(row.button), ...row,
  }));
}

/** Returns an action for each other collection. @returns {Action[]} */
export const collectionActions = (shown, navigation) => shown.collections.filter(({ id }) => id !== shown.collection).map(({ id, name }) => ({
  id: `collection-${id}`, group: "Collections", name, words: "collection go to", keys: [], isPossible: () => true, run: () => navigation.change(id),
}));
