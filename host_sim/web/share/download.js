// Give a person a file, from a text or bytes.
export function download(name, content) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(new Blob([content])) });
  link.click();
  URL.revokeObjectURL(link.href);
}
