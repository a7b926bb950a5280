// What `next build` leaves to be done on its export.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { finishPage } from "./finish-page.mjs";

const out = path.resolve(import.meta.dirname, "../out");

// The pages that stand in for an empty list of parameters (see PLACEHOLDER in src/content/load.ts).
for (const entry of readdirSync(out, { recursive: true })) {
  if (/(^|\/)-(\.html|\.txt)?$/.test(entry)) rmSync(path.join(out, entry), { recursive: true, force: true });
}

for (const entry of readdirSync(out, { recursive: true })) {
  const file = path.join(out, entry);
  if (entry.endsWith(".html")) writeFileSync(file, finishPage(readFileSync(file, "utf8")));
}

// React and Next's router are most of what every page runs, nearly all of it at once. V8 reads such a file twice, the
// second time on the main thread, unless the file says so; on a slow phone that is a tenth of a second without an answer.
const EAGER = "//# allFunctionsCalledOnLoad\n";
const LARGE = 150_000;
const chunks = path.join(out, "_next/static/chunks");
for (const name of readdirSync(chunks)) {
  const file = path.join(chunks, name);
  if (name.endsWith(".js") && statSync(file).size > LARGE) writeFileSync(file, EAGER + readFileSync(file, "utf8"));
}
