// The runs in the page's data, as looking/encoding.py wrote them.

const FIRST = 35;
const SURROGATES = 0xd800;
const NUMBER_OF_SURROGATES = 0x800;

export const DATA = JSON.parse(document.getElementById("data").textContent);

function numbers(letters) {
  const found = new Int32Array(letters.length);
  for (let place = 0; place < letters.length; place++) {
    const code = letters.charCodeAt(place);
    found[place] = (code > SURROGATES ? code - NUMBER_OF_SURROGATES : code) - FIRST;
  }
  return found;
}

/** The thread of each access, from threads and the lengths of their turns. */
function turns(pairs) {
  const found = [];
  for (let place = 0; place < pairs.length; place += 2) {
    for (let left = pairs[place + 1]; left; left--) found.push(pairs[place]);
  }
  return found;
}

/** A list with what it says of equal values in turn written out. */
function long(list) {
  const found = [];
  for (const entry of list) {
    if (entry?.times) for (let left = entry.times; left; left--) found.push(entry.value);
    else found.push(entry);
  }
  return found;
}

/** A table's rows, from its columns. */
function rows(columns) {
  const names = Object.keys(columns);
  const lists = names.map((name) => long(columns[name]));
  return lists[0].map((_, place) => Object.fromEntries(names.map((name, column) => [name, lists[column][place]])));
}

/** Each method with its rule of push and pull and the rows of its account, null where it has none, and of its trace. */
export const METHODS = (DATA.methods ?? []).map(({ strategy, rule, account, trace }) =>
  ({ strategy, rule, account: account && rows(account), trace: rows(trace) }));

/** The arrays of a launch, block by block, with their contents. `left` has those of the launches before. */
function arraysOf(record, left) {
  const every = record.arrays.flatMap(([name, block, number, times = 1]) => Array.from({ length: times }, (_, more) =>
    ({ name, block: block === null ? null : block + more, start: number === null ? left.get(name) : long(DATA.contents[number]) })));
  return every.sort((one, other) => (one.block ?? -1) - (other.block ?? -1));
}

/** A launch ready to be played: every access with the values before and after. `left` has the arrays as of now. */
function decoded(record, run, left) {
  const did = numbers(record.did);
  const who = turns(numbers(record.who));
  const index = numbers(record.index);
  const arrays = arraysOf(record, left);
  const now = arrays.map((array) => [...array.start]);
  let stored = 0;
  const accesses = Array.from(did, (operation, position) => {
    const [kind, name, source, line] = run.operations[operation];
    const block = Math.floor(who[position] / record.threads);
    const place = arrays.findIndex(
      (array) => array.name === name && (array.block === null || array.block === block),
    );
    const before = now[place][index[position]];
    const after = kind === "read" ? before : record.stored[stored++];
    now[place][index[position]] = after;
    return {
      position, kind, name, block, before, after, thread: who[position], index: index[position],
      array: place, source, line,
    };
  });
  arrays.forEach(({ name, block }, place) => { if (block === null) left.set(name, now[place]); });
  const count = record.blocks * record.threads;
  const byThread = Array.from({ length: count }, () => []);
  for (const access of accesses) byThread[access.thread].push(access.position);
  return { ...record, arrays, accesses, byThread, count };
}

/** A run's launches, decoded when first asked for, and marks of races by launch and position. */
export function opened(named) {
  const run = named.same
    ? DATA.runs.find((other) => !other.exhibit && other.strategy === named.strategy && other.name === named.same)
    : named;
  if (!run.opened) {
    const left = new Map();
    run.opened = { launches: run.launches.map((launch) => decoded(launch, run, left)), races: marks(run) };
  }
  return run.opened;
}

function marks(run) {
  const found = run.launches.map(() => new Map());
  const worstLast = [...run.races].sort((one, other) => (one.verdict < other.verdict ? 1 : -1));
  for (const race of worstLast) {
    for (const [launch, first, second] of race.found) {
      found[launch].set(first, { ...race, other: second });
      found[launch].set(second, { ...race, other: first });
    }
  }
  return found;
}

/** What can be picked: the methods on the graph, then the broken kernels; each with its runs. */
export function scenes() {
  const found = new Map();
  for (const run of DATA.runs) {
    const key = run.exhibit ?? run.strategy;
    if (!found.has(key)) {
      found.set(key, { key, strategy: run.strategy, exhibit: run.exhibit, story: run.story, runs: [] });
    }
    found.get(key).runs.push(run);
  }
  return found;
}
