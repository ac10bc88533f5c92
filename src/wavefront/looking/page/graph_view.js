// The graph as SVG: vertices by state, the edge and the vertex of the last access lit; vertices can be dragged.

import { drawn } from "./dom.js";
import { value } from "./meaning.js";

const LARGE = 60; // vertices, from which they are drawn small
const WORDS = {
  level: { new: "not visited", before: "visited", frontier: "in the frontier", now: "labelled now" },
  distance: { new: "no path yet", before: "has a distance", frontier: "in the near pile", far: "in the far pile",
    now: "distance lowered in this step" },
};
const MOST_WEIGHTS = 40; // edges, of which all weights are drawn
const DIGITS = 3; // of a weight or a distance that isn't whole
const DRAG = 3; // pixels that a pointer moves before a click is a drag

export class GraphView {
  constructor(graph, known, onpick) {
    this.graph = graph;
    this.known = known;
    this.onpick = onpick;
    this.at = graph.at.map((place) => [...place]);
    this.small = graph.at.length > LARGE;
    this.across = this.small ? 11 : 15;
    this.names = graph.at.map((_, vertex) => (graph.names ? graph.names[vertex] : String(vertex)));
    const kind = `graph${this.small ? " small" : ""}${graph.weights ? " by-weight" : ""}`;
    this.svg = drawn("svg", { class: kind, role: "group", "aria-label": "Graph" });
    this.drawEdges();
    this.lit = drawn("path", { class: "lit", "marker-end": graph.directed ? "url(#lit-head)" : null });
    this.svg.append(this.lit);
    this.weight = drawn("text", { class: "weight lit-weight" });
    this.svg.append(...this.pairs.flatMap(({ text }) => text ?? [])); // above the lit edge
    this.drawVertices();
    this.svg.append(this.weight);
    this.fit();
  }

  drawEdges() {
    const bends = new Map(this.graph.bends.map(([one, other, x, y]) => [`${one} ${other}`, [x, y]]));
    const seen = new Map();
    for (const [slot, [src, dst]] of this.known.edges.entries()) {
      const key = src < dst ? `${src} ${dst}` : `${dst} ${src}`;
      const pair = seen.get(key) ?? { one: Math.min(src, dst), other: Math.max(src, dst), ways: new Set(), weights: [] };
      pair.ways.add(src < dst ? "on" : "back");
      if (this.graph.weights) pair.weights.push([src, value(this.graph.weights[slot], DIGITS)]);
      pair.bend = bends.get(key) ?? [0, 0];
      seen.set(key, pair);
    }
    this.pairs = [...seen.values()];
    this.pairOf = seen;
    this.shows = Boolean(this.graph.weights) && this.pairs.length <= MOST_WEIGHTS;
    const head = (id) => drawn("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
      orient: "auto-start-reverse", markerUnits: "userSpaceOnUse", class: id }, drawn("path", { d: "M0 0.5 L8 4 L0 7.5 Z" }));
    this.svg.append(drawn("defs", {}, head("head"), head("lit-head")));
    for (const pair of this.pairs) {
      const heads = this.graph.directed
        ? { "marker-end": pair.ways.has("on") ? "url(#head)" : null,
            "marker-start": pair.ways.has("back") ? "url(#head)" : null }
        : {};
      pair.path = drawn("path", { class: "edge", ...heads });
      this.svg.append(pair.path);
      if (this.shows) {
        pair.text = drawn("text", { class: "weight" }, [...new Set(pair.weights.map(([, weight]) => weight))].join(" / "));
      }
    }
  }

  drawVertices() {
    this.vertices = this.at.map((_, vertex) => {
      const half = this.small ? 8 : 13;
      const wide = Math.max(half, (this.names[vertex].length * (this.small ? 5 : 7.4)) / 2 + 5);
      const shape = drawn("rect", { x: -wide, y: -half, width: 2 * wide, height: 2 * half, rx: half });
      const ring = drawn("rect", { class: "ring", x: -wide + 3, y: -half + 3, width: 2 * wide - 6, height: 2 * half - 6,
        rx: half - 3 });
      const halo = drawn("rect", { class: "halo", x: -wide - 5, y: -half - 5, width: 2 * wide + 10,
        height: 2 * half + 10, rx: half + 5 });
      const name = drawn("text", { class: "name", y: this.small ? 3 : 4.5 }, this.names[vertex]);
      const level = drawn("text", { class: "level", x: wide - 1, y: -half + 1 });
      const group = drawn("g", { class: "vertex", tabindex: 0, role: "button" }, halo, shape, ring, name, level);
      this.makeDraggable(group, vertex);
      this.svg.append(group);
      return { group, level, shape, half, wide, shown: null };
    });
  }

  makeDraggable(group, vertex) {
    let from = null;
    group.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY, at: [...this.at[vertex]], moved: false };
      group.setPointerCapture(event.pointerId);
    });
    group.addEventListener("pointermove", (event) => {
      if (!from) return;
      const scale = this.svg.getScreenCTM().a;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.hypot(x, y) > DRAG) from.moved = true;
      if (from.moved) this.place(vertex, [from.at[0] + x / scale, from.at[1] + y / scale]);
    });
    group.addEventListener("pointerup", () => {
      if (from && !from.moved) this.onpick(vertex);
      from = null;
    });
    group.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] }[event.key];
      if (step && event.altKey) this.place(vertex, [this.at[vertex][0] + step[0], this.at[vertex][1] + step[1]]);
      else if (event.key === "Enter" || event.key === " ") this.onpick(vertex);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  place(vertex, at) {
    this.at[vertex] = at;
    this.arrange();
  }

  /** The view box around all vertices, and everything in its place. */
  fit() {
    const margin = 26;
    const xs = this.at.map((place) => place[0]);
    const ys = this.at.map((place) => place[1]);
    for (const pair of this.pairs) {
      const [one, other] = [this.at[pair.one], this.at[pair.other]];
      xs.push((one[0] + other[0]) / 2 + pair.bend[0] / 2);
      ys.push((one[1] + other[1]) / 2 + pair.bend[1] / 2);
    }
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    const [width, height] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.svg.style.maxHeight = `${Math.round(Math.max(150, height * 1.5))}px`;
    this.arrange();
  }

  arrange() {
    for (const pair of this.pairs) {
      pair.path.setAttribute("d", this.line(pair.one, pair.other, pair));
      if (pair.text) this.putWeight(pair.text, pair);
    }
    this.vertices.forEach(({ group }, vertex) => {
      group.setAttribute("transform", `translate(${this.at[vertex].join(" ")})`);
    });
    this.lightEdge(this.litEdge);
  }

  line(from, to, pair) {
    if (from === to) {
      const [x, y] = this.at[from];
      return `M${x - 6} ${y - 11} C${x - 18} ${y - 36} ${x + 18} ${y - 36} ${x + 6} ${y - 11}`;
    }
    const [start, end] = [this.at[from], this.at[to]];
    const middle = [(start[0] + end[0]) / 2 + pair.bend[0], (start[1] + end[1]) / 2 + pair.bend[1]];
    const [first, last] = [this.rim(from, middle), this.rim(to, middle)];
    return `M${first.join(" ")} Q${middle.join(" ")} ${last.join(" ")}`;
  }

  /** Put a weight into the middle of its edge. */
  putWeight(text, { one, other, bend }) {
    const [start, end] = [this.at[one], this.at[other]];
    const rise = one === other ? -30 : 4;
    text.setAttribute("x", (start[0] + end[0]) / 2 + bend[0] / 2);
    text.setAttribute("y", (start[1] + end[1]) / 2 + bend[1] / 2 + rise);
  }

  /** Where a line to this point leaves the vertex. */
  rim(vertex, point) {
    const { half, wide } = this.vertices?.[vertex] ?? { half: 13, wide: 13 };
    const [x, y] = [point[0] - this.at[vertex][0], point[1] - this.at[vertex][1]];
    const scale = Math.min(1, 1 / Math.max(Math.hypot(x / (wide + 2), y / (half + 2)), 1e-9));
    return [this.at[vertex][0] + x * scale, this.at[vertex][1] + y * scale];
  }

  lightEdge(edge) {
    this.litEdge = edge;
    this.lit.style.display = edge ? "" : "none";
    this.weight.textContent = "";
    if (!edge) return;
    const [src, dst] = edge;
    const pair = this.pairOf.get(src < dst ? `${src} ${dst}` : `${dst} ${src}`);
    if (!pair) return;
    this.lit.setAttribute("d", this.line(src, dst, pair));
    if (this.shows) return;
    this.weight.textContent = pair.weights.find(([from]) => from === src)?.[1] ?? "";
    this.putWeight(this.weight, pair);
  }

  /** Show labels and what is lit. `states` has each vertex's state and level. */
  show(states, active, edge, picked, isWeighted) {
    const label = isWeighted ? "distance" : "level";
    states.forEach(({ state, level }, vertex) => {
      const drawing = this.vertices[vertex];
      const { group, level: text, shape } = drawing;
      const kind = `vertex ${state}${vertex === active ? " active" : ""}${picked.has(vertex) ? " picked" : ""}`;
      const now = `${kind} ${label} ${level}`;
      if (drawing.shown === now) return;
      drawing.shown = now;
      group.setAttribute("class", kind);
      shape.setAttribute("rx", state === "now" ? 2 : drawing.half);
      text.textContent = level === null ? "" : value(level, DIGITS);
      const name = `vertex ${this.names[vertex]}, ${WORDS[label][state]}${level === null ? "" : `, ${label} ${value(level)}`}`;
      group.setAttribute("aria-label", name);
    });
    this.lightEdge(edge);
  }
}
