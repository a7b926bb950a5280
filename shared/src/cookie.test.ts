import { expect, test } from "vitest";
import { saysSignedIn } from "./cookie";

test.each(["signed_in=1", "__Host-signed_in=1", "theme=dark; __Host-signed_in=1", "signed_in=1; theme=dark"])(
  "%j says that a session may be open",
  (cookies) => expect(saysSignedIn(cookies)).toBe(true),
);

test.each([
  "",
  "signed_in=",
  "signed_in=0",
  "signed_in=10",
  "not_signed_in=1",
  "x__Host-signed_in=1",
  "theme=signed_in=1",
])("%j does not", (cookies) => expect(saysSignedIn(cookies)).toBe(false));
