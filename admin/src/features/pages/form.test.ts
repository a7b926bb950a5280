import { describe, expect, it } from "vitest";
import { isSame } from "@/editing/state";
import { EMPTY, errorsOf, formOf, newBlock, payloadOf } from "./form";

const PAGE = {
  id: "p1",
  revision: 2,
  path: "/kas-2027",
  title: "KAS 2027",
  description: "",
  image: "",
  status: "published" as const,
  publish_date: null,
  created_at: "2026-02-01T00:00:00Z",
  updated_at: "2026-02-01T00:00:00Z",
  blocks: [{ id: "b1", type: "cards", hidden: true, anchor: "fees", values: { heading: "Fees" } }],
};

describe("a page's form", () => {
  it("saves what it was loaded with", () => {
    const { path, title, description, image, status, publish_date, blocks } = PAGE;
    expect(payloadOf(formOf(PAGE))).toEqual({
      path,
      title,
      description,
      image,
      status,
      publish_date,
      unpublish_date: null,
      blocks,
    });
  });

  it.each([
    ["kas-2027", "/kas-2027"],
    [" /kas-2027/ ", "/kas-2027"],
    ["//a/b//", "/a/b"],
    ["", ""],
  ])("stores the path %j as %j", (typed, path) => {
    expect(payloadOf({ ...EMPTY, path: typed }).path).toBe(path);
  });

  it("tells what a save would change", () => {
    const form = formOf(PAGE);
    expect(isSame({ written: payloadOf }, form, { ...form, path: "kas-2027/" })).toBe(true);
    expect(isSame({ written: payloadOf }, form, { ...form, blocks: [] })).toBe(false);
  });

  it("gives each new block a name of its own", () => {
    const model = { type: "cards", name: "Cards", description: "", fields: [] };
    expect(newBlock(model).id).not.toBe(newBlock(model).id);
  });

  it("shows what was refused at its block", () => {
    const errors = { "blocks[1].values.cards[0].title": "is too long", "blocks[0].values.heading": "is required" };
    expect(errorsOf(errors, 1)).toEqual({ "cards[0].title": "is too long" });
  });
});
