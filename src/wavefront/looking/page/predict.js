// Predict mode: before a step, a question about the next access, with the answer and others much like it.

import { element } from "./dom.js";
import { sentence } from "./meaning.js";

const CHOICES = 4;

/** The answers offered: the next access, and others of the run, each said once; always in the same order. */
function offered(player) {
  const { next, launch } = player;
  const rank = (access) => (access.thread === next.thread ? 0 : 1) + Math.abs(access.position - next.position) / 1e6;
  const others = [...launch.accesses].sort((one, other) => rank(one) - rank(other)).map(sentence);
  const texts = [...new Set([sentence(next), ...others])].slice(0, CHOICES);
  return texts.sort();
}

/** A box that asks about the player's next access; `done` is called once the reader goes on. */
export function question(player, done) {
  const { next } = player;
  const right = sentence(next);
  const verdict = element("p", { class: "verdict", role: "status" });
  const answer = (text, button) => {
    const hit = text === right;
    if (!hit) button.classList.add("wrong");
    verdict.textContent = hit ? "\u2713 Yes." : `\u2717 No. It ${right}.`;
    for (const other of answers.children) {
      other.disabled = true;
      if (other.textContent === right) other.classList.add("right");
    }
    on.hidden = false;
    on.focus();
  };
  const answers = element("div", { class: "answers" });
  for (const text of offered(player)) {
    const button = element("button", { onclick: () => answer(text, button) }, text);
    answers.append(button);
  }
  const on = element("button", { class: "primary", hidden: true, onclick: done }, "Go on");
  return element("div", { class: "question card", role: "group", "aria-label": "Prediction" },
    element("h3", {}, `What does thread ${next.thread} do next?`), answers, verdict, on);
}
