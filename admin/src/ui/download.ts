/** Offers a file made in the browser for saving. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of the blob by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
