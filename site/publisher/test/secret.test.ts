import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSecret } from "../secret";

const folder = mkdtempSync(path.join(tmpdir(), "secret-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a secret comes from its variable or from a file", () => {
  const file = path.join(folder, "key");
  writeFileSync(file, "whsec_from-a-file\r\n");
  expect(readSecret({ KEY: "plain", KEY_FILE: "" } as unknown as NodeJS.ProcessEnv, "KEY")).toBe("plain");
  expect(readSecret({ KEY_FILE: file } as unknown as NodeJS.ProcessEnv, "KEY")).toBe("whsec_from-a-file");
  expect(readSecret({} as NodeJS.ProcessEnv, "KEY")).toBe("");
  expect(() => readSecret({ KEY: "plain", KEY_FILE: file } as unknown as NodeJS.ProcessEnv, "KEY")).toThrow("both set");
  expect(() => readSecret({ KEY_FILE: `${file}.missing` } as unknown as NodeJS.ProcessEnv, "KEY")).toThrow("ENOENT");
});
