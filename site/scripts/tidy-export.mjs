// Deletes the pages that stand in for an empty list of parameters (see PLACEHOLDER in src/content/load.ts).
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

const out = path.resolve(import.meta.dirname, "../out");
for (const entry of readdirSync(out, { recursive: true })) {
  if (/(^|\/)-(\.html|\.txt)?$/.test(entry)) rmSync(path.join(out, entry), { recursive: true, force: true });
}
