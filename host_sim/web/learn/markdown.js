// Markdown as lessons have it: that of host_sim/lessons/markdown.py, in which HTML is text. It is a bundle of its own, which
// proofs.js loads when a lesson is written, opened or printed.
//
//   const { tokens, htmlOf } = read(text)   what the text is made of, as lessons/lesson_file.py reads it
//   htmlOf(part, onPage)                    a part of it as HTML. Links to addresses of the page are steps of the lesson, as
//                                           lessons/document.py has them; if it is not for the page, plain words
//
// A picture that is not in the text itself is its words.

import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt("commonmark", { html: false }).enable("table");
const { rules } = markdown.renderer;
const picture = rules.image;

rules.image = (tokens, at, ...more) =>
  tokens[at].attrGet("src").startsWith("data:") ? picture(tokens, at, ...more) : markdown.utils.escapeHtml(tokens[at].content);
rules.link_open = (tokens, at, options, env, renderer) => {
  const token = tokens[at];
  const address = token.attrGet("href");
  env.isPlain = address.startsWith("#") && !env.onPage; // until it closes: links hold no links
  if (!address.startsWith("#")) return renderer.renderToken(tokens, at, options);
  if (env.isPlain) return "<span>";
  token.attrs = Object.entries({ class: "open", href: `../index.html${address}`, "data-say": token.attrGet("title") || "Look at the field." });
  return renderer.renderToken(tokens, at, options);
};
rules.link_close = (tokens, at, options, { isPlain }, renderer) => (isPlain ? "</span>" : renderer.renderToken(tokens, at, options));

const token = ({ attrs, children, type, tag, level, info, markup, map, content }) => ({
  type, tag, level, info, markup, map, content, attrs: Object.fromEntries(attrs ?? []), children: children?.map(token) });

export function read(text) {
  const env = {}; // the references that the parts of a text share
  const tokens = markdown.parse(text, env).map(token);
  return { tokens, htmlOf: (part, onPage) => markdown.render(part, { ...env, onPage }) };
}
