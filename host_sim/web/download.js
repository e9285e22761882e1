// A file for the person, into the folder that the browser has for downloads.

export function download(name, content) {
  const link = Object.assign(document.createElement("a"), { download: name, href: URL.createObjectURL(new Blob([content])) });
  link.click();
  URL.revokeObjectURL(link.href);
}
