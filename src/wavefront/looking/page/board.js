// The page of a board: the wave level by level, then the way back, step by step.

import { BoardView } from "./board_view.js";
import { bars, table } from "./charts.js";
import { drawn, element, setText } from "./dom.js";
import { PAUSE, PLAY, icon, stepIcon } from "./icons.js";
import { DATA } from "./runs.js";

const SPEEDS = [1, 2, 4, 8, 16, 32]; // steps per second
const KEYS = { ArrowRight: ["access", 1], ArrowLeft: ["access", -1], PageDown: ["level", 1], PageUp: ["level", -1], Home: ["end", -1], End: ["end", 1] };
const { board } = DATA;
const LAST = board.waves.length - 1; // level of the wave
const TOTAL = LAST + board.path.length;
const byId = (id) => document.getElementById(id);
const state = { at: 0, timer: null, chosen: null, keeping: null };
const view = new BoardView(board, (cell) => { state.chosen = state.chosen === cell ? null : cell; show(); });
const told = {
  where: element("p", { class: "where" }), access: element("p", { class: "access" }), chosen: element("p", { class: "told muted" }),
};
const scrub = element("input", { type: "range", id: "scrub", min: 0, max: TOTAL, "aria-label": "Place in the search",
  oninput: () => { pause(); go(Number(scrub.value)); } });
const speed = element("input", { type: "range", id: "speed", min: 0, max: SPEEDS.length - 1, value: 2, oninput: () => state.timer && play() });
const player = button("play", icon(drawn("path")), "Play (space)", () => (state.timer ? pause() : play()));

function button(id, sign, words, act) {
  return element("button", { id, title: words, "aria-label": words, onclick: act }, sign);
}

function mover(id, words, kind, direction) {
  return button(id, stepIcon(kind, direction), words, () => { pause(); move(kind, direction); });
}

/** One step, or to where the wave or the way begins or ends. */
function move(kind, direction) {
  const ends = direction > 0 ? [LAST, TOTAL] : [LAST, 0];
  if (kind === "access") go(state.at + direction);
  else if (kind === "end") go(direction > 0 ? TOTAL : 0);
  else go(ends.find((end) => (end - state.at) * direction > 0) ?? state.at);
}

function go(at) {
  state.at = Math.max(0, Math.min(TOTAL, at));
  show();
}

function play() {
  pause();
  if (state.at === TOTAL) go(0);
  state.timer = setInterval(() => (state.at === TOTAL ? pause() : go(state.at + 1)), 1000 / SPEEDS[speed.value]);
  showPlaying();
}

function pause() {
  clearInterval(state.timer);
  state.timer = null;
  showPlaying();
}

function showPlaying() {
  player.querySelector("path").setAttribute("d", state.timer ? PAUSE : PLAY);
  player.title = state.timer ? "Pause (space)" : "Play (space)";
  player.setAttribute("aria-label", player.title);
}

/** The cells of the way that are traced back so far, the goal first. */
function traced() {
  const steps = state.at - LAST;
  return steps > 0 ? board.path.slice(-steps).reverse() : [];
}

function sentence(way) {
  const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
  if (!way.length) {
    const { cells, words } = board.waves[state.at];
    const lost = !board.path.length && state.at === LAST ? " The wave has no cell to go on to: the goal can't be reached." : "";
    return ["The wave", `${count(cells, "cell")} at ${count(state.at, "step")} from the start, in ${count(words, "word")} of 64 cells.${lost}`];
  }
  const last = way.at(-1);
  const rest = board.levels[last];
  return ["Back-trace", rest ? `cell ${view.name(last)}, ${count(rest, "step")} from the start: next a neighbor that is one step nearer.`
    : `the start ${view.name(last)}: the way has ${count(board.path.length - 1, "step")}.`];
}

function show() {
  const way = traced();
  view.show(Math.min(state.at, LAST), new Set(way), state.chosen);
  const [who, what] = sentence(way);
  setText(told.where, `Step ${state.at} of ${TOTAL} \u00b7 ${LAST} levels of the wave, then ${board.path.length} cells back`);
  told.access.replaceChildren(element("span", { class: "who" }, who), element("span", { class: "what" }, what));
  setText(told.chosen, state.chosen === null ? "A click on a cell, or Enter, tells its steps; arrows walk from cell to cell." : about(state.chosen));
  scrub.value = state.at;
  scrub.setAttribute("aria-valuetext", `${who}: ${what}`);
  if (!state.timer) setText(byId("now"), `${who}: ${what}`);
  clearTimeout(state.keeping);
  state.keeping = setTimeout(keep, 100); // browsers refuse an address 200 times within seconds
}

function about(cell) {
  const { levels } = board;
  const end = levels[cell] < 0 ? (view.walls.has(cell) ? "a wall" : "the wave doesn't reach it") : `${levels[cell]} steps from the start`;
  return `Cell ${view.name(cell)}: ${end}${board.path.includes(cell) ? ", on the way" : ""}`;
}

function keep() {
  const chosen = state.chosen === null ? "" : `&cell=${state.chosen}`;
  try {
    history.replaceState(null, "", `#view=${byId("threads").hidden ? "counts" : "threads"}&at=${state.at}${chosen}`);
  } catch {
    // A frame made from a text has no address of its own.
  }
}

function restore() {
  const words = new URLSearchParams(location.hash.slice(1));
  const cell = Number(words.get("cell") ?? -1);
  state.chosen = cell in board.levels ? cell : null;
  openTab(words.get("view") === "counts" ? "counts" : "threads");
  go(Number(words.get("at")) || 0);
}

function openTab(name) {
  for (const tab of ["threads", "counts"]) {
    byId(tab).hidden = tab !== name;
    byId(`tab-${tab}`).setAttribute("aria-selected", tab === name);
    byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
  }
  if (name === "counts") pause();
  show();
}

function counts() {
  const charts = [["cells", "cells in the wave"], ["words", "words that hold them"]].map(([name, words]) =>
    bars(words, board.waves.map((wave) => [wave.level, wave[name]]), Math.max(...board.waves.map((wave) => wave[name]))));
  const names = ["level", "cells", "words"];
  return element("section", { class: "card part" }, element("h2", {}, "The wave, level by level"),
    element("p", { class: "muted" }, "One thread works on a word: a square of eight by eight cells."),
    element("div", { class: "multiples" }, ...charts), table("wave", names, board.waves.map((wave) => names.map((name) => wave[name]))));
}

function pressed(event) {
  const own = event.key === " " ? "button, summary" : "[type=range], .scroll, textarea";
  if (event.target.closest(own) || byId("threads").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") player.click();
  else if (KEYS[event.key]) { pause(); move(...KEYS[event.key]); }
  else return;
  event.preventDefault();
}

function begin() {
  const [layers, rows, columns] = board.shape;
  setText(byId("facts"), `${layers > 1 ? `${layers} layers of ` : ""}${rows} rows, ${columns} columns, ${board.walls.length} walls, ` +
    `from ${view.name(board.start)} to ${view.name(board.goal)}`);
  setText(byId("tab-threads"), "Wave");
  byId("controls").append(element("div", { class: "transport", role: "toolbar", "aria-label": "Steps" },
    mover("start", "To the beginning (Home)", "end", -1), mover("level-back", "To the beginning of the way, or the wave (Page up)", "level", -1),
    mover("back", "Step back (left)", "access", -1), player, mover("next", "Next step (right)", "access", 1),
    mover("level-next", "To the end of the wave, or the way (Page down)", "level", 1), mover("finish", "To the end (End)", "end", 1)),
  element("label", { class: "speed" }, "Speed", speed), element("div", { class: "scrub" }, scrub));
  byId("panes").append(element("article", { class: "pane", "aria-label": "Board" },
    element("div", { class: "doing card" }, told.where, told.access), element("div", { class: "card board-box" }, view.svg, told.chosen)));
  byId("keys").hidden = true;
  byId("counts").append(counts());
  for (const [name, other] of [["threads", "counts"], ["counts", "threads"]]) {
    byId(`tab-${name}`).addEventListener("click", () => openTab(name));
    byId(`tab-${name}`).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      openTab(other);
      byId(`tab-${other}`).focus();
      event.stopPropagation();
    });
  }
  document.addEventListener("keydown", pressed);
  window.addEventListener("hashchange", restore);
  showPlaying();
  restore();
}

begin();
