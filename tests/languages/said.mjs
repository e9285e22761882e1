// Run by Node.js: what the page's templates say. Reads JSON, and writes the translations of the texts as a list.
//
// echo '{"words": {"a draw": "Remis"}, "said": ["A draw."]}' | node tests/languages/said.mjs

import { text } from "node:stream/consumers";
import { Templates } from "../../host_sim/web/language/templates.js";

const { words, said } = JSON.parse(await text(process.stdin));
const templates = new Templates(words);
process.stdout.write(JSON.stringify(said.map((each) => templates.said(each))));
