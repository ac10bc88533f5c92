// Which lane takes which edge: a row for each lane, in the order in which the lane reads the edges.

import { counted, element, setText } from "./dom.js";
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
    this.cells = [];
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
    this.body.replaceChildren(...rows);
    setText(this.told, `${counted(edges, "edge")} in ${counted(slots, "lane step")}: a warp goes on until its longest lane ` +
      `is done, and ${counted(slots - edges, "step")} ${slots - edges === 1 ? "is" : "are"} idle`);
  }

  row(thread, own, longest, names, begins) {
    const cells = own.map(({ position, edge: [src, dst] }) => {
      const node = element("td", {}, `${names[src]}\u2192${names[dst]}`);
      this.cells.push({ position, node, src, dst, thread });
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
    for (const cell of this.cells) {
      const state = cell.position < position ? "done" : "next";
      if (cell.state !== state) cell.node.className = cell.state = state;
      if (last?.thread === cell.thread && edge?.[0] === cell.src && edge[1] === cell.dst) this.now = cell.node;
    }
    if (!this.now) return;
    this.now.classList.add("now");
    const [top, height] = [this.now.offsetTop, this.box.clientHeight];
    if (top < this.box.scrollTop || top > this.box.scrollTop + height - 24) this.box.scrollTop = Math.max(0, top - height / 2);
  }
}
