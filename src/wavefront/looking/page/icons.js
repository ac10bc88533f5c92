// The signs on the buttons that step, drawn, because fonts lack some of them.

import { drawn } from "./dom.js";

// In a box of 24 by 24, pointing on; those that go back are turned round.
const SHAPES = {
  access: "M9 5 L16 12 L9 19",
  thread: "M6 5 L13 12 L6 19 M13 5 L20 12 L13 19",
  level: "M6 5 L13 12 L6 19 M18 5 V19",
  end: "M4 5 L10 12 L4 19 M11 5 L17 12 L11 19 M20 5 V19",
};

export const PLAY = "M8 5 L19 12 L8 19 Z";
export const PAUSE = "M7 5 H10 V19 H7 Z M14 5 H17 V19 H14 Z";

/** The sign of a step; `direction` is 1 or -1. */
export function stepIcon(kind, direction) {
  return icon(drawn("path", { d: SHAPES[kind], class: "stroke", transform: direction < 0 ? "matrix(-1 0 0 1 24 0)" : null }));
}

export function icon(path) {
  return drawn("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path);
}
