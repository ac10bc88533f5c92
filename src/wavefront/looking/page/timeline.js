// The time of a benchmark's steps and searches, and the memory that a graph's formats and a search take.

import { bars, shown, table } from "./charts.js";
import { drawn, element } from "./dom.js";

const [WIDTH, ROW, NAMES, FIGURES] = [640, 22, 78, 92];

/** Steps one below the other, each where the one before ended; the searches as parts of theirs. */
function steps(record) {
  const rows = Object.entries(record.milliseconds).filter(([name]) => name !== "compile"); // a part of the others
  const total = rows.reduce((sum, [, taken]) => sum + taken, 0);
  const across = (taken) => (total ? (taken / total) * (WIDTH - NAMES - FIGURES) : 0);
  let start = NAMES;
  const marks = rows.map(([name, taken], place) => {
    const x = start;
    start += across(taken);
    const [top, middle] = [place * ROW, place * ROW + 15];
    return drawn("g", {}, drawn("title", {}, `${name}: ${shown(taken)} ms`),
      drawn("line", { class: "axis", x1: 0, x2: WIDTH, y1: top + ROW, y2: top + ROW }),
      drawn("text", { class: "step", x: 0, y: middle }, name),
      drawn("rect", { class: "bar", x, y: top + 5, width: Math.max(across(taken), 1.5), height: ROW - 9 }),
      drawn("text", { class: "step end", x: WIDTH, y: middle }, `${shown(taken)} ms`));
  });
  const words = rows.map(([name, taken]) => `${name}: ${shown(taken)} ms`).join(", ");
  return element("figure", { class: "chart" }, element("figcaption", {}, "steps, one after the other"),
    drawn("svg", { class: "steps", viewBox: `0 0 ${WIDTH} ${ROW * rows.length + 1}`, role: "img", "aria-label": words }, ...marks));
}

function runName({ prepared, strategy }) {
  return prepared ? `${strategy}, prepared graph` : strategy;
}

/** The timeline of each benchmark. */
export function timelines(records) {
  return records.map((record) => {
    const { graph, device, runs, sources } = record;
    const most = Math.max(...runs.flatMap(({ milliseconds }) => milliseconds));
    const searches = runs.map((run) => bars(`${runName(run)}: ms of each search`,
      run.milliseconds.map((taken, place) => [sources[place], taken]), most));
    return element("div", { class: "timeline" }, element("h3", {}, `${graph.name} on ${device}`),
      steps(record), element("div", { class: "multiples" }, ...searches),
      table(`steps of ${graph.name}`, ["step", "milliseconds"], Object.entries(record.milliseconds)),
      table(`searches of ${graph.name}`, ["method", "source", "milliseconds", "traversed_edges"],
        runs.flatMap((run) => run.milliseconds.map((taken, place) =>
          [runName(run), sources[place], taken, record.traversed_edges[place]]))));
  });
}

/** Bytes of each part, a bar each; the table has the arrays. */
export function memory(title, rows) {
  const parts = [...new Set(rows.map(({ part }) => part))];
  const sums = parts.map((part) => [part, rows.filter((row) => row.part === part).reduce((sum, { bytes }) => sum + bytes, 0)]);
  return [element("div", { class: "multiples" }, bars("bytes", sums, Math.max(...sums.map(([, bytes]) => bytes)))),
    table(title, ["part", "array", "bytes"], rows.map(({ part, array, bytes }) => [part, array, bytes]))];
}
