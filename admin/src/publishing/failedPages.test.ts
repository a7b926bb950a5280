import { describe, expect, it } from "vitest";
import { countOfPages, placeOf } from "./failedPages";

describe("what has to be changed for a page", () => {
  it.each([
    ["/", "?tab=sections"],
    ["/blog/how-monsoons-form", "?tab=articles&edit=how-monsoons-form"],
    ["/blog/%E0%AE%A4", "?tab=articles&edit=%E0%AE%A4"],
    ["/blog/50%25", "?tab=articles&edit=50%25"],
    ["/preview/blog/how-monsoons-form.png", "?tab=articles&edit=how-monsoons-form"],
    ["/preview/home.png", "?tab=pages&page=site"],
    ["/preview/contact-us.png", "?tab=pages&page=contact-us"],
    ["/preview/resources-pyqs.png", "?tab=pages&page=resources"],
    ["/preview/current-affairs-test.png", "?tab=pages&page=test"],
    ["/preview/page.kas-2027.png", "?tab=pages&edit=7"],
    ["/preview/page.kas-2027.fees.png", "?tab=pages&edit=8"],
    ["/preview/page.gone.png", "?tab=pages"],
    ["/blog", "?tab=articles"],
    ["/blog/page/2", "?tab=articles"],
    ["/blog/feed.xml", "?tab=articles"],
    ["/adhva-vibes-psi", "?tab=psi"],
    ["/videos", "?tab=videos"],
    ["/contact-us", "?tab=pages&page=contact-us"],
    ["/resources/strategy", "?tab=pages&page=resources"],
    ["/kas-2027", "?tab=pages&edit=7"],
    ["/gone", "?tab=pages"],
    ["/site.webmanifest", "?tab=settings"],
  ])("%s is at %s", (path, query) => {
    const pages = [
      { page: "chrome", name: "Every page", sections: [] },
      { page: "contact-us", name: "Contact", route: "/contact-us", sections: [] },
      { page: "affairs", name: "Current affairs", route: "/current-affairs", sections: [] },
      { page: "test", name: "Test", route: "/current-affairs-test", sections: [] },
      { page: "resources", name: "Resources", route: "/resources", sections: [] },
    ];
    const made = [
      { id: "7", path: "/kas-2027" },
      { id: "8", path: "/kas-2027/fees" },
    ];
    expect(placeOf(path, pages, made).to).toBe(`/admin/dashboard${query}`);
  });

  it("is counted", () => {
    expect(countOfPages(1)).toBe("1 page");
    expect(countOfPages(1200)).toBe("1,200 pages");
  });
});
