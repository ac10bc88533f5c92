// Elements: made in one call, and filled.

const GROUPED = new Intl.NumberFormat("en");
const SVG = "http://www.w3.org/2000/svg";

/** An element with these attributes and children; a property named on... is a listener. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An SVG element, alike. */
export function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** A count with a word: "1 thread", "12 threads". */
export function counted(count, word, several = `${word}s`) {
  return `${GROUPED.format(count)} ${count === 1 ? word : several}`;
}

/** Scroll a box so far that what is in it can be seen. Asks for the layout: to be called when all else is done. */
export function reveal(box, node) {
  if (!box || !node) return;
  const [top, height] = [node.offsetTop, box.clientHeight];
  if (top < box.scrollTop || top > box.scrollTop + height - 24) box.scrollTop = Math.max(0, top - height / 2);
}

/** Set a text only where it changes, so that a reader of live regions doesn't repeat it. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
