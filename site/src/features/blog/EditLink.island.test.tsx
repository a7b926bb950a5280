import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { answers, calls, idle, live } from "@/islands/testing";
import EditLink from "./EditLink";

test.each([
  ["its author", { id: "me" }, ["/admin/dashboard?tab=articles&edit=a%261"]],
  ["somebody else", { id: "another" }, []],
  ["somebody whose session has ended", Response.json({}, { status: 401 }), []],
])("the link to the editor is there for %s", async (_, user, links) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = "signed_in=1";
  answers["GET /api/auth/me"] = () => user;
  live(EditLink, { id: "a&1", author: "me", label: "Edit Article" });
  await waitFor(() => expect(calls.length).toBe(1));
  const found = () => screen.queryAllByRole("link", { name: "Edit Article" }).map((link) => link.getAttribute("href"));
  if (links.length > 0) await waitFor(() => expect(found()).toEqual(links));
  else await idle();
  expect(found()).toEqual(links);
});
