import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { listen, parseAddress, readSecret } from "../configuration";

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

test("an address needs a port", () => {
  expect(parseAddress("127.0.0.1:9465")).toEqual({ host: "127.0.0.1", port: 9465 });
  expect(parseAddress("[::1]:0")).toEqual({ host: "::1", port: 0 });
  expect(parseAddress(":9465")).toEqual({ host: "0.0.0.0", port: 9465 });
  expect(parseAddress("")).toBeUndefined();
  for (const wrong of ["9465", "host", "127.0.0.1:99999", "host:port"]) expect(parseAddress(wrong)).toBeNull();
});

test("a port that is taken is named", async () => {
  const server = http.createServer();
  const port = await listen(server, { host: "127.0.0.1", port: 0 }, "PORT");
  await expect(listen(http.createServer(), { host: "127.0.0.1", port }, "PORT")).rejects.toThrow(
    `PORT is 127.0.0.1:${port}, which another program has taken; choose a free one`,
  );
  await expect(listen(http.createServer(), { host: "192.0.2.1", port }, "PORT")).rejects.toThrow(
    "where nothing can listen",
  );
  await new Promise((resolve) => server.close(resolve));
});
