// Starts the publisher of an image: a full build removes folders before it writes them, so the site is copied from its
// read-only place to the working directory, which lies in memory. A file, since render processes inherit what follows -e.
import { cpSync } from "node:fs";
import path from "node:path";

cpSync(path.resolve(import.meta.dirname, ".."), ".", { recursive: true, verbatimSymlinks: true });
await import(path.resolve(".publisher/main.mjs"));
