import { readFileSync } from "node:fs";
import path from "node:path";
import type { Schemas } from "@academy/shared/api/client";
import type { Article, EditorPage, Parts } from "@/content/types";
import type { ContractCMS } from "./cms";

const seedFolder = path.resolve(import.meta.dirname, "../../../content-seed");
const seed = (name: string) =>
  (JSON.parse(readFileSync(path.join(seedFolder, `${name}.json`), "utf8")) as object[]).map((item, i) => ({
    id: String(i + 1),
    ...item,
  }));

/** The academy's own first texts, so that pages show what they show in life. */
export function seedParts(cms: ContractCMS): void {
  const parts: { [K in keyof Parts]?: object } = {
    sections: seed("sections"),
    page_content: seed("page-content"),
    social_links: seed("social-links").map((link) => ({ icon: "link", visible: true, ...link })),
    programs: seed("programs"),
    features: seed("features"),
    differentiators: seed("differentiators"),
  };
  Object.assign(cms.parts, parts);
}

/** Its first texts, its settings, and two of its articles, one in Hindi. */
export function seedSite(cms: ContractCMS): void {
  seedParts(cms);
  const file = (name: string) => readFileSync(path.join(seedFolder, name), "utf8");
  cms.parts.settings = { ...cms.parts.settings, ...JSON.parse(file("settings.json")) };
  for (const slug of ["reading-ncerts-with-a-plan", "taiyari-ka-pehla-mahina"]) {
    const name = `articles/${slug}`;
    cms.write({ ...JSON.parse(file(`${name}.json`)), slug, content: file(`${name}.html`) });
  }
}

/** A small generator with a seed, so that a failure can be repeated. */
export function random(seed: number) {
  let state = seed >>> 0;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of such a generator repeat soon.
    return Math.floor((state / 2 ** 32) * below);
  };
}

const words = [
  "plan",
  "“quoted” & <b>",
  "नमस्ते",
  "ಕನ್ನಡ",
  "revision",
  "polity",
  "a much longer title that runs over two lines",
];
const banners = ["", "/media/seed/banner.webp", "/media/images/abc_1200x630_400_800.jpg"];

/** Makes random changes of every kind that an editor can make; says which. */
export class Changes {
  private readonly drafts: Article[] = [];
  private made = 0;

  constructor(
    private readonly cms: ContractCMS,
    private readonly next: (below: number) => number,
  ) {}

  /** Every kind comes once before any comes again. */
  private waiting: (() => string)[] = [];

  make(): string {
    if (this.waiting.length === 0) this.waiting = [...this.kinds];
    const [kind] = this.waiting.splice(this.next(this.waiting.length), 1);
    return (kind as () => string)();
  }

  private readonly kinds: (() => string)[] = [
    () => this.write("create", { slug: `new-${++this.made}` }),
    () =>
      this.withArticle("edit the text of", ({ slug }) => ({
        slug,
        content: `<h2>${this.word()}</h2><p>${this.word()}</p>`,
      })),
    () => this.withArticle("edit the title of", ({ slug }) => ({ slug, title: `${this.word()} ${++this.made}` })),
    () =>
      this.withArticle("edit the card of", ({ slug }) => ({
        slug,
        excerpt: this.word(),
        tags: [this.word()],
        banner_image: this.pick(banners),
      })),
    () =>
      this.withArticle("move", ({ slug }) => ({
        slug,
        publish_date: new Date(Date.UTC(2025, this.next(12), 1 + this.next(28))).toISOString(),
      })),
    () => this.rename(),
    () => this.remove("delete"),
    () => this.remove("unpublish"),
    () => this.publish(),
    () => this.setting("site_title", this.word()),
    () => this.setting("site_description", this.word()),
    () => this.setting("contact_phone", `+91 ${this.next(1e9)}`),
    () => this.setting("contact_email", `desk-${this.next(1000)}@academy.example`),
    () => this.setting("contact_whatsapp", this.next(2) ? `91${this.next(1e9)}` : ""),
    () => this.setting("community_url", this.next(2) ? `https://example.org/community/${this.next(1000)}` : ""),
    () => this.setting("contact_address", `${this.word()}\n${this.word()}`),
    () => this.setting("enrollment_form_url", `https://forms.example.org/${this.next(100)}`),
    () => this.setting("blog_show_coming_soon", this.next(4) === 0),
    () => this.setting("videos_show_coming_soon", this.next(2) === 0),
    () => this.setting("adhva_vibes_psi_hidden", this.next(2) === 0),
    () => this.setting("current_affairs_redirect", this.next(2) === 0),
    () => this.setting("current_affairs_url", `https://affairs.example.org/${this.next(100)}`),
    () => this.setting("hero_background_type", this.pick(["image", "video"])),
    () => this.setting("accent_light", this.next(2) ? "#7a1f4b" : ""),
    () => this.sections(),
    () => this.texts(),
    () => this.words(),
    () => this.menu(),
    () => this.focus(),
    () => this.page(),
    () => this.page(),
    () => this.videos(),
    () =>
      this.list("social_links", (n) => ({
        platform: "YouTube",
        icon: "youtube",
        url: `https://example.org/${n}`,
        color: "#ff0000",
        active: true,
        visible: true,
      })),
    () =>
      this.list("programs", (n) => ({
        title: this.word(),
        description: this.word(),
        details: this.word(),
        icon: "book",
        link: `/p-${n}`,
        features: [this.word()],
        is_upcoming: n % 2 === 0,
      })),
    () =>
      this.list("features", (n) => ({ title: this.word(), description: this.word(), icon: "pen", link: `/f-${n}` })),
    () =>
      this.list("differentiators", (n) => ({
        title: this.word(),
        description: this.word(),
        icon: "compass",
        link: `/d-${n}`,
      })),
  ];

  private pick<T>(values: readonly T[]): T {
    return values[this.next(values.length)] as T;
  }

  private word(): string {
    return `${this.pick(words)} ${this.next(1000)}`;
  }

  private write(what: string, article: Partial<Article> & { slug: string }): string {
    this.cms.write(article);
    return `${what} ${article.slug}`;
  }

  private withArticle(what: string, change: (article: Article) => Partial<Article> & { slug: string }): string {
    if (this.cms.articles.size === 0) return this.write("create", { slug: `new-${++this.made}` });
    return this.write(what, change(this.pick([...this.cms.articles.values()])));
  }

  private rename(): string {
    const article = this.pick([...this.cms.articles.values()]);
    if (!article) return "nothing to rename";
    this.cms.articles.delete(article.slug);
    return `rename ${article.slug}, ${this.write("to", { ...article, slug: `renamed-${++this.made}` })}`;
  }

  private remove(what: "delete" | "unpublish"): string {
    const article = this.pick([...this.cms.articles.values()]);
    if (!article) return `nothing to ${what}`;
    this.cms.articles.delete(article.slug);
    if (what === "unpublish") this.drafts.push(article);
    return `${what} ${article.slug}`;
  }

  private publish(): string {
    const draft = this.drafts.pop();
    return draft ? this.write("publish", draft) : this.write("create", { slug: `new-${++this.made}` });
  }

  private setting(name: keyof Parts["settings"], value: string | boolean): string {
    this.cms.parts.settings = { ...this.cms.parts.settings, [name]: value };
    return `set ${name} to ${value}`;
  }

  private sections(): string {
    const type = this.pick(this.cms.parts.sections).type;
    this.cms.parts.sections = this.cms.parts.sections.map((section) =>
      section.type === type ? { ...section, is_visible: this.next(2) === 0, display_order: this.next(12) } : section,
    );
    return `arrange section ${type}`;
  }

  private texts(): string {
    const at = this.next(this.cms.parts.page_content.length);
    const item = this.cms.parts.page_content[at];
    const content = this.word();
    this.cms.parts.page_content = this.cms.parts.page_content.map((other) =>
      other === item ? { ...other, content } : other,
    );
    return `edit the text ${item?.page}/${item?.section}/${item?.type}`;
  }

  /** What the layout says. */
  private words(): string {
    const stored = this.cms.parts.page_content.filter(({ page }) => page !== "chrome");
    const item = { id: "chrome", page: "chrome", section: "footer", type: "chat", key: "chat", order_index: 1 };
    this.cms.parts.page_content = [...stored, { ...item, content: this.word() }];
    return "edit a text of the layout";
  }

  /** Where a link may lead: to what is public, and to what is not any more. */
  private target(): string {
    const article = this.pick([...this.cms.articles.values()]);
    const page = this.pick(this.cms.parts.pages ?? []);
    return this.pick([
      "/videos",
      "article:gone",
      `article:${article?.id}`,
      `/blog/${article?.slug}`,
      `page:${page?.id}`,
    ]);
  }

  private menu(): string {
    const place = this.pick(["top", "main", "footer"]);
    const entry = (): Schemas["MenuEntry"] => ({ label: this.word(), href: this.target(), hidden: this.next(5) === 0 });
    const children = Array.from({ length: 2 + this.next(3) }, entry);
    const entries = place === "top" ? children : [entry(), { label: this.word(), href: "", children }, entry()];
    this.cms.parts.menus = { ...this.cms.parts.menus, [place]: entries };
    return `arrange the menu ${place}`;
  }

  /** Chooses what stays visible of a banner, or leaves it to the middle. */
  private focus(): string {
    const { [this.pick(banners.slice(1))]: _, ...others } = { ...this.cms.parts.media_focus };
    const banner = this.pick(banners.slice(1));
    const focus = this.next(3) ? { [banner]: { x: this.next(101), y: this.next(101) } } : {};
    this.cms.parts.media_focus = { ...others, ...focus };
    return `choose what stays visible of ${banner}`;
  }

  /** Makes a page, changes one, moves it or takes it off the site. */
  private page(): string {
    const { pages = [], redirects = [] } = this.cms.parts;
    const number = ++this.made;
    const path = `/${["kas", "kas/fees", "kas/fees/plans"][this.next(3)]}-${number}`;
    const at = this.next(Math.max(1, pages.length));
    const old = pages[at];
    const made: EditorPage = {
      id: old && this.next(3) ? old.id : `page-${number}`,
      path,
      title: this.word(),
      description: this.word(),
      image: this.pick(banners),
      blocks: [
        {
          id: "a",
          type: this.pick(["hero", "plain", "gone"]),
          values: { heading: this.word(), cta_link: this.target() },
        },
        { id: "b", type: "quick-access", anchor: "ways", values: { boards: [{ title: "A", link: this.target() }] } },
      ],
      updated_at: "2027-01-01T00:00:00Z",
    };
    const others = pages.filter(({ id }) => id !== made.id);
    const withdrawn = old && this.next(4) === 0;
    this.cms.parts.pages = withdrawn ? pages.filter((page) => page !== old) : [...others, made];
    if (old?.id === made.id && !withdrawn) this.cms.parts.redirects = [...redirects, { from: old.path, to: path }];
    return withdrawn ? `withdraw ${old.path}` : `write ${path}`;
  }

  private videos(): string {
    const at = `2025-0${1 + this.next(9)}-01T00:00:00Z`;
    return this.list("videos", (n) => ({
      title: this.word(),
      description: this.word(),
      category: "Polity",
      duration: n * 61,
      file: `/media/videos/${n}.mp4`,
      created_at: at,
    }));
  }

  /** Adds an item, changes one, takes one away, or turns the order around. */
  private list<K extends "social_links" | "programs" | "features" | "differentiators" | "videos">(
    name: K,
    item: (number: number) => object,
  ): string {
    const items = this.cms.parts[name] as { id: string }[];
    const number = ++this.made;
    const made = { id: `made-${number}`, order_index: number, ...item(number) };
    const at = this.next(Math.max(1, items.length));
    const ways: [what: string, items: object[]][] = [
      ["add to", [...items, made]],
      ["change one of", items.map((other, i) => (i === at ? { ...made, id: other.id } : other))],
      ["take one from", items.filter((_, i) => i !== at)],
      ["turn around", [...items].reverse()],
    ];
    const [what, result] = this.pick(ways);
    Object.assign(this.cms.parts, { [name]: result });
    return `${what} ${name}`;
  }
}
