// Finishes the export that `next build` has written.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { finishPage, UNNEEDED_IN_EXPORT } from "../render/next-output.mjs";
import { checkClasses, copyIslands } from "./build-islands.mjs";

const out = path.resolve(import.meta.dirname, "../out");

for (const name of readdirSync(out, { recursive: true })) {
  const file = path.join(out, name);
  if (UNNEEDED_IN_EXPORT.test(name)) rmSync(file, { recursive: true, force: true });
  else if (name.endsWith(".html")) {
    rmSync(file.replace(/html$/, "txt"), { force: true });
    writeFileSync(file, finishPage(readFileSync(file, "utf8")));
  }
}
copyIslands(out);
checkClasses(out);
