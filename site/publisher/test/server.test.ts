import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CMS } from "../cms";
import { Keys } from "../keys";
import { makeLog } from "../log";
import { makeServer } from "../server";
import { ContractCMS } from "./cms";

const cms = new ContractCMS();
let asked = 0;
let trace: string | undefined;
let url = "";
const state = { building: false, pending: 0, release: null, fingerprint: null, code_version: "1", rss_mb: 1 };
const server = () =>
  makeServer({
    keys: new Keys(cms.secret),
    cms: {
      follow: (traceparent) => {
        trace = traceparent;
      },
    },
    publisher: {
      publish: () => {
        asked++;
      },
      state,
    },
    previews: { ask: async () => ({ status: 200, page: "<html></html>" }) },
    log: makeLog("info", () => {}),
  });
let running: ReturnType<typeof server>;

beforeEach(async () => {
  asked = 0;
  running = server();
  await new Promise<void>((resolve) => running.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(running.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => running.close(resolve)));

const post = (headers: Record<string, string>, body: string) =>
  fetch(`${url}/publish`, { method: "POST", headers, body });

test("a signed webhook is accepted at once and asks for a build", async () => {
  const { headers, body } = cms.webhook();
  const response = await post(headers, body);
  expect([response.status, await response.json(), asked]).toEqual([202, { accepted: true }, 1]);
});

test("a webhook that is sent once more builds nothing; signed again, it does", async () => {
  const now = Date.now();
  const { headers, body } = cms.webhook(new Date(now));
  await post(headers, body);
  const copy = await post(headers, body);
  expect([copy.status, await copy.json(), asked]).toEqual([202, { accepted: false }, 1]);
  const again = cms.webhook(new Date(now + 1000));
  await post(again.headers, again.body);
  expect(asked).toBe(2);
});

test("a webhook is known for as long as its signature is believed, also after many others", async () => {
  const sent = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(sent);
  const { headers, body } = cms.webhook();
  await post(headers, body);
  for (let i = 1; i < 100; i++) {
    const other = cms.webhook(new Date(Date.now() + i * 1000));
    await post(other.headers, other.body);
  }
  clock.mockReturnValue(sent + 599_000);
  await post(headers, body);
  expect(asked).toBe(100);
  clock.mockReturnValue(sent + 601_000);
  await post(headers, body);
  expect(asked).toBe(101);
  clock.mockRestore();
});

test("a webhook says which trace it belongs to", async () => {
  const { headers, body } = cms.webhook();
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  await post({ ...headers, traceparent }, body);
  expect(trace).toBe(traceparent);
});

test("calls of the CMS go on in that trace, until a webhook has none", async () => {
  const seen: unknown[] = [];
  const api = http.createServer((request, response) => {
    seen.push(request.headers.traceparent);
    response.end("{}");
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const calls = new CMS(`http://127.0.0.1:${(api.address() as AddressInfo).port}`, new Keys(cms.secret));
  calls.follow("00-1");
  await calls.snapshot(null);
  calls.follow(undefined);
  await calls.snapshot(null);
  await new Promise((resolve) => api.close(resolve));
  expect(seen).toEqual(["00-1", undefined]);
});

test.each<[string, () => { headers: Record<string, string>; body: string }]>([
  ["unsigned", () => ({ ...cms.webhook(), headers: {} })],
  ["signed for another body", () => ({ ...cms.webhook(), body: '{"type":"other"}' })],
  ["ten minutes old", () => cms.webhook(new Date(Date.now() - 600_000))],
  ["from ten minutes ahead", () => cms.webhook(new Date(Date.now() + 600_000))],
])("a webhook that is %s gets 401 and builds nothing", async (_, make) => {
  const { headers, body } = make();
  expect((await post(headers, body)).status).toBe(401);
  expect(asked).toBe(0);
});

test("a signed question is answered and builds nothing", async () => {
  const { headers, body } = cms.webhook(new Date(), "publish.ping");
  expect((await post(headers, body)).status).toBe(200);
  expect(asked).toBe(0);
});

test("a signed body that is no object gets 400 and ends nothing", async () => {
  for (const path of ["/publish", "/render"]) {
    const signed = cms.sign("null");
    const answer = await fetch(url + path, { method: "POST", headers: signed, body: "null" });
    expect(answer.status).toBe(400);
  }
  expect(asked).toBe(0);
});

test("a body beyond 64 KiB gets 413", async () => {
  const { headers } = cms.webhook();
  expect((await post(headers, "x".repeat(70_000))).status).toBe(413);
  expect(asked).toBe(0);
});

test("other methods and addresses are refused", async () => {
  expect((await fetch(`${url}/publish`)).status).toBe(405);
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  expect(await (await fetch(`${url}/health`)).json()).toEqual(state);
});

const render = (headers: Record<string, string>, body: string) =>
  fetch(`${url}/render`, { method: "POST", headers, body });

test("a page is rendered for whoever signs, and for nobody else", async () => {
  const { headers, body } = cms.webhook();
  const answer = await render(headers, body);
  expect([answer.status, await answer.text(), asked]).toEqual([200, "<html></html>", 0]);
  expect((await render({}, body)).status).toBe(401);
  expect((await render(headers, `${body} `)).status).toBe(401);
  expect((await render({}, "x".repeat(33 * 1024 * 1024))).status).toBe(413);
});
