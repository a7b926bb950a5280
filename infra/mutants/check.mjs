// Names each fault of faults.mjs that no longer fits its source in exactly one place, and then exits with 1.
import { readFileSync } from "node:fs";
import path from "node:path";
import { faults } from "./faults.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const source = (file) => {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    return "";
  }
};
for (const { what, file, from } of faults) {
  const places = source(file).split(from).length - 1;
  if (places === 1) continue;
  console.error(`${file}: “${what}” fits ${places} places`);
  process.exitCode = 1;
}
