import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatComing } from "@/ui/format";
import { Unpublished } from "./Unpublished";

const publish_at = "2036-05-01T00:30:00Z";
const at = formatComing(publish_at);

test.each([
  ["are published at their time", "", [], "pending", `published ${at}`],
  [
    "cannot be, since somebody has changed the same",
    "",
    ["title", "excerpt"],
    "failed",
    `not to be published ${at}: somebody else has changed the same fields since, Title and excerpt`,
  ],
  [
    "were refused",
    "Changed in the meantime: title.",
    ["title"],
    "failed",
    "not published when due: Changed in the meantime: title.",
  ],
])("scheduled changes that %s", (_, refused, changed_since, status, says) => {
  const scheduled_changes = { publish_at, refused, changed_since };
  const html = renderToStaticMarkup(<Unpublished of={{ has_working_copy: true, scheduled_changes }} />);
  expect(html).toBe(`<span class="status" data-status="${status}"><span>Unpublished changes</span>, ${says}</span>`);
});

test("nothing is said of what has no changes, and no time of those that have none", () => {
  expect(renderToStaticMarkup(<Unpublished of={{ has_working_copy: false }} />)).toBe("");
  expect(renderToStaticMarkup(<Unpublished of={{ has_working_copy: true }} />)).toMatch(
    />Unpublished changes<.span><.span>$/,
  );
});
