import { ApiError } from "@academy/shared/api/errors";
import { expect, it } from "vitest";
import { search } from "./found";

const article = { id: "1", label: "Monsoon", to: "/a" };

it("names what could not be searched, and leaves out what somebody may not see", async () => {
  const found = await search("m", [
    { group: "Articles", find: async () => [article] },
    { group: "Pages", find: () => Promise.reject(new ApiError(503, { detail: "The database is away" })) },
    { group: "Contacts", find: () => Promise.reject(new ApiError(403, {})) },
  ]);
  expect(found.entries).toEqual([{ ...article, group: "Articles" }]);
  expect(found.failed).toBe("Not searched: Pages. The database is away.");
});
