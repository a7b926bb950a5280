import { waitFor } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";
import ContactCards from "@/features/contact/ContactCards";
import ContactLinks from "@/features/footer/ContactLinks";
import SocialLinks from "@/features/footer/SocialLinks";
import TopBar from "@/features/topbar/TopBar";
import { answers, calls, comesBack, idle, live, words } from "@/islands/testing";

// Answers of the API beside the content that a page was built with, where a cache may return an old answer.

const built = { contact_email: "built@academy.example", contact_phone: "", contact_whatsapp: "" };
const email = () => [...document.querySelectorAll("a[href^='mailto:']")].map((link) => link.textContent?.trim());
const asked = () => calls.map(({ address }) => address).filter((address) => !address.startsWith("/api/social"));
const warned = vi.fn();

/** Answers with settings of the content that has this fingerprint. */
const says = (contact_email: string, fingerprint?: string) =>
  Response.json(
    { ...built, contact_email, site_title: "More than the page asks for" },
    fingerprint === undefined ? {} : { headers: { "Content-Fingerprint": fingerprint } },
  );

const page = () => live(ContactCards, { built, texts: { phone: "Phone", whatsapp: "WhatsApp", email: "Email" } });

beforeEach(() => {
  warned.mockClear();
  vi.spyOn(console, "warn").mockImplementation(warned);
  answers["GET /release.json"] = () => ({ fingerprint: "now" });
});

/** Waits until the page has asked this, and had the time to show an answer. */
async function settled(...addresses: string[]) {
  await waitFor(() => expect(asked()).toEqual(addresses));
  await idle();
  expect(asked()).toEqual(addresses);
}

test("an answer that says what was built asks for nothing more", async () => {
  answers["GET /api/settings"] = () => says(built.contact_email, "then");
  page();
  await settled("/api/settings");
  expect(email()).toEqual([built.contact_email]);
});

test("what is newer than the page is shown", async () => {
  answers["GET /api/settings"] = () => says("new@academy.example", "now");
  page();
  await waitFor(() => expect(email()).toEqual(["new@academy.example"]));
  await settled("/api/settings", "/release.json");
});

test("an answer that a cache has kept does not take the place of a newer page", async () => {
  answers["GET /api/settings"] = ({ url }) =>
    url.includes("live=now") ? says(built.contact_email, "now") : says("former@academy.example", "then");
  page();
  await settled("/api/settings", "/release.json", "/api/settings?live=now");
  expect(email()).toEqual([built.contact_email]);
});

test("what is newer than both the cache and the page is shown", async () => {
  answers["GET /api/settings"] = ({ url }) =>
    url.includes("live=now") ? says("new@academy.example", "now") : says("former@academy.example", "then");
  page();
  await waitFor(() => expect(email()).toEqual(["new@academy.example"]));
});

test("on a host that does not say what is live, the moment keeps caches out", async () => {
  vi.spyOn(Date, "now").mockReturnValue(1234);
  answers["GET /release.json"] = () => new Response("", { status: 404 });
  answers["GET /api/settings"] = ({ url }) => says(url.includes("live=1234") ? "new@x.example" : "former@x.example");
  page();
  await waitFor(() => expect(email()).toEqual(["new@x.example"]));
});

test("where nobody can say what is live, each part of a page goes on showing what it was built with", async () => {
  delete answers["GET /release.json"];
  answers["GET /api/settings"] = () => says("former@academy.example", "then");
  page();
  live(ContactLinks, { built, chat: "Chat with us" });
  await settled("/api/settings", "/release.json");
  expect(email()).toEqual([built.contact_email, built.contact_email]);
});

test("without the API each part shows what was built, and each fetch that failed is said once", async () => {
  const telegram = { platform: "Telegram", url: "https://t.me/academy", color: "#26a5e4" };
  page();
  live(ContactLinks, { built, chat: "Chat with us" });
  live(SocialLinks, { built: [telegram] });
  live(TopBar, { built, social: [telegram], menu: [], words: words.topbar });
  const html = document.body.innerHTML;
  await waitFor(() => expect(warned).toHaveBeenCalledTimes(2));
  await idle();
  expect(document.body.innerHTML).toBe(html);
  const { origin } = window.location;
  expect(warned.mock.calls.map(([said]) => said).sort()).toEqual([
    `could not fetch ${origin}/api settings:`,
    `could not fetch ${origin}/api social:`,
  ]);
  expect(calls.map(({ call }) => call).sort()).toEqual(["GET /api/settings", "GET /api/social-media"]);
});

test("a page that the browser brings back asks again", async () => {
  answers["GET /api/settings"] = () => says(built.contact_email, "now");
  page();
  await settled("/api/settings");
  answers["GET /api/settings"] = () => says("meanwhile@academy.example", "now");
  comesBack();
  await waitFor(() => expect(email()).toEqual(["meanwhile@academy.example"]));
});

test("the footer shows the visible social links in their order, as soon as the API says so", async () => {
  const link = (platform: string, visible?: boolean) => ({ platform, url: `https://x.example/${platform}`, visible });
  answers["GET /api/social-media"] = () =>
    Response.json(
      [link("Github", false), link("YouTube", true), link("Telegram", true)].map((one) => ({
        ...one,
        color: "#111111",
      })),
      { headers: { "Content-Fingerprint": "now" } },
    );
  live(SocialLinks, { built: ["Github", "Telegram"].map((name) => ({ ...link(name), color: "#111111" })) });
  const shown = () =>
    [...document.querySelectorAll("a")].map(({ textContent, href, target }) => [textContent, href, target]);
  expect(shown().map(([name]) => name)).toEqual(["Github", "Telegram"]);
  await waitFor(() =>
    expect(shown()).toEqual([
      ["YouTube", "https://x.example/YouTube", "_blank"],
      ["Telegram", "https://x.example/Telegram", "_blank"],
    ]),
  );
});
