// The page: panes in step, the controls that move them, the keyboard, and the state in the address.

import { showCounts } from "./counts.js";
import { counted, drawn, element, setText } from "./dom.js";
import { PAUSE, PLAY, icon, stepIcon } from "./icons.js";
import { legendRows } from "./legend.js";
import { sentence } from "./meaning.js";
import { FIRST_SCENE, Pane } from "./pane.js";
import { question } from "./predict.js";
import { DATA } from "./runs.js";

const SPEEDS = [1, 2, 4, 8, 16, 32]; // accesses per second
const KEEP_AFTER = 100; // milliseconds
const KEYS = {
  ArrowRight: ["access", 1], ArrowLeft: ["access", -1], ArrowDown: ["thread", 1], ArrowUp: ["thread", -1],
  PageDown: ["level", 1], PageUp: ["level", -1],
};
const byId = (id) => document.getElementById(id);
const state = { panes: [], timer: null, asking: null, keeping: null, ticked: null };

function button(id, sign, words, act) {
  return element("button", { id, title: words, "aria-label": words, onclick: act }, sign);
}

function mover(id, words, kind, direction) {
  return button(id, stepIcon(kind, direction), words, () => { pause(); move(kind, direction); });
}

const controls = {
  play: button("play", icon(drawn("path")), "Play (space)", () => (state.timer ? pause() : play())),
  speed: element("input", { type: "range", id: "speed", min: 0, max: SPEEDS.length - 1, value: 1,
    oninput: () => { if (state.timer) play(); showSpeed(); } }),
  scrub: element("input", { type: "range", id: "scrub", min: 0, "aria-label": "Place in the search",
    oninput: () => { pause(); scrub(Number(controls.scrub.value)); } }),
  predict: element("input", { type: "checkbox", id: "predict", onchange: () => { state.asking = null; show(); } }),
  beside: element("input", { type: "checkbox", id: "beside", onchange: () => { setBeside(controls.beside.checked); show(); } }),
  speedText: element("span", { class: "muted" }),
  ticks: element("div", { class: "ticks", "aria-hidden": "true" }),
};

function showSpeed() {
  const words = `${SPEEDS[controls.speed.value]} per second`;
  setText(controls.speedText, words);
  controls.speed.setAttribute("aria-valuetext", words);
}

function buildControls() {
  byId("controls").append(
    element("div", { class: "transport", role: "toolbar", "aria-label": "Steps" },
      mover("start", "To the beginning (Home)", "end", -1),
      mover("level-back", "Level back (Page up)", "level", -1),
      mover("thread-back", "Thread back (up)", "thread", -1),
      mover("back", "Access back (left)", "access", -1), controls.play,
      mover("next", "Next access (right)", "access", 1),
      mover("thread-next", "Next thread (down)", "thread", 1),
      mover("level-next", "Next level (Page down)", "level", 1),
      mover("finish", "To the end (End)", "end", 1)),
    element("label", { class: "speed" }, "Speed", controls.speed, controls.speedText),
    element("label", { class: "check" }, controls.beside, "Two side by side"),
    element("label", { class: "check" }, controls.predict, "Ask me first"),
    element("div", { class: "scrub" }, controls.scrub, controls.ticks));
  showSpeed();
  showPlaying();
}

function play() {
  pause();
  controls.predict.checked = false;
  state.asking = null;
  state.timer = setInterval(() => {
    if (state.panes.every(({ player }) => player.done === player.total)) pause();
    else move("access", 1);
  }, 1000 / SPEEDS[controls.speed.value]);
  showPlaying();
}

function pause() {
  clearInterval(state.timer);
  state.timer = null;
  showPlaying();
}

function showPlaying() {
  const playing = state.timer !== null;
  controls.play.querySelector("path").setAttribute("d", playing ? PAUSE : PLAY);
  controls.play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
  controls.play.title = controls.play.getAttribute("aria-label");
}

/** Step all panes; of two, the one whose level is behind goes alone, so that levels stay in step. */
function move(kind, direction) {
  if (kind === "access" && direction > 0 && controls.predict.checked && !state.asking) {
    const [{ player }] = state.panes;
    if (player.next) {
      state.asking = question(player, () => { step("access", 1); state.asking = null; show(); byId("next").focus(); });
      show();
      state.asking.querySelector("button").focus();
      return;
    }
  }
  state.asking = null;
  step(kind, direction);
  show();
}

function step(kind, direction) {
  const players = state.panes.map(({ player }) => player);
  if (kind === "end") {
    for (const player of players) player.seek(direction < 0 ? 0 : player.total);
    return;
  }
  const levelAhead = (player) => (direction > 0 ? player.launchAt(player.done).level : -player.launchAt(player.done - 1).level);
  const able = players.filter((player) => (direction > 0 ? player.done < player.total : player.done > 0));
  const least = Math.min(...able.map(levelAhead));
  for (const player of able) {
    if (levelAhead(player) === least) player.seek(player.target(kind, direction));
  }
}

function scrub(done) {
  const [first, ...others] = state.panes;
  first.player.seek(done);
  const share = first.player.total ? first.player.done / first.player.total : 0;
  const { level } = first.player.launch;
  for (const { player } of others) {
    const found = player.levels().find((row) => row.level === level);
    player.seek(share === 1 ? player.total : found ? found.start : Math.round(share * player.total));
  }
  state.asking = null;
  show();
}

function setBeside(wanted, key = null, name = null) {
  controls.beside.checked = wanted;
  while (state.panes.length > (wanted ? 2 : 1)) state.panes.pop().node.remove();
  if (wanted && state.panes.length === 1) {
    const pane = new Pane("Second search", changed);
    const options = [...pane.scenePicker.options].map(({ value }) => value);
    pane.open(key ?? options[(options.indexOf(state.panes[0].scene.key) + 1) % options.length], name);
    state.panes.push(pane);
    byId("panes").append(pane.node);
    scrub(state.panes[0].player.done);
  }
}

/** After a reader has picked something in a pane: the other pane shows the same vertex. */
function changed(pane) {
  for (const other of state.panes) {
    if (other !== pane && other.graph === pane.graph) other.picked = { vertex: pane.picked.vertex, thread: other.picked.thread };
  }
  state.asking = null;
  show();
}

function show() {
  if (!state.panes.length) return;
  for (const pane of state.panes) pane.show();
  const [{ player, scene, run }] = state.panes;
  byId("panes").classList.toggle("two", state.panes.length === 2);
  controls.scrub.max = player.total;
  controls.scrub.value = player.done;
  controls.scrub.setAttribute("aria-valuetext", `access ${player.done} of ${player.total}, ${player.isWeighted ? "step" : "level"} ${player.level}`);
  if (state.ticked !== player) {
    state.ticked = player;
    controls.ticks.replaceChildren(...player.levels().map(({ level, start }) =>
      element("span", { style: `left:${(100 * start) / Math.max(1, player.total)}%` }, String(level))));
  }
  byId("story").hidden = !scene.story;
  setText(byId("story"), scene.story ? `${run.name === "broken" ? `Left out: ${run.without[0]}. ` : "The same turns, nothing left out. "}${scene.story}` : "");
  document.querySelector(".question")?.remove();
  if (state.asking) state.panes[0].node.querySelector(".doing").after(state.asking);
  const { last } = player;
  if (!state.timer) setText(byId("now"), last ? `Thread ${last.thread} ${sentence(last)}. ${state.panes[0].mark.textContent}` : "");
  for (const pane of state.panes) pane.follow();
  keepState();
}

/** Put the state into the address, soon: browsers refuse to do so 200 times within seconds. */
function keepState() {
  clearTimeout(state.keeping);
  state.keeping = setTimeout(writeAddress, KEEP_AFTER);
}

function writeAddress() {
  const words = new URLSearchParams();
  words.set("view", byId("threads").hidden ? "counts" : "threads");
  state.panes.forEach(({ scene, run, player, picked }, place) => {
    const tail = place ? "2" : "";
    words.set(`method${tail}`, scene.key);
    words.set(`order${tail}`, run.name);
    words.set(`at${tail}`, player.done);
    if (!place && picked.vertex !== null) words.set("vertex", picked.vertex);
    if (!place && picked.thread !== null) words.set("thread", picked.thread);
  });
  const text = `#${words}`;
  if (location.hash === text) return;
  try {
    history.replaceState(null, "", text);
  } catch {
    // A frame made from a text has no address of its own.
  }
}

function restore() {
  const words = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (words.has(name) ? Number(words.get(name)) : null);
  if (state.panes.length) {
    const [pane] = state.panes;
    pane.open(words.get("method") ?? FIRST_SCENE, words.get("order"));
    pane.player.seek(number("at") || 0);
    setBeside(false);
    if (words.has("method2")) {
      setBeside(true, words.get("method2"), words.get("order2"));
      state.panes[1].player.seek(number("at2") || 0);
    }
    const { length } = pane.graph.at;
    const vertex = number("vertex");
    pane.picked = { vertex: vertex !== null && vertex >= 0 && vertex < length ? vertex : null, thread: number("thread") };
  }
  openTab(state.panes.length ? words.get("view") ?? (DATA.limits ? "counts" : "threads") : "counts");
}

function openTab(name) {
  for (const tab of ["threads", "counts"]) {
    byId(tab).hidden = tab !== name;
    byId(`tab-${tab}`).setAttribute("aria-selected", tab === name);
    byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
  }
  if (name === "counts") {
    pause();
    if (!byId("counts").children.length) showCounts(byId("counts"), stepper);
  }
  show();
}

/** What a click on a method's bar does: step that level's threads; null where the page can't. */
function stepper(strategy) {
  if (!DATA.runs.some((run) => run.strategy === strategy && !run.exhibit)) return null;
  return (level) => {
    const [pane] = state.panes;
    setBeside(false);
    pane.open(strategy);
    pane.player.seek(pane.player.levels().findLast((row) => row.level <= level)?.start ?? 0);
    openTab("threads");
    byId("next").focus();
  };
}

function pressed(event) {
  const own = event.key === " " ? "button, summary, [role=button], select, [type=checkbox]"
    : "select, textarea, [type=range], .code, .scroll"; // what has a use of its own for the key
  if (event.target.closest(own) || byId("threads").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") controls.play.click();
  else if (event.key === "Home" || event.key === "End") { pause(); move("end", event.key === "Home" ? -1 : 1); }
  else if (KEYS[event.key]) { pause(); move(...KEYS[event.key]); }
  else return;
  event.preventDefault();
}

function begin() {
  setText(byId("facts"), `${counted(DATA.num_vertices, "vertex", "vertices")}, ` +
    `${counted(DATA.num_edges, DATA.directed ? "edge" : "stored edge")}, source ${DATA.sources.join(", ")}` +
    (DATA.limits ? ". Threads can be stepped on graphs of up to " +
      `${DATA.limits.vertices.toLocaleString("en")} vertices and ${DATA.limits.edges.toLocaleString("en")} edges` : ""));
  buildControls();
  if (FIRST_SCENE !== null) {
    const pane = new Pane("First search", changed);
    state.panes.push(pane);
    byId("panes").append(pane.node);
  }
  for (const name of ["threads", "counts"]) {
    byId(`tab-${name}`).addEventListener("click", () => openTab(name));
    byId(`tab-${name}`).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = name === "threads" ? "counts" : "threads";
      openTab(other);
      byId(`tab-${other}`).focus();
      event.stopPropagation();
    });
  }
  byId("legend").append(...legendRows());
  document.addEventListener("keydown", pressed);
  window.addEventListener("hashchange", restore);
  restore();
}

begin();
