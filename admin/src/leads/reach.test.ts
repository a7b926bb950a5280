import { describe, expect, it } from "vitest";
import { mailto, tel, whatsapp } from "./reach";

describe("mailto", () => {
  it("leads to the address alone", () => {
    expect(mailto("asha@example.com")).toBe("mailto:asha@example.com");
    expect(mailto(" asha+upsc@example.co.in ")).toBe("mailto:asha%2Bupsc@example.co.in");
    // A mail server takes these; as a link they would add a recipient, a subject, a line.
    expect(mailto("a?bcc=b@example.com")).toBe("mailto:a%3Fbcc%3Db@example.com");
    expect(mailto("a&subject=x@example.com")).toBe("mailto:a%26subject%3Dx@example.com");
    expect(mailto("a%0d%0abcc@example.com")).toBe("mailto:a%250d%250abcc@example.com");
    expect(mailto("javascript@example.com")).toBe("mailto:javascript@example.com");
    expect(mailto("ಆಶಾ@example.com")).toBe("mailto:%E0%B2%86%E0%B2%B6%E0%B2%BE@example.com");
  });

  it.each([
    "",
    "asha",
    "@example.com",
    "asha@",
    "a@b@example.com",
    "a@example.com?bcc=b@example.com",
    "a@example.com?bcc=all",
    "a@example.com,b@example.com",
    "a@example.com%0Abcc",
    "a@example.com\nbcc: b@example.com",
    "a\r\nbcc:b@example.com",
    "javascript:alert(1)//@example.com",
    "<a@example.com>",
    '"a b"@example.com',
    "a\u202eb@example.com",
    "\ud800@example.com",
  ])("is nothing for %j", (address) => {
    expect(mailto(address)).toBeNull();
  });
});

describe("tel", () => {
  it.each([
    ["+919876543210", "tel:+919876543210"],
    ["98765 43210", "tel:+919876543210"],
    ["098765-43210", "tel:+919876543210"],
    ["+91 (98765) 43210", "tel:+919876543210"],
    ["91 98765 43210", "tel:+919876543210"],
    ["0091 98765 43210", "tel:+919876543210"],
    ["+1 202-555-0143", "tel:+12025550143"],
    ["1800 11 22 33 4", "tel:18001122334"],
  ])("%j is called as %s", (number, href) => {
    expect(tel(number)).toBe(href);
  });

  it.each(["", "12", "call me", "javascript:alert(1)", "+91987654321012345", "98765;ext=1", "*#06#", "98765\n43210x"])(
    "is nothing for %j",
    (number) => {
      expect(tel(number)).toBeNull();
    },
  );
});

it("opens a chat with a number whose country is known", () => {
  expect(["098765 43210", "+1 202-555-0143", "12345", "call me"].map(whatsapp)).toEqual([
    "https://wa.me/919876543210",
    "https://wa.me/12025550143",
    null,
    null,
  ]);
});
