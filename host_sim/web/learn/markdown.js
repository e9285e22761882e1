// Markdown as lessons have it: the dialect of host_sim/lessons/lesson_file.py, in which HTML is text. It is a bundle of its own,
// which markdown() of proofs.js loads when a lesson is written, opened or printed.
//
//   tokensOf(text)   what the text is made of, as lessons/tasks.py reads it
//   htmlOf(text)     a part of it as HTML; a picture of another place is its words

import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt("commonmark", { html: false }).enable("table");
const picture = markdown.renderer.rules.image;

markdown.renderer.rules.image = (tokens, at, ...more) =>
  isHere(tokens[at].attrGet("src")) ? picture(tokens, at, ...more) : markdown.utils.escapeHtml(tokens[at].content);

function isHere(address) {
  if (!URL.canParse(address, location.href)) return false;
  const { protocol, origin } = new URL(address, location.href);
  return protocol === "data:" || origin === location.origin;
}

const token = ({ type, tag, level, info, markup, map, content, children }) => ({ type, tag, level, info, markup, map, content, children: children?.map(token) });

export const tokensOf = (text) => markdown.parse(text, {}).map(token);
export const htmlOf = (text) => markdown.render(text);
