import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { dataFolder, emptyFolder, type Folder, Product } from "../src/product";
import { eventually } from "../src/wait";

// What the person at the terminal sees of `make run`.

const folders: Folder[] = [];
const products: Product[] = [];
const kept = (folder: Folder) => {
  folders.push(folder);
  return folder.dir;
};
afterEach(async () => {
  for (const product of products.splice(0)) await product.stop();
  for (const folder of folders.splice(0)) folder.remove();
});

test("a taken port is one clear sentence and a failure", async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  const { port } = other.address() as { port: number };
  const dir = kept(emptyFolder());
  const program = Product.launch(dir, { PORT: String(port) });
  expect(await program.end()).toBe(1);
  expect(program.lines).toEqual([
    `make run: port ${port} is taken by another program; choose another one, for example: make run PORT=${port + 1}`,
  ]);
  other.close();
});

test("SIGINT ends everything quickly and leaves no process; a second start is quick", async () => {
  const product = await Product.startCopy(kept(dataFolder()));
  expect(product.processes().length).toBeGreaterThanOrEqual(4);

  const began = performance.now();
  expect(await product.stop()).toBe(0);
  const took = performance.now() - began;
  expect(took).toBeLessThan(10_000);
  expect(product.processes()).toEqual([]);

  await product.startAgain();
  products.push(product);
  console.info(`stop ${(took / 1000).toFixed(1)} s, second start ${(product.startedIn / 1000).toFixed(1)} s`);
});

test("kill -9 of the supervisor leaves no process", async () => {
  const product = await Product.startCopy(kept(dataFolder()));
  product.program.signal("SIGKILL");
  await eventually("every process has gone", () => product.processes().length === 0);
});
