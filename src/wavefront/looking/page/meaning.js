// What an access is about: the vertex and the edge that its array and its index stand for, and the words for it.

const BY_VERTEX = new Set(["levels", "predecessors", "src_ptr", "dst_ptr", "row_ptr", "marks"]);
const OFFSETS = new Set(["src_ptr", "dst_ptr", "row_ptr"]);
const OF_VERTICES = /(^|_)(frontier|queues?|bucket)$/;

export const GRAPH_ARRAYS = new Set(["src_ptr", "dst", "dst_ptr", "src", "row_ptr", "column"]);

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
  if (BY_VERTEX.has(name) || (flags && OF_VERTICES.test(name))) vertex = index;
  else if (OF_VERTICES.test(name)) vertex = access.after;
  if (OFFSETS.has(name) && index === count) vertex = null;
  return { vertex: Number.isInteger(vertex) && vertex >= 0 && vertex < count ? vertex : null, edge: null };
}

/** The vertex or the edge that a thread works on after `upTo` accesses of the launch. */
export function ownedBy(launch, thread, upTo, graph, known) {
  let owned = null;
  for (const position of launch.byThread[thread]) {
    if (position >= upTo && owned) break;
    const access = launch.accesses[position];
    const taken = access.kind === "read" && /^(prev_frontier|frontier|bucket)$/.test(access.name);
    if (owned && !taken) continue;
    const found = subject(access, launch, graph, known);
    if (found.vertex !== null || found.edge) owned = found;
    if (position >= upTo) break;
  }
  return owned;
}

export function value(number) {
  if (number === null || number === undefined) return "?";
  return String(number).replace("-", "\u2212");
}

/** "reads levels[3]: −1", without the thread. */
export function sentence(access) {
  const cell = `${access.name}[${access.index}]`;
  if (access.kind === "read") return `reads ${cell}: ${value(access.before)}`;
  if (access.kind === "write") return `writes ${cell}: ${value(access.before)} \u2192 ${value(access.after)}`;
  const end = access.before === access.after ? "stays" : `\u2192 ${value(access.after)}`;
  return `atomic_${access.kind} ${cell}: ${value(access.before)} ${end}`;
}

/** Whether the access is a compare-and-swap that came too late. */
export function isLost(access) {
  return access.kind === "cas" && access.before === access.after;
}


/** What a learner should notice about an access; null for most. */
export function remark(access, run) {
  if (isLost(access)) return `too late: ${access.name}[${access.index}] holds ${value(access.before)} already`;
  const limits = { size: "capacity", block_size: "capacity", warp_sizes: "warp_capacity" };
  const limit = run.options[limits[access.name]];
  if (access.kind === "add" && limit !== undefined && access.before >= limit) {
    return `the queue of ${limit} is full: on to the next larger queue`;
  }
  return null;
}
