// The view of counts: what each method costs, level by level, from its account and its trace; the graph's degrees.

import { bars, shown, sizeOf, table } from "./charts.js";
import { element } from "./dom.js";
import { DATA, METHODS } from "./runs.js";
import { memory, timelines } from "./timeline.js";

const SEARCH = { frontier: "vertices in the frontier", edges: "edges that leave the frontier", vertices: "vertices labelled" };
const RUN = { milliseconds: "milliseconds", launches: "parallel loops" };
const STEPS = { near: "vertices at the start", edges: "edges of these vertices", lowered: "vertices whose distance falls", far: "far pile at the end" };
const LEADING = ["warp_steps", "edges_inspected", "threads_launched", "simd_efficiency", "global_atomics"];

/** Fill the view; `step` goes to a method's threads at a level, where the page has them. */
export function showCounts(node, step) {
  const parts = [...(METHODS.length ? [search(), account(step), runs(step)] : []), ...(DATA.steps ?? []).map((row) => weighted(row, step)),
    degrees(), held(), heatMap(), benched()];
  node.replaceChildren(...parts.filter(Boolean));
}

function section(title, words, ...children) {
  return element("section", { class: "card part" }, element("h2", {}, title), element("p", { class: "muted" }, words), ...children);
}

/** A picker of columns, and under it small charts of that column, a method each, on one scale. */
function multiples(name, columns, methods, rowsOf, step) {
  const box = element("div", { class: "multiples" });
  const picker = element("select", { onchange: () => draw(picker.value) },
    ...columns.map(([key, text]) => element("option", { value: key }, text)));
  const draw = (column) => {
    const most = Math.max(0, ...methods.flatMap((method) => rowsOf(method).map((row) => sizeOf(row[column]))));
    box.replaceChildren(...methods.map((method) => bars(method.strategy,
      rowsOf(method).map((row) => [row.level, row[column], row.direction]), most, step(method.strategy))));
  };
  draw(columns[0][0]);
  return [element("label", { class: "picker" }, name, picker), box];
}

/** Level by level, what is the same for all methods. */
function search() {
  const [{ trace }] = METHODS;
  const charts = Object.entries(SEARCH).map(([name, words]) => bars(words, trace.map((row) => [row.level, row[name]]),
    Math.max(0, ...trace.map((row) => row[name]))));
  const names = ["level", ...Object.keys(SEARCH)];
  return section("The search, level by level", "The same for all methods.", element("div", { class: "multiples" }, ...charts),
    table("levels", names, trace.map((row) => names.map((name) => row[name]))));
}

/** As each method ran on the CPU. */
function runs(step) {
  const columns = Object.entries(RUN);
  const names = ["strategy", "level", "direction", ...Object.keys(RUN)];
  const rows = METHODS.flatMap(({ strategy, trace }) =>
    trace.map((row) => names.map((name) => (name === "strategy" ? strategy : row[name]))));
  return section("One run on the CPU", "The trace of each method. Hatched bars are levels that were pulled.",
    ...multiples("Figure", columns, METHODS, ({ trace }) => trace, step), table("trace", names, rows));
}

/** A search by weights, step by step, as the laboratory ran it in order. */
function weighted({ strategy, steps }, step) {
  const names = Object.keys(STEPS).filter((name) => steps.some((row) => name in row));
  const charts = names.map((name) => bars(STEPS[name], steps.map((row) => [row.step, row[name] ?? null]),
    Math.max(0, ...steps.map((row) => sizeOf(row[name]))), step(strategy)));
  const columns = ["step", ...names, ...(steps.some((row) => "bound" in row) ? ["bound"] : [])];
  return section(`${strategy}, step by step`, "One run of its kernels, thread after thread.",
    element("div", { class: "multiples" }, ...charts),
    table(`steps of ${strategy}`, columns, steps.map((row) => columns.map((name) => row[name]))));
}

function account(step) {
  const methods = METHODS.filter(({ account: rows }) => rows?.length);
  if (!methods.length) return null;
  const named = [...new Set(methods.flatMap(({ account: rows }) => Object.keys(rows[0])))];
  const columns = named.filter((name) => !["level", "direction", "where"].includes(name) &&
    methods.some(({ account: rows }) => rows.some((row) => row[name] !== null && row[name] !== undefined)));
  columns.sort((one, other) => (LEADING.indexOf(one) + 1 || 99) - (LEADING.indexOf(other) + 1 || 99));
  const rows = methods.flatMap(({ strategy, account: levels }) =>
    levels.map((row) => [strategy, ...named.map((name) => row[name])]));
  return section("What the threads of a GPU do", "The account. A range is what it can be, depending on the timing of threads; bars show the most.",
    ...multiples("Column", columns.map((name) => [name, name.replaceAll("_", " ")]), methods,
      ({ account: levels }) => levels, step),
    table("account", ["strategy", ...named], rows));
}

function degrees() {
  const rows = DATA.degrees.map(({ from, to, vertices }) => [from === to ? from : `${from}\u2013${to}`, vertices]);
  const most = Math.max(0, ...rows.map(([, count]) => count));
  return section("Degrees", "How many vertices have how many outgoing edges.",
    element("div", { class: "multiples" }, bars("vertices by out-degree", rows, most)),
    table("degrees", ["out-degree", "vertices"], rows));
}

function held() {
  return section("Memory", "Bytes of the graph in each format, and of a search's levels, predecessors and queues.",
    ...memory("memory", DATA.memory),
    element("h3", {}, "What a call takes at most"),
    element("p", { class: "muted" }, "From memory_needed, on the CPU: the result's arrays, and views of the graph still to be built, included."),
    ...memory("memory needed", DATA.needed));
}

/** What bench measured, in time. */
function benched() {
  if (!DATA.benched?.length) return null;
  return section("Timeline of a benchmark", "From bench: the steps before the searches, then every search.",
    ...timelines(DATA.benched));
}

/** Times of `compare` as a grid: a row for each method, a column for each graph, the best of a column at 1. */
function heatMap() {
  if (!DATA.compared?.length) return null;
  const cases = DATA.compared.flatMap(({ name, rows }) => [...new Set(rows.map(({ device }) => device))]
    .map((device) => ({ name: `${name}, ${device}`, rows: rows.filter((row) => row.device === device) })));
  const methods = [...new Set(cases.flatMap(({ rows }) => rows.map(({ method }) => method)))];
  const cells = methods.map((method) => cases.map(({ rows }) => rows.find((row) => row.method === method)));
  const cell = (row) => {
    if (!row) return element("td", { class: "none" }, "\u2013");
    const heat = Math.min(4, Math.floor(Math.log2(row.ratio)));
    return element("td", { class: `heat heat-${heat}` },
      row.ratio === 1 ? "best" : `${shown(row.ratio)}\u00d7`, element("small", {}, ` ${shown(row.milliseconds)} ms`));
  };
  return section("Methods on graphs", "From compare: each time over the best method's, by column; darker is slower.",
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "heat map" },
      element("table", { class: "heat-map" },
        element("thead", {}, element("tr", {}, element("th"), ...cases.map(({ name }) => element("th", { scope: "col" }, name)))),
        element("tbody", {}, ...methods.map((method, place) =>
          element("tr", {}, element("th", { scope: "row" }, method), ...cells[place].map(cell)))))),
    table("comparison", ["method", "graph", "milliseconds", "ratio"], cases.flatMap(({ name, rows }) =>
      rows.map((row) => [row.method, name, row.milliseconds, row.ratio]))));
}
