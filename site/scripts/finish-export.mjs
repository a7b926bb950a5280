// What `next build` leaves to be done on its export.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkClasses, copyIslands } from "./build-islands.mjs";
import { finishPage, UNNEEDED_IN_EXPORT } from "./next-output.mjs";

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
