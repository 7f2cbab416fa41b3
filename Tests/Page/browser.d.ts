// What browsers have and this TypeScript's library does not know yet, for the check of the page's scripts (Tests/Page/check).

interface Element { role: string | null; checkVisibility(): boolean }
/** What is pressed or has the focus is an element; only a document and a window are targets without one. */
interface EventTarget { closest(selectors: string): HTMLElement | null }
interface Navigator { wakeLock?: { request(type: "screen"): Promise<any> } }
/** What the browser tests look at: see main.js. */
interface Window { scrollServer: any }
declare namespace Intl { function supportedValuesOf(key: string): string[] }
declare class OffscreenCanvas {
  constructor(width: number, height: number);
  getContext(type: "2d", options?: object): CanvasRenderingContext2D;
}
