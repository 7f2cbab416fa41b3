// The names that scripts share with `styles/tokens.css`: widths at which the page is arranged anew, and how things move.

/** Widths of the window in CSS px, up to which the page is arranged for a phone, a narrow and a middle-sized window. */
export const breakpoints = { phone: 480, narrow: 640, middle: 960 };

/** The media query for windows up to a width. @param {keyof typeof breakpoints} name */
export const upTo = name => `(max-width: ${breakpoints[name]}px)`;

/** How things move, for the browser's animations. */
export const motion = { duration: 160, easing: "cubic-bezier(.2, .7, .2, 1)" };
