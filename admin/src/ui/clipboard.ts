/** Copies a text that is still being fetched. The browser only allows it right at the click, so it is promised then. */
export async function copyLater(text: Promise<string>): Promise<void> {
  if (!("ClipboardItem" in window)) {
    await navigator.clipboard.writeText(await text);
    return;
  }
  const content = text.then((value) => new Blob([value], { type: "text/plain" }));
  // A browser that refuses at the click never asks for it, and then nobody would hear that it has failed.
  content.catch(() => {});
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
}
