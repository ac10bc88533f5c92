// The kernel's source, and that of functions it calls, with the running line marked.

import { element, reveal } from "./dom.js";
import { DATA } from "./runs.js";

export class SourceView {
  constructor() {
    this.node = element("div", { class: "source", role: "group", "aria-label": "Source" });
    this.shown = null;
    this.line = null;
    this.code = null;
  }

  show(place, without) {
    if (!place) return;
    if (place.source !== this.shown) this.build(place.source, without);
    this.line?.classList.remove("running");
    this.line?.removeAttribute("aria-current");
    this.line = this.lines[place.line];
    this.line?.classList.add("running");
    this.line?.setAttribute("aria-current", "true");
  }

  /** Scroll to the running line. */
  follow() {
    reveal(this.code, this.line);
  }

  build(number, without) {
    this.shown = number;
    const { name, file, first, lines } = DATA.functions[number];
    this.lines = lines.map((text, line) => element("li", {
      value: first + line, class: without && without[1] === number && without[2] === line ? "left-out" : "",
      title: without && without[1] === number && without[2] === line ? `left out: ${without[0]}` : null,
    }, element("code", {}, text || " ")));
    this.code = element("ol", { class: "code", tabindex: 0, "aria-label": `source of ${name}` }, ...this.lines);
    this.node.replaceChildren(element("div", { class: "head" }, element("code", {}, name),
      element("span", { class: "muted" }, `${file}, line ${first}`)), this.code);
  }
}
