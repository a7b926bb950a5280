import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toast } from "@/ui/toasts";
import { PSI, type PsiContent } from "./calls";

beforeEach(() => void vi.spyOn(toast, "success").mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The police page as the server has it. */
function server(texts: Record<string, string>, revision: number) {
  const sent: string[] = [];
  const items = () =>
    Object.entries(texts).map(([type, content]) => ({ id: type, type, section: "", content, empty: false, revision }));
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "PUT") sent.push(`${path} ${await request.text()}`);
    const body = path.includes("/admin/texts/") ? { id: "adhva-vibes-psi", revision, items: items() } : items();
    const answer = request.method === "PUT" ? { id: "1", revision: revision + 1 } : body;
    return new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
  });
  return { sent, texts };
}

const BEFORE: PsiContent = { hero_title: "Title", hero_subtitle: "Subtitle", hero_description: "Description" };

async function begun() {
  server(BEFORE, 1);
  return PSI.fetch("");
}

it("a save sends only the text that was changed, as the field of a form", async () => {
  const before = await begun();
  const { sent } = server({ ...BEFORE, hero_subtitle: "Theirs" }, 2);
  await PSI.save("", { ...BEFORE, hero_title: "Mine & yours" }, 1, before);
  expect(sent).toEqual(["/api/content/adhva-vibes-psi/hero-title content=Mine+%26+yours"]);
});

it("a text that a colleague has changed meanwhile is not overwritten, unless one says so", async () => {
  const before = await begun();
  const { sent } = server({ ...BEFORE, hero_title: "Theirs" }, 2);
  const mine = { ...BEFORE, hero_title: "Mine" };
  await expect(PSI.save("", mine, 1, before)).rejects.toMatchObject({ status: 412 });
  expect(sent).toEqual([]);
  await PSI.save("", mine, undefined, before);
  expect(sent).toEqual(["/api/content/adhva-vibes-psi/hero-title content=Mine"]);
});

it("what was kept on this device over an earlier revision reverts nothing unasked", async () => {
  server({ ...BEFORE, hero_title: "Theirs" }, 2);
  const now = await PSI.fetch("");
  const { sent } = server({ ...BEFORE, hero_title: "Theirs" }, 2);
  await expect(PSI.save("", { ...BEFORE, hero_subtitle: "Mine" }, 1, now)).rejects.toMatchObject({ status: 412 });
  expect(sent).toEqual([]);
});
