// What an access is about: the vertex and the edge that its array and its index stand for, and the words for it.

const BY_VERTEX = new Set(["levels", "predecessors", "src_ptr", "dst_ptr", "row_ptr", "marks",
  "distances", "claims", "in_far", "last_edges"]);
const OFFSETS = new Set(["src_ptr", "dst_ptr", "row_ptr"]);
const OF_VERTICES = /(^|_)(frontier|queues?|bucket|items|output|far)$/;
const BY_ITEM = new Set(["degrees", "offsets", "flags"]); // an element for each item of the frontier

export const GRAPH_ARRAYS = new Set(["src_ptr", "dst", "dst_ptr", "src", "row_ptr", "column", "weights"]);
export const UNREACHED = "\u221e";

/** Edges in the order of CSR as [source, end], and where each vertex's incoming edges begin. */
export function edgesOf(graph) {
  const count = graph.src_ptr.length - 1;
  const edges = [];
  const begins = new Array(count + 1).fill(0);
  for (let vertex = 0; vertex < count; vertex++) {
    for (let place = graph.src_ptr[vertex]; place < graph.src_ptr[vertex + 1]; place++) {
      edges.push([vertex, graph.dst[place]]);
      begins[graph.dst[place] + 1]++;
    }
  }
  for (let vertex = 0; vertex < count; vertex++) begins[vertex + 1] += begins[vertex];
  return { edges, begins };
}

function ownerOf(begins, place) {
  let low = 0;
  let high = begins.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (begins[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

/** The vertex and the edge of an access: {vertex, edge}, each null where there is none. */
export function subject(access, launch, graph, known) {
  const { name, index } = access;
  const incoming = launch.arrays.some((array) => array.name === "dst_ptr" || array.name === "row_ptr");
  const count = graph.src_ptr.length - 1;
  if (name === "weights") return { vertex: null, edge: known.edges[index] };
  if (name === "src" || name === "dst" || name === "column") {
    if (index >= known.edges.length) return { vertex: null, edge: null };
    if (incoming && name !== "dst") {
      const end = ownerOf(known.begins, index);
      return { vertex: access.after, edge: [access.after, end] };
    }
    return { vertex: access.after, edge: known.edges[index] };
  }
  const flags = launch.arrays.some((array) => array.name === "row_ptr");
  let vertex = null;
  if (isOfSlots(access, launch)) return { vertex: null, edge: null };
  if (BY_ITEM.has(name)) vertex = launch.arrays.find((array) => array.name === "items")?.start[index] ?? null;
  else if (BY_VERTEX.has(name) || (flags && OF_VERTICES.test(name))) vertex = index;
  else if (OF_VERTICES.test(name)) vertex = access.after;
  if (OFFSETS.has(name) && index === count) vertex = null;
  return { vertex: Number.isInteger(vertex) && vertex >= 0 && vertex < count ? vertex : null, edge: null };
}

/** Whether the access is to the block's queue of a tile: it holds slots, not vertices. */
function isOfSlots({ name, block }, launch) {
  return launch.kernel === "walk_tile" && name === "queue" && block !== null && launch.arrays.some(
    (array) => array.name === name && array.block === block);
}

/** The edges that each thread takes, in order: {position, edge}, an edge by whoever reads it first. */
export function taken(launch, graph, known) {
  if (launch.taken) return launch.taken;
  const seen = new Set();
  launch.taken = launch.byThread.map(() => []);
  for (const access of launch.accesses) {
    const key = `${access.name} ${access.index}`;
    if (!["dst", "src", "column"].includes(access.name) || seen.has(key)) continue;
    seen.add(key);
    const { edge } = subject(access, launch, graph, known);
    if (edge) launch.taken[access.thread].push({ position: access.position, edge });
  }
  return launch.taken;
}

/** The edge that an access is about, as far as that can be told; else null. */
export function edgeAt(access, launch, graph, known) {
  const { vertex, edge } = subject(access, launch, graph, known);
  if (edge) return edge;
  const own = taken(launch, graph, known)[access.thread];
  if (isOfSlots(access, launch)) {
    const slot = access.kind === "read" ? null : access.after - (access.thread % launch.threads);
    return own[slot / launch.threads]?.edge ?? null;
  }
  const every = launch.byThread[access.thread];
  const place = every.indexOf(access.position);
  const [before, next] = [place - 1, place + 1].map((other) => launch.accesses[every[other]]);
  if (vertex !== null && next?.name === "weights") return subject(next, launch, graph, known).edge;
  const found = vertex === null ? null : own.findLast((row) => row.position <= access.position && row.edge[1] === vertex);
  if (found) return found.edge;
  return before?.source === access.source ? edgeAt(before, launch, graph, known) : null; // the function goes on with it
}

/** The vertex or the edge that a thread works on after `upTo` accesses of the launch. */
export function ownedBy(launch, thread, upTo, graph, known) {
  let owned = null;
  for (const position of launch.byThread[thread]) {
    if (position >= upTo && owned) break;
    const access = launch.accesses[position];
    const isItem = access.kind === "read" && /^(prev_frontier|frontier|bucket|items)$/.test(access.name);
    if (owned && !isItem) continue;
    const found = subject(access, launch, graph, known);
    if (found.vertex !== null || found.edge) owned = found;
    if (position >= upTo) break;
  }
  return owned;
}

/** A number as text, with at most so many digits if it isn't whole. */
export function value(number, digits = 6) {
  if (number === null || number === undefined) return "?";
  const short = Number.isInteger(number) || typeof number !== "number" ? number : Number(number.toPrecision(digits));
  return String(short).replace("-", "\u2212");
}

/** "reads levels[3]: −1", without the thread. */
export function sentence(access) {
  const cell = `${access.name}[${access.index}]`;
  if (access.kind === "read") return `reads ${cell}: ${value(access.before)}`;
  if (access.kind === "write") return `writes ${cell}: ${value(access.before)} \u2192 ${value(access.after)}`;
  const end = access.before === access.after ? "stays" : `\u2192 ${value(access.after)}`;
  return `atomic_${access.kind} ${cell}: ${value(access.before)} ${end}`;
}

/** Whether the access is an atomic that came too late, by the value that it found. */
export function isLost(access) {
  return ["cas", "min", "exch"].includes(access.kind) && access.before === access.after;
}

const LOST = { cas: "too late", min: "no shorter", exch: "too late" };

/** What a learner should notice about an access; null for most. */
export function remark(access, run) {
  if (isLost(access)) return `${LOST[access.kind]}: ${access.name}[${access.index}] holds ${value(access.before)} already`;
  if (access.kind === "min" && access.name === "distances") return "the shortest way so far";
  const limits = { size: "capacity", block_size: "capacity", warp_sizes: "warp_capacity" };
  const limit = run.options[limits[access.name]];
  if (access.kind === "add" && limit !== undefined && access.before >= limit) {
    return `the queue of ${limit} is full: on to the next larger queue`;
  }
  return null;
}
