import { describe, expect, it } from "vitest";
import type { Delivery } from "@/api/types";
import { intervalOf, nameOf, outcomeOf, reasonOf } from "./deliveryWords";

const delivery: Delivery = {
  id: "msg_1",
  endpoint_id: "1",
  endpoint: "Mirror",
  type: "content.changed",
  fingerprint: "",
  revision: 1,
  force: false,
  state: "failed",
  attempts: 1,
  status_code: 500,
  error: "it answered 500 Internal Server Error",
  created_at: "2026-01-01T00:00:00Z",
  last_attempt_at: "2026-01-01T00:00:00Z",
  next_try_at: null,
};

describe("what is said of a delivery", () => {
  it("names who accepted the message and who did not, with the reason", () => {
    expect(outcomeOf(delivery)).toBe("Mirror did not accept the message: it answered 500 Internal Server Error");
    expect(outcomeOf({ ...delivery, state: "delivered", error: "" })).toBe("Mirror accepted the message");
    expect(nameOf({ endpoint_id: "publisher", endpoint: "publisher" })).toBe("Publisher");
  });

  it("gives the reason as a sentence", () => {
    expect(reasonOf(delivery)).toBe("It answered 500 Internal Server Error.");
    expect(reasonOf({ error: "Give an address that begins with https://." })).toBe(
      "Give an address that begins with https://.",
    );
    expect(reasonOf({ error: "" })).toBe("");
  });

  it("gives intervals in the largest unit that fits", () => {
    expect([10, 60, 90, 3600, 86_400].map(intervalOf)).toEqual(["10 s", "1 min", "90 s", "1 h", "24 h"]);
  });
});
