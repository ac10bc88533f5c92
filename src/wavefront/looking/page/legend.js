// What marks and keys mean.

import { drawn, element } from "./dom.js";

const VERTICES = {
  new: "not visited yet", before: "visited before", frontier: "in the frontier: two rings",
  now: "labelled in this level, or its distance lowered: a square", "before active": "the last access concerns this vertex",
  "before picked": "the thread that runs, or is picked, works on this vertex",
};
const BY_WEIGHT = { far: "of a search by weights: in the far pile, a dotted inner ring; the near pile is the frontier" };
const LANES = { before: ["", "not started"], running: ["\u25b6", "has its turn"], between: ["\u2022", "under way"],
  waiting: ["\u2016", "waits at a barrier"], ended: ["\u2713", "ended: an idle lane, as long as others of its warp go on"],
  fault: ["\u2716", "waits for ever"] };
const CELLS = { read: "read", written: "written", atomic: "changed by an atomic: a double rim",
  "written harmful": "in a race that can make the result wrong", "read harmless": "in a race that does no harm" };
const KEYS = { "\u2190 \u2192": "one access back, on", "\u2191 \u2193": "one thread's turn back, on",
  "PgUp PgDn": "one level back, on", "Home End": "to the beginning, to the end", Space: "play, pause",
  "Tab, Enter": "go to a vertex or a thread, pick it", "Alt + arrows": "move a vertex; or drag it" };

function vertex(kind) {
  const square = kind === "now" ? 2 : 11;
  return drawn("svg", { viewBox: "-18 -18 36 36", "aria-hidden": "true" }, drawn("g", { class: `vertex ${kind}` },
    drawn("rect", { class: "halo", x: -15, y: -15, width: 30, height: 30, rx: 15 }),
    drawn("rect", { x: -11, y: -11, width: 22, height: 22, rx: square }),
    drawn("rect", { class: "ring", x: -8, y: -8, width: 16, height: 16, rx: 8 })));
}

/** All rows: a sign and its meaning. */
export function legendRows() {
  const row = (sign, words) => element("div", {}, sign, element("span", {}, words));
  const lane = (kind, sign) => element("span", { class: `lane ${kind}` }, element("span", { class: "number" }, "5"),
    element("span", { class: "sign" }, sign));
  const cell = (kind) => element("span", { class: `cell ${kind}` }, element("span", { class: "at" }, "3"), element("b", {}, "7"));
  return [
    ...Object.entries(KEYS).map(([key, words]) => row(element("kbd", {}, key), words)),
    ...Object.entries(VERTICES).map(([kind, words]) => row(vertex(kind), words)),
    ...Object.entries(BY_WEIGHT).map(([kind, words]) => row(vertex(kind), words)),
    ...Object.entries(LANES).map(([kind, [sign, words]]) => row(lane(kind, sign), words)),
    ...Object.entries(CELLS).map(([kind, words]) => row(cell(kind), words)),
  ];
}
