import { ApiError, NetworkError } from "@academy/shared/api/errors";
import { describe, expect, it } from "vitest";
import { destination, loginMessage, registerMessage } from "./messages";

describe("what the sign-in screen says", () => {
  it("the server's detail first, else its status", () => {
    expect(loginMessage(new ApiError(401, { detail: "The password is not right." }))).toBe(
      "The password is not right.",
    );
    expect(loginMessage(new ApiError(500, null))).toBe("Server error: 500");
    expect(loginMessage(new ApiError(500, { detail: "" }))).toBe("Login failed");
    expect(loginMessage(new Error(""))).toBe("Unknown error occurred");
  });

  it("who cannot be reached", () => {
    expect(loginMessage(new NetworkError(null))).toContain("Cannot connect to backend server at");
  });

  it("why an account cannot be made", () => {
    expect(registerMessage(new ApiError(403, { detail: "Ask for an invitation." }))).toBe("Ask for an invitation.");
    expect(registerMessage(new ApiError(500, null))).toBe("Registration failed");
    expect(registerMessage(new NetworkError(null))).toBe("Registration failed");
  });
});

describe("where signing in leads", () => {
  it.each([
    ["/admin/dashboard?tab=articles&edit=7", "/admin/dashboard?tab=articles&edit=7"],
    [null, "/admin/dashboard"],
    ["https://evil.example/", "/admin/dashboard"],
    ["//evil.example/admin/", "/admin/dashboard"],
  ])("%s leads to %s", (from, to) => expect(destination(from)).toBe(to));
});
