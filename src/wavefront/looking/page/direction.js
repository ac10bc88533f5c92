// Why a level is pushed or pulled: the comparison of wavefront/direction.py, with the figures of the method's trace.

import { counted } from "./dom.js";
import { value } from "./meaning.js";
import { DATA } from "./runs.js";

/** How a size stands to a limit: "edges 26 > 150 not yet inspected / \u03b1 15 = 10". */
function against(size, whole, name, factor) {
  const limit = whole / factor;
  return `${size} ${size > limit ? ">" : size < limit ? "<" : "="} ${whole} ${name} ${factor} = ${value(limit, 4)}`;
}

/** The sentence for a level of a method that has a `rule`; empty where the trace lacks the level. */
export function reason({ rule, trace }, level) {
  const place = trace.findIndex((row) => row.level === level);
  if (place < 0) return "";
  if (!place) return "Pushed: the first frontier has not grown from any other";
  const [before, row] = [trace[place - 1], trace[place]];
  const moved = Math.sign(row.frontier - before.frontier);
  const size = counted(row.frontier, "vertex", "vertices");
  const change = moved ? `${moved > 0 ? "grew" : "shrank"} from ${before.frontier} to ${size}` : `stays at ${size}`;
  if (before.direction === "push") {
    const left = trace.slice(0, place).reduce((rest, { edges }) => rest - edges, DATA.num_edges);
    const compared = against(row.edges, left, "not yet inspected / \u03b1", rule.alpha);
    return `${row.direction === "pull" ? "Pulled" : "Still pushed"}: the frontier ${change}; edges ${compared}`;
  }
  const compared = against(row.frontier, DATA.num_vertices, "in all / \u03b2", rule.beta);
  return `${row.direction === "push" ? "Pushed again" : "Still pulled"}: the frontier ${change}; vertices ${compared}`;
}
