// The threads of a launch: blocks, in them a row for each warp, in that a cell for each lane.

import { counted, element, setText } from "./dom.js";

const WARP = 32;
const SIGNS = { before: "", running: "\u25b6", last: "\u25b6", between: "\u2022", waiting: "\u2016", ended: "\u2713", fault: "\u2716" };
const WORDS = {
  before: "not started", running: "has its turn", last: "has its turn, and ends", between: "under way",
  waiting: "waits at a barrier", ended: "ended", fault: "waits for ever",
};

export class ThreadsView {
  constructor(onpick) {
    this.onpick = onpick;
    this.node = element("div", { class: "threads", role: "group", "aria-label": "Threads" });
    this.launch = null;
  }

  /** A row of cells for each warp of each block. */
  build(launch, warpSize) {
    this.launch = launch;
    this.cells = [];
    this.warps = [];
    const blocks = Array.from({ length: launch.blocks }, (_, block) => {
      const rows = [];
      const first = block * launch.threads;
      const end = Math.min(launch.count, first + launch.threads);
      for (let start = first; start < end; start += warpSize) {
        const lanes = element("div", { class: "lanes" });
        const busy = element("span", { class: "busy muted" });
        const threads = [];
        for (let thread = start; thread < Math.min(end, start + warpSize); thread++) {
          const cell = element("button", { class: "lane", onclick: () => this.onpick(thread) },
            element("span", { class: "number" }, String(thread)), element("span", { class: "sign", "aria-hidden": "true" }));
          this.cells.push({ cell, shown: null });
          threads.push(thread);
          lanes.append(cell);
        }
        this.warps.push({ threads, busy });
        rows.push(element("div", { class: "warp" },
          element("span", { class: "muted label" }, `warp ${rows.length}`), lanes, busy));
      }
      return element("div", { class: "block" }, element("h4", {}, `Block ${block}`), ...rows);
    });
    this.node.replaceChildren(...blocks);
  }

  show(launch, states, picked, warpSize) {
    if (launch !== this.launch) this.build(launch, warpSize);
    states.forEach((state, thread) => {
      const { cell, shown } = this.cells[thread];
      const kind = `lane ${state}${picked.has(thread) ? " picked" : ""}`;
      if (shown === kind) return;
      this.cells[thread].shown = cell.className = kind;
      cell.lastChild.textContent = SIGNS[state];
      cell.setAttribute("aria-label", `thread ${thread}, ${WORDS[state]}`);
      cell.setAttribute("aria-pressed", picked.has(thread));
      cell.title = `thread ${thread}: ${WORDS[state]}`;
    });
    for (const { threads, busy } of this.warps) {
      const open = threads.filter((thread) => states[thread] !== "ended").length;
      const idle = threads.length - open;
      setText(busy, open && idle ? `${counted(idle, "lane")} idle` : open ? "" : "ended");
    }
  }
}

export const WARP_SIZE = WARP;
