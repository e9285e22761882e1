// The stone of a side as a small picture, as it is on the field.

import { stoneOf, svg } from "../field/field.js";

export const swatch = (side) => svg("svg", { viewBox: "-0.42 -0.42 0.84 0.84", "aria-hidden": true }, ...stoneOf(side));
