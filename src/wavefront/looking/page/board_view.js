// A board as SVG: a grid that the arrows walk through, whose cells show the wave.

import { drawn } from "./dom.js";

const SIDE = 26; // of a cell, in pixels
const GAP = 26; // between layers
const WORDS = {
  wall: "wall", free: "not reached", reached: "reached before", wave: "in the wave", way: "on the way", start: "start", goal: "goal",
};

export class BoardView {
  /** `picked` is called with the number of a cell that the reader has chosen. */
  constructor(board, picked) {
    this.board = board;
    this.picked = picked;
    [this.layers, this.rows, this.columns] = board.shape;
    this.walls = new Set(board.walls);
    this.shown = [];
    this.cells = board.levels.map((_, cell) => this.cell(cell));
    const rows = Array.from({ length: this.layers * this.rows }, (_, row) =>
      drawn("g", { role: "row" }, ...this.cells.slice(row * this.columns, (row + 1) * this.columns)));
    const width = this.layers * (this.columns * SIDE + GAP) - GAP;
    this.svg = drawn("svg", { class: "board", role: "grid", "aria-label": "board", viewBox: `-3 -3 ${width + 6} ${this.rows * SIDE + 6}`,
      style: `max-width:${Math.round(1.5 * width)}px`, onkeydown: (event) => this.walk(event) }, ...rows, ...this.words());
    this.cells[board.start].setAttribute("tabindex", 0);
  }

  place(cell) {
    const column = cell % this.columns;
    const row = Math.floor(cell / this.columns) % this.rows;
    return { layer: Math.floor(cell / (this.columns * this.rows)), row, column };
  }

  /** A cell's name: row and column, with layers the layer first. */
  name(cell) {
    const { layer, row, column } = this.place(cell);
    return (this.layers > 1 ? [layer, row, column] : [row, column]).join(",");
  }

  cell(cell) {
    const { layer, row, column } = this.place(cell);
    const x = layer * (this.columns * SIDE + GAP) + column * SIDE;
    const mark = cell === this.board.start ? "S" : cell === this.board.goal ? "G" : "";
    return drawn("g", { role: "gridcell", tabindex: -1, transform: `translate(${x} ${row * SIDE})`, onclick: () => this.choose(cell) },
      drawn("rect", { x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 3 }),
      drawn("text", { class: "steps-to", x: SIDE / 2, y: SIDE / 2 + 3.5 }),
      mark ? drawn("text", { class: "end-mark", x: 6.5, y: 9.5 }, mark) : "");
  }

  /** Lines around the cells that share a word of 64 bits. */
  words() {
    const { word } = this.board;
    const lines = [];
    for (let layer = 0; layer < this.layers; layer++) {
      const left = layer * (this.columns * SIDE + GAP);
      for (let column = word; column < this.columns; column += word) {
        lines.push(`M${left + column * SIDE} 0 V${this.rows * SIDE}`);
      }
      for (let row = word; row < this.rows; row += word) lines.push(`M${left} ${row * SIDE} h${this.columns * SIDE}`);
    }
    return lines.length ? [drawn("path", { class: "word-line", d: lines.join(" ") })] : [];
  }

  /** What a cell is once `level` levels are reached and `back` cells of the way are traced back. */
  state(cell, level, traced) {
    if (this.walls.has(cell)) return "wall";
    const own = this.board.levels[cell];
    if (own < 0 || own > level) return "free";
    if (traced.has(cell)) return "way";
    return own === level ? "wave" : "reached";
  }

  show(level, traced, chosen) {
    this.cells.forEach((node, cell) => {
      const state = this.state(cell, level, traced);
      const end = cell === this.board.start ? "start" : cell === this.board.goal ? "goal" : "";
      const now = `${state}${cell === chosen ? " chosen" : ""}${end ? " end" : ""}`;
      if (this.shown[cell] === now) return;
      this.shown[cell] = now;
      node.setAttribute("class", `spot ${now}`);
      const steps = state === "wall" || state === "free" ? "" : String(this.board.levels[cell]);
      node.querySelector(".steps-to").textContent = steps;
      node.setAttribute("aria-label", `${this.name(cell)}${end ? `, ${end}` : ""}: ${WORDS[state]}${steps ? `, ${steps} steps` : ""}`);
      node.setAttribute("aria-selected", cell === chosen);
    });
  }

  choose(cell) {
    this.focus(cell, false);
    this.picked(cell);
  }

  focus(cell, moves = true) {
    this.svg.querySelector("[tabindex='0']").setAttribute("tabindex", -1);
    this.cells[cell].setAttribute("tabindex", 0);
    if (moves) this.cells[cell].focus();
  }

  walk(event) {
    const from = this.cells.indexOf(event.target);
    if (from < 0) return;
    const { row, column } = this.place(from);
    const step = { ArrowLeft: column > 0 && -1, ArrowRight: column < this.columns - 1 && 1,
      ArrowUp: row > 0 && -this.columns, ArrowDown: row < this.rows - 1 && this.columns }[event.key];
    if (step) this.focus(from + step);
    else if (event.key === "Enter") this.choose(from);
    if (step !== undefined || event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}
