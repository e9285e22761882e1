// The coach's mark of a point as it is written on the field: a sign and the plies, or the percent, as far as known.

const SIGNS = { wins: "+", draws: "=", loses: "−", good: "?", even: "?", poor: "?" };

export const signOf = ({ mark, plies, percent }) =>
  percent === undefined ? SIGNS[mark] + (mark === "draws" ? "" : plies ?? "") : `${percent}%`;
