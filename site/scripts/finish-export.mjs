// What `next build` leaves to be done on its export.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { address, folder, manifest } from "./build-islands.mjs";
import { finishPage, UNNEEDED_IN_EXPORT } from "./next-internals.mjs";

const out = path.resolve(import.meta.dirname, "../out");
const { classes, loader } = manifest();

for (const name of readdirSync(out, { recursive: true })) {
  const file = path.join(out, name);
  if (UNNEEDED_IN_EXPORT.test(name)) rmSync(file, { recursive: true, force: true });
  else if (name.endsWith(".html")) rmSync(file.replace(/html$/, "txt"), { force: true });
}

const styles = new Set();
for (const name of readdirSync(out, { recursive: true })) {
  const file = path.join(out, name);
  if (name.endsWith(".html")) writeFileSync(file, finishPage(readFileSync(file, "utf8")));
  if (name.endsWith(".css")) {
    for (const [word] of readFileSync(file, "utf8").matchAll(/[\w-]+/g)) styles.add(word);
  }
}
const unknown = classes.filter((name) => !styles.has(name));
if (unknown.length) throw new Error(`the islands have other class names than the style sheets: ${unknown.join(" ")}`);

const islands = path.join(out, address);
for (const name of readdirSync(folder)) {
  if (name.endsWith(".js")) cpSync(path.join(folder, name), path.join(islands, name));
}
if (!existsSync(path.join(out, loader))) throw new Error("the loader of the islands is missing");
