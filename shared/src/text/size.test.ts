import { expect, it } from "vitest";
import { sizeOf } from "./size";

it.each([
  [1, 1, "KB"],
  [48_213, 47, "KB"],
  [1023 * 1024, 1023, "KB"],
  [1024 * 1024 - 1, 1, "MB"],
  [2_516_582, 2.4, "MB"],
  [20_971_520, 20, "MB"],
])("%i bytes are %d %s", (bytes, size, unit) => expect(sizeOf(bytes)).toEqual({ size, unit }));
