import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import * as upload from "@/api/upload";
import { useUploads } from "./useUploads";

afterEach(() => vi.restoreAllMocks());

const FILE = new File([], "map.png");

function underWay() {
  const settle = { resolve: (_: upload.Uploaded) => {}, reject: (_: Error) => {} };
  vi.spyOn(upload, "uploadImage").mockImplementationOnce(
    () => new Promise((resolve, reject) => Object.assign(settle, { resolve, reject })),
  );
  const { result } = renderHook(useUploads);
  return { uploads: result.current, settle };
}

it("who saves waits until a stored picture is in the form", async () => {
  const { uploads, settle } = underWay();
  const happened: string[] = [];
  await act(async () => {
    const put = uploads.store(FILE).then(({ url }) => happened.push(url));
    const saved = uploads.settled().then(() => happened.push("saved"));
    await Promise.resolve();
    expect(happened).toEqual([]);
    settle.resolve({ url: "/media/map.png" });
    await Promise.all([put, saved]);
  });
  expect(happened).toEqual(["/media/map.png", "saved"]);
});

it("nothing is saved without a picture that could not be stored, until somebody saves again", async () => {
  const { uploads, settle } = underWay();
  await act(async () => {
    const store = expect(uploads.store(FILE)).rejects.toThrow("no PNG");
    const saved = expect(uploads.settled()).rejects.toThrow("Save again to leave it out.");
    settle.reject(new Error("no PNG"));
    await Promise.all([store, saved]);
    await uploads.settled();
  });
});

it("a picture that is called off is not missed", async () => {
  const { uploads, settle } = underWay();
  await act(async () => {
    const controller = new AbortController();
    const store = uploads.store(FILE, { signal: controller.signal }).catch(() => {});
    const saved = uploads.settled();
    controller.abort();
    settle.reject(new Error("aborted"));
    await Promise.all([store, saved]);
  });
});
