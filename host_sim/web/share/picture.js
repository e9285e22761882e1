// A picture of the field for elsewhere: its drawing with the styles of this page written into it.

const SVG = "http://www.w3.org/2000/svg";
const LONGEST = 1200; // dots of a side
const USUAL = ["1", "normal"]; // what need not be written
const SHAPE = ["fill", "stroke", "opacity"];
const OUTLINE = ["stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "paint-order"];
const LETTERS = ["font-family", "font-size", "font-weight", "text-anchor"];
const MIDDLE = 0.35; // of a letter's size: programs differ in what they call its middle

// {text, width, height}: the drawing as the text of an SVG file, and its size in dots. title: what it shows, in words.
export function pictureOf(drawing, title) {
  const copy = drawing.cloneNode(true);
  const copies = [...copy.querySelectorAll("*")];
  [...drawing.querySelectorAll("*")].forEach((each, number) => dress(copies[number], getComputedStyle(each)));
  for (const each of copies) if (each.dataset.shown === "no") each.remove();
  const [left, top, wide, high] = copy.getAttribute("viewBox").split(" ").map(Number);
  const scale = LONGEST / Math.max(wide, high);
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  const ground = made("rect", { x: left, y: top, width: wide, height: high, fill: getComputedStyle(document.body).backgroundColor });
  copy.prepend(Object.assign(made("title"), { textContent: title }), ground);
  for (const each of [copy, ...copies]) {
    for (const { name } of [...each.attributes]) if (/^(class|role|tabindex|aria-.*|data-.*|style)$/.test(name)) each.removeAttribute(name);
  }
  for (const [name, value] of Object.entries({ xmlns: SVG, width, height })) copy.setAttribute(name, value);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

// The picture as the bytes of a PNG file, a Blob.
export async function pngOf({ text, width, height }) {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function made(tag, of = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(of)) element.setAttribute(name, value);
  return element;
}

// Write into an element what the page's styles make of it; mark what they hide, and what is there for the mouse.
function dress(element, style) {
  if (style.display === "none" || element.matches(".field-foreseen, .field-focus")) element.dataset.shown = "no";
  if (element.localName === "g") return;
  const names = [...SHAPE, ...(style.stroke === "none" ? [] : OUTLINE), ...(element.localName === "text" ? LETTERS : [])];
  for (const name of names) {
    const value = style.getPropertyValue(name);
    if (!USUAL.includes(value)) element.setAttribute(name, value);
  }
  if (element.localName === "text") element.setAttribute("dy", `${MIDDLE}em`);
}
