import { expect, test } from "vitest";
import { isAddress, isExternal, urlOf } from "./url";

test.each([
  "https://x:99999/a.png",
  "https://256.256.256.256/a.png",
  "//x:99999/",
  "https://a<b/",
  "https://\u00ad/",
  "",
  " ",
])("%j is no address", (text) => expect(isAddress(text)).toBe(false));

test.each(["/media/a.png", "https://bücher.example/ü.png", "https://[2001:db8::1]:8443/", "a.png"])(
  "%j is an address",
  (text) => expect(isAddress(text)).toBe(true),
);

test("an address within the site is made whole, and one without a site is refused", () => {
  expect(urlOf("/a b", "https://academy.example")?.href).toBe("https://academy.example/a%20b");
  expect(urlOf("/a")).toBeNull();
});

test.each(["https://example.org/", "HTTP://example.org/", "//example.org/"])("%j leads to another site", (text) =>
  expect(isExternal(text)).toBe(true),
);

test.each(["/https://a", "#https:", "mailto:a@example.org", "tel:1", "+91 98 https", "httpsx:", ""])(
  "%j does not",
  (text) => expect(isExternal(text)).toBe(false),
);
