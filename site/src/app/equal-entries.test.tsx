// @vitest-environment jsdom
import { act, type ComponentType, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chrome } from "@/app/routes";
import { components } from "@/blocks/components.gen";
import { pageBlocks } from "@/blocks/fill";
import { models } from "@/blocks/models.gen";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import { Footer } from "@/features/footer/Footer";
import NavBar from "@/features/navigation/NavBar";
import { ClassLine } from "@/features/programmes/ClassLine";
import { Columns } from "@/features/programmes/Parts";
import Tabs from "@/features/psi/Tabs";
import Weightage from "@/features/psi/Weightage";
import TopBar from "@/features/topbar/TopBar";
import { shown } from "@/lib/social";
import type { AnyBlock } from "@/model/define";
import type { Field, Fields } from "@/model/field";

// Editors may write an entry twice: React must tell both from each other, or it loses one when something changes.

const entry = { label: "Same", href: "/same", children: [] };
const group = { label: "Same", href: "", children: [entry, entry] };
const menu = [entry, entry, group, group];
const snapshot = { ...emptySnapshot(), menus: { top: [entry, entry], main: menu, footer: menu } };
const reader = new Reader(new Content(siteConfig({ NODE_ENV: "test" }), snapshot));
const { menus, words, contact_email, contact_phone, social_links } = chrome(reader);

/** A value of the field, the same one each time. */
function value(field: Field): unknown {
  switch (field.type) {
    case "list":
      return [values(field.fields ?? {}), values(field.fields ?? {})];
    case "text":
    case "longtext":
      return "Same. Same.";
    case "richtext":
      return "Same";
    case "number":
      return field.min ?? 1;
    case "link":
      return "/same";
    default:
      return undefined;
  }
}

function values(fields: Fields): Record<string, unknown> {
  const all = Object.entries(fields).map(([key, field]) => [key, value(field)]);
  return Object.fromEntries(all.filter(([, given]) => given !== undefined));
}

const blocks = (Object.entries(models) as [keyof typeof models, AnyBlock][]).map(([type, { fields }], i) => {
  const block = { id: `b${i}`, type, anchor: "", values: values(fields) };
  const page = { id: "p", path: "/p", title: "P", description: "", image: "", blocks: [block], updated_at: "" };
  const Component = components[type] as ComponentType<object>;
  const [filled] = pageBlocks(reader, page);
  return [type, <Component key={type} {...filled} />] as const;
});

const points = [
  { title: "Same", text: "Same" },
  { title: "Same", text: "Same" },
];
const rows = [
  { name: "Same", value: "Same" },
  { name: "Same", value: "Same" },
];
const share = { subject: "Same", percent: 50 };
const weightage = { heading: "", lead: "", chart: "", caption: "", subject: "", share: "", percent: "" };
const parts: [name: string, part: ReactNode][] = [
  [
    "the top bar",
    <TopBar
      key="top"
      built={{ contact_email, contact_phone }}
      social={shown(social_links)}
      menu={menus.top}
      words={words.topbar}
    />,
  ],
  ["the navigation", <NavBar key="main" title="Same" logo="" menu={menus.main} words={words.navigation} />],
  [
    "the footer",
    <Footer
      key="footer"
      title="Same"
      logo=""
      menu={menus.footer}
      words={words.footer}
      social={shown(social_links)}
      contact={{ contact_email, contact_whatsapp: "" }}
    />,
  ],
  ["points", <Columns key="points" points={points} count="two" />],
  ["classes", <ClassLine key="classes" label="" words="" classes={[{ name: "6" }, { name: "6" }]} />],
  [
    "tabs",
    <Tabs
      key="tabs"
      label=""
      tabs={[
        { name: "Same", lead: "", rows },
        { name: "Same", lead: "", rows },
      ]}
    />,
  ],
  ["the chart", <Weightage key="chart" texts={{ ...weightage, subjects: [share, share] }} />],
];

class Observer {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  for (const name of ["IntersectionObserver", "ResizeObserver"]) vi.stubGlobal(name, Observer);
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([...blocks, ...parts])("%s", async (_, part) => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(part));
  await act(async () => root.unmount());
  expect(said.mock.calls.map(([message]) => String(message)).filter((message) => message.includes("key"))).toEqual([]);
});
