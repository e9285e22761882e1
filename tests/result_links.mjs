// Run by Node.js: the links of pupils' results, written and read. Each line read is JSON, and is answered by a line.
//
// node tests/result_links.mjs
//
// {"link": result} is answered by the link; {"read": [links]} by what is read of each, {"result"} or {"fault"}.

import { createInterface } from "node:readline";
import { linkOf, readLink } from "../host_sim/web/results/result_link.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { link, read } = JSON.parse(line);
  const answer = link ? linkOf(link, "https://school.example/glowgrid/index.html") : read.map(readLink);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
