// Which lane takes which edge: a row for each lane, in the order in which the lane reads the edges.

import { counted, element, reveal, setText } from "./dom.js";
import { taken } from "./meaning.js";

export class ShareView {
  constructor() {
    this.told = element("p", { class: "muted" });
    this.body = element("tbody");
    this.box = element("div", { class: "shares", tabindex: 0, role: "region", "aria-label": "Edges by lane" },
      element("table", {}, this.body));
    this.node = element("details", { class: "sharing", open: true }, element("summary", {}, "Which lane takes which edge"),
      this.told, this.box);
    this.launch = null;
  }

  /** A row for each lane of the warps that have an edge; lanes that have fewer than their warp's longest idle. */
  build({ player: { launch }, graph, known, drawing }, warpSize) {
    this.launch = launch;
    this.cells = []; // in the order in which they are read, the first `done` of them by now
    this.done = 0;
    this.byEdge = new Map();
    this.now = null;
    const shares = taken(launch, graph, known);
    const rows = [];
    let [edges, slots] = [0, 0];
    for (let start = 0; start < launch.count; start += launch.threads) {
      for (let first = start; first < Math.min(start + launch.threads, launch.count); first += warpSize) {
        const warp = shares.slice(first, Math.min(first + warpSize, start + launch.threads, launch.count));
        const longest = Math.max(...warp.map((own) => own.length));
        if (!longest) continue;
        slots += longest * warp.length;
        edges += warp.reduce((sum, own) => sum + own.length, 0);
        warp.forEach((own, lane) => rows.push(this.row(first + lane, own, longest, drawing.names, lane === 0)));
      }
    }
    this.node.hidden = !edges;
    this.cells.sort((one, other) => one.position - other.position);
    this.body.replaceChildren(...rows);
    setText(this.told, `${counted(edges, "edge")} in ${counted(slots, "lane step")}: a warp goes on until its longest lane ` +
      `is done, and ${counted(slots - edges, "step")} ${slots - edges === 1 ? "is" : "are"} idle`);
  }

  row(thread, own, longest, names, begins) {
    const cells = own.map(({ position, edge: [src, dst] }) => {
      const node = element("td", { class: "next" }, `${names[src]}\u2192${names[dst]}`);
      this.cells.push({ position, node });
      this.byEdge.set(`${thread} ${src} ${dst}`, node);
      return node;
    });
    const idle = longest - own.length;
    return element("tr", { class: begins ? "begins" : "" }, element("th", { scope: "row" }, `thread ${thread}`), ...cells,
      idle ? element("td", { class: "idle", colspan: idle }, "idle") : null);
  }

  show(pane, edge, warpSize) {
    const { launch, position, last } = pane.player;
    if (launch !== this.launch) this.build(pane, warpSize);
    this.now?.classList.remove("now");
    this.now = null;
    const { cells } = this;
    while (this.done < cells.length && cells[this.done].position < position) cells[this.done++].node.className = "done";
    while (this.done && cells[this.done - 1].position >= position) cells[--this.done].node.className = "next";
    if (last && edge) this.now = this.byEdge.get(`${last.thread} ${edge.join(" ")}`) ?? null;
    this.now?.classList.add("now");
  }

  /** Scroll to the edge of the last access. */
  follow() {
    if (this.node.open && !this.node.hidden) reveal(this.box, this.now);
  }
}
