// Put what the page's file says into the language, before anything else looks at it. Import it first.

import { language, table } from "./language.js";

document.documentElement.lang = language;
if (table) document.body.innerHTML = table.bodies[document.body.dataset.page];
