// The arrays of a launch: a strip of cells each, the last read, written or changed by an atomic marked.

import { counted, element, setText } from "./dom.js";
import { GRAPH_ARRAYS, value } from "./meaning.js";

const MOST = 64; // cells of an array that are shown at once
const MARKS = { read: "read", write: "written" };

export class MemoryView {
  constructor() {
    this.node = element("div", { class: "memory", role: "group", "aria-label": "Arrays" });
    this.launch = null;
  }

  build(launch) {
    this.launch = launch;
    this.marked = null;
    this.strips = launch.arrays.map((array, number) => {
      const cells = element("ol", { class: "cells", "aria-label": array.name });
      const size = array.start.length;
      const part = element("span", { class: "muted part" });
      const where = array.block === null ? "" : `shared, block ${array.block}`;
      const head = element("span", { class: "head" }, element("code", {}, array.name),
        element("span", { class: "muted" }, where || counted(size, "element")), part);
      return { number, array, cells, part, first: -1, node: element("div", { class: "strip" }, head, cells) };
    });
    const of = (test) => this.strips.filter(({ array }) => array.start.length && test(array)).map(({ node }) => node);
    const shared = of((array) => array.block !== null);
    const graph = of((array) => GRAPH_ARRAYS.has(array.name));
    const rest = of((array) => array.block === null && !GRAPH_ARRAYS.has(array.name));
    this.graphs = element("details", { open: launch.arrays.every((array) => array.start.length <= MOST) },
      element("summary", {}, "The graph's arrays"), ...graph);
    this.node.replaceChildren(...rest,
      ...(shared.length ? [element("h4", {}, "Shared memory"), ...shared] : []), this.graphs);
  }

  window(strip, touched) {
    const size = strip.array.start.length;
    const first = size <= MOST ? 0 : Math.max(0, Math.min(size - MOST, Math.floor(touched / 32) * 32 - 16));
    if (first === strip.first) return;
    strip.first = first;
    const count = Math.min(MOST, size);
    strip.held = [];
    strip.texts = Array.from({ length: count }, () => element("b"));
    strip.cells.replaceChildren(...strip.texts.map((text, place) =>
      element("li", { class: "cell" }, element("span", { class: "at" }, String(first + place)), text)));
    setText(strip.part, count < size ? `elements ${first} to ${first + count - 1}` : "");
  }

  show(launch, memory, last, race) {
    if (launch !== this.launch) this.build(launch);
    if (this.marked) this.marked.className = "cell";
    for (const strip of this.strips) {
      const touched = last?.array === strip.number ? last.index : Math.max(0, strip.first);
      this.window(strip, touched);
      strip.texts.forEach((text, place) => {
        const held = memory[strip.number][strip.first + place];
        if (strip.held[place] === held) return;
        strip.held[place] = held;
        text.textContent = value(held);
        text.classList.toggle("unwritten", held === null);
      });
      if (last?.array === strip.number) {
        this.marked = strip.cells.children[last.index - strip.first] ?? null;
        this.marked?.classList.add(MARKS[last.kind] ?? "atomic", ...(race ? [race.verdict] : []));
      }
    }
  }
}
