import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { csvOf, fileName, uniqueEmails } from "./export";
import { readAll } from "./pages";

const row = (email: string, source = "notify-me-button") => ({
  id: email,
  email,
  page: "current-affairs-test",
  source,
  lead_status: "new" as const,
  sent_from: "/current-affairs-test",
  created_at: "2026-03-01T04:30:00Z",
});

describe("the subscribers' export", () => {
  it("has the named columns and N/A for a missing source", () => {
    expect(csvOf([row("a@x.org", "")], () => "1 Mar 2026")).toBe(
      "\ufeffEmail,Page,Source,Date\r\na@x.org,current-affairs-test,N/A,1 Mar 2026\r\n",
    );
  });

  it("quotes commas and quotes, and disarms formulas", () => {
    expect(csvOf([row('=1+1,"x"')], () => "d")).toContain(`"'=1+1,""x""",`);
  });

  it.each(["=1", "+1", "-1", "@A1", "\t=1", "\n=1", "  =1", "\u200b=1", "＝1", "−1"])("disarms %j", (source) => {
    expect(csvOf([row("a@x.org", source)], () => "d")).toMatch(/,"?'/);
  });

  it("disarms what the server's tables do, and nothing else", () => {
    const sheet = path.resolve(import.meta.dirname, "../../../../cms-api/internal/platform/sheet/sheet.go");
    const [, marks = ""] = /\[\]string\{(.+)\} \{/.exec(readFileSync(sheet, "utf8")) ?? [];
    const dangerous = [..."\t\n\r", ...[...marks.matchAll(/"(.)"/gu)].map(([, mark = ""]) => mark)];
    const signs = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code));
    signs.push(...Array.from({ length: 0x2000 }, (_, code) => String.fromCharCode(0xe000 + code)));
    const disarmed = signs.filter((sign) => csvOf([row("a@x.org", `${sign}1`)], () => "d").includes(`'${sign}1`));
    expect(disarmed.toSorted()).toEqual(dangerous.toSorted());
  });

  it("is named with the current date", () => {
    expect(fileName(new Date(2026, 2, 1))).toBe("notifications-2026-03-01.csv");
  });

  it("copies every address once", () => {
    expect(uniqueEmails([row("a"), row("b"), row("a")])).toEqual(["a", "b"]);
  });
});

describe("reading a paged list", () => {
  const all = ["a", "b", "c", "d", "e"].map((id) => ({ id }));

  it("goes on until all are there", async () => {
    const fetchPage = async (limit: number, offset: number) => ({ items: all.slice(offset, offset + limit), total: 5 });
    expect(await readAll(2, fetchPage)).toEqual(all);
  });

  it("ends when entries vanish meanwhile", async () => {
    expect(await readAll(2, async () => ({ items: [], total: 9 }))).toEqual([]);
  });

  it("has an entry once that a new one pushed to the next page", async () => {
    const fetchPage = async (limit: number, offset: number) => {
      const now = offset === 0 ? all : [{ id: "new" }, ...all];
      return { items: now.slice(offset, offset + limit), total: now.length };
    };
    expect(await readAll(2, fetchPage)).toEqual(all);
  });
});
