import { describe, expect, it } from "vitest";
import { chat, telephone } from "./addresses";

describe("telephone", () => {
  it.each([
    ["+91 98765 43210", "tel:+919876543210"],
    ["(080) 2345-6789", "tel:08023456789"],
    ["+91 98765 43210, +91 98765 43211", "tel:+919876543210"],
    ["Office: 080 2345 6789 / 080 2345 6790", "tel:08023456789"],
    ["ask at the desk", "tel:"],
  ])("%s is dialled as %s", (text, address) => expect(telephone(text)).toBe(address));
});

describe("chat", () => {
  it.each([
    ["+91 98765 43210, +91 98765 43211", "https://wa.me/919876543210"],
    ["https://chat.example.com/academy", "https://chat.example.com/academy"],
  ])("%s opens %s", (text, address) => expect(chat(text)).toBe(address));
});
