// Puts together what surrounds one picture.

import { Caption } from "./caption.js";
import { Filmstrip } from "./filmstrip.js";
import { Idle } from "./idle.js";
import { Measuring } from "./measuring.js";
import { PictureMap } from "./picturemap.js";
import { Slideshow } from "./slideshow.js";
import { Stack } from "./stack.js";
import { Surround } from "./surround.js";

/** What surrounds one picture: the caption, the filmstrip, the buttons, the slideshow, and when all of it leaves. */
export class Looking {
  #shown; #surround; #map; #on;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `view`, the `scroller`, the `slots`, the `navigation`, the `cursor` and the `focus`.
   * @param on has `relayOut()`, when more or less of the view is covered; `pixels()`, which leads to 100 % and back; `isActual()`,
   *   whether a pixel of the picture lies on one of the screen; `jump(offset)`; and `rate(stars)`, which gives the picture stars.
   */
  constructor(byId, parts, on) {
    const { shown, navigation, focus } = parts;
    [this.#shown, this.#on] = [shown, on];
    const left = () => focus.giveKeys();
    this.idle = new Idle();
    this.caption = new Caption(byId("caption"), {
      openPages: pages => navigation.openPages(pages), playFilm: (item, film, failed) => parts.slots.playFilm(item, film, failed),
      canRate: () => Boolean(shown.entry?.links.annotations), rate: on.rate,
    });
    this.filmstrip = new Filmstrip(byId, {
      entry: () => shown.entry, view: () => shown.view, linkTo: () => navigation.linkTo(), open: item => navigation.show(item), resized: on.relayOut, left,
    });
    this.measuring = new Measuring(byId, parts);
    this.#map = new PictureMap(byId("picture-map"), on.jump);
    this.#surround = new Surround(byId, { turn: by => navigation.turn(by), fit: () => navigation.fit(), pixels: on.pixels, left });
    this.stack = new Stack(byId("stack"), { entry: () => shown.entry, go: index => navigation.goTo(index) });
    this.slideshow = new Slideshow(byId, parts, {
      changed: isRunning => {
        this.filmstrip.isAway = isRunning;
        if (isRunning) this.idle.leave();
        else this.idle.come();
        on.relayOut();
      },
    });
  }

  /** Whether a picture has the whole view, also what is covered. */
  get isAlone() { return this.slideshow.isRunning; }
  /** How much of the view is covered at its foot besides the caption, in px. */
  get foot() { return this.#shown.isLooking ? this.filmstrip.height : 0; }

  /** A plan was painted; null where nothing is shown. */
  show(plan) {
    const { isLooking, isPaged } = this.#shown;
    const open = isLooking ? plan : null;
    this.caption.show(open?.anchor ?? null, plan?.count ?? 0, plan?.revision ?? null);
    this.#surround.show(open, isPaged, this.#on.isActual());
    this.filmstrip.show(open);
    this.measuring.show(open);
    this.stack.show(this.isAlone ? null : open);
    this.#map.show(this.isAlone ? null : open);
    this.idle.watch(Boolean(open));
  }
}
