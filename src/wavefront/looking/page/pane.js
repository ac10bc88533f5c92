// One search on the page: its pickers, and the views of one player.

import { reason } from "./direction.js";
import { counted, element, setText } from "./dom.js";
import { GraphView } from "./graph_view.js";
import { MemoryView } from "./memory_view.js";
import { UNREACHED, edgeAt, edgesOf, ownedBy, remark, sentence, subject, value } from "./meaning.js";
import { Player } from "./player.js";
import { DATA, METHODS, scenes } from "./runs.js";
import { ShareView } from "./share_view.js";
import { SourceView } from "./source_view.js";
import { ThreadsView, WARP_SIZE } from "./threads_view.js";

const SCENES = scenes();
const RACES = { harmful: "\u2716 harmful race", harmless: "\u25cb harmless race" };

/** The first scene's key, or null where the page has none. */
export const FIRST_SCENE = SCENES.keys().next().value ?? null;

export class Pane {
  /** `changed` is called after the reader has picked another run, a vertex or a thread. */
  constructor(title, changed) {
    this.changed = changed;
    this.picked = { vertex: null, thread: null };
    this.scenePicker = element("select", { onchange: () => this.pick(this.scenePicker.value) });
    this.runPicker = element("select", { onchange: () => this.pick(this.scene.key, this.runPicker.value) });
    this.scenePicker.append(...this.choices());
    this.sources = new SourceView();
    this.threads = new ThreadsView((thread) => this.pickThread(thread));
    this.shares = new ShareView();
    this.memory = new MemoryView();
    this.graphBox = element("div", { class: "graph-box card" });
    this.where = element("p", { class: "where" });
    this.who = element("span", { class: "who" });
    this.what = element("span", { class: "what" });
    this.rule = element("p", { class: "rule" });
    this.mark = element("p", { class: "mark" });
    this.told = element("p", { class: "told muted" });
    this.node = element("article", { class: "pane", "aria-label": title },
      element("div", { class: "pickers" },
        element("label", {}, "Method", this.scenePicker), element("label", {}, "Order of threads", this.runPicker)),
      element("div", { class: "doing card" }, this.where, this.rule, element("p", { class: "access" }, this.who, this.what), this.mark),
      element("div", { class: "views" },
        element("div", { class: "stack" }, this.graphBox, element("div", { class: "card arrays" }, this.memory.node)),
        element("div", { class: "stack" }, element("div", { class: "card" }, this.threads.node, this.told, this.shares.node),
          element("div", { class: "card" }, this.sources.node))));
  }

  choices() {
    const option = ({ key, exhibit, strategy }) =>
      element("option", { value: key }, exhibit ? `${key} (${strategy})` : key);
    const of = (broken) => [...SCENES.values()].filter(({ exhibit }) => Boolean(exhibit) === broken).map(option);
    const groups = [["On this graph", of(false)], ["Broken kernels", of(true)]];
    return groups.filter(([, options]) => options.length)
      .map(([label, options]) => element("optgroup", { label }, ...options));
  }

  /** Open a scene, and in it the run of this name, or the first. */
  pick(key, name = null) {
    this.open(key, name);
    this.changed(this);
  }

  open(key, name = null) {
    this.scene = SCENES.get(key) ?? SCENES.get(FIRST_SCENE);
    this.run = this.scene.runs.find((run) => run.name === name) ?? this.scene.runs[0];
    this.scenePicker.value = this.scene.key;
    this.runPicker.replaceChildren(...this.scene.runs.map(({ name: text }) => element("option", { value: text }, text)));
    this.runPicker.value = this.run.name;
    this.player = new Player(this.run);
    const graph = DATA.graphs[this.run.graph];
    if (graph !== this.graph) {
      this.graph = graph;
      this.known = edgesOf(graph);
      this.drawing = new GraphView(graph, this.known, (vertex) => this.pickVertex(vertex));
      this.graphBox.replaceChildren(this.drawing.svg);
      this.picked = { vertex: null, thread: null };
    }
  }

  pickVertex(vertex) {
    this.picked = { vertex: this.picked.vertex === vertex ? null : vertex, thread: null };
    this.changed(this);
  }

  pickThread(thread) {
    this.picked = { thread: this.picked.thread === thread ? null : thread, vertex: null };
    this.changed(this);
  }

  name(vertex) {
    return this.drawing.names[vertex];
  }

  /** The method's account and trace; null in the gallery, and for what has neither. */
  method() {
    return this.run.exhibit ? null : METHODS.find(({ strategy }) => strategy === this.run.strategy) ?? null;
  }

  show() {
    const { player } = this;
    const { launch, last } = player;
    const warp = this.run.options.warp_size ?? WARP_SIZE;
    const lit = last ? subject(last, launch, this.graph, this.known) : { vertex: null, edge: null };
    const { thread } = this.picked;
    const shown = thread ?? last?.thread ?? null;
    const owned = shown !== null && shown < launch.count
      ? ownedBy(launch, shown, player.position, this.graph, this.known) : null;
    const marked = this.picked.vertex !== null ? new Set([this.picked.vertex])
      : thread !== null ? this.touched(thread) : new Set([owned?.vertex]);
    const edge = lit.edge ?? (last && edgeAt(last, launch, this.graph, this.known)) ?? owned?.edge ?? null;
    const isWeighted = player.isWeighted;
    this.drawing.show(isWeighted ? this.distanceStates() : this.vertexStates(), lit.vertex, edge, marked, isWeighted);
    this.threads.show(launch, player.states(), this.touching(), warp);
    this.shares.show(this, edge, warp);
    this.sources.show(last ?? launch.accesses[0] ?? player.next, this.run.without);
    this.memory.show(launch, player.memory, last, player.race);
    this.showWords(warp);
  }

  /** Scroll to what was shown. */
  follow() {
    this.sources.follow();
    this.shares.follow();
  }

  showWords(warp) {
    const { player } = this;
    const { launch, last } = player;
    setText(this.where, `${player.isWeighted ? "Step" : "Level"} ${player.level}${this.frontier()} \u00b7 launch ` +
      `${player.number + 1} of ${player.launches.length}, ${launch.kernel} \u00b7 access ${player.position} of ` +
      launch.accesses.length);
    const method = this.method();
    setText(this.rule, method?.rule ? reason(method, player.level) : "");
    const lane = last && (last.thread % launch.threads) % warp;
    const row_ = last && Math.floor((last.thread % launch.threads) / warp);
    setText(this.who, last ? `Thread ${last.thread}` : "");
    this.who.title = last ? `block ${last.block}, warp ${row_}, lane ${lane}` : "";
    setText(this.what, last ? sentence(last) : `${launch.kernel} begins with ${counted(launch.count, "thread")}`);
    setText(this.mark, this.remarks(last).join(" \u00b7 "));
    this.mark.className = `mark ${player.race?.verdict ?? ""}`;
    setText(this.told, this.aboutPicked());
  }

  /** The frontier of the level, as the method's trace has it, or else as the first launch finds it. */
  frontier() {
    const { player } = this;
    const sizes = (vertices, edges) =>
      `${counted(vertices, "vertex", "vertices")}, ${counted(edges, "edge")}`;
    const row = this.method()?.trace.find(({ level }) => level === player.level);
    if (row) return ` \u00b7 ${row.direction} \u00b7 frontier ${sizes(row.frontier, row.edges)}`;
    const items = player.atFirst("items");
    if (!items) return "";
    const { src_ptr: begins } = this.graph;
    const edges = items.reduce((sum, vertex) => sum + begins[vertex + 1] - begins[vertex], 0);
    const far = player.held("far_size");
    const { bound } = player.launches.slice(0, player.number + 1).findLast(({ numbers }) => "bound" in numbers)?.numbers ?? {};
    return ` \u00b7 ${far ? "near pile" : "frontier"} ${sizes(items.length, edges)}` +
      (far && bound !== undefined ? ` \u00b7 bound ${value(bound)} \u00b7 far pile ${far[0]}` : "");
  }

  remarks(last) {
    const { player, run } = this;
    const { launch, race } = player;
    const found = [];
    const noted = last && remark(last, run);
    if (noted) found.push(noted);
    if (race) {
      const other = launch.accesses[race.other].thread;
      found.push(`${RACES[race.verdict]} with thread ${other}: ${race.why}`);
    }
    if (launch.fault && player.position === launch.accesses.length) found.push(`fault: ${launch.fault}`);
    if (player.done === 0 && run.schedules > 1) {
      found.push(`${counted(run.schedules, "order")} tried, ${run.wrong || "none"} went wrong`);
    }
    if (player.done === player.total) found.push(run.problem ? `wrong: ${run.problem}` : "the result is right");
    return found;
  }

  /** What is told of the vertex or the thread picked. */
  aboutPicked() {
    const { vertex, thread } = this.picked;
    const { launch, position } = this.player;
    if (vertex !== null) {
      const threads = this.touching();
      const who = threads.size ? `thread${threads.size > 1 ? "s" : ""} ${[...threads].join(", ")}` : "no thread";
      return `Vertex ${this.name(vertex)}: in this launch ${who} will have touched it.`;
    }
    if (thread === null || thread >= launch.count) return "";
    const own = launch.byThread[thread];
    const owned = ownedBy(launch, thread, position, this.graph, this.known);
    const [one, other] = owned?.edge ?? [];
    const works = owned?.edge ? `, on edge ${this.name(one)} \u2192 ${this.name(other)}`
      : owned ? `, on vertex ${this.name(owned.vertex)}` : "";
    const done = own.filter((place) => place < position).length;
    return `Thread ${thread}${works}: ${done} of ${counted(own.length, "access", "accesses")} made.`;
  }

  /** The threads that touch the vertex picked, in this launch; or the thread picked. */
  touching() {
    const { vertex, thread } = this.picked;
    if (thread !== null) return new Set([thread]);
    if (vertex === null) return new Set();
    const { launch } = this.player;
    const found = launch.accesses.filter(
      (access) => subject(access, launch, this.graph, this.known).vertex === vertex);
    return new Set(found.map((access) => access.thread));
  }

  /** The vertices that a thread touches in this launch. */
  touched(thread) {
    const { launch } = this.player;
    const own = launch.byThread[thread] ?? [];
    return new Set(own.map((place) => subject(launch.accesses[place], launch, this.graph, this.known).vertex));
  }

  /** Each vertex's level, and whether it was just labelled, is the frontier, or was labelled before. */
  vertexStates() {
    const now = this.player.level;
    return this.player.held("levels").map((level) => {
      if (level === null || level < 0) return { state: "new", level: null };
      return { state: level >= now ? "now" : level === now - 1 ? "frontier" : "before", level };
    });
  }

  /** As `vertexStates`, of a search by weights: the near pile is its frontier. */
  distanceStates() {
    const { player } = this;
    const distances = player.held("distances");
    const first = player.atFirst("distances") ?? distances;
    const near = new Set(player.atFirst("items"));
    const far = player.held("in_far");
    return distances.map((distance, vertex) => {
      const state = distance === UNREACHED ? "new" : distance !== first[vertex] ? "now" : near.has(vertex) ? "frontier"
        : far?.[vertex] ? "far" : "before";
      return { state, level: distance === UNREACHED ? null : distance };
    });
  }
}
