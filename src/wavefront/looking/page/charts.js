// Bars as SVG, a table of the same figures behind them, and the table as CSV.

import { drawn, element } from "./dom.js";
import { value } from "./meaning.js";

const [WIDTH, HEIGHT, BASE, TOP] = [300, 120, 102, 16];
const MOST_BARS = 40; // with a width of their own; of more, an outline
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const [LETTER, GAP] = [6, 8]; // widths of a label's letter, and between labels

/** A cell's text: a range of two, "–" where nothing was counted. */
export function shown(cell) {
  if (cell === null || cell === undefined) return "\u2013";
  if (Array.isArray(cell)) return cell.map(shown).join("\u2026");
  if (typeof cell !== "number") return String(cell);
  return Number.isInteger(cell) ? value(cell.toLocaleString("en")) : cell.toPrecision(3);
}

/** A figure's size: of a range, the most. */
export function sizeOf(cell) {
  return Array.isArray(cell) ? cell[1] : typeof cell === "number" ? cell : 0;
}

/** Bars of `rows`, each [label, cell], or [label, cell, direction]; all charts with the same `most` have one scale. */
export function bars(title, rows, most, onpick = null) {
  const step = WIDTH / Math.max(rows.length, 1);
  const height = (cell) => (most ? (sizeOf(cell) / most) * (BASE - TOP) : 0);
  const widest = Math.max(...rows.map(([label]) => String(label).length)) * LETTER + GAP;
  const every = Math.ceil(widest / step); // the bars from one label to the next
  const marks = rows.length > MOST_BARS ? [outline(rows, step, height)]
    : rows.map((row, place) => bar(row, place % every === 0, (place + 0.5) * step, step, height(row[1]), onpick));
  const svg = drawn("svg", { class: "bars", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: onpick ? "group" : "img",
    "aria-label": `${title}: ${rows.length > MOST_BARS ? `${rows.length} levels` : rows.map(([label, cell]) => `${label}: ${shown(cell)}`).join(", ")}` },
  drawn("line", { x1: 0, x2: WIDTH, y1: BASE, y2: BASE, class: "axis" }), ...marks);
  return element("figure", { class: "chart" }, element("figcaption", {}, title), svg);
}

function bar([label, cell, direction], isLabelled, middle, step, height, onpick) {
  const wide = Math.min(34, step * 0.72);
  const attributes = onpick
    ? { class: "pick", tabindex: 0, role: "button", "aria-label": `level ${label}: ${shown(cell)}, step its threads`,
        onclick: () => onpick(label),
        onkeydown: (event) => event.key === "Enter" && onpick(label) }
    : {};
  return drawn("g", attributes, drawn("title", {}, `${label}: ${shown(cell)}${direction ? `, ${direction}` : ""}`),
    drawn("rect", { class: "reach", x: middle - step / 2, y: 0, width: step, height: HEIGHT }),
    drawn("rect", { class: direction === "pull" ? "bar pull" : "bar", x: middle - wide / 2, y: BASE - height, width: wide, height: Math.max(height, 0.8) }),
    step < 26 ? "" : drawn("text", { class: "figure", x: middle, y: BASE - height - 4 }, short(cell)),
    isLabelled ? drawn("text", { class: "label", x: middle, y: HEIGHT - 4 }, String(label)) : "");
}

function outline(rows, step, height) {
  const points = rows.map(([, cell], place) => `${(place * step).toFixed(1)} ${(BASE - height(cell)).toFixed(1)} H${((place + 1) * step).toFixed(1)}`);
  return drawn("g", {}, drawn("path", { class: "bar", d: `M0 ${BASE} V${points.join(" L").replace(/^\S+ /, "")} V${BASE} Z` }),
    drawn("text", { class: "label start", x: 0, y: HEIGHT - 4 }, String(rows[0][0])),
    drawn("text", { class: "label end", x: WIDTH, y: HEIGHT - 4 }, String(rows.at(-1)[0])));
}

/** The figure above a bar: a large one in thousands (k), millions (M), billions (G: a B would be read as bytes). */
function short(cell) {
  const size = sizeOf(cell);
  if (cell === null || cell === undefined) return "\u2013";
  if (size >= 1000) return COMPACT.format(size).replace("K", "k").replace("B", "G");
  return shown(Array.isArray(cell) ? cell[1] : cell);
}

/** A table that is filled when it is opened, with a button that copies it as CSV. */
export function table(title, columns, rows) {
  const copied = element("span", { class: "muted", role: "status" });
  const copy = element("button", { onclick: () => copyText(asCsv(columns, rows), copied) }, "Copy as CSV");
  const body = element("tbody");
  const details = element("details", { class: "behind" }, element("summary", {}, `Table: ${title}`),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
      element("table", {}, element("thead", {}, element("tr", {}, ...columns.map((name) =>
        element("th", { scope: "col" }, name.replaceAll("_", " "))))), body)),
    element("p", {}, copy, copied));
  details.addEventListener("toggle", () => {
    if (body.children.length) return;
    body.append(...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, shown(cell))))));
  });
  return details;
}

function asCsv(columns, rows) {
  const cell = (held) => {
    const text = Array.isArray(held) ? held.join("..") : String(held ?? "");
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

/** Copy a text; from a file the browser may refuse, and the text is then selected in a box. */
async function copyText(text, told) {
  try {
    await navigator.clipboard.writeText(text);
    told.textContent = "Copied.";
  } catch {
    const box = element("textarea", { rows: 6, readonly: true, "aria-label": "CSV" });
    box.value = text;
    told.replaceChildren("Copy from here: ", box);
    box.select();
  }
}
