// The arrays of a launch: a strip of cells each, the last read, written or changed by an atomic marked.

import { counted, element, setText } from "./dom.js";
import { GRAPH_ARRAYS, value } from "./meaning.js";

const MOST = 64; // cells of an array that are shown at once
const MOST_BLOCKS = 4; // whose shared memory is shown at once; of more, that of the block whose thread came last
// Arrays whose sums tell places: no memory of the kernel's, as the library adds them up after the launch.
const SUMS = { degrees: "where each list begins among all edges", flags: "where each kept item goes" };
const MARKS = { read: "read", write: "written" };

/** The sum of the values before each, and of all; null from a value on that nobody has written. */
function sumsOf(values) {
  let sum = 0;
  const found = [0];
  for (const each of values) found.push(sum = each === null || sum === null ? null : sum + each);
  return found;
}

/** Elements that are shown: of large shared memory those up to the last that the launch uses. */
function sizeIn(launch, array) {
  const { length } = array.start;
  if (array.block === null || length <= MOST) return length;
  const used = launch.accesses.filter(({ array: number }) => launch.arrays[number] === array);
  return used.reduce((most, { index }) => Math.max(most, index + 1), 0);
}

export class MemoryView {
  constructor() {
    this.node = element("div", { class: "memory", role: "group", "aria-label": "Arrays" });
    this.launch = null;
  }

  build(launch) {
    this.launch = launch;
    this.block = null; // whose shared memory is shown, if there are many
    this.marked = null;
    const sums = launch.arrays.flatMap((array, number) => (array.name in SUMS
      ? [{ name: "prefix sum", block: null, start: [...array.start, null], says: SUMS[array.name], of: number }] : []));
    this.strips = [...launch.arrays, ...sums].map((array, number) => {
      const cells = element("ol", { class: "cells", "aria-label": array.name });
      const size = sizeIn(launch, array);
      const part = element("span", { class: "muted part" });
      const where = array.says ?? (array.block === null ? ""
        : `shared, block ${array.block}${size < array.start.length ? `, ${size} of ${array.start.length} used` : ""}`);
      const head = element("span", { class: "head" }, element("code", {}, array.name),
        element("span", { class: "muted" }, where || counted(size, "element")), part);
      return { number, array, size, cells, part, first: -1, node: element("div", { class: "strip" }, head, cells) };
    });
    const inOrder = this.strips.toSorted((one, other) => (one.array.of ?? one.number) - (other.array.of ?? other.number));
    const of = (test) => inOrder.filter(({ array }) => array.start.length && test(array)).map(({ node }) => node);
    const shared = of((array) => array.block !== null);
    const graph = of((array) => GRAPH_ARRAYS.has(array.name));
    const rest = of((array) => array.block === null && !GRAPH_ARRAYS.has(array.name));
    this.graphs = element("details", { open: launch.arrays.every((array) => array.start.length <= MOST) },
      element("summary", {}, "The graph's arrays"), ...graph);
    this.heading = element("h4", {}, "Shared memory");
    this.node.replaceChildren(...rest, ...(shared.length ? [this.heading, ...shared] : []), this.graphs);
  }

  /** Of many blocks, hide the shared memory of all but one. */
  choose(launch, block) {
    if (launch.blocks <= MOST_BLOCKS || block === this.block) return;
    this.block = block;
    setText(this.heading, `Shared memory of block ${block}, one of ${launch.blocks}`);
    for (const { array, node } of this.strips) node.hidden = array.block !== null && array.block !== block;
  }

  /** The cells of a strip that are shown: around the one touched, if not all. */
  window(strip, touched) {
    const { size } = strip;
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
    this.choose(launch, last ? Math.floor(last.thread / launch.threads) : 0);
    const values = this.strips.map(({ array }, number) => (array.of === undefined ? memory[number] : sumsOf(memory[array.of])));
    for (const strip of this.strips) {
      if (strip.node.hidden) continue;
      if (last?.array === strip.number) this.window(strip, last.index);
      else if (strip.first < 0) this.window(strip, 0);
      strip.texts.forEach((text, place) => {
        const held = values[strip.number][strip.first + place];
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
