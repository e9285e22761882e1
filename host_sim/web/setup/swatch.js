// The stone of a side as a small picture, as it is on the field.

import { SIDES } from "../field/sides.js";
import { svg } from "../field/field.js";

const SHAPES = {
  2: () => svg("circle", { class: "field-shape", r: 0.13 }),
  3: () => svg("polygon", { class: "field-shape", points: "0,-0.17 0.16,0.11 -0.16,0.11" }),
};

export const swatch = (side) => svg("svg", { viewBox: "-0.42 -0.42 0.84 0.84", "aria-hidden": true }, svg("circle", { class: `field-stone ${SIDES[side]}`, r: 0.38 }), ...(SHAPES[side] ? [SHAPES[side]()] : []));
