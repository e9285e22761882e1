// A pane of text that keeps what is read at its place when it gets another size: a tablet is turned, a part is folded away.

const PARTS = "h1, h2, p, li, tr, summary";

export function keepPlace(pane) {
  let [size, read, from] = ["", null, 0]; // from: how far below the top the part is; above it, in parts of its height
  const sizeNow = () => `${pane.clientWidth} ${pane.clientHeight}`;
  const top = (part) => part.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  const isSeen = (part) => part.checkVisibility() && top(part) + part.offsetHeight > part.offsetHeight / 2;
  const note = () => {
    if (size !== sizeNow()) return; // it has moved with its size
    read = [...pane.querySelectorAll(PARTS)].find(isSeen);
    if (read) from = top(read) < 0 ? top(read) / read.offsetHeight : top(read);
  };
  pane.addEventListener("scroll", note);
  new ResizeObserver(() => {
    if (!pane.clientHeight) return;
    size = sizeNow();
    if (read?.isConnected && pane.scrollTop) pane.scrollBy(0, top(read) - (from < 0 ? from * read.offsetHeight : from));
    note();
  }).observe(pane);
}
