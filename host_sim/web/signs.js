// The coach's mark of a point as it is written on the field: a sign, and the plies or the percent if they are known.

const SIGNS = { wins: "+", draws: "=", loses: "−", good: "?", even: "?", poor: "?" };

export const signOf = ({ mark, plies, percent }) => SIGNS[mark] + (percent ?? (mark === "draws" ? "" : plies ?? ""));
