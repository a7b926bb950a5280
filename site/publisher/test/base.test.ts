import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { SITE } from "./harness";

// What a build of Next has in it by itself that another build of the same sources would have otherwise.
const KEYS = /"(previewMode\w+|encryptionKey)":\s*"(?!A{43}=")/;

test("the base build has nothing in it that another build of the same sources would not have", async () => {
  const base = path.join(SITE, ".publisher");
  const files = (await readdir(base, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  const root = path.dirname(SITE);
  for (const entry of files) {
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, "latin1");
    expect(text.includes(root), `${file} has the path of its folder`).toBe(false);
    expect(KEYS.exec(text)?.[0], `${file} has a key`).toBeUndefined();
  }
});
